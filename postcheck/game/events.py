"""The events of a ledger: which types there are, which fields each has, and their checks.

One line of a ledger is one event; docs/ledger.md describes them. Faults are returned as pairs
of message and remedy (Chinese), all of a line at once.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from typing import Any

COUNTS = ("words", "cjk", "non_cjk_words", "chars", "chars_with_spaces", "paragraphs")
PARTS = ("repeated", "quoted", "quoted_same", "prior", "prior_same", "listed")
KILL_POWERS = ("rescue", "mine")
REMEDIES = ("warn", "rewrite", "re_report", "out", "void")
POWERS = (*KILL_POWERS, "take", "decline", "forgo")
# Beyond these a value is a slip of the pen, and date arithmetic would overflow.
YEARS, MOST, MOST_ROUNDS = range(1971, 5000), 10**9, 1000
Fault = tuple[str, str]
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Field:
    """One field: the kind of its value, whether it must be there, whether it may be null."""

    kind: str
    required: bool = True
    nullable: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """One event as it stands after corrections.

    `lines` are its own line and those of the corrections that shaped it, ascending; `at` is
    the forum's time of the act.
    """

    line: int
    type: str
    at: datetime
    data: Mapping[str, Any]
    lines: tuple[int, ...]

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def get(self, name: str) -> Any:
        """The field's value, None where it is absent."""
        return self.data.get(name)


def finding_of(ruling: Event) -> str:
    """What a ruling finds: the reading that it takes, unless that names a remedy."""
    reading = ruling.get("reading")
    return str(ruling["finding"] if reading is None or reading in REMEDIES else reading)


def remedy_of(ruling: Event) -> str | None:
    """The remedy that a ruling names: as such, or as a reading where the clause has none."""
    reading = ruling.get("reading")
    remedy: str | None = ruling.get("remedy")
    return remedy or (reading if reading in REMEDIES else None)


def _may(kind: str, *choices: str) -> Field:
    return Field(kind, False, False, choices)


def _need(kind: str, *choices: str) -> Field:
    return Field(kind, True, False, choices)


def _or_null(kind: str, required: bool = True) -> Field:
    return Field(kind, required, True)


COMMON = {
    "type": _need("text"), "at": _need("time"), "note": _may("lines"), "source": _may("any"),
    "recorded_at": _may("time"),
}  # fmt: skip
CONTENT = {"counts": _may("counts"), "post": _may("text")}
FIELDS: dict[str, dict[str, Field]] = {
    "game": {
        "ruleset": _need("text"), "title": _need("text"), "first_round": _need("time"),
        "round": _may("round"), "report_until": _may("time"), "results_at": _may("time"),
    },
    "player": {
        "name": _need("text"), "role": _need("text"), "group": _or_null("text"),
        "code": _or_null("text"), "owner": _or_null("text"), "out": _or_null("text", False),
        "posts": _may("int"),
    },
    "report": {"player": _need("text"), **CONTENT, "verdict": _may("any")},
    "substitute": {"out": _need("text"), "in": _need("text")},
    "vote": {
        "round": _need("round"), "voter": _need("text"), "targets": _need("names"),
        "via": _need("choice", "machine", "proxy", "board"), "overtime": _may("bool"),
    },
    "kill": {
        "id": _need("text"), "round": _need("round"), "author": _need("text"),
        "code": _or_null("text"), "for": _need("text"), "target": _need("text"),
        "iou": _need("bool"), **CONTENT,
    },
    "act": {
        "round": _need("round"), "author": _or_null("text"), "power": _need("choice", *POWERS),
        "target": _or_null("text", False), "for": _or_null("text", False), "id": _may("text"),
        "iou": _may("bool"), **CONTENT,
    },
    "fill": {"kill": _need("text"), **CONTENT},
    "withdraw": {"kill": _need("text")},
    "verdict": {
        "on": _need("text"), "status": _need("choice", "pass", "fail", "referee"),
        "findings": _need("any"),
    },
    "complaint": {
        "id": _need("text"), "by": _need("text"), "on": _need("text"), "finding": _need("text"),
        "title": _need("text"), "evidence": _need("list"), "edited_at": _may("time"),
        "insulted": _may("text"), "act_at": _may("time"),
    },
    "ruling": {
        "on": _need("text"), "outcome": _need("choice", "upheld", "dismissed"),
        "finding": _need("text"), "reading": _or_null("text", False),
        "minutes": _or_null("int", False), "min_count": _or_null("int", False),
        "remedy": Field("choice", False, True, REMEDIES),
        "by": _need("text"),
    },
    "close": {"round": _need("round"), "cutoff": _may("time"), "overtime": _may("bool")},
    "adjust": {"round": _need("round"), "schedule": _need("schedule"), "reason": _need("lines")},
    "end": {"winner": _need("choice", "black", "white"), "reason": _need("lines")},
    "void": {"line": _need("int"), "reason": _need("lines")},
    "amend": {"line": _need("int"), "reason": _need("lines"), "with": _need("object")},
    "assert": {},
}  # fmt: skip
SCHEDULE = {"votes": "int", "vote_out": "int", "kills": "kills"}
SHAPES = {
    "text": "一行文字（不能空，没有控制字符）", "lines": "文字（不能空）",
    "time": "带时区的时间，如 2026-04-10T21:00:00+08:00",
    "int": "不小于 0 的整数", "round": "轮次（从 1 起的整数）", "bool": "true 或 false",
    "names": '名字的列表（至少一个），如 ["甲", "乙"]', "list": '列表，如 ["12 楼的截图"]',
    "object": '对象，如 {"targets": ["乙"]}',
    "counts": '各项字数的对象，如 {"words": 900, "cjk": 880}',
    "schedule": '进程，如 {"votes": 2, "vote_out": 3, "kills": {"A": 1}}',
}  # fmt: skip


def parse_time(value: object) -> datetime | None:
    """An ISO 8601 time with zone, else None."""
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    return found if found.tzinfo is not None and found.year in YEARS else None


def faults(record: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with one line by itself, as (message, remedy)."""
    kind = record.get("type")
    if not isinstance(kind, str):
        yield "没有写 type（事件的类型）", f"可用的有 {'、'.join(FIELDS)}"
        return
    if kind not in FIELDS:
        yield f"没有叫“{kind}”的事件", _near(kind, FIELDS)
        return
    fields = COMMON | FIELDS[kind]
    for name, value in record.items():
        if name in fields:
            yield from _value_faults(name, value, fields[name])
        elif kind != "assert":
            yield f"{kind} 没有“{name}”这一项", _near(name, fields)
    for name, field in fields.items():
        if field.required and name not in record:
            yield f"{kind} 缺少“{name}”", f"补上 {name}：{_shape(field)}"
    yield from _content_faults(kind, record)


def _content_faults(kind: str, record: Mapping[str, Any]) -> Iterator[Fault]:
    """Counts or a post, never both; neither with an IOU; what each power needs."""
    given = [name for name in ("counts", "post") if name in record]
    if len(given) > 1:
        yield "counts 和 post 同时写了", "只留一个"
    if record.get("iou") is True and given:
        yield f"白条还没有正文，却写了 {given[0]}", f"去掉 {given[0]}，或把 iou 改成 false"
    if not given and (
        kind in ("report", "fill") or (kind == "kill" and record.get("iou") is False)
    ):
        yield f"{kind} 没有写 counts 或 post", "补上其中一个"
    if kind != "act":
        return
    power = record.get("power")
    if power in (*KILL_POWERS, "take") and record.get("target") is None:
        yield f"{power} 没有写 target", "补上对象"
    if power in ("decline", "forgo") and record.get("target") is not None:
        yield f"{power} 没有对象", "target 写 null"
    if power == "forgo" and record.get("for") is None:
        yield "forgo 没有写 for", "写上是谁的帖"
    if power != "forgo" and power in POWERS and record.get("author") is None:
        yield f"{power} 没有写 author", "补上由谁用"


def _value_faults(name: str, value: Any, field: Field) -> Iterator[Fault]:
    if value is None and field.nullable:
        return
    if field.kind == "choice":
        if value not in field.choices:
            yield f"{name} 只能是 {'、'.join(field.choices)}", _near(str(value), field.choices)
    elif field.kind == "counts":
        yield from _counts_faults(value)
    elif field.kind == "schedule":
        yield from _schedule_faults(value)
    elif not _fits(value, field.kind):
        yield f"{name} 应是{SHAPES[field.kind]}{_or_none(field)}", f"改 {name}"


def _shape(field: Field) -> str:
    """What to write in a field that is missing."""
    shape = "、".join(field.choices) or SHAPES.get(field.kind, "必填")
    return shape + _or_none(field)


def _or_none(field: Field) -> str:
    return "；没有就写 null" if field.nullable else ""


def _fits(value: Any, kind: str) -> bool:
    match kind:
        case "text":
            return _fits(value, "lines") and CONTROL.search(value) is None
        case "lines":
            return isinstance(value, str) and bool(value.strip())
        case "time":
            return parse_time(value) is not None
        case "int":
            return type(value) is int and 0 <= value <= MOST
        case "round":
            return type(value) is int and 1 <= value <= MOST_ROUNDS
        case "bool":
            return isinstance(value, bool)
        case "names":
            names = isinstance(value, list) and bool(value)
            return names and all(_fits(one, "text") for one in value)
        case "list":
            return isinstance(value, list)
        case "object":
            return isinstance(value, dict)
        case "kills":
            return isinstance(value, dict) and all(_fits(one, "int") for one in value.values())
    return True


def _counts_faults(counts: Any) -> Iterator[Fault]:
    if not isinstance(counts, dict):
        yield f"counts 应是{SHAPES['counts']}", "改 counts"
        return
    known = (*COUNTS, *PARTS, "flags")
    for name, value in counts.items():
        if name not in known:
            yield f"counts 里没有“{name}”这一项", _near(name, known)
        elif not _fits(value, "object" if name == "flags" else "int"):
            yield f"counts.{name} 的值不对", "写不小于 0 的整数（flags 是对象）"


def _schedule_faults(schedule: Any) -> Iterator[Fault]:
    if not isinstance(schedule, dict):
        yield f"schedule 应是{SHAPES['schedule']}", "改 schedule"
        return
    for name, value in schedule.items():
        if name not in SCHEDULE:
            yield f"schedule 里没有“{name}”这一项", _near(name, SCHEDULE)
        elif not _fits(value, SCHEDULE[name]):
            yield f"schedule.{name} 的值不对", "写不小于 0 的整数（kills 是各方的帖数）"


def _near(word: str, known: Any) -> str:
    near = get_close_matches(word, list(known), 1, 0.5)
    return f"是不是 {near[0]}？" if near else f"可用的有 {'、'.join(known)}"
