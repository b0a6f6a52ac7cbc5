"""The cells of the vote machine's table (投票机) → ballots.

Columns are found by their names, or where there are none by what is in them.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from postcheck.errors import SourceError
from postcheck.game.state import Game
from postcheck.readers.times import Clock, read_time
from postcheck.web.desk.times import zone_of

_VOTER = ("投票人", "投票者", "马甲", "用户名", "用户", "玩家", "昵称", "voter", "id")
_TIME = ("投票时间", "时间", "time", "日期", "date")
_TARGET = ("投给", "被投", "对象", "选项", "选择", "票", "target", "候选")
_CLOCK = re.compile(r"(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?")
_NAMES = re.compile(r"[、，,;；/|]+|\s{1,}")


@dataclass(slots=True)
class Ballot:
    """One row of the table; `problem`: why it cannot be recorded."""

    row: int
    voter: str
    targets: list[str]
    at: datetime | None
    problem: str | None = None


def ballots(rows: list[list[str]], game: Game, number: int, known: Collection[str]) -> list[Ballot]:
    """The ballots of a table for round `number`; `known`: the names that may be in it."""
    columns = _named(rows[0])
    body = rows[1:] if columns else rows
    voter, time, targets = columns or _guessed(rows)
    found = []
    for place, row in enumerate(body, 2 if columns else 1):
        cells = dict(enumerate(row))
        names = [one for column in targets for one in _split(cells.get(column, ""), known)]
        at = _moment(cells.get(time, ""), game, number) if time is not None else None
        ballot = Ballot(place, cells.get(voter, ""), list(dict.fromkeys(names)), at)
        ballot.problem = _problem(ballot, known)
        found.append(ballot)
    return found


def _named(head: list[str]) -> tuple[int, int | None, list[int]] | None:
    """Voter, time and targets by the names of the first row; None: it is no head."""

    def places(names: tuple[str, ...]) -> list[int]:
        return [
            place for place, cell in enumerate(head)
            if any(name in cell.lower() for name in names) and place not in taken
        ]  # fmt: skip

    taken: set[int] = set()
    times = places(_TIME)
    taken.update(times)
    targets = places(tuple(name for name in _TARGET if name != "票"))
    taken.update(targets)
    voters = places(_VOTER)
    taken.update(voters)
    targets = sorted(targets + places(("票",)))
    if not voters or not targets:
        return None
    return voters[0], times[0] if times else None, targets


def _guessed(rows: list[list[str]]) -> tuple[int, int | None, list[int]]:
    """The column of times by its look; of the others the first votes for the rest."""
    width = max(len(row) for row in rows)
    times = [
        column
        for column in range(width)
        if all(_CLOCK.search(row[column]) for row in rows[:5] if column < len(row))
    ]
    rest = [column for column in range(width) if column not in times]
    if len(rest) < 2:
        raise SourceError(
            "看不出哪一列是投票人、哪一列是票", remedy="第一行写上列名：时间、投票人、票"
        )
    return rest[0], times[0] if times else None, rest[1:]


def _split(cell: str, known: Collection[str]) -> list[str]:
    """The names in a cell; a player's whole name may hold a mark or a blank itself."""
    if cell.strip() in known:
        return [cell.strip()]
    return [one for one in _NAMES.split(cell.strip()) if one]


def _moment(cell: str, game: Game, number: int) -> datetime | None:
    """The cell's time; one without a date lies in the round."""
    zone = zone_of(game)
    assert isinstance(zone, timezone)
    found = read_time(cell, Clock(zone))
    if found is not None and _CLOCK.search(cell):
        return found
    clock = _CLOCK.search(cell)
    if clock is None:
        return None
    start = game.calendar.start(number)
    hour, minute, second = int(clock[1]), int(clock[2]), int(clock[3] or 0)
    try:
        at = start.replace(hour=hour, minute=minute, second=second)
    except ValueError:
        return None
    return at if at >= start else at + timedelta(days=1)


def _problem(ballot: Ballot, known: Collection[str]) -> str | None:
    if ballot.voter not in known:
        return f"没有叫“{ballot.voter}”的玩家"
    if ballot.at is None:
        return "时间看不懂"
    if not ballot.targets:
        return "没有写投给谁"
    unknown = [name for name in ballot.targets if name not in known]
    return f"没有叫“{'、'.join(unknown)}”的玩家" if unknown else None
