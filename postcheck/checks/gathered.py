"""Blocks put together from sentences that also stand singly: what is original in them.

Someone takes three sentences of the post, joins them into a block and pastes the block
several times. The maximal repeated passage is the block, and its first standing is not
counted, though each of its sentences also stands elsewhere; nor are the single sentences
that it was made of, if each stands exactly once outside the block. A block that stands
twice and one of its sentences a third time are no such case: that sentence is counted.
"""

from collections import defaultdict
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from postcheck.checks.units import Units
from postcheck.text import Codes

LOOK_BACK = 8  # earlier standings of a sentence that are tried


def originals(codes: Codes, sentences: Units) -> npt.NDArray[np.bool_]:
    """Marks the folded characters of gathered blocks and of the sentences they came from."""
    names: dict[bytes, int] = {}
    borders = sentences.starts.tolist()
    ids = [
        names.setdefault(codes[start:end].tobytes(), len(names)) for start, end in pairwise(borders)
    ]
    places = defaultdict(list)
    for unit, name in enumerate(ids):
        places[name].append(unit)
    marked = np.zeros(len(codes), dtype=bool)
    for unit in _original_units(ids, places):
        marked[borders[unit] : borders[unit + 1]] = True
    return marked


def _original_units(ids: list[int], places: dict[int, list[int]]) -> set[int]:
    chosen: set[int] = set()
    used: set[int] = set()
    blocks = _blocks(ids, places)
    for block in sorted(blocks, key=len, reverse=True):
        standing = {at + k for at in blocks[block] for k in range(len(block))}
        if standing & used:
            continue
        used |= standing
        singles = [unit for name in block for unit in places[name] if unit not in standing]
        if sorted(ids[unit] for unit in singles) == sorted(block):
            first = min(blocks[block])
            chosen.update(singles, range(first, first + len(block)))
    return chosen


def _blocks(ids: list[int], places: dict[int, list[int]]) -> dict[tuple[int, ...], set[int]]:
    """Sequences of two or more different sentences that stand again, and where they start."""
    blocks: dict[tuple[int, ...], set[int]] = defaultdict(set)
    ends = _different_until(ids)
    at = 0
    while at < len(ids):
        length, earlier = 0, 0
        for unit in places[ids[at]][:LOOK_BACK]:
            room = min(at - unit, ends[at] - at)
            same = 0
            while same < room and ids[unit + same] == ids[at + same]:
                same += 1
            if same > length:
                length, earlier = same, unit
        if length > 1:
            blocks[tuple(ids[at : at + length])] |= {earlier, at}
        at += max(1, length)
    return blocks


def _different_until(ids: list[int]) -> list[int]:
    """For each place how far on no sentence comes a second time."""
    ends = [len(ids)] * (len(ids) + 1)
    following: dict[int, int] = {}
    for at in range(len(ids) - 1, -1, -1):
        ends[at] = min(ends[at + 1], following.get(ids[at], len(ids)))
        following[ids[at]] = at
    return ends
