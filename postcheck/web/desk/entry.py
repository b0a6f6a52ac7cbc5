"""An event is recorded: shown with its consequences first, then added, never twice or blindly.

A form carries `after`, the line it was made behind. Where others have written since, nothing is
added: the page says what they wrote, and what the event would do now.
"""

import json
from typing import Any, cast

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import ImmutableMultiDict

from postcheck.errors import SourceError, SourceErrors
from postcheck.web.desk import ledgers
from postcheck.web.desk.access import Visit, game_action
from postcheck.web.desk.announcing import text_of
from postcheck.web.desk.answers import answer
from postcheck.web.desk.checking import check, counts_of, read_draft, verdict_of
from postcheck.web.desk.fields import said
from postcheck.web.desk.forms import ASSISTANTS, Record, record_of, text, whole
from postcheck.web.desk.ledgers import Checked, Line, Stale
from postcheck.web.desk.replays import Outcome, Replayed, steps_of
from postcheck.web.desk.rulings import outcome_json
from postcheck.web.desk.secrecy import check_names, hidden_names, without_substitutes
from postcheck.web.desk.times import shown

Json = dict[str, Any]
_WITH_TEXT = ("report", "kill", "fill", "act")
_HIDDEN = frozenset(("csrf_token", "confirm", "after", "text"))


def register(blueprint: Blueprint) -> None:
    game_action(blueprint, "/add", add, "assistant")


def add(visit: Visit) -> Response:
    """One event of a form. Shows it, or adds it where the form says `confirm`."""
    kind = request.form.get("type", "")
    if not visit.is_referee and kind not in ASSISTANTS:
        abort(403)
    now = visit.replayed()
    try:
        record = record_of(request.form, now.game)
        if not visit.is_referee:
            check_names(record, now.game)
            visit.check_share(1)
        if kind == "ruling":
            record["by"] = visit.account.name
        records, checked = [record], None
        if kind in _WITH_TEXT:
            records, checked = _with_text(record, now, visit)
        outcome = visit.desk.replays.outcome(now, records)
    except SourceErrors as errors:
        return refused(visit, errors, now.after)
    return offer(visit, now, records, outcome, checked)


def offer(
    visit: Visit, now: Replayed, records: list[Record], outcome: Outcome, checked: Checked | None
) -> Response:
    """Shows what would follow, or adds the lines where the form says `confirm`."""
    if known_line() != now.after:
        return stale(visit, now, outcome)
    if request.form.get("confirm") != "yes":
        return _shown(visit, now, outcome, [], 200)
    return write(visit, now, records, outcome, checked)


def known_line() -> int:
    """The line behind which the form was made."""
    line = whole(request.form.get("after", ""))
    if line is None:
        abort(400)
    return line


def _with_text(record: Record, now: Replayed, visit: Visit) -> tuple[list[Record], Checked | None]:
    """The event with the numbers of its text, and the judge's answer as a line behind it."""
    draft = given_draft(visit)
    if draft is None:
        wanted = record["type"] in ("report", "fill") or record.get("iou") is False
        if wanted and "post" not in record:
            raise SourceError("没有正文", remedy="贴上正文，或选文件；没有写就先记白条")
        return [record], None
    kind = "report" if record["type"] == "report" else "kill"
    on, author = _whose(record, now)
    result = check(draft, kind, author, now.game, visit.desk.replays.names[now.game.ruleset.id])
    record["counts"] = counts_of(result)
    records = [record]
    if on is not None:
        records.append(verdict_of(on, record["at"], result))
    return records, Checked(draft, result)


def given_draft(visit: Visit) -> Json | None:
    """The text of the form, pasted or as a file; None: there is none. Raises SourceErrors."""
    file = request.files.get("file")
    return read_draft(
        request.form.get("text", ""),
        file.read() if file else b"",
        (file and file.filename) or "",
        visit.desk.config.draft_characters,
    )


def _whose(record: Record, now: Replayed) -> tuple[str | None, str]:
    """What a verdict on this text is about, and the author's name."""
    match record["type"]:
        case "report":
            player = record.get("player")
            return player, now.game.known_as(str(player))
        case "fill":
            post = now.game.posts.get(record.get("kill", ""))
            return record.get("kill"), post.author if post else ""
    return record.get("id"), str(record.get("author") or "")


def write(
    visit: Visit, now: Replayed, records: list[Record], outcome: Outcome,
    checked: Checked | None = None,
) -> Response:  # fmt: skip
    """Adds the lines, with the text of the first, and leads back to where the form stood.

    Where another was first by a moment, the lines are tried behind what that one wrote.
    """
    content = [json.dumps(record, ensure_ascii=False) for record in records]
    texts = {outcome.line: checked} if checked else {}
    try:
        ledgers.append(visit.desk.store, visit.game, now.after, content, visit.account, texts)
    except Stale:
        then = visit.replayed()
        try:
            return stale(visit, then, visit.desk.replays.outcome(then, records))
        except SourceErrors as errors:
            return refused(visit, errors, then.after)
    return back(visit, outcome.line)


def back(visit: Visit, line: int) -> Response:
    """To the page of this game that the form names, with the line that was added."""
    home = url_for("desk.overview", game=visit.game)
    wanted = request.form.get("back", "")
    inside = wanted.startswith(f"{home}/") and wanted.isprintable() and "//" not in wanted
    path = wanted.split("?")[0].split("#")[0] if inside and "\\" not in wanted else home
    return cast(Response, redirect(f"{path}?done={line}", 303))


def done(visit: Visit, now: Replayed) -> Json | None:
    """What the line that the page was led back with has done; consequences for referees."""
    line = whole(request.args.get("done", ""))
    if line is None or line not in now.game.ledger.records:
        return None
    found: Json = {"line": line, "text": None, "steps": []}
    if visit.is_referee:
        found |= {"text": said(now.game.ledger.records[line]),
                  "steps": steps_of(now.game, [line])}  # fmt: skip
    return found


def stale(visit: Visit, now: Replayed, outcome: Outcome | None) -> Response:
    """Others have written: what they wrote, and the event again, on top of it."""
    since = ledgers.read(visit.desk.store, visit.game, known_line())
    return _shown(visit, now, outcome, [line_json(visit, line) for line in since], 409)


def _shown(
    visit: Visit, now: Replayed, outcome: Outcome | None, since: list[Json], status: int
) -> Response:
    form = request.form
    record = outcome.game.ledger.records[outcome.line] if outcome else None
    page = render_template(
        "desk/preview.html.j2",
        **visit.base(),
        after=now.after,
        since=since,
        what=said(record) if record else None,
        answer=answer(visit, outcome) if outcome else None,
        outcome=outcome_json(outcome) if outcome and visit.is_referee else None,
        hidden=_hidden(visit, outcome),
        announcement=text_of(outcome.game, outcome.line) if outcome else None,
        fields=_fields(form),
        with_text=form.get("text", ""),
        action=request.path,
        needs_file=bool(request.files.get("file")),
    )
    return Response(page, status)


def _hidden(visit: Visit, outcome: Outcome | None) -> list[str]:
    """The names of people in the free text of a complaint; only a referee is told."""
    if outcome is None or not visit.is_referee:
        return []
    texts = [
        one.get(name)
        for one in outcome.game.ledger.events
        if one.type == "complaint" and outcome.line in one.lines
        for name in ("title", "evidence")
    ]
    return hidden_names(outcome.game, texts)


def _fields(form: ImmutableMultiDict[str, str]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in form.items() if name not in _HIDDEN]


def line_json(visit: Visit, line: Line) -> Json:
    """A line for people; for an assistant only what assistants record."""
    try:
        record = json.loads(line.text)
    except ValueError:
        record = None
    found: Json = {"line": line.number, "by": line.by, "recorded_at": shown(line.recorded_at)}
    if not isinstance(record, dict) or "type" not in record:
        return found | {"text": "（空行）"}
    if not visit.is_referee:
        if record["type"] not in ASSISTANTS:
            return found | {"text": "（哨子记的一行）"}
        record = without_substitutes(record, visit.replayed().game)
    return found | {"text": said(record)}


def refused(visit: Visit, errors: SourceErrors, after: int) -> Response:
    """The event cannot be recorded: why, all at once."""
    shown_errors = [
        fault_said(one, after)
        if visit.is_referee or one.line is None or one.line > after
        else {"message": "与账本里别的行冲突", "remedy": "请告诉哨子"}
        for one in errors.errors
    ]
    page = render_template("desk/refused.html.j2", **visit.base(), errors=shown_errors)
    return Response(page, 400)


def fault_said(error: SourceError, after: int) -> dict[str, str]:
    """What is wrong, with the line where it is one that stands already; not the line as JSON."""
    message = error.message.split("；此行：")[0]
    known = error.line is not None and error.line <= after
    return {"message": f"第 {error.line} 行：{message}" if known else message,
            "remedy": error.remedy}  # fmt: skip


def note_of(form: Any) -> str:
    """The reason that an act must have. Raises SourceError."""
    found = text(form, "reason")
    if found is None:
        raise SourceError("没有写理由", remedy="写明为什么")
    return found
