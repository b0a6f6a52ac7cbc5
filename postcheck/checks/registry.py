"""The list of checks: each answers with a `Measure` and has no opinion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from postcheck.checks import listing, prior, quotation, repeats
from postcheck.checks.lexicon import Lexicon
from postcheck.corpus.search import Matches
from postcheck.measure import Hit, Measure
from postcheck.post import Post


@dataclass(frozen=True, slots=True)
class Question:
    """A post and what it is compared with.

    `people` maps alias → owner, `roster` holds the names of the game's players, `excluded`
    the words that the referee leaves out of the count (报道3), `greyed` the
    passages that stand in the referee's own list of boilerplate. `lexicons` None: ours and
    those of the user's home folder. `round`: in which the post stands, where somebody said so.
    """

    post: Post
    matches: Matches
    people: Mapping[str, str] = field(default_factory=dict)
    roster: Sequence[str] = ()
    excluded: Sequence[str] = ()
    greyed: Sequence[Hit] = ()
    lexicons: Sequence[Lexicon] | None = None
    round: int | None = None


CHECKS: tuple[tuple[str, Callable[[Question], Measure]], ...] = (
    ("repeated", lambda asked: repeats.measure(asked.post.text)),
    ("listed", lambda asked: listing.measure(asked.post.text, asked.roster, asked.excluded)),
    (
        "quoted",
        lambda asked: quotation.measure(asked.post, asked.matches, asked.people, asked.greyed),
    ),
    (
        "prior",
        lambda asked: prior.measure(asked.post, asked.matches, asked.people, asked.greyed),
    ),
)


def run(question: Question) -> dict[str, Measure]:
    """All measures of one post, by name."""
    return {name: check(question) for name, check in CHECKS}
