"""Figures and a ruleset in, a `Verdict` out: pure, exact, three answers (pass, fail, referee)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from postcheck.judge import wording
from postcheck.judge.borderline import Borderline, borderline
from postcheck.judge.outcome import Outcome, apart, outcomes
from postcheck.judge.wayout import together, way_out
from postcheck.measure import Figures
from postcheck.post import Span
from postcheck.ruleset import Ruleset
from postcheck.ruleset.ladder import ANY
from postcheck.ruleset.rules import Rule


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
    """What the clause asks for: `rewrite`, at least `min_count` characters in `metric`.

    `findings`: the codes of the findings that ask for it.
    """

    code: str
    clause: str
    min_count: int | None = None
    metric: str | None = None
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """fail if any finding fails, else referee if any is open, else pass.

    `borderline`: shares near a border of their clause, for the eye; no status follows.
    """

    status: str
    findings: tuple[Finding, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    way_out: tuple[str, ...] = ()
    borderline: tuple[Borderline, ...] = ()


def judge(figures: Figures, ruleset: Ruleset) -> Verdict:
    """Holds the figures against every rule for their kind, under every reading.

    Rules do not suppress one another: each that is not met gives one finding. The remedies are
    those of the findings that fail, each demand once.
    """
    kind = ruleset.kinds[figures.kind]
    findings: list[Finding] = []
    remedies: dict[tuple[str, int | None], Remedy] = {}
    ways: list[str] = []
    missed: list[Rule] = []
    for rule in kind.rules:
        found = outcomes(rule, kind, figures)
        if all(outcome.hit is None for outcome in found):
            continue
        finding = _finding(rule, found, figures)
        findings.append(finding)
        missed.append(rule)
        ways += way_out(rule, kind, figures, finding.clause)
        if finding.status == "fail" and found[0].hit is not None:
            for penalty in found[0].hit.remedies:
                metric = kind.counts[0] if penalty.min_count else None
                remedy = Remedy(penalty.code, penalty.clause, penalty.min_count, metric)
                known = remedies.setdefault((remedy.code, remedy.min_count), remedy)
                codes = tuple(dict.fromkeys((*known.findings, finding.code)))
                remedies[remedy.code, remedy.min_count] = replace(known, findings=codes)
    ways += together(missed, kind, figures)
    statuses = {finding.status for finding in findings}
    status = next((one for one in ("fail", "referee") if one in statuses), "pass")
    return Verdict(
        status,
        tuple(findings),
        tuple(remedies.values()),
        tuple(dict.fromkeys(ways)),
        borderline(kind, figures),
    )


def _finding(rule: Rule, found: tuple[Outcome, ...], figures: Figures) -> Finding:
    """One finding from the outcomes of all readings, of which at least one is a hit."""
    decisive = next(outcome for outcome in found if outcome.hit is not None)
    tier = decisive.hit
    assert tier is not None
    assert tier.code is not None
    parted = apart(found)
    text = wording.describe(rule, decisive, figures.flags)
    readings: tuple[Reading, ...] = ()
    status = "referee"
    if len(parted) > 1:
        readings = tuple(_reading(rule, name, one, figures) for name, one in parted)
        text = _disagreement(readings, parted)
    elif tier.status == "referee":
        readings = tuple(
            Reading(name, "pass") if name == "pass" else Reading(name, "fail", name)
            for name in tier.readings
        )
        text = "，".join(filter(None, (text, tier.says, "由哨子裁定")))
    else:
        status = "fail"
    measured, limit = _numbers(rule, decisive, figures)
    return Finding(
        code=tier.code,
        status=status,
        clause=tier.clause,
        message=f"{text}（{tier.clause}）",
        measured=measured,
        limit=limit,
        readings=readings,
        spans=_spans(rule, figures),
    )


def _reading(rule: Rule, name: str, outcome: Outcome, figures: Figures) -> Reading:
    code, status = outcome.result
    return Reading(name, status, code, wording.describe(rule, outcome, figures.flags))


def _disagreement(readings: tuple[Reading, ...], parted: list[tuple[str, Outcome]]) -> str:
    """The first reading and the first that differs from it, in words."""
    results = [outcome.result for _, outcome in parted]
    other = next(i for i, result in enumerate(results) if result != results[0])
    said = []
    for name, outcome in (parted[0], parted[other]):
        text = readings[parted.index((name, outcome))].message
        plain = outcome.gauge == "total" and name == outcome.view.metric
        said.append(text if plain else f"{wording.reading(name)}：{text}")
    return f"{'；'.join(said)}；读法不同结果不同，由哨子裁定"


def _numbers(
    rule: Rule, outcome: Outcome, figures: Figures
) -> tuple[dict[str, int | str], dict[str, int | str]]:
    """`measured` and `limit`: the integers that were compared."""
    view, hit = outcome.view, outcome.hit
    if outcome.gauge == "conduct":
        found = figures.flags.conduct
        return {name: found.count(name) for name in rule.categories if name in found}, {}
    if outcome.gauge in ("flag", "label"):
        value = figures.flags.label(rule.of or "") if outcome.gauge == "label" else None
        return {rule.of or "": value or "yes"}, {}
    if outcome.gauge == "total":
        return {"total": view.total}, {"min": rule.minimum}
    limit = wording.border(outcome.span, outcome.gauge)
    if outcome.gauge == "rest":
        return {"rest": view.rest, "part": view.part, "total": view.total}, {"min": limit}
    part = view.share_whole if hit is not None and hit.whole else view.share_part
    measured: dict[str, int | str] = {"part": part, "total": view.share_total}
    limits: dict[str, int | str] = {"percent": limit}
    if hit is not None and hit.rest != ANY:
        measured["rest"] = view.rest
        limits["min"] = wording.border(hit.rest, "rest")
    return measured, limits


def _spans(rule: Rule, figures: Figures) -> tuple[Span, ...]:
    """The passages behind the finding; several parts in the order of the text."""
    names = rule.categories or (rule.of or "",)
    if rule.of == "repeated_listed":
        names = ("repeated", "listed")
    return tuple(sorted({span for name in names for span in figures.spans.get(name, ())}))


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict object of the JSON reports and of `postcheck judge`."""
    return {
        "status": verdict.status,
        "findings": [
            {
                "code": finding.code,
                "status": finding.status,
                "clause": finding.clause,
                "measured": dict(finding.measured),
                "limit": dict(finding.limit),
                "readings": [
                    {
                        "name": reading.name,
                        "status": reading.status,
                        "code": reading.code,
                        "message": reading.message,
                    }
                    for reading in finding.readings
                ],
                "spans": [[span.start, span.end] for span in finding.spans],
                "message": finding.message,
            }
            for finding in verdict.findings
        ],
        "remedies": [
            {
                "code": remedy.code,
                "min_count": remedy.min_count,
                "metric": remedy.metric,
                "clause": remedy.clause,
                "findings": list(remedy.findings),
            }
            for remedy in verdict.remedies
        ],
        "way_out": list(verdict.way_out),
        "borderline": [asdict(one) for one in verdict.borderline],
    }
