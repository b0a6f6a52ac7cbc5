"""What a finding means, which clauses say so, and an example on either side of the line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from postcheck.errors import toml_tables
from postcheck.ruleset import Ruleset
from postcheck.ruleset.rules import Rule

_FILE = "findings.toml"


@dataclass(frozen=True)
class Example:
    """`case` is the same in numbers, as `postcheck judge` takes them."""

    words: str
    case: Mapping[str, Any]


@dataclass(frozen=True)
class Explanation:
    """`meaning` and `advice` hold in every game; `fails` has the finding, `passes` has not."""

    code: str
    meaning: str
    advice: tuple[str, ...]
    fails: Example
    passes: Example


@dataclass(frozen=True)
class Ground:
    """A clause from which the finding can follow; `statuses`: "fail", "referee" or both.

    `assumed`: the clause names no limit, the ruleset takes one.
    """

    ruleset: str
    title: str
    kind: str
    clause: str
    says: str
    statuses: tuple[str, ...]
    assumed: bool


@cache
def explanations() -> Mapping[str, Explanation]:
    """Finding code → explanation, in the order in which the findings are listed."""
    text = files("postcheck.data").joinpath(_FILE).read_text(encoding="utf-8")
    return {code: _explanation(code, one) for code, one in toml_tables(text, _FILE).items()}


def _explanation(code: str, table: Mapping[str, Any]) -> Explanation:
    return Explanation(
        code,
        table["meaning"],
        tuple(table["advice"]),
        Example(**table["fails"]),
        Example(**table["passes"]),
    )


def grounds(code: str, rulesets: Iterable[Ruleset]) -> list[Ground]:
    """Every clause of the rulesets that can end in this finding, in their order."""
    return [
        Ground(
            ruleset.id, ruleset.title, kind.name, clause, rule.says, tuple(statuses), rule.assumed
        )
        for ruleset in rulesets
        for kind in ruleset.kinds.values()
        for rule in kind.rules
        for clause, statuses in _clauses(code, rule).items()
    ]


def _clauses(code: str, rule: Rule) -> dict[str, dict[str, None]]:
    """Clause → the statuses with which it gives the code, each once."""
    found: dict[str, dict[str, None]] = {}
    tiers = (rule.on_hit, *rule.tiers) if rule.on_hit and not rule.bands else rule.tiers
    for tier in tiers:
        if tier is not None and code in (tier.code, *tier.readings):
            found.setdefault(tier.clause, {})[tier.status] = None
    return found
