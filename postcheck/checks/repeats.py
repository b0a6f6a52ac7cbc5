"""Repetition inside one post: loops, near loops and monotone padding.

A loop is a passage that stands earlier in the same post: a whole sentence or line of a few content
characters, any stretch of `PHRASE` or more, one of `FREE` or more that stands often, and clauses
where many stand twice. The first occurrence is never counted. A refrain is reported like any other
loop; whether the form asks for it is for the referee to say (`Hit.stylistic`). Names, particles,
idioms, what somebody does each time he speaks, and a phrase that another sentence takes up once
are no loops, so natural prose measures close to zero.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from unicodedata import category

import numpy as np
import numpy.typing as npt

from postcheck.checks import gathered, near, refrain, runs
from postcheck.checks.doubling import common_length, first_seen, window_classes
from postcheck.checks.units import CLAUSE_ENDS, ENDS, LINE_ENDS, Units, split
from postcheck.measure import Hit, Measure
from postcheck.post import Span
from postcheck.text import Codes, Text

FREE = 12  # characters: longer than names, titles and set phrases
PHRASE = 20  # a shorter part of a sentence may be taken up once inside another: it counts from
OFTEN = 3  # so many standings on
# (characters, standings): whole units of that length count from that many standings on. The
# shorter, the more: 我不知道 twice is an answer, four times it is a refrain.
SENTENCES = ((6, 2), (4, 3), (3, 4))
CLAUSES = ((PHRASE, 2), (9, OFTEN), (6, 4))
# Clauses that stand twice count where there are many of them: 5 or more, with a twentieth of the
# text. One comes back by chance, the clauses of a post put in another order do not.
SHUFFLED = ((6, 2),)
MANY, PART = 5, 20
LINES = ((5, 2),)  # the shortest line of regular verse
FRAGMENT = 5  # left-overs at the edge of a passage up to this length are chance
OPENING = frozenset({"Ps", "Pi"})  # Unicode categories of “ 《 （
CLOSING = frozenset({"Pe", "Pf", "Po"})  # and of ” 》 ） and 。 ！ …


@dataclass(frozen=True, slots=True)
class Passage:
    """Folded range that repeats the earlier one from `first` to `first_end`."""

    start: int
    end: int
    first: int
    first_end: int
    kind: str = "loop"

    def __len__(self) -> int:
        return self.end - self.start

    def part(self, start: int, end: int) -> "Passage":
        """The passage cut to `start`..`end`; a near loop keeps the whole earlier sentence."""
        if self.kind == "near":
            return replace(self, start=start, end=end)
        return loop(start, end, self.first + start - self.start)


def loop(start: int, end: int, first: int) -> Passage:
    return Passage(start, end, first, first + end - start)


def measure(text: Text) -> Measure:
    """Passages of the post that repeat an earlier one; kinds loop, near, monotone."""
    codes = text.folded.codes
    lines, sentences, clauses = (split(text, ends) for ends in (LINE_ENDS, ENDS, CLAUSE_ENDS))
    whole = _whole(codes, sentences, SENTENCES) + _whole(codes, clauses, CLAUSES)
    whole += _whole(codes, lines, LINES) + _shuffled(codes, clauses)
    free = [
        _trimmed(_trimmed(passage, sentences), clauses) for passage in _windows(codes, sentences)
    ]
    passages = _with_near(codes, sentences, clauses, _union(free + whole))
    hits = _hits(text, passages, runs.find(text, lines))
    return Measure("repeated", refrain.proposed(text, hits))


def _windows(codes: Codes, sentences: Units) -> list[Passage]:
    """Stretches of `FREE` or more characters that stand earlier, as long as they go."""
    borders = frozenset(sentences.starts.tolist())
    earlier = first_seen(window_classes(codes, FREE))
    standings = np.bincount(earlier)
    again = np.flatnonzero(earlier < np.arange(len(earlier)))
    passages: list[Passage] = []
    at = 0
    while at < len(again):
        start = int(again[at])
        first = int(earlier[start])
        end = start + common_length(codes, first, start)
        whole = start in borders and end in borders
        often = standings[earlier[start : end - FREE + 1]].max() >= OFTEN
        if whole or end - start >= PHRASE or often:
            passages.append(loop(start, end, first))
        # Go on from the last window that touches this passage: all between is covered.
        last = int(np.searchsorted(again, end, side="right")) - 1
        at = last if last > at and again[last] + FREE > end else last + 1
    return passages


def _trimmed(passage: Passage, units: Units) -> Passage:
    """Without the few characters outside its outermost borders, if a sentence remains.

    Two places that repeat a passage often go on with the same name or particle by chance.
    """
    borders = units.starts
    low, high = np.searchsorted(borders, passage.start), np.searchsorted(borders, passage.end + 1)
    if low == high:
        return passage
    start, end = int(borders[low]), int(borders[high - 1])
    if start - passage.start > FRAGMENT:
        start = passage.start
    if passage.end - end > FRAGMENT:
        end = passage.end
    return passage.part(start, end) if end - start > FRAGMENT else passage


def _whole(codes: Codes, units: Units, rules: tuple[tuple[int, int], ...]) -> list[Passage]:
    """The later standings of whole units that stand often enough for their length."""
    places: dict[bytes, list[int]] = defaultdict(list)
    for unit in np.flatnonzero(units.lengths >= min(rules)[0]).tolist():
        start, end = units.bounds(unit)
        places[codes[start:end].tobytes()].append(start)
    return [
        loop(start, start + length, starts[0])
        for unit_codes, starts in places.items()
        for length in [len(unit_codes) // codes.itemsize]
        if any(length >= least and len(starts) >= times for least, times in rules)
        for start in starts[1:]
    ]


def _shuffled(codes: Codes, clauses: Units) -> list[Passage]:
    """The later standings of clauses where so many stand twice that it is no accident."""
    found = _whole(codes, clauses, SHUFFLED)
    many = len(found) >= MANY and sum(map(len, found)) * PART >= len(codes)
    return found if many else []


def _union(passages: list[Passage]) -> list[Passage]:
    """The same characters without overlaps: what starts first and goes farthest stays whole."""
    united: list[Passage] = []
    reached = 0
    for passage in sorted(passages, key=lambda passage: (passage.start, -passage.end)):
        if passage.end > reached:
            united.append(passage.part(max(reached, passage.start), passage.end))
            reached = passage.end
    return united


def _with_near(
    codes: Codes, sentences: Units, clauses: Units, exact: list[Passage]
) -> list[Passage]:
    """Adds near loops; one that holds pieces of exact loops takes their place.

    Clauses and short sentences are alike by chance more often than sentences are.
    """
    known = _mask(len(codes), exact)
    nearly = list(map(_near, near.pairs(codes, sentences, sentences.inside(known))))
    nearly = _not_by_chance(nearly, exact, near.ONE_WORD)
    there = _mask(len(codes), nearly)
    pairs = [
        _near(pair)
        for pair in near.pairs(codes, clauses, clauses.inside(known | there))
        if not there[pair.start : pair.end].any()
    ]
    nearly += _not_by_chance(pairs, exact, near.LONGEST)
    taken = gathered.originals(codes, sentences) | _mask(len(codes), nearly)
    return sorted(nearly + _without(exact, taken), key=lambda passage: passage.start)


def _near(pair: near.Pair) -> Passage:
    return Passage(pair.start, pair.end, pair.first, pair.first_end, "near")


def _not_by_chance(nearly: list[Passage], exact: list[Passage], alone: int) -> list[Passage]:
    """Near loops of `alone` characters; shorter ones from two on, or in a block pasted again."""
    times = Counter(passage.first for passage in nearly)
    before = {(passage.end, passage.first_end) for passage in nearly + exact}
    after = {(passage.start, passage.first) for passage in nearly + exact}
    return [
        one
        for one in nearly
        if len(one) >= alone
        or times[one.first] > 1
        or (one.start, one.first) in before
        or (one.end, one.first_end) in after
    ]


def _mask(length: int, passages: list[Passage]) -> npt.NDArray[np.bool_]:
    mask = np.zeros(length, dtype=bool)
    for passage in passages:
        mask[passage.start : passage.end] = True
    return mask


def _without(passages: list[Passage], taken: npt.NDArray[np.bool_]) -> list[Passage]:
    """What is left of the passages outside `taken`; left-overs of a few characters go."""
    left = []
    for passage in passages:
        inside = taken[passage.start : passage.end]
        if not inside.any():
            left.append(passage)
            continue
        edges = np.flatnonzero(np.diff(np.concatenate([[True], inside, [True]]))) + passage.start
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            if end - start >= FRAGMENT:
                left.append(passage.part(start, end))
    return left


def _hits(text: Text, passages: list[Passage], found: list[runs.Run]) -> tuple[Hit, ...]:
    """Passages and runs in the original text; what both count is counted once.

    A run inside a longer passage belongs to it; else the run is cut out of the passage.
    """
    folded = text.folded
    holder = np.full(len(folded) + 1, -1, dtype=np.int64)
    for at, passage in enumerate(passages):
        holder[passage.start : passage.end] = at
    taken = np.zeros(len(folded), dtype=bool)
    hits = []
    for run in found:
        start, end = folded.position(run.first), folded.position(run.end)
        # Marks have no place in the folded view: they lie between start - 1 and start.
        outer = holder[max(0, start - (start == end))], holder[max(start, end - 1)]
        if outer[0] == outer[1] >= 0 and len(passages[outer[0]]) > end - start:
            continue
        taken[start:end] = True
        first = Span(run.first, run.start) if run.first < run.start else None
        hits.append(Hit(run.start, run.end, "monotone", first=first))
    ran = np.zeros(len(text) + 1, dtype=bool)
    for run in found:
        ran[run.first : run.end] = True
    for passage in _without(passages, taken):
        # A passage that goes on into its own repetition repeats what stands before it.
        before = folded.span(passage.first, min(passage.first_end, passage.start))
        start, end = _with_marks(text, folded.span(passage.start, passage.end), ran)
        hits.append(Hit(start, end, passage.kind, first=Span(*_with_marks(text, before, ran))))
    return tuple(sorted(hits, key=lambda hit: hit.start))


def _with_marks(text: Text, span: tuple[int, int], ran: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """The range with the marks that open and close it, but not those of a run."""
    start, end = span
    original = text.original
    while start and not ran[start - 1] and category(original[start - 1]) in OPENING:
        start -= 1
    while end < len(text) and not ran[end] and category(original[end]) in CLOSING:
        end += 1
    return start, end
