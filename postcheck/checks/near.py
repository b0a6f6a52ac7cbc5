"""Near loops: a sentence that comes again with a word or two changed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from postcheck.checks.doubling import window_classes
from postcheck.checks.runs import NUMERALS
from postcheck.checks.units import Units
from postcheck.text import Codes, string_of

SHORTEST = 8  # characters; shorter sentences are alike by chance
ONE_WORD = 12  # below this length one changed place only
LONGEST = 500  # characters; what has no full stop for so long is left to exact loops
GRAM = 3
WIDEST = 16  # a gram that stands in more sentences says nothing
CANDIDATES = 3


@dataclass(frozen=True, slots=True)
class Pair:
    """Folded ranges of two sentences that are nearly the same."""

    start: int
    end: int
    first: int
    first_end: int


def pairs(codes: Codes, units: Units, skip: npt.NDArray[np.bool_]) -> Iterator[Pair]:
    """Near loops among the sentences `units`; `skip` marks those to leave out.

    Each sentence is compared with the few earlier ones that share the most three-character
    grams with it, and only with such as are not near loops themselves, so the work grows
    with the length of the text and not with the pairs of its sentences.
    """
    classes = window_classes(codes, GRAM)
    grams = classes.tolist()
    again = (np.bincount(classes) > 1).tolist()  # what stands once is shared with nothing
    holders: dict[int, list[int]] = {}
    letters = string_of(codes)
    # Numbers do not make sentences alike: dates and amounts in the same form are no loops.
    words = units.count(~np.isin(codes, NUMERALS))
    usable = (words >= SHORTEST) & (units.lengths <= LONGEST) & ~skip
    for unit in np.flatnonzero(usable).tolist():
        start, end = units.bounds(unit)
        own = [gram for gram in set(grams[start : end - GRAM + 1]) if again[gram]]
        votes = Counter(chain.from_iterable(holders.get(gram, ()) for gram in own))
        for other, _ in votes.most_common(CANDIDATES):
            first, first_end = units.bounds(other)
            part = _alike(letters[first:first_end], letters[start:end])
            if part:
                yield Pair(start + part[0], start + part[1], first, first_end)
                break
        else:
            for gram in own:
                at = holders.setdefault(gram, [])
                if len(at) < WIDEST:
                    at.append(unit)


def _alike(one: str, other: str) -> tuple[int, int] | None:
    """The part of `other` that is `one` with a word or two changed, if there is one.

    Three quarters are the same and few places are changed; parallels change in many. What
    is only put before or behind belongs to no repetition.
    """
    from rapidfuzz.distance import LCSseq

    sizes = len(one), len(other)
    longer = max(sizes)
    if 4 * LCSseq.similarity(one, other) < 3 * longer:
        return None
    same = [part for part in LCSseq.opcodes(one, other) if part.tag == "equal"]
    head, tail = same[0], same[-1]
    edges = (head.src_start or head.dest_start) > 0, (tail.src_end, tail.dest_end) != sizes
    if len(same) - 1 + sum(edges) > (1 if longer < ONE_WORD else max(2, longer // 8)):
        return None
    start = head.dest_start if head.src_start == 0 else 0
    return start, tail.dest_end if tail.src_end == len(one) else len(other)
