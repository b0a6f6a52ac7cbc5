"""What a post shares with a library: `search(text, library)` gives the `Matches`.

Seeds → runs → chains → alignments → passages, whole lines of verse beside them, and what is
common to everybody set apart. Nothing here knows authors' rights or rulesets.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from postcheck.corpus.align import Aligned, align
from postcheck.corpus.chains import LONE_RUN, Runs, chains, join_seeds
from postcheck.corpus.clauses import Side
from postcheck.corpus.discount import common_to_many, mostly_idiom
from postcheck.corpus.evidence import Evidence
from postcheck.corpus.fingerprint import K
from postcheck.corpus.library import Document, Library
from postcheck.corpus.passages import passages
from postcheck.corpus.verse import is_verse, verse_lines
from postcheck.post import Span
from postcheck.text import Text

SEEDS = 100  # occurrences of a 5-gram that are looked at
CHAINS = 200  # the heaviest chains of a post that are aligned
PHRASE = 12  # characters up to which what is common is a phrase, not a template


@dataclass(frozen=True, slots=True)
class Match:
    """A passage of the post and its counterpart in a document; offsets into the originals.

    `same` counts the identical folded characters of the `length` ones in start..end;
    `same_spans` are their stretches. `verbatim`: nothing differs but white space. `why` says
    why a match is discounted: common_phrase, boilerplate, idiom, too_short.
    """

    start: int
    end: int
    document: Document
    doc_start: int
    doc_end: int
    same: int
    length: int
    same_spans: tuple[Span, ...]
    verbatim: bool
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Matches:
    """All matches, one a passage and document, in order of start; the longest first."""

    passages: tuple[Match, ...] = ()
    discounted: tuple[Match, ...] = ()


def search(text: Text, library: Library) -> Matches:
    """Every passage of `text` that stands in a document of the library, altered or not."""
    folded = text.folded
    runs = join_seeds(*library.seeds(folded.codes, SEEDS), K)
    if not len(runs):
        return Matches()
    post = Side(text.original, folded)
    sources = _Sources(library)
    evidence = Evidence(folded.codes, library.frequency(folded.codes))
    found, rest = _aligned(runs, post, sources, evidence)
    lines = verse_lines(runs, post, sources.side)
    counted, discounted = [], []
    verdicts: dict[tuple[int, int], str | None] = {}
    for each in found:
        place = (each.start, each.end)
        if place not in verdicts:
            verdicts[place] = _why(each, runs, post, sources)
        why = verdicts[place]
        (discounted if why else counted).append(sources.match(each, post, why))
    counted += [sources.match(line, post) for line in lines if not _inside(line, found)]
    discounted += [sources.match(each, post, "too_short") for each in rest]
    return Matches(_ordered(counted), _ordered(discounted))


class _Sources:
    """Documents as they are needed, each read once."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._read: dict[int, tuple[Document, Side]] = {}

    def read(self, doc: int) -> tuple[Document, Side]:
        if doc not in self._read:
            document = self.library.document(doc)
            self._read[doc] = (document, Side(document.text, Text(document.text).folded))
        return self._read[doc]

    def side(self, doc: int) -> Side:
        return self.read(doc)[1]

    def match(self, found: Aligned, post: Side, why: str | None = None) -> Match:
        document, source = self.read(found.doc)
        start, end = post.folded.span(found.start, found.end)
        doc_start, doc_end = source.folded.span(found.doc_start, found.doc_end)
        written = "".join(post.original[start:end].split())
        return Match(
            start,
            end,
            document,
            doc_start,
            doc_end,
            found.same,
            len(found),
            tuple(Span(*post.folded.span(i, i + length)) for i, _, length in found.blocks),
            written == "".join(document.text[doc_start:doc_end].split()),
            why,
        )


def _aligned(
    runs: Runs, post: Side, sources: _Sources, evidence: Evidence
) -> tuple[list[Aligned], list[Aligned]]:
    """Passages that hold, and pieces that are too short but not tiny."""
    by_doc: dict[int, list[Aligned]] = {}
    for chain in chains(runs)[:CHAINS]:
        if chain.weight >= LONE_RUN:
            pieces = align(chain, post, sources.side(chain.doc))
            by_doc.setdefault(chain.doc, []).extend(pieces)
    found, rest = [], []
    for doc, pieces in by_doc.items():
        pieces.sort(key=lambda piece: (piece.start, -piece.end))
        kept, left = passages(pieces, post, sources.side(doc), evidence)
        found += kept
        rest += [piece for piece in left if piece.longest >= LONE_RUN]
    return found, [piece for piece in rest if not _inside(piece, found)]


def _inside(piece: Aligned, others: Iterable[Aligned]) -> bool:
    return any(other.start <= piece.start and piece.end <= other.end for other in others)


def _why(found: Aligned, runs: Runs, post: Side, sources: _Sources) -> str | None:
    if common_to_many(found, runs, sources.library):
        if is_verse(sources.side(found.doc)):
            return None
        return "common_phrase" if len(found) <= PHRASE else "boilerplate"
    if len(found) <= 2 * PHRASE and mostly_idiom(post.chars(found.start, found.end)):
        return "idiom"
    return None


def _ordered(matches: list[Match]) -> tuple[Match, ...]:
    return tuple(sorted(matches, key=lambda match: (match.start, -match.end, -match.same)))
