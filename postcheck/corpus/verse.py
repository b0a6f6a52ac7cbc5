"""Whole lines of verse: five characters prove as much as a long passage of prose.

A line counts where a clause of the post, or the end of one (古人说 + line), is a whole line of a
document in verse. Verse is known by its shape: importers do not say what a text is.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
import numpy.typing as npt

from postcheck.corpus.align import Aligned, common
from postcheck.corpus.chains import Runs
from postcheck.corpus.clauses import Side
from postcheck.corpus.segment import spread
from postcheck.text import Text

LINES = range(5, 12)  # characters of a line that may count alone
CHANGED = 7  # characters of a line of which one may be changed
REGULAR = range(4, 9)  # characters of the line that a regular poem is made of
CROWD = 12  # documents that are asked for one place of a post
LEAD_IN = 6  # characters that may stand before a line in its clause
SHORTEST, SHEET = 10, 4000  # folded characters of what may be a poem
_LONGEST_LINE = 9
_STROPHE = 26  # characters from one line break to the next: half are no longer, none twice as long
_NOTE = re.compile(r"[(（\[［〔【{｛][^()（）\[\]［］〔〕【】{}｛｝]*[)）\]］〕】}｝]")


def verse_lines(runs: Runs, post: Side, source_of: Callable[[int], Side]) -> list[Aligned]:
    """Lines of verse in the post, in no order, one for each document that has the line.

    `runs` with the likeliest documents first: of many that share a place the first are asked.
    """
    found = []
    verse: dict[int, bool] = {}
    asked: Counter[tuple[int, int]] = Counter()
    for run, start, end in chain(_clause_tails(runs, post), _changed_clauses(runs, post)):
        asked[start, end] += 1
        if asked[start, end] > CROWD:
            continue
        doc, shift = int(runs.doc[run]), int(runs.start[run] - runs.post[run])
        source = source_of(doc)
        place = (start + shift, end + shift)
        if not source.is_clause(*place):
            continue
        blocks = common(post, source, (start, end), place)
        if sum(length for _, _, length in blocks) < end - start - 1:
            continue
        if doc not in verse:
            verse[doc] = is_verse(source)
        if verse[doc]:
            found.append(Aligned(doc, start, end, *place, tuple(blocks)))
    return found


def may_hold_lines(runs: Runs, post: Side) -> npt.NDArray[np.bool_]:
    """Which runs hold the end of a clause, or are inside one of which one character may be new:
    `verse_lines` finds nothing in the others."""
    bounds = np.array(post.boundaries(0, len(post)), dtype=np.int64)
    clause = np.diff(bounds, prepend=0)
    # for each place the first boundary behind it, and the length of the clause there
    index = np.searchsorted(bounds, np.arange(len(post)), side="right")
    tail = bounds[index][runs.post + LINES.start - 1]
    return np.asarray(
        (tail <= runs.post + runs.length) | (clause[index][runs.post] == CHANGED), dtype=np.bool_
    )


def _clause_tails(runs: Runs, post: Side) -> Iterator[tuple[int, int, int]]:
    """(run, start, end) for what the runs hold of the ends of clauses, where a line may be.

    A run that begins inside a clause begins with the line, behind the lead-in.
    """
    bounds = np.array(post.boundaries(0, len(post)), dtype=np.int64)
    first = np.searchsorted(bounds, runs.post + LINES.start)
    behind = np.searchsorted(bounds, runs.post + runs.length, side="right")
    run, index = spread(first, np.maximum(behind - first, 0))
    clause, end = bounds[index - 1], bounds[index]
    start = np.maximum(runs.post[run], clause)
    fits = np.flatnonzero(
        (end - start >= LINES.start) & (end - start < LINES.stop) & (start - clause <= LEAD_IN)
    )
    # the first clause of each run, then the second of each, ...
    fits = fits[np.argsort((index - first[run])[fits], kind="stable")]
    yield from zip(run[fits].tolist(), start[fits].tolist(), end[fits].tolist(), strict=True)


def _changed_clauses(runs: Runs, post: Side) -> Iterator[tuple[int, int, int]]:
    """(run, start, end) for runs in a clause of seven characters, one of which may be new."""
    bounds = np.array(post.boundaries(0, len(post)), dtype=np.int64)
    after = np.searchsorted(bounds, runs.post, side="right")
    inside = np.flatnonzero((after > 0) & (after < len(bounds)))
    start, end = bounds[after[inside] - 1], bounds[after[inside]]
    stop = runs.post[inside] + runs.length[inside]
    fits = (end - start == CHANGED) & (stop <= end) & (runs.length[inside] < CHANGED)
    yield from zip(inside[fits].tolist(), start[fits].tolist(), end[fits].tolist(), strict=True)


def _without_notes(side: Side) -> Side:
    text, count = _NOTE.subn("", side.original)
    return Side(text, Text(text).folded) if count else side


def is_verse(side: Side) -> bool:
    """Whether a text has the shape of verse, notes in brackets apart: lines of one length, or
    strophes of short lines, a strophe a line, without figures and Latin letters."""
    if not SHORTEST <= len(side) <= SHEET:
        return False
    bare = _without_notes(side)
    lengths = np.diff(bare.boundaries(0, len(bare)))
    if not len(lengths):
        return False
    usual = int(np.bincount(lengths).argmax())
    if usual in REGULAR and 10 * np.count_nonzero(lengths == usual) >= 7 * len(lengths):
        return True
    if (bare.folded.codes < 0x2E80).any():
        return False
    strophes = sorted(len(line) for line in bare.original.splitlines() if line.strip())
    if len(strophes) < 2 or strophes[len(strophes) // 2] > _STROPHE or strophes[-1] > 2 * _STROPHE:
        return False
    return bool(10 * np.count_nonzero(lengths <= _LONGEST_LINE) >= 9 * len(lengths))
