"""The texts of a post, its own and those that filled it: what is left out of them by hand, and the
text of a line that came without one.

A passage or a source is left out with a reason: that is a new verdict line. A text that comes
later is an amendment of its line, with the numbers of the text. Both are undone like any other
line, and then count no more.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

from flask import Blueprint, Response, abort, redirect, request, url_for

from postcheck.errors import SourceError, SourceErrors
from postcheck.game.events import Event
from postcheck.game.state import Game
from postcheck.report.passages import MEASURES
from postcheck.waive import Waiver
from postcheck.web.asked import json_of, waiver_of
from postcheck.web.desk import ledgers
from postcheck.web.desk.access import Visit, game_action
from postcheck.web.desk.checking import check, counts_of, verdict_of
from postcheck.web.desk.entry import given_draft, known_line, note_of, offer, refused, stale
from postcheck.web.desk.ledgers import Checked, Stale, Waived
from postcheck.web.desk.replays import Record, Replayed
from postcheck.web.desk.times import now

Json = dict[str, Any]
_ADDED = "补存正文"


def register(blueprint: Blueprint) -> None:
    game_action(blueprint, "/posts/<int:line>/waive", waive, "referee")
    game_action(blueprint, "/posts/<int:line>/text", add_text, "referee")


def subject_of(game: Game, line: int) -> str | None:
    """The kill id, or the player of a report, that the line is about; None: no post."""
    event = next((one for one in game.ledger.events if one.line == line), None)
    if event is None:
        return None
    if event.type == "report":
        return game.known_as(event["player"])
    for post in game.posts.values():
        if line in post.lines[:1] and event.type in ("kill", "act"):
            return post.id
    return None


def _events(game: Game, line: int, subject: str) -> list[Event]:
    """The event of a post, and those that filled it."""
    return [
        one
        for one in game.ledger.events
        if one.line == line or (one.type == "fill" and one["kill"] == subject)
    ]


def texts_of(visit: Visit, game: Game, line: int, subject: str) -> list[Json]:
    """The texts of a post as they are checked now; `line`: where the text stands in the store."""
    found = []
    for event in _events(game, line, subject):
        stored = stored_text(visit, event)
        if stored is not None:
            at, checked = stored
            waived = standing_waivers(visit, game, at)
            result = waived[-1].result if waived else checked.result
            found.append({"line": at, "result": result,
                          "waivers": [waiver.what for waiver in waived]})  # fmt: skip
    return found


def stored_text(visit: Visit, event: Event) -> tuple[int, Checked] | None:
    """The line that a text came with, and the text: the event's own, or a later amendment."""
    for line in reversed(event.lines):
        checked = ledgers.checked_of(visit.desk.store, visit.game, line)
        if checked is not None:
            return line, checked
    return None


def without_text(visit: Visit, game: Game, line: int, subject: str) -> list[int]:
    """The lines of a post that should have a text and have none in the store."""
    return [
        event.line
        for event in _events(game, line, subject)
        if event.get("iou") is not True and stored_text(visit, event) is None
    ]


def standing_waivers(visit: Visit, game: Game, line: int) -> list[Waived]:
    """What is left out of a text: each belongs to a verdict line that has not been undone."""
    lines = {event.line for event in game.ledger.events}
    waived = ledgers.waived_in(visit.desk.store, visit.game, line)
    return [one for one in waived if one.line in lines]


def _post_of(now_: Replayed, line: int) -> tuple[int, str, Event]:
    """The post that the form names, and the event whose text is meant; 404 where there is none."""
    own = request.form.get("post", line, int)
    subject = subject_of(now_.game, own)
    events = _events(now_.game, own, subject) if subject is not None else []
    event = next((one for one in events if line in one.lines), None)
    if subject is None or event is None:
        abort(404)
    return own, subject, event


def _check(
    visit: Visit, now_: Replayed, subject: str, draft: Mapping[str, Any], *waivers: Waiver
) -> Json:
    post = now_.game.posts.get(subject)
    kind, author = ("kill", post.author) if post else ("report", subject)
    rules = visit.desk.replays.names[now_.game.ruleset.id]
    return check(dict(draft), kind, author, now_.game, rules, waivers)


def waive(visit: Visit, line: int) -> Response:
    """Checks the text again without a passage or source; the new verdict says who and why.

    It has the text's own time: what was found in a later text of the post stays the last word.
    """
    now_ = visit.replayed()
    own, subject, event = _post_of(now_, line)
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
        result = _check(visit, now_, subject, checked.draft, *waivers)
        note = f"除外（{what['reason']}，{what['by']}）"
        record = verdict_of(subject, event.at.isoformat(), result, note)
        record |= {"recorded_at": now().isoformat()}
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


def add_text(visit: Visit, line: int) -> Response:
    """The text of a post of which the ledger has numbers alone, or a name; checked, and shown with
    what its numbers would change."""
    now_ = visit.replayed()
    _, subject, event = _post_of(now_, line)
    if event.line != line or line not in without_text(visit, now_.game, line, subject):
        abort(404)
    try:
        draft = given_draft(visit)
        if draft is None:
            raise SourceError("没有正文", remedy="贴上正文，或选文件")
        result = _check(visit, now_, subject, draft)
        records = _with_numbers(event, subject, result)
        outcome = visit.desk.replays.outcome(now_, records)
    except SourceErrors as errors:
        return refused(visit, errors, now_.after)
    return offer(visit, now_, records, outcome, Checked(draft, result))


def _with_numbers(event: Event, subject: str, result: Json) -> list[Record]:
    """The amendment and the verdict, both at the time of the post. The numbers of a line that
    names a `post` cannot be amended; those that were judged by hand (`flags`) stay."""
    at, stamp = event.at.isoformat(), now().isoformat()
    known = event.get("counts") or {}
    counts = counts_of(result) | {name: known[name] for name in ("flags",) if name in known}
    changed = {} if event.get("post") is not None or counts == known else {"counts": counts}
    amend = {"type": "amend", "at": at, "line": event.line, "reason": _ADDED, "with": changed}
    verdict = verdict_of(subject, at, result, _ADDED)
    return [{**one, "recorded_at": stamp} for one in (amend, verdict)]
