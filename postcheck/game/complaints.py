"""Complaints (投诉): who may, with which title, until when; and what their time is."""

from datetime import datetime, timedelta

from postcheck.game.events import Event, parse_time
from postcheck.game.state import Complaint, Game, Post, penalties

REPORT_FINDINGS = frozenset(
    (
        "too_short", "padding", "not_first", "over_quoted", "not_original", "edited",
        "handwritten", "late", "missing",
    )
)  # fmt: skip
_BRACKETS = str.maketrans("【】［］〔〕", "[][][]")


def complaint(game: Game, event: Event) -> None:
    """Accepts or refuses a complaint; nothing follows from it before a ruling."""
    time = event.at
    if event.get("edited_at") is not None:
        time = parse_time(event["edited_at"]) or event.at
    found = Complaint(
        id=event["id"],
        by=game.known_as(event["by"]),
        on=game.known_as(event["on"]),
        finding=event["finding"],
        at=time,
        posted=event.at,
        line=event.line,
        evidence=tuple(event["evidence"]),
        act_at=parse_time(event.get("act_at")),
    )
    game.complaints[found.id] = found
    refused = _refusal(game, event, found)
    if refused is None:
        game.note(found.id, "accepted", game.clause("complaint.who"), event.lines)
    else:
        found.status = "refused"
        found.why, found.clause = refused
        if found.why == "no_title":
            found.wanted = _title(game, found)
        game.note(found.id, f"refused {found.why}", found.clause, event.lines)


def _refusal(game: Game, event: Event, one: Complaint) -> tuple[str, str] | None:
    """The first reason to refuse, and its clause."""
    who, title = game.value("complaint.who"), game.clause("complaint.title")
    if who in ("players", "game_aliases") and game.player(one.by) is None:
        owners = {player.owner for player in game.players.values()}
        why = "not_playing" if one.by in owners else "outsider"
        return why, game.clause("complaint.who")
    if one.finding == "insult" and game.value("complaint.insult_only_by_insulted"):
        insulted = game.player(event.get("insulted"))
        if insulted is None or insulted is not game.player(one.by):
            return "not_the_insulted", game.clause("complaint.insult_only_by_insulted")
    words = _title(game, one)
    if not _in_order(event["title"], words):
        return "no_title", title
    if words and not one.evidence:
        return "no_evidence", title
    limit, clause = window(game, one)
    if limit is not None and one.at > limit:
        return "too_late", clause
    return None


def _title(game: Game, one: Complaint) -> tuple[str, ...]:
    """The words of a title, in order; the full form is asked of those about kill posts only."""
    words: tuple[str, ...] = tuple(game.value("complaint.title") or ())
    return words if one.on in game.posts else words[:1]


def strangers(game: Game) -> list[Complaint]:
    """Complaints that stand though their complainant is no player: a slip of the pen, perhaps."""
    return [
        one
        for one in game.complaints.values()
        if one.status != "refused" and game.player(one.by) is None
    ]


def unchecked(game: Game) -> list[Complaint]:
    """Complaints of conduct that stand though nobody wrote when the act was done."""
    return [one for one in game.complaints.values() if is_unchecked(game, one)]


def is_unchecked(game: Game, one: Complaint) -> bool:
    """Whether it stands only because nobody wrote when the act was done."""
    return (
        one.status != "refused"
        and one.act_at is None
        and game.value("complaint.other_hours") is not None
        and one.on not in game.posts
        and one.finding not in REPORT_FINDINGS
    )


def uncomplained(game: Game) -> list[str]:
    """The posts whose check found something and of which nobody has complained or ruled."""
    asked = {one.on for one in game.complaints.values() if one.status != "refused"}
    asked |= {one["on"] for one in game.ledger.events if one.type == "ruling"}
    return [
        name
        for name, event in game.verdicts.items()
        if name in game.posts and event["status"] != "pass" and name not in asked
    ]


def _in_order(title: str, words: tuple[str, ...]) -> bool:
    place, title = 0, title.translate(_BRACKETS)
    for word in words:
        place = title.find(word, place)
        if place < 0:
            return False
        place += len(word)
    return True


def window(game: Game, one: Complaint) -> tuple[datetime | None, str]:
    """The last instant for a complaint (None: no limit here), and the clause."""
    post = game.posts.get(one.on)
    if post is not None:
        return kill_window(game, post, one.finding)
    if one.finding in REPORT_FINDINGS:
        return _report_window(game, one.finding)
    clause, hours = game.clause("complaint.other_hours"), game.value("complaint.other_hours")
    if hours is None:
        return None, clause
    # Where the time of the act is not known, it was not after the complaint was first made.
    return (one.act_at or one.posted) + timedelta(hours=hours), clause


def before(at: datetime) -> datetime:
    """The last instant before `at`."""
    return at - timedelta(microseconds=1)


def kill_window(game: Game, post: Post, finding: str) -> tuple[datetime | None, str]:
    """Until when a fault of a kill post may be complained of."""
    calendar = game.calendar
    same_round = game.value("complaint.kill_until_same_round")
    if same_round is not None:
        limit = calendar.same_day(calendar.end(post.round), same_round)
        return before(limit), game.clause("complaint.kill_until_same_round")
    next_day = game.value("complaint.kill_until_next_day")
    if next_day is not None:
        limit = calendar.next_day(post.text_at or post.at, next_day)
        return limit, game.clause("complaint.kill_until_next_day")
    if finding in (game.value("ruling.plagiarism") or ()):
        return None, game.clause("complaint.plagiarism_until")
    asked = penalties(game.ruleset, "kill", finding)
    hours = game.value("complaint.rewrite_hours_before_end")
    if "rewrite" in asked and hours is not None:
        limit = calendar.end(post.round) - timedelta(hours=hours)
        return limit, game.clause("complaint.rewrite_hours_before_end")
    ended = game.ended_at
    return ended, game.clause("complaint.first_or_quoted_until")


def _report_window(game: Game, finding: str) -> tuple[datetime | None, str]:
    """Until when a report may be complained of; the round is the limit of a new report only."""
    until = game.value("complaint.report_until")
    if until is not None and game.report_until is not None:
        limit = game.calendar.next_day(game.report_until, until)
        return before(limit), game.clause("complaint.report_until")
    number = game.value("complaint.report_until_round")
    if number is not None and "out" not in penalties(game.ruleset, "report", finding):
        return before(game.calendar.end(number)), game.clause("complaint.report_until_round")
    return None, ""
