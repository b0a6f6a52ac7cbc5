"""Where a post meets a library: 5-grams that both have, and how much each of them tells."""

import numpy as np

from postcheck.corpus.chains import Runs
from postcheck.corpus.evidence import Evidence
from postcheck.corpus.fingerprint import K
from postcheck.corpus.library import Library
from postcheck.text import Codes, Folded, Offsets, is_han

SEEDS = 100  # occurrences of a 5-gram that are looked at
TELLING = 3  # different characters of a 5-gram, at least
NOISE = 8  # a single figure or letter in so many characters is no accident
GROUP = 3  # letters and figures of a group that may be noise, at most
APART = 6  # Han characters from one group of noise to the next, at most
GROUPS = 5  # groups with letters, so close together, that are no accident


def shared(folded: Folded, library: Library) -> tuple[Runs, Evidence]:
    """The stretches that a text shares with documents, letter by letter, and what they prove."""
    codes = folded.codes
    runs = library.runs(codes, _telling(codes), SEEDS)
    return runs, Evidence(codes, library.frequency(codes))


def _telling(codes: Codes) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether the 5-gram at each position has different characters enough: 哈哈哈哈哈 would meet
    itself everywhere."""
    count = max(0, len(codes) - K + 1)
    different = np.ones(count, dtype=np.int8)
    for at in range(1, K):
        new = np.ones(count, dtype=np.bool_)
        for before in range(at):
            new &= codes[at : at + count] != codes[before : before + count]
        different += new
    return np.asarray(different >= TELLING)


def without_noise(folded: Folded) -> Folded:
    """A folded text without the few letters and figures that stand between Han characters where
    there are so many that they can only be meant to part them: 一2段3话4, 一ab段xy话."""
    han = is_han(folded.codes)
    edges = np.flatnonzero(np.diff(han))
    start, end = edges[:-1] + 1, edges[1:] + 1  # of the groups between two edges, by turns
    inner = ~han[start]
    start, end = start[inner], end[inner]
    if not len(start):
        return folded
    noise = (end - start <= GROUP) & _crowded(folded.codes, start, end)
    single = end - start == 1
    if NOISE * np.count_nonzero(single) >= len(han):
        noise |= single
    if not noise.any():
        return folded
    kept = np.ones(len(han), dtype=np.bool_)
    for first, last in zip(start[noise].tolist(), end[noise].tolist(), strict=True):
        kept[first:last] = False
    return Folded(folded.codes[kept], folded.offsets[kept])


def _crowded(
    codes: Codes, start: Offsets, end: Offsets
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which groups stand close to others of their kind, groups that begin with a letter enough
    among them: 5g and 10ml are amounts."""
    part = np.concatenate([[0], np.cumsum(start[1:] - end[:-1] > APART)])
    lettered = (codes[start] > ord("9")) & (end - start <= GROUP)
    return np.asarray(np.bincount(part, lettered)[part] >= GROUPS)
