"""What somebody leaves out by hand: a passage, or all that stands in one source.

A waiver is an assumption, never a fact: every report that rests on one says so, and shows what
holds without it. Passages and matches are not dropped, they go to what is seen and not counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from postcheck.corpus.search import Match, Matches
from postcheck.measure import Hit, Measure

WAIVED = "waived"  # the `why` of what is left out


@dataclass(frozen=True, slots=True)
class Waiver:
    """A passage: `measure` (repeated, listed, quoted, prior) from `start` to `end`, code points
    of the post. Or a source: `corpus` and `doc`, the document's own id.

    `reason` and `by` are for people; a player who tries what would follow gives neither.
    """

    reason: str = ""
    by: str | None = None
    measure: str | None = None
    start: int = 0
    end: int = 0
    corpus: str | None = None
    doc: str | None = None

    def covers(self, measure: str, hit: Hit) -> bool:
        """Is the hit, which the measure counts, in the passage that is left out?"""
        return self.measure == measure and self.start <= hit.start and hit.end <= self.end

    def names(self, corpus: str, doc: str) -> bool:
        """Is this document the source that is left out?"""
        return self.doc is not None and (self.corpus, self.doc) == (corpus, doc)


def without_sources(matches: Matches, waivers: Sequence[Waiver]) -> Matches:
    """The matches, those of sources that are left out among the discounted."""

    def out(match: Match) -> bool:
        return any(one.names(match.document.corpus, match.document.id) for one in waivers)

    moved = [replace(match, why=WAIVED) for match in matches.passages if out(match)]
    discounted = sorted((*matches.discounted, *moved), key=lambda match: match.start)
    kept = tuple(match for match in matches.passages if not out(match))
    return Matches(kept, tuple(discounted))


def without_passages(
    measures: Mapping[str, Measure], waivers: Sequence[Waiver]
) -> dict[str, Measure]:
    """The measures, hits in passages that are left out among the discounted."""
    return {name: _without(measure, waivers) for name, measure in measures.items()}


def _without(measure: Measure, waivers: Sequence[Waiver]) -> Measure:
    out = [hit for hit in measure.hits if any(one.covers(measure.name, hit) for one in waivers)]
    if not out:
        return measure
    moved = [replace(hit, why=WAIVED) for hit in out]
    discounted = sorted((*measure.discounted, *moved), key=lambda hit: hit.span)
    kept = tuple(hit for hit in measure.hits if hit not in out)
    return replace(measure, hits=kept, discounted=tuple(discounted))


def used(waiver: Waiver, measures: Mapping[str, Measure]) -> bool:
    """Is there anything that this waiver leaves out? `measures`: with all waivers."""
    return any(
        waiver.covers(name, hit)
        or (hit.source is not None and waiver.names(hit.source.corpus, hit.source.doc))
        for name, measure in measures.items()
        for hit in measure.discounted
        if hit.why == WAIVED
    )
