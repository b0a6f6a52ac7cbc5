"""Repetition inside one post: loops, near loops and monotone padding.

A loop is a passage that stands earlier in the same post: any stretch of `FREE` or more
content characters, or a whole sentence or line of a few. The first occurrence is never
counted. A refrain is reported like any other loop; whether the form asks for it is for the
referee to say (`Hit.stylistic`). Names, particles, idioms and ordinary words are shorter
than what counts here, so natural prose measures close to zero.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from postcheck.checks import near, runs
from postcheck.checks.doubling import common_length, first_seen, window_classes
from postcheck.checks.units import CLAUSE_ENDS, ENDS, Units, split
from postcheck.measure import Hit, Measure
from postcheck.post import Span
from postcheck.text import Codes, Text, code_points

FREE = 12  # characters: longer than names, titles and set phrases
SENTENCE = 6  # characters of a whole sentence; 我不知道 is an answer
LINE = 5  # characters of a whole line: the shortest line of regular verse
LINE_ENDS = code_points("\n\r\v\f\u2028\u2029")


@dataclass(frozen=True, slots=True)
class Passage:
    """Folded range that stands again: its earlier place starts at `first`."""

    start: int
    end: int
    first: int
    kind: str = "loop"
    first_end: int = 0  # of a near loop, whose earlier passage has another length


def measure(text: Text) -> Measure:
    """Passages of the post that repeat an earlier one; kinds loop, near, monotone."""
    lines, sentences = split(text, LINE_ENDS), split(text, ENDS)
    monotone = runs.find(text, lines)
    exact = _exact(text, sentences, lines)
    passages = _with_near(text.folded.codes, sentences, exact)
    hits = _outside(text, passages, monotone)
    hits += [Hit(run.start, run.end, "monotone", first=_first(run)) for run in monotone]
    return Measure("repeated", tuple(sorted(hits, key=lambda hit: hit.start)))


def _first(run: runs.Run) -> Span | None:
    return Span(run.first, run.start) if run.first < run.start else None


def _exact(text: Text, sentences: Units, lines: Units) -> list[Passage]:
    codes = text.folded.codes
    whole = _whole(codes, sentences, SENTENCE) + _whole(codes, lines, LINE)
    clauses = split(text, CLAUSE_ENDS)
    free = [_trimmed(_trimmed(p, sentences), clauses) for p in _windows(codes)]
    return _union(free + whole)


def _trimmed(passage: Passage, units: Units) -> Passage:
    """Without the few characters outside its outermost borders, if a passage remains.

    Two places that repeat a passage often go on with the same name or particle by chance.
    """
    borders = units.starts
    inner = borders[
        np.searchsorted(borders, passage.start) : np.searchsorted(borders, passage.end, "right")
    ]
    start, end = passage.start, passage.end
    if len(inner) and inner[0] - start < SENTENCE:
        start = int(inner[0])
    if len(inner) and end - inner[-1] < SENTENCE:
        end = int(inner[-1])
    if end - start < SENTENCE:
        return passage
    return Passage(start, end, passage.first + start - passage.start)


def _windows(codes: Codes) -> list[Passage]:
    """Stretches of `FREE` or more characters that stand earlier, as long as they go."""
    earlier = first_seen(window_classes(codes, FREE))
    again = np.flatnonzero(earlier < np.arange(len(earlier)))
    passages: list[Passage] = []
    at = 0
    while at < len(again):
        start = int(again[at])
        first = int(earlier[start])
        end = start + common_length(codes, first, start)
        passages.append(Passage(start, end, first))
        # Go on from the last window that touches this passage: all between is covered.
        last = int(np.searchsorted(again, end, side="right")) - 1
        at = last if last > at and again[last] + FREE > end else last + 1
    return passages


def _whole(codes: Codes, units: Units, least: int) -> list[Passage]:
    """Units of `least` or more characters that stand earlier as whole units."""
    seen: dict[bytes, int] = {}
    passages = []
    for unit in np.flatnonzero(units.lengths >= least).tolist():
        start, end = int(units.starts[unit]), int(units.starts[unit + 1])
        first = seen.setdefault(codes[start:end].tobytes(), start)
        if first < start:
            passages.append(Passage(start, end, first))
    return passages


def _union(passages: list[Passage]) -> list[Passage]:
    """The same characters without overlaps: what starts first and goes farthest stays whole."""
    united: list[Passage] = []
    reached = 0
    for passage in sorted(passages, key=lambda passage: (passage.start, -passage.end)):
        cut = max(0, reached - passage.start)
        if passage.end > reached:
            united.append(Passage(passage.start + cut, passage.end, passage.first + cut))
            reached = passage.end
    return united


def _with_near(codes: Codes, sentences: Units, exact: list[Passage]) -> list[Passage]:
    """Adds near loops; one that holds pieces of exact loops takes their place."""
    covered = np.zeros(len(codes) + 1, dtype=np.int64)
    for passage in exact:
        covered[passage.start + 1 : passage.end + 1] = 1
    total = np.cumsum(covered)
    known = total[sentences.starts[1:]] - total[sentences.starts[:-1]] == sentences.lengths
    nearly = [
        Passage(
            int(sentences.starts[later]),
            int(sentences.starts[later + 1]),
            int(sentences.starts[earlier]),
            "near",
            int(sentences.starts[earlier + 1]),
        )
        for earlier, later in near.pairs(codes, sentences, known)
    ]
    taken = np.zeros(len(codes), dtype=bool)
    for passage in nearly:
        taken[passage.start : passage.end] = True
    return sorted(nearly + _without(exact, taken), key=lambda passage: passage.start)


def _without(passages: list[Passage], taken: npt.NDArray[np.bool_]) -> list[Passage]:
    """What is left of the passages outside `taken`; left-overs shorter than a line go."""
    left = []
    for passage in passages:
        free = np.concatenate([[True], taken[passage.start : passage.end], [True]])
        edges = np.flatnonzero(np.diff(free)) + passage.start
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            whole = (start, end) == (passage.start, passage.end)
            if whole or end - start >= LINE:
                left.append(Passage(start, end, passage.first + start - passage.start))
    return left


def _outside(text: Text, passages: list[Passage], monotone: list[runs.Run]) -> list[Hit]:
    """Hits of the passages, without what a monotone run counts already."""
    folded = text.folded
    taken = np.zeros(len(folded), dtype=bool)
    for run in monotone:
        taken[folded.position(run.first) : folded.position(run.end)] = True
    loops = [passage for passage in passages if passage.kind == "loop"]
    nears = [passage for passage in passages if passage.kind == "near"]
    hits = []
    for passage in _without(loops, taken) + nears:
        first_end = passage.first_end or passage.first + passage.end - passage.start
        start, end = folded.span(passage.start, passage.end)
        first = Span(*folded.span(passage.first, first_end))
        hits.append(Hit(start, end, passage.kind, first=first))
    return hits
