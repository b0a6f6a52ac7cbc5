"""Figures and a ruleset in, a `Verdict` out: pure, exact, three answers (pass, fail, referee)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from postcheck.post import Span


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read an ambiguous clause, and what follows from it.

    `code` is the finding's code under this reading, None where it passes.
    """

    name: str
    status: str
    code: str | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A clause that the post does not, or may not, meet.

    `measured` and `limit` hold the integers that were compared, by name (for a share:
    `part` and `total`, and `percent` in the limit). `status` is fail or referee.
    """

    code: str
    status: str
    clause: str
    message: str
    measured: Mapping[str, int | str] = field(default_factory=dict)
    limit: Mapping[str, int | str] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Remedy:
    """What the clause asks for: `rewrite`, at least `min_count` characters in `metric`."""

    code: str
    clause: str
    min_count: int | None = None
    metric: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """fail if any finding fails, else referee if any is open, else pass."""

    status: str
    findings: tuple[Finding, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    way_out: tuple[str, ...] = ()
