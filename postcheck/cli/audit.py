"""`postcheck audit`: all complaints of a game, or all posts of a folder, in one run."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from postcheck.audit.cases import items as case_items
from postcheck.audit.complaints import Complaint, read_complaints
from postcheck.audit.finish import files
from postcheck.audit.page import Heading
from postcheck.audit.pseudonyms import Pseudonyms, everybody, read_key
from postcheck.audit.run import Order, run
from postcheck.audit.spark import Cluster
from postcheck.audit.store import locked
from postcheck.audit.texts import Item, Shelf, authors, count, stream
from postcheck.audit.totals import Totals
from postcheck.audit.vet import Plan
from postcheck.audit.view import COMPARISONS, ROW_STATUS
from postcheck.checks.lexicon import lexicons
from postcheck.cli.chinese import Command
from postcheck.cli.files import keep_inputs, named_files, read_posts
from postcheck.cli.request import shared_options
from postcheck.corpus.cluster import open_export, session
from postcheck.corpus.library import corpus_names
from postcheck.corpus.manifest import RECIPE
from postcheck.errors import SourceError, SourceErrors
from postcheck.game.referee import replay_file
from postcheck.game.state import Game
from postcheck.readers.lists import read_people, read_words
from postcheck.report.hidden import show
from postcheck.report.terms import STATUS
from postcheck.ruleset import Ruleset, load

WRITTEN = ("results.jsonl", "audit.xlsx", "index.html", "summary.md")
_REASONS = 5  # of each kind that are printed

EXIT = {"pass": 0, "fail": 1, "referee": 3}


@dataclass(frozen=True)
class _Job:
    """What one call comes to: the items, how many, who is in them, and the columns that the
    table of complaints has besides."""

    plan: Plan
    items: Callable[[], Iterator[Item]]
    total: int
    heading: Heading
    names: Callable[[], frozenset[str]]
    extra: tuple[str, ...] = ()


@click.command(cls=Command)
@click.argument("sources", nargs=-1, type=click.Path(), metavar="[投诉表|帖子…]")
@click.option("--game", "ledger", metavar="账本", type=click.Path(path_type=Path),
              help="这一局的账本：逐条复核投诉。不给投诉表则复核账本里的投诉。")  # fmt: skip
@click.option("--ruleset", type=click.Path(), metavar="ID|文件",
              help="规则：内置编号或 .toml 文件；有 --game 时默认用账本写的。")  # fmt: skip
@click.option("--posts", multiple=True, metavar="文件|文件夹", type=click.Path(),
              help="帖子的正文：存下的主题、文件夹、.jsonl、.parquet，可多次。")  # fmt: skip
@click.option("--out", required=True, metavar="文件夹", type=click.Path(path_type=Path),
              help="结果写在这里；同一文件夹再跑一次，从停下的地方接着做。")  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="数", help="同时用几个进程，默认用全部核。"
)
@click.option("--spark", "master", metavar="地址",
              help="在 Spark 集群上检查，如 spark://主机:7077；要同时给 --exports。")  # fmt: skip
@click.option("--exports", metavar="文件夹", type=click.Path(path_type=Path),
              help="语料库的导出放在这里，一库一个子文件夹，集群各机都看得到。")  # fmt: skip
@shared_options
@click.option("--anonymize", is_flag=True, help="名字都换成化名，同一人同一化名。")
@click.option("--key", metavar="文件", type=click.Path(),
              help="化名的密钥；默认用本机自己的一把，同一把得同样的化名。")  # fmt: skip
@click.pass_context
def audit(
    ctx: click.Context,
    sources: tuple[str, ...],
    ledger: Path | None,
    ruleset: str | None,
    posts: tuple[str, ...],
    out: Path,
    jobs: int | None,
    master: str | None,
    exports: Path | None,
    kind: str | None,
    corpora: tuple[str, ...],
    people: str | None,
    roster: str | None,
    exclude: str | None,
    boilerplate: tuple[str, ...],
    lexicon: tuple[str, ...],
    anonymize: bool,
    key: str | None,
) -> None:
    """复核一局的全部投诉（--game），或检查全部帖子（--ruleset），写成表格和网页。

    投诉表是 .csv .xlsx .jsonl，按列名认：投诉人、被投诉帖、理由、时间、标题、证据……
    退出码：0 全部一致（合格），1 有不一致（不合格）的，3 有要哨子定的或没有查成的，2 用法有误。
    """

    def plan(chosen: Ruleset) -> Plan:
        return Plan(
            chosen,
            corpora=_names(corpora, master, exports),
            kind=kind,
            people=read_people(people) if people else {},
            roster=read_words(roster) if roster else (),
            excluded=read_words(exclude) if exclude else (),
            boilerplate=_texts(boilerplate),
            lexicons=lexicons(lexicon),
        )

    for name in WRITTEN:
        keep_inputs(out / name, named_files(ctx))
    if ledger is not None:
        game = replay_file(ledger, ruleset)
        job = _of_game(plan(game.ruleset), game, ledger, sources, posts)
    elif ruleset is None:
        raise click.UsageError("写上 --game 账本，或 --ruleset 规则")
    elif not (sources or posts):
        raise click.UsageError("没有写要查的帖子：--posts 文件或文件夹")
    else:
        job = _of_posts(plan(load(ruleset)), (*sources, *posts))
    pseudonyms = Pseudonyms(read_key(key), job.names(), job.plan.people) if anonymize else None
    order = Order(job.plan, out, jobs or _cores(), pseudonyms)
    with locked(out), _cluster(job.plan, master, exports) as cluster:
        totals = _written(job, replace(order, cluster=cluster))
    click.echo(_told(totals), err=True)
    click.echo(str(out))
    ctx.exit(EXIT[totals.worst])


def _cores() -> int:
    """The cores that this process may use; not every system says which."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _written(job: _Job, order: Order) -> Totals:
    """Runs the audit and writes its files."""
    heading = _heading(job.heading, order.pseudonyms)
    with files(order.folder, heading, _extra(job, order.pseudonyms)) as written:
        with _progress(job.total) as advance:
            totals = run(job.items(), order, written.add, advance)
        written.write(totals)
    return totals


def _heading(heading: Heading, pseudonyms: Pseudonyms | None) -> Heading:
    if pseudonyms is None:
        return heading
    return replace(heading, title=pseudonyms.text(heading.title), secret=False)


def _extra(job: _Job, pseudonyms: Pseudonyms | None) -> tuple[str, ...]:
    """The further columns, each once, under the names that their rows bear."""
    if pseudonyms is None:
        return job.extra
    return tuple(dict.fromkeys(map(pseudonyms.text, job.extra)))


def _names(corpora: tuple[str, ...], master: str | None, exports: Path | None) -> tuple[str, ...]:
    """The corpora that are searched: those named, else all in the store, or all exports."""
    if (master is None) != (exports is None):
        raise click.UsageError("--spark 和 --exports 要一起写")
    if "none" in corpora:
        return ()
    if corpora or exports is None:
        return corpora or corpus_names()
    return tuple(sorted(path.parent.name for path in exports.glob(f"*/{RECIPE}")))


@contextmanager
def _cluster(plan: Plan, master: str | None, exports: Path | None) -> Iterator[Cluster | None]:
    if master is None or exports is None:
        yield None
        return
    corpora = tuple(open_export(name, exports / name) for name in plan.corpora)
    spark = session(master)
    try:
        yield Cluster(spark, corpora)
    finally:
        spark.stop()


def _texts(files: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((post.id, post.text.original) for post in read_posts(files))


def _of_game(
    plan: Plan, game: Game, ledger: Path, tables: Sequence[str], posts: Sequence[str]
) -> _Job:
    """The complaints of the tables, or of the ledger where no table is given."""
    _existing(posts)
    complaints = list(_complaints(game, ledger, tables))
    shelf = Shelf(game, posts)
    for fault in shelf.faults:
        click.echo(f"注意：{fault}", err=True)
    players = game.players.values()
    owners = {player.name: player.owner for player in players if player.owner}
    plan = replace(
        plan,
        people={**owners, **plan.people},
        roster=tuple(dict.fromkeys((*game.players, *game.aliases, *plan.roster))),
    )
    title = game.ledger.records[1]["title"]
    about = (f"规则 {game.ruleset.title}（{game.ruleset.edition}）", _against(plan))
    return _Job(
        plan,
        lambda: case_items(game, complaints, shelf),
        len(complaints),
        Heading(f"{title}：投诉复核", about, cases=True, secret=True),
        lambda: _named(plan, (one.by for one in complaints), (one.insulted for one in complaints)),
        tuple(dict.fromkeys(name for one in complaints for name in one.extra)),
    )


def _complaints(game: Game, ledger: Path, tables: Sequence[str]) -> Iterator[Complaint]:
    for source in tables:
        yield from read_complaints(source)
    if not tables:
        events = [event for event in game.ledger.events if event.type == "complaint"]
        if not events:
            raise SourceError("账本里没有投诉", remedy="给一张投诉表", file=str(ledger))
        yield from (Complaint(f"{ledger}:{event.line}", id=event["id"]) for event in events)


def _of_posts(plan: Plan, sources: Sequence[str]) -> _Job:
    _existing(sources)
    about = (f"规则 {plan.ruleset.title}（{plan.ruleset.edition}）", _against(plan))
    return _Job(
        plan,
        lambda: stream(sources, plan.kind),
        count(sources),
        Heading("风云发帖审核", about, cases=False, secret=True),
        lambda: _named(plan, authors(sources)),
    )


def _existing(sources: Sequence[str]) -> None:
    """Raises SourceErrors for all that are not there, before anything is written."""
    missing = [
        SourceError("没有这个文件或文件夹", remedy="检查路径", file=source)
        for source in sources
        if not os.path.exists(source)
    ]
    if missing:
        raise SourceErrors(missing)


def _against(plan: Plan) -> str:
    return f"语料库 {'、'.join(plan.corpora) or '无'}"


def _named(plan: Plan, *groups: Iterable[str | None]) -> frozenset[str]:
    """Everybody whose name a pseudonym replaces."""
    return everybody(plan.roster, plan.people, plan.people.values(), *groups)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[bool], None]]:
    """A bar with rate and time left, where somebody sees it; gives what is told of each row."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("审核"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("剩余"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, rate="")
        kept = 0

        def advance(taken_over: bool) -> None:
            nonlocal kept
            kept += taken_over
            speed = progress.tasks[0].speed
            rate = f"{speed:.1f} 帖/秒" if speed else ""
            progress.update(task, advance=1, rate=rate)

        try:
            yield advance
        except KeyboardInterrupt:
            click.echo("停下了；同一条命令再跑一次，从这里接着做", err=True)
            raise
    if kept:
        click.echo(f"其中 {kept} 条沿用上次的结果", err=True)


def _told(totals: Totals) -> str:
    """What came out, and why some was not checked."""
    groups = ((ROW_STATUS, totals.status), (STATUS, totals.verdicts),
              (COMPARISONS, totals.comparisons))  # fmt: skip
    parts = [
        "，".join(f"{name} {counts[code]}" for code, name in names.items() if counts[code])
        for names, counts in groups
    ]
    first = f"共 {totals.rows} 条：{'；'.join(part for part in parts if part)}"
    return "\n".join((first, *_why_not(totals)))


def _why_not(totals: Totals) -> Iterator[str]:
    """A line a reason why rows were not checked, the most frequent first."""
    for status, reasons in sorted(totals.reasons.items()):
        for reason, number in reasons.most_common(_REASONS):
            yield f"{ROW_STATUS[status]} {number} 条：{show(reason)}"
        if left := sum(reasons.values()) - sum(n for _, n in reasons.most_common(_REASONS)):
            yield f"{ROW_STATUS[status]} {left} 条：其他原因，见 audit.xlsx"
