"""What `quotation` and `prior` share: from matches to hits, and whose a passage is.

A passage of a text by the same person (owner and all aliases) is prior publication, any other
is quotation; where both hold a place, it goes to the earlier. A text of unknown date counts as
earlier, one that is later than the post does not count.
"""

from bisect import bisect_left, bisect_right, insort
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
    held: dict[bool, list[Place]] = {}
    discounted: dict[bool, tuple[Hit, ...]] = {}
    grey = sorted(hit.span for hit in greyed)
    for own in (False, True):
        mine = [match for match in counted if is_own(post, match.document, people) == own]
        held[own] = _cut(post.text, _places(post.text, mine), grey)
        set_apart = [replace(match, why="later") for match in later] + [
            match for match in matches.discounted if key(match.document) not in same.itself
        ]
        apart = [
            Place(Span(match.start, match.end), (match,))
            for match in set_apart
            if is_own(post, match.document, people) == own
        ]
        hits = [_hit(post.text, place) for place in _cut(post.text, apart, grey)]
        hits += [] if own else greyed
        discounted[own] = tuple(sorted(hits, key=lambda hit: hit.span))
    quoted, prior = (
        tuple(_hit(post.text, place) for place in kept)
        for kept in _earlier(post.text, held[False], held[True])
    )
    notices = (*same.notices, *_undated_post(post, matches))
    return Borrowed(
        Measure("quoted", quoted, discounted[False], (*notices, *_undated(quoted))),
        Measure("prior", prior, discounted[True], (*notices, *_undated(prior))),
    )


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the post and the matches that hold it, the earliest published first."""

    span: Span
    matches: tuple[Match, ...]


def places(text: Text, matches: list[Match]) -> list[Hit]:
    """One hit a place: the longest match takes it, others that hold it are further sources."""
    return [_hit(text, place) for place in _places(text, matches)]


def _places(text: Text, matches: list[Match]) -> list[Place]:
    spans: list[Span] = []
    holders: dict[Span, list[Match]] = {}
    for match in sorted(matches, key=lambda each: (-each.same, each.start, -each.end)):
        whole = Span(match.start, match.end)
        for span in _meeting(whole, spans):
            shared = min(span.end, match.end) - max(span.start, match.start)
            if 100 * shared >= _COVERS * (span.end - span.start):
                holders[span].append(match)
        for span in _without(whole, spans):
            part = span if span == whole else _trimmed(text, span)
            if part and _size(text, part) >= _REMAINDER:
                insort(spans, part)
                holders[part] = [match]
    return [Place(span, tuple(sorted(holders[span], key=_rank))) for span in spans]


def _meeting(span: Span, spans: Sequence[Span]) -> Sequence[Span]:
    """Of spans in order that lie apart those that share something with a span."""
    first = bisect_right(spans, span.start, key=lambda each: each.end)
    return spans[first : bisect_left(spans, span.end, key=lambda each: each.start)]


def _without(span: Span, taken: Sequence[Span]) -> list[Span]:
    """The parts of a span that lie in none of the taken ones, which are in order and apart."""
    parts, at = [], span.start
    for each in _meeting(span, taken):
        if at < each.start:
            parts.append(Span(at, each.start))
        at = each.end
    return [*parts, Span(at, span.end)] if at < span.end else parts


def _size(text: Text, span: Span) -> int:
    """Content characters in a span."""
    return text.folded.position(span.end) - text.folded.position(span.start)


def _trimmed(text: Text, span: Span) -> Span | None:
    """The span from its first content character to its last; None if it has none."""
    start, end = text.folded.position(span.start), text.folded.position(span.end)
    return Span(*text.folded.span(start, end)) if start < end else None


def _hit(text: Text, place: Place) -> Hit:
    """The hit of a place, by the earliest published of its matches."""
    span, best = place.span, place.matches[0]
    same = _within(best.same_spans, span)
    whole = Span(best.start, best.end) == span
    identical = best.same if whole else sum(_size(text, each) for each in same)
    length = max(best.length, best.doc_length) if whole else _size(text, span)
    return Hit(
        span.start,
        span.end,
        "verbatim" if best.verbatim else "altered",
        source=_source(text, best, span),
        also=tuple(_source(text, each, span) for each in place.matches[1:]),
        similarity=round(min(1.0, identical / length), 3),
        same=identical,
        same_spans=() if best.verbatim else same,
        why=best.why,
    )


def _within(stretches: Iterable[Span], span: Span) -> tuple[Span, ...]:
    """The stretches in a span, cut to fit."""
    return tuple(
        Span(max(span.start, each.start), min(span.end, each.end))
        for each in stretches
        if each.start < span.end and span.start < each.end
    )


def _rank(match: Match) -> tuple[bool, datetime, int]:
    """Known dates first, in order: they can be shown; the more identical the better."""
    when = match.document.published_at
    return when is None, moment(when) if when else _DAWN, -match.same


def _source(text: Text, match: Match, span: Span) -> Source:
    document = match.document
    there = _there(text, match, span)
    return Source(
        corpus=document.corpus,
        doc=document.id,
        start=there.start,
        end=there.end,
        author=document.author,
        title=document.title,
        url=document.url,
        published_at=document.published_at,
        text=document.text[there.start : there.end],
    )


def _there(text: Text, match: Match, span: Span) -> Span:
    """What of the document answers to a span of the post: all of the match, if that lies in
    the span, else from the first to the last of what is identical."""
    whole = Span(match.doc_start, match.doc_end)
    if span.start <= match.start and match.end <= span.end:
        return whole
    found = []
    for same, there in zip(match.same_spans, match.doc_spans, strict=True):
        inner = Span(max(span.start, same.start), min(span.end, same.end))
        if inner == same:
            found.append(there)
        elif inner.start < inner.end:
            offsets = Text(match.document.text[there.start : there.end]).folded.offsets
            skip = _size(text, Span(same.start, inner.start))
            found += [
                Span(there.start + int(at), there.start + int(at) + 1)
                for at in offsets[skip : skip + _size(text, inner)]
            ]
    if not found:
        return whole
    return Span(min(each.start for each in found), max(each.end for each in found))


def _earlier(
    text: Text, quoted: list[Place], prior: list[Place]
) -> tuple[list[Place], list[Place]]:
    """Gives each place that both hold to the earlier; others' text wins a tie."""
    own = {place.span: place for place in prior}
    spans = list(own)
    first: list[Place] = []
    behind: list[Place] = []
    for one in quoted:
        meeting = (own[each] for each in _meeting(one.span, spans))
        (first if all(_when(one) <= _when(each) for each in meeting) else behind).append(one)
    prior_left = _cut(text, prior, [place.span for place in first])
    quoted_left = _cut(text, behind, [place.span for place in prior_left])
    return sorted(first + quoted_left, key=lambda place: place.span), prior_left


def _when(place: Place) -> datetime:
    when = place.matches[0].document.published_at
    return moment(when) if when else _DAWN


def _cut(text: Text, places: list[Place], taken: Sequence[Span]) -> list[Place]:
    left = []
    for place in places:
        for span in _without(place.span, taken):
            if span == place.span:
                left.append(place)
            elif (part := _trimmed(text, _kept(place, span))) and _size(text, part) >= _REMAINDER:
                left.append(Place(part, place.matches))
    return left


def _kept(place: Place, span: Span) -> Span:
    """A part of a place; where it was cut off it begins and ends with what is identical."""
    same = _within(place.matches[0].same_spans, span)
    if not same:
        return Span(span.start, span.start)
    return Span(
        span.start if span.start == place.span.start else same[0].start,
        span.end if span.end == place.span.end else same[-1].end,
    )


def _undated_post(post: Post, matches: Matches) -> tuple[str, ...]:
    dated = any(each.document.published_at for each in matches.passages)
    if post.posted_at is None and dated:
        return ("本帖没有发表时间，无从比较先后，来源一律按早于本帖计",)
    return ()


def _undated(hits: tuple[Hit, ...]) -> tuple[str, ...]:
    count = sum(hit.source is not None and hit.source.published_at is None for hit in hits)
    return (f"{count} 处的来源日期不明，按早于本帖计",) if count else ()
