"""Aligns a chain of shared runs with its document and cuts out the passages that hold.

The runs are fixed; between them, and for a margin beyond both ends, the longest common
subsequence (rapidfuzz, bit-parallel) finds what else agrees. The blocks so found are scored
like a local alignment: what agrees adds, what was put in, left out or replaced costs, and a
passage ends where the score has dropped too far (Smith-Waterman with X-drop). Its edges then
settle on clause boundaries, since what is copied is copied by clauses.

Scores are whole numbers in half characters: an identical character adds 2.
"""

from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from postcheck.corpus.chains import Chain
from postcheck.corpus.clauses import Side

MATCH = 2
MARGIN = 40  # folded characters looked at beyond the outer runs
MARGINS = 8  # times that it is looked on, what goes on longer has runs of its own
DROP = 16
PIECE = 5  # identical characters of a piece, at least
TAIL = 3  # what the blocks behind a hole must add for a passage to go on there
OWN = 3  # characters of the post's own between two pieces that part them, whole clauses
REACH = 12  # how far an edge may move to a clause boundary
BOUNDARY = 3  # what an edge gains on a clause boundary, on each side
Range = tuple[int, int]
Block = tuple[int, int, int]  # post position, document position, length


@dataclass(frozen=True, slots=True)
class Aligned:
    """A passage of the post and its counterpart in document `doc`; folded, half-open.

    `blocks` are the identical stretches in order of the post, and of the document but for
    clauses that were moved; they need not reach the edges.
    """

    doc: int
    start: int
    end: int
    doc_start: int
    doc_end: int
    blocks: tuple[Block, ...]

    @property
    def same(self) -> int:
        return sum(length for _, _, length in self.blocks)

    @property
    def longest(self) -> int:
        return max(length for _, _, length in self.blocks)

    def __len__(self) -> int:
        return self.end - self.start


def align(chain: Chain, post: Side, source: Side) -> list[Aligned]:
    """The passages of one chain, in order of the post."""
    blocks = _blocks(chain, post, source)
    found = [
        _settle(chain.doc, blocks[first:last], post, source)
        for first, last in _segments(blocks, post)
        if sum(length for _, _, length in blocks[first:last]) >= PIECE
    ]
    return [piece for piece in found if piece.blocks]


def hole_cost(inserted: int, left_out: int) -> int:
    """The cost of a hole: `inserted` characters of the post against `left_out` of the source.

    Back in the source (`left_out` < 0) stands what was moved; that leaves out nothing.
    """
    return inserted + max(0, left_out)


def _blocks(chain: Chain, post: Side, source: Side) -> list[Block]:
    """The chain's runs and what gaps and margins add; neighbours on one diagonal merged."""
    i, j, _ = chain.runs[0]
    found = _margin(post, source, i, j, -1)
    at, doc_at = i, j
    for i, j, length in chain.runs:
        found += common(post, source, (at, i), (doc_at, j))
        found.append((i, j, length))
        at, doc_at = i + length, j + length
    return merged(found + _margin(post, source, at, doc_at, 1))


def _margin(post: Side, source: Side, i: int, j: int, way: int) -> list[Block]:
    """What agrees beyond an outer run; looks on as long as the texts go on agreeing."""
    found: list[Block] = []
    for _ in range(MARGINS):
        if not (0 < i < len(post) and 0 < j < len(source)):
            break
        end = min(max(0, i + way * MARGIN), len(post))
        doc_end = min(max(0, j + way * MARGIN), len(source))
        new = common(post, source, _between(i, end), _between(j, doc_end))
        found = found + new if way > 0 else new + found
        if sum(length for _, _, length in new) < MARGIN // 2:
            break
        i, j = end, doc_end
    return found


def merged(blocks: list[Block]) -> list[Block]:
    """Blocks that continue each other on both sides made one."""
    kept: list[Block] = []
    for i, j, length in blocks:
        if kept and kept[-1][0] + kept[-1][2] == i and kept[-1][1] + kept[-1][2] == j:
            kept[-1] = (kept[-1][0], kept[-1][1], kept[-1][2] + length)
        else:
            kept.append((i, j, length))
    return kept


def common(post: Side, source: Side, here: Range, there: Range) -> list[Block]:
    """The longest common subsequence of a range of the post and one of the document."""
    (i, end), (j, doc_end) = here, there
    if i >= end or j >= doc_end:
        return []
    pairs = LCSseq.editops(post.chars(i, end), source.chars(j, doc_end)).as_matching_blocks()
    return [(i + pair.a, j + pair.b, pair.size) for pair in pairs if pair.size]


def _between(one: int, other: int) -> Range:
    return min(one, other), max(one, other)


def _segments(blocks: list[Block], post: Side) -> list[tuple[int, int]]:
    """Stretches of blocks, (first, after the last), each grown until the score drops or the
    post has something of its own to say."""
    found = []
    at = 0
    while at < len(blocks):
        first, best_end, score, best = at, at, 0, -TAIL
        while at < len(blocks):
            if at > first:
                inserted, left_out = _hole(blocks, at)
                score -= hole_cost(inserted, left_out)
                if score <= TAIL or score < best - DROP:
                    break
                if is_own(post, blocks[at][0] - inserted, blocks[at][0], left_out):
                    break
            score += MATCH * blocks[at][2]
            at += 1
            if score > best + TAIL:
                best, best_end = score, at
        found.append((first, best_end))
        at = best_end
    return found


def _hole(blocks: list[Block], at: int) -> tuple[int, int]:
    """What the hole before a block holds of the post and of the source."""
    before, after = blocks[at - 1], blocks[at]
    return after[0] - before[0] - before[2], after[1] - before[1] - before[2]


def is_own(post: Side, start: int, end: int, left_out: int) -> bool:
    """Whether start..end between two pieces is the post's own: whole clauses put in, for which
    the source has next to nothing, or much else."""
    inserted = end - start
    if inserted < OWN or inserted // 2 <= left_out <= 2 * inserted:
        return False
    return bool(post.boundaries(start, start) and post.boundaries(end, end))


def _settle(doc: int, blocks: list[Block], post: Side, source: Side) -> Aligned:
    """A passage of these blocks with its edges moved to clause boundaries."""
    i, j, inner = blocks[0]
    back, doc_back = _edge(post, source, (i, j, -1), inner)
    before = common(post, source, (back, i), (doc_back, j))
    i, j, inner = blocks[-1]
    i, j = i + inner, j + inner
    ahead, doc_ahead = _edge(post, source, (i, j, 1), inner)
    after = common(post, source, (i, ahead), (j, doc_ahead))
    whole = Aligned(
        doc, back, ahead, doc_back, doc_ahead, tuple(merged([*before, *blocks, *after]))
    )
    return clipped(whole, back, ahead, doc_back, doc_ahead)


def clipped(
    found: Aligned, start: int, end: int, doc_start: int, doc_end: int, first: int = 0
) -> Aligned:
    """The part of a passage between these places, its blocks from `first` on cut to fit."""
    kept = []
    for index in range(first, len(found.blocks)):
        i, j, length = found.blocks[index]
        if i >= end:
            break
        cut = max(0, start - i, doc_start - j)
        size = min(length, end - i, doc_end - j) - cut
        if size > 0:
            kept.append((i + cut, j + cut, size))
    return Aligned(found.doc, start, end, doc_start, doc_end, tuple(kept))


def part(found: Aligned, start: int, end: int) -> Aligned | None:
    """What is identical of a passage between two places of the post, from edge to edge."""
    cut = clipped(found, start, end, found.doc_start, found.doc_end)
    if not cut.blocks:
        return None
    first, (last, _, length) = cut.blocks[0][0], cut.blocks[-1]
    doc_start = min(j for _, j, _ in cut.blocks)
    doc_end = max(j + size for _, j, size in cut.blocks)
    return Aligned(found.doc, first, last + length, doc_start, doc_end, cut.blocks)


def _edge(post: Side, source: Side, edge: tuple[int, int, int], inner: int) -> tuple[int, int]:
    """The best place for an edge (i, j, way): `way` is 1 for the end, -1 for the start.

    Outwards, over what was replaced (a name, a word at the edge) up to a boundary; inwards,
    over a character or two that agree by chance behind one, in the outer block of `inner`.
    """
    i, j, way = edge
    on_post = set(post.boundaries(i - REACH, i + REACH))
    on_source = set(source.boundaries(j - REACH, j + REACH))
    best, chosen = (BOUNDARY * ((i in on_post) + (j in on_source)), 0), (i, j)
    if best[0] == 2 * BOUNDARY:
        return chosen
    for a in on_post | {i}:
        for b in on_source | {j}:
            out, doc_out = way * (a - i), way * (b - j)
            if out >= 0 and doc_out >= 0:
                there = common(post, source, _between(a, i), _between(b, j))
                same = sum(length for _, _, length in there)
                if not same and ((out and i in on_post) or (doc_out and j in on_source)):
                    continue  # a clause with nothing in common is another clause
                cost = max(out, doc_out) + abs(out - doc_out) // 2 - 2 * same
            elif out == doc_out and -out < inner:
                cost = -out * MATCH
            else:
                continue
            gain = BOUNDARY * ((a in on_post) + (b in on_source)) - cost
            if (gain, -abs(out) - abs(doc_out)) > best:
                best, chosen = (gain, -abs(out) - abs(doc_out)), (a, b)
    return chosen
