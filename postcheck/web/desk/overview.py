"""The page of a game: what there is to do, who is in, what was announced, and the life line."""

from datetime import datetime
from typing import Any

from flask import Blueprint, Response

from postcheck.game import words
from postcheck.game.complaints import uncomplained
from postcheck.game.output import state
from postcheck.game.state import Game
from postcheck.web.desk.access import Visit, game_page
from postcheck.web.desk.announcing import listed
from postcheck.web.desk.entry import done
from postcheck.web.desk.plots import life_line
from postcheck.web.desk.replays import Replayed
from postcheck.web.desk.rulings import finding_word, open_questions
from postcheck.web.desk.times import field, left, now, proposed, shown, zone_of
from postcheck.web.twin import respond

Json = dict[str, Any]


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "", overview, "observer")


def overview(visit: Visit) -> Response:
    """For everyone what is public; for referees also sides, owners and what waits for them."""
    now_ = visit.replayed()
    game, form = now_.game, None
    data = visit.base() | public_part(game) | {"life": life_line(game, visit.is_referee)}
    if visit.is_referee:
        data |= {"todo": _todo(game), "players": _players(game), "done": done(visit, now_)}
        form = _form(now_)
    return respond("desk/overview.html.j2", data, form=form)


def _form(now_: Replayed) -> Json:
    """What the form of a new player is filled with."""
    rules = now_.game.ruleset
    taken = {player.code for player in now_.game.players.values()}
    return {
        "after": now_.after,
        "at": field(proposed(now_.game)),
        "roles": list(dict.fromkeys(role.name for role in rules.roles)),
        "groups": list(dict.fromkeys(role.group for role in rules.roles if role.group)),
        "codes": [code for code in rules.codes if code not in taken],
    }


def public_part(game: Game) -> Json:
    """What the board may know of the state of a game."""
    return {
        "ruleset": game.ruleset.id,
        "rules": game.ruleset.title,
        "round": game.round,
        "rounds": list(range(game.calendar.first, game.round + 1)),
        "open": game.winner is None,
        "winner": game.winner and words.SIDES[game.winner],
        "announcements": listed(game),
    }


def _todo(game: Game) -> Json:
    at, whole = now(), state(game)
    return {
        "clock": shown(game.ledger.clock and game.ledger.clock.astimezone(zone_of(game))),
        "ends": shown(game.calendar.end(game.round)) if game.winner is None else None,
        "left": left(game.calendar.end(game.round), at) if game.winner is None else "",
        "debts": debts_json(game, at, "open"),
        "due_posts": whole["due_posts"],
        "questions": open_questions(game),
        "complaints": [
            {
                "id": one.id,
                "line": one.line,
                "on": one.on,
                "by": one.by,
                "finding": finding_word(one.finding),
            }
            for one in game.complaints.values()
            if one.status == "accepted"
        ],
        "doubtful": [
            {"id": name, "line": game.posts[name].lines[0]} for name in uncomplained(game)
        ],
    }


def debts_json(game: Game, at: datetime, *statuses: str) -> list[Json]:
    """Debts with their clock; all where no status is named."""
    return [
        {
            "player": debt.player,
            "kind": words.DEBTS[debt.kind],
            "for": debt.subject,
            "min_count": debt.min_count,
            "due": debt.due.isoformat() if debt.due else None,
            "shown": shown(debt.due),
            "left": left(debt.due, at) if debt.status == "open" else "",
            "status": debt.status,
            "word": words.STATUS[debt.status],
            "clause": debt.clause,
        }
        for debt in game.debts
        if not statuses or debt.status in statuses
    ]


def _players(game: Game) -> list[Json]:
    whole = state(game)["players"]
    return [
        {
            "name": name,
            "role": one["role"],
            "group": game.players[name].role.group,
            "code": game.players[name].code,
            "owner": game.players[name].owner,
            "side": words.SIDES[one["side"]],
            "alive": one["alive"],
            "vote": words.VOTES[one["vote"]],
            "out": one["out"] and f"第 {one['out']['round']} 轮{words.cause(one['out']['cause'])}",
            "revived": "revived" in one,
            "substitute": one.get("substitute"),
        }
        for name, one in whole.items()
    ]
