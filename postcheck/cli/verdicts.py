"""`postcheck game judge`: the judge's answers on the posts of a ledger, from their counts."""

from typing import Any

from postcheck.game.events import Event
from postcheck.game.state import Game
from postcheck.judge import judge, verdict_to_json
from postcheck.judge.cases import from_case
from postcheck.measure import METRICS
from postcheck.report.terms import COUNTS


def _unjudged(found: Game, event: Event) -> str | None:
    """The id or player of a kill post or report that has no verdict yet."""
    if event.type not in ("kill", "report"):
        return None
    on = str(event["id"]) if event.type == "kill" else found.known_as(event["player"])
    return None if on in found.verdicts else on


def _not_given(found: Game, event: Event) -> list[str]:
    """The counts that the clause may mean and that the event does not give."""
    return [one for one in found.ruleset.kinds[event.type].counts if one not in event["counts"]]


def unread(found: Game, event: Event) -> str | None:
    """Why a post was not judged, and what to do."""
    on = _unjudged(found, event)
    if on is None:
        return None
    if event.get("counts") is None:
        what = "只写了 post，这里不读正文；用 postcheck check 查，再用 verdict 记下"
        return f"{on}：没有检查，{what}" if event.get("post") is not None else None
    missing = "、".join(f"{one}（{COUNTS[one]}）" for one in _not_given(found, event))
    if not missing:
        return None
    return f"{on}：没有检查，counts 没有写 {missing}；用 amend 改第 {event.line} 行的 counts"


def verdict_on(found: Game, event: Event) -> dict[str, Any] | None:
    """The judge's answer on an event's numbers, as the line to append."""
    on, counts = _unjudged(found, event), event.get("counts")
    if on is None or counts is None or _not_given(found, event):
        return None
    parts = {name: value for name, value in counts.items() if name not in METRICS}
    case = {"id": on, "ruleset": found.ruleset.id, "kind": event.type, **parts}
    case["counts"] = {name: counts[name] for name in METRICS if name in counts}
    _, figures = from_case(case)
    verdict = verdict_to_json(judge(figures, found.ruleset))
    at = event.at.isoformat()
    return {"type": "verdict", "at": at, "on": on, "status": verdict["status"],
            "findings": verdict["findings"]}  # fmt: skip
