"""What `quotation` and `prior` share: from matches to hits, and whose a passage is.

A passage of a text by the same person (owner and all aliases) is prior publication, any other
is quotation; where both hold a place, it goes to the earlier. A text of unknown date counts as
earlier, one that is later than the post does not count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone

from postcheck.checks.whose import is_later, is_own, key, moment, twins
from postcheck.corpus.search import Match, Matches
from postcheck.measure import Hit, Measure, Source
from postcheck.post import Post, Span
from postcheck.text import Text

_REMAINDER = 4  # content characters of a passage beside others that still make a hit
_COVERS = 80  # percent of a hit that a further source must hold
_DAWN = datetime.min.replace(tzinfo=timezone.utc)  # noqa: UP017


@dataclass(frozen=True)
class Borrowed:
    """The two measures of one post, which are decided together."""

    quoted: Measure
    prior: Measure


def borrowed(
    post: Post, matches: Matches, people: Mapping[str, str], greyed: Sequence[Hit] = ()
) -> Borrowed:
    """Splits matches between others and the author; `people` maps alias to owner.

    `greyed` passages stand in the referee's own list of boilerplate: they count as neither.
    """
    same = twins(post, matches, people)
    passages = [match for match in matches.passages if key(match.document) not in same.itself]
    counted = [match for match in passages if not is_later(post, match.document)]
    later = [match for match in passages if is_later(post, match.document)]
    hits: dict[bool, list[Hit]] = {}
    discounted: dict[bool, tuple[Hit, ...]] = {}
    for own in (False, True):
        mine = [match for match in counted if is_own(post, match.document, people) == own]
        hits[own] = _cut(post.text, places(post.text, mine), greyed)
        set_apart = [replace(match, why="later") for match in later] + [
            match for match in matches.discounted if key(match.document) not in same.itself
        ]
        apart = [
            _hit(post.text, Span(match.start, match.end), [match])
            for match in set_apart
            if is_own(post, match.document, people) == own
        ]
        apart = ([] if own else list(greyed)) + _cut(post.text, apart, greyed)
        discounted[own] = tuple(sorted(apart, key=lambda hit: hit.span))
    quoted, prior = _earlier(post.text, hits[False], hits[True])
    notices = (*same.notices, *_undated_post(post, matches))
    return Borrowed(
        Measure("quoted", quoted, discounted[False], (*notices, *_undated(quoted))),
        Measure("prior", prior, discounted[True], (*notices, *_undated(prior))),
    )


def places(text: Text, matches: list[Match]) -> list[Hit]:
    """One hit a place: the longest match takes it, others that hold it are further sources."""
    places: list[tuple[Span, list[Match]]] = []
    for match in sorted(matches, key=lambda each: (-each.same, each.start, -each.end)):
        whole = Span(match.start, match.end)
        for span, sources in places:
            shared = min(span.end, match.end) - max(span.start, match.start)
            if 100 * shared >= _COVERS * (span.end - span.start):
                sources.append(match)
        for span in _without(whole, (taken for taken, _ in places)):
            part = span if span == whole else _trimmed(text, span)
            if part and _size(text, part) >= _REMAINDER:
                places.append((part, [match]))
    return sorted((_hit(text, span, each) for span, each in places), key=lambda hit: hit.span)


def _without(span: Span, taken: Iterable[Span]) -> list[Span]:
    """The parts of a span that lie in none of the taken ones."""
    parts = [span]
    for each in taken:
        parts = [
            part
            for old in parts
            for part in (
                Span(old.start, min(old.end, each.start)),
                Span(max(old.start, each.end), old.end),
            )
            if part.start < part.end
        ]
    return parts


def _size(text: Text, span: Span) -> int:
    """Content characters in a span."""
    return text.folded.position(span.end) - text.folded.position(span.start)


def _trimmed(text: Text, span: Span) -> Span | None:
    """The span from its first content character to its last; None if it has none."""
    start, end = text.folded.position(span.start), text.folded.position(span.end)
    return Span(*text.folded.span(start, end)) if start < end else None


def _hit(text: Text, span: Span, matches: list[Match]) -> Hit:
    """A hit from the matches that hold the span, the earliest published first."""
    ranked = sorted(matches, key=lambda each: (_published(each), -each.same))
    best = ranked[0]
    same = tuple(
        Span(max(span.start, each.start), min(span.end, each.end))
        for each in best.same_spans
        if each.start < span.end and span.start < each.end
    )
    whole = (best.start, best.end) == (span.start, span.end)
    identical = best.same if whole else sum(_size(text, each) for each in same)
    length = max(best.length, best.doc_length) if whole else _size(text, span)
    return Hit(
        span.start,
        span.end,
        "verbatim" if best.verbatim else "altered",
        source=_source(best),
        also=tuple(_source(each) for each in ranked[1:]),
        similarity=round(min(1.0, identical / length), 3),
        same=identical,
        same_spans=() if best.verbatim else same,
        why=best.why,
    )


def _published(match: Match) -> tuple[bool, datetime]:
    """Known dates first, in order: they can be shown."""
    when = match.document.published_at
    return when is None, moment(when) if when else _DAWN


def _source(match: Match) -> Source:
    document = match.document
    return Source(
        corpus=document.corpus,
        doc=document.id,
        start=match.doc_start,
        end=match.doc_end,
        author=document.author,
        title=document.title,
        url=document.url,
        published_at=document.published_at,
        text=document.text[match.doc_start : match.doc_end],
    )


def _earlier(
    text: Text, quoted: list[Hit], prior: list[Hit]
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Gives each place that both hold to the earlier; others' text wins a tie."""
    quoted_first = [
        hit for hit in quoted if all(_when(hit) <= _when(own) for own in prior if _meet(hit, own))
    ]
    prior_left = _cut(text, prior, quoted_first)
    quoted_left = _cut(text, [hit for hit in quoted if hit not in quoted_first], prior_left)
    return tuple(sorted(quoted_first + quoted_left, key=lambda hit: hit.span)), tuple(prior_left)


def _when(hit: Hit) -> datetime:
    when = hit.source.published_at if hit.source else None
    return moment(when) if when else _DAWN


def _meet(one: Hit, other: Hit) -> bool:
    return one.start < other.end and other.start < one.end


def _cut(text: Text, hits: list[Hit], taken: Sequence[Hit]) -> list[Hit]:
    left = []
    for hit in hits:
        for span in _without(hit.span, (other.span for other in taken)):
            if span == hit.span:
                left.append(hit)
            elif (part := _trimmed(text, _kept(hit, span))) and _size(text, part) >= _REMAINDER:
                left.append(_part(text, hit, part))
    return left


def _same_in(hit: Hit, span: Span) -> tuple[Span, ...]:
    """The identical stretches of a hit that lie in a span, cut to fit."""
    return tuple(
        Span(max(span.start, each.start), min(span.end, each.end))
        for each in (hit.same_spans or (hit.span,))
        if each.start < span.end and span.start < each.end
    )


def _kept(hit: Hit, span: Span) -> Span:
    """A part of a hit; where it was cut off it begins and ends with what is identical."""
    same = _same_in(hit, span)
    if not same:
        return Span(span.start, span.start)
    return Span(
        span.start if span.start == hit.start else same[0].start,
        span.end if span.end == hit.end else same[-1].end,
    )


def _part(text: Text, hit: Hit, span: Span) -> Hit:
    same = _same_in(hit, span)
    identical = sum(_size(text, each) for each in same)
    return replace(
        hit,
        start=span.start,
        end=span.end,
        same=identical,
        same_spans=same if hit.same_spans else (),
        similarity=round(identical / max(1, _size(text, span)), 3),
    )


def _undated_post(post: Post, matches: Matches) -> tuple[str, ...]:
    dated = any(each.document.published_at for each in matches.passages)
    if post.posted_at is None and dated:
        return ("本帖没有发表时间，无从比较先后，来源一律按早于本帖计",)
    return ()


def _undated(hits: tuple[Hit, ...]) -> tuple[str, ...]:
    count = sum(hit.source is not None and hit.source.published_at is None for hit in hits)
    return (f"{count} 处的来源日期不明，按早于本帖计",) if count else ()
