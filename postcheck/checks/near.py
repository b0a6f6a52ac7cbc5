"""Near loops: a sentence that comes again with a word or two changed."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from postcheck.checks.doubling import window_classes
from postcheck.checks.units import Units
from postcheck.text import Codes

SHORTEST = 8  # characters; shorter sentences are alike by chance
ONE_WORD = 12  # below this length one changed place only
GRAM = 3
WIDEST = 16  # a gram that stands in more sentences says nothing
CANDIDATES = 3


def pairs(codes: Codes, units: Units, skip: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """`(earlier, later)` sentences that are nearly the same; `skip` marks those to leave out.

    Each sentence is compared with the few earlier ones that share the most three-character
    grams with it, and only with such as are not near loops themselves, so the work grows
    with the length of the text and not with the pairs of its sentences.
    """
    grams = window_classes(codes, GRAM).tolist()
    holders: dict[int, list[int]] = {}
    letters = codes.tolist()
    for unit in np.flatnonzero((units.lengths >= SHORTEST) & ~skip).tolist():
        start, end = units.bounds(unit)
        own = set(grams[start : end - GRAM + 1])
        votes: Counter[int] = Counter()
        for gram in own:
            votes.update(holders.get(gram, ()))
        for other, shared in votes.most_common(CANDIDATES):
            begin, stop = units.bounds(other)
            if 3 * shared < len(own):
                break
            if _alike(letters[begin:stop], letters[start:end]):
                yield other, unit
                break
        else:
            for gram in own:
                at = holders.setdefault(gram, [])
                if len(at) < WIDEST:
                    at.append(unit)


def _alike(one: list[int], other: list[int]) -> bool:
    """Three quarters the same, and changed in few places: parallels change in many."""
    from rapidfuzz.distance import LCSseq

    longer = max(len(one), len(other))
    if 4 * LCSseq.similarity(one, other) < 3 * longer:
        return False
    changes = LCSseq.opcodes(one, other)
    places = sum(
        change.tag != "equal" and (not at or changes[at - 1].tag == "equal")
        for at, change in enumerate(changes)
    )
    return places <= (1 if longer < ONE_WORD else max(2, longer // 8))
