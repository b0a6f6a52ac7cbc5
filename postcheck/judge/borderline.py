"""Shares that lie within one percentage point of a border of their clause; integers only.

Counting by hand and by machine differ by a few characters, and so do people who count altered
passages whole or only their identical characters: near a border both counts are shown. The
status of a verdict never follows from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from postcheck.judge.outcome import counts_of
from postcheck.measure import Figures
from postcheck.ruleset.rules import Kind, Rule

POINTS = 1  # the greatest distance from a border, in percentage points, itself included


@dataclass(frozen=True, slots=True)
class Borderline:
    """`part` and `part_same` (identical characters only) of `total`, near `percent` of it.

    `of` names the part (quoted, prior, repeated); `clause` is what begins at the border.
    """

    clause: str
    of: str
    part: int
    part_same: int
    total: int
    percent: int


def borderline(kind: Kind, figures: Figures) -> tuple[Borderline, ...]:
    """Every border of a share rule that one of the two counts lies near, in order of the rules."""
    return tuple(
        found
        for rule in kind.rules
        if rule.check == "share" and not _exempt(rule, figures)
        for percent, clause in _borders(rule, _total(kind, figures))
        for found in _near(rule, kind, figures, percent, clause)
    )


def _exempt(rule: Rule, figures: Figures) -> bool:
    return rule.exemption is not None and figures.flags.genre in rule.exemption.genres


def _total(kind: Kind, figures: Figures) -> int:
    return int(getattr(figures.marked.total, kind.counts[0]))


def _borders(rule: Rule, total: int) -> list[tuple[int, str]]:
    """The percentages at which a step of the ladder begins or ends, with the clause above."""
    found: dict[int, str] = {}
    for band in rule.bands:
        if band.total.holds(total):
            for tier in band.tiers:
                if tier.span.low > 0:
                    found[tier.span.low] = tier.clause
                if tier.span.high is not None:
                    found.setdefault(tier.span.high, rule.clause)
    return sorted(found.items())


def _near(
    rule: Rule, kind: Kind, figures: Figures, percent: int, clause: str
) -> Iterator[Borderline]:
    metric, of, total = kind.counts[0], rule.of or "", _total(kind, figures)
    part, same = (
        int(getattr(counts_of(figures.marked, name), metric)) for name in (of, f"{of}_same")
    )
    if any(size and abs(100 * size - percent * total) <= POINTS * total for size in (part, same)):
        yield Borderline(clause, of, part, same, total, percent)
