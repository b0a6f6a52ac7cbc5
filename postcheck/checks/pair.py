"""Two texts beside each other: what of either stands in the other, and what was changed."""

from collections.abc import Iterator
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
    """Compares two posts, neither of which is taken to be the earlier."""
    hits = _shared(left.text, right)
    disguise = disguises(left.text, hits)
    position = right.text.folded.position
    seen = bytearray(len(right.text.folded))
    for there in map(_there, hits):
        start, end = position(there.start), position(there.end)
        seen[start:end] = b"\1" * (end - start)
    for hit in _shared(right.text, left):
        inside = seen[position(hit.start) : position(hit.end)]
        if 2 * sum(inside) < len(inside):
            hits.append(_turned(hit, right))
    hits.sort(key=lambda hit: (hit.span, _there(hit)))
    pairs = [pair for hit in hits for pair in _identical(left.text, hit)]
    return Comparison(
        _side(left, [hit.span for hit in hits], [mine for mine, _ in pairs]),
        _side(right, [_there(hit) for hit in hits], [theirs for _, theirs in pairs]),
        tuple(hits),
        disguise,
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
    same = tuple(theirs for _, theirs in _identical(right.text, hit))
    return replace(
        hit,
        start=hit.source.start,
        end=hit.source.end,
        same_spans=() if hit.kind == "verbatim" else same,
        source=Source(
            "", right.id or right.source, hit.start, hit.end, right.author, right.title,
            text=right.text[hit.start : hit.end],
        ),
    )  # fmt: skip


def _identical(text: Text, hit: Hit) -> Iterator[tuple[Span, Span]]:
    """The identical stretches of a hit in `text` and in its source."""
    assert hit.source is not None
    traced = trace(text, hit)
    for i, j, length in traced.blocks:
        start, end = traced.own.folded.span(i, i + length)
        there, there_end = traced.theirs.folded.span(j, j + length)
        yield (
            Span(hit.start + start, hit.start + end),
            Span(hit.source.start + there, hit.source.start + there_end),
        )


def _side(post: Post, spans: list[Span], same: list[Span]) -> Side:
    return Side(
        post, count(post.text.codes, post.hints), count_part(post, spans), count_part(post, same)
    )
