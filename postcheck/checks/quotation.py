"""Quotation (引用): what stands in an earlier text by somebody else, and declared quotations."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from postcheck.checks.borrowed import borrowed
from postcheck.checks.declared import declared
from postcheck.corpus.search import Matches
from postcheck.measure import Hit, Measure
from postcheck.post import Post


def measure(
    post: Post,
    matches: Matches,
    people: Mapping[str, str] | None = None,
    greyed: Sequence[Hit] = (),
) -> Measure:
    """Passages from others' earlier texts; `people` maps alias (马甲) to owner (真身).

    What the post itself names as a quotation and no corpus holds comes as a hit of kind
    `declared`; `measure.counted` leaves these out.
    """
    both = borrowed(post, matches, people or {}, greyed)
    known = [hit.span for hit in (*both.quoted.hits, *both.prior.hits, *greyed)]
    hits = (*both.quoted.hits, *declared(post.text, known))
    return replace(both.quoted, hits=tuple(sorted(hits, key=lambda hit: (hit.span, hit.kind))))
