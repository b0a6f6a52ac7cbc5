"""A stored corpus as Parquet: the form in which fingerprints travel to a cluster.

    export("board", Path("board-parquet"))

- `fingerprints/part-*.parquet`: `h BIGINT` (the 44-bit fingerprint), `d INT` (the document's
  number), `p INT` (the position in its folded text), in order of h, d, p; one file a range
  of hashes, the files' names in the order of the ranges; zstd, `h` delta-packed.
- `documents.parquet`: `d`, id, author, title, url, published_at, characters and `folded`,
  the length of the folded text, in order of d;
- `texts.parquet`: `d`, id, author, title, url, published_at as it was written, and text.

All carry the recipe of the fingerprints as the key `postcheck` of their schema, and it stands
beside them in `recipe.json`. The same
SQL runs over them in DuckDB and in Spark, which has no unsigned 64-bit integers.
"""

import json
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from postcheck.corpus import manifest
from postcheck.corpus.faults import system_fault, unknown_corpus
from postcheck.corpus.fingerprint import Words
from postcheck.corpus.library import corpus_names, open_segments
from postcheck.corpus.segment import BUCKETS, WORD_BITS, Indices, Row, Segment
from postcheck.errors import SourceError, not_installed

_FILE_POSTINGS = 1 << 21  # postings of a file, about
_ROWS = 1 << 22  # postings of a row group at most, some 64 MB (or one bucket, if that has more)
_DOCUMENTS = 1 << 13  # documents of a row group
_CHARACTERS = 1 << 22  # characters of a row group of texts, or one document that has more

_META = ("id", "author", "title", "url")

_Postings = tuple[Words, Indices, Indices]


@dataclass(frozen=True)
class ExportReport:
    """What was written: documents, fingerprints, files of fingerprints, bytes in all."""

    documents: int
    fingerprints: int
    files: int
    bytes: int


def export(name: str, folder: Path) -> ExportReport:
    """Writes corpus `name` as Parquet into the new `folder`, which appears when it is whole.

    Documents are numbered from 0 without gaps. Memory is bounded by a row group. Raises
    `SourceError` where there is no such corpus, no pyarrow, or `folder` holds something.
    """
    parquet = _pyarrow()
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise SourceError(
            "导出的文件夹已经有东西", remedy="换一个名字，或先清空它", file=str(folder)
        )
    draft = folder.with_name(f".{folder.name}.{secrets.token_hex(6)}")
    try:
        with ExitStack() as stack:
            segments, words, state = _open(name, stack)
            stack.callback(shutil.rmtree, draft, ignore_errors=True)
            (draft / "fingerprints").mkdir(parents=True)
            numbers = _numbers(segments)
            files, postings = _write_fingerprints(parquet, draft, segments, words, numbers)
            documents = _write_documents(parquet, draft, segments)
            _write_texts(parquet, draft, segments, numbers)
            manifest.save_recipe(draft, state)
            size = sum(path.stat().st_size for path in draft.rglob("*.parquet"))
            manifest.sync_folder(draft / "fingerprints")
            manifest.sync_folder(draft)
            draft.replace(folder)
            manifest.sync_folder(folder.parent)
    except OSError as error:
        raise system_fault(error, str(folder)) from error
    return ExportReport(documents, postings, files, size)


def _pyarrow() -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise not_installed("导出 Parquet 需要 pyarrow", "parquet") from None
    return parquet


def _open(name: str, stack: ExitStack) -> tuple[list[Segment], list[BinaryIO], str]:
    """The segments, their words as open files, and the state of the corpus. Read through the
    maps, the words would count as memory of this process. A writer beside us may delete the
    files, but not what is open."""
    folder = manifest.corpus_folder(name)
    while True:
        try:
            state = manifest.state(folder)
            segments = open_segments(folder)
        except FileNotFoundError:
            raise unknown_corpus(name, corpus_names()) from None
        try:
            paths = [segment.folder / "words" for segment in segments]
            words: list[BinaryIO] = [stack.enter_context(path.open("rb")) for path in paths]
        except FileNotFoundError:
            continue  # merged away meanwhile
        if manifest.state(folder) == state:
            return segments, words, state


def _numbers(segments: Sequence[Segment]) -> list[Indices]:
    """For each segment the number of each of its live documents in the export."""
    numbers, start = [], 0
    for segment in segments:
        numbers.append(start + np.cumsum(segment.live) - 1)
        start += int(segment.live.sum())
    return numbers


def _write_fingerprints(
    parquet: Any,
    draft: Path,
    segments: Sequence[Segment],
    words: Sequence[BinaryIO],
    numbers: Sequence[Indices],
) -> tuple[int, int]:
    """Writes all postings; returns the numbers of files and of postings."""
    total = sum(len(segment.words) for segment in segments)
    files = min(BUCKETS, 1 << (total // _FILE_POSTINGS).bit_length())
    buckets = _buckets(segments, words, numbers)
    written = 0
    schema = _schema({"h": "int64", "d": "int32", "p": "int32"})
    encodings = dict.fromkeys(schema.names, "DELTA_BINARY_PACKED")
    for number in range(files):
        path = draft / "fingerprints" / f"part-{number:04}.parquet"
        with path.open("xb") as file:
            options = {"compression": "zstd", "use_dictionary": False}
            with parquet.ParquetWriter(file, schema, column_encoding=encodings, **options) as out:
                for rows in _gathered(buckets, BUCKETS // files):
                    out.write_table(_table(rows, schema), row_group_size=len(rows[0]) or None)
                    written += len(rows[0])
            _make_durable(file)
    return files, written


def _buckets(
    segments: Sequence[Segment], words: Sequence[BinaryIO], numbers: Sequence[Indices]
) -> Iterator[_Postings]:
    """The postings of live documents, bucket by bucket, each in order of h, d, p."""
    sizes = [segment.bucket_sizes for segment in segments]
    for bucket in range(BUCKETS):
        parts: list[_Postings] = [(_NO_HASHES, _NONE, _NONE)]
        for segment, file, number, size in zip(segments, words, numbers, sizes, strict=True):
            if not size[bucket]:
                continue
            read = np.fromfile(file, dtype="<u8", count=int(size[bucket]))
            docs, positions = segment.places(read)
            live = segment.live[docs]
            hashes = (read[live] >> WORD_BITS) | (np.uint64(bucket) << WORD_BITS)
            parts.append((hashes, number[docs[live]], positions[live]))
        hashes, docs, positions = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.argsort(hashes, kind="stable")
        yield hashes[order], docs[order], positions[order]


_NO_HASHES: Words = np.empty(0, dtype=np.uint64)
_NONE: Indices = np.empty(0, dtype=np.int64)


def _gathered(buckets: Iterator[_Postings], count: int) -> Iterator[_Postings]:
    """The next `count` buckets in row groups."""
    kept: list[_Postings] = []
    rows = 0
    for left in range(count - 1, -1, -1):
        kept.append(next(buckets))
        rows += len(kept[-1][0])
        if rows >= _ROWS or not left:
            hashes, docs, positions = zip(*kept, strict=True)
            yield np.concatenate(hashes), np.concatenate(docs), np.concatenate(positions)
            kept, rows = [], 0


def _write_documents(parquet: Any, draft: Path, segments: Sequence[Segment]) -> int:
    """Writes the live documents' meta data and returns how many there are."""
    texts = dict.fromkeys(_META, "string")
    sizes = {"characters": "int32", "folded": "int32"}
    schema = _schema({"d": "int32", **texts, "published_at": "time", **sizes})
    written = 0
    with (draft / "documents.parquet").open("xb") as file:
        with parquet.ParquetWriter(file, schema, compression="zstd") as out:
            for segment in segments:
                lengths = np.diff(segment.table[Row.CHARACTERS])
                folded = np.diff(segment.table[Row.FOLDED]) - 1
                docs = np.flatnonzero(segment.live)
                for start in range(0, len(docs), _DOCUMENTS):
                    group = docs[start : start + _DOCUMENTS]
                    *fields, times = zip(*map(segment.meta, group.tolist()), strict=True)
                    dates = [each and datetime.fromisoformat(each) for each in times]
                    numbers = np.arange(written, written + len(group))
                    out.write_table(
                        _table((numbers, *fields, dates, lengths[group], folded[group]), schema)
                    )
                    written += len(group)
        _make_durable(file)
    return written


def _write_texts(
    parquet: Any, draft: Path, segments: Sequence[Segment], numbers: Sequence[Indices]
) -> None:
    """Writes the live documents with all that a report says of them."""
    texts = dict.fromkeys((*_META, "published_at", "text"), "string")
    schema = _schema({"d": "int32", **texts})
    with (draft / "texts.parquet").open("xb") as file:
        with parquet.ParquetWriter(file, schema, compression="zstd") as out:
            for segment, number in zip(segments, numbers, strict=True):
                for group in _groups(segment):
                    meta = zip(*map(segment.meta, group), strict=True)
                    words = [segment.text(doc) for doc in group]
                    out.write_table(_table((number[group], *meta, words), schema))
        _make_durable(file)


def _groups(segment: Segment) -> Iterator[list[int]]:
    """The live documents in row groups of some `_CHARACTERS`."""
    lengths = np.diff(segment.table[Row.CHARACTERS]).tolist()
    group: list[int] = []
    size = 0
    for doc in np.flatnonzero(segment.live).tolist():
        if group and size + lengths[doc] > _CHARACTERS:
            yield group
            group, size = [], 0
        group.append(doc)
        size += lengths[doc]
    if group:
        yield group


def _schema(columns: dict[str, str]) -> Any:
    """A schema of columns by kind, with the recipe of the fingerprints in it."""
    import pyarrow as pa

    kinds = {
        "int32": pa.int32(),
        "int64": pa.int64(),
        "string": pa.string(),
        "time": pa.timestamp("us", tz="UTC"),
    }
    fields = [pa.field(name, kinds[kind]) for name, kind in columns.items()]
    return pa.schema(fields, metadata={"postcheck": json.dumps(manifest.recipe())})


def _table(columns: Sequence[Any], schema: Any) -> Any:
    import pyarrow as pa

    return pa.table([pa.array(c, t) for c, t in zip(columns, schema.types, strict=True)], schema)


def _make_durable(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
