"""Which characters of a passage and of its source differ, for the eye only.

The judge counts a hit's identical stretches; the marks here follow them: a content character
outside them is changed, whatever a fresh alignment would find.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import LCSseq

from postcheck.text import code_points, fold

SAME, VARIANT, CHANGED = 0, 1, 2
_MAX_CELLS = 200_000_000  # the alignment keeps a bit a cell; beyond that only one side is marked
_SPACES = code_points(" \t\n\v\f\r\u00a0\u3000")

Levels = npt.NDArray[np.int64]
Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one side. SAME; VARIANT: another script, width or punctuation; CHANGED."""

    text: str
    level: int


def compare(
    left: str, right: str, same: Iterable[Stretch] = ()
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both sides in pieces. `same`: the identical stretches of `left`; empty: all of it."""
    if left == right:
        return (Piece(left, SAME),), (Piece(right, SAME),)
    left_keys, left_content = _keys(left)
    right_keys, right_content = _keys(right)
    barred = left_content & ~_inside(same, len(left))
    left_keys[barred] = -1
    left_levels = _unmatched(left_keys, left_content)
    right_levels = _unmatched(right_keys, right_content)
    left_at, right_at = np.flatnonzero(left_keys), np.flatnonzero(right_keys)
    if len(left_at) * len(right_at) > _MAX_CELLS:
        left_levels[~barred] = SAME
        right_levels[:] = SAME
        return _pieces(left, left_levels), _pieces(right, right_levels)
    mine, theirs = _matched(left_keys[left_at], right_keys[right_at])
    mine, theirs = left_at[mine], right_at[theirs]
    differ = code_points(left)[mine] != code_points(right)[theirs]
    left_levels[mine] = right_levels[theirs] = np.where(differ, VARIANT, SAME)
    return _pieces(left, left_levels), _pieces(right, right_levels)


def _keys(text: str) -> tuple[Levels, npt.NDArray[np.bool_]]:
    """What a character is compared by (folded; spaces 0, ignored), and which are content."""
    codes = code_points(text)
    folded = fold(codes)
    keys = codes.astype(np.int64)
    keys[np.isin(codes, _SPACES)] = 0
    content = np.zeros(len(keys), dtype=np.bool_)
    keys[folded.offsets] = folded.codes
    content[folded.offsets] = True
    return keys, content


def _inside(same: Iterable[Stretch], length: int) -> npt.NDArray[np.bool_]:
    inside = np.zeros(length, dtype=np.bool_)
    stretches = list(same) or [(0, length)]
    for start, end in stretches:
        inside[start:end] = True
    return inside


def _unmatched(keys: Levels, content: npt.NDArray[np.bool_]) -> Levels:
    return np.where(content, CHANGED, np.where(keys == 0, SAME, VARIANT))


def _matched(left: Levels, right: Levels) -> tuple[Levels, Levels]:
    """Positions of a longest common subsequence, on both sides."""
    blocks = LCSseq.opcodes(left.tolist(), right.tolist())
    equal = [block for block in blocks if block.tag == "equal"]
    empty = np.zeros(0, dtype=np.int64)
    mine = [np.arange(block.src_start, block.src_end) for block in equal]
    theirs = [np.arange(block.dest_start, block.dest_end) for block in equal]
    return np.concatenate([empty, *mine]), np.concatenate([empty, *theirs])


def _pieces(text: str, levels: Levels) -> tuple[Piece, ...]:
    cuts = [0, *(np.flatnonzero(np.diff(levels)) + 1).tolist(), len(text)]
    return tuple(
        Piece(text[start:end], int(levels[start])) for start, end in pairwise(cuts) if start < end
    )
