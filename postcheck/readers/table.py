"""Tables of posts: JSONL, one post a line, and rows of other tables with the same fields.

`id` and `text` are required; `author`, `kind` (report, kill), `title`, `posted_at`, `edited`
may be missing or null. Other fields are passed over.
"""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta, timezone
from typing import Any

from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.readers.encoding import Decoded
from postcheck.readers.plain import encoding_notices
from postcheck.text import Text

_SURROGATE = re.compile("[\ud800-\udfff]")
MOST_ERRORS = 100  # that are named
KINDS = ("report", "kill")
_BOARD = timezone(timedelta(hours=8))  # a time without zone is the board's, in China


class _Fault(Exception):
    """What is wrong with one line, and the remedy."""


def is_jsonl(text: str, source: str) -> bool:
    """Does the first line hold a JSON object? Any line does if the name says so."""
    first = text.lstrip().split("\n", 1)[0]
    if first and source.lower().endswith((".jsonl", ".ndjson")):
        return True
    try:
        return first.startswith("{") and isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def read(decoded: Decoded, source: str, faults: list[SourceError] | None = None) -> list[Post]:
    """One post a line, blank lines passed over. Bad lines go to `faults`; without it, raises
    SourceErrors for all of them."""
    posts: list[Post] = []
    errors: list[SourceError] = []
    bad = 0
    notices = encoding_notices(decoded)
    for number, line in enumerate(decoded.text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            posts.append(_post(_object(line), source, notices))
        except _Fault as fault:
            bad += 1
            if bad <= MOST_ERRORS:
                message, remedy = fault.args
                errors.append(SourceError(message, remedy=remedy, file=source, line=number))
    if bad > MOST_ERRORS:
        left = f"另有 {bad - MOST_ERRORS} 行也读不了"
        errors.append(SourceError(left, remedy="先改好上面的，多半是同样的错", file=source))
    if faults is not None:
        faults += errors
    elif errors:
        raise SourceErrors(errors)
    return posts


def read_row(row: Mapping[str, Any], source: str, number: int) -> Post:
    """The post of row `number` of a table whose times may be times or days; raises SourceError."""
    written = {
        name: value.isoformat() if isinstance(value, date) else value for name, value in row.items()
    }
    try:
        return _post(written, source, ())
    except _Fault as fault:
        message, remedy = fault.args
        raise SourceError(message, remedy=remedy, file=source, line=number) from None


def _object(line: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise _Fault("这一行不是 JSON", "每行写一个完整的 JSON 对象") from None
    if not isinstance(row, dict):
        raise _Fault("这一行不是 JSON 对象", '写成 {"id": …, "text": …}')
    return row


def _post(row: Mapping[str, Any], source: str, notices: tuple[str, ...]) -> Post:
    edited = row.get("edited")
    if edited is not None and not isinstance(edited, bool):
        raise _Fault("edited 不是布尔值", "写 true、false 或 null")
    kind = _string(row, "kind")
    if kind is not None and kind not in KINDS:
        raise _Fault(f"kind 不能是“{kind[:20]}”", "写 report（报道）或 kill（杀帖）")
    return Post(
        text=Text(_required(row, "text")),
        source=source,
        id=_required(row, "id"),
        author=_string(row, "author"),
        title=_string(row, "title"),
        posted_at=_time(_string(row, "posted_at")),
        edited=edited,
        kind=kind,
        notices=notices,
        url=_string(row, "url"),
    )


def _required(row: Mapping[str, Any], name: str) -> str:
    value = _string(row, name)
    if value is None:
        raise _Fault(f"缺少 {name}", "每行都要有 id 和 text")
    return value


def _string(row: Mapping[str, Any], name: str) -> str | None:
    """The field as a string; None if it is missing or null. A whole number will do for an id."""
    value = row.get(name)
    if name == "id" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is None:
        return None
    if not isinstance(value, str):
        raise _Fault(f"{name} 不是字符串", "给值加上引号")
    if _SURROGATE.search(value):
        raise _Fault(f"{name} 里有不成对的代理码（\\ud800 一类）", "重新导出这一行")
    if "\0" in value:
        raise _Fault(f"{name} 里有空字符（\\u0000）", "删去空字符")
    return value


def _time(value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        raise _Fault(f"posted_at“{value[:30]}”不是时间", "写成 2024-05-01T21:00:00+08:00") from None
    return time if time.tzinfo else time.replace(tzinfo=_BOARD)
