"""Tables of complaints (投诉): .csv, .xlsx or .jsonl → `Complaint`, columns found by name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from difflib import get_close_matches
from typing import Any

from postcheck.audit.sheets import Table, tables
from postcheck.audit.words import findings_in, outcome_in, table
from postcheck.errors import SourceError
from postcheck.game.events import YEARS
from postcheck.readers.times import Clock, read_time

BEIJING = timezone(timedelta(hours=8))  # a time without zone is the board's, in China
_CLOCK = Clock(BEIJING)
_NUMBER = re.compile(r"\d{1,4}")
_SPLIT = re.compile(r"[\n;；]+")
_EXCEL = datetime(1899, 12, 30)
_HEADER_ROWS = 10  # a title may stand above the names of the columns


@dataclass(frozen=True)
class Complaint:
    """One row. `title`, `evidence` None: the table has no such column.

    `place` is `file:line` for people; `reason`, `on` as written; `findings` the codes that the
    reason names. `outcome`, `ruled_finding`: the original ruling, where the table has it.
    `at`: the last editing where the table has it, with `posted_at` the time before; `day`: all
    that is known of a time without hours. `extra`: the columns that nobody asked for; `notes`:
    what could not be read, in Chinese.
    """

    place: str
    id: str = ""
    by: str = ""
    on: str = ""
    code: str = ""
    round: int | None = None
    reason: str = ""
    findings: tuple[str, ...] = ()
    at: datetime | None = None
    posted_at: datetime | None = None
    day: date | None = None
    title: str | None = None
    evidence: tuple[str, ...] | None = None
    insulted: str = ""
    outcome: str | None = None
    ruled_finding: str | None = None
    extra: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_complaints(source: str) -> list[Complaint]:
    """All complaints of a file in its order; raises SourceErrors where the table is none."""
    found: list[Complaint] = []
    headless: list[SourceError] = []
    for one in tables(source):
        try:
            found += _complaints(one)
        except SourceError as error:
            headless.append(error)
    if not found and headless:
        raise headless[0]
    if not found:
        raise SourceError("里面没有一条投诉", remedy="第一行写列名，下面一行一条", file=source)
    return found


def _complaints(sheet: Table) -> Iterator[Complaint]:
    head, names, columns = _header(sheet)
    for line, cells in sheet.rows[head + 1 :]:
        if not any(_text(cell) for cell in cells):
            continue
        row = dict(zip(range(len(names)), cells, strict=False))
        values = {key: row.get(at) for key, at in columns.items()}
        used = set(columns.values())
        extra = {name: _text(row.get(at)) for at, name in enumerate(names) if at not in used}
        yield _complaint(f"{sheet.shown}:{line}", values, {k: v for k, v in extra.items() if v})


def _header(sheet: Table) -> tuple[int, list[str], dict[str, int]]:
    """Where the header stands, the names of all columns, and field → column."""
    best: tuple[int, list[str], dict[str, int]] | None = None
    for at, (line, cells) in enumerate(sheet.rows[:_HEADER_ROWS]):
        names = [_text(cell) for cell in cells]
        columns = _columns(names, sheet.file, line)
        if best is None or len(columns) > len(best[2]):
            best = at, names, columns
    if best is None:
        raise SourceError("这张表是空的", remedy="第一行写列名", file=sheet.file)
    at, names, columns = best
    _demand(columns, names, sheet.file, sheet.rows[at][0])
    return at, _unique(names), columns


def _columns(names: Sequence[str], file: str, line: int) -> dict[str, int]:
    """Field → number of its column; raises where two columns of one name could be meant."""
    plain = [_plain(name) for name in names]
    found: dict[str, int] = {}
    for key, known in table("columns").items():
        name = next((_plain(one) for one in known if _plain(one) in plain), None)
        if name is None or plain.index(name) in found.values():
            continue
        places = [at for at, one in enumerate(plain) if one == name]
        if len(places) > 1:
            shown = "、".join(str(at + 1) for at in places)
            raise SourceError(
                f"第 {shown} 列都叫“{names[places[0]]}”",
                remedy="只留一列，或给另一列换个名字",
                file=file,
                line=line,
            )
        found[key] = places[0]
    return found


def _plain(name: str) -> str:
    return re.sub(r"[\s_（）()：:*]+", "", name).lower()


def _demand(columns: Mapping[str, int], names: Sequence[str], file: str, line: int) -> None:
    """Raises where a table cannot be one of complaints."""
    if "id" in columns and not {"by", "on", "code", "reason"} & set(columns):
        return  # numbers of complaints that the ledger has
    missing = [
        word
        for key, word in (("by", "投诉人"), ("on", "被投诉帖"), ("reason", "理由"))
        if key not in columns and not (key == "on" and "code" in columns)
    ]
    if not missing:
        return
    shown = [name for name in names if name][:9]
    near = [one for word in missing for one in get_close_matches(word, shown, 1, 0.5)]
    ask = "第一行写列名：投诉人、被投诉帖、理由、时间、标题、证据"
    remedy = f"“{near[0]}”是不是其中一列？" if near else ask
    raise SourceError(
        f"缺少列：{'、'.join(missing)}；这一行有：{'、'.join(shown) or '（空）'}",
        remedy=remedy,
        file=file,
        line=line,
    )


def _unique(names: Sequence[str]) -> list[str]:
    """Names of columns, those that are empty or taken with a number behind."""
    seen: dict[str, int] = {}
    made = []
    for at, written in enumerate(names, 1):
        name = written or f"第{at}列"
        seen[name] = seen.get(name, 0) + 1
        made.append(name if seen[name] == 1 else f"{name}（{seen[name]}）")
    return made


def _complaint(place: str, values: Mapping[str, Any], extra: Mapping[str, str]) -> Complaint:
    notes: list[str] = []
    text = {key: _text(value) for key, value in values.items()}
    reason = text.get("reason", "")
    findings = findings_in(reason)
    if reason and not findings:
        notes.append(f"看不懂理由“{reason[:40]}”，写明投诉的是什么，如 字数不足、引用过度、非首发")
    outcome = outcome_in(text["outcome"]) if text.get("outcome") else None
    if text.get("outcome") and outcome is None:
        notes.append(f"看不懂原判“{text['outcome'][:40]}”，写 成立、不成立 或 不受理")
    ruled = findings_in(text.get("ruled_finding") or "") or findings_in(text.get("outcome") or "")
    found = _moment(values.get("edited_at") or values.get("at"), notes)
    at, day = (found, None) if isinstance(found, datetime) else (None, found)
    first = _moment(values.get("at"), []) if values.get("edited_at") else None
    number = _NUMBER.search(text.get("round", ""))
    return Complaint(
        place=place,
        id=text.get("id", ""),
        by=text.get("by", ""),
        on=text.get("on", ""),
        code=text.get("code", ""),
        round=int(number[0]) if number else None,
        reason=reason,
        findings=findings,
        at=at,
        posted_at=first if isinstance(first, datetime) else None,
        day=day,
        title=text.get("title"),
        evidence=_evidence(values["evidence"]) if "evidence" in values else None,
        insulted=text.get("insulted", ""),
        outcome=outcome,
        ruled_finding=ruled[0] if ruled else None,
        extra=extra,
        notes=tuple(notes),
    )


def _evidence(value: Any) -> tuple[str, ...]:
    parts = value if isinstance(value, list) else _SPLIT.split(_text(value))
    return tuple(text for part in parts if (text := _text(part)))


def _moment(value: Any, notes: list[str]) -> datetime | date | None:
    """The moment of a complaint; a day alone decides no window."""
    if isinstance(value, float) and 2e4 < value < 1e5:  # a cell not formatted as the time it is
        value = _EXCEL + timedelta(seconds=round(value * 86400))
    written = _text(value)
    if not written:
        return None
    try:
        found: datetime | None = datetime.fromisoformat(written)
    except ValueError:
        found = read_time(written, _CLOCK)
    if found is None or found.year not in YEARS:
        notes.append(f"看不懂时间“{written[:40]}”，写成 2026-04-12 17:30:00")
        return None
    if ":" not in written and "：" not in written and "T" not in written:
        notes.append(f"时间“{written[:40]}”只有日期，写上几点几分才能核对时限")
        return found.date()
    return found if found.tzinfo else found.replace(tzinfo=BEIJING)


def _text(value: Any) -> str:
    """A cell as text without blanks at its ends."""
    if value is None:
        return ""
    if isinstance(value, datetime):  # a cell of a day alone comes as its midnight
        return value.isoformat(" ") if value.time() != time() else value.date().isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list):
        return "；".join(_text(one) for one in value)
    return str(value).strip()
