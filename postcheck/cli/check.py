"""`postcheck check`: posts in, cited verdicts out."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

import click

from postcheck.cli.chinese import Command
from postcheck.cli.choose import Choice, choose, parse_floors, parse_moment
from postcheck.cli.files import named_files, read_some, silence, whole_file
from postcheck.cli.request import (
    checkable,
    completed,
    make_library,
    make_request,
    request_options,
    reviews,
)
from postcheck.errors import SourceError, SourceErrors
from postcheck.report.html import render_html
from postcheck.report.jsonl import json_line, to_json
from postcheck.report.terminal import make_console, render_terminal
from postcheck.review import Review

STATUS = {"pass": 0, "fail": 1, "referee": 3}
Write = Callable[[list[Review], TextIO], None]


@click.command(cls=Command)
@click.argument("sources", nargs=-1, required=True, type=click.Path(), metavar="帖子…")
@request_options
@click.option(
    "--author", metavar="马甲",
    help="存下的主题里只查这个马甲（或真身）的帖；别的文件没有写明作者时用它。",
)  # fmt: skip
@click.option(
    "--floor", "floors", multiple=True, metavar="楼层",
    help="存下的主题里只查这些楼层：5、楼主、2-30、20-，可用逗号隔开。",
)  # fmt: skip
@click.option("--since", metavar="时间", help="只查这个时间（ISO 8601）起发的帖。")
@click.option("--posted-at", metavar="时间", help="发帖时间（ISO 8601），此后发表的文字不计。")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON，一帖一行。")
@click.option("--html", "html", metavar="文件", help="另写一份自含的 HTML 报告。")
@click.option("--docx", "docx", metavar="文件", help="另写一份 Word 文档，标出段落，逐处加批注。")
@click.option("--fail-fast", is_flag=True, help="遇到第一个不合格的帖子即停。")
@click.pass_context
def check(
    ctx: click.Context,
    sources: tuple[str, ...],
    ruleset: str,
    kind: str | None,
    corpora: tuple[str, ...],
    author: str | None,
    floors: tuple[str, ...],
    since: str | None,
    posted_at: str | None,
    people: str | None,
    roster: str | None,
    exclude: str | None,
    boilerplate: tuple[str, ...],
    lexicon: tuple[str, ...],
    number: int | None,
    as_json: bool,
    html: str | None,
    docx: str | None,
    fail_fast: bool,
) -> None:
    """检查帖子，给出字数、重复、引用、首发的数字与带条款的裁定。

    帖子可为 .txt .md .docx .jsonl（一行一帖）或存下的主题网页（每一帖都查），“-”为标准输入。
    网页里的帖子不写 --kind 时按标题和首行猜是报道还是杀帖，并注明。
    读不了的文件和行最后指出（退出码 2），其余照查。
    退出码：0 合格，1 有不合格，3 有须哨子裁定，2 用法或输入有误。
    """
    request = make_request(ruleset, kind, people, roster, exclude, boilerplate, lexicon, number)
    choice = Choice(parse_floors(floors), author, parse_moment("--since", since))
    readable, faults = read_some(sources)
    given = completed(readable, author, parse_moment("--posted-at", posted_at))
    try:
        chosen, notes = choose(given, choice, request.people, guess=kind is None)
    except SourceErrors as nothing:
        raise SourceErrors([*faults, *nothing.errors]) from None
    posts, refused = checkable(chosen, request)
    faults += refused
    if not posts and faults:
        raise SourceErrors(faults)
    for note in notes:
        click.echo(f"注意：{note}", err=True)
    with make_library(corpora) as library, _files(html, docx, named_files(ctx)) as files:
        found, kept = set(), []
        report = _report(reviews(posts, request, library), as_json, fail_fast, go_on=bool(files))
        for one in report:
            found.add(one.verdict.status)
            if files:
                kept.append(one)
        for file, write in files:
            write(kept, file)
    if faults:  # a bad file or line does not keep the others from being checked
        raise SourceErrors(faults)
    worst = next((name for name in ("fail", "referee") if name in found), "pass")
    ctx.exit(STATUS[worst])


@contextmanager
def _files(
    html: str | None, docx: str | None, inputs: list[str]
) -> Iterator[list[tuple[TextIO, Write]]]:
    """The files of the reports beside the one on screen, each with what writes it."""
    if html and docx and Path(html).resolve() == Path(docx).resolve():
        raise SourceError("两份报告不能写成同一个文件", remedy="换一个文件名", file=docx)
    both: tuple[tuple[str | None, Write], ...] = ((html, _html), (docx, _docx))
    reports = [(path, write) for path, write in both if path is not None]
    with ExitStack() as stack:
        yield [(stack.enter_context(whole_file(path, inputs)), write) for path, write in reports]
    for path, _ in reports:
        click.echo(f"已写 {path}", err=True)


def _html(reviews: list[Review], file: TextIO) -> None:
    file.write(render_html(reviews))


def _docx(reviews: list[Review], file: TextIO) -> None:
    from postcheck.report.docx import write_docx  # lxml and python-docx take a tenth of a second

    write_docx(reviews, file.buffer)


def _report(
    reviews: Iterator[Review], as_json: bool, fail_fast: bool, *, go_on: bool
) -> Iterator[Review]:
    """Prints each review as it is finished and passes it on.

    `go_on`: the rest is still wanted where nobody reads what is printed any more.
    """
    console = None if as_json else make_console(sys.stdout)
    for one in reviews:
        try:
            if console is None:
                click.echo(json_line(to_json(one)))
            else:
                render_terminal([one], console)
        except BrokenPipeError:
            if not go_on:
                raise
            silence()
        yield one
        if fail_fast and one.verdict.status == "fail":
            return
