"""`Texts`: a library of a few texts in memory, for what is compared without being stored.

Two files beside each other, or a referee's own list of boilerplate. `search` works on it as
on any other library.
"""

from collections.abc import Sequence

import numpy as np

from postcheck.corpus.chains import Runs, join_seeds
from postcheck.corpus.fingerprint import K, fingerprints
from postcheck.corpus.library import Document, Library
from postcheck.corpus.segment import Flags, Indices, spread
from postcheck.text import Codes, Folded, Text


class Texts(Library):
    """Documents by number, in the order given; their fingerprints stand sorted in memory."""

    def __init__(self, documents: Sequence[Document]) -> None:
        super().__init__(())
        self.names = tuple(dict.fromkeys(document.corpus for document in documents))
        self._documents = tuple(documents)
        self._folded = tuple(Text(document.text).folded for document in documents)
        hashes = [fingerprints(folded.codes) for folded in self._folded]
        every = np.concatenate([fingerprints(np.zeros(0, dtype=np.uint32)), *hashes])
        order = np.argsort(every, kind="stable")
        self._hashes = every[order]
        # The folded texts stand one behind the other, as in a segment.
        self._sizes = np.array([len(folded) for folded in self._folded], dtype=np.int64)
        self._starts = np.cumsum(self._sizes + 1) - self._sizes - 1
        sizes = [len(each) for each in hashes]
        self._places = spread(self._starts, np.array(sizes, dtype=np.int64))[1][order]

    def __len__(self) -> int:
        return len(self._documents)

    def runs(self, codes: Codes, kept: Flags, limit: int) -> Runs:
        """As `Library.runs`, but a 5-gram that `codes` repeat has `limit` places each time."""
        first, count = self._find(codes)
        positions, at = spread(first, np.where(kept, np.minimum(count, limit), 0))
        return join_seeds(positions, self._places[at], self._starts, K).ordered()

    def frequency(self, codes: Codes) -> Indices:
        """As `Library.frequency`."""
        return self._find(codes)[1]

    def sizes(self, docs: Indices) -> Indices:
        """The lengths of the folded texts of `docs`."""
        return self._sizes[docs]

    def folded(self, doc: int) -> Folded:
        return self._folded[doc]

    def document(self, doc: int) -> Document:
        return self._documents[doc]

    def read(self, doc: int) -> tuple[Document, Folded]:
        """As `Library.read`."""
        return self._documents[doc], self._folded[doc]

    def live(self) -> Indices:
        return np.arange(len(self))

    def _find(self, codes: Codes) -> tuple[Indices, Indices]:
        """For each 5-gram its first place among the sorted ones, and in how many it stands."""
        hashes = fingerprints(codes)
        first = np.searchsorted(self._hashes, hashes)
        return first, np.searchsorted(self._hashes, hashes, side="right") - first


def loose(name: str, text: str, corpus: str = "") -> Document:
    """A text that belongs to no stored corpus; of unknown author and date."""
    return Document(corpus, name, None, None, None, None, text)
