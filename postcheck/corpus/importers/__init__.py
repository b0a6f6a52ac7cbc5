"""Importers: what a corpus can be filled from, and which importer reads which source."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from postcheck.corpus.faults import system_fault
from postcheck.corpus.importers.archives import read_archive
from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.importers.jsonl import is_plain, read_jsonl
from postcheck.corpus.importers.poetry import read_poetry
from postcheck.errors import SourceError, SourceErrors

FORMATS = ("chinese-poetry", "jsonl")
_JSONL = (".jsonl", ".jsonl.gz", ".ndjson")


def check_sources(sources: Sequence[str], format_: str | None) -> None:
    """Raises SourceErrors for mistakes in the call: no such format, sources that are not there."""
    if format_ not in (None, *FORMATS):
        remedy = "可用的格式：" + "、".join(FORMATS)
        raise SourceError(f"不认识格式“{format_}”", remedy=remedy)
    missing = [source for source in sources if not Path(source).exists()]
    if missing:
        raise SourceErrors(
            SourceError("没有这个文件或文件夹", remedy="检查路径", file=source)
            for source in missing
        )


def read_source(
    source: str, format_: str | None, notes: Notes, *, split: bool = False
) -> Iterator[Entry]:
    """Yields the documents of a source; what cannot be read goes to `notes`, the rest is read.

    `format_` is one of `FORMATS`, None to go by what the source is; `split`: the text files hold
    many texts with blank lines between.
    """
    path = Path(source)
    name = path.name.lower()
    try:
        if format_ == "chinese-poetry":
            yield from read_poetry(path, source, notes)
        elif format_ == "jsonl" or (name.endswith(_JSONL) and is_plain(path)):
            yield from read_jsonl(path, source, notes)
        else:
            yield from read_archive(source, notes, split=split)
    except OSError as error:
        notes.error(system_fault(error, source))
    except SourceErrors as faults:
        for fault in faults.errors:
            notes.error(fault)
