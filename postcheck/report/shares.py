"""Several named shares of a post, and which of them the ruleset's clause uses.

`all`: everything found elsewhere or declared as a quotation. `without_declared`: found
elsewhere. `without_own`: found with others only; the clause on quotation counts this one.
`largest_source`: the one document with the most in common, by whomever.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from postcheck.checks.length import count_part
from postcheck.measure import Hit, Source, counted
from postcheck.review import Review


@dataclass(frozen=True, slots=True)
class Share:
    """`count` of `total`, both in the review's metric; `used_by`: the clause, if one uses it.

    `count_same`: of altered passages the identical characters only.
    """

    name: str
    count: int
    count_same: int
    total: int
    used_by: str | None = None
    source: dict[str, str | None] | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def shares(review: Review) -> tuple[Share, ...]:
    """The four shares; passages that overlap count once."""
    quoted, prior = _hits(review, "quoted"), _hits(review, "prior")
    found = list(counted(review.measures["quoted"])) if quoted else []
    return (
        _share(review, "all", quoted + prior),
        _share(review, "without_declared", found + prior),
        _share(review, "without_own", found, used_by=review.clauses.get("quoted")),
        _largest(review, found + prior),
    )


def _hits(review: Review, name: str) -> list[Hit]:
    return list(review.measures[name].hits) if name in review.measures else []


def _share(
    review: Review,
    name: str,
    hits: Sequence[Hit],
    used_by: str | None = None,
    source: dict[str, str | None] | None = None,
) -> Share:
    whole = [hit.span for hit in hits]
    same = [span for hit in hits for span in hit.same_spans or (hit.span,)]
    count, count_same, total = (
        int(getattr(counts, review.metric))
        for counts in (count_part(review.post, whole), count_part(review.post, same), review.counts)
    )
    return Share(name, count, count_same, total, used_by, source)


def _largest(review: Review, hits: Iterable[Hit]) -> Share:
    by_document: dict[tuple[str, str], list[Hit]] = defaultdict(list)
    named: dict[tuple[str, str], Source] = {}
    for hit in hits:
        for source in (hit.source, *hit.also):
            if source:
                key = (source.corpus, source.doc)
                named.setdefault(key, source)
                if hit not in by_document[key][-1:]:
                    by_document[key].append(hit)
    best = _share(review, "largest_source", ())
    for key, found in sorted(by_document.items(), key=lambda item: (-_length(item[1]), item[0])):
        if _length(found) <= best.count:
            break  # no count exceeds the number of characters
        share = _share(review, "largest_source", found, source=_name(named[key]))
        best = max(best, share, key=lambda share: share.count)
    return best


def _length(hits: Iterable[Hit]) -> int:
    return sum(hit.end - hit.start for hit in hits)


def _name(source: Source) -> dict[str, str | None]:
    return {
        "corpus": source.corpus,
        "doc": source.doc,
        "author": source.author,
        "title": source.title,
    }
