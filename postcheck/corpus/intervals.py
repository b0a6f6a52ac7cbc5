"""Ranges of a text, asked whether one of them holds or meets another; each in logarithmic time."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable


class Ranges:
    """Half-open ranges, of which only those that lie in no other are kept: in order of their
    starts, and so of their ends."""

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in ranges:
            self.add(start, end)

    def add(self, start: int, end: int) -> None:
        """Adds a range, and forgets those that lie in it."""
        if self.hold(start, end):
            return
        first, last = bisect_left(self._starts, start), bisect_right(self._ends, end)
        self._starts[first:last] = [start]
        self._ends[first:last] = [end]

    def hold(self, start: int, end: int) -> bool:
        """Whether start..end lies in one of the ranges."""
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and self._ends[at] >= end

    def meet(self, start: int, end: int) -> bool:
        """Whether start..end shares something with one of the ranges."""
        at = bisect_right(self._ends, start)
        return at < len(self._ends) and self._starts[at] < end
