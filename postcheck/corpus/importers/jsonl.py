"""Documents from JSON Lines, plain or gzipped: an object a line with `id` and `text`."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from postcheck.corpus.importers.entry import Entry, Notes, check_length, parse_time
from postcheck.errors import SourceError
from postcheck.readers import rows

_LONGEST_LINE = 1 << 27  # bytes
_KEYS = ("id", "text", "author", "title", "url", "published_at")
_KINDS = {bool: "真假值", int: "数", float: "数", list: "数组", dict: "对象"}


def is_plain(path: Path) -> bool:
    """Is it of the form that `read_jsonl` takes? Not if its first line names its text otherwise,
    as tables of other people's do, or holds a thread with its replies."""
    try:
        with path.open("rb") as packed, _open(path, packed) as file:
            row = json.loads(file.readline(_LONGEST_LINE).removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError, EOFError, OSError, zlib.error):
        return True
    return not isinstance(row, dict) or "text" in row or not (row.keys() & rows.FORMS)


def _open(path: Path, file: IO[bytes]) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(file)) if path.name.lower().endswith(".gz") else file


def read_jsonl(path: Path, source: str, notes: Notes) -> Iterator[Entry]:
    """Yields the documents of `path`; every bad line becomes an error in `notes`.

    `author`, `title`, `url` and `published_at` may be absent, null or empty; other keys are
    ignored. An `id` may be a whole number.
    """
    with notes.meter.open(path) as packed, _open(path, packed) as file:
        try:
            yield from _read_lines(file, source, notes)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            notes.error(SourceError("gzip 压缩数据不完整或已损坏", file=source))
    notes.meter.finished(path)


def _read_lines(file: IO[bytes], source: str, notes: Notes) -> Iterator[Entry]:
    number = 0
    while line := file.readline(_LONGEST_LINE):
        number += 1
        if len(line) == _LONGEST_LINE:
            notes.error(SourceError("这一行超过 128 MB，不再往下读", file=source, line=number))
            return
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.isspace() or not line:
            continue
        try:
            yield _entry(line, source, number)
        except SourceError as error:
            notes.error(error)


def _entry(line: bytes, source: str, number: int) -> Entry:
    values = _values(line, source, number)
    for key, value in zip(_KEYS, values, strict=True):
        if value is not None and type(value) is not str:
            message = f"{key} 应是字符串，这里是{_KINDS[type(value)]}"
            raise SourceError(message, file=source, line=number)
    id_, text, author, title, url, published_at = cast(list[str | None], values)
    if not id_ or text is None:
        message = f"缺少 {'text' if id_ else 'id'}"
        raise SourceError(message, remedy="每行要有 id 和 text", file=source, line=number)
    check_length(text, source, number)
    time = parse_time(published_at, source, number) if published_at else None
    return Entry(id_, text, author or None, title or None, url or None, time, source, number)


def _values(line: bytes, source: str, number: int) -> list[object]:
    """The values of `_KEYS` in one line, as they stand there."""
    try:
        data = json.loads(line.decode())
        if b"\\u" in line:  # only an escape can stand for half a surrogate pair
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise SourceError(
            "有不成对的代理码（\\ud800 一类）", remedy="重新导出这一行", file=source, line=number
        ) from None
    except UnicodeDecodeError:
        raise SourceError(
            "这一行不是 UTF-8", remedy="另存为 UTF-8 再导入", file=source, line=number
        ) from None
    except (ValueError, RecursionError):
        raise SourceError(
            "这一行不是 JSON", remedy="每行写一个对象，含 id 和 text", file=source, line=number
        ) from None
    if type(data) is not dict:
        raise SourceError(
            "这一行不是 JSON 对象", remedy="每行写一个对象，含 id 和 text", file=source, line=number
        )
    if type(data.get("id")) is int:
        data["id"] = str(data["id"])
    return [data.get(key) for key in _KEYS]
