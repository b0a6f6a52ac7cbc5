"""`Gathered`: what the corpora hold for one post, brought together from afar.

The join of a cluster finds for each fingerprint of a post how often it stands in the corpora and
its first places; with the documents of those places, `search` works on it as on any other
library, and finds the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from postcheck.corpus.chains import Runs, join_seeds
from postcheck.corpus.fingerprint import K, Words, fingerprints
from postcheck.corpus.library import Document, Library
from postcheck.corpus.segment import Flags, Indices, spread
from postcheck.text import Codes, Folded, Text

_NO_HASH = np.uint64(0xFFFFFFFFFFFFFFFF)  # a fingerprint has fewer bits


@dataclass(frozen=True)
class Places:
    """For each of a post's fingerprints, ascending: the number of its occurrences in the
    corpora, and the first `SEEDS` of them (`docs`, `positions`), of which those of the i-th
    stand from `edges[i]` to `edges[i + 1]`, in order of document and position."""

    hashes: Words
    counts: Indices
    edges: Indices
    docs: Indices
    positions: Indices


class Gathered(Library):
    """Documents by their numbers in all corpora; `sizes` has a folded length for each."""

    def __init__(
        self,
        names: Sequence[str],
        places: Places,
        sizes: Indices,
        documents: Mapping[int, Document],
    ) -> None:
        super().__init__(())
        self.names = tuple(names)
        # One row more, of nothing: that of a fingerprint which stands nowhere.
        self._hashes = np.append(places.hashes, _NO_HASH)
        self._counts = np.append(places.counts, 0)
        self._first = np.append(places.edges[:-1], 0)
        self._held = np.append(np.diff(places.edges), 0)
        self._places = places
        self._sizes = sizes
        self._documents = documents

    def __len__(self) -> int:
        return len(self._sizes)

    def runs(self, codes: Codes, kept: Flags, limit: int) -> Runs:
        """As `Library.runs`; `limit` up to `SEEDS`."""
        hashes, gram, times = np.unique(
            fingerprints(codes), return_inverse=True, return_counts=True
        )
        row = self._rows(hashes)
        take = np.minimum(self._held[row], np.maximum(limit // times, 1))[gram]
        positions, at = spread(self._first[row][gram], np.where(kept, take, 0))
        # The documents of these places only, one behind the other, as in a segment.
        docs, which = np.unique(self._places.docs[at], return_inverse=True)
        starts = np.cumsum(self.sizes(docs) + 1) - self.sizes(docs) - 1
        runs = join_seeds(positions, starts[which] + self._places.positions[at], starts, K)
        return replace(runs, doc=docs[runs.doc]).ordered()

    def frequency(self, codes: Codes) -> Indices:
        """As `Library.frequency`."""
        return self._counts[self._rows(fingerprints(codes))]

    def _rows(self, hashes: Words) -> Indices:
        """The row of each fingerprint, the last one where there is none."""
        row = np.searchsorted(self._hashes, hashes)
        return np.where(self._hashes[row] == hashes, row, len(self._hashes) - 1)

    def sizes(self, docs: Indices) -> Indices:
        return self._sizes[docs].astype(np.int64)

    def folded(self, doc: int) -> Folded:
        return Text(self.document(doc).text).folded

    def document(self, doc: int) -> Document:
        """Raises KeyError for one that was not brought along."""
        return self._documents[doc]

    def read(self, doc: int) -> tuple[Document, Folded]:
        """As `Library.read`."""
        return self.document(doc), self.folded(doc)

    def live(self) -> Indices:
        return np.arange(len(self))
