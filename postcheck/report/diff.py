"""Which characters of a passage and of its source differ, for the eye only.

The judge counts a hit's identical stretches; the marks here follow them: a content character
outside them is changed, whatever a fresh alignment would find.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import LCSseq

from postcheck.text import code_points, fold

SAME, VARIANT, CHANGED, CONTEXT = range(4)
_MAX_CELLS = 200_000_000  # the alignment keeps a bit a cell; beyond that only one side is marked
_MOVES, _MOVED = 3, 4  # further alignments for moved sentences; the shortest run they take
_LIMIT, _HEAD, _TAIL = 160, 90, 50  # characters of a long passage that are shown
_SPACES = code_points(" \t\n\v\f\r\u00a0\u3000")

Levels = npt.NDArray[np.int64]
Stretch = tuple[int, int]
_Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one side.

    SAME; VARIANT: another script, width or punctuation; CHANGED; CONTEXT: of the source, beside
    the passage.
    """

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
    left_levels = np.where(barred, CHANGED, np.where(left_content, SAME, _loose(left_keys)))
    left_keys[barred] = 0
    if np.count_nonzero(left_keys) * np.count_nonzero(right_keys) > _MAX_CELLS:
        return _pieces(left, left_levels), _pieces(right, np.zeros(len(right), dtype=np.int64))
    right_levels = np.where(right_content, CHANGED, _loose(right_keys))
    mine, theirs = _matched(left_keys, right_keys)
    differ = code_points(left)[mine] != code_points(right)[theirs]
    left_levels[mine] = right_levels[theirs] = np.where(differ, VARIANT, SAME)
    if len(theirs):
        _set_context(right_levels, theirs, barred, mine)
    return _pieces(left, left_levels), _pieces(right, right_levels)


def shortened(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """A side, its middle left out if it is long; the length left out is in original characters."""
    length = sum(len(piece.text) for piece in pieces)
    if length <= _LIMIT:
        return tuple(pieces)
    gap = Piece(f"……（略 {length - _HEAD - _TAIL} 字）……", CONTEXT)
    return *_cut(pieces, 0, _HEAD), gap, *_cut(pieces, length - _TAIL, length)


def _cut(pieces: Iterable[Piece], start: int, end: int) -> Iterator[Piece]:
    at = 0
    for piece in pieces:
        text = piece.text[max(start - at, 0) : max(end - at, 0)]
        at += len(piece.text)
        if text:
            yield Piece(text, piece.level)


def _set_context(right: Levels, theirs: Levels, barred: _Mask, mine: Levels) -> None:
    """What the source has before or after the passage, where nothing of it was changed there."""
    if not barred[: mine.min()].any():
        right[: theirs.min()] = CONTEXT
    if not barred[mine.max() :].any():
        right[theirs.max() + 1 :] = CONTEXT


def _keys(text: str) -> tuple[Levels, _Mask]:
    """What a character is compared by (folded; spaces 0, ignored), and which are content."""
    codes = code_points(text)
    folded = fold(codes)
    keys = codes.astype(np.int64)
    keys[np.isin(codes, _SPACES)] = 0
    content = np.zeros(len(keys), dtype=np.bool_)
    keys[folded.offsets] = folded.codes
    content[folded.offsets] = True
    return keys, content


def _inside(same: Iterable[Stretch], length: int) -> _Mask:
    inside = np.zeros(length, dtype=np.bool_)
    stretches = list(same) or [(0, length)]
    for start, end in stretches:
        inside[start:end] = True
    return inside


def _loose(keys: Levels) -> Levels:
    """The level of characters that are no content and have no partner."""
    return np.where(keys == 0, SAME, VARIANT)


def _matched(left: Levels, right: Levels) -> tuple[Levels, Levels]:
    """Positions of equal keys on both sides, in order; then those of moved stretches."""
    pairs = [np.zeros((2, 0), dtype=np.int64)]
    left, right = left.copy(), right.copy()
    for least in (1, *[_MOVED] * _MOVES):
        left_at, right_at = np.flatnonzero(left), np.flatnonzero(right)
        mine, theirs = _in_order(left[left_at], right[right_at], least)
        if not len(mine):
            break
        pairs.append(np.stack([left_at[mine], right_at[theirs]]))
        left[left_at[mine]] = right[right_at[theirs]] = 0
    mine, theirs = np.concatenate(pairs, axis=1)
    return mine, theirs


def _in_order(left: Levels, right: Levels, least: int) -> tuple[Levels, Levels]:
    """A longest common subsequence, without its runs of fewer than `least`."""
    blocks = [
        block
        for block in LCSseq.opcodes(left.tolist(), right.tolist())
        if block.tag == "equal" and block.src_end - block.src_start >= least
    ]
    empty = np.zeros(0, dtype=np.int64)
    mine = [np.arange(block.src_start, block.src_end) for block in blocks]
    theirs = [np.arange(block.dest_start, block.dest_end) for block in blocks]
    return np.concatenate([empty, *mine]), np.concatenate([empty, *theirs])


def _pieces(text: str, levels: Levels) -> tuple[Piece, ...]:
    cuts = [0, *(np.flatnonzero(np.diff(levels)) + 1).tolist(), len(text)]
    return tuple(
        Piece(text[start:end], int(levels[start])) for start, end in pairwise(cuts) if start < end
    )
