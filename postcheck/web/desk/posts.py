"""One post: its text, measures and sources, the readings, and every ruling with its consequences.

For referees only. A passage or a source may be left out by hand, with a reason: that is a new
verdict line in the ledger, and undone like any other line.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

from flask import Blueprint, Response, abort, redirect, request, url_for
from markupsafe import Markup

from postcheck.errors import SourceError, SourceErrors
from postcheck.game import words
from postcheck.game.state import Game, Post
from postcheck.report.html import post_view
from postcheck.report.page import environment
from postcheck.report.passages import MEASURES, Passage
from postcheck.waive import Waiver
from postcheck.web.asked import json_of, waiver_of
from postcheck.web.desk import ledgers
from postcheck.web.desk.access import Visit, game_action, game_page
from postcheck.web.desk.checking import check, verdict_of
from postcheck.web.desk.entry import done, known_line, note_of, refused, stale
from postcheck.web.desk.forms import whole
from postcheck.web.desk.ledgers import Stale, Waived
from postcheck.web.desk.overview import debts_json
from postcheck.web.desk.plots import shares
from postcheck.web.desk.replays import Replayed
from postcheck.web.desk.rulings import (
    FINDINGS,
    REMEDIES,
    finding_word,
    open_questions,
    options,
)
from postcheck.web.desk.times import field, moment, now, proposed, shown, zone_of
from postcheck.web.twin import respond

Json = dict[str, Any]


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/posts/<int:line>", post_page, "referee")
    game_action(blueprint, "/posts/<int:line>/waive", waive, "referee")


def post_page(visit: Visit, line: int) -> Response:
    """The post of a line of type kill, act or report."""
    now_ = visit.replayed()
    game = now_.game
    subject = _subject(game, line)
    if subject is None:
        abort(404)
    post = game.posts.get(subject)
    found = _texts(visit, game, line, subject)
    at = now()
    data = visit.base() | {
        "subject": subject,
        "line": line,
        "post": _post_json(game, post) if post else None,
        "author": post.author if post else subject,
        "texts": [{"line": one["line"], "result": one["result"]} for one in found],
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


def _subject(game: Game, line: int) -> str | None:
    """The kill id, or the player of a report, that the line is about; None: no post."""
    event = next((one for one in game.ledger.events if one.line == line), None)
    if event is None:
        return None
    if event.type == "report":
        return str(event["player"])
    for post in game.posts.values():
        if line in post.lines[:1] and event.type in ("kill", "act"):
            return post.id
    return None


def _post_json(game: Game, post: Post) -> Json:
    counts = game.ledger.records[post.lines[0]].get("counts") or {}
    return {
        "id": post.id, "round": post.round, "code": post.code, "for": post.unit,
        "target": post.target, "at": shown(post.at), "status": post.status,
        "word": words.STATUS[post.status], "effect": words.EFFECTS[post.effect],
        "owner": game.players[post.author].owner, "counts": counts, "shares": shares(counts),
    }  # fmt: skip


def _texts(visit: Visit, game: Game, line: int, subject: str) -> list[Json]:
    """The texts of a post, its own and those that filled it, as they are checked now."""
    found = []
    for one in _text_lines(game, line, subject):
        checked = ledgers.checked_of(visit.desk.store, visit.game, one)
        if checked is not None:
            waived = standing_waivers(visit, game, one)
            result = waived[-1].result if waived else checked.result
            found.append({"line": one, "result": result, "draft": checked.draft,
                          "waivers": [waiver.what for waiver in waived]})  # fmt: skip
    return found


def _text_lines(game: Game, line: int, subject: str) -> list[int]:
    """The line of a post, and those that filled it."""
    events = game.ledger.events
    return [line] + [one.line for one in events if one.type == "fill" and one["kill"] == subject]


def standing_waivers(visit: Visit, game: Game, line: int) -> list[Waived]:
    """What is left out of a text: each belongs to a verdict line that has not been undone."""
    lines = {event.line for event in game.ledger.events}
    waived = ledgers.waived_in(visit.desk.store, visit.game, line)
    return [one for one in waived if one.line in lines]


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
        "findings": FINDINGS,
        "remedies": REMEDIES,
    }


def rulings_on(game: Game, subject: str) -> list[Json]:
    """The rulings there were, with the address of their announcements."""
    found = []
    for event in game.ledger.events:
        complaint = game.complaints.get(event["on"]) if event.type == "ruling" else None
        about = (event["on"], complaint.on if complaint else None) if event.type == "ruling" else ()
        if subject in about:
            found.append({
                "line": event.line, "at": shown(event.at), "by": event["by"],
                "outcome": words.STATUS[event["outcome"]],
                "finding": finding_word(event.get("reading") or event["finding"]),
            })  # fmt: skip
    return found


def waive(visit: Visit, line: int) -> Response:
    """Checks the text again without a passage or source; the new verdict says who and why."""
    now_ = visit.replayed()
    own = request.form.get("post", line, int)
    subject = _subject(now_.game, own)
    if subject is None or line not in _text_lines(now_.game, own, subject):
        abort(404)
    checked = ledgers.checked_of(visit.desk.store, visit.game, line)
    if checked is None:
        abort(404)
    if known_line() != now_.after:
        return stale(visit, now_, None)
    try:
        earlier = standing_waivers(visit, now_.game, line)
        what = _what(
            request.form.get("what", ""), earlier[-1].result if earlier else checked.result
        )
        what |= {"reason": note_of(request.form), "by": visit.account.name}
        waivers = [Waiver(**one) for one in [*(one.what for one in earlier), what]]
        post = now_.game.posts.get(subject)
        kind, author = ("kill", post.author) if post else ("report", subject)
        rules = visit.desk.replays.names[now_.game.ruleset.id]
        result = check(dict(checked.draft), kind, author, now_.game, rules, waivers)
        at = proposed(now_.game).isoformat()
        note = f"除外（{what['reason']}，{what['by']}）"
        record = verdict_of(subject, at, result, note) | {"recorded_at": now().isoformat()}
        visit.desk.replays.outcome(now_, [record])
    except SourceErrors as errors:
        return refused(visit, errors, now_.after)
    content = [json.dumps(record, ensure_ascii=False)]
    waived = [Waived(line, now_.after + 1, what, result)]
    try:
        ledgers.append(
            visit.desk.store, visit.game, now_.after, content, visit.account, waived=waived
        )
    except Stale:
        return stale(visit, visit.replayed(), None)
    target = url_for("desk.post_page", game=visit.game, line=own, done=now_.after + 1)
    return cast(Response, redirect(target, 303))


def _what(text: str, result: Mapping[str, Any]) -> Json:
    """A passage or a source, as the buttons name it. Raises SourceError for anything else, and
    where nothing that still counts would be left out."""
    waiver = waiver_of(json_of(text))
    hits = [(name, hit) for name in MEASURES for hit in result["measures"][name]["hits"]]
    if waiver.measure is not None:
        inside = waiver.end <= len(result["text"])
        found = inside and any(
            name == waiver.measure and waiver.start <= hit["start"] and hit["end"] <= waiver.end
            for name, hit in hits
        )
        what: Json = {"measure": waiver.measure, "start": waiver.start, "end": waiver.end}
    else:
        found = any(
            (source["corpus"], source["doc"]) == (waiver.corpus, waiver.doc)
            for _, hit in hits
            if (source := hit.get("source"))
        )
        what = {"corpus": waiver.corpus, "doc": waiver.doc}
    if not found:
        raise SourceError("这里没有计入的文字，或早已除外", remedy="请从页面上选一处")
    return what
