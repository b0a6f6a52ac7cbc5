"""The ledger (账本): a JSON Lines file, read strictly, corrected by its own lines, appended to.

Reading gathers every fault and raises nothing; `Ledger.errors` holds them. Errors show an
excerpt of the line without the names that must stay secret (who wrote a post, who owns a name).
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from postcheck.errors import SourceError
from postcheck.game.events import CONTROL, Event, faults, parse_time
from postcheck.game.strict import Unreadable, loads

try:
    import fcntl
except ImportError:  # Windows: a single referee at a time, the write itself is still one call
    fcntl = None  # type: ignore[assignment]

_SECRET = re.compile(r'("(?:author|owner)"\s*:\s*)"(?:[^"\\]|\\.)*"')
_CORRECTIONS = ("void", "amend")


@dataclass
class Ledger:
    """A ledger as read: `events` in the order of folding, corrections applied.

    `clock` is the latest time of any line that stands, as it was amended; `records` are the lines
    as JSON objects by line, `excerpts` the beginnings of those that are none; `faulty` are lines
    that cannot be folded.
    """

    file: str
    raw: bytes = b""
    records: dict[int, dict[str, Any]] = field(default_factory=dict)
    excerpts: dict[int, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    corrections: list[Event] = field(default_factory=list)
    errors: list[SourceError] = field(default_factory=list)
    faulty: set[int] = field(default_factory=set)
    clock: datetime | None = None

    def fault(self, line: int, message: str, remedy: str) -> None:
        """Notes a fault of one line, with an excerpt of it."""
        self.errors.append(self.error(line, message, remedy))
        self.faulty.add(line)

    def error(self, line: int, message: str, remedy: str) -> SourceError:
        shown = self.excerpts.get(line, "")
        if line in self.records:
            clock = ("at", "recorded_at")
            record = {key: one for key, one in self.records[line].items() if key not in clock}
            shown = excerpt(json.dumps(record, ensure_ascii=False))
        text = f"{message}；此行：{shown}" if shown else message
        # A name in it may hold a line end or an escape for the terminal.
        text, remedy = (CONTROL.sub("\ufffd", one) for one in (text, remedy))
        return SourceError(text, remedy=remedy, file=self.file, line=line)


def read(path: Path, shown: str | None = None) -> Ledger:
    """Reads a ledger; raises SourceError only where the file itself cannot be read."""
    name = shown or str(path)
    try:
        raw = path.read_bytes()
    except OSError:
        raise SourceError("读不到账本", remedy="核对路径和权限", file=name) from None
    return parse(raw, name)


def parse(raw: bytes, shown: str) -> Ledger:
    """The same from bytes. A last line without its line end is taken as it stands."""
    ledger = Ledger(shown, raw.removeprefix(b"\xef\xbb\xbf"))
    for number, line in enumerate(ledger.raw.split(b"\n"), 1):
        if line.strip():
            _read_line(ledger, number, line)
    headless = ledger.records.get(1, {}).get("type") != "game"
    if headless and 1 not in ledger.faulty:
        ledger.fault(1, "第 1 行不是 game", "账本第 1 行写游戏本身：ruleset、title、first_round")
    _correct(ledger)
    return ledger


def _read_line(ledger: Ledger, number: int, line: bytes) -> None:
    try:
        text = line.decode("utf-8").strip()
        record = loads(text)
    except UnicodeDecodeError:
        ledger.fault(number, "不是 UTF-8 编码", "另存为 UTF-8")
        return
    except Unreadable as error:
        ledger.excerpts[number] = excerpt(text[: error.place])
        ledger.fault(number, error.message, error.remedy)
        return
    if not isinstance(record, dict):
        ledger.fault(number, "不是 JSON 对象", "一行写一个事件：{…}")
        return
    ledger.records[number] = record
    if record.get("type") == "game" and number != 1:
        ledger.fault(number, "game 只能写在第 1 行", "一局一个文件")


def excerpt(text: str, width: int = 80) -> str:
    """The beginning of a line, secret names blanked; `width` in characters."""
    open_text = _SECRET.sub(r'\1"…"', text)
    cut = re.sub(r'("(?:author|owner)"\s*:\s*)"(?!…")[^"]*$', r"\1…", open_text)
    return cut if len(cut) <= width else cut[:width] + "…"


def _correct(ledger: Ledger) -> None:
    """Applies `void` and `amend` as if the earlier line had never been, or had been so."""
    for number, record in ledger.records.items():
        for message, remedy in faults(record):
            ledger.fault(number, message, remedy)
    good = {n: r for n, r in ledger.records.items() if n not in ledger.faulty}
    gone: dict[int, int] = {}
    amends: dict[int, list[int]] = {}
    resolved = dict(good)
    for number in sorted((n for n in good if good[n]["type"] in _CORRECTIONS), reverse=True):
        if number in gone:
            continue
        record = resolved[number] = _amended(good[number], amends.get(number, ()), resolved)
        if any(faults(record)):
            continue  # amended into something that is no correction: reported below
        line = record["line"]
        # A line that is no event at all can still be voided.
        there = line in ledger.records or (record["type"] == "void" and line in ledger.faulty)
        if line >= number or not there or line == 1:
            ledger.fault(
                number,
                f"没有可更正的第 {line} 行",
                "line 写前面某个事件的行号；第 1 行不能更正",
            )
        elif record["type"] == "void":
            gone.setdefault(line, number)
        elif "type" in record["with"]:
            ledger.fault(number, "amend 不能改 type", "先 void，再补写一行")
        else:
            amends.setdefault(line, []).append(number)
    _gather(ledger, gone, amends, resolved)


def _amended(
    record: Mapping[str, Any], lines: Iterable[int], good: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any]:
    """The record with the amendments of `lines`, the later line winning."""
    full = dict(record)
    for line in sorted(lines):
        full |= good[line]["with"]
    return full


def _gather(
    ledger: Ledger,
    gone: Mapping[int, int],
    amends: Mapping[int, list[int]],
    resolved: Mapping[int, dict[str, Any]],
) -> None:
    """The events that stand, in the order of folding; a voided line's own faults are forgiven."""
    settled = gone.keys() | amends.keys()
    ledger.errors = [one for one in ledger.errors if one.line not in settled]
    ledger.faulty -= settled
    for number, record in ledger.records.items():
        if number in gone:
            continue
        lines = sorted(amends.get(number, ()))
        full = _amended(record, lines, resolved)
        if lines:
            for message, remedy in faults(full):
                ledger.fault(lines[-1], f"更正后的第 {number} 行：{message}", remedy)
                ledger.faulty.add(number)
        if number not in ledger.faulty:
            event = Event(number, full["type"], _time(full["at"]), full, (number, *lines))
            target = ledger.corrections if event.type in _CORRECTIONS else ledger.events
            target.append(event)
    standing = (*ledger.events, *ledger.corrections)
    ledger.clock = max((event.at for event in standing), default=None)
    ledger.events.sort(key=lambda event: (event.type != "game", event.at, event.line))


def _time(value: str) -> datetime:
    found = parse_time(value)
    assert found is not None
    return found


def line_of(record: Mapping[str, Any]) -> bytes:
    """One event as its line of the file."""
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def create(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Writes a new ledger. Raises SourceError where the file exists."""
    try:
        path.open("xb").close()
    except FileExistsError:
        raise SourceError("账本已经存在", remedy="换一个文件名", file=str(path)) from None
    except OSError:
        raise SourceError("写不了账本", remedy="核对路径和权限", file=str(path)) from None
    append(path, records)


def append(
    path: Path,
    records: Iterable[Mapping[str, Any]],
    check: Callable[[bytes], None] | None = None,
) -> None:
    """Appends events: whole lines or nothing, one writer at a time, on disk when it returns.

    One write under a lock, so that writers cannot interleave; a rest that an interrupted writer
    left without line end is cut off first. `check` sees the file as it would become and raises
    where it must not be. Raises SourceError where the file cannot be written.
    """
    block = b"".join(line_of(record) for record in records)
    try:
        file = path.open("r+b", buffering=0)
    except OSError:
        raise SourceError("写不了账本", remedy="核对路径和权限", file=str(path)) from None
    with file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        found = file.read()
        old = whole_lines(found)
        if check is not None:
            check(old + block)
        if len(found) > len(old):
            file.truncate(len(old))
        end = min(len(found), len(old))
        file.seek(end)
        file.write(old[end:] + block)
        os.fsync(file.fileno())


def whole_lines(content: bytes) -> bytes:
    """The content up to its last whole event, that one with its line end."""
    end = content.rfind(b"\n") + 1
    tail = content[end:]
    try:
        loads(tail.decode())
    except (Unreadable, UnicodeDecodeError):
        return content[:end]
    return content + b"\n"
