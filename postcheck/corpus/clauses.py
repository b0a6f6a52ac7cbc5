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
_BLOCK = 1 << 13  # positions whose boundaries are found at once
_LONG = 1 << 20  # folded characters up to which the string is kept


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
        self._found: dict[int, list[int]] = {}  # boundaries by block, as they are asked for

    def __len__(self) -> int:
        return len(self.folded)

    def chars(self, start: int, end: int) -> str:
        """The folded characters of a range as a string."""
        return self._string[start:end] if len(self) <= _LONG else self.folded.string(start, end)

    @cached_property
    def _string(self) -> str:
        return self.folded.string()

    def boundaries(self, start: int, end: int) -> list[int]:
        """Positions in start..end (both inclusive) at which a clause begins or ends.

        A boundary at i stands between the characters i-1 and i; both ends of the text are
        boundaries.
        """
        start, end = max(0, start), min(end, len(self))
        first, last = start // _BLOCK, end // _BLOCK
        found = self._block(first)
        for number in range(first + 1, last + 1):
            found = found + self._block(number)
        return found[bisect_left(found, start) : bisect_right(found, end)]

    def _block(self, number: int) -> list[int]:
        if number not in self._found:
            start = number * _BLOCK
            self._found[number] = self._find(start, min(start + _BLOCK - 1, len(self)))
        return self._found[number]

    def _find(self, start: int, end: int) -> list[int]:
        offsets = self.folded.offsets
        low, high = max(1, start), min(end, len(self) - 1)
        found = [0] if start <= 0 else []
        if low <= high:
            first = int(offsets[low - 1])
            marks = _mark_table()[code_points(self.original[first : int(offsets[high])])]
            behind = np.searchsorted(offsets, np.flatnonzero(marks) + first)
            found += dict.fromkeys(behind.tolist())
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
