"""Who may complain, until when, and what was ruled: asked of the rules core, not decided here."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from postcheck.audit.complaints import Complaint
from postcheck.audit.same import Match
from postcheck.game.complaints import is_unchecked, window
from postcheck.game.events import Event, finding_of, remedy_of
from postcheck.game.ledger import parse
from postcheck.game.referee import replay
from postcheck.game.state import Game

UNKNOWN = "其他"  # the finding of a complaint whose reason says none
_ANY = "hints"  # a ledger takes known findings only; this one has no window of its own


@dataclass(frozen=True, slots=True)
class Standing:
    """`status`: accepted, refused, or unknown where the time of the complaint is not known.

    `limit`: the last instant for a complaint, None where there is none; `clause`: what decided.
    """

    status: str
    why: str | None = None
    clause: str = ""
    limit: datetime | None = None
    unchecked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruled:
    """The original ruling: `outcome` upheld, dismissed or refused; `line` of the ledger, or None
    where the table of complaints has it."""

    outcome: str
    finding: str | None = None
    remedy: str | None = None
    by: str | None = None
    line: int | None = None


def standings(game: Game, asked: Sequence[tuple[Complaint, Match]]) -> list[Standing | None]:
    """The standing of each complaint that has a subject, all in one replay of the ledger.

    Each is folded into the ledger as an event of its own at its own time, so that the rules core
    accepts or refuses it as it does any other.
    """
    ids: list[dict[str, str]] = []
    lines = [game.ledger.raw.rstrip(b"\n")]
    for number, (one, found) in enumerate(asked):
        mine = {} if found.subject is None else _events(game, number, one, found)
        ids.append({finding: str(event["id"]) for finding, event in mine.items()})
        lines += [json.dumps(event, ensure_ascii=False).encode() for event in mine.values()]
    ledger = parse(b"\n".join(lines) + b"\n", game.ledger.file)
    folded = replay(ledger, game.ruleset)
    return [
        _standing(folded, one, found, mine) if mine else None
        for (one, found), mine in zip(asked, ids, strict=True)
    ]


def _events(game: Game, number: int, one: Complaint, found: Match) -> dict[str, dict[str, object]]:
    """A complaint as events of the ledger, one for each finding that it names."""
    known: Mapping[str, object] = found.event.data if found.event else {}
    words = game.value("complaint.title") or ()
    at, edited = posted_of(one, found), time_of(one, found)
    title, evidence = title_of(one, found), evidence_of(one, found)
    # What the table does not tell cannot be held against anybody.
    title = " ".join(words) or "投诉" if title is None else title
    evidence = ["（表上没有这一列）"] if evidence is None else evidence
    event: dict[str, object] = {
        "type": "complaint",
        # Without a time only who, title and evidence can be asked.
        "at": (at or game.ledger.clock or game.calendar.end(game.round)).isoformat(),
        "by": by_whom(one, found) or "（未写明）",
        "on": found.subject,
        "title": title or "（无标题）",
        "evidence": evidence,
    }
    insulted = one.insulted or known.get("insulted")
    if insulted and game.player(str(insulted)):
        event["insulted"] = insulted
    if edited is not None and edited != at:
        event["edited_at"] = edited.isoformat()
    if known.get("act_at") is not None:
        event["act_at"] = known["act_at"]
    return {
        finding: {
            **event,
            "id": f"\u2063{number}-{finding}",
            "finding": _ANY if finding == UNKNOWN else finding,
        }
        for finding in findings_of(one, found)
    }


def time_of(one: Complaint, found: Match) -> datetime | None:
    """The complaint's time: the table's, else the ledger's."""
    if one.at is not None or found.event is None:
        return one.at
    edited = found.event.get("edited_at")
    return datetime.fromisoformat(edited) if edited else found.event.at


def posted_of(one: Complaint, found: Match) -> datetime | None:
    """When it was first made; the time of the last editing where nothing else is known."""
    if one.at is not None:
        return one.posted_at or one.at
    return found.event.at if found.event else None


def title_of(one: Complaint, found: Match) -> str | None:
    return one.title or (found.event["title"] if found.event else one.title)


def evidence_of(one: Complaint, found: Match) -> list[object] | None:
    if not one.evidence and found.event is not None:
        return list(found.event["evidence"])
    return None if one.evidence is None else list(one.evidence)


def by_whom(one: Complaint, found: Match) -> str:
    return one.by or (str(found.event["by"]) if found.event else "")


def findings_of(one: Complaint, found: Match) -> tuple[str, ...]:
    if one.findings or (found.event is None):
        return one.findings or (UNKNOWN,)
    return (str(found.event["finding"]),)


def taken_over(one: Complaint, found: Match) -> tuple[str, ...]:
    """In Chinese what the row does not say, or not so that it is understood, and the ledger does;
    nothing of a row that is no more than the number of a complaint."""
    if found.event is None or not (one.on or one.code or one.by or one.reason):
        return ()
    left = {
        "投诉人": one.by,
        "理由": one.findings,
        "时间": one.at,
        "标题": one.title,
        "证据": one.evidence,
    }
    words = "、".join(word for word, value in left.items() if not value)
    line = f"账本第 {found.event.line} 行的 {found.event['id']}"
    return (f"{words}按{line}",) if words else ()


def _standing(game: Game, one: Complaint, found: Match, ids: Mapping[str, str]) -> Standing:
    """Accepted if it is so for one of its findings; the others have their own windows."""
    values = {
        "时限": time_of(one, found),
        "标题": title_of(one, found),
        "证据": evidence_of(one, found),
    }
    unchecked = tuple(word for word, value in values.items() if value is None)
    folded = [game.complaints[id_] for id_ in ids.values()]
    best = next((each for each in folded if each.status == "accepted"), folded[0])
    limit, clause = window(game, best)
    if is_unchecked(game, best):
        limit, unchecked = None, (*unchecked, "行为的时间")
    if best.status == "refused" and not (best.why == "too_late" and "时限" in unchecked):
        steps = [step for step in game.trace if step.subject == best.id]
        clause = steps[0].clause if steps else clause
        return Standing("refused", best.why, clause, limit, unchecked)
    if "时限" in unchecked:
        return Standing("unknown", None, clause, limit, unchecked)
    return Standing("accepted", None, clause, limit, unchecked)


def ruled(game: Game, one: Complaint, found: Match) -> Ruled | None:
    """The ruling on a complaint: on itself, else on its post or player later and of its kind."""
    rulings = [event for event in game.ledger.events if event.type == "ruling"]
    mine = [each for each in rulings if found.event and each["on"] == found.event["id"]]
    if not mine and found.subject is not None:
        at, wanted = time_of(one, found), set(findings_of(one, found))
        on_it = [
            each
            for each in rulings
            if game.known_as(each["on"]) == found.subject and (at is None or each.at >= at)
        ]
        mine = [each for each in on_it if each["finding"] in wanted] or on_it
    if mine:
        return _from_event(mine[-1])
    if one.outcome is not None:
        return Ruled(one.outcome, one.ruled_finding)
    return None


def _from_event(event: Event) -> Ruled:
    return Ruled(
        outcome=event["outcome"],
        finding=finding_of(event),
        remedy=remedy_of(event),
        by=event["by"],
        line=event.line,
    )
