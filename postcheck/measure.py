"""What the checks return and the judge is given: counts, hits, measures, figures. No opinion."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Self

from postcheck.post import Span


@dataclass(frozen=True, slots=True)
class Counts:
    """The fields of Word's 字数统计 dialog; `words == cjk + non_cjk_words`."""

    words: int = 0
    cjk: int = 0
    non_cjk_words: int = 0
    chars: int = 0
    chars_with_spaces: int = 0
    paragraphs: int = 0

    def __sub__(self, other: Self) -> "Counts":
        return Counts(*(getattr(self, f.name) - getattr(other, f.name) for f in fields(self)))


METRICS = tuple(f.name for f in fields(Counts))


@dataclass(frozen=True, slots=True)
class Source:
    """A passage of a corpus document; `start`, `end` are code points of its original text."""

    corpus: str
    doc: str
    start: int
    end: int
    author: str | None = None
    title: str | None = None
    url: str | None = None
    published_at: datetime | None = None
    text: str = ""  # the passage itself, for the reports


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in the post.

    kind: loop, monotone, near (repeats); name, word (listing); verbatim, altered, declared
    (quotation, prior). `first`: the earlier passage that a repeat repeats. `same`: number
    of its identical content characters. `similarity` is for the eye only; nothing compares it.
    `why` is set on discounted hits: common_phrase, too_short, idiom, later, boilerplate.
    """

    start: int
    end: int
    kind: str
    first: Span | None = None
    source: Source | None = None
    also: tuple[Source, ...] = ()
    similarity: float = 1.0
    same: int = 0
    same_spans: tuple[Span, ...] = ()  # the identical stretches; empty: all of start..end
    stylistic: bool | None = None  # repeats: a refrain asked for by the form? the referee says
    why: str | None = None
    pattern: str | None = None  # repeats: what the form may be, see checks.refrain

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Measure:
    """One check's answer: hits in order of start, and what was seen but not counted."""

    name: str
    hits: tuple[Hit, ...] = ()
    discounted: tuple[Hit, ...] = ()
    notices: tuple[str, ...] = ()


def counted(measure: Measure) -> tuple[Hit, ...]:
    """The hits that go into counts: all but `declared` ones, which only inform."""
    return tuple(hit for hit in measure.hits if hit.kind != "declared")


@dataclass(frozen=True, slots=True)
class Tally:
    """All counts of one post under one way of counting.

    `part[x]` counts the passages of x; `rest[x]` what remains when they are cut out and the
    remainder is counted again. x: repeated, listed, repeated_listed, quoted, quoted_same,
    prior, prior_same, repeated_proposed, and for `rest` also all. `…_same`: identical characters
    only; `repeated_proposed`: repeats that the form may ask for, counted in repeated, too.
    """

    total: Counts
    part: Mapping[str, Counts]
    rest: Mapping[str, Counts]


@dataclass(frozen=True, slots=True)
class Flags:
    """What is known of a post beside its numbers; None: unknown."""

    edited: bool | None = None
    handwritten: bool | None = None
    language: str | None = None  # zh-Hans, zh-Hant, other
    genre: str | None = None  # as somebody has said
    genre_guess: str | None = None  # as the check takes it; nothing fails by it
    stylistic_repetition: bool | None = None
    late: bool | None = None
    missing: bool | None = None
    withdrawn: bool | None = None
    no_code: bool | None = None
    banned_content: bool | None = None
    code_not_due: bool | None = None  # the printed schedule has no post of this code in the round
    mixed_script: bool | None = None  # simplified and traditional, each a fifth or more
    conduct: tuple[str, ...] = ()  # the category of each wording that people should look at

    def label(self, name: str) -> str | None:
        """The language, or the genre as it is known, else as the check takes it."""
        known: str | None = getattr(self, name)
        return self.genre_guess if known is None and name == "genre" else known


@dataclass(frozen=True, slots=True)
class Figures:
    """What the judge is given. Text never reaches it.

    `marked` counts “ ” … · ① as Chinese; `unmarked` is the other count where the text does
    not say (plain text that has such characters), else None. `spans` are carried through to
    the findings.
    """

    kind: str  # "report" or "kill"
    marked: Tally
    unmarked: Tally | None = None
    flags: Flags = Flags()
    spans: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
