"""A row of an audit: the `audit` object that stands before a `check` object in results.jsonl."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from postcheck.audit.compare import Given, compare, given
from postcheck.audit.standing import (
    by_whom,
    evidence_of,
    findings_of,
    taken_over,
    time_of,
    title_of,
)
from postcheck.audit.texts import Case, Item
from postcheck.ruleset import Ruleset

Json = dict[str, Any]

CHECKED, FAILED, SKIPPED = "checked", "failed", "skipped"
NO_POST: Json = {
    "id": None, "source": None, "author": None, "title": None, "posted_at": None, "edited": None,
    "kind": None, "kind_guessed": False, "sha256": None, "floor": None, "unknown": None,
}  # fmt: skip
NOTHING: Json = {"post": NO_POST, "verdict": None}  # stands for a result where there is none


def row(
    number: int, key: str | None, item: Item, result: Mapping[str, Any] | None, reason: str,
    page: str | None, ruleset: Ruleset,
) -> Json:  # fmt: skip
    """One line: `audit` first, its `key` (the seal of post and setting) first.

    `result` None: nothing was judged; `post` and `verdict` are there all the same, empty.
    """
    status = CHECKED if result is not None else SKIPPED if item.skipped else FAILED
    audit: Json = {
        "key": key,
        "number": number,
        "status": status,
        "reason": reason,
        "place": item.place,
        "page": page,
    }
    if item.case is not None:
        audit |= _case(item.case, result, ruleset)
    return {"audit": audit, **(result or NOTHING)}


def _case(case: Case, result: Mapping[str, Any] | None, ruleset: Ruleset) -> Json:
    one, found, standing = case.complaint, case.match, case.standing
    asked = findings_of(one, found)
    gives = given(ruleset, case.kind, asked, standing, result, case.least)
    at = time_of(one, found)
    return {
        "complaint": {
            "id": one.id or (found.event["id"] if found.event else None),
            "by": by_whom(one, found) or None,
            "on": one.on or one.code or None,
            "reason": one.reason,
            "findings": list(asked),
            "title": title_of(one, found),
            "at": at.isoformat() if at else None,
            "evidence": evidence_of(one, found) or [],
            "notes": [*one.notes, *found.notes, *taken_over(one, found)],
            "extra": dict(one.extra),
        },
        "game": {
            "by": case.by or None,
            "subject": found.subject,
            "line": case.event.line if case.event else None,
            "complaint_line": found.event.line if found.event else None,
            "round": case.round,
            "code": case.code,
            "author": case.author,
            "target": case.target,
        },
        "standing": _standing(case),
        "ruling": asdict(case.ruled) if case.ruled else None,
        "rules": _given(gives),
        "comparison": compare(ruleset, case.kind, case.ruled, gives),
    }


def _standing(case: Case) -> Json | None:
    standing = case.standing
    if standing is None:
        return None
    return {
        "status": standing.status,
        "why": standing.why,
        "clause": standing.clause,
        "limit": standing.limit.isoformat() if standing.limit else None,
        "unchecked": list(standing.unchecked),
    }


def _given(gives: Given) -> Json:
    return {
        "outcome": gives.outcome,
        "findings": list(gives.findings),
        "why": gives.why,
        "detail": list(gives.detail),
    }
