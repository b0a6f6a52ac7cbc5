"""The parts of a ruleset as values: what a file of `thresholds/` says, once accepted.

Nothing here knows a limit, a clause or a role of a game; thresholds/README.md describes the
file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from postcheck.ruleset.ladder import ANY, Interval


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a clause asks for; `or_count`: the other length that the referee may ask for.

    `otherwise`: the remedy codes that follow if it is not done.
    """

    code: str
    clause: str
    says: str
    min_count: int | None = None
    or_count: int | None = None
    otherwise: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tier:
    """One step of a ladder: where it lies, and what follows there.

    `span` is in percent (share) or characters (rest); `rest` in characters. `code` None: the
    tier passes. A referee tier has `readings`: finding codes or "pass". `whole`: an altered
    passage counts whole here, by every reading.
    """

    span: Interval
    clause: str
    code: str | None = None
    status: str = "pass"
    rest: Interval = ANY
    stylistic: str | None = None
    says: str = ""
    remedies: tuple[Penalty, ...] = ()
    readings: tuple[str, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """The ladder for posts whose total lies in `total`; `name` tells bands apart in readings."""

    name: str
    total: Interval
    tiers: tuple[Tier, ...]


@dataclass(frozen=True, slots=True)
class Exemption:
    """Genres whose share does not matter as long as `rest_minimum` characters remain."""

    genres: tuple[str, ...]
    rest_minimum: int
    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One comparison of one clause; which fields mean something depends on `check`.

    length: total >= `minimum`, and rest(`of`) >= `rest_minimum` where given. rest: the
    remainder without `of` on the ladder of `bands[0]`. share: percent of `of` on the ladder of
    the band(s) that hold the total. flag: `of` is true. label: `of` is `refused` or is not
    among `allowed`. conduct: wording of one of `categories` was found. `on_hit` is what follows
    where there is no ladder.
    """

    name: str
    check: str
    clause: str
    unit: str
    says: str
    of: str | None = None
    on_hit: Tier | None = None
    minimum: int = 0
    rest_minimum: int = 0
    bands: tuple[Band, ...] = ()
    exemption: Exemption | None = None
    categories: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    printed: tuple[Any, ...] = ()
    assumed: bool = False

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """All tiers of all bands."""
        return tuple(tier for band in self.bands for tier in band.tiers)


@dataclass(frozen=True, slots=True)
class Kind:
    """The rules for one kind of post; `counts[0]` is the count that shares use."""

    code: str
    name: str
    counts: tuple[str, ...]
    clause: str
    says: str
    rules: tuple[Rule, ...]
    remedies: Mapping[str, Penalty]


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of the rest of the game: int, bool, str, `datetime.time`, or a tuple of str."""

    value: Any
    unit: str
    clause: str
    says: str
    readings: tuple[str, ...] = ()
    printed: tuple[Any, ...] = ()
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Role:
    """身份: how many, on which side, with which codes (代号) in printed order."""

    name: str
    side: str
    count: int
    codes: tuple[str, ...]
    clause: str
    says: str
    group: str | None = None
    also: tuple[str, ...] = ()
    printed: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Joint:
    """Several roles or groups under one name, e.g. 杀刺 once the killers have allied."""

    name: str
    members: tuple[str, ...]
    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class Round:
    """A line of the schedule (进程); `kills`: whose post → how many. `total`, `left`: printed."""

    number: int
    votes: int
    vote_out: int
    kills: Mapping[str, int]
    total: int
    left: int
    clause: str


@dataclass(frozen=True, slots=True)
class StandIn:
    """代出帖: who writes for `owner`, rank by rank; an empty order: the post lapses."""

    owner: str
    order: tuple[tuple[str, ...], ...]
    within: str
    clause: str
    says: str
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Egg:
    """烟花: target and author both out when `role` is hit by a post of `hit_by` ("any": all)."""

    role: str
    hit_by: tuple[str, ...]
    clause: str
    says: str
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class Taking:
    """带走: whom `role` takes along when it is voted out; `default` where it did not choose."""

    role: str
    whom: str
    default: str
    clause: str
    says: str
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class Numbering:
    """The printed item numbers of one part of the rules."""

    part: str
    items: tuple[int, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A role that the text names."""

    name: str
    clause: str
    says: str
