"""Whole lines of verse: five characters prove as much as a long passage of prose.

A line counts where a clause of the post, or the end of one (古人说 + line), is a whole line of a
document in verse. Verse is known by its shape: importers do not say what a text is.
"""

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from postcheck.corpus.align import Aligned
from postcheck.corpus.chains import Runs
from postcheck.corpus.clauses import Side

LINES = range(5, 12)  # characters of a line that may count alone
REGULAR = range(4, 9)  # characters of the line that a regular poem is made of
CROWD = 12  # documents that are asked for one place of a post
LEAD_IN = 6  # characters that may stand before a line in its clause
SHEET = 4000  # folded characters; longer texts are no poem
_LONGEST_SONG = 800
_LONGEST_LINE = 9
_LONGEST_STROPHE = 30  # folded characters between two line breaks


def verse_lines(runs: Runs, post: Side, source_of: Callable[[int], Side]) -> list[Aligned]:
    """Lines of verse in the post, in no order, one for each document that has the line.

    `runs` with the likeliest documents first: of many that share a place the first are asked.
    """
    found = []
    verse: dict[int, bool] = {}
    asked: Counter[tuple[int, int]] = Counter()
    for run, start, end in _clause_tails(runs, post):
        asked[start, end] += 1
        if asked[start, end] > CROWD:
            continue
        doc, shift = int(runs.doc[run]), int(runs.start[run] - runs.post[run])
        source = source_of(doc)
        if not source.is_clause(start + shift, end + shift):
            continue
        if doc not in verse:
            verse[doc] = is_verse(source)
        if verse[doc]:
            block = (start, start + shift, end - start)
            found.append(Aligned(doc, start, end, start + shift, end + shift, (block,)))
    return found


def _clause_tails(runs: Runs, post: Side) -> Iterator[tuple[int, int, int]]:
    """(run, start, end) for what the runs hold of the ends of clauses, where a line may be.

    A run that begins inside a clause begins with the line, behind the lead-in.
    """
    bounds = np.array(post.boundaries(0, len(post)), dtype=np.int64)
    if len(bounds) < 2:
        return
    after = np.searchsorted(bounds, runs.post + LINES.start)
    stop = runs.post + runs.length
    active = np.flatnonzero(after < len(bounds))
    while len(active):
        end, clause = bounds[after[active]], bounds[after[active] - 1]
        inside = end <= stop[active]
        active, end, clause = active[inside], end[inside], clause[inside]
        start = np.maximum(runs.post[active], clause)
        fits = (end - start >= LINES.start) & (end - start < LINES.stop)
        fits &= start - clause <= LEAD_IN
        rows = (active[fits].tolist(), start[fits].tolist(), end[fits].tolist())
        yield from zip(*rows, strict=True)
        after[active] += 1
        active = active[after[active] < len(bounds)]


def is_verse(side: Side) -> bool:
    """Whether a text has the shape of verse: lines of one length, or short strophes of short
    lines without figures and Latin letters."""
    size = len(side)
    if not 10 <= size <= SHEET:
        return False
    lengths = np.diff(side.boundaries(0, size))
    common = int(np.bincount(lengths).argmax())
    if common in REGULAR and 10 * np.count_nonzero(lengths == common) >= 7 * len(lengths):
        return True
    if size > _LONGEST_SONG or (side.folded.codes < 0x2E80).any():
        return False
    strophes = [line for line in side.original.splitlines() if line.strip()]
    short = int(np.count_nonzero(lengths <= _LONGEST_LINE))
    narrow = max(map(len, strophes)) <= _LONGEST_STROPHE
    return len(strophes) > 1 and narrow and 10 * short >= 9 * len(lengths)
