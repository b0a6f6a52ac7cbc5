"""One line of a ledger as JSON, strictly: what Python's reader lets pass is a fault here."""

import json
from typing import Any

# Deeper or longer than any event; beyond them Python's own reader and writer give up.
DEEPEST, DIGITS = 20, 18


class Unreadable(Exception):
    """Why a line is no JSON that a ledger may hold; `remedy`, and where it starts to be wrong."""

    def __init__(self, message: str, remedy: str, place: int | None = None) -> None:
        super().__init__(message)
        self.message, self.remedy, self.place = message, remedy, place


def loads(text: str) -> Any:
    """The value of a line. Raises Unreadable."""
    try:
        found = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"第 {error.colno} 个字符起不是合法的 JSON", "核对引号、逗号和括号", error.pos
        ) from None
    except RecursionError:
        raise _too_deep() from None
    if text.count("{") + text.count("[") > DEEPEST:
        _check_depth(found)
    if "\\u" in text:
        _check_text(found)
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(f"“{twice[:20]}”写了两次", "只留一个")
    return found


def _integer(text: str) -> int:
    if len(text) > DIGITS:
        raise Unreadable(f"数太大，有 {len(text)} 位", "核对这个数")
    return int(text)


def _float(text: str) -> float:
    found = float(text)
    if found in (float("inf"), float("-inf")):
        raise Unreadable("数太大", "核对这个数")
    return found


def _constant(text: str) -> None:
    raise Unreadable(f"{text} 不是合法的 JSON", "写一个数，或 null")


def _too_deep() -> Unreadable:
    return Unreadable(f"括号套了 {DEEPEST} 层以上", "账本的事件没有这么深，核对这一行")


def _check_depth(found: Any) -> None:
    level, depth = [found], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise _too_deep()
        level = [
            below
            for one in level
            if isinstance(one, dict | list)
            for below in (one.values() if isinstance(one, dict) else one)
        ]


def _check_text(found: Any) -> None:
    """No half of a surrogate pair: an escape can write one, and no file could hold it."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Unreadable("文字里有半个字符（不成对的 \\ud…）", "重新输入这段文字") from None


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)
