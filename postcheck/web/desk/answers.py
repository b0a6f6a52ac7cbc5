"""What becomes of a complaint, in one line: taken or not, and why not."""

from postcheck.game import words
from postcheck.game.complaints import window
from postcheck.game.public import public_reason
from postcheck.game.state import Complaint
from postcheck.web.desk.access import Visit
from postcheck.web.desk.replays import Outcome


def answer(visit: Visit, outcome: Outcome) -> str | None:
    """The headline of a complaint that is about to be recorded; None for any other event."""
    record = outcome.game.ledger.records[outcome.line]
    if record["type"] != "complaint":
        return None
    one = outcome.game.complaints[record["id"]]
    text = f"{one.id} {words.STATUS[one.status]}"
    why = why_shown(visit, one)
    if why is None:
        return text
    limit, _ = window(outcome.game, one)
    late = limit is not None and one.at > limit and why != "too_late"
    return f"{text}：{words.refusal(why, one.wanted)}{'；也过了时限' if late else ''}"


def why_shown(visit: Visit, one: Complaint) -> str | None:
    """That a name is some player's owner is secret: to others it is no player's name."""
    return one.why if visit.is_referee else public_reason(one.why)
