"""What a form says, as an event of the ledger. Whether it holds is for the rules core to say."""

import re
from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from postcheck.errors import SourceError
from postcheck.game.events import FIELDS, Field
from postcheck.game.state import Game
from postcheck.web.desk.times import moment, not_ahead, now, zone_of

Record = dict[str, Any]
Form = Mapping[str, str]
# What an assistant may record: the board sees these anyhow. All else is the referee's.
ASSISTANTS = frozenset(("report", "vote", "complaint"))
RECORDED = frozenset(FIELDS) - {"game", "assert", "amend", "void", "verdict"}
_NAMES = re.compile(r"[、，,;；/\s]+")
_LONGEST = 2000  # characters of one field
_LONGEST_NUMBER = 12  # characters


def record_of(form: Form, game: Game) -> Record:
    """The event of a form: its `type`, its `at`, and the fields of that type that are filled in.

    Raises SourceError for what no event can be made of.
    """
    kind = form.get("type", "")
    if kind not in RECORDED:
        raise SourceError("没有这样的事件", remedy="请从页面上操作")
    zone = zone_of(game)
    at = not_ahead(moment(form.get("at", ""), zone), game)
    record: Record = {"type": kind, "at": at.isoformat()}
    for name, field in FIELDS[kind].items():
        value = value_of(name, field, form, zone)
        if value is not None or (field.required and field.nullable):
            record[name] = value
    if note := text(form, "note"):
        record["note"] = note
    return {**record, "recorded_at": now().isoformat()}


def text(form: Form, name: str) -> str | None:
    """A field without blanks at its ends; None where nothing is in it. Raises SourceError."""
    found = form.get(name, "").strip()
    if len(found) > _LONGEST:
        raise SourceError(f"这一项最多 {_LONGEST} 个字符", remedy="请写短些")
    if any(ord(char) < 32 and char not in "\r\n\t" for char in found):
        raise SourceError("里面有控制字符", remedy="请重新输入")
    return found or None


def value_of(name: str, field: Field, form: Form, zone: tzinfo) -> Any:
    """What a form has of one field; None: nothing. Raises SourceError."""
    if field.kind == "schedule":
        return _schedule(form)
    if field.kind == "bool":
        return form.get(name) == "yes" if name in form or field.required else None
    found = text(form, name)
    if found is None:
        return [] if field.kind == "list" else None
    match field.kind:
        case "int" | "round":
            return _integer(found)
        case "time":
            return moment(found, zone).isoformat()
        case "names":
            return [one for one in _NAMES.split(found) if one]
        case "list":
            return [line.strip() for line in found.splitlines() if line.strip()]
    return found


def whole(value: str) -> int | None:
    """A number of at most nine digits, as an address or a hidden field has it; None: no such."""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None


def _integer(found: str) -> int:
    try:
        if len(found) > _LONGEST_NUMBER:
            raise ValueError
        return int(found)
    except ValueError:
        raise SourceError(f"“{found[:20]}”不是整数", remedy="写一个整数") from None


def _schedule(form: Form) -> Record:
    """`votes`, `vote_out`, and `kills` as one field a unit, named `kills-…`."""
    found: Record = {
        name: _integer(value) for name in ("votes", "vote_out") if (value := text(form, name))
    }
    kills = {
        name.removeprefix("kills-"): _integer(value)
        for name in form
        if name.startswith("kills-") and (value := text(form, name))
    }
    return found | ({"kills": kills} if kills else {})
