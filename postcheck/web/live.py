"""The live count: Word's fields of a draft while it is being written, and how far it has to go.

The counter is the one that the check uses; it takes a millisecond for a long post.
"""

from typing import Any

from postcheck.checks import length
from postcheck.post import Post
from postcheck.report.jsonl import counts_to_json
from postcheck.ruleset import Ruleset

Json = dict[str, Any]


def live_count(post: Post, ruleset: Ruleset, kind: str) -> Json:
    """`counts`; `counts_unmarked` where “ ” … · would make a difference if they counted as
    Latin; `lengths`: each reading of each least length, the ruleset's own first."""
    codes, hints = post.text.codes, post.hints
    counts = length.count(codes, hints)
    other = length.count(codes, hints, marked=False) if length.has_unmarked(codes, hints) else None
    rules = [rule for rule in ruleset.rules(kind) if rule.check == "length"]
    return {
        "counts": counts_to_json(counts),
        "counts_unmarked": counts_to_json(other) if other is not None and other != counts else None,
        "lengths": [
            {
                "clause": rule.clause,
                "metric": metric,
                "count": getattr(counts, metric),
                "minimum": rule.minimum,
                "missing": max(rule.minimum - getattr(counts, metric), 0),
            }
            for rule in rules
            for metric in ruleset.kinds[kind].counts
        ],
    }
