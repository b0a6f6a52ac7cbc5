"""What several commands do with files: read them all; write one whole or not at all."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click

from postcheck.corpus.faults import system_fault
from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.readers import read


def read_some(
    sources: Sequence[str], *, notes: bool = True
) -> tuple[list[Post], list[SourceError]]:
    """The posts that can be read, in order, and the faults of what cannot: files, and lines."""
    posts: list[Post] = []
    faults: list[SourceError] = []
    for source in sources:
        try:
            posts += read(source, notes=notes, faults=faults)
        except SourceErrors as found:
            faults += found.errors
    return posts, faults


def read_posts(sources: Sequence[str]) -> list[Post]:
    """The posts of all sources in order; raises SourceErrors with the faults of all of them."""
    posts, faults = read_some(sources)
    if faults:
        raise SourceErrors(faults)
    return posts


def named_files(ctx: click.Context) -> list[str]:
    """What the call names to be read: the values of all its parameters that are paths."""
    found: list[str] = []
    for one in ctx.command.params:
        if isinstance(one.type, click.Path) and (value := ctx.params[one.name or ""]) is not None:
            found += map(str, value if isinstance(value, tuple) else (value,))
    return found


def keep_inputs(target: Path, inputs: Iterable[str]) -> None:
    """Raises SourceError where writing `target` would destroy one of the `inputs`.

    Links and other spellings of a path count. "-" and a built-in ruleset's name are no files.
    """
    for one in inputs:
        try:
            same = target.samefile(one)
        except (OSError, ValueError):
            continue
        if same:
            raise SourceError(
                "这是要读的文件，写报告会盖掉它", remedy="报告换一个文件名", file=str(target)
            )


@contextmanager
def whole_file(path: str, inputs: Iterable[str]) -> Iterator[TextIO]:
    """A file that stands at `path` once the block has ended well; else nothing changes.

    Text is written as UTF-8; bytes go to its `buffer`. A place that cannot be written is
    refused before the block runs, and so is one of the `inputs`: raises SourceError.
    """
    target = Path(path)
    if not path or target.is_dir():
        raise SourceError("这是文件夹，写不了报告", remedy="写上报告的文件名", file=path or ".")
    keep_inputs(target, inputs)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    stream = _open(part, target)
    try:
        with stream:
            yield stream
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def silence() -> None:
    """Lets all further output go nowhere: whoever read it has gone (`| head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open(part: Path, target: Path) -> TextIO:
    if not target.parent.is_dir():
        raise SourceError("没有这个文件夹，写不了报告", remedy="先建好文件夹，或换一个位置",
                          file=str(target.parent))  # fmt: skip
    try:
        return part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        message = system_fault(error, str(target)).message
        raise SourceError(f"写不了报告：{message}", remedy="换一个可写的位置",
                          file=str(target)) from error  # fmt: skip
