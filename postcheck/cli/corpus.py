"""`postcheck corpus`: the earlier texts that posts are compared with."""

import dataclasses
import gc
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.cells import cell_len
from rich.console import Console
from rich.progress import (
    BarColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar
from rich.text import Text

from postcheck.cli.chinese import Command, Group
from postcheck.corpus import store
from postcheck.corpus.cluster import build as build_there
from postcheck.corpus.cluster import session
from postcheck.corpus.export import export
from postcheck.corpus.importers import FORMATS
from postcheck.corpus.recipes import recipes
from postcheck.corpus.store import AddReport, CorpusInfo, Progress
from postcheck.errors import SourceError, SourceErrors
from postcheck.report.hidden import show

_SHOWN = 20  # reasons that are named on screen
_ROWS = 40  # sources that are listed on screen
_COUNTS = {"read": "读", "new": "新增", "changed": "更新", "same": "相同", "skipped": "略过",
           "failed": "读不了"}  # fmt: skip


@click.group(cls=Group)
def corpus() -> None:
    """语料库：拿来与帖子对照的旧文。"""


@corpus.command(cls=Command)
@click.argument("name", metavar="名称")
@click.argument("sources", nargs=-1, required=True, metavar="来源…")
@click.option("--format", "form", type=click.Choice(FORMATS), help="来源的格式；不写则看内容。")
@click.option("--author", metavar="作者", help="来源里没有写明作者时用它。")
@click.option("--split", is_flag=True, help="一个文本文件里有许多篇，篇间空行：分开存。")
@click.option("--replace", is_flag=True, help="来源里已没有的文章从库中删去。")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
@click.pass_context
def add(ctx: click.Context, name: str, sources: tuple[str, ...], form: str | None,
        author: str | None, split: bool, replace: bool, as_json: bool) -> None:  # fmt: skip
    """把来源里的文章加进语料库 NAME。

    来源可为 .txt .md .docx .epub .csv .tsv .xlsx .json .jsonl(.gz) .parquet、存下的网页
    （.html .mhtml）、.warc(.gz)、维基备份，装着它们的文件夹或 zip，以及诗词集。
    再次添加会更新改过的文章，其余保留；中途停止不会损坏语料库。读不了的逐处列出，其余照加。
    带 --replace 时语料库与来源一致：来源里没有的删去；有一处读不了就一篇也不动。
    退出码：0 全部读到，3 有的读不了，2 用法有误，或什么也没有读到（语料库不变）。
    """
    gc.freeze()  # what is loaded by now stays, and need not be looked through again and again,
    gc.set_threshold(50_000)  # nor what a page holds
    with _bar() as tell:
        report = store.add(
            name, sources, format=form, author=author, split=split, replace=replace, progress=tell
        )
    if as_json:
        click.echo(json.dumps(_report_row(report), ensure_ascii=False))
    else:
        _print_report(report)
    ctx.exit(3 if report.failed_count else 0)


class _Rate(ProgressColumn):
    """Megabytes a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed / 1e6:.1f} MB/秒" if task.speed else "")


@contextmanager
def _bar() -> Iterator[Progress]:
    """On a terminal a bar with the documents, the rate and the time left."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield lambda read, done, total: None
        return
    columns = (
        TextColumn("已读 {task.fields[read]} 篇"),
        BarColumn(),
        _Rate(),
        TextColumn("还要"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("", total=None, read=0)
        yield lambda read, done, total: progress.update(
            task, completed=done, total=total, read=read
        )


@contextmanager
def _told_on_screen() -> Iterator[Callable[[int], None]]:
    """A line on a terminal that says how many documents have been read."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield lambda read: None
        return
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Bar(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("读取中", total=None)
        yield lambda read: progress.update(task, description=f"已读 {read} 篇")


def _report_row(report: AddReport) -> dict[str, Any]:
    def rows(errors: tuple[SourceError, ...]) -> list[dict[str, Any]]:
        return [{"file": one.file, "line": one.line, "why": one.message} for one in errors]

    return {
        **asdict(dataclasses.replace(report, skipped=(), failed=())),
        "skipped": rows(report.skipped),
        "failed": rows(report.failed),
    }


def _print_report(report: AddReport) -> None:
    click.echo(
        f"{report.corpus}：读 {report.read} 篇（{report.characters} 字），"
        f"新增 {report.new}，更新 {report.changed}，相同 {report.same}，"
        f"略过 {report.skipped_count}"
        + (f"，删去 {report.removed}" if report.removed else "")
        + (f"，读不了 {report.failed_count}" if report.failed_count else "")
    )
    for name, errors, count in (
        ("略过", report.skipped, report.skipped_count),
        ("读不了", report.failed, report.failed_count),
    ):
        for one in errors[:_SHOWN]:
            click.echo(show(f"  {name} {one.layout()}"))
        if count > _SHOWN:
            click.echo(f"  ……另有 {count - _SHOWN} 处{name}")
    if len(report.sources) > 1 or report.skipped_count or report.failed_count:
        for line in _table(report):
            click.echo(show(line))


def _table(report: AddReport) -> Iterator[str]:
    """A line a source: what was read, and what became of it."""
    yield "".join(label + " " * (10 - cell_len(label)) for label in _COUNTS.values()) + "来源"
    for row in report.sources[:_ROWS]:
        yield "".join(f"{getattr(row, key):<10}" for key in _COUNTS) + row.source
    if len(report.sources) > _ROWS:
        yield f"（另有 {len(report.sources) - _ROWS} 个来源没有列出）"


@corpus.command("list", cls=Command)
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def list_all(as_json: bool) -> None:
    """列出全部语料库；有用不了的，说明是哪一个，退出码为 2。"""
    rows, problems = store.list_corpora()
    if as_json:
        click.echo(json.dumps([_row(one) for one in rows], ensure_ascii=False))
    elif not rows and not problems:
        click.echo("还没有语料库。用 postcheck corpus add 名称 来源… 添加")
    else:
        for one in rows:
            click.echo(f"{one.name}：{one.documents} 篇，{one.characters} 字")
    if problems:
        raise SourceErrors(problems)


@corpus.command(cls=Command)
@click.argument("name", metavar="名称")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def info(name: str, as_json: bool) -> None:
    """一个语料库的大小与更新时间。"""
    one = store.info(name)
    if as_json:
        click.echo(json.dumps(_row(one), ensure_ascii=False))
        return
    click.echo(f"名称：{one.name}")
    click.echo(f"文章：{one.documents} 篇，{one.characters} 字，指纹 {one.fingerprints} 个")
    click.echo(f"占用：{one.bytes / 1_000_000:.1f} MB，更新于 {one.updated_at:%Y-%m-%d %H:%M}")


def _row(one: CorpusInfo) -> dict[str, Any]:
    return {**asdict(one), "updated_at": one.updated_at.isoformat()}


@corpus.command(cls=Command)
@click.argument("name", metavar="名称")
def rebuild(name: str) -> None:
    """用库里存着的原文重建索引：索引损坏，或折叠表换了新版时用。"""
    with _told_on_screen() as tell:
        one = store.rebuild(name, progress=tell)
    click.echo(f"已重建 {one.name}：{one.documents} 篇，{one.characters} 字")


@corpus.command(cls=Command)
@click.argument("name", metavar="名称")
@click.option("--doc", "ids", multiple=True, metavar="编号", help="只删这一篇，可写多次。")
def remove(name: str, ids: tuple[str, ...]) -> None:
    """删除一个语料库，或用 --doc 只删其中几篇。"""
    if ids:
        count = store.remove_documents(name, ids)
        click.echo(f"已从 {name} 删去 {count} 篇")
    else:
        store.remove(name)
        click.echo(f"已删除 {name}")


@corpus.command("export", cls=Command)
@click.argument("name", metavar="名称")
@click.argument("folder", metavar="文件夹", type=click.Path(path_type=Path))
def export_parquet(name: str, folder: Path) -> None:
    """把指纹与文章清单导出为 Parquet，供集群上的 Spark 或 DuckDB 使用。

    文件夹在全部写完后才出现。
    """
    report = export(name, folder)
    click.echo(
        f"已导出到 {folder}：{report.documents} 篇，指纹 {report.fingerprints} 个，"
        f"{report.files} 个文件，{report.bytes / 1_000_000:.1f} MB"
    )


@corpus.command(cls=Command)
@click.argument("folder", metavar="文件夹", type=click.Path(path_type=Path))
@click.argument("sources", nargs=-1, required=True, metavar="来源…")
@click.option("--spark", "master", required=True, metavar="地址", help="如 spark://主机:7077。")
@click.option("--format", "form", type=click.Choice(FORMATS), help="来源的格式；不写则看内容。")
def build(folder: Path, sources: tuple[str, ...], master: str, form: str | None) -> None:
    """在 Spark 集群上由原文直接建库，写成与 export 相同的 Parquet。

    一个来源由一个任务来读，大的文件请先分开；编号相同的以后一篇为准。
    """
    spark = session(master)
    try:
        report = build_there(spark, sources, folder, form)
    finally:
        spark.stop()
    click.echo(f"已建在 {folder}：{report.documents} 篇，指纹 {report.fingerprints} 个")


@corpus.command("recipes", cls=Command)
@click.argument("name", required=False, metavar="[名称]")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def list_recipes(name: str | None, as_json: bool) -> None:
    """列出现成的语料配方：有多大、什么许可、怎样取得、用什么命令导入。"""
    found = recipes()
    if name is not None:
        chosen = [one for one in found if one.name == name]
        if not chosen:
            known = "、".join(one.name for one in found)
            raise SourceError(f"没有名叫“{name}”的配方", remedy=f"已有的：{known}")
        found = chosen
    if as_json:
        rows = [{**vars(one), "folder": str(one.folder), "command": one.command}
                for one in found]  # fmt: skip
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for one in found:
        click.echo(f"{one.name}　{one.title}\n  来源：{one.source}\n  大小：{one.size}")
        click.echo(f"  许可：{one.licence}\n  取得：{one.obtain}\n  导入：{one.command}")


@corpus.command(cls=Command)
@click.argument("name", required=False, metavar="[名称]")
@click.pass_context
def verify(ctx: click.Context, name: str | None) -> None:
    """逐字节校验一个或全部语料库；有损坏时退出码为 2。"""
    problems = []
    names = [name] if name else store.corpus_names()
    if not names:
        click.echo("还没有语料库")
    for each in names:
        found = store.verify(each)
        problems += found
        click.echo(f"{each}：{'完好' if not found else f'{len(found)} 处损坏'}")
    for problem in problems:
        click.echo(f"错误：{problem.layout()}", err=True)
    ctx.exit(2 if problems else 0)
