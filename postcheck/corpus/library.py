"""`Library`: one or several stored corpora, opened read-only, asked for fingerprints.

    with open_library(["board", "tang"]) as library:
        runs = library.runs(text.folded.codes, kept, 100)
        library.document(int(runs.doc[0])).title

A library is a snapshot: what a writer does later is seen by the next `open_library`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType

import numpy as np

from postcheck.corpus import manifest
from postcheck.corpus.chains import Runs, join_seeds
from postcheck.corpus.faults import system_fault, unknown_corpus
from postcheck.corpus.fingerprint import K, fingerprints
from postcheck.corpus.segment import LOW, Flags, Indices, Row, Segment, spread
from postcheck.errors import SourceErrors
from postcheck.text import Codes, Folded, Text

_LONG = 20_000  # folded characters of a document that is kept once it is read
_KEPT = 4_000_000  # folded characters that are kept, some 20 bytes each


@dataclass(frozen=True)
class Document:
    """An earlier text. `text` is the original; `published_at` is None where unknown."""

    corpus: str
    id: str
    author: str | None
    title: str | None
    url: str | None
    published_at: datetime | None
    text: str


_Found = tuple[Indices, Indices, list[tuple[Indices, Indices]]]


class Library:
    """Opened corpora; a document is a number from 0 to `len(library) - 1`, valid here only.

    Replaced documents keep a number but are never among the results.
    """

    def __init__(self, corpora: Sequence[tuple[str, Sequence[Segment]]]) -> None:
        self.names = tuple(name for name, _ in corpora)
        self._segments = [(name, each) for name, segments in corpora for each in segments]
        sizes = [len(segment) for _, segment in self._segments]
        self._bases = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self._kept: dict[int, tuple[Document, Folded]] = {}  # long documents, last used last
        self._last: tuple[bytes, _Found] | None = None  # a post is looked up by several

    def __len__(self) -> int:
        return int(self._bases[-1])

    def __enter__(self) -> "Library":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the files."""
        self._segments = []
        self._kept = {}
        self._last = None
        self._bases = np.zeros(1, dtype=np.int64)

    def runs(self, codes: Codes, kept: Flags, limit: int) -> Runs:
        """Where the folded 5-grams of `codes` stand, those of one diagonal joined.

        `kept` says which of them are asked for. A run has the same characters in `codes` and
        in the folded text of its document (equal 44-bit hashes of all its 5-grams: compare
        the texts before you charge). A 5-gram in more than `limit` places gives its first
        `limit`, at no more cost than a rarer one; if `codes` repeat it, they share these (but
        for one each).
        """
        gram, times, found = self._look_up(codes)
        left = np.maximum(limit // times, 1)
        parts = [(_NONE, _NONE, _NONE, _NONE)]
        spots = zip(self._segments, self._bases[:-1], found, strict=True)
        for (_, segment), base, (first, count) in spots:
            taken = np.minimum(count, left)
            left -= taken
            positions, at = spread(first[gram], np.where(kept, taken[gram], 0))
            places = (segment.words[at] & LOW).astype(np.int64)
            runs = join_seeds(positions, places, segment.table[Row.FOLDED], K)
            if segment.dead is not None:
                runs = runs.take(~segment.dead[runs.doc])
            parts.append((runs.doc + base, runs.post, runs.start, runs.length))
        return Runs(*map(np.concatenate, zip(*parts, strict=True))).ordered()

    def frequency(self, codes: Codes) -> Indices:
        """The number of occurrences of the 5-gram at each position of `codes` that has one.

        Replaced documents that are not merged away yet count too.
        """
        gram, times, found = self._look_up(codes)
        return sum((count for _, count in found), np.zeros(len(times), dtype=np.int64))[gram]

    def _look_up(self, codes: Codes) -> _Found:
        """Which different 5-gram stands at each position of `codes`, how often `codes` have
        each, and for each segment its first word and the number of its words."""
        key = codes.tobytes()
        last = self._last
        if last is None or last[0] != key:
            hashes, gram, times = np.unique(
                fingerprints(codes), return_inverse=True, return_counts=True
            )
            last = key, (gram, times, [segment.find(hashes) for _, segment in self._segments])
            self._last = last
        return last[1]

    def sizes(self, docs: Indices) -> Indices:
        """The lengths of the folded texts of `docs`; reads no text."""
        sizes = np.zeros(len(docs), dtype=np.int64)
        segment_of = np.searchsorted(self._bases, docs, side="right") - 1
        for index, (_, segment) in enumerate(self._segments):
            mine = segment_of == index
            numbers = docs[mine] - self._bases[index]
            starts = segment.table[Row.FOLDED]
            sizes[mine] = (starts[numbers + 1] - starts[numbers]).astype(np.int64) - 1
        return sizes

    def folded(self, doc: int) -> Folded:
        """The folded text of a document, with the way back to its original."""
        _, segment, number = self._at(doc)
        return Text(segment.text(number)).folded

    def document(self, doc: int) -> Document:
        """Raises IndexError where there is no such document."""
        name, segment, number = self._at(doc)
        id_, author, title, url, published_at = segment.meta(number)
        return Document(
            corpus=name,
            id=id_ or "",
            author=author,
            title=title,
            url=url,
            published_at=None if published_at is None else datetime.fromisoformat(published_at),
            text=segment.text(number),
        )

    def read(self, doc: int) -> tuple[Document, Folded]:
        """A document with its folded text; long ones are kept, folding them takes a while."""
        kept = self._kept.pop(doc, None)
        if kept is None:
            document = self.document(doc)
            kept = document, Text(document.text).folded
        if len(kept[1]) >= _LONG:
            self._kept[doc] = kept
            while sum(len(folded) for _, folded in list(self._kept.values())) > _KEPT:
                self._kept.pop(next(iter(self._kept)), None)
        return kept

    def live(self) -> Indices:
        """The numbers of all documents that are not replaced."""
        live = [segment.live for _, segment in self._segments]
        return np.flatnonzero(np.concatenate([np.zeros(0, dtype=np.bool_), *live]))

    def _at(self, doc: int) -> tuple[str, Segment, int]:
        if not 0 <= doc < len(self):
            raise IndexError(doc)
        index = int(np.searchsorted(self._bases, doc, side="right")) - 1
        name, segment = self._segments[index]
        return name, segment, doc - int(self._bases[index])


_NONE: Indices = np.empty(0, dtype=np.int64)


def open_library(names: Sequence[str] | None) -> Library:
    """Opens corpora by name, None for all that there are; raises `SourceError`."""
    known = corpus_names()
    chosen = known if names is None else tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in known:
            raise unknown_corpus(name, known)
    corpora = []
    for name in chosen:
        try:
            corpora.append((name, open_segments(manifest.corpus_folder(name))))
        except FileNotFoundError:
            raise unknown_corpus(name, known) from None
    return Library(corpora)


def corpus_names() -> tuple[str, ...]:
    """The names of the stored corpora, sorted."""
    return tuple(sorted(path.parent.name for path in manifest.corpora_folder().glob(_EACH)))


_EACH = f"[!.]*/{manifest.MANIFEST}"


def open_segments(folder: Path) -> list[Segment]:
    """The live segments of a corpus, as one consistent state beside a writer at work.

    Raises FileNotFoundError where there is no such corpus, `SourceError` where it is damaged.
    """
    while True:
        state = manifest.load(folder)
        problems = [
            each
            for entry in state.segments
            for each in manifest.damage(folder, entry.files, quick=True)
        ]
        if problems and state == manifest.load(folder):
            raise SourceErrors(problems)
        try:
            return [
                Segment(folder / entry.name, folder / entry.dead if entry.dead else None)
                for entry in state.segments
            ]
        except FileNotFoundError:
            continue  # a writer has swapped the manifest meanwhile
        except OSError as error:
            raise system_fault(error, str(folder)) from error
