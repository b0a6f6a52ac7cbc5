"""One post through all stages: `review(...)` gives the `Review` that every report renders."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from postcheck.judge import Verdict
from postcheck.measure import Counts, Figures, Measure
from postcheck.post import Post


@dataclass(frozen=True)
class Review:
    """Everything a report shows of one post; the same values for terminal, JSON and HTML.

    `measures` by name: repeated, listed, quoted, prior.
    `metric` is the count (a field of `Counts`) that the ruleset's shares use for this kind.
    `corpora` are the names of the corpora that were searched. `labels` holds what is no
    number: the JSON objects of language, genre, conduct and form (absent: not measured).
    `clauses`: measure name → the clause of the ruleset that counts it, e.g. quoted → 杀帖8;
    `paraphrases`: clause → its short paraphrase. Both come from the ruleset.
    """

    post: Post
    kind: str
    sha256: str  # of the text, UTF-8
    ruleset_id: str
    ruleset_edition: str
    ruleset_sha256: str
    metric: str
    counts: Counts
    measures: Mapping[str, Measure]
    figures: Figures
    verdict: Verdict
    corpora: tuple[str, ...]
    version: str
    labels: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    clauses: Mapping[str, str] = field(default_factory=dict)
    paraphrases: Mapping[str, str] = field(default_factory=dict)
