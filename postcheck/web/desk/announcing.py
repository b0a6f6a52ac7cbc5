"""Announcements of a game, for everyone in it: what `game.public` lists, and nothing else."""

from typing import Any

from flask import Blueprint, Response, abort

from postcheck.game import words
from postcheck.game.announce import round_post, ruling_post
from postcheck.game.public import round_view, ruling_view
from postcheck.game.state import Game
from postcheck.report.terms import RULED
from postcheck.web.desk.access import Visit, game_page
from postcheck.web.desk.secrecy import hidden_names
from postcheck.web.desk.times import shown
from postcheck.web.twin import respond

Json = dict[str, Any]


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/announcements/<int:line>", announcement, "observer")


def announcement(visit: Visit, line: int) -> Response:
    """One announcement, ready to copy. A referee is told where evidence names a person."""
    game = visit.replayed().game
    found = text_of(game, line)
    if found is None:
        abort(404)
    data = visit.base() | {"announcement": found}
    if visit.is_referee:
        data |= {"hidden": hidden_names(game, [found["plain"]])}
    return respond("desk/announcement.html.j2", data)


def text_of(game: Game, line: int) -> Json | None:
    """The result post of a round, or a ruling; None: the line is neither, or is undone."""
    event = next((one for one in game.ledger.events if one.line == line), None)
    if event is None or line in game.ledger.faulty:
        return None
    if event.type == "close" and str(event["round"]) in game.tally:
        view = round_view(game, event["round"])
        texts = round_post(view), round_post(view, bb=False)
    elif event.type == "ruling":
        view = ruling_view(game, line)
        texts = ruling_post(view, RULED), ruling_post(view, RULED, bb=False)
    else:
        return None
    return {"line": line, "view": view, "bbcode": texts[0], "plain": texts[1]}


def listed(game: Game) -> list[Json]:
    """All announcements of a game, the latest first."""
    found = []
    for event in game.ledger.events:
        if event.type == "close" and str(event["round"]) in game.tally:
            title = f"第 {event['round']} 轮结果" + "（加时）" * bool(event.get("overtime"))
        elif event.type == "ruling":
            title = f"判罚：{_about(game, event['on'])}"
        else:
            continue
        found.append({"line": event.line, "title": title, "at": shown(event.at)})
    return found[::-1]


def _about(game: Game, on: str) -> str:
    """The complaint, the post by its code, or the player."""
    complaint = game.complaints.get(on)
    post = game.posts.get(complaint.on if complaint else on)
    if post is not None:
        about = f"代号“{post.code}”的杀帖" if post.code else "未注明代号的杀帖"
        return f"{complaint.id}，{about}" if complaint else about
    return complaint.id if complaint else words.subject(game.known_as(on))
