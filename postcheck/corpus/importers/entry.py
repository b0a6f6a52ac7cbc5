"""What the importers hand over: entries, and notes about what was wrong or left out."""

from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from postcheck.errors import SourceError
from postcheck.readers.container import Meter

# Bounds a document so that folding it stays within some 500 MB.
MOST_CHARACTERS = 1 << 24
_KEPT = 200
_BOARD = timezone(timedelta(hours=8))  # the boards' clock, where no zone is given


class Entry(NamedTuple):
    """A document to be stored. `file` and `line` say where it came from, for messages;
    `published_at` is ISO 8601 with zone."""

    id: str
    text: str
    author: str | None = None
    title: str | None = None
    url: str | None = None
    published_at: str | None = None
    file: str | None = None
    line: int | None = None


class Notes:
    """What could not be read (`errors`) and what is left out with a reason (`skipped`); how far
    reading has come (`meter`).

    Each of the lists keeps its first 200 and the number of all.
    """

    def __init__(self) -> None:
        self.meter = Meter()
        self.errors: list[SourceError] = []
        self.skipped: list[SourceError] = []
        self.error_count = 0
        self.skipped_count = 0

    def error(self, error: SourceError) -> None:
        self.error_count += 1
        if self.error_count <= _KEPT:
            self.errors.append(error)

    def skip(self, note: SourceError) -> None:
        self.skipped_count += 1
        if self.skipped_count <= _KEPT:
            self.skipped.append(note)


def check_length(text: str, file: str | None, line: int | None) -> None:
    """Raises `SourceError` on a document beyond the bound."""
    if len(text) > MOST_CHARACTERS:
        raise SourceError(
            f"一篇有 {len(text)} 字，超过上限 {MOST_CHARACTERS} 字",
            remedy="拆成几篇再导入",
            file=file,
            line=line,
        )


def parse_time(value: str, file: str | None, line: int | None) -> str:
    """A date or time in ISO 8601, with zone; raises `SourceError` on anything else."""
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        raise SourceError(
            f"published_at“{value[:30]}”不是日期或时间",
            remedy="写成 2024-05-01 或 2024-05-01T21:00:00+08:00",
            file=file,
            line=line,
        ) from None
    return (time if time.tzinfo else time.replace(tzinfo=_BOARD)).isoformat()
