"""The case file of `postcheck judge`: one JSON object of numbers a line, strictly read."""

import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from numbers import Number
from typing import Any

from postcheck.checks.lexicon_form import CATEGORIES
from postcheck.errors import SourceError, SourceErrors
from postcheck.measure import METRICS, Counts, Figures, Flags, Tally
from postcheck.ruleset import load

PARTS = ("repeated", "listed", "repeated_listed", "quoted", "prior")
SAME = ("quoted_same", "prior_same")
RESTS = (*PARTS, *SAME, "all")
KEYS = ("id", "ruleset", "kind", "counts", *PARTS, *SAME, "rest", "flags")
LANGUAGES = ("zh-Hans", "zh-Hant", "other")
_FLAGS = tuple(field.name for field in fields(Flags))


@dataclass(frozen=True, slots=True)
class Case:
    """One line: its id as written, the ruleset it is judged by, and its numbers."""

    id: str
    ruleset: str
    figures: Figures


def cases(lines: Iterable[str], file: str | None = None) -> tuple[list[Case], list[SourceError]]:
    """The good cases of a JSON Lines file, and the faults of the bad ones with file and line.

    Blank lines are skipped. A ruleset that does not load is a fault of the case that names it.
    """
    found: list[Case] = []
    errors: list[SourceError] = []
    known: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = _parsed(line)
            ruleset, figures = from_case(case)
            if ruleset not in known:
                load(ruleset)
                known.add(ruleset)
            found.append(Case(str(case["id"]), ruleset, figures))
        except SourceErrors as caught:
            errors += [_placed(error, file, number) for error in caught.errors]
    return found, errors


def _placed(error: SourceError, file: str | None, line: int) -> SourceError:
    """A fault of the case gets the case's place; one inside a ruleset file has its own."""
    if error.file is not None:
        return error
    return SourceError(error.message, remedy=error.remedy, file=file, line=line)


def from_case(case: Mapping[str, Any]) -> tuple[str, Figures]:
    """Ruleset id and figures of one case.

    A part is one number for every count; its remainder, if not given, is the total without it.
    Keys that are no numbers (`expect`, a note) are let pass, null is the same as no key.
    Raises SourceError.
    """
    case = {key: value for key, value in case.items() if value is not None}
    for key, value in case.items():
        plural = key.rstrip("s") in {known.rstrip("s") for known in KEYS}
        if key not in KEYS and (isinstance(value, Number) or plural):
            raise _unknown(key, KEYS, "键")
    for key in ("id", "ruleset", "kind", "counts"):
        if key not in case:
            raise SourceError(f"没有写 {key}", remedy="每一行要有 id、ruleset、kind、counts")
    if case["kind"] not in ("report", "kill"):
        raise _unknown(case["kind"], ("report", "kill"), "kind")
    if not isinstance(case["ruleset"], str):
        raise SourceError("ruleset 应是文字", remedy="写规则的编号，如 fengyun85")
    total = _counts(case["counts"], "counts")
    tally = _tally(case, total)
    return case["ruleset"], Figures(case["kind"], tally, flags=_flags(case.get("flags", {})))


def _parsed(line: str) -> dict[str, Any]:
    try:
        case = json.loads(line, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise SourceError(
            f"不是合法的 JSON（第 {error.colno} 列）", remedy="一行写一个 JSON 对象"
        ) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of levels
        raise SourceError("JSON 太大或太深，读不了", remedy="一行写一个 JSON 对象") from None
    if not isinstance(case, dict):
        raise SourceError("不是 JSON 对象", remedy="一行写一个 JSON 对象")
    return case


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise SourceError(f"“{key}”写了两次", remedy="只留一个")
        seen[key] = value
    return seen


def _tally(case: Mapping[str, Any], total: Counts) -> Tally:
    sizes = {name: _size(case[name], name) for name in (*PARTS, *SAME) if name in case}
    for name in SAME:
        whole = sizes.get(name.removesuffix("_same"), 0)
        if sizes.setdefault(name, whole) > whole:
            raise SourceError(f"{name} 大于 {name.removesuffix('_same')}", remedy="核对两个数")
    for name in PARTS:
        sizes.setdefault(name, 0)
    if "repeated_listed" not in case:
        sizes["repeated_listed"] = sizes["repeated"] + sizes["listed"]
    largest = max(getattr(total, metric) for metric in METRICS)
    for name, size in sizes.items():
        if size > largest and name in case:
            raise SourceError(f"{name} 是 {size}，比全文还多", remedy="核对 counts 和这个数")
    given = {
        name: _rest(value, name)
        for name, value in _object(case, "rest", RESTS).items()
        if value is not None
    }
    _share_given(given, sizes)
    rest = {name: given.get(name) or _each(total, -size) for name, size in sizes.items()}
    for name in SAME:  # cutting less cannot leave less
        rest[name] = _larger(rest[name], rest[name.removesuffix("_same")])
    part = {name: Counts(*(size for _ in METRICS)) for name, size in sizes.items()}
    return Tally(total, part, rest)


def _share_given(given: dict[str, Counts], sizes: Mapping[str, int]) -> None:
    """A remainder that was given also holds for a part that is the same passages."""
    pairs = [(name.removesuffix("_same"), name) for name in SAME]
    if sizes["listed"] == 0:
        pairs += [("repeated", "repeated_listed"), ("repeated_listed", "repeated")]
    if sizes["repeated"] == 0:
        pairs += [("listed", "repeated_listed"), ("repeated_listed", "listed")]
    for known, other in pairs:
        if known in given and other not in given and sizes[known] == sizes[other]:
            given[other] = given[known]


def _flags(flags: Any) -> Flags:
    values: dict[str, Any] = {}
    for name, value in _object({"flags": flags}, "flags", _FLAGS).items():
        if value is None:
            continue
        if name == "conduct":
            values[name] = _categories(value)
            continue
        if name in ("language", "genre"):
            if not isinstance(value, str):
                raise SourceError(f"{name} 应是文字", remedy="不知道就不写")
            if name == "language" and value not in LANGUAGES:
                raise _unknown(value, LANGUAGES, "language")
        elif not isinstance(value, bool):
            raise SourceError(f"{name} 应是 true 或 false", remedy="不知道就不写")
        values[name] = value
    return Flags(**values)


def _categories(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(one in CATEGORIES for one in value):
        raise SourceError("conduct 应是类别的列表", remedy=f"可用的有：{'、'.join(CATEGORIES)}")
    return tuple(value)


def _object(case: Mapping[str, Any], name: str, known: tuple[str, ...]) -> dict[str, Any]:
    value = case.get(name, {})
    if not isinstance(value, dict):
        raise SourceError(f"{name} 应是 JSON 对象", remedy=f"可写的键：{'、'.join(known)}")
    for key in value:
        if key not in known:
            raise _unknown(key, known, f"{name} 的键")
    return value


def _counts(value: Any, name: str) -> Counts:
    sizes = _object({name: value}, name, METRICS)
    return Counts(**{metric: _size(size, metric) for metric, size in sizes.items()})


def _rest(value: Any, name: str) -> Counts:
    """A remainder: one number for every count, or counts."""
    if isinstance(value, dict):
        return _counts(value, f"rest.{name}")
    return Counts(*(_size(value, f"rest.{name}") for _ in METRICS))


def _size(value: Any, name: str) -> int:
    if type(value) is not int or value < 0:
        raise SourceError(f"{name} 应是不小于 0 的整数", remedy="核对这个数")
    return value


def _each(counts: Counts, change: int) -> Counts:
    return Counts(*(max(0, getattr(counts, metric) + change) for metric in METRICS))


def _larger(one: Counts, other: Counts) -> Counts:
    return Counts(*(max(getattr(one, metric), getattr(other, metric)) for metric in METRICS))


def _unknown(name: Any, known: tuple[str, ...], what: str) -> SourceError:
    near = difflib.get_close_matches(str(name), known, 1)
    remedy = f"是不是 {near[0]}？" if near else f"可用的有：{'、'.join(known)}"
    return SourceError(f"没有叫“{name}”的{what}", remedy=remedy)
