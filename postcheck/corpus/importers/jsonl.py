"""Documents from JSON Lines, plain or gzipped: an object a line with `id` and `text`."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from postcheck.corpus.importers.entry import Entry, Notes, check_length, check_time
from postcheck.errors import SourceError

_LONGEST_LINE = 1 << 27  # bytes
_OPTIONAL = ("author", "title", "url", "published_at")
_KINDS = {str: "字符串", int: "数", float: "数", bool: "真假值", list: "数组", dict: "对象"}


def read_jsonl(path: Path, source: str, notes: Notes) -> Iterator[Entry]:
    """Yields the documents of `path`; every bad line becomes an error in `notes`.

    `author`, `title`, `url` and `published_at` may be absent or null; other keys are ignored.
    """
    with gzip.open(path) if path.name.lower().endswith(".gz") else path.open("rb") as file:
        try:
            yield from _read_lines(file, source, notes)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            notes.error(SourceError("gzip 压缩数据不完整或已损坏", file=source))


def _read_lines(file: IO[bytes], source: str, notes: Notes) -> Iterator[Entry]:
    number = 0
    while line := file.readline(_LONGEST_LINE):
        number += 1
        if len(line) == _LONGEST_LINE:
            notes.error(SourceError("这一行超过 128 MB，不再往下读", file=source, line=number))
            return
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.isspace():
            continue
        try:
            yield _entry(line, source, number)
        except SourceError as error:
            notes.error(error)


def _entry(line: bytes, source: str, number: int) -> Entry:
    def fault(message: str, remedy: str = "") -> SourceError:
        return SourceError(message, remedy=remedy, file=source, line=number)

    try:
        data = json.loads(line)
    except UnicodeDecodeError:
        raise fault("这一行不是 UTF-8", "另存为 UTF-8 再导入") from None
    except (ValueError, RecursionError):
        raise fault("这一行不是 JSON", "每行写一个 JSON 对象，含 id 和 text") from None
    if not isinstance(data, dict):
        raise fault("这一行不是 JSON 对象", "每行写一个对象，含 id 和 text")
    id_ = data.get("id")
    if isinstance(id_, int) and not isinstance(id_, bool):
        id_ = str(id_)
    for key, value in (("id", id_), ("text", data.get("text"))):
        if value is None:
            raise fault(f"缺少 {key}", "每行要有 id 和 text")
        if not isinstance(value, str):
            raise fault(f"{key} 应是字符串，这里是{_kind(value)}")
    if not id_:
        raise fault("id 是空的")
    for key in _OPTIONAL:
        if not isinstance(data.get(key), str | None):
            raise fault(f"{key} 应是字符串或 null，这里是{_kind(data[key])}")
    check_length(data["text"], source, number)
    if data.get("published_at"):
        check_time(data["published_at"], source, number)
    return Entry(id_, data["text"], *(data.get(key) or None for key in _OPTIONAL), source, number)


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), "null")
