"""A TOML file with the line of every key, and `extends` resolved: what the loader works on."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from postcheck.errors import SourceError, toml_tables

Key = tuple[str | int, ...]
_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*([\w.-]+|"[^"]*"|'[^']*')\s*=""")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a file, over that of the file it extends.

    `places` gives file and line of a key path, e.g. ("kill", "quoted", "tier", 0, "up_to").
    `files` are all files read, the extended one last; `sha256` is over their bytes. `base` is
    the file that it extends.
    """

    data: dict[str, Any]
    places: Mapping[Key, tuple[str, int]]
    files: tuple[str, ...]
    sha256: str
    base: Path | None = None

    def place(self, path: Key) -> tuple[str, int | None]:
        """File and line of `path`, else of the nearest table around it."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return self.files[0], None


def read(
    path: Path, shown: str, find: Callable[[str, Path], tuple[Path, str]], above: frozenset[Path]
) -> Document:
    """Reads `path`, printed as `shown` in errors; `find` leads from an `extends` to a file.

    Raises SourceError if the file cannot be read, is no TOML, or extends itself (`above`: the
    files that extend this one).
    """
    try:
        raw = path.read_bytes()
        text = raw.decode("utf-8-sig")
    except OSError:
        raise SourceError("读不到规则文件", remedy="核对路径和权限", file=shown) from None
    except UnicodeDecodeError:
        raise SourceError(
            "规则文件不是 UTF-8 编码", remedy="另存为 UTF-8", file=shown, line=1
        ) from None
    data = toml_tables(text, shown)
    places = {key: (shown, line) for key, line in line_numbers(text).items()}
    base = data.get("extends")
    if not isinstance(base, str):
        return Document(data, places, (shown,), hashlib.sha256(raw).hexdigest())
    where = places.get(("extends",), (shown, None))
    if path.resolve() in above:
        raise SourceError(
            "extends 绕回了自己", remedy="去掉其中一个 extends", file=shown, line=where[1]
        )
    try:
        parent_path, parent_shown = find(base, path.parent)
    except SourceError as error:
        raise SourceError(error.message, remedy=error.remedy, file=shown, line=where[1]) from None
    parent = read(parent_path, parent_shown, find, above | {path.resolve()})
    merged_places = dict(parent.places)
    merged = _merge(parent.data, data, (), merged_places)
    merged_places.update(places)
    digest = hashlib.sha256(raw + parent.sha256.encode()).hexdigest()
    return Document(merged, merged_places, (shown, *parent.files), digest, parent_path)


def _merge(
    base: dict[str, Any], change: dict[str, Any], path: Key, places: dict[Key, tuple[str, int]]
) -> dict[str, Any]:
    """Tables are merged key by key unless marked `fresh`; all else is replaced.

    The places of what is replaced are forgotten.
    """
    merged = dict(base)
    for key, value in change.items():
        here = (*path, key)
        tables = isinstance(value, dict) and isinstance(base.get(key), dict)
        if tables and value.get("fresh") is not True:
            merged[key] = _merge(base[key], value, here, places)
        else:
            for old in [old for old in places if old[: len(here)] == here]:
                del places[old]
            merged[key] = value
    return merged


def line_numbers(text: str) -> dict[Key, int]:
    """Key path → line: table headers, keys and inline tables that start a line."""
    lines: dict[Key, int] = {}
    arrays: dict[Key, int] = {}
    here: Key = ()
    array: Key = ()
    depth, inside = 0, False
    for number, line in enumerate(text.splitlines(), 1):
        if inside or depth:
            if depth == 1 and line.lstrip().startswith("{"):
                lines[(*array, sum(key[:-1] == array for key in lines))] = number
        elif header := _HEADER.match(line):
            here = _resolve(header[2], arrays, append=header[1] == "[[")
            lines.setdefault(here, number)
        elif key := _KEY.match(line):
            array = (*here, *_split(key[1]))
            lines[array] = number
        if line.count('"""') % 2:
            inside = not inside
        elif not inside and not _HEADER.match(line):
            bare = _STRING.sub("", line).split("#")[0]
            depth = max(0, depth + bare.count("[") - bare.count("]"))
    return lines


def _resolve(header: str, arrays: dict[Key, int], *, append: bool) -> Key:
    path: Key = ()
    parts = _split(header)
    for index, part in enumerate(parts):
        path = (*path, part)
        if append and index == len(parts) - 1:
            arrays[path] = arrays.get(path, 0) + 1
        if path in arrays:
            path = (*path, arrays[path] - 1)
    return path


def _split(dotted: str) -> list[str]:
    return [part.strip("\"' ") for part in re.findall(r'"[^"]*"|\'[^\']*\'|[^.\s]+', dotted)]
