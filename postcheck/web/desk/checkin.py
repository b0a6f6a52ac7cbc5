"""Check-in (报道): who has reported, who is late or missing, who stands in, what is owed."""

from typing import Any

from flask import Blueprint, Response

from postcheck.game.state import Game
from postcheck.web.desk.access import Visit, game_page
from postcheck.web.desk.entry import done
from postcheck.web.desk.overview import debts_json
from postcheck.web.desk.times import field, left, now, proposed, shown
from postcheck.web.twin import respond

Json = dict[str, Any]
_KINDS = ("重新报道", "更正报道")


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/checkin", checkin, "assistant")


def checkin(visit: Visit) -> Response:
    """The list of all players with their reports. Who wrote what here is public."""
    now_ = visit.replayed()
    game, at = now_.game, now()
    until = game.report_until
    players = [_player(visit, game, name) for name in game.players]
    data = visit.base() | {
        "until": until.isoformat() if until else None,
        "until_shown": shown(until) if until else None,
        "left": left(until, at) if until else "",
        "players": players,
        "reported": sum(bool(one["reports"]) for one in players),
        "debts": [one for one in debts_json(game, at) if one["kind"] in _KINDS],
        "done": done(visit, now_),
    }
    form = {"after": now_.after, "at": field(proposed(game)), "players": list(game.players)}
    return respond("desk/checkin.html.j2", data, form=form)


def _player(visit: Visit, game: Game, name: str) -> Json:
    player = game.players[name]
    reports = [
        {"line": event.line, "at": shown(event.at),
         "words": (event.get("counts") or {}).get("words") if visit.is_referee else None}
        for event in game.ledger.events
        if event.type == "report" and game.player(event["player"]) is player
    ]  # fmt: skip
    over = game.report_until is not None and game.ledger.clock is not None
    late = over and game.ledger.clock > game.report_until  # type: ignore[operator]
    missing = name not in game.reports and bool(late)
    return {
        "name": name,
        "reports": reports,
        "missing": missing,
        "excused": name in game.excused,
        # Who stands in is a person behind a name, and as secret as its owner.
        "substitute": player.substitute if visit.is_referee else None,
        "substituted": player.substitute is not None,
    }
