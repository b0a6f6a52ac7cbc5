"""What a post shares with a library: `search(text, library)` gives the `Matches`.

Seeds → runs → chains → alignments → passages, whole lines of verse beside them, and what is
common to everybody set apart. Nothing here knows authors' rights or rulesets.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from postcheck.corpus.align import Aligned, align, part
from postcheck.corpus.chains import LONE_RUN, Chain, Runs, chains
from postcheck.corpus.clauses import Side
from postcheck.corpus.discount import (
    GRAM,
    Mask,
    common_part,
    crowds,
    half,
    mostly_idiom,
    own_stretches,
)
from postcheck.corpus.evidence import CHARACTER, LONGEST, Evidence
from postcheck.corpus.intervals import Ranges
from postcheck.corpus.library import Document, Library
from postcheck.corpus.passages import HOLE, passages
from postcheck.corpus.seeds import shared, without_noise
from postcheck.corpus.verse import SHEET, is_verse, may_hold_lines, verse_lines
from postcheck.post import Span
from postcheck.text import Text

OPENING = "“‘「『《〈（【〔(["
MARKS = 4  # marks at an edge that may belong to a passage
CROWD = 12  # documents that are aligned with one place of a post
LIKELY = 8 * CHARACTER  # what the runs of a chain prove, at least, where a passage may hold
LONG = 2 * CHARACTER  # what counts for more in this: a run that is enough for a short passage
PHRASE = 12  # characters up to which what is common is a phrase, not a template


@dataclass(frozen=True, slots=True)
class Match:
    """A passage of the post and its counterpart in a document; offsets into the originals.

    `same` counts the identical folded characters of the `length` ones in start..end and the
    `doc_length` ones of the document (without what lies between a moved clause and the rest);
    `same_spans` are their stretches in the post and `doc_spans`, one each, in the document.
    `verbatim`: nothing differs but line breaks. `why` says why a match is discounted:
    common_phrase, boilerplate, idiom, too_short.
    """

    start: int
    end: int
    document: Document
    doc_start: int
    doc_end: int
    same: int
    length: int
    doc_length: int
    same_spans: tuple[Span, ...]
    doc_spans: tuple[Span, ...]
    verbatim: bool
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Matches:
    """All matches, one a passage and document, in order of start; the longest first."""

    passages: tuple[Match, ...] = ()
    discounted: tuple[Match, ...] = ()


def search(text: Text, library: Library) -> Matches:
    """Every passage of `text` that stands in a document of the library, altered or not."""
    folded = without_noise(text.folded)
    runs, evidence = shared(folded, library)
    if not len(runs):
        return Matches()
    post = Side(text.original, folded)
    sources = _Sources(library)
    found, short = _aligned(runs, post, sources, evidence)
    counted, common = _sifted(found, runs, post, sources, evidence)
    places = _places(found)
    for line in verse_lines(_sheets(runs, post, library), post, sources.side):
        if not places.hold(line.start, line.end):
            (common if _is_idiom(line, post) else counted).append((line, "idiom"))
    common += [(piece, "idiom" if _is_idiom(piece, post) else "too_short") for piece in short]
    return Matches(
        _ordered(sources.match(each, post) for each, _ in counted),
        _ordered(sources.match(each, post, why) for each, why in _one_a_place(common)),
    )


def readable(text: Text, library: Library) -> set[int]:
    """The documents that `search` may read for this text, and perhaps a few more.

    What fetches documents from afar asks for these at once; here no document is read.
    """
    folded = without_noise(text.folded)
    runs, evidence = shared(folded, library)
    if not len(runs):
        return set()
    sheets = _sheets(runs, Side(text.original, folded), library).doc
    long = runs.doc[runs.length >= GRAM]
    chained = {chain.doc for chain in _likely(runs, len(folded), evidence)}
    return {*sheets.tolist(), *long.tolist(), *chained}


def _sheets(runs: Runs, post: Side, library: Library) -> Runs:
    """The runs that may hold a line of verse, those of the shortest documents first."""
    runs = runs.take(may_hold_lines(runs, post))
    sizes = library.sizes(runs.doc)
    return runs.take(np.argsort(sizes, kind="stable")[: np.count_nonzero(sizes <= SHEET)])


class _Sources:
    """Documents as they are needed, each read once."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._read: dict[int, tuple[Document, Side]] = {}

    def read(self, doc: int) -> tuple[Document, Side]:
        if doc not in self._read:
            document, folded = self.library.read(doc)
            self._read[doc] = (document, Side(document.text, folded))
        return self._read[doc]

    def side(self, doc: int) -> Side:
        return self.read(doc)[1]

    def match(self, found: Aligned, post: Side, why: str | None = None) -> Match:
        """The passage in original offsets, with the marks at its edges that were taken too."""
        document, source = self.read(found.doc)
        start, end = post.folded.span(found.start, found.end)
        doc_start, doc_end = source.folded.span(found.doc_start, found.doc_end)
        same = [Span(*post.folded.span(i, i + length)) for i, _, length in found.blocks]
        there = [Span(*source.folded.span(j, j + length)) for _, j, length in found.blocks]
        _with_marks(same, there, post.original, document.text)
        last, first = same[-1].end == end, same[0].start == start
        behind = there[-1].end if last else doc_end
        before = there[0].start if first else doc_start
        closing = _shared_marks(
            post.original[end : end + MARKS],
            document.text[behind : behind + MARKS],
            opening=False,
        )
        opening = _shared_marks(
            post.original[max(0, start - MARKS) : start][::-1],
            document.text[max(0, before - MARKS) : before][::-1],
            opening=True,
        )
        end, doc_end = end + closing, max(doc_end, behind + closing)
        start, doc_start = start - opening, min(doc_start, before - opening)
        if last:
            same[-1], there[-1] = Span(same[-1].start, end), Span(there[-1].start, behind + closing)
        if first:
            same[0], there[0] = Span(start, same[0].end), Span(before - opening, there[0].end)
        return Match(
            start,
            end,
            document,
            doc_start,
            doc_end,
            found.same,
            len(found),
            _doc_length(found),
            tuple(same),
            tuple(there),
            _flat(post.original[start:end]) == _flat(document.text[doc_start:doc_end]),
            why,
        )


def _doc_length(found: Aligned) -> int:
    """Characters of the document that the passage answers to: long holes are none of it."""
    length, at = 0, found.doc_start
    for _, j, size in sorted(found.blocks, key=lambda block: block[1]):
        length += max(0, j + size - at) if j - at <= HOLE else size
        at = max(at, j + size)
    return length + (found.doc_end - at if found.doc_end - at <= HOLE else 0)


def _shared_marks(one: str, other: str, *, opening: bool) -> int:
    """How many marks, opening ones or others, both begin with."""
    count = _equal_marks(one, other)
    kind = [(mark in OPENING) == opening for mark in one[:count]]
    return [*kind, False].index(False)


def _with_marks(same: list[Span], there: list[Span], text: str, source: str) -> None:
    """Gives the identical stretches the equal marks that stand beside what is between them."""
    for at in range(len(same) - 1):
        gap = text[same[at].end : same[at + 1].start]
        end, start = there[at].end, there[at + 1].start
        after = _equal_marks(gap, source[end : end + len(gap)])
        rest = gap[after:]
        before = _equal_marks(rest[::-1], source[max(0, start - len(rest)) : start][::-1])
        if end <= start:
            before = min(before, max(0, start - end - after))
        same[at], there[at] = (
            Span(same[at].start, same[at].end + after),
            Span(there[at].start, end + after),
        )
        same[at + 1] = Span(same[at + 1].start - before, same[at + 1].end)
        there[at + 1] = Span(start - before, there[at + 1].end)


def _equal_marks(one: str, other: str) -> int:
    """How many marks both begin with."""
    count = 0
    for mark, same in zip(one, other, strict=False):
        if mark != same or mark.isspace() or mark.isalnum():
            break
        count += 1
    return count


def _flat(passage: str) -> str:
    """A passage without its line breaks and indents."""
    return "".join(line.strip() for line in passage.splitlines())


_Judged = list[tuple[Aligned, str | None]]


def _aligned(
    runs: Runs, post: Side, sources: _Sources, evidence: Evidence
) -> tuple[list[Aligned], list[Aligned]]:
    """Passages that hold, and pieces that are too short but not tiny."""
    by_doc: dict[int, list[Aligned]] = {}
    for chain in _likely(runs, len(post), evidence):
        pieces = align(chain, post, sources.side(chain.doc))
        by_doc.setdefault(chain.doc, []).extend(pieces)
    found, rest = [], []
    for doc, pieces in by_doc.items():
        pieces.sort(key=lambda piece: (piece.start, -piece.end))
        kept, left = passages(pieces, post, sources.side(doc), evidence)
        found += kept
        rest += [piece for piece in left if piece.longest >= LONE_RUN]
    long = runs.take(runs.length >= LONE_RUN)
    rest += _bare(long.take(~np.isin(long.doc, list(by_doc))))
    places = _places(found)
    return found, [piece for piece in rest if not places.hold(piece.start, piece.end)]


def _likely(runs: Runs, size: int, evidence: Evidence) -> list[Chain]:
    """The chains worth aligning."""
    proof = evidence.runs(runs.post, runs.length)
    proof[runs.length >= LONGEST] += LONG
    return _uncrowded(chains(runs, proof, LIKELY), size)


def _bare(runs: Runs) -> list[Aligned]:
    """Runs as they are, one for each stretch of the post."""
    _, first = np.unique((runs.post << 32) + runs.length, return_index=True)
    columns = [column[first].tolist() for column in (runs.doc, runs.post, runs.start, runs.length)]
    return [
        Aligned(doc, i, i + length, j, j + length, ((i, j, length),))
        for doc, i, j, length in zip(*columns, strict=True)
    ]


def _uncrowded(ranked: list[Chain], size: int) -> list[Chain]:
    """The chains worth aligning: no more than some dozen documents for one place, and none
    that lies inside a heavier one of the same document."""
    crowd = np.zeros(size, dtype=np.int64)
    kept: dict[int, list[Chain]] = {}
    taken: dict[int, Ranges] = {}
    for chain in ranked:
        if chain.weight < LONE_RUN:
            break
        others = taken.setdefault(chain.doc, Ranges())
        if others.hold(chain.start, chain.end):
            continue
        if (crowd[chain.start : chain.end] < CROWD).any():
            crowd[chain.start : chain.end] += 1
            others.add(chain.start, chain.end)
            kept.setdefault(chain.doc, []).append(chain)
    return [chain for chains_of_doc in kept.values() for chain in chains_of_doc]


def _places(pieces: Iterable[Aligned]) -> Ranges:
    return Ranges((piece.start, piece.end) for piece in pieces)


def _sifted(
    found: list[Aligned], runs: Runs, post: Side, sources: _Sources, evidence: Evidence
) -> tuple[_Judged, _Judged]:
    """What counts, and what is common with the reason; each place is judged once."""
    counted: _Judged = []
    common: _Judged = []
    judged: dict[tuple[int, int], tuple[str | None, list[tuple[int, int]]]] = {}
    crowd = crowds(runs, len(post))
    for each in found:
        place = (each.start, each.end)
        if place not in judged:
            judged[place] = _judge(
                each, common_part(each, runs, crowd, sources.read), post, sources
            )
        why, own = judged[place]
        if why is None:
            counted.append((each, None))
            continue
        common.append((each, why))
        source = sources.side(each.doc)
        for start, end in own:
            own_part = part(each, start, end)
            if own_part and evidence.holds(own_part, post, source):
                counted.append((own_part, None))
    return counted, common


def _judge(
    found: Aligned, mask: Mask, post: Side, sources: _Sources
) -> tuple[str | None, list[tuple[int, int]]]:
    """Why a passage proves nothing, and the places in it that still may; `mask`: which of its
    8-grams are common."""
    if half(mask) and not is_verse(sources.side(found.doc)):
        own = [(found.start + start, found.start + end) for start, end in own_stretches(mask)]
        return ("common_phrase" if len(found) <= PHRASE else "boilerplate"), own
    return ("idiom" if _is_idiom(found, post) else None), []


def _is_idiom(found: Aligned, post: Side) -> bool:
    return len(found) <= 2 * PHRASE and mostly_idiom(post.chars(found.start, found.end))


def _one_a_place(judged: _Judged) -> _Judged:
    """The longest of the passages that lie in each other, for the list of what is discounted."""
    kept: _Judged = []
    places = Ranges()
    for each, why in sorted(judged, key=lambda pair: (-len(pair[0]), -pair[0].same)):
        if not places.hold(each.start, each.end):
            places.add(each.start, each.end)
            kept.append((each, why))
    return kept


def _ordered(matches: Iterable[Match]) -> tuple[Match, ...]:
    return tuple(sorted(matches, key=lambda match: (match.start, -match.end, -match.same)))
