"""From seeds to regions: which stretch of a post may repeat which stretch of a document.

A seed is one folded 5-gram that post and document share. Seeds on one diagonal that follow
each other make a run; runs close to each other, in the same order on both sides, make a chain.
Chains are local, so sentences moved about cost nothing. (Seed-chain-align as in passim and
BLAST; everything per seed is vectorised, Python only sees the few chains that are left.)
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from postcheck.text import Offsets

GAP = 24  # folded characters between two runs of one chain, at most, on either side
LONE_RUN = 8  # a run shorter than this needs company
_MOST_RUNS = 20_000
_BITS = 30  # of a position in a post
_NEIGHBOURS = 4  # how many later runs of a document a run is compared with


@dataclass(frozen=True, slots=True)
class Runs:
    """Maximal shared runs, columns of equal length, ordered by document, then post position.

    All in folded characters; `start` is the position in the document.
    """

    doc: Offsets
    post: Offsets
    start: Offsets
    length: Offsets

    def __len__(self) -> int:
        return len(self.doc)

    def take(self, index: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> "Runs":
        return Runs(self.doc[index], self.post[index], self.start[index], self.length[index])

    def ordered(self) -> "Runs":
        """Runs in any order, by document, then post position."""
        return self.take(np.argsort((self.doc << _BITS) + self.post, kind="stable"))


@dataclass(frozen=True, slots=True)
class Chain:
    """Runs of one document as (post position, document position, length), ascending."""

    doc: int
    runs: tuple[tuple[int, int, int], ...]

    @property
    def start(self) -> int:
        return self.runs[0][0]

    @property
    def end(self) -> int:
        post, _, length = self.runs[-1]
        return post + length

    @property
    def weight(self) -> int:
        return sum(length for _, _, length in self.runs)


def join_seeds(
    positions: Offsets, places: Offsets, starts: Offsets | npt.NDArray[np.uint64], k: int
) -> Runs:
    """Merges seeds of one diagonal that follow each other directly into maximal runs, in order
    of the diagonals.

    The documents stand one behind the other without touching, each from its place in `starts`
    on; `places`, below 2**32, are those of the seeds there.
    """
    # One number a seed, its diagonal above its position: that of the next seed is one more.
    seeds = np.sort(((places - positions) << _BITS) + positions)
    head = np.ones(len(seeds), dtype=np.bool_)
    head[1:] = seeds[1:] - seeds[:-1] != 1
    first = np.flatnonzero(head)
    post = seeds[first] & ((1 << _BITS) - 1)
    place = (seeds[first] >> _BITS) + post
    doc = np.searchsorted(starts, place.astype(starts.dtype), side="right") - 1
    start = place - starts[doc].astype(np.int64)
    return Runs(doc, post, start, np.diff(first, append=len(seeds)) + k - 1)


def chains(runs: Runs, proof: Offsets, least: int) -> list[Chain]:
    """The chains of the documents one of whose chains proves `least` or more, heaviest first.

    `proof` says what each run proves. Of very many runs only the longest are looked at.
    """
    if len(runs) > _MOST_RUNS:
        longest = np.sort(np.argpartition(-runs.length, _MOST_RUNS)[:_MOST_RUNS])
        runs, proof = runs.take(longest), proof[longest]
    together = _sums(_documents(runs), proof) >= least
    runs, proof = runs.take(together), proof[together]
    left, right = _links(runs)
    label = _labels(len(runs), left, right)
    likely = _sums(label, proof) >= least
    kept = runs.length >= LONE_RUN
    kept[left] = kept[right] = True
    kept &= _sums(_documents(runs), likely) > 0
    members: dict[int, list[int]] = {}
    for run, group in zip(np.flatnonzero(kept).tolist(), label[kept].tolist(), strict=True):
        members.setdefault(group, []).append(run)
    found = [_ascending(runs, group) for group in members.values()]
    return sorted(found, key=lambda chain: -chain.weight)


def _documents(runs: Runs) -> Offsets:
    """For each run the number of its document among those of the runs."""
    number = np.zeros(len(runs), dtype=np.int64)
    np.cumsum(runs.doc[1:] != runs.doc[:-1], out=number[1:])
    return number


def _sums(group: Offsets, values: npt.NDArray[np.int64 | np.bool_]) -> Offsets:
    """For each member the sum of the values of its group."""
    return np.bincount(group, values).astype(np.int64)[group]


def _labels(count: int, left: Offsets, right: Offsets) -> Offsets:
    """For each run the first of the runs that it is linked with, itself included."""
    label = list(range(count))

    def root(run: int) -> int:
        while label[run] != run:
            label[run] = run = label[label[run]]
        return run

    for a, b in zip(left.tolist(), right.tolist(), strict=True):
        one, other = sorted((root(a), root(b)))
        label[other] = one
    for run in sorted({*left.tolist(), *right.tolist()}):
        label[run] = root(run)
    return np.array(label, dtype=np.int64)


def _links(runs: Runs) -> tuple[Offsets, Offsets]:
    """Pairs of runs of one document that follow each other closely on both sides."""
    pairs = []
    end, start_end = runs.post + runs.length, runs.start + runs.length
    for step in range(1, _NEIGHBOURS + 1):
        if len(runs) <= step:
            break
        gap = runs.post[step:] - end[:-step]
        doc_gap = runs.start[step:] - start_end[:-step]
        near = (runs.doc[step:] == runs.doc[:-step]) & (gap <= GAP) & (doc_gap <= GAP)
        # two runs may overlap by a few characters where something was left out
        near &= (gap > -5) & (doc_gap > -5)
        near &= np.abs(gap - doc_gap) <= 4 + np.maximum(gap, doc_gap) // 2
        left = np.flatnonzero(near)
        pairs.append((left, left + step))
    if not pairs:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing
    return np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs])


def _ascending(runs: Runs, group: list[int]) -> Chain:
    """The heaviest subset of the runs that ascends on both sides, overlaps cut off."""
    post, start, length = (
        column[group].tolist() for column in (runs.post, runs.start, runs.length)
    )
    best, before = list(length), [-1] * len(group)
    for b in range(len(group)):
        for a in range(max(0, b - 12), b):
            overlap = max(0, post[a] + length[a] - post[b], start[a] + length[a] - start[b])
            if post[a] < post[b] and start[a] < start[b] and overlap < min(length[a], length[b]):
                # a change of diagonal costs a little, so that the straight way wins
                weight = best[a] + length[b] - overlap
                weight -= 0 if post[b] - post[a] == start[b] - start[a] else 1
                if weight > best[b]:
                    best[b], before[b] = weight, a
    at = max(range(len(group)), key=lambda b: best[b])
    path = []
    while at >= 0:
        path.append((post[at], start[at], length[at]))
        at = before[at]
    kept: list[tuple[int, int, int]] = []
    for i, j, size in reversed(path):
        cut = 0
        if kept:
            last = kept[-1]
            cut = max(0, last[0] + last[2] - i, last[1] + last[2] - j)
        kept.append((i + cut, j + cut, size - cut))
    return Chain(int(runs.doc[group[0]]), tuple(kept))
