"""What several commands do with files: read them all; write one whole or not at all."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from postcheck.corpus.faults import system_fault
from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.readers import read


def read_posts(sources: Sequence[str], *, notes: bool = True) -> list[Post]:
    """The posts of all sources in order; raises SourceErrors with the faults of all of them."""
    posts: list[Post] = []
    errors: list[SourceError] = []
    for source in sources:
        try:
            posts += read(source, notes=notes)
        except SourceErrors as found:
            errors += found.errors
    if errors:
        raise SourceErrors(errors)
    return posts


@contextmanager
def whole_file(path: str) -> Iterator[TextIO]:
    """A file that stands at `path` once the block has ended well; else nothing changes.

    Text is written as UTF-8; bytes go to its `buffer`. A place that cannot be written is
    refused before the block runs: raises SourceError.
    """
    target = Path(path)
    if not path or target.is_dir():
        raise SourceError("这是文件夹，写不了报告", remedy="写上报告的文件名", file=path or ".")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    stream = _open(part, target)
    try:
        with stream:
            yield stream
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


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
