"""One review as the `check` JSON object: the one result that every other report renders.

Offsets are half-open code points of `text`, counts are in the ruleset's own count for the kind
(`metric`), times are ISO 8601. The keys are stable (CONTRACT); more are added, none changes.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from hashlib import sha256
from typing import Any

from postcheck.checks.changes import Change, changes
from postcheck.checks.disguise import Disguise, trace
from postcheck.judge import verdict_to_json
from postcheck.measure import METRICS, Counts, Hit, Measure, Source
from postcheck.post import Post, Span
from postcheck.report.shares import shares
from postcheck.report.terms import PATTERNS
from postcheck.review import Review
from postcheck.text import Text
from postcheck.waive import used

Result = dict[str, Any]

_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(review: Review) -> Result:
    """The result of one post, ready for `json.dumps`; the last key, `seal`, is over the rest."""
    tally = review.figures.marked
    other = review.figures.unmarked
    result: Result = {
        "post": _post(review),
        "text": review.post.text.original,
        "ruleset": {
            "id": review.ruleset_id,
            "edition": review.ruleset_edition,
            "sha256": review.ruleset_sha256,
        },
        "metric": review.metric,
        "other_metrics": list(review.readings),
        "corpora": list(review.corpora),
        "boilerplate": list(review.boilerplate),
        "counts": counts_to_json(review.counts),
        "counts_unmarked": counts_to_json(other.total) if other else None,
        "measures": _measures(review),
        "rest": {name: _in(review, counts) for name, counts in tally.rest.items()},
        "shares": [share.to_json() for share in shares(review)],
        "disguise": [disguise_to_json(one) for one in review.disguise],
        "verdict": verdict_to_json(review.verdict),
        "assumption": _assumption(review),
        "clauses": dict(review.clauses),
        "paraphrases": _cited(review),
        "notices": list(review.post.notices),
        "version": review.version,
    }
    return {**result, "seal": seal(result)}


def json_line(value: Mapping[str, Any]) -> str:
    """One line, not escaped; a lone surrogate, which UTF-8 cannot hold, as its JSON escape."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    try:
        text.encode()  # quicker than to search
    except UnicodeEncodeError:
        text = _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return text


def seal(result: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON of a result without its `seal`: ASCII, sorted, no spaces."""
    bare = {key: value for key, value in result.items() if key != "seal"}
    canonical = json.dumps(bare, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return sha256(canonical.encode("ascii")).hexdigest()


def _cited(review: Review) -> dict[str, str]:
    """The paraphrases of the clauses that this result names."""
    verdict = review.verdict
    named = {finding.clause for finding in verdict.findings}
    named |= {remedy.clause for remedy in verdict.remedies} | set(review.clauses.values())
    return {clause: words for clause, words in review.paraphrases.items() if clause in named}


def _post(review: Review) -> Result:
    post: Post = review.post
    return {
        "id": post.id,
        "source": post.source,
        "author": post.author,
        "title": post.title,
        "posted_at": _time(post.posted_at),
        "edited": post.edited,
        "kind": review.kind,
        "kind_guessed": review.kind_guessed,
        "sha256": review.sha256,
        "floor": post.floor,
        "unknown": post.unknown,
    }


def counts_to_json(counts: Counts) -> Result:
    return {name: int(getattr(counts, name)) for name in METRICS}


def _in(review: Review, counts: Counts) -> int:
    return int(getattr(counts, review.metric))


def _measures(review: Review) -> Result:
    def match(hit: Hit) -> Result:
        return match_to_json(hit, review.post.text)

    found: Result = {
        "repeated": _measure(review, "repeated", _repeat),
        "listed": _measure(review, "listed", _item),
        "quoted": _measure(review, "quoted", match),
        "prior": _measure(review, "prior", match),
    }
    for name in ("language", "genre", "conduct", "form"):
        label = review.labels.get(name)
        found[name] = None if label is None else _plain(label)
    return found


def _measure(review: Review, name: str, hit_to_json: Callable[[Hit], Result]) -> Result:
    measure = review.measures.get(name, Measure(name))
    part = review.figures.marked.part
    same, asked = f"{name}_same", f"{name}_proposed"
    return {
        "count": _in(review, part.get(name, Counts())),
        **({"count_same": _in(review, part[same])} if same in part else {}),
        **({"count_proposed": _in(review, part[asked])} if asked in part else {}),
        "hits": [hit_to_json(hit) for hit in measure.hits],
        "discounted": [{**hit_to_json(hit), "why": hit.why} for hit in measure.discounted],
        "notices": list(measure.notices),
    }


def _item(hit: Hit) -> Result:
    return {"start": hit.start, "end": hit.end, "kind": hit.kind}


def _repeat(hit: Hit) -> Result:
    first = {"start": hit.first.start, "end": hit.first.end} if hit.first else None
    return {
        **_item(hit),
        "first": first,
        "stylistic": hit.stylistic,
        "proposed": _proposal(hit.pattern),
        "same": hit.same,
    }


def _proposal(pattern: str | None) -> Result | None:
    """That a repeat may be asked for by the form, and why: for the referee to decide."""
    if pattern is None:
        return None
    name, reason = PATTERNS[pattern]
    return {"stylistic": True, "pattern": pattern, "name": name, "reason": reason}


def _assumption(review: Review) -> Result | None:
    """What was left out by hand, and what holds without that; None where nothing was."""
    before = review.before
    if before is None:
        return None
    tally = before.figures.marked
    return {
        "waivers": [{**asdict(one), "used": used(one, review.measures)} for one in review.waivers],
        "before": {
            "measures": {name: _in(before, tally.part[name]) for name in before.measures},
            "rest": {name: _in(before, counts) for name, counts in tally.rest.items()},
            "verdict": verdict_to_json(before.verdict),
        },
    }


def match_to_json(hit: Hit, text: Text) -> Result:
    """A passage of `text` that stands in a source, too."""
    known = hit.source is not None and hit.source.text and hit.kind == "altered"
    changed = changes([trace(text, hit)]) if known else ()
    return {
        **_item(hit),
        "similarity": _plain(hit.similarity),
        "same": hit.same,
        "same_spans": _pairs(hit.same_spans),
        "changes": changes_to_json(changed),
        "source": _source(hit.source) if hit.source else None,
        "also": len(hit.also),
        "also_sources": [{**_source(source), "text": None} for source in hit.also],
    }


def changes_to_json(changed: Iterable[Change]) -> list[Result]:
    """Replaced words, and words put in (`from` empty) or left out (`to` empty)."""
    return [{"from": one.old, "to": one.new, "count": one.count} for one in changed]


def disguise_to_json(found: Disguise) -> Result:
    """The evidence of disguised copying from one source."""
    return {
        "source": {**_source(found.source), "text": None},
        "sentences": found.sentences,
        "altered": found.altered,
        "replaced": found.replaced,
        "inserted": found.inserted,
        "left_out": found.left_out,
        "changes": changes_to_json(found.changes),
        "spans": _pairs(found.spans),
    }


def _source(source: Source) -> Result:
    return {
        "corpus": source.corpus,
        "doc": source.doc,
        "author": source.author,
        "title": source.title,
        "url": source.url,
        "published_at": _time(source.published_at),
        "start": source.start,
        "end": source.end,
        "text": source.text,
    }


def _pairs(spans: Sequence[Span]) -> list[list[int]]:
    return [[span.start, span.end] for span in spans]


def _time(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _plain(value: object) -> Any:
    """JSON's own types; a share to four digits, for the eye; what is no number becomes null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float | Fraction):
        number = float(value)
        return round(number, 4) if math.isfinite(number) else None
    if isinstance(value, datetime):
        return value.isoformat()
    return value
