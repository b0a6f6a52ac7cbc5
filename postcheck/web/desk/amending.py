"""A line is corrected (`amend`): the fields of its event as a form, what is changed as a new line.

What would follow is shown first. The time of a post and of the verdicts on its text go together.
"""

from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Any

from flask import Blueprint, Response, abort, request

from postcheck.errors import SourceError, SourceErrors
from postcheck.game.events import COMMON, FIELDS, PARTS, Event, Field
from postcheck.game.events import COUNTS as WHOLE
from postcheck.game.state import Game
from postcheck.web.desk.access import Visit, game_action
from postcheck.web.desk.entry import note_of, offer, refused
from postcheck.web.desk.fields import CHOICES, LABELS, NUMBERS
from postcheck.web.desk.forms import RECORDED, value_of
from postcheck.web.desk.replays import Record, Replayed
from postcheck.web.desk.texts import stored_text
from postcheck.web.desk.times import field as time_field
from postcheck.web.desk.times import moment, not_ahead, now, zone_of
from postcheck.web.desk.undoing import resting

Json = dict[str, Any]
_MARK = "new-"  # before the names of the event's fields, which the amendment may have itself
# A text was checked as this author's, its numbers are its own.
_OF_TEXT = frozenset(("player", "author", "kill", "id", "counts", "post"))
_NO_FORM = frozenset(("any", "object"))
_NEVER = frozenset(("iou",))  # an IOU has no numbers: it is undone and recorded anew
_PARTED = frozenset(("counts", "schedule", "list"))


def register(blueprint: Blueprint) -> None:
    game_action(blueprint, "/lines/<int:line>/amend", amend, "referee")


def amendable(game: Game, line: int) -> Event | None:
    """The event of a line that can be corrected; verdicts come from checks, and a correction is
    undone."""
    found = next((one for one in game.ledger.events if one.line == line), None)
    return found if found is not None and found.type in RECORDED else None


def form_of(visit: Visit, game: Game, line: int) -> list[Json] | None:
    """The fields that can be changed, with what is in them; None: the line is none to change."""
    event = amendable(game, line)
    if event is None:
        return None
    zone = zone_of(game)
    return [
        {"name": _MARK + name, "label": label, "kind": kind, "value": value, "choices": choices,
         "required": field.required and not field.nullable and field.kind not in _PARTED}
        for field_name, field in _fields(visit, event)
        for name, label, kind, value, choices in _inputs(field_name, field, event, zone)
    ]  # fmt: skip


def _fields(visit: Visit, event: Event) -> Iterator[tuple[str, Field]]:
    """The fields of an event that a form can hold."""
    fixed = _NEVER | (_OF_TEXT if stored_text(visit, event) is not None else frozenset())
    for name, field in {"at": COMMON["at"], **FIELDS[event.type], "note": COMMON["note"]}.items():
        absent = name in ("counts", "post") and event.get(name) is None
        if name not in fixed and field.kind not in _NO_FORM and not absent:
            yield name, field


def _inputs(
    name: str, field: Field, event: Event, zone: tzinfo
) -> Iterator[tuple[str, str, str, str, Mapping[str, str]]]:
    """The inputs of a field: name, label, kind, what is in it, what may be chosen."""
    value, label = event.get(name), LABELS[name]
    match field.kind:
        case "counts":
            for part in (*WHOLE, *PARTS):
                yield (
                    f"counts-{part}",
                    NUMBERS[part],
                    "int",
                    _text("int", value.get(part), zone),
                    {},
                )
        case "schedule":
            for part in ("votes", "vote_out"):
                yield part, LABELS[part], "int", _text("int", value.get(part), zone), {}
            for unit, count in value.get("kills", {}).items():
                yield f"kills-{unit}", f"{unit} 几帖", "int", str(count), {}
        case "bool":
            chosen = {True: "yes", False: "no"}.get(value, "")
            yield name, label, "choice", chosen, {"yes": "是", "no": "不是"}
        case "choice":
            known = {one: CHOICES[name].get(one, one) for one in field.choices}
            yield name, label, "choice", _text("text", value, zone), known
        case _:
            yield name, label, field.kind, _text(field.kind, value, zone), {}


def _text(kind: str, value: Any, zone: tzinfo) -> str:
    """A value as the form holds it."""
    if value is None:
        return ""
    match kind:
        case "time":
            return time_field(moment(value, zone).astimezone(zone))
        case "names":
            return "、".join(value)
        case "list":
            return "\n".join(map(str, value))
    return str(value)


def amend(visit: Visit, line: int) -> Response:
    """The changes of one line, with what would follow; added where the form says `confirm`."""
    now_ = visit.replayed()
    event = amendable(now_.game, line)
    if event is None:
        abort(404)
    try:
        records = _records(visit, now_, event)
        outcome = visit.desk.replays.outcome(now_, records)
    except SourceErrors as errors:
        return refused(visit, errors, now_.after)
    return offer(visit, now_, records, outcome, None)


def _records(visit: Visit, now_: Replayed, event: Event) -> list[Record]:
    """The amendment, and those of the verdicts that keep the post's time."""
    zone = zone_of(now_.game)
    changed = _changed(visit, event, zone)
    if not changed:
        raise SourceError("什么都没有改", remedy="改了再交")
    reason, stamp = note_of(request.form), now().isoformat()
    at = not_ahead(moment(request.form.get("at", ""), zone), now_.game).isoformat()
    if "at" in changed:
        not_ahead(moment(changed["at"], zone), now_.game)

    def record(line: int, fields: Json) -> Record:
        return {"type": "amend", "at": at, "line": line, "reason": reason, "with": fields,
                "recorded_at": stamp}  # fmt: skip

    found = [record(event.line, changed)]
    if "at" in changed:
        times = {"at": changed["at"]}
        found += [record(one.line, times) for one in resting(visit, now_.game, event)
                  if one.at == event.at]  # fmt: skip
    return found


def _changed(visit: Visit, event: Event, zone: tzinfo) -> Json:
    """The fields in which the form differs from the event, with their new values."""
    given = {
        name.removeprefix(_MARK): value
        for name, value in request.form.items()
        if name.startswith(_MARK)
    }
    found: Json = {}
    for name, field in _fields(visit, event):
        inputs = list(_inputs(name, field, event, zone))
        if all(_same(kind, given.get(key, old), old, zone) for key, _, kind, old, _ in inputs):
            continue
        value = _new(name, field, event, given, zone)
        if value is None and not field.nullable:
            raise SourceError(f"“{LABELS[name]}”不能改成没有", remedy="先撤销这一行，再重新记一行")
        found[name] = value
    return found


def _same(kind: str, one: str, other: str, zone: tzinfo) -> bool:
    """Is it still what the form held? Browsers write a full minute without its seconds."""
    if kind == "time" and one.strip() and other:
        return moment(one, zone) == moment(other, zone)
    return one.split() == other.split()


def _new(name: str, field: Field, event: Event, given: Mapping[str, str], zone: tzinfo) -> Any:
    """The new value of a field. Of `counts`, what the form does not have (`flags`) stays."""
    if field.kind != "counts":
        return value_of(name, field, given, zone)
    numbers = {
        part: value_of(f"counts-{part}", Field("int"), given, zone) for part in (*WHOLE, *PARTS)
    }
    kept = {key: one for key, one in event["counts"].items() if key not in numbers}
    return kept | {part: value for part, value in numbers.items() if value is not None}
