"""The embedded corpus store: add, list, info, rebuild, remove, verify.

    add("board", ["posts.jsonl.gz"])
    info("board").documents

One writer a corpus at a time, any number of readers beside it. All of an `add` becomes
visible in one step, or nothing of it.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from datetime import datetime
from pathlib import Path

import numpy as np
from filelock import FileLock, Timeout

from postcheck.corpus import manifest
from postcheck.corpus.faults import system_fault, unknown_corpus
from postcheck.corpus.importers import check_sources, read_source
from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.library import corpus_names, open_segments
from postcheck.corpus.manifest import Manifest, corpus_folder, crawl_file, damage
from postcheck.corpus.segment import INDEX, Documents
from postcheck.corpus.writer import Writer
from postcheck.errors import SourceError, SourceErrors
from postcheck.readers.container import size_of

__all__ = [
    "AddReport",
    "Added",
    "CorpusInfo",
    "add",
    "append",
    "corpus_names",
    "info",
    "list_corpora",
    "rebuild",
    "remove",
    "remove_documents",
    "verify",
]

_PROGRESS = 1000  # documents between two calls of `progress`

Progress = Callable[[int, int, int], None]  # documents read, bytes read, bytes of all sources


@dataclass(frozen=True)
class Added:
    """What became of a source: documents read, new, changed, the same as before; what was left
    out or replaced (`skipped`), what could not be read (`failed`)."""

    source: str
    read: int
    new: int
    changed: int
    same: int
    skipped: int
    failed: int


@dataclass(frozen=True)
class AddReport:
    """What an `add` did: documents read, new, changed, the same as before; characters read.

    `skipped` says what was left out or replaced and why, `failed` what could not be read (the
    first 200 of `skipped_count` and `failed_count`); `sources`: the same for each source;
    `removed`: documents that the sources have no more, where they replace what was there.
    """

    corpus: str
    read: int
    new: int
    changed: int
    same: int
    characters: int
    skipped: tuple[SourceError, ...]
    skipped_count: int
    failed: tuple[SourceError, ...]
    failed_count: int
    sources: tuple[Added, ...]
    removed: int = 0


@dataclass(frozen=True)
class CorpusInfo:
    """A stored corpus: live documents, their characters and fingerprints, bytes on disk."""

    name: str
    documents: int
    characters: int
    fingerprints: int
    bytes: int
    updated_at: datetime


def add(
    name: str,
    sources: Sequence[str],
    *,
    format: str | None = None,  # noqa: A002
    author: str | None = None,
    split: bool = False,
    replace: bool = False,
    progress: Progress | None = None,
) -> AddReport:
    """Adds the documents of `sources` to corpus `name`, made if need be.

    A document whose id is there with another content replaces it; one that is the same is
    kept. What cannot be read is reported and the rest is added. `author` stands in where a
    document names none; `split`: the text files hold many texts with blank lines between.
    `replace`: documents that the sources do not hold are removed, in the same step.
    Raises `SourceErrors` where a source is not there, nothing at all could be read, or anything
    at all could not and it was to `replace` what is there; the store is then as before.
    """
    notes = Notes()
    check_sources(sources, format)
    total = sum(map(size_of, sources)) if progress is not None else 0
    rows: list[Added] = []
    with _writing(name), Writer(corpus_folder(name), notes, author) as writer:
        for source in sources:
            before = _counted(source, writer, notes)
            for entry in read_source(source, format, notes, split=split):
                writer.append(entry)
                if progress is not None and writer.read % _PROGRESS == 0:
                    progress(writer.read, notes.meter.position, total)
            writer.flush()
            rows.append(_difference(before, _counted(source, writer, notes)))
        if not writer.read:
            raise SourceErrors(_nothing(notes))
        if replace:
            if notes.error_count:
                raise SourceErrors(_unsure(notes))
            writer.remove_unseen()
        writer.commit()
        return AddReport(
            corpus=name,
            read=writer.read,
            new=writer.new,
            changed=writer.changed,
            same=writer.same,
            characters=writer.characters,
            skipped=tuple(notes.skipped),
            skipped_count=notes.skipped_count,
            failed=tuple(notes.errors),
            failed_count=notes.error_count,
            sources=tuple(rows),
            removed=writer.removed,
        )


def _counted(source: str, writer: Writer, notes: Notes) -> Added:
    """All that was counted so far."""
    return Added(
        source,
        writer.read,
        writer.new,
        writer.changed,
        writer.same,
        notes.skipped_count,
        notes.error_count,
    )


def _difference(before: Added, after: Added) -> Added:
    """A document that comes again changed, from a later source, is not the same any more: that
    source's count of the same would be below nothing."""
    pairs = zip(astuple(before)[1:], astuple(after)[1:], strict=True)
    return Added(after.source, *(max(0, now - then) for then, now in pairs))


def append(name: str, entries: Iterable[Entry]) -> None:
    """Adds documents to corpus `name` as `add` does; raises `SourceErrors`."""
    with _writing(name), Writer(corpus_folder(name), Notes()) as writer:
        for entry in entries:
            writer.append(entry)
        writer.commit()


def _nothing(notes: Notes) -> list[SourceError]:
    """Why no document was read."""
    if not notes.errors:
        remedy = "把旧文存成 .txt，或一行一篇列成 .jsonl"
        return [SourceError("没有读到任何文章，语料库没有变", remedy=remedy), *notes.skipped]
    return _errors(notes)


def _unsure(notes: Notes) -> list[SourceError]:
    """Why nothing is removed: what could not be read may be there all the same."""
    remedy = "先修好下面各处；或不用 --replace，读得了的照加，一篇也不删"
    return [SourceError("有的来源读不了，语料库没有变", remedy=remedy), *_errors(notes)]


def _errors(notes: Notes) -> list[SourceError]:
    rest = notes.error_count - len(notes.errors)
    return [*notes.errors, *([SourceError(f"另有 {rest} 处错误没有列出")] if rest else [])]


def list_corpora() -> tuple[list[CorpusInfo], list[SourceError]]:
    """All stored corpora that can be used, by name, and what is wrong with the others."""
    rows: list[CorpusInfo] = []
    problems: list[SourceError] = []
    for name in corpus_names():
        try:
            open_segments(corpus_folder(name))
            rows.append(info(name))
        except FileNotFoundError:
            continue  # removed meanwhile
        except SourceErrors as faults:
            problems += faults.errors
    return rows, problems


def info(name: str) -> CorpusInfo:
    """Raises `SourceError` where there is no such corpus or it cannot be used."""
    state = _load(name)
    folder = corpus_folder(name)
    sums = [file_sum for entry in state.segments for file_sum in entry.files.values()]
    return CorpusInfo(
        name=name,
        documents=sum(entry.documents for entry in state.segments),
        characters=sum(entry.characters for entry in state.segments),
        fingerprints=sum(entry.fingerprints for entry in state.segments),
        bytes=sum(each.bytes for each in sums) + (folder / manifest.MANIFEST).stat().st_size,
        updated_at=datetime.fromisoformat(state.updated_at),
    )


def rebuild(name: str, *, progress: Callable[[int], None] | None = None) -> CorpusInfo:
    """Makes the index of a corpus anew from the texts that it holds, in one step like `add`.

    For a corpus whose index is damaged or was made by another fold table or hash. Raises
    `SourceErrors` where the texts themselves are damaged.
    """
    folder = _existing(name)
    with _writing(name):
        state = manifest.load(folder, any_recipe=True)
        files = {path: each for entry in state.segments for path, each in entry.files.items()}
        problems = damage(folder, {path: each for path, each in files.items()
                                   if path.split("/")[-1] not in INDEX})  # fmt: skip
        if problems:
            raise SourceErrors(problems)
        with Writer(folder, Notes(), afresh=True) as writer:
            for number, entry in enumerate(_stored(folder, state), start=1):
                writer.append(entry)
                if progress is not None and number % _PROGRESS == 0:
                    progress(number)
            writer.commit()
    return info(name)


def _stored(folder: Path, state: Manifest) -> Iterator[Entry]:
    """The live documents of a corpus, as an importer would hand them over."""
    for segment in state.segments:
        dead = folder / segment.dead if segment.dead else None
        documents = Documents(folder / segment.name, dead)
        for doc in np.flatnonzero(documents.live).tolist():
            id_, author, title, url, published_at = documents.meta(doc)
            yield Entry(id_ or "", documents.text(doc), author, title, url, published_at)


def _existing(name: str) -> Path:
    """The folder of a corpus; raises `SourceError` where there is none."""
    folder = corpus_folder(name)
    if not (folder / manifest.MANIFEST).exists():
        raise unknown_corpus(name, corpus_names())
    return folder


def remove(name: str) -> None:
    """Deletes a corpus, a damaged one too; raises `SourceError` where there is none."""
    folder = _existing(name)
    with _writing(name):
        (folder / manifest.MANIFEST).unlink()  # from here on there is no such corpus
        manifest.sync_folder(folder)
        shutil.rmtree(folder)
        crawl_file(name).unlink(missing_ok=True)


def remove_documents(name: str, ids: Sequence[str]) -> int:
    """Removes documents by their ids, in one step; the number of them.

    Raises `SourceErrors`, and removes nothing, where there is no document with one of the ids.
    """
    folder = _existing(name)
    with _writing(name), Writer(folder, Notes()) as writer:
        missing = writer.remove(tuple(dict.fromkeys(ids)))
        if missing:
            raise SourceErrors(
                SourceError(f"语料“{name}”里没有编号为“{id_}”的文章，一篇也没有删",
                            remedy="编号就是报告里来源的名字；文件夹导入的，编号是文件的路径")
                for id_ in missing
            )  # fmt: skip
        writer.commit()
        return writer.removed


def verify(name: str) -> list[SourceError]:
    """Reads every byte of a corpus; the problems found, each with file and remedy."""
    folder = corpus_folder(name)
    while True:
        try:
            state = _load(name)
        except SourceError as error:
            if error.file is None:
                raise
            return [error]
        problems = [each for entry in state.segments for each in damage(folder, entry.files)]
        if not problems or state == _load(name):  # else a writer swapped the files meanwhile
            return problems


def _load(name: str) -> Manifest:
    try:
        return manifest.load(corpus_folder(name))
    except FileNotFoundError:
        raise unknown_corpus(name, corpus_names()) from None


@contextmanager
def _writing(name: str) -> Iterator[None]:
    """Holds the corpus for one writer, until the end of the process at the latest.

    What the system refuses meanwhile becomes a `SourceError`.
    """
    path = corpus_folder(name).with_name(f".{name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path, timeout=0):
            yield
    except Timeout:
        message = f"另一个程序正在写语料“{name}”"
        raise SourceError(message, remedy="等它结束后再运行一次") from None
    except OSError as error:
        raise system_fault(error, str(path.parent)) from error
