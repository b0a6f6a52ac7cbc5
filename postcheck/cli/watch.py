"""`postcheck watch`: a draft checked again each time it is saved."""

import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from postcheck.cli.chinese import Command
from postcheck.cli.choose import parse_moment
from postcheck.cli.files import read_posts
from postcheck.cli.request import (
    Request,
    checkable,
    completed,
    make_library,
    make_request,
    request_options,
    reviews,
)
from postcheck.corpus.library import Library
from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.report.delta import delta_line
from postcheck.report.jsonl import to_json
from postcheck.review import Review

PAUSE = 0.25  # seconds between two looks at the file
TRIES = 8  # a save in several steps leaves the file absent or half there for a moment


@click.command(cls=Command)
@click.argument("file", metavar="文件")
@request_options
@click.option("--author", metavar="马甲", help="作者；以他的名义发表过的文字算旧文。")
@click.option("--posted-at", metavar="时间", help="发帖时间（ISO 8601），此后发表的文字不计。")
def watch(
    file: str,
    ruleset: str,
    kind: str | None,
    corpora: tuple[str, ...],
    people: str | None,
    roster: str | None,
    exclude: str | None,
    boilerplate: tuple[str, ...],
    lexicon: tuple[str, ...],
    number: int | None,
    author: str | None,
    posted_at: str | None,
) -> None:
    """盯着一份草稿，每次存盘后重查，用一行说明数字的变化。按 Ctrl+C 结束。

    草稿可为 .docx .txt .md .html；Word 换名存盘、锁定文件、临时文件都不妨碍。
    """
    request = make_request(ruleset, kind, people, roster, exclude, boilerplate, lexicon, number)
    moment = parse_moment("--posted-at", posted_at)
    path = Path(file)
    if not path.is_file():
        raise SourceError("没有这个文件", remedy="先存一次草稿，再开始盯", file=file)
    with make_library(corpora) as library, suppress(KeyboardInterrupt):  # Ctrl+C is its right end
        before: dict[str, Any] | None = None
        for _ in _saves(path):
            try:
                posts = completed(_settled(file), author, moment)
                after = to_json(_only(posts, request, library))
            except SourceErrors as errors:
                # The next save may be whole again: say so and go on.
                for one in errors.errors:
                    click.echo(f"错误：{one.layout()}", err=True)
                continue
            if before is None or before["post"]["sha256"] != after["post"]["sha256"]:
                click.echo(f"{datetime.now():%H:%M:%S} {delta_line(before, after)}")
            before = after


def _saves(path: Path) -> Iterator[None]:
    """At once, and whenever another file has this name, or the file has another time or size.

    Looking at the name sees every way of saving, on shared folders too, which send no events.
    """
    seen: tuple[int, ...] | None = ()
    while True:
        if (now := _state(path)) != seen:
            seen = now
            yield None
        time.sleep(PAUSE)


def _state(path: Path) -> tuple[int, ...] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _settled(file: str) -> list[Post]:
    """The posts of the file once it can be read; raises what is wrong if that lasts."""
    for _ in range(TRIES - 1):
        try:
            return read_posts([file])
        except SourceErrors:
            time.sleep(PAUSE)
    return read_posts([file])


def _only(posts: list[Post], request: Request, library: Library | None) -> Review:
    found, faults = checkable(posts, request)
    if faults:
        raise SourceErrors(faults)
    if len(found) != 1:
        raise SourceError(
            f"这里有 {len(posts)} 帖，盯的须是一份草稿",
            remedy="许多帖子请用 postcheck check",
            file=posts[0].source,
        )
    return next(reviews(found, request, library))
