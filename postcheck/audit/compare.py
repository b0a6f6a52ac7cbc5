"""What the rules give for a complaint, and whether the original ruling agrees with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from postcheck.audit.standing import UNKNOWN, Ruled, Standing
from postcheck.audit.words import kin
from postcheck.game.state import penalties
from postcheck.ruleset import Ruleset

Json = Mapping[str, Any]

AGREES, DIFFERS, REFEREE, UNRULED = "agrees", "differs", "referee", "unruled"
_NUMBERS = ("length", "rest", "share")


@dataclass(frozen=True, slots=True)
class Given:
    """What the rules give: `outcome` upheld, dismissed, refused, or referee (people decide).

    `findings`: codes that bear it; `why` says more, in a code, and `detail` of what. "otherwise":
    what was complained of is not there, another fault (`findings`) or doubt (`detail`) is.
    "no_reason": nobody can tell what was complained of; `detail` is what the post has.
    """

    outcome: str
    findings: tuple[str, ...] = ()
    why: str = ""
    detail: tuple[str, ...] = ()


def given(
    ruleset: Ruleset,
    kind: str | None,
    asked: Sequence[str],
    standing: Standing | None,
    result: Json | None,
    least: int | None = None,
) -> Given:
    """The outcome that follows from standing and verdict; `result` None: nothing was judged.

    `least`: characters that the text had to have because it fills an IOU or is a rewrite.
    """
    if standing is not None and standing.status == "refused":
        return Given("refused", why="refused", detail=(standing.why or "",))
    if result is None or kind is None:
        return Given("referee", why="no_text")
    found = _of_text(ruleset, kind, asked, result, least)
    decided = found.outcome == "dismissed" or found.why == "no_reason"
    if standing is not None and standing.status == "unknown" and not decided:
        # Too late it would be refused, in time it would be what the text gives.
        return Given("referee", found.findings, "no_time", found.findings)
    return found


def _of_text(
    ruleset: Ruleset, kind: str, asked: Sequence[str], result: Json, least: int | None
) -> Given:
    findings = result["verdict"]["findings"]
    fails = tuple(one["code"] for one in findings if one["status"] == "fail")
    doubts = tuple(one["code"] for one in findings if one["status"] == "referee")
    enough = {result["counts"][name] >= (least or 0) for name in ruleset.kinds[kind].counts}
    if "too_short" not in fails and True not in enough:
        fails = (*fails, "too_short")
    elif "too_short" not in fails + doubts and False in enough:
        doubts = (*doubts, "too_short")
    known = [code for code in asked if code != UNKNOWN]
    if not known:
        return Given("referee", why="no_reason", detail=fails + doubts)
    wanted = frozenset().union(*map(kin, known))
    if met := tuple(code for code in fails if code in wanted):
        owed = "too_short" in met and least is not None
        return Given("upheld", met, "owed" if owed else "", (str(least),) if owed else ())
    if result["post"]["unknown"]:
        return Given("referee", doubts, "unseen")
    if met := tuple(code for code in doubts if code in wanted):
        return Given("referee", met, "readings", met)
    open_ones = tuple(code for code in known if code not in _measured(ruleset, kind, result))
    if open_ones:
        return Given("referee", fails, "people", open_ones)
    if fails or doubts:
        return Given("dismissed", fails, "otherwise", fails + doubts)
    if result.get("corpora") is not None and (borrowed := _borrowed(ruleset, kind, known)):
        if not result["corpora"]:
            return Given("referee", why="no_corpus", detail=tuple(known))
        if all(not result["measures"][part]["count"] for part in borrowed):
            return Given("dismissed", why="not_found", detail=tuple(known))
    return Given("dismissed", why="fine", detail=tuple(known))


def _borrowed(ruleset: Ruleset, kind: str, codes: Sequence[str]) -> set[str]:
    """quoted, prior: what has to be found elsewhere before one of these findings holds."""
    return {
        rule.of
        for rule in ruleset.rules(kind)
        for tier in (rule.on_hit, *rule.tiers)
        if rule.of in ("quoted", "prior") and tier is not None and tier.code in codes
    }


def _measured(ruleset: Ruleset, kind: str, result: Json) -> frozenset[str]:
    """The findings that this result decides: those of numbers, and of labels that are known."""
    measures = result.get("measures") or {}
    form, labels = measures.get("form") or {}, ("language", "genre")
    found: set[str] = set()
    for rule in ruleset.rules(kind):
        # Of a ledger's numbers those that are not there are not known to be 0.
        parts = ("repeated", "listed") if rule.of == "repeated_listed" else (rule.of,)
        known = rule.check == "length" or (
            rule.check in _NUMBERS and any(part in measures for part in parts)
        )
        if rule.check == "label" and rule.of in labels:
            known = bool((measures.get(rule.of) or {}).get("label"))
        elif rule.check == "flag" and rule.of == "edited":
            known = form.get("edited") is not None
        if known:
            tiers = (rule.on_hit, *rule.tiers)
            found |= {tier.code for tier in tiers if tier is not None and tier.code}
    return frozenset(found)


def compare(ruleset: Ruleset, kind: str | None, ruled: Ruled | None, given: Given) -> str:
    """agrees, differs, referee (only people can tell), or unruled: there is no ruling yet."""
    if ruled is None:
        return UNRULED
    stands = ruled.outcome == "upheld"
    if stands and given.why == "otherwise" and ruled.finding in given.detail:
        # Upheld for another fault than the one complained of, which is there.
        return AGREES if ruled.finding in given.findings else REFEREE
    if given.outcome == "referee" or (stands and given.why == "not_found"):
        return REFEREE  # the source that the ruling rests on may stand in no corpus
    if stands != (given.outcome == "upheld"):
        return DIFFERS
    if not stands:
        return AGREES  # refused or dismissed: nothing follows from either
    if ruled.finding is not None and ruled.finding not in given.findings:
        return DIFFERS if _known(ruleset, kind, ruled.finding) else REFEREE
    return DIFFERS if _other_remedy(ruleset, kind, ruled, given) else AGREES


def _known(ruleset: Ruleset, kind: str | None, finding: str) -> bool:
    """Whether it is a finding of numbers, so that its absence among the findings says something."""
    return kind is not None and any(
        tier is not None and tier.code == finding and rule.check in _NUMBERS
        for rule in ruleset.rules(kind)
        for tier in (rule.on_hit, *rule.tiers)
    )


def _other_remedy(ruleset: Ruleset, kind: str | None, ruled: Ruled, given: Given) -> bool:
    """Whether the ruling took a remedy that the clauses, which name some, do not name."""
    if ruled.remedy is None or kind is None:
        return False
    findings = [ruled.finding] if ruled.finding else list(given.findings)
    named = {code for one in findings for code in penalties(ruleset, kind, one)}
    return bool(named) and ruled.remedy not in named
