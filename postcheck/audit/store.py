"""The folder of one audit: its lock, `results.jsonl`, and what an earlier run left there.

A run writes one line a row, in order, and flushes it. A later run first moves the file aside
under a name of its own, then takes every line from there whose seal still fits, wherever it
stood; only at the end are the old files removed. So nothing is lost by stopping at any point,
nor by stopping again.
"""

import json
import os
import re
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from filelock import FileLock, Timeout

from postcheck.corpus.faults import system_fault
from postcheck.errors import SourceError
from postcheck.report.jsonl import json_line, seal

Json = dict[str, Any]

RESULTS, PAGES, LOCK = "results.jsonl", "cases", ".audit.lock"
_ASIDE = ".results-{}.jsonl"
_KEY = re.compile(rb'\{"audit": \{"key": "([0-9a-f]{64})"')
_OURS = b'{"audit": {"key": '
_HEAD = 128  # bytes in which a line's key stands


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Makes the folder and holds it.

    Raises `SourceError` where another audit is writing there, or where files of ours would take
    the place of somebody else's.
    """
    try:
        _refuse_foreign(folder)
        (folder / PAGES).mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK, timeout=0)
        with lock:
            yield
    except Timeout:
        raise SourceError(
            "另一次 audit 正在写这个文件夹", remedy="等它完成，或换一个 --out", file=str(folder)
        ) from None
    except (FileExistsError, NotADirectoryError):
        raise SourceError("这不是文件夹", remedy="换一个 --out", file=str(folder)) from None
    except PermissionError as error:
        raise system_fault(error, str(folder)) from error


def _refuse_foreign(folder: Path) -> None:
    if (folder / LOCK).exists():
        return  # an audit has written here
    for name in (RESULTS, "index.html", "audit.xlsx", "summary.md"):
        path = folder / name
        if name == RESULTS and path.is_file() and _is_ours(path):
            return
        if path.exists():
            raise SourceError(
                "这里已经有同名的文件，不是 audit 写的", remedy="换一个空的 --out", file=str(path)
            )


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_OURS)) == _OURS


class Earlier:
    """The finished lines of earlier runs, found by key; 24 bytes of memory a line."""

    def __init__(self, folder: Path) -> None:
        found = sorted(folder.glob(_ASIDE.format("*")))
        last = folder / RESULTS
        if last.exists():
            numbers = [int(path.stem.rpartition("-")[2]) for path in found]
            aside = folder / _ASIDE.format(max(numbers, default=0) + 1)
            last.replace(aside)
            found.append(aside)
        self._paths = found
        self._files: list[IO[bytes]] = [path.open("rb") for path in found]
        keys, places = array("q"), array("q")
        for number, file in enumerate(self._files):
            for key, offset in _keys(file):
                keys.append(int(key[:15], 16))
                places.extend((number, offset))
        self._keys = np.array(keys, dtype=np.int64)
        self._places = np.array(places, dtype=np.int64).reshape(-1, 2)
        order = np.argsort(self._keys, kind="stable")
        self._keys, self._places = self._keys[order], self._places[order]

    def __len__(self) -> int:
        return len(self._keys)

    def find(self, key: str) -> Json | None:
        """The result of that key, without `audit`, if its line is whole and its seal fits."""
        short = int(key[:15], 16)
        first, last = np.searchsorted(self._keys, [short, short + 1])
        for number, offset in reversed(self._places[first:last].tolist()):
            file = self._files[number]
            file.seek(offset)
            try:
                found = json.loads(file.readline())
            except ValueError:
                continue
            if found["audit"]["key"] == key and "seal" in found:
                del found["audit"]
                if seal(found) == found["seal"]:
                    return dict(found)
        return None

    def close(self, *, remove: bool) -> None:
        """`remove`: a whole new file of results stands, the old ones are of no use any more."""
        for file in self._files:
            file.close()
        for path in self._paths if remove else ():
            path.unlink(missing_ok=True)


def _keys(file: IO[bytes]) -> Iterator[tuple[str, int]]:
    """Key and offset of each whole line of a file of results."""
    offset = 0
    for line in file:
        found = _KEY.match(line[:_HEAD])
        if found and line.endswith(b"\n"):
            yield found[1].decode(), offset
        offset += len(line)


def write_line(file: IO[bytes], audit: Json, line: str) -> None:
    """Appends one row, its `audit` object before the other keys of the `line` of its result; once
    it returns, a killed process loses nothing of it."""
    head = json_line({"audit": audit}).removesuffix("}")
    file.write(f"{head}, {line[1:]}\n".encode())
    file.flush()


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """A file that stands at `path` once the block has ended well; else nothing changes."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def page_name(number: int) -> str:
    """The path of a row's page inside the folder."""
    return f"{PAGES}/{number:06d}.html"


def remove_pages_after(folder: Path, last: int) -> None:
    """Removes the pages of rows that an earlier run had and this one has not."""
    for path in (folder / PAGES).glob("*.html"):
        if path.stem.isdigit() and int(path.stem) > last:
            path.unlink()
