"""The forum's clock: when rounds begin and end, and the times of day around them.

All times carry the zone of the game's first round. A round ends `hours` after it began; its
last second is one second before. Compare instants only: the wall clock never decides.
"""

from datetime import datetime, time, timedelta

SECOND = timedelta(seconds=1)


class Calendar:
    """Starts of rounds. A result post that comes days late moves the next start by whole rounds."""

    def __init__(self, first: int, start: datetime, hours: int) -> None:
        self.first = first
        self.length = timedelta(hours=hours)
        self.starts = {first: start}

    def local(self, at: datetime) -> datetime:
        """The same instant in the zone of the game."""
        return at.astimezone(self.starts[self.first].tzinfo)

    def start(self, number: int) -> datetime:
        """The first second of a round."""
        known = max((one for one in self.starts if one <= number), default=self.first)
        return self.starts[known] + (number - known) * self.length

    def end(self, number: int) -> datetime:
        """The first second after a round."""
        return self.start(number) + self.length

    def cutoff(self, number: int) -> datetime:
        """The last second of a round."""
        return self.end(number) - SECOND

    def closed(self, number: int, at: datetime) -> None:
        """Round `number` was closed at `at`: the next one begins at its end, or later."""
        start = self.end(number)
        while start + self.length <= at:
            start += self.length
        self.starts[number + 1] = start

    def next_day(self, at: datetime, clock: time) -> datetime:
        """`clock` on the day after that of `at`."""
        return self.same_day(at + timedelta(days=1), clock)

    def same_day(self, at: datetime, clock: time) -> datetime:
        """`clock` on the day of `at`."""
        return datetime.combine(self.local(at).date(), clock, self.starts[self.first].tzinfo)
