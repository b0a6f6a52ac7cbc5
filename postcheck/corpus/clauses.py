"""One side of an alignment: folded characters as a string, and where clauses begin and end."""

from bisect import bisect_left, bisect_right
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from postcheck.text import Folded, code_points

_MARKS = "，。！？；：、…—“”‘’「」『』《》〈〉（）【】〔〕［］｛｝"
_MARKS += ",.!?;:()[]{}\"'~～|/\n\r\u2028\u2029\v\f．｡､"
_SENTENCE = frozenset("。！？!?．｡\n\r")
_WHOLE = 20_000  # folded characters up to which all boundaries are found at once


@cache
def _mark_table() -> npt.NDArray[np.bool_]:
    table = np.zeros(0x110000, dtype=bool)
    table[code_points(_MARKS)] = True
    return table


class Side:
    """Folded characters of a text and its clause boundaries, sliced out when asked for."""

    def __init__(self, original: str, folded: Folded) -> None:
        self.original = original
        self.folded = folded

    def __len__(self) -> int:
        return len(self.folded)

    def chars(self, start: int, end: int) -> str:
        """The folded characters of a range as a string."""
        return self.folded.string(start, end)

    def boundaries(self, start: int, end: int) -> list[int]:
        """Positions in start..end (both inclusive) at which a clause begins or ends.

        A boundary at i stands between the characters i-1 and i; both ends of the text are
        boundaries.
        """
        if len(self) > _WHOLE:
            return self._find(start, end)
        return self._all[bisect_left(self._all, start) : bisect_right(self._all, end)]

    @cached_property
    def _all(self) -> list[int]:
        return self._find(0, len(self))

    def _find(self, start: int, end: int) -> list[int]:
        offsets = self.folded.offsets
        low, high = max(1, start), min(end, len(self) - 1)
        found = [0] if start <= 0 else []
        if low <= high:
            first = int(offsets[low - 1])
            marks = _mark_table()[code_points(self.original[first : int(offsets[high]) + 1])]
            before = np.concatenate([[0], np.cumsum(marks)])
            at = offsets[low - 1 : high + 1] - first
            found += (np.flatnonzero(before[at[1:]] > before[at[:-1] + 1]) + low).tolist()
        if end >= len(self):
            found.append(len(self))
        return found

    def ends_sentence(self, at: int) -> bool:
        """Whether a sentence or a line ends at a boundary inside the text."""
        between = self.original[self.folded.offsets[at - 1] + 1 : self.folded.offsets[at]]
        return not _SENTENCE.isdisjoint(between)

    def is_clause(self, start: int, end: int) -> bool:
        """Whether start..end is one whole clause."""
        return self.boundaries(start, end) == [start, end]

    def clauses(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches between the boundaries in start..end, the cut ones at the ends too."""
        bounds = sorted({start, end, *self.boundaries(start, end)})
        return list(pairwise(bounds))
