"""Times on the pages of the desk: the forum's, in the zone of the game."""

from datetime import UTC, datetime, timedelta, tzinfo

from postcheck.errors import SourceError
from postcheck.game.state import Game

_A_DAY, _AHEAD = timedelta(days=1), timedelta(days=2)


def now() -> datetime:
    """The server's clock: it fills in forms, tells how long is left, and refuses what lies days
    ahead; the rules never see it."""
    return datetime.now(UTC).replace(microsecond=0)


def zone_of(game: Game) -> tzinfo:
    """The zone of the game's first round."""
    zone = game.calendar.starts[game.calendar.first].tzinfo
    assert zone is not None
    return zone


def moment(text: str, zone: tzinfo) -> datetime:
    """What a form's field holds, `2026-04-10T21:00` or with seconds. Raises SourceError."""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise SourceError(f"“{text[:30]}”不是时间", remedy="写成 2026-04-10 21:00:00") from None
    return found if found.tzinfo else found.replace(tzinfo=zone)


def not_ahead(at: datetime, game: Game) -> datetime:
    """The time as it is. Raises SourceError where it is days ahead of the server's clock, the
    ledger's and the end of the round: a slip in year or month would let every debt fall due."""
    clocks = [now(), game.calendar.end(game.round), game.ledger.clock or now()]
    if at > max(clocks) + _AHEAD:
        raise SourceError(f"{shown(at)}（{at.year} 年）还没有到", remedy="核对年、月、日")
    return at


def proposed(game: Game) -> datetime:
    """What a form's time begins with: now while the game goes on, else the ledger's clock.

    It goes on until a day after its open round should have ended.
    """
    at, clock = now().astimezone(zone_of(game)), game.ledger.clock
    if clock is None or clock <= at < max(clock, game.calendar.end(game.round)) + _A_DAY:
        return at
    return clock.astimezone(zone_of(game))


def field(at: datetime | None) -> str:
    """As a form's field of type datetime-local takes it."""
    return at.replace(tzinfo=None).isoformat(timespec="seconds") if at else ""


def shown(at: datetime | str | None) -> str:
    """For people: month, day and time of day."""
    if at is None:
        return "时限未定"
    found = datetime.fromisoformat(at) if isinstance(at, str) else at
    return found.strftime("%m-%d %H:%M:%S")


def left(due: datetime | str | None, at: datetime) -> str:
    """How long there is until `due`, or since."""
    if due is None:
        return ""
    found = datetime.fromisoformat(due) if isinstance(due, str) else due
    seconds = int((found - at) / timedelta(seconds=1))
    minutes = abs(seconds) // 60
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [f"{days} 天" * bool(days), f"{hours} 小时" * bool(hours), f"{rest} 分"]
    span = " ".join(part for part in (parts[:2] if days else parts) if part)
    return f"还剩 {span}" if seconds >= 0 else f"已过 {span}"
