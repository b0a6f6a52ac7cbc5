"""Importers: what a corpus can be filled from, and which importer reads which source."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from postcheck.corpus.faults import system_fault
from postcheck.corpus.importers.archives import read_archive
from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.importers.jsonl import read_jsonl
from postcheck.corpus.importers.poetry import read_poetry
from postcheck.corpus.importers.text_files import SUFFIXES, read_file, read_folder, read_zip
from postcheck.errors import SourceError, SourceErrors

FORMATS = ("chinese-poetry", "jsonl")
_JSONL = (".jsonl", ".jsonl.gz", ".ndjson")


def read_sources(sources: Sequence[str], format_: str | None, notes: Notes) -> Iterator[Entry]:
    """Yields the documents of all sources in order; faults go to `notes`.

    `format_` is one of `FORMATS`, None to go by what the source is.
    """
    if format_ not in (None, *FORMATS):
        remedy = "可用的格式：" + "、".join(FORMATS)
        raise SourceError(f"不认识格式“{format_}”", remedy=remedy)
    for source in sources:
        try:
            yield from _read_source(Path(source), source, format_, notes)
        except OSError as error:
            notes.error(system_fault(error, source))
        except SourceErrors as faults:
            for fault in faults.errors:
                notes.error(fault)


def _read_source(path: Path, source: str, format_: str | None, notes: Notes) -> Iterator[Entry]:
    if not path.exists():
        raise SourceError("没有这个文件或文件夹", remedy="检查路径", file=source)
    name = path.name.lower()
    if format_ == "chinese-poetry":
        yield from read_poetry(path, source, notes)
    elif format_ == "jsonl" or name.endswith(_JSONL):
        yield from read_jsonl(path, source, notes)
    elif path.is_dir():
        yield from read_folder(path, source, notes)
        yield from read_archive(source, notes, without=SUFFIXES)
    elif name.endswith(".zip"):
        yield from read_zip(path, source, notes)
        yield from read_archive(source, notes, without=SUFFIXES)
    elif name.endswith(SUFFIXES):
        yield read_file(path, source)
    else:
        yield from read_archive(source, notes)
