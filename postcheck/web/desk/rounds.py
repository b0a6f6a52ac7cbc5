"""A round: for referees its posts, received, due and owed, with clocks; for others its result."""

from datetime import datetime, timedelta
from typing import Any

from flask import Blueprint, Response, abort

from postcheck.game import words
from postcheck.game.complaints import kill_window
from postcheck.game.output import state
from postcheck.game.public import round_view
from postcheck.game.state import Game, Post
from postcheck.report.terms import NAMES
from postcheck.web.desk.access import Visit, game_page
from postcheck.web.desk.announcing import listed
from postcheck.web.desk.entry import done
from postcheck.web.desk.fields import OUTCOMES, POWERS, WINNERS
from postcheck.web.desk.overview import debts_json
from postcheck.web.desk.plots import shares
from postcheck.web.desk.replays import event_of
from postcheck.web.desk.times import field, left, now, proposed, shown, zone_of
from postcheck.web.twin import respond

Json = dict[str, Any]


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/rounds/<int:number>", round_page, "observer")


def round_page(visit: Visit, number: int) -> Response:
    """One round of the game."""
    now_ = visit.replayed()
    game = now_.game
    if not game.calendar.first <= number <= game.round:
        abort(404)
    plan = game.plans[number]
    closed = str(number) in game.tally
    data = visit.base() | {
        "round": number,
        "rounds": list(range(game.calendar.first, game.round + 1)),
        "closed": closed,
        "open": number == game.round and game.winner is None,
        "plan": {"votes": plan.votes, "vote_out": plan.vote_out},
        "begins": shown(game.calendar.start(number)),
        "ends": shown(game.calendar.end(number)),
        "result": round_view(game, number) if closed else None,
        "result_line": _result_line(game, number),
        "done": done(visit, now_),
    }
    if not visit.is_referee:
        return respond("desk/round.html.j2", data, words=words, form=None)
    data |= _secret(game, number)
    form = _form(game, now_.after, number)
    return respond("desk/round.html.j2", data, words=words, form=form)


def _result_line(game: Game, number: int) -> int | None:
    """The line of the last result post of a round."""
    title = f"第 {number} 轮结果"
    return next((one["line"] for one in listed(game) if one["title"].startswith(title)), None)


def _secret(game: Game, number: int) -> Json:
    """What only referees see of a round: who wrote what, and who may still write."""
    at = now()
    posts = [_post(game, post) for post in game.round_posts(number)]
    own = {post.id for post in game.round_posts(number)}
    waiting = number == game.round
    return {
        "left": left(game.calendar.end(number), at) if waiting and game.winner is None else "",
        "plan_kills": dict(game.plans[number].kills),
        "posts": posts,
        "due_posts": state(game)["due_posts"] if waiting else [],
        "naming": _naming(game, at) if waiting else None,
        "debts": [one for one in debts_json(game, at) if one["for"] in own],
        "overtime": game.overtime if waiting else None,
    }


def _post(game: Game, post: Post) -> Json:
    """One post with its author; `line` is the address of its page."""
    line = post.lines[0]
    fill = game.fills.get(post.id)
    counts = event_of(game, line).get("counts") or (fill.get("counts") if fill else None)
    judged = game.verdicts.get(post.id)
    return {
        "id": post.id, "line": line, "author": post.author, "code": post.code, "for": post.unit,
        "target": post.target, "at": shown(post.at), "power": post.power,
        "status": post.status, "effect": post.effect,
        "words": (counts or {}).get("words"), "shares": shares(counts or {}),
        "verdict": judged["status"] if judged else None,
        "windows": _windows(game, post),
    }  # fmt: skip


def _naming(game: Game, at: datetime) -> Json | None:
    """Until when the targets must be named, where the rules give so many minutes."""
    results, minutes = game.results.get(game.round - 1), game.value("due.naming")
    if results is None or minutes is None:
        return None
    until = (results + timedelta(minutes=minutes)).astimezone(zone_of(game))
    return {"due": until.isoformat(), "until": shown(until), "left": left(until, at),
            "clause": game.clause("due.naming")}  # fmt: skip


def _windows(game: Game, post: Post) -> list[Json]:
    """Until when the post may be complained of; some rules tell faults apart."""
    found: dict[str, list[str]] = {}
    for finding in ("repetition", "not_first"):
        limit, _ = kill_window(game, post, finding)
        if limit is not None:
            found.setdefault(shown(limit.astimezone(zone_of(game))), []).append(finding)
    return [
        {"until": until, "for": [NAMES[one] for one in names] if len(found) > 1 else []}
        for until, names in found.items()
    ]


def _form(game: Game, after: int, number: int) -> Json:
    """What the forms of the page are filled with."""
    last = len(game.round_posts(number)) + 1
    return {
        "after": after,
        "at": field(proposed(game)),
        "id": f"K{number}-{last}",
        "players": list(game.players),
        "alive": [name for name, one in game.players.items() if one.alive],
        "authors": {name: one.code for name, one in game.players.items() if one.code},
        "units": _units(game),
        "fillable": [post.id for post in game.posts.values()],
        "powers": POWERS,
        "outcomes": OUTCOMES,
        "winners": WINNERS,
        "kills": dict(game.plans[number].kills),
        "cutoff": game.value("time.cutoff_by") == "machine",
    }


def _units(game: Game) -> list[str]:
    """Whose post it can be: every joint, group and role."""
    names = [one.name for one in game.ruleset.joints]
    names += [name for role in game.ruleset.roles for name in (role.group, role.name) if name]
    return list(dict.fromkeys(names))
