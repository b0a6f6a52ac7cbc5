"""Times as boards write them. A board's day is that of its zone, in China +08:00."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

_DATE = re.compile(
    r"(?<!\d)(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})日?"
    r"(?:(?:T|\s{1,3})(上午|下午|AM|PM)?\s?(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?\s?(AM|PM|上午|下午)?)?",
    re.I,
)
_WITH_ZONE = re.compile(r"\s*+(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d))", re.ASCII)
_RELATIVE = re.compile(r"(今天|昨天|前天)\s*(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?")
_DAYS = {"今天": 0, "昨天": 1, "前天": 2}
_ZONE = re.compile(r"(?:GMT|UTC)\s?([+-])\s?(\d{1,2})(?:[:.]?(5|30|45))?", re.I)
_MINUTES = {None: 0, "5": 30, "30": 30, "45": 45}
_LOOKED_AT = 2000


@dataclass(frozen=True, slots=True)
class Clock:
    """What a page says of its own time. `stated`: the page names its zone; `now`: when it was
    made, in that zone (None: it does not say)."""

    zone: timezone
    stated: bool = False
    now: datetime | None = None


def board_zone(written: str) -> timezone:
    """`+08:00` → the zone; raises ValueError."""
    zone = datetime.fromisoformat(f"2000-01-01T00:00:00{written}").tzinfo
    if not isinstance(zone, timezone):
        raise ValueError(written)
    return zone


def read_clock(text: str, default: timezone) -> Clock:
    """From a footer: `GMT+8, 2025-7-27 12:27`, `当前时区 GMT+8, 现在时间是 …`."""
    text = text[:_LOOKED_AT]
    found = _ZONE.search(text)
    zone = default
    if found:
        sign, hours, part = found.groups()
        minutes = int(hours) * 60 + _MINUTES[part]
        if minutes <= 14 * 60:
            zone = timezone(timedelta(minutes=-minutes if sign == "-" else minutes))
    now = _absolute(text[found.end() :] if found else text, zone)
    return Clock(zone, found is not None, now)


def read_time(text: str, clock: Clock) -> datetime | None:
    """The first time in `text`, aware. None: there is none, or one like `3 天前`, not exact."""
    text = text[:_LOOKED_AT].replace("\xa0", " ")
    exact = _absolute(text, clock.zone)
    if exact is not None or clock.now is None:
        return exact
    found = _RELATIVE.search(text)
    if found is None:
        return None
    day = clock.now - timedelta(days=_DAYS[found[1]])
    time = int(found[2]), found[3], found[4]
    return _moment((day.year, day.month, day.day), time, clock.zone)


def _absolute(text: str, zone: timezone) -> datetime | None:
    if (written := _WITH_ZONE.match(text)) is not None:  # a `datetime` attribute
        with suppress(ValueError):
            return datetime.fromisoformat(written[1])
    found = _DATE.search(text)
    while found:
        year, month, day, before, hour, minute, second, after = found.groups()
        half = before or after
        clock = _hour(hour, half.upper()) if half else int(hour or 0)
        moment = _moment((int(year), int(month), int(day)), (clock, minute, second), zone)
        if moment is not None:
            return moment
        found = _DATE.search(text, found.end())
    return None


def _hour(written: str | None, half: str) -> int:
    """`half`: AM, PM, 上午, 下午 or nothing."""
    hour = int(written or 0)
    if half in ("PM", "下午") and hour < 12:
        return hour + 12
    return 0 if half in ("AM", "上午") and hour == 12 else hour


def _moment(
    date: tuple[int, int, int], time: tuple[int, str | None, str | None], zone: timezone
) -> datetime | None:
    """None for the 31st of June and its like."""
    hour, minute, second = time
    try:
        return datetime(*date, hour, int(minute or 0), int(second or 0), tzinfo=zone)
    except ValueError:
        return None
