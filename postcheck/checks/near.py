"""Near loops: a sentence that comes again with a word or two changed."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from postcheck.checks.doubling import window_classes
from postcheck.checks.units import Units
from postcheck.text import Codes

SHORTEST = 12  # characters; shorter sentences are alike by chance
GRAM = 3
WIDEST = 16  # a gram that stands in more sentences says nothing
CANDIDATES = 3


def pairs(codes: Codes, units: Units, skip: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """`(earlier, later)` sentences that are nearly the same; `skip` marks those to leave out.

    Each sentence is compared with the few earlier ones that share the most three-character
    grams with it, and only with such as are not near loops themselves, so the work grows
    with the length of the text and not with the pairs of its sentences.
    """
    from rapidfuzz.distance import LCSseq

    grams = window_classes(codes, GRAM).tolist()
    holders: dict[int, list[int]] = {}
    letters = codes.tolist()
    for unit in np.flatnonzero((units.lengths >= SHORTEST) & ~skip).tolist():
        start, end = int(units.starts[unit]), int(units.starts[unit + 1])
        own = set(grams[start : end - GRAM + 1])
        votes: Counter[int] = Counter()
        for gram in own:
            votes.update(holders.get(gram, ()))
        for other, shared in votes.most_common(CANDIDATES):
            begin, stop = int(units.starts[other]), int(units.starts[other + 1])
            longer = max(end - start, stop - begin)
            if 3 * shared < len(own):
                break
            same = LCSseq.similarity(letters[begin:stop], letters[start:end])
            if 4 * same >= 3 * longer:
                yield other, unit
                break
        else:
            for gram in own:
                at = holders.setdefault(gram, [])
                if len(at) < WIDEST:
                    at.append(unit)
