"""Which genre a post seems to be: advice with evidence, for the referee to weigh.

Measures: a statistical score and cited cues. A document (公文, 说明文字) needs both: two
independent cues, and a score that does not speak against it; so a story in the dress of minutes
stays literature. Does not decide: genre is a judgement that the rules leave to people.
Clauses: fengyun85 杀帖5, wuyue161 杀帖7(1) and 杀帖7(5) (文学鉴赏), ziyou48 杀帖.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from postcheck.checks.genre_cues import ANY, Evidence, evident, seen
from postcheck.checks.genre_score import model, score
from postcheck.post import Span, spans_object
from postcheck.text import Text, is_han

LEAST = 200  # Chinese characters; below, the score means nothing (research: recall 0.54 at 100)
CUES = 2  # independent cues that a document needs
PLACES = 3  # places of a cue that a finding names
GROUNDS = 4  # cues that a finding names
PRAISE = "appreciation"


@dataclass(frozen=True, slots=True)
class Genre:
    """`band`: short (too short to judge), literary, unclear, document.

    `label`: a genre of `ruleset.names`, None where it is not clear; "literary" and "document"
    where the kind is not. `literary`: 0 to 1, for the eye. `evidence` speaks for the label.
    """

    band: str
    label: str | None
    literary: float | None
    evidence: tuple[Evidence, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The first places of each cue, in the order of the text."""
        return tuple(sorted({span for one in self.evidence for span in one.spans[:PLACES]}))

    @property
    def grounds(self) -> str:
        """The evidence as one sentence."""
        return "；".join(one.text for one in self.evidence[:GROUNDS])

    def label_object(self) -> dict[str, object]:
        """The JSON object of the reports."""
        return {
            "label": self.label,
            "literary": self.literary,
            "band": self.band,
            "evidence": [
                {
                    "cue": one.cue,
                    "text": one.text,
                    "count": one.count,
                    "spans": spans_object(one.spans),
                }
                for one in self.evidence
            ],
        }


def measure(text: Text) -> Genre:
    """The genre of one post as one text."""
    han = int(np.count_nonzero(is_han(text.codes)))
    if han < LEAST:
        return Genre("short", None, None)
    document = score(text)
    found = seen(text, han)
    kind = evident(found)
    signs = [one for one in found if one.genre in (kind, ANY)]
    limits = model()
    if document < limits.look:
        return _literature(document, found)
    if (kind and document >= limits.look) or (document >= limits.flag and len(signs) >= CUES):
        return Genre("document", kind or ANY, 1 - document, tuple(signs))
    praise = _praise(found)
    if praise and document < limits.flag:
        return Genre("literary", PRAISE, 1 - document, praise)
    both = [one for one in found if one in signs or one.genre == "literary"]
    return Genre("unclear", None, 1 - document, tuple(both))


def _literature(document: float, found: Sequence[Evidence]) -> Genre:
    """An essay on a literary work, or any other literature."""
    if praise := _praise(found):
        return Genre("literary", PRAISE, 1 - document, praise)
    signs = tuple(one for one in found if one.genre == "literary")
    return Genre("literary", "literary", 1 - document, signs)


def _praise(found: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The cues of an essay on a literary work: words of criticism, and works or lines quoted."""
    signs = tuple(one for one in found if one.genre == PRAISE)
    return signs if len(signs) >= CUES and any(one.lexical for one in signs) else ()
