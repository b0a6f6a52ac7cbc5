"""Strings of player names (罗列马甲) and words the referee excludes.

Where the roster is known, names in a row count: three or more with nothing but marks, numbers
or a 和 between them, also without any separator. One or two names in a sentence are talk
about players. Without a roster a run of short items counts (see `items`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

import ahocorasick  # type: ignore[import-not-found, unused-ignore]
import numpy as np

from postcheck.checks.items import lists
from postcheck.measure import Hit, Measure
from postcheck.text import Text, code_points, fold_table

IN_A_ROW = 3
LINKS = re.compile(r"[\d号和与及跟同]{0,3}")  # all the content that may stand between two names

Range = tuple[int, int]


def measure(text: Text, roster: Sequence[str] = (), excluded: Sequence[str] = ()) -> Measure:
    """Listed names (kind name) and excluded words (kind word).

    `roster`: the aliases of the game; with it only its names count as names. Both are found
    in the folded text: script, width, case and marks make no difference.
    """
    view = _View(text)
    names = view.strings(roster) if _folded_all(roster) else lists(text.original)
    hits = [Hit(start, end, "name") for start, end in names]
    hits += [Hit(start, end, "word") for start, end in view.words(excluded)]
    return Measure("listed", tuple(sorted(hits, key=lambda hit: (hit.start, hit.end))))


class _View:
    """The folded characters as one string; single letters stay, names have some."""

    def __init__(self, text: Text) -> None:
        folded = fold_table()[text.codes]
        self.offsets = np.flatnonzero(folded)
        self.text = _string(folded[self.offsets].tolist())

    def words(self, words: Iterable[str]) -> Iterator[Range]:
        """Where any of the words stands, the longest first where they overlap."""
        for start, end in self._places(words):
            yield self._original(start, end)

    def strings(self, names: Iterable[str]) -> Iterator[Range]:
        """`IN_A_ROW` or more names in a row. A name of one character needs marks around it."""
        places = [place for place in self._places(names) if self._is_name(*place)]
        broken = [
            LINKS.fullmatch(self.text, end, start) is None
            for (_, end), (start, _) in pairwise(places)
        ]
        row = np.cumsum([False, *broken]).tolist()
        for _, group in groupby(range(len(places)), key=row.__getitem__):
            members = list(group)
            if len(members) >= IN_A_ROW:
                yield self._original(places[members[0]][0], places[members[-1]][1])

    def _places(self, words: Iterable[str]) -> list[Range]:
        """The longest word at each place, from the left, none within another. Bound: characters
        × lengths of words, however the words are made of one another."""
        automaton = ahocorasick.Automaton()
        for word in _folded_all(words):
            automaton.add_word(word, len(word))
        if not automaton:
            return []
        automaton.make_automaton()
        longest: dict[int, int] = {}  # start → end; later ones are longer
        for last, length in automaton.iter(self.text):
            longest[last + 1 - length] = last + 1
        places: list[Range] = []
        for start in sorted(longest):
            if not places or start >= places[-1][1]:
                places.append((start, longest[start]))
        return places

    def _is_name(self, start: int, end: int) -> bool:
        if end - start > 1:
            return True
        before = start == 0 or self.offsets[start - 1] < self.offsets[start] - 1
        after = end == len(self.text) or self.offsets[end] > self.offsets[end - 1] + 1
        return bool(before and after)

    def _original(self, start: int, end: int) -> Range:
        return int(self.offsets[start]), int(self.offsets[end - 1]) + 1


def _folded_all(words: Iterable[str]) -> set[str]:
    folded = (fold_table()[code_points(word)] for word in words)
    return {_string(codes[codes > 0].tolist()) for codes in folded if codes.any()}


def _string(codes: list[int]) -> str:
    return "".join(map(chr, codes))
