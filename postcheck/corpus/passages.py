"""From the aligned pieces of one document to passages: what lies between and beside them.

Once a document is a sure source, weaker signs beside its passages count: a hole where text was
replaced by other text of like length; a short sentence that was moved, and stands elsewhere in
the same neighbourhood of the document; a clause at the edge of which only the name is new.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise

from postcheck.corpus.align import Aligned, Block, clipped, common, is_own, merged
from postcheck.corpus.clauses import Side
from postcheck.corpus.evidence import CHARACTER, Evidence
from postcheck.corpus.intervals import Ranges

HOLE = 40  # folded characters between two pieces of one passage, at most
REPLACED = 12  # characters of a hole that may be new altogether; of longer ones a fifth agrees
SLIGHT = 4  # characters of one's own that do not part a passage
BESIDE = 5 * CHARACTER  # what a piece beside a sure one must prove
NEIGHBOURHOOD = 200  # folded characters of the document around its passages
MOVED = 4  # characters of a moved clause at the edge of a passage, at least
NAME = 4  # characters of a name
PAIRS = 3  # clauses an edge may grow by where both sides go on alike


def passages(
    pieces: list[Aligned], post: Side, source: Side, evidence: Evidence
) -> tuple[list[Aligned], list[Aligned]]:
    """The passages that hold, and the pieces left over, each in order of the post."""
    holds = [evidence.holds(piece, post, source) for piece in pieces]
    sure = [piece for piece, held in zip(pieces, holds, strict=True) if held]
    if not sure:
        return [], pieces
    rest = [piece for piece, held in zip(pieces, holds, strict=True) if not held]
    near = [each for each in _beside(rest, sure) if evidence.passage(each) >= BESIDE]
    joined = _joined(sorted(sure + near, key=lambda each: (each.start, -each.end)), post, source)
    anchors = Ranges((each.start, each.end) for each in sure)
    kept = [_grow(each, post, source) for each in joined if anchors.meet(each.start, each.end)]
    places = Ranges((each.start, each.end) for each in kept)
    left = [piece for piece in rest if not places.meet(piece.start, piece.end)]
    return [_around_moved(_filled(each, post, source)) for each in kept], left


def _joined(pieces: list[Aligned], post: Side, source: Side) -> list[Aligned]:
    """The pieces in order, those made one between which nothing is the post's own."""
    wholes: list[Aligned] = []
    blocks: list[list[Block]] = []
    for piece in pieces:
        if wholes and piece.end <= wholes[-1].end:
            continue
        hole = _hole(wholes[-1], piece, post, source) if wholes else None
        if hole is None:
            wholes.append(piece)
            blocks.append([*piece.blocks])
            continue
        left = wholes[-1]
        rest = clipped(piece, left.end, piece.end, piece.doc_start, piece.doc_end)
        blocks[-1] += [*hole, *rest.blocks]
        wholes[-1] = replace(
            left,
            end=piece.end,
            doc_start=min(left.doc_start, piece.doc_start),
            doc_end=max(left.doc_end, piece.doc_end),
        )
    return [
        replace(whole, blocks=tuple(merged(each)))
        for whole, each in zip(wholes, blocks, strict=True)
    ]


def _beside(pieces: list[Aligned], sure: list[Aligned]) -> Iterator[Aligned]:
    """The pieces close to a sure one on both sides; `sure` in order of start."""
    starts = [each.start for each in sure]
    ends = list(accumulate((each.end for each in sure), max))
    for piece in pieces:
        at = bisect_right(starts, piece.end + HOLE) - 1
        while at >= 0 and ends[at] >= piece.start - HOLE:
            if _near(piece, sure[at]):
                yield piece
                break
            at -= 1


def _near(piece: Aligned, other: Aligned) -> bool:
    away = max(piece.start - other.end, other.start - piece.end)
    doc_away = max(piece.doc_start - other.doc_end, other.doc_start - piece.doc_end)
    return away <= HOLE and doc_away <= NEIGHBOURHOOD


def _hole(left: Aligned, right: Aligned, post: Side, source: Side) -> list[Block] | None:
    """What is identical between two pieces; None where the hole is no part of what was taken."""
    hole, doc_hole = right.start - left.end, right.doc_start - left.doc_end
    away = max(left.doc_start - right.doc_end, doc_hole)
    if hole > HOLE or away > NEIGHBOURHOOD:
        return None
    there: list[Block] = []
    longer = max(hole, doc_hole)
    alike = doc_hole > 0 and abs(hole - doc_hole) <= max(SLIGHT, longer // 2)
    if alike:
        there = common(post, source, (left.end, right.start), (left.doc_end, right.doc_start))
    clauses = post.clauses(left.end, right.start) if hole > 0 else []
    moved = _moved(clauses, left, right, post, source)
    agreed = sum(length for _, _, length in there)
    if len(moved) == len(clauses):
        return moved if hole > agreed else there
    if is_own(post, left.end, right.start, doc_hole):
        return None
    if hole <= SLIGHT or (alike and (longer <= REPLACED or 5 * agreed >= longer)):
        return there
    return None


def _moved(
    clauses: list[tuple[int, int]], left: Aligned, right: Aligned, post: Side, source: Side
) -> list[Block]:
    """The clauses that stand elsewhere around both pieces, each where it is nearest."""
    doc_start, doc_end = min(left.doc_start, right.doc_start), max(left.doc_end, right.doc_end)
    first, window = max(0, doc_start - NEIGHBOURHOOD), _window(doc_start, doc_end, source)
    expected = left.doc_end - first
    found = []
    for start, end in clauses:
        clause = post.chars(start, end)
        behind = window.find(clause, expected)
        before = window.rfind(clause, 0, expected + end - start)
        at = [each for each in (behind, before) if each >= 0]
        if at:
            nearest = min(at, key=lambda each: abs(each - expected))
            found.append((start, first + nearest, end - start))
    return found


def _filled(found: Aligned, post: Side, source: Side) -> Aligned:
    """The passage with the clauses in it that stand whole elsewhere around their place."""
    blocks: list[Block] = []
    at, doc_at = 0, found.doc_start
    for start, end in post.clauses(found.start, found.end):
        while at < len(found.blocks) and sum(found.blocks[at][::2]) <= start:
            doc_at = found.blocks[at][1] + found.blocks[at][2]
            at += 1
        inside = clipped(found, start, end, 0, len(source), at).blocks
        if end - start >= MOVED and sum(length for _, _, length in inside) < end - start:
            stands = _window(doc_at, doc_at, source).find(post.chars(start, end))
            if stands >= 0:
                inside = ((start, max(0, doc_at - NEIGHBOURHOOD) + stands, end - start),)
        blocks += inside
    return replace(found, blocks=tuple(merged(blocks)))


def _around_moved(found: Aligned) -> Aligned:
    """The passage with what was moved inside its range of the document."""
    return replace(
        found,
        doc_start=min(found.doc_start, *(j for _, j, _ in found.blocks)),
        doc_end=max(found.doc_end, *(j + length for _, j, length in found.blocks)),
    )


def _window(doc_start: int, doc_end: int, source: Side) -> str:
    start = max(0, doc_start - NEIGHBOURHOOD)
    return source.chars(start, min(len(source), doc_end + NEIGHBOURHOOD))


def _grow(found: Aligned, post: Side, source: Side) -> Aligned:
    """Adds the clauses at both edges that were moved there or are alike but for a name."""
    while True:
        start, end = found.start, found.end
        for way in (-1, 1):
            found = _with_moved(found, post, source, way)
            found = _with_alike(found, post, source, way)
        if (start, end) == (found.start, found.end):
            return found


def _with_moved(found: Aligned, post: Side, source: Side, way: int) -> Aligned:
    window = _window(found.doc_start, found.doc_end, source)
    first = max(0, found.doc_start - NEIGHBOURHOOD)
    pending: list[Block] = []
    for start, end in _outwards(post, found.end if way > 0 else found.start, way):
        at = window.find(post.chars(start, end))
        if at < 0:
            break
        pending.append((start, first + at, end - start))
        if end - start >= MOVED:
            blocks = [*found.blocks, *pending] if way > 0 else [*reversed(pending), *found.blocks]
            found = replace(
                found,
                start=min(found.start, start),
                end=max(found.end, end),
                blocks=tuple(merged(blocks)),
            )
            pending = []
    return found


def _with_alike(found: Aligned, post: Side, source: Side, way: int) -> Aligned:
    """Goes on clause by clause on both sides while enough of them agrees."""
    edge, doc_edge = (found.end, found.doc_end) if way > 0 else (found.start, found.doc_start)
    score = best = agreed = 0
    blocks: list[Block] = []
    chosen = found
    pairs = zip(_outwards(post, edge, way), _outwards(source, doc_edge, way), strict=False)
    for (start, end), (doc_start, doc_end) in list(pairs)[:PAIRS]:
        new = common(post, source, (start, end), (doc_start, doc_end))
        blocks = blocks + new if way > 0 else new + blocks
        same = sum(length for _, _, length in new)
        # 甲道：“… for 乙道：“…: what stands right at the edge is less likely met by chance
        touching = way < 0 and post.chars(end - 1, end) == source.chars(doc_end - 1, doc_end)
        clause = Aligned(found.doc, start, end, doc_start, doc_end, tuple(new))
        renamed, doc_renamed = _renamed(clause, found, post, source)
        alike = same + min(renamed, doc_renamed)
        agreed += alike + touching
        # the clause ends that agree already speak for the pair, so a third may do
        length = max(end - start - renamed, doc_end - doc_start - doc_renamed)
        score += 3 * alike - length - min(renamed, doc_renamed) + 2 * touching
        if agreed >= 2 and score >= best:
            best = score
            whole = [*found.blocks, *blocks] if way > 0 else [*blocks, *found.blocks]
            chosen = Aligned(
                found.doc,
                min(found.start, start),
                max(found.end, end),
                min(found.doc_start, doc_start),
                max(found.doc_end, doc_end),
                tuple(merged(whole)),
            )
    return chosen


def _renamed(clause: Aligned, found: Aligned, post: Side, source: Side) -> tuple[int, int]:
    """How many characters of a clause, on either side, were replaced as elsewhere in `found`."""
    here = _replaced(clause, post, source)
    if not here:
        return 0, 0
    known = set(_replaced(found, post, source))
    both = [pair for pair in here if pair in known]
    return sum(len(new) for new, _ in both), sum(len(old) for _, old in both)


def _replaced(found: Aligned, post: Side, source: Side) -> list[tuple[str, str]]:
    """The short stretches of a passage that stand for others, (new, old): names, mostly."""
    pairs = []
    at, doc_at = found.start, found.doc_start
    for i, j, length in (*found.blocks, (found.end, found.doc_end, 0)):
        if 0 < i - at <= NAME and 0 < j - doc_at <= NAME:
            pairs.append((post.chars(at, i), source.chars(doc_at, j)))
        at, doc_at = i + length, j + length
    return pairs


def _outwards(side: Side, edge: int, way: int) -> list[tuple[int, int]]:
    """The clauses beyond an edge, the nearest first; none if the edge is inside a clause."""
    low, high = (edge, edge + HOLE) if way > 0 else (edge - HOLE, edge)
    bounds = side.boundaries(low, high)
    if edge not in bounds:
        return []
    found = list(pairwise(bounds))
    return found if way > 0 else found[::-1]
