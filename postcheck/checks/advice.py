"""What was found beside the numbers: language, genre, form, wording. Flags for the judge, places
and grounds for its findings, and the objects that the reports show.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field

from postcheck.checks import conduct, form, genre, language
from postcheck.checks.conduct import Saying, context
from postcheck.checks.form import Orders
from postcheck.checks.lexicon import lexicons
from postcheck.checks.registry import Question
from postcheck.measure import Flags
from postcheck.post import Span
from postcheck.text import Text

Label = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Advice:
    """`spans`: category of wording or name of a label → places; `grounds`: code of a finding →
    what speaks for it; `labels`: the JSON objects."""

    flags: Flags
    spans: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    grounds: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Label] = field(default_factory=dict)


def advise(question: Question, kind: str, orders: Orders, clauses: Mapping[str, str]) -> Advice:
    """`orders`: what is asked of the form; `clauses`: category of wording → the clause that speaks
    of it, for the kind of post."""
    post = question.post
    written = language.measure(post.text)
    kindred = genre.measure(post.text)
    outward = form.measure(post, kind, orders)
    words = lexicons() if question.lexicons is None else question.lexicons
    sayings = conduct.measure(post.text, words, question.roster, _ids(question))
    spans = {"language": written.foreign if written.label == "other" else written.traditional}
    spans["mixed_script"] = written.traditional
    spans["genre"] = kindred.spans
    for one in sayings:
        spans[one.category] = (*spans.get(one.category, ()), Span(one.start, one.end))
    return Advice(
        flags=Flags(
            edited=post.edited,
            handwritten=post.images_only or None,
            language=written.label,
            genre_guess=kindred.label,
            no_code=(outward.needs_code and outward.code is None) or None,
            code_not_due=outward.right == "none" or None,
            mixed_script=(written.mixed and written.label == "zh-Hans") or None,
            conduct=tuple(one.category for one in sayings),
        ),
        spans=spans,
        grounds={"wrong_genre": kindred.grounds},
        labels={
            "language": written.label_object(),
            "genre": kindred.label_object(),
            "conduct": {"hits": [_saying(one, post.text, clauses) for one in sayings]},
            "form": asdict(outward),
        },
    )


def _ids(question: Question) -> tuple[str, ...]:
    """Names known on the forum that are no alias of this game: owners and, where the roster
    tells which aliases are of this game, the others."""
    names: Iterable[str] = question.people.values()
    if question.roster:
        names = (*question.people, *names)
    return tuple(dict.fromkeys(name for name in names if name not in question.roster))


def _saying(one: Saying, text: Text, clauses: Mapping[str, str]) -> Label:
    return {
        "start": one.start,
        "end": one.end,
        "category": one.category,
        "term": one.term,
        "text": text[one.start : one.end],
        "why": one.why,
        "hidden": one.hidden,
        "context": context(text, one),
        "clause": clauses.get(one.category),
    }
