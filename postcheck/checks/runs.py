"""Monotone padding: one character, mark, number or short unit over and over in a row.

Three views of a text are searched for periods of 1 to 8 items: its content characters, its
content with every number made the same (counting up: 1 2 3 …, 第1天第2天…), and its marks
and symbols. The first unit of a run is not counted, as with any repeat.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category

import numpy as np

from postcheck.checks.units import Units
from postcheck.text import Codes, Offsets, Text, code_points

LONGEST_UNIT = 8
TIMES = 3  # a unit three times in a row; enough where nothing else stands in the line
LEAST = 4  # characters after the first unit: 哈哈哈哈 is laughter, one more is a run
LEAST_DIGITS = 5  # after the first digit; years and prices stay below
LEAST_ZEROS = 9  # after the first zero: round numbers have up to eight
LEAST_COUNTED = 10  # numbers in a row with nothing between them
LEAST_MARKS = 8  # after the first mark: ...... is an ellipsis, -------- a divider
MIXED_MARKS = 12  # marks in a row, no matter which
MIXED, MIXED_KINDS = 10, 3  # so many characters in a row, no more than three of them different
LONG_NUMBER = 20  # digits: no number a reader could use
DIGITS = code_points("0123456789")
_DIGITS = frozenset(DIGITS.tolist())
NUMERALS = code_points("0123456789〇零一二两三四五六七八九十百千万")
NUMBER = 1  # stands for any number


@dataclass(frozen=True, slots=True)
class Run:
    """`start` to `end` repeats what stands from `first` to `start`; original offsets.

    `first == start`: nothing earlier is repeated, all of it is padding.
    """

    first: int
    start: int
    end: int


def find(text: Text, lines: Units) -> list[Run]:
    """All runs of the text, in order and apart.

    Where two readings meet, one with a unit goes before one without, then the longer.
    """
    taken = np.zeros(len(text), dtype=bool)
    found = [*_content(text, lines), *_counting(text), *_marks(text)]
    runs = []
    for run in sorted(found, key=lambda run: (run.first == run.start, run.start - run.end)):
        if not taken[run.start : run.end].any():
            taken[run.start : run.end] = True
            runs.append(run)
    return sorted(runs, key=lambda run: run.start)


def periods(codes: Codes) -> Iterator[tuple[int, int, int]]:
    """`(period, start, end)` of each stretch that has a unit of 1 to 8 `TIMES` times or more."""
    for period in range(1, LONGEST_UNIT + 1):
        if len(codes) < 2 * period:
            return
        same = np.concatenate([[False], codes[period:] == codes[:-period], [False]])
        edges = np.flatnonzero(np.diff(same))
        long = edges[1::2] - edges[::2] >= (TIMES - 1) * period
        for start, end in zip(edges[::2][long], edges[1::2][long], strict=True):
            yield period, int(start), int(end) + period


def _content(text: Text, lines: Units) -> Iterator[Run]:
    folded = text.folded
    borders = frozenset(lines.starts.tolist())
    for period, start, end in periods(folded.codes):
        alone = start in borders and end in borders
        least = 0 if alone else _least(set(folded.codes[start : start + period].tolist()))
        if end - start - period >= least:
            first, _ = folded.span(start, end)
            yield Run(first, *folded.span(start + period, end))
    yield from _mixed(text)
    yield from _long_numbers(text)


def _least(unit: set[int]) -> int:
    if unit == {ord("0")}:
        return LEAST_ZEROS
    return LEAST_DIGITS if unit <= _DIGITS else LEAST


def _mixed(text: Text) -> Iterator[Run]:
    """Mixed laughter such as 哈哈哈哈嘿嘿嘿嘿呵呵; numbers may be of few digits."""
    codes = text.folded.codes
    if len(codes) < MIXED:
        return
    windows = np.sort(np.lib.stride_tricks.sliding_window_view(codes, MIXED), axis=1)
    few = np.count_nonzero(np.diff(windows, axis=1), axis=1) < MIXED_KINDS
    few &= ~np.isin(windows, DIGITS).any(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], few, [False]])))
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        start, end = text.folded.span(first, last - 1 + MIXED)
        yield Run(start, start, end)


def _long_numbers(text: Text) -> Iterator[Run]:
    starts, ends, items = _numbered(text, DIGITS)
    for at in np.flatnonzero((items == NUMBER) & (ends - starts >= LONG_NUMBER)):
        yield Run(int(starts[at]), int(starts[at]), int(ends[at]))


def _counting(text: Text) -> Iterator[Run]:
    starts, ends, items = _numbered(text, NUMERALS)
    for period, start, end in periods(items):
        again = end - start - period
        least = LEAST_COUNTED - 1 if period == 1 else TIMES * period
        if again >= least and (items[start : start + period] == NUMBER).any():
            first, begin, stop = starts[start], starts[start + period], ends[end - 1]
            yield Run(int(first), int(begin), int(stop))


def _numbered(text: Text, numerals: Codes) -> tuple[Offsets, Offsets, Codes]:
    """Content with each number as one item: original starts, ends, and codes."""
    folded = text.folded
    number = np.isin(folded.codes, numerals)
    follows = np.zeros(len(folded), dtype=bool)
    follows[1:] = number[1:] & number[:-1] & (np.diff(folded.offsets) == 1)
    heads = np.flatnonzero(~follows)
    tails = np.concatenate([heads[1:], [len(folded)]])[: len(heads)] - 1
    items = np.where(number, NUMBER, folded.codes)[heads].astype(np.uint32)
    return folded.offsets[heads], folded.offsets[tails] + 1, items


_MARK, _WORD = 2, 1


@lru_cache(1 << 14)
def _kind(code: int) -> int:
    """Marks and symbols, letters and numbers; 0: what a reader does not see."""
    kind = category(chr(code))[0]
    return _MARK if kind in "PS" else _WORD if kind in "LN" else 0


def _marks(text: Text) -> Iterator[Run]:
    """Runs of marks; spaces and invisible characters between them do not break a run."""
    different, places = np.unique(text.codes, return_inverse=True)
    kinds = np.array([_kind(code) for code in different.tolist()], dtype=np.uint8)[places]
    offsets = np.flatnonzero(kinds)
    codes = text.codes[offsets].copy()
    other = np.flatnonzero(kinds[offsets] != _MARK)
    codes[other] = 0x110000 + np.arange(len(other))  # equal to nothing else
    for period, start, end in periods(codes):
        if end - start - period >= LEAST_MARKS:
            first, begin, stop = offsets[start], offsets[start + period], offsets[end - 1]
            yield Run(int(first), int(begin), int(stop) + 1)
    borders = np.concatenate([[-1], other, [len(codes)]])
    for before in np.flatnonzero(np.diff(borders) > MIXED_MARKS):
        start, stop = offsets[borders[before] + 1], offsets[borders[before + 1] - 1]
        yield Run(int(start), int(start), int(stop) + 1)
