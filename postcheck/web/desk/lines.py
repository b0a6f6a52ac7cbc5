"""The ledger itself: every line with who wrote it and when, what it did, and how to undo it."""

import json
from typing import Any

from flask import Blueprint, Response, abort

from postcheck.errors import SourceErrors
from postcheck.game.explain import describe
from postcheck.web.desk import ledgers
from postcheck.web.desk.access import Visit, game_action, game_page
from postcheck.web.desk.entry import done, line_json
from postcheck.web.desk.replays import Replayed, steps_of
from postcheck.web.desk.rulings import FINDINGS, outcome_json
from postcheck.web.desk.times import field, proposed
from postcheck.web.twin import respond

Json = dict[str, Any]
_TYPE = "application/x-ndjson; charset=utf-8"


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/ledger", ledger, "referee")
    game_page(blueprint, "/lines/<int:line>", line_page, "referee")
    game_action(blueprint, "/ledger.jsonl", export, "referee", "GET")


def ledger(visit: Visit) -> Response:
    """All lines, the latest first."""
    now_ = visit.replayed()
    standing = {event.line for event in now_.game.ledger.events}
    standing |= {event.line for event in now_.game.ledger.corrections}
    found = [
        line_json(visit, line) | {"undone": _undone(now_, line.number, standing)}
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
    undo = _undo(visit, now_, line)
    data = visit.base() | {
        "line": line,
        "text": describe(record, FINDINGS),
        "record": record,
        "by": written.by,
        "recorded_at": written.recorded_at,
        "steps": steps_of(now_.game, [line]),
        "undo": undo,
    }
    form = {"after": now_.after, "at": field(proposed(now_.game))}
    raw = json.dumps(record, ensure_ascii=False, indent=1)
    return respond("desk/line.html.j2", data, form=form, raw=raw)


def _undo(visit: Visit, now_: Replayed, line: int) -> Json | None:
    """What a `void` of the line would bring; None: it cannot be undone, or already is."""
    if not any(
        one.line == line for one in (*now_.game.ledger.events, *now_.game.ledger.corrections)
    ):
        return None
    at = proposed(now_.game).isoformat()
    record = {"type": "void", "at": at, "line": line, "reason": "—"}
    try:
        return outcome_json(visit.desk.replays.outcome(now_, [record]))
    except SourceErrors as errors:
        return {"errors": [f"{one.message}（{one.remedy}）" for one in errors.errors]}


def export(visit: Visit) -> Response:
    """The ledger as a file that `postcheck game replay` reads."""
    now_ = visit.replayed()
    headers = {"Content-Disposition": f"attachment; filename=ledger-{visit.game}.jsonl"}
    return Response(now_.raw, content_type=_TYPE, headers=headers)
