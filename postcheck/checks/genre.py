"""Which genre a post seems to be: advice with evidence, for the referee to weigh.

Measures: a statistical score and cited cues. A document (公文, 说明文字) needs both: two
independent cues, and a score that does not speak against it; so a story in the dress of minutes
stays literature. Does not decide: genre is a judgement that the rules leave to people.
Clauses: fengyun85 杀帖5, wuyue161 杀帖7(1) and 杀帖7(5) (文学鉴赏), ziyou48 杀帖.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from postcheck.checks.genre_cues import ANY, Evidence, evident, is_formal, seen
from postcheck.checks.genre_score import model, score
from postcheck.post import Span, spans_object
from postcheck.text import Text, is_han

LEAST = 200  # Chinese characters; below, the score means nothing (research: recall 0.54 at 100)
CUES = 2  # independent cues that a document needs
PLACES = 3  # places of a cue that a finding names
GROUNDS = 4  # cues that a finding names
PRAISE = "appreciation"
LITERARY = "literary"


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


def measure(text: Text, document: float | None = None) -> Genre:
    """The genre of one post as one text; `document`: the score of another model than ours."""
    han = int(np.count_nonzero(is_han(text.codes)))
    if han < LEAST:
        return Genre("short", None, None)
    limits = model()
    document = score(text) if document is None else document
    found = seen(text, han)
    kind, praise = evident(found), _praise(found)
    signs = tuple(one for one in found if one.genre in (kind, ANY))
    own = tuple(one for one in found if one.genre == LITERARY)
    enough = limits.look if kind and is_formal(kind) else limits.flag
    if own:
        enough = (enough + 1) / 2  # what speaks for literature halves the doubt that is allowed
    if document >= enough and len(signs) >= CUES:
        return Genre("document", kind or ANY, 1 - document, signs)
    if praise and document < limits.flag:
        return Genre("literary", PRAISE, 1 - document, praise)
    if document < limits.look:
        return Genre("literary", LITERARY, 1 - document, own)
    return Genre("unclear", None, 1 - document, (*signs, *own))


def _praise(found: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The cues of an essay on a literary work: words of criticism, and works or lines quoted."""
    signs = tuple(one for one in found if one.genre == PRAISE)
    return signs if len(signs) >= CUES and any(one.lexical for one in signs) else ()
