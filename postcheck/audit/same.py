"""Whether a row of a table and a complaint of the ledger are one and the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from postcheck.audit.complaints import BEIJING, Complaint
from postcheck.game.events import Event
from postcheck.game.state import Game

_MINUTE = timedelta(minutes=1)  # a table may leave the seconds out


@dataclass(frozen=True, slots=True)
class Match:
    """`subject`: kill id, or player of a report or of an act; None: not found, and `why` not.

    `event`: the ledger's own line of this complaint, where it has one. `notes`: in Chinese, what
    of the row and of the ledger does not go together.
    """

    subject: str | None
    event: Event | None = None
    why: str = ""
    notes: tuple[str, ...] = ()


def ledger_line(game: Game, one: Complaint) -> Event | None:
    """The ledger's complaint of that id."""
    if not one.id:
        return None
    return next((each for each in _complaints(game) if each["id"] == one.id), None)


def subject_of(game: Game, event: Event) -> str:
    """What a complaint of the ledger is about: a post, or the player even where the line has the
    name of its substitute."""
    return game.known_as(event["on"])


def same(game: Game, one: Complaint, subject: str, known: Event | None) -> Match:
    """The row with the ledger's line of it: that of its id (`known`), unless person or post are
    others; else one by the same person on the same post whose reason and time are the row's.

    What is merged into the ledger's line takes from there what the row does not say, so nothing
    is merged on a guess: what only might be the same is a note.
    """
    notes: list[str] = []
    if known is not None:
        if subject_of(game, known) == subject and (not one.by or _is_by(game, known, one.by)):
            return Match(subject, known)
        notes.append(f"{_name(known)}是 {known['by']} 投诉 {known['on']}，与这一行不是同一条")
    elif one.id and not one.id.isdecimal():  # a bare number is the table's own count of rows
        notes.append(f"账本里没有编号为“{one.id[:40]}”的投诉")
    others = [
        each
        for each in _complaints(game)
        if subject_of(game, each) == subject
        and each is not known
        and one.by
        and _is_by(game, each, one.by)
    ]
    sure = [each for each in others if _agrees(one, each, timed=bool(notes))]
    if len(sure) == 1 or (sure and one.at is not None):  # several findings in one row
        return Match(subject, sure[0], notes=tuple(notes))
    if others:
        shown = "、".join(_name(each) for each in others[:5])
        notes.append(f"{shown}也是此人投诉此帖，不能断定是同一条，没有合并")
    return Match(subject, notes=tuple(notes))


def _agrees(one: Complaint, event: Event, *, timed: bool) -> bool:
    """Whether reason and time are the same. One of them, at least, must be written, and the time
    where `timed`; a reason that nobody understands is not the ledger's."""
    written = [each for each in (one.at, one.posted_at) if each is not None]
    times = _times(event)
    at = any(abs(each - other) < _MINUTE for each in written for other in times)
    if written and not at:
        return False
    if one.day is not None and one.day not in {each.astimezone(BEIJING).date() for each in times}:
        return False
    if one.reason:
        return event["finding"] in one.findings and (at or not timed)
    return at


def _times(event: Event) -> list[datetime]:
    edited = event.get("edited_at")
    return [event.at, *([datetime.fromisoformat(edited)] if edited else [])]


def _is_by(game: Game, event: Event, name: str) -> bool:
    player = game.player(name)
    return event["by"] == name or (player is not None and player is game.player(event["by"]))


def _name(event: Event) -> str:
    return f"账本第 {event.line} 行的 {event['id']} "


def _complaints(game: Game) -> Iterator[Event]:
    return (event for event in game.ledger.events if event.type == "complaint")
