"""Checks tables of a document against their fields, and gathers the faults with their lines."""

import difflib
import re
from collections.abc import Collection
from datetime import time
from typing import Any

from postcheck.errors import SourceError
from postcheck.ruleset.document import Document, Key
from postcheck.ruleset.ladder import Fault, Interval
from postcheck.ruleset.schema import Field

_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d")
_TYPES = {
    "int": "不小于 0 的整数",
    "text": "文字（加引号，不能空）",
    "bool": "true 或 false",
    "clock": '时刻，如 "20:59:59"',
    "names": "文字列表，不重复",
    "choices": "文字列表，不重复",
    "ints": "整数列表",
    "anys": "数或文字的列表",
    "counts": "表，如 { A = 2, B = 1 }",
    "ranks": '列表的列表，如 [["B"], ["C"]]',
    "table": "表",
    "tables": "一组表（[[…]]）",
}


class Checker:
    """Collects `SourceError`s; every check returns whether its part is fit to be used."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.faults: list[SourceError] = []

    def fault(self, path: Key, message: str, remedy: str) -> None:
        file, line = self.document.place(path)
        self.faults.append(SourceError(message, remedy=remedy, file=file, line=line))

    def unknown(self, path: Key, name: str, known: Collection[str], what: str = "键") -> None:
        near = difflib.get_close_matches(name, sorted(known), 1)
        remedy = f"是不是 {near[0]}？" if near else f"可用的有：{'、'.join(sorted(known))}"
        self.fault(path, f"没有叫“{name}”的{what}", remedy)

    def sorted(self) -> list[SourceError]:
        """The faults in the order of files and lines, each once."""
        order = {file: number for number, file in enumerate(self.document.files)}
        found = {fault.layout(): fault for fault in self.faults}
        return sorted(found.values(), key=lambda one: (order[one.file or ""], one.line or 0))

    def table(self, path: Key, table: Any, fields: dict[str, Field], at: Key | None = None) -> bool:
        """Unknown and missing keys, wrong types and values; `at`: where the keys really stand."""
        before = len(self.faults)
        here = path if at is None else at
        if not self.type_of(path, table, "table"):
            return False
        for key, value in table.items():
            if key not in fields:
                self.unknown((*here, key), key, set(fields))
            else:
                self.value((*here, key), value, fields[key].type, fields[key].choices)
        for key, field in fields.items():
            if field.required and key not in table:
                name = ".".join(str(part) for part in here)
                owner = f"[{name}] " if name else ""
                self.fault(here, f"{owner}没有写 {key}", f"补上：{field.doc}")
        return len(self.faults) == before

    def value(self, path: Key, value: Any, kind: str, choices: Collection[str] = ()) -> bool:
        """The type of one value and, where there are choices, whether it is one of them."""
        if kind in ("choice", "text"):
            good = self.type_of(path, value, "text")
            given = [value]
        else:
            good = kind == "value" or self.type_of(path, value, kind)
            given = value if isinstance(value, list) else []
        if good and choices:
            for one in given:
                if one not in choices:
                    self.unknown(path, str(one), choices, f"值（{path[-1]}）")
                    good = False
        return good

    def type_of(self, path: Key, value: Any, kind: str) -> bool:
        if _is(value, kind):
            return True
        self.fault(path, f"“{path[-1]}”应是{_TYPES[kind]}，不是 {value!r:.40}", "改成这种形式")
        return False

    def interval(self, path: Key, table: dict[str, Any], prefix: str) -> Interval:
        """From `from`, `over`, `below`, `up_to`, `exactly` (with `prefix`) to an interval."""
        point = table.get(f"{prefix}exactly")
        low_in = f"{prefix}over" not in table
        high_in = f"{prefix}up_to" in table
        low = table.get(f"{prefix}from" if low_in else f"{prefix}over", 0)
        high = table.get(f"{prefix}up_to" if high_in else f"{prefix}below")
        ends = [f"{prefix}{end}" for end in ("from", "over", "below", "up_to", "exactly")]
        given = [end for end in ends if end in table]
        double = {f"{prefix}from", f"{prefix}over"} <= set(given) or {
            f"{prefix}below",
            f"{prefix}up_to",
        } <= set(given)
        if double or (point is not None and len(given) > 1) or (high is not None and high < low):
            self.fault(path, f"这一档的边界互相矛盾：{'、'.join(given)}", "每头只写一个边界")
            return Interval()
        if point is not None:
            return Interval(point, True, point, True)
        return Interval(low, low_in, high, high_in)

    def ladder_fault(self, path: Key, fault: Fault, unit: str, what: str = "") -> None:
        end = "" if unit.endswith("字") else " "
        low, high = f"{fault.low}{unit}{end}", f"{fault.high}{unit}{end}"
        if fault.high is None:
            where = f" {low}以上"
        elif fault.low == fault.high:
            where = f"正好 {low}"
        else:
            where = f" {low}到 {high}之间"
        message = f"{what}{where}{'不在任何一档里' if fault.gap else '同时在两档里'}".strip()
        self.fault(path, message, "改边界，或用 exactly 单写一档交哨子裁定")


def frozen(table: dict[str, Any]) -> dict[str, Any]:
    """Lists become tuples, one level of lists inside them too."""
    return {
        key: tuple(tuple(one) if isinstance(one, list) else one for one in value)
        if isinstance(value, list)
        else value
        for key, value in table.items()
    }


def plain(value: Any, unit: str) -> Any:
    """The value of an entry as the game uses it: times as `time`, lists as tuples."""
    if unit == "时刻":
        return time.fromisoformat(value)
    return tuple(value) if isinstance(value, list) else value


def _is(value: Any, kind: str) -> bool:
    match kind:
        case "int":
            return type(value) is int and value >= 0
        case "text":
            return isinstance(value, str) and bool(value.strip())
        case "bool":
            return isinstance(value, bool)
        case "clock":
            return isinstance(value, str) and bool(_CLOCK.fullmatch(value))
        case "names" | "choices":
            return _all(value, "text") and len(set(value)) == len(value)
        case "ints":
            return _all(value, "int")
        case "anys":
            return isinstance(value, list) and all(_is(v, "int") or _is(v, "text") for v in value)
        case "counts":
            return isinstance(value, dict) and all(_is(count, "int") for count in value.values())
        case "ranks":
            return isinstance(value, list) and all(_is(rank, "names") for rank in value)
        case "table":
            return isinstance(value, dict)
        case "tables":
            return _all(value, "table")
    raise ValueError(kind)


def _all(value: Any, kind: str) -> bool:
    return isinstance(value, list) and all(_is(one, kind) for one in value)
