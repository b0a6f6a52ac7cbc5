"""Complaints (投诉): who, of what, in time or not; for referees what each ruling would bring."""

from typing import Any

from flask import Blueprint, Response, abort

from postcheck.game import words
from postcheck.game.complaints import window
from postcheck.game.state import Complaint, Game
from postcheck.report.terms import NAMES
from postcheck.web.desk.access import Visit, game_page
from postcheck.web.desk.answers import why_shown
from postcheck.web.desk.entry import done
from postcheck.web.desk.posts import choices, ruling_form, rulings_on
from postcheck.web.desk.replays import event_of
from postcheck.web.desk.rulings import finding_word
from postcheck.web.desk.secrecy import subjects
from postcheck.web.desk.times import field, proposed, shown, zone_of
from postcheck.web.twin import respond

Json = dict[str, Any]


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/complaints", complaints, "assistant")
    game_page(blueprint, "/complaints/<int:line>", complaint, "referee")


def complaints(visit: Visit) -> Response:
    """All complaints of a game, the latest first."""
    now_ = visit.replayed()
    game = now_.game
    found = [_json(visit, game, one) for one in game.complaints.values()]
    data = visit.base() | {"complaints": found[::-1], "done": done(visit, now_)}
    form = {
        "after": now_.after,
        "at": field(proposed(game)),
        "id": f"C{len(found) + 1}",
        "subjects": subjects(game),
        "players": list(game.players),
        "findings": NAMES,
        "title": "".join(game.value("complaint.title") or ()),
    }
    return respond("desk/complaints.html.j2", data, form=form)


def complaint(visit: Visit, line: int) -> Response:
    """One complaint and the rulings that are possible on it."""
    now_ = visit.replayed()
    game = now_.game
    one = next((one for one in game.complaints.values() if one.line == line), None)
    if one is None:
        abort(404)
    post = game.posts.get(one.on)
    data = visit.base() | {
        "complaint": _json(visit, game, one),
        "post_line": post.lines[0] if post else None,
        "options": choices(visit, now_, one.id) if one.status == "accepted" else [],
        "rulings": rulings_on(game, one.id),
        "done": done(visit, now_),
    }
    return respond("desk/complaint.html.j2", data, form=ruling_form(now_, one.id))


def _json(visit: Visit, game: Game, one: Complaint) -> Json:
    """That a name is some player's owner is secret: to others it is no player's name. That of a
    substitute is secret too: the player's is shown."""
    why = why_shown(visit, one)
    limit, clause = window(game, one)
    event = event_of(game, one.line)
    return {
        "id": one.id,
        "line": one.line,
        "by": one.by,
        "on": one.on,
        "finding": finding_word(one.finding),
        "title": event["title"],
        "evidence": [str(part) for part in one.evidence],
        "at": shown(one.at.astimezone(zone_of(game))),
        "edited": event.get("edited_at") is not None,
        "until": shown(limit.astimezone(zone_of(game))) if limit else None,
        "clause": clause,
        "in_time": limit is None or one.at <= limit,
        "status": one.status,
        "word": words.STATUS[one.status],
        "why": why,
        "why_word": words.refusal(why, one.wanted) if why else None,
    }
