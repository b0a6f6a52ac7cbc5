"""Prior publication (非首发): what stands in an earlier text by the same person."""

from collections.abc import Mapping, Sequence

from postcheck.checks.borrowed import borrowed
from postcheck.corpus.search import Matches
from postcheck.measure import Hit, Measure
from postcheck.post import Post


def measure(
    post: Post,
    matches: Matches,
    people: Mapping[str, str] | None = None,
    greyed: Sequence[Hit] = (),
) -> Measure:
    """Passages from the author's own earlier texts; `people` maps alias (马甲) to owner (真身).

    A text is the author's if author and owner agree; without an author nothing is.
    """
    return borrowed(post, matches, people or {}, greyed).prior
