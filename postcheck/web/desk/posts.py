"""One post: its text, measures and sources, the readings, and every ruling with its consequences.

For referees only.
"""

import json
from typing import Any

from flask import Blueprint, Response, abort, request
from markupsafe import Markup

from postcheck.errors import SourceErrors
from postcheck.game import words
from postcheck.game.events import finding_of
from postcheck.game.state import Game, Post
from postcheck.report.html import post_view
from postcheck.report.page import environment
from postcheck.report.passages import MEASURES, Passage
from postcheck.report.terms import NAMES, reading_word
from postcheck.web.desk.access import Visit, game_page
from postcheck.web.desk.entry import done
from postcheck.web.desk.forms import whole
from postcheck.web.desk.overview import debts_json
from postcheck.web.desk.plots import shares
from postcheck.web.desk.replays import Replayed, event_of
from postcheck.web.desk.rulings import (
    REMEDIES,
    finding_word,
    open_questions,
    options,
)
from postcheck.web.desk.texts import subject_of, texts_of, without_text
from postcheck.web.desk.times import field, moment, now, proposed, shown, zone_of
from postcheck.web.twin import respond

Json = dict[str, Any]


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/posts/<int:line>", post_page, "referee")


def post_page(visit: Visit, line: int) -> Response:
    """The post of a line of type kill, act or report."""
    now_ = visit.replayed()
    game = now_.game
    subject = subject_of(game, line)
    if subject is None:
        abort(404)
    post = game.posts.get(subject)
    found = texts_of(visit, game, line, subject)
    at = now()
    data = visit.base() | {
        "subject": subject,
        "line": line,
        "post": _post_json(game, post) if post else None,
        "author": post.author if post else subject,
        "texts": [{"line": one["line"], "result": one["result"]} for one in found],
        "without": without_text(visit, game, line, subject),
        "waivers": [one for part in found for one in part["waivers"]],
        "debts": [one for one in debts_json(game, at) if one["for"] == subject],
        "questions": [one for one in open_questions(game) if one["on"] == subject],
        "complaints": [
            {"id": one.id, "line": one.line, "finding": finding_word(one.finding),
             "status": one.status, "word": words.STATUS[one.status]}
            for one in game.complaints.values()
            if one.on == subject
        ],
        "rulings": rulings_on(game, subject),
        "options": choices(visit, now_, subject),
        "done": done(visit, now_),
    }  # fmt: skip
    parts = [_drawn(number, one) for number, one in enumerate(found, 1)]
    form = ruling_form(now_, subject)
    return respond("desk/post.html.j2", data, parts=parts, form=form, measures=MEASURES)


def _post_json(game: Game, post: Post) -> Json:
    counts = event_of(game, post.lines[0]).get("counts") or {}
    return {
        "id": post.id, "round": post.round, "code": post.code, "for": post.unit,
        "target": post.target, "at": shown(post.at), "status": post.status,
        "word": words.STATUS[post.status], "effect": words.EFFECTS[post.effect],
        "owner": game.players[post.author].owner, "counts": counts, "shares": shares(counts),
    }  # fmt: skip


def _drawn(number: int, text: Json) -> Markup:
    """The report of a text as part of the page, with buttons to leave passages out."""
    result = text["result"]
    titled = {**result, "post": {**result["post"], "title": f"正文（第 {text['line']} 行）"}}
    view = post_view(number, titled, _controls(text["line"]))
    return Markup(environment().get_template("post.html.j2").render(view=view))


def _controls(line: int) -> Any:
    button = Markup(
        '<button type="submit" form="waive-{line}" name="what" value="{value}" class="quiet">'
        "{label}</button>"
    )

    def controls(passage: Passage) -> Markup:
        if passage.group not in MEASURES:
            return Markup("")
        passage_only = {"measure": passage.group, "start": passage.start, "end": passage.end}
        found = [("这一处不计…", passage_only)]
        if passage.source:
            source = {"corpus": passage.source["corpus"], "doc": passage.source["doc"]}
            found.append(("这个来源都不计…", source))
        buttons = [
            button.format(line=line, label=label, value=json.dumps(value, ensure_ascii=False))
            for label, value in found
        ]
        return Markup('<p class="waive">{}</p>').format(Markup("").join(buttons))

    return controls


def choices(visit: Visit, now_: Replayed, on: str) -> list[Json]:
    """The rulings on a subject at the time that the page's form names."""
    return options(now_, visit.desk.replays, on, common_of(visit, now_))


def common_of(visit: Visit, now_: Replayed) -> Json:
    """Time, length and minutes that the referee has filled in; else the time proposed."""
    given = request.args
    try:
        at = moment(given["at"], zone_of(now_.game)) if given.get("at") else proposed(now_.game)
    except SourceErrors:
        at = proposed(now_.game)
    numbers = {
        name: number
        for name in ("minutes", "min_count")
        if (number := whole(given.get(name, ""))) is not None
    }
    return {"at": at.isoformat(), **numbers, "by": visit.account.name}


def ruling_form(now_: Replayed, on: str) -> Json:
    """What the ruling forms are filled with."""
    given = request.args
    return {
        "after": now_.after,
        "on": on,
        "at": given.get("at") or field(proposed(now_.game)),
        "minutes": given.get("minutes", ""),
        "min_count": given.get("min_count", ""),
        "findings": NAMES,
        "remedies": REMEDIES,
    }


def rulings_on(game: Game, subject: str) -> list[Json]:
    """The rulings there were, with the address of their announcements."""
    found = []
    for event in game.ledger.events:
        complaint = game.complaints.get(event["on"]) if event.type == "ruling" else None
        about = complaint.on if complaint else None
        if event.type == "ruling" and subject in (game.known_as(event["on"]), about):
            found.append({
                "line": event.line, "at": shown(event.at), "by": event["by"],
                "outcome": words.STATUS[event["outcome"]],
                "finding": reading_word(finding_of(event)),
            })  # fmt: skip
    return found
