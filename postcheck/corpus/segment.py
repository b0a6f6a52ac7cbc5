"""One immutable segment of a stored corpus, read through memory maps.

Files of a segment, all little-endian, `n` documents, `p` postings:

- `words`: p × uint64, low 32 bits of a fingerprint above the 32-bit position in the
  segment's folded text, in the order of the whole 44-bit fingerprint, then position;
- `directory`: (2**b + 1) × uint32, where the words of each top-b-bits value start;
- `table`: 5 × (n + 1) × uint64, the rows of `Row`; the last column holds the ends;
- `ids`: 2 × n × uint64, the sorted hashes of ids and their documents, ascending too;
- `texts`: the original texts in UTF-8, one behind the other;
- `meta`: a JSON array a document: id, author, title, url, published_at.

The folded texts stand one behind the other with one place between them, so that a position
belongs to exactly one document. They are not stored: a document is folded when it is hit.
"""

import json
import mmap
from collections.abc import Iterable
from enum import IntEnum
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from postcheck.corpus.fingerprint import HASH_BITS, Words

INDEX = ("words", "directory", "ids")  # what the other files give anew
FILES = (*INDEX, "table", "texts", "meta")
WORD_BITS = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
BUCKET_BITS = HASH_BITS - 32  # the top bits of a fingerprint, which its word leaves out
BUCKETS = 1 << BUCKET_BITS
NOWHERE = -1

Indices = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Row(IntEnum):
    """Rows of the document table: four starts (places, bytes, bytes, characters), a digest."""

    FOLDED = 0
    TEXT = 1
    META = 2
    CHARACTERS = 3
    DIGEST = 4


def digests(items: Iterable[bytes]) -> Words:
    """64 bits each that stand for an id or for a document's whole content."""
    hashed = [blake2b(item, digest_size=8).digest() for item in items]
    return np.frombuffer(b"".join(hashed), dtype="<u8")


class Documents:
    """The documents of a segment, without its index; nothing is read until it is asked for."""

    def __init__(self, folder: Path, dead: Path | None = None) -> None:
        self.folder = folder
        self.table: Words = np.frombuffer(_map(folder / "table"), dtype="<u8").reshape(5, -1)
        self._texts = _map(folder / "texts")
        self._meta = _map(folder / "meta")
        self.dead: Flags | None = None
        if dead is not None:
            self.dead = np.frombuffer(_map(dead), dtype=np.bool_)

    def __len__(self) -> int:
        """The number of documents, dead ones included."""
        return int(self.table.shape[1]) - 1

    @property
    def live(self) -> Flags:
        """A flag a document: it is not replaced."""
        return np.ones(len(self), dtype=np.bool_) if self.dead is None else ~self.dead

    def text(self, doc: int) -> str:
        start, end = self.table[Row.TEXT, doc : doc + 2].tolist()
        return self._texts[start:end].decode()

    def meta(self, doc: int) -> list[str | None]:
        """id, author, title, url, published_at."""
        start, end = self.table[Row.META, doc : doc + 2].tolist()
        values: list[str | None] = json.loads(self._meta[start:end])
        return values


class Segment(Documents):
    """A segment opened read-only, with its index."""

    def __init__(self, folder: Path, dead: Path | None = None) -> None:
        super().__init__(folder, dead)
        self.words: Words = np.frombuffer(_map(folder / "words", random=True), dtype="<u8")
        directory = np.frombuffer(_map(folder / "directory", random=True), dtype="<u4")
        self.directory: npt.NDArray[np.uint32] = directory
        self.bits = (len(directory) - 1).bit_length() - 1
        self.ids: Words = np.frombuffer(_map(folder / "ids"), dtype="<u8").reshape(2, -1)

    def find(self, hashes: Words) -> tuple[Indices, Indices]:
        """For each fingerprint the index of its first word and the number of its words."""
        slots = (hashes >> np.uint64(HASH_BITS - self.bits)).astype(np.int64)
        low = self.directory[slots].astype(np.int64)
        high = self.directory[slots + 1].astype(np.int64)
        keys = hashes << WORD_BITS
        first = self._lower_bound(keys, low, high)
        return first, self._lower_bound(keys | LOW, first, high) - first

    def _lower_bound(self, keys: Words, low: Indices, high: Indices) -> Indices:
        """The first index in [low, high) whose word is not below the key, else `high`.

        Goes forward by powers of two, the largest first, while the words passed are below.
        """
        found = low.copy()
        step = 1 << int((high - low).max(initial=0)).bit_length()
        while step := step >> 1:
            (wide,) = (high - found >= step).nonzero()
            passed = found.take(wide) + (step - 1)
            below = self.words.take(passed) < keys.take(wide)
            found[wide.compress(below)] += step
        return found

    @property
    def bucket_sizes(self) -> Indices:
        """The number of words of each of the `BUCKETS`, one behind the other."""
        edges = self.directory[:: 1 << (self.bits - BUCKET_BITS)].astype(np.int64)
        return edges[1:] - edges[:-1]

    def places(self, words: Words) -> tuple[Indices, Indices]:
        """The document of each word and the word's position in that document's folded text."""
        positions = words & LOW
        docs = np.searchsorted(self.table[Row.FOLDED], positions, side="right") - 1
        starts = self.table[Row.FOLDED][docs]
        return docs.astype(np.int64), (positions - starts).astype(np.int64)

    def locate(self, ids: Words) -> Indices:
        """The last document with each id (by `digests`), or `NOWHERE`; dead ones included."""
        if not len(self):
            return np.full(len(ids), NOWHERE, dtype=np.int64)
        index = np.maximum(np.searchsorted(self.ids[0], ids, side="right") - 1, 0)
        docs = self.ids[1][index].astype(np.int64)
        return np.where(self.ids[0][index] == ids, docs, NOWHERE)


def spread(first: Indices, count: Indices) -> tuple[Indices, Indices]:
    """For each of so many (`count`) indices from a `first` on: of which it is, and itself."""
    of = np.repeat(np.arange(len(count)), count)
    before = np.cumsum(count) - count
    return of, np.arange(len(of)) + np.repeat(first - before, count)


def _map(path: Path, *, random: bool = False) -> mmap.mmap | bytes:
    """The file as a read-only memory map; `random`: no read-ahead around a look-up."""
    with path.open("rb") as file:
        try:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # an empty file cannot be mapped
            return b""
    if random:
        mapped.madvise(mmap.MADV_RANDOM)
    return mapped
