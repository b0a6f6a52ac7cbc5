"""Intervals of whole numbers and shares, and whether a set of them leaves gaps or overlaps."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """From `low` to `high` (None: no end); `…_in` says whether the end belongs to it."""

    low: int = 0
    low_in: bool = True
    high: int | None = None
    high_in: bool = False

    def holds(self, number: int, per: int = 1) -> bool:
        """Whether number/per lies inside, compared as integers; per >= 0."""
        low = self.low * per
        if number < low or (number == low and not self.low_in):
            return False
        if self.high is None:
            return True
        high = self.high * per
        return number < high or (number == high and self.high_in)

    def words(self, unit: str) -> str:
        """不少于 800 字, 超过 10%, 正好 600 字 … as a ladder has it; `unit` is put behind."""
        if self.point:
            return f"正好 {self.low}{unit}"
        low = f"{'不少于' if self.low_in else '超过'} {self.low}{unit}"
        if self.high is None:
            return low
        high = f"{'不超过' if self.high_in else '低于'} {self.high}{unit}"
        return high if self.low == 0 else f"{low}、{high}"

    @property
    def point(self) -> bool:
        return self.low == self.high


ANY = Interval()


@dataclass(frozen=True, slots=True)
class Fault:
    """A gap or overlap from `low` to `high` (equal: one point; None: without end)."""

    gap: bool
    low: int
    high: int | None


def faults(intervals: Iterable[Interval]) -> list[Fault]:
    """Where the intervals do not cover the numbers from 0 on exactly once."""
    found: list[Fault] = []
    at: int | None = 0
    done = False  # whether `at` itself is covered
    for one in sorted(intervals, key=lambda i: (i.low, not i.low_in, i.high is None, i.high or 0)):
        if at is None or one.low < at:
            end = one.high if at is None else at if one.high is None else min(at, one.high)
            found.append(Fault(False, one.low, end))
        elif one.low > at:
            found.append(Fault(True, at, one.low))
        elif one.low_in == done:
            found.append(Fault(not done, at, at))
        if at is not None and (one.high is None or one.high >= at):
            done = one.high_in or (one.high == at and done)
            at = one.high
    if at is not None:
        found.append(Fault(True, at, None))
    return found
