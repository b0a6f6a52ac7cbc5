"""Two texts beside each other: what of either stands in the other, and what was changed."""

from dataclasses import dataclass, replace

from postcheck.checks.borrowed import borrowed
from postcheck.checks.disguise import Disguise, disguises, trace
from postcheck.checks.length import count, count_part
from postcheck.corpus.pair import Texts, loose
from postcheck.corpus.search import search
from postcheck.measure import Counts, Hit, Source
from postcheck.post import Post, Span
from postcheck.text import Text


@dataclass(frozen=True, slots=True)
class Side:
    """One text: its counts, and of them what stands in the other text.

    `part` counts whole passages, `part_same` only their identical characters.
    """

    post: Post
    total: Counts
    part: Counts
    part_same: Counts


@dataclass(frozen=True, slots=True)
class Comparison:
    """`hits` are passages of the left text, their `source` is the right one; in order.

    A passage that stands several times in the right text gives a hit for each.
    """

    left: Side
    right: Side
    hits: tuple[Hit, ...]
    disguise: tuple[Disguise, ...]


def compare(left: Post, right: Post) -> Comparison:
    """Compares two posts, neither of which is taken to be the earlier.

    The part of either is what a check of it against the other counts as taken, and the
    identical characters of what a check of the other counts.
    """
    mine, theirs = _shared(left.text, right), _shared(right.text, left)
    position = right.text.folded.position
    seen = bytearray(len(right.text.folded))
    for there in map(_there, mine):
        start, end = position(there.start), position(there.end)
        seen[start:end] = b"\1" * (end - start)
    more = []
    for hit in theirs:
        inside = seen[position(hit.start) : position(hit.end)]
        if 2 * sum(inside) < len(inside):
            more.append(_turned(hit, right))
    return Comparison(
        _side(left, mine, [span for hit in theirs for span in _same_there(right.text, hit)]),
        _side(right, theirs, [span for hit in mine for span in _same_there(left.text, hit)]),
        tuple(sorted((*mine, *more), key=lambda hit: (hit.span, _there(hit)))),
        disguises(left.text, mine),
    )


def _shared(text: Text, other: Post) -> list[Hit]:
    document = loose(other.id or other.source, other.text.original)
    document = replace(document, author=other.author, title=other.title)
    return list(borrowed(Post(text), search(text, Texts([document])), {}).quoted.hits)


def _there(hit: Hit) -> Span:
    assert hit.source is not None
    return Span(hit.source.start, hit.source.end)


def _turned(hit: Hit, right: Post) -> Hit:
    """A passage of the right text seen from the left."""
    assert hit.source is not None
    return replace(
        hit,
        start=hit.source.start,
        end=hit.source.end,
        same_spans=_same_there(right.text, hit) if hit.same_spans else (),
        source=Source(
            "", right.id or right.source, hit.start, hit.end, right.author, right.title,
            text=right.text[hit.start : hit.end],
        ),
    )  # fmt: skip


def _same_there(text: Text, hit: Hit) -> tuple[Span, ...]:
    """The identical stretches of a hit of `text` in its source."""
    assert hit.source is not None
    if not hit.same_spans:
        return (_there(hit),)
    traced = trace(text, hit)
    spans = (traced.theirs.folded.span(j, j + length) for _, j, length in traced.blocks)
    return tuple(
        Span(hit.source.start + start, hit.source.start + end) for start, end in sorted(spans)
    )


def _side(post: Post, hits: list[Hit], other: list[Span]) -> Side:
    """One side: its own hits, and the stretches of it that are identical in the other's hits."""
    same = [each for hit in hits for each in hit.same_spans or (hit.span,)]
    return Side(
        post,
        count(post.text.codes, post.hints),
        count_part(post, [*(hit.span for hit in hits), *other]),
        count_part(post, [*same, *other]),
    )
