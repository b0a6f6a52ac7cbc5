"""Disguised copying (变相抄袭): another's sentences in their order with words replaced throughout.

Evidence for the people who judge, never a verdict (wuyue161 杀帖7: a panel decides).
"""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate

from postcheck.checks.changes import Change, Edit, Trace, changes, words
from postcheck.measure import Hit, Source
from postcheck.post import Span
from postcheck.text import Text

SENTENCES = 5  # of the source that stand in the post in the same order, at least
OFTEN = 3  # times that one word is replaced by the same other, at least
CONTENT = 5  # characters of a sentence that is counted
_SENTENCE = re.compile(r"[^。！？!?；;…\n\r]+")


@dataclass(frozen=True, slots=True)
class Disguise:
    """What one source and the post have in common, sentence by sentence of the source.

    `sentences` stand in the post in the same order, half or more of their characters
    identical; `altered` of them hold a replacement. `replaced`, `inserted`, `left_out`:
    how often, in all passages of this source (`spans`); `changes`: which, the most frequent
    first. `source` is the passage from the first to the last of them, without its text.
    """

    source: Source
    sentences: int
    altered: int
    replaced: int
    inserted: int
    left_out: int
    changes: tuple[Change, ...]
    spans: tuple[Span, ...]


def disguises(text: Text, hits: Iterable[Hit]) -> tuple[Disguise, ...]:
    """One for each source that is strong enough, in order of their first passages.

    Strong enough: `SENTENCES` sentences in the same order, at least half of them altered, and
    the replacements systematic: one recurs `OFTEN` times, or there are as many as sentences.
    """
    by_document: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        if hit.source is not None:
            by_document.setdefault((hit.source.corpus, hit.source.doc), []).append(hit)
    found = (_disguise(text, each) for each in by_document.values() if _worth_it(each))
    return tuple(one for one in found if one is not None)


def trace(text: Text, hit: Hit) -> Trace:
    """The alignment of a hit that has a source."""
    assert hit.source is not None
    same = ((max(0, each.start - hit.start), each.end - hit.start) for each in hit.same_spans)
    whole = (0, hit.end - hit.start)
    return Trace(text[hit.start : hit.end], hit.source.text, list(same) or [whole])


def _worth_it(hits: list[Hit]) -> bool:
    """Whether there are altered passages, and enough sentences, before anything is aligned."""
    passages = [hit.source.text for hit in hits if hit.source is not None]
    sentences = sum(len(_SENTENCE.findall(passage)) for passage in passages)
    return sentences >= SENTENCES and any(hit.kind == "altered" for hit in hits)


def _disguise(text: Text, hits: list[Hit]) -> Disguise | None:
    traces = [trace(text, hit) for hit in hits]
    edits = words(traces)
    sentences = _in_order([each for one, hit in zip(traces, hits, strict=True)
                           for each in _sentences(one, hit, text, edits)])  # fmt: skip
    replaced = sum(edit.replaces for _, edit in edits)
    counted = changes(traces)
    altered = sum(each.altered for each in sentences)
    often = max((one.count for one in counted if one.old and one.new), default=0)
    systematic = often >= OFTEN or replaced >= len(sentences)
    if len(sentences) < SENTENCES or 2 * altered < len(sentences) or not systematic:
        return None
    sources = [hit.source for hit in hits if hit.source is not None]
    start, end = min(each.start for each in sources), max(each.end for each in sources)
    return Disguise(
        source=replace(sources[0], start=start, end=end, text=""),
        sentences=len(sentences),
        altered=altered,
        replaced=replaced,
        inserted=sum(edit.old_start == edit.old_end for _, edit in edits),
        left_out=sum(edit.start == edit.end for _, edit in edits),
        changes=counted,
        spans=tuple(hit.span for hit in hits),
    )


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of the source that the post holds: where it starts in either text."""

    old_start: int
    start: int
    altered: bool


def _sentences(
    one: Trace, hit: Hit, text: Text, edits: list[tuple[Trace, Edit]]
) -> Iterable[_Sentence]:
    assert hit.source is not None
    held = bytearray(len(one.old))
    for _, old, length in one.blocks:
        held[old : old + length] = b"\1" * length
    before = [0, *accumulate(held)]
    replaced = sorted(edit.old_start for other, edit in edits if other is one and edit.replaces)
    blocks = sorted((old, start, length) for start, old, length in one.blocks)
    ends = list(accumulate((old + length for old, _, length in blocks), max))
    offset = text.folded.position(hit.start)
    for match in _SENTENCE.finditer(one.theirs.original):
        start, end = (one.theirs.folded.position(at) for at in match.span())
        if end - start < CONTENT or 2 * (before[end] - before[start]) < end - start:
            continue
        old, new, _ = blocks[bisect_left(ends, start + 1)]  # the first that reaches into it
        there = new + max(0, start - old)
        at = bisect_left(replaced, start)
        altered = at < len(replaced) and replaced[at] < end
        yield _Sentence(hit.source.start + match.start(), offset + there, altered)


def _in_order(sentences: list[_Sentence]) -> list[_Sentence]:
    """The longest series that ascends in both texts; a sentence of the source counts once."""
    ranked = sorted(sentences, key=lambda one: (one.old_start, -one.start))
    ends: list[int] = []  # where the series of each length end, and with which sentence
    last: list[int] = []
    before: list[int] = []
    for index, each in enumerate(ranked):
        at = bisect_left(ends, each.start)
        before.append(last[at - 1] if at else -1)
        ends[at : at + 1] = [each.start]
        last[at : at + 1] = [index]
    series = []
    index = last[-1] if last else -1
    while index >= 0:
        series.append(ranked[index])
        index = before[index]
    return series[::-1]
