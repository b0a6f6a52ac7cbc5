"""What rests on a line, and is undone with it."""

from collections.abc import Iterable

from postcheck.game.events import Event
from postcheck.game.state import Game
from postcheck.web.desk import ledgers
from postcheck.web.desk.access import Visit


def undone_with(visit: Visit, game: Game, line: int) -> list[int]:
    """The line and what is undone with it: the verdicts on its text; with a correction those that
    were written with it. Empty where it cannot be undone."""
    standing = {one.line: one for one in (*game.ledger.events, *game.ledger.corrections)}
    if line not in standing or line == 1:
        return []
    event = standing[line]
    with_it = _written_with(event, standing.values()) if event.type in ("void", "amend") else []
    rest = resting(visit, game, event)
    return [line, *sorted({*with_it, *(one.line for one in rest)})]


def resting(visit: Visit, game: Game, event: Event) -> list[Event]:
    """The verdicts on the text of a line, also those after a passage was left out."""
    on = event.get("id") if event.type in ("kill", "act") else None
    beside = game.known_as(event["player"]) if event.type == "report" else event.get("kill")
    waived = {
        one.line
        for line in event.lines
        for one in ledgers.waived_in(visit.desk.store, visit.game, line)
    }
    return [
        one
        for one in game.ledger.events
        if one.type == "verdict"
        and one.line > event.line
        and (
            (on is not None and one["on"] == on)
            or (
                event.type in ("report", "fill")
                and game.known_as(one["on"]) == beside
                and one.at == event.at
            )
            or one.line in waived
        )
    ]


def _written_with(correction: Event, standing: Iterable[Event]) -> list[int]:
    """The other corrections of the same act, which have its times and its reason; and the verdict
    on a text that was added."""
    same = ("type", "at", "reason", "recorded_at")
    stamp = correction.get("recorded_at")
    if stamp is None:
        return []
    return [
        one.line
        for one in standing
        if one.line != correction.line
        and (
            all(one.get(name) == correction.get(name) for name in same)
            or (
                (one.type, one.line) == ("verdict", correction.line + 1)
                and one.get("recorded_at") == stamp
            )
        )
    ]
