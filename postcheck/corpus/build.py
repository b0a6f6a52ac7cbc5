"""Writing segments: from documents as they stream in, and from older segments.

Both go bucket by bucket of the fingerprints' top 12 bits, so that memory is bounded by one
bucket (and, for new documents, by the segment being built), never by the corpus.
"""

import os
import zlib
from collections.abc import Iterator, Sequence, Sized
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from postcheck.corpus.fingerprint import HASH_BITS, K, Words, fingerprints
from postcheck.corpus.manifest import FileSum, sync_folder
from postcheck.corpus.segment import (
    BUCKET_BITS,
    BUCKETS,
    FILES,
    WORD_BITS,
    Flags,
    Indices,
    Row,
    Segment,
)
from postcheck.text import Codes, code_points, fold

Bucket = tuple[int, Words]

_RUN_BITS = 64 - HASH_BITS  # a run's keys hold the whole fingerprint and a 20-bit place
_RUN = 1 << _RUN_BITS
_COPY = 1 << 23  # bytes copied at a time
# Folds to itself, is no letter and no Han: the fold of a text does not depend on having it
# for a neighbour.
_SEPARATOR = "0"


class Output:
    """A new file that knows its size, checksum and time; on `finish` it is on the disk."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = path.open("xb")
        self._bytes = 0
        self._crc32 = 0

    def write(self, data: bytes | memoryview) -> None:
        self._file.write(data)
        self._bytes += len(data) if isinstance(data, bytes) else data.nbytes
        self._crc32 = zlib.crc32(data, self._crc32)

    def finish(self) -> FileSum:
        self._file.flush()
        os.fsync(self._file.fileno())
        written = os.fstat(self._file.fileno()).st_mtime_ns
        self._file.close()
        return FileSum(self._bytes, self._crc32, written)

    def close(self) -> None:
        self._file.close()


class SegmentFiles:
    """The files of a new segment in a new folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self._outputs = {name: Output(folder / name) for name in FILES}

    def write(self, name: str, data: bytes | memoryview) -> None:
        self._outputs[name].write(data)

    def finish(self) -> dict[str, FileSum]:
        """Makes all of it durable; sizes and checksums by path inside the corpus folder."""
        sums = {f"{self.folder.name}/{name}": each.finish() for name, each in self._outputs.items()}
        sync_folder(self.folder)
        return sums

    def close(self) -> None:
        for output in self._outputs.values():
            output.close()


class Batch(NamedTuple):
    """Documents ready to be stored, column by column: digests of their ids and of all that
    they hold, meta data, texts, texts in UTF-8."""

    ids: Words
    contents: Words
    metas: Sequence[bytes]
    texts: Sequence[str]
    encoded: Sequence[bytes]

    def take(self, indices: Sequence[int]) -> "Batch":
        """The documents at `indices`, in that order."""
        return Batch(
            self.ids[indices],
            self.contents[indices],
            [self.metas[index] for index in indices],
            [self.texts[index] for index in indices],
            [self.encoded[index] for index in indices],
        )


class SegmentBuilder:
    """Collects documents into one segment; `full` says when it is time to `finish`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files = SegmentFiles(folder)
        self._runs: list[tuple[int, Words]] = []
        self._columns: list[list[Words]] = [[] for _ in range(6)]
        self._documents = self._places = 0

    def __len__(self) -> int:
        return self._documents

    @property
    def full(self) -> bool:
        """About 2**26 places or 2**20 documents: some 700 MB while it is sorted."""
        return self._places >= 1 << 26 or self._documents >= 1 << 20

    def add(self, batch: Batch) -> None:
        """Writes the texts, and folds and hashes them in one go: best some 2**20 characters."""
        self._files.write("texts", b"".join(batch.encoded))
        self._files.write("meta", b"".join(batch.metas))
        folded = fold(code_points(_SEPARATOR.join([*batch.texts, ""])))
        characters = _lengths(batch.texts)
        separators = np.searchsorted(folded.offsets, np.cumsum(characters + 1) - 1)
        places = np.diff(separators, prepend=-1)
        lengths = places, _lengths(batch.encoded), _lengths(batch.metas), characters
        columns = *(each.astype(np.uint64) for each in lengths), batch.contents, batch.ids
        for column, values in zip(self._columns, columns, strict=True):
            column.append(values)
        self._hash(folded.codes, separators)
        self._documents += len(batch.texts)

    def _hash(self, codes: Codes, separators: Indices) -> None:
        """Adds the sorted keys of the 5-grams that hold no separator."""
        spans_two = np.zeros(len(codes), dtype=np.bool_)
        for step in range(K):
            spans_two[np.maximum(separators - step, 0)] = True
        for start in range(0, len(codes) - K + 1, _RUN):
            keys = fingerprints(codes[start : start + _RUN + K - 1]) << np.uint64(_RUN_BITS)
            keys |= np.arange(len(keys), dtype=np.uint64)
            keys = keys[~spans_two[start : start + len(keys)]]
            keys.sort()
            self._runs.append((self._places + start, keys))
        self._places += len(codes)

    def finish(self) -> dict[str, FileSum]:
        """Writes the index, makes the folder durable and returns its files."""
        total = sum(len(keys) for _, keys in self._runs)
        _write_words(self._files, _run_buckets(self._runs), total)
        _write_columns(self._files, self._columns)
        return self._files.finish()

    def close(self) -> None:
        self._files.close()


def merge(folder: Path, segments: Sequence[Segment]) -> dict[str, FileSum]:
    """Writes the live documents of `segments` as one new segment in `folder`."""
    with closing(SegmentFiles(folder)) as files:
        total = sum(len(segment.words) for segment in segments)
        shifts = _merge_documents(files, segments)
        _write_words(files, _segment_buckets(segments, shifts), total)
        return files.finish()


def _merge_documents(files: SegmentFiles, segments: Sequence[Segment]) -> list[Words]:
    """Writes texts, meta data and tables; what to add to the positions of each document."""
    columns: list[list[Words]] = [[] for _ in range(6)]
    places = np.uint64(0)
    shifts: list[Words] = []
    for segment in segments:
        live = segment.live
        lengths = [np.diff(segment.table[row])[live] for row in range(Row.DIGEST)]
        ids = np.empty(len(segment), dtype=np.uint64)
        ids[segment.ids[1].astype(np.int64)] = segment.ids[0]
        digests = segment.table[Row.DIGEST, :-1]
        for column, values in zip(columns, [*lengths, digests[live], ids[live]], strict=True):
            column.append(values)
        starts = np.zeros(len(segment), dtype=np.uint64)
        starts[live] = places + np.cumsum(lengths[Row.FOLDED]) - lengths[Row.FOLDED]
        shifts.append(starts - segment.table[Row.FOLDED, :-1])
        places += lengths[Row.FOLDED].sum()
        for name, row in (("texts", Row.TEXT), ("meta", Row.META)):
            _copy_live(segment, name, segment.table[row], live, files)
    _write_columns(files, columns)
    return shifts


def _lengths(values: Sequence[Sized]) -> Indices:
    return np.fromiter(map(len, values), dtype=np.int64, count=len(values))


def _run_buckets(runs: Sequence[tuple[int, Words]]) -> Iterator[Bucket]:
    """The words of new documents: the runs' keys, cut at the buckets' bounds."""
    edges = np.arange(BUCKETS, dtype=np.uint64) << np.uint64(64 - BUCKET_BITS)
    bounds = [np.append(np.searchsorted(keys, edges), len(keys)) for _, keys in runs]
    bases = np.array([base for base, _ in runs], dtype=np.uint64)
    sizes = np.diff(np.array(bounds).reshape(-1, BUCKETS + 1), axis=1)
    place = np.uint64(_RUN - 1)
    for bucket in np.flatnonzero(sizes.sum(axis=0)).tolist():
        keys = np.concatenate(
            [run[cut[bucket] : cut[bucket + 1]] for (_, run), cut in zip(runs, bounds, strict=True)]
        )
        words = (keys >> np.uint64(_RUN_BITS)) << WORD_BITS
        words |= (keys & place) + np.repeat(bases, sizes[:, bucket])
        yield bucket, words


def _segment_buckets(segments: Sequence[Segment], shifts: Sequence[Words]) -> Iterator[Bucket]:
    """The words of live documents with their new positions: `shifts` a document, wrapping.

    Read as files, not through the maps: the pages would count as memory of this process.
    """
    files = [(segment.folder / "words").open("rb") for segment in segments]
    try:
        sizes = [segment.bucket_sizes for segment in segments]
        for bucket in np.flatnonzero(np.sum(sizes, axis=0)).tolist():
            parts = []
            for segment, shift, file, size in zip(segments, shifts, files, sizes, strict=True):
                words = np.fromfile(file, dtype="<u8", count=int(size[bucket]))
                if segment.dead is None:
                    parts.append(words + shift[0])
                else:
                    docs, _ = segment.places(words)
                    keep = ~segment.dead[docs]
                    parts.append(words[keep] + shift[docs[keep]])
            yield bucket, np.concatenate(parts)
    finally:
        for file in files:
            file.close()


def _write_words(files: SegmentFiles, buckets: Iterator[Bucket], total: int) -> None:
    """Sorts and writes the buckets and a directory with some 8 to 16 words a slot."""
    bits = max(BUCKET_BITS, (total >> 4).bit_length())
    slots = 1 << (bits - BUCKET_BITS)
    shift = np.uint64(64 - (bits - BUCKET_BITS))
    counts = np.zeros((1 << bits) + 1, dtype=np.uint32)
    for bucket, words in buckets:
        words.sort()
        files.write("words", words.data)
        start = 1 + bucket * slots
        inside = (words >> shift).astype(np.int64)
        counts[start : start + slots] = np.bincount(inside, minlength=slots)
    files.write("directory", np.cumsum(counts, dtype=np.uint32).data)


def _copy_live(
    segment: Segment, name: str, starts: Words, live: Flags, files: SegmentFiles
) -> None:
    """Copies the bytes of live documents, neighbours in one stretch."""
    edges = np.flatnonzero(np.diff(live.astype(np.int8), prepend=0, append=0))
    with (segment.folder / name).open("rb") as file:
        for first, last in edges.reshape(-1, 2).tolist():
            position, end = int(starts[first]), int(starts[last])
            file.seek(position)
            while position < end:
                data = file.read(min(_COPY, end - position))
                position += len(data)
                files.write(name, data)


def _write_columns(files: SegmentFiles, columns: Sequence[Sequence[Words]]) -> None:
    """Writes table and ids from the documents' four lengths, digests and ids."""
    *lengths, digests, ids = (np.concatenate(column) for column in columns)
    for column in lengths:
        starts = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(column)])
        files.write("table", starts.data)
    files.write("table", np.append(digests, np.uint64(0)).data)
    order = np.argsort(ids, kind="stable")
    files.write("ids", ids[order].data)
    files.write("ids", order.astype(np.uint64).data)
