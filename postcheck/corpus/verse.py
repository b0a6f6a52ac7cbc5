"""Whole lines of verse: five characters prove as much as a long passage of prose.

A line counts where a clause of the post, or the end of one (古人说 + line), is a whole line of a
document in verse. Verse is known by its shape: importers do not say what a text is.
"""

from collections.abc import Callable

import numpy as np

from postcheck.corpus.align import Aligned
from postcheck.corpus.chains import Runs
from postcheck.corpus.clauses import Side

LINES = range(5, 12)  # characters of a line that may count alone
REGULAR = range(4, 9)  # characters of the line that a regular poem is made of
LEAD_IN = 6  # characters that may stand before a line in its clause
_LONGEST_SHEET = 4000  # folded characters; longer texts are no poem
_LONGEST_SONG = 800
_LONGEST_LINE = 9
_LONGEST_STROPHE = 30  # folded characters between two line breaks


def verse_lines(runs: Runs, post: Side, source_of: Callable[[int], Side]) -> list[Aligned]:
    """Lines of verse in the post, in no order, one for each document that has the line."""
    bounds = np.array(post.boundaries(0, len(post)), dtype=np.int64)
    if len(bounds) < 2 or not len(runs):
        return []
    # the first clause end behind the run's fifth character must lie in the run
    after = np.searchsorted(bounds, runs.post + LINES.start)
    ends = bounds[np.minimum(after, len(bounds) - 1)]
    able = (ends >= runs.post + LINES.start) & (ends <= runs.post + runs.length)
    found = []
    verse: dict[int, bool] = {}
    for at in np.flatnonzero(able).tolist():
        doc, first = int(runs.doc[at]), int(after[at])
        run = (int(runs.post[at]), int(runs.start[at]), int(runs.length[at]))
        source = source_of(doc)
        lines = [
            line
            for end in bounds[first:].tolist()
            if end <= run[0] + run[2]
            and (line := _line(doc, run, end, int(bounds[bounds < end][-1]), source))
        ]
        if lines:
            if doc not in verse:
                verse[doc] = is_verse(source)
            if verse[doc]:
                found += lines
    return found


def _line(
    doc: int, run: tuple[int, int, int], end: int, clause: int, source: Side
) -> Aligned | None:
    """The line of the document that ends with the post's clause at `end`, inside the run."""
    start, doc_start, _ = run
    doc_end = doc_start + end - start
    bounds = source.boundaries(doc_end - LINES.stop, doc_end)
    if len(bounds) < 2 or bounds[-1] != doc_end:
        return None
    length = doc_end - bounds[-2]
    lead_in = end - length - clause
    if length not in LINES or bounds[-2] < doc_start or not 0 <= lead_in <= LEAD_IN:
        return None
    return Aligned(
        doc, end - length, end, bounds[-2], doc_end, ((end - length, bounds[-2], length),)
    )


def is_verse(side: Side) -> bool:
    """Whether a text has the shape of verse: lines of one length, or short strophes of short
    lines without figures and Latin letters."""
    size = len(side)
    if not 10 <= size <= _LONGEST_SHEET:
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
