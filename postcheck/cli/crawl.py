"""`postcheck crawl`: threads, boards and lists of addresses into a corpus."""

import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from typing import Any

import click
from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from postcheck.cli.chinese import Command
from postcheck.corpus.crawl import LIMIT, CrawlReport, Options
from postcheck.corpus.crawl import crawl as run
from postcheck.corpus.network import LONGEST
from postcheck.errors import SourceError, SourceErrors
from postcheck.readers.lists import read_words
from postcheck.report.hidden import show

_SHOWN = 20  # threads, and reasons, that are named on screen
_POSTS = {"read": "读", "new": "新增", "changed": "有改动", "same": "相同", "kept": "保留旧文",
          "skipped": "略过"}  # fmt: skip


@click.command(cls=Command)
@click.argument("sources", nargs=-1, required=True, metavar="网址…")
@click.option("--corpus", "name", required=True, metavar="名称", help="存进哪个语料库。")
@click.option("--cookies", metavar="文件", type=click.Path(),
              help="浏览器导出的 cookies.txt（Netscape 格式），看要登录的帖子时用。")  # fmt: skip
@click.option("--delay", type=int, default=2, metavar="秒", help="同一站点两次请求的间隔，默认 2。")
@click.option("--timeout", type=int, default=LONGEST, metavar="秒",
              help=f"一页从连上到收完最多等多少秒，默认 {LONGEST}。")  # fmt: skip
@click.option("--limit", type=int, default=LIMIT, metavar="页", help="这一次最多取多少页。")
@click.option("--site", "sites", multiple=True, metavar="主机",
              help="除网址所在站点外，还可以去的站点，可多次。")  # fmt: skip
@click.option("--allow-private", is_flag=True, help="允许取本机与内网的地址。")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
@click.pass_context
def crawl(
    ctx: click.Context,
    sources: tuple[str, ...],
    name: str,
    cookies: str | None,
    delay: int,
    timeout: int,
    limit: int,
    sites: tuple[str, ...],
    allow_private: bool,
    as_json: bool,
) -> None:
    """从网上取帖子存进语料库：一个主题、一个版块，或一列网址（文件，一行一个）。

    守 robots.txt，同一站点一次只发一个请求。随时可以停，再运行一次即接着取；
    取完后再运行是更新：论坛后来删掉或藏起的帖子保留旧文。
    退出码：0 全部取到，3 有的没有取到，2 用法或输入有误，或什么也没有取到。
    """
    if delay < 0 or limit < 1 or timeout < 1:
        raise SourceError(
            "--delay、--limit 或 --timeout 太小", remedy="--delay 从 0 起，其余从 1 起"
        )
    options = Options(
        cookies=_cookies(cookies) if cookies else None,
        delay=delay,
        longest=timeout,
        allow_private=allow_private,
        sites=tuple(site.lower() for site in sites),
        limit=limit,
    )
    seeds = list(dict.fromkeys(url for source in sources for url in _urls(source)))
    with _told_on_screen() as tell:
        report = run(name, seeds, options, tell)
    if not report.pages["read"] + report.pages["unchanged"] and report.faults:
        raise SourceErrors(report.faults)
    if as_json:
        click.echo(json.dumps(_to_json(report), ensure_ascii=False))
    else:
        _print(report)
    ctx.exit(0 if report.whole else 3)


def _urls(source: str) -> tuple[str, ...]:
    """The address itself, or the addresses of a file."""
    if "://" in source[:10]:
        return (source,)
    if not Path(source).is_file():
        raise SourceError(
            f"“{source[:200]}”不是网址，也不是文件", remedy="网址以 http:// 或 https:// 开头"
        )
    return read_words(source)


def _cookies(path: str) -> MozillaCookieJar:
    jar = MozillaCookieJar(path)
    try:
        with warnings.catch_warnings(action="ignore"):  # of a broken line, which is an error below
            jar.load(ignore_discard=True, ignore_expires=True)
    except (LoadError, UnicodeDecodeError, ValueError):
        remedy = "用浏览器插件导出 Netscape 格式的 cookies.txt"
        raise SourceError("不是 cookies.txt", remedy=remedy, file=path) from None
    except FileNotFoundError:
        raise SourceError("没有这个文件", remedy="检查路径和文件名", file=path) from None
    for cookie in jar:
        if cookie.expires == 0:  # how browsers' exporters write one that lasts for the session
            cookie.expires = None
    jar.clear_expired_cookies()
    if not len(jar):
        remedy = "登录后重新导出"
        raise SourceError("里面没有还有效的 cookie", remedy=remedy, file=path)
    return jar


class _Rate(ProgressColumn):
    """Pages a minute."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed * 60:.0f} 页/分" if task.speed else "")


@contextmanager
def _told_on_screen() -> Iterator[Callable[[int, int], None]]:
    """On a terminal a bar with the pages, the rate and the time left."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield lambda done, known: None
        return
    columns = (
        TextColumn("已取 {task.completed:.0f} 页，还知道 {task.fields[left]} 页"),
        BarColumn(),
        _Rate(),
        TextColumn("还要"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True) as progress:
        bar = progress.add_task("", total=None, left=0)
        yield lambda done, known: progress.update(
            bar, completed=done, total=known, left=known - done
        )


def _to_json(report: CrawlReport) -> dict[str, Any]:
    def rows(errors: list[SourceError]) -> list[dict[str, str | None]]:
        return [{"url": one.file, "why": one.message} for one in errors]

    return {**vars(report), "faults": rows(report.faults), "notes": rows(report.notes)}


def _print(report: CrawlReport) -> None:
    pages = report.pages
    begun = "接着上次没取完的。" if report.continued else ""
    click.echo(
        f"{report.corpus}：{begun}读 {pages['read']} 页，未变 {pages['unchanged']} 页，"
        f"没取到 {pages['failed'] + pages['later']} 页，不取 {pages['skipped']} 页"
    )
    rows = sorted(report.threads.items(), key=lambda row: -row[1]["read"])[:_SHOWN]
    for cells in _table([*rows, ("合计", report.posts + Counter(pages=0))]):
        click.echo(show(cells))
    if len(report.threads) > _SHOWN:
        click.echo(f"（另有 {len(report.threads) - _SHOWN} 个主题没有列出）")
    if report.vanished:
        click.echo(f"论坛已不再显示 {report.vanished} 帖，旧文保留")
    for line in report.missing:
        click.echo(show(f"注意：{line}"))
    for name, errors in (("没取到", report.faults), ("略过", report.notes)):
        for one in errors[:_SHOWN]:
            click.echo(show(f"{name}：{one.layout()}"))
        if len(errors) > _SHOWN:
            click.echo(f"（{name}的另有 {len(errors) - _SHOWN} 处）")
    if report.left:
        click.echo(f"还有 {report.left} 页没有取，再运行一次接着取")


def _table(rows: list[tuple[str, Counter[str]]]) -> Iterator[str]:
    """A line a thread: how many posts were read, and what became of them."""
    yield "".join(f"{_pad(label, 10)}" for label in _POSTS.values()) + "主题"
    for name, counts in rows:
        yield "".join(f"{counts[key]:<10}" for key in _POSTS) + name


def _pad(label: str, cells: int) -> str:
    return label + " " * (cells - cell_len(label))
