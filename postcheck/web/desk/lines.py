"""The ledger itself: every line with who wrote it and when, what it did, and how to undo it."""

import json
from typing import Any

from flask import Blueprint, Response, abort, request

from postcheck.errors import SourceError, SourceErrors
from postcheck.web.desk import ledgers
from postcheck.web.desk.access import Visit, game_action, game_page
from postcheck.web.desk.amending import form_of
from postcheck.web.desk.entry import (
    done,
    fault_said,
    known_line,
    line_json,
    note_of,
    refused,
    stale,
    write,
)
from postcheck.web.desk.fields import said
from postcheck.web.desk.replays import Record, Replayed, steps_of
from postcheck.web.desk.rulings import outcome_json
from postcheck.web.desk.times import field, moment, not_ahead, now, proposed, shown, zone_of
from postcheck.web.desk.undoing import undone_with
from postcheck.web.twin import respond

Json = dict[str, Any]
_TYPE = "application/x-ndjson; charset=utf-8"


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/ledger", ledger, "referee")
    game_page(blueprint, "/lines/<int:line>", line_page, "referee")
    game_action(blueprint, "/lines/<int:line>/undo", undo, "referee")
    game_action(blueprint, "/ledger.jsonl", export, "referee", "GET")


def ledger(visit: Visit) -> Response:
    """All lines, the latest first."""
    now_ = visit.replayed()
    standing = {event.line for event in now_.game.ledger.events}
    standing |= {event.line for event in now_.game.ledger.corrections}
    amended = {event.line for event in now_.game.ledger.events if len(event.lines) > 1}
    found = [
        line_json(visit, line)
        | {"undone": _undone(now_, line.number, standing), "amended": line.number in amended}
        for line in ledgers.read(visit.desk.store, visit.game)
    ]
    data = visit.base() | {"lines": found[::-1], "done": done(visit, now_)}
    return respond("desk/ledger.html.j2", data)


def _undone(now_: Replayed, line: int, standing: set[int]) -> bool:
    return line in now_.game.ledger.records and line not in standing


def line_page(visit: Visit, line: int) -> Response:
    """One line, everything it had a part in, and what would follow if it were undone."""
    now_ = visit.replayed()
    record = now_.game.ledger.records.get(line)
    if record is None:
        abort(404)
    written = next(one for one in ledgers.read(visit.desk.store, visit.game, line - 1))
    data = visit.base() | {
        "line": line,
        "text": said(record),
        "record": record,
        "by": written.by,
        "recorded_at": shown(written.recorded_at),
        "steps": steps_of(now_.game, [line]),
        "undo": _undo(visit, now_, line),
        "amendments": _amendments(now_, line),
    }
    form = {
        "after": now_.after,
        "at": field(proposed(now_.game)),
        "fields": form_of(visit, now_.game, line),
    }
    raw = json.dumps(record, ensure_ascii=False, indent=1)
    return respond("desk/line.html.j2", data, form=form, raw=raw)


def _amendments(now_: Replayed, line: int) -> list[Json]:
    """The later lines that have changed this one."""
    game = now_.game
    lines = next((event.lines[1:] for event in game.ledger.events if event.line == line), ())
    return [{"line": one, "text": said(game.ledger.records[one])} for one in lines]


def _undo(visit: Visit, now_: Replayed, line: int) -> Json | None:
    """What undoing the line would bring; None: it cannot be undone, or already is."""
    lines = undone_with(visit, now_.game, line)
    if not lines:
        return None
    at = proposed(now_.game).isoformat()
    try:
        outcome = visit.desk.replays.outcome(now_, _voids(lines, at, "—"))
    except SourceErrors as errors:
        found = [fault_said(one, now_.after) for one in errors.errors]
        return {"errors": [f"{one['message']}（{one['remedy']}）" for one in found]}
    return outcome_json(outcome) | {"lines": lines}


def _voids(lines: list[int], at: str, reason: str) -> list[Record]:
    stamp = now().isoformat()
    return [
        {"type": "void", "at": at, "line": line, "reason": reason, "recorded_at": stamp}
        for line in lines
    ]


def undo(visit: Visit, line: int) -> Response:
    """Undoes a line, and the verdicts that came with it."""
    now_ = visit.replayed()
    lines = undone_with(visit, now_.game, line)
    try:
        at = not_ahead(moment(request.form.get("at", ""), zone_of(now_.game)), now_.game)
        records = _voids(lines, at.isoformat(), note_of(request.form))
        if not records:
            raise SourceError("这一行已经撤销，或不能撤销", remedy="看账本")
        outcome = visit.desk.replays.outcome(now_, records)
    except SourceErrors as errors:
        return refused(visit, errors, now_.after)
    if known_line() != now_.after:
        return stale(visit, now_, outcome)
    return write(visit, now_, records, outcome)


def export(visit: Visit) -> Response:
    """The ledger as a file that `postcheck game replay` reads; also where it cannot be replayed."""
    raw = ledgers.raw(ledgers.read(visit.desk.store, visit.game))
    headers = {"Content-Disposition": f"attachment; filename=ledger-{visit.game}.jsonl"}
    return Response(raw, content_type=_TYPE, headers=headers)
