"""The Chinese sentences of a verdict: what was measured, against what, by which reading."""

from dataclasses import replace

from postcheck.judge.outcome import Outcome
from postcheck.measure import Flags
from postcheck.ruleset.ladder import ANY, Interval
from postcheck.ruleset.names import CATEGORIES, COUNTS, FLAGS, GENRES, LANGUAGES, PARTS
from postcheck.ruleset.rules import Rule

READINGS = {
    "whole": "改动过的整段计入",
    "identical_only": "改动过的只计相同的字",
    "marked_punctuation": "引号等算中文",
    "unmarked_punctuation": "引号等不算中文",
    "exempt": "作不看比例的体裁看",
    "not_exempt": "不作不看比例的体裁看",
}


def reading(name: str) -> str:
    """How a reading counts, e.g. 按中文字符、改动过的只计相同的字."""
    parts = name.split("+")
    return "、".join(
        f"按{COUNTS[part]}" if part in COUNTS else READINGS.get(part, f"按 {part} 一档")
        for part in parts
        if part
    )


def describe(rule: Rule, outcome: Outcome, flags: Flags) -> str:
    """The numbers and the limit under one reading, without clause and full stop."""
    view = outcome.view
    if outcome.gauge == "flag":
        return FLAGS[rule.of or ""]
    if outcome.gauge == "conduct":
        times = {name: flags.conduct.count(name) for name in rule.categories}
        return f"可能涉及{'、'.join(f'{CATEGORIES[k]} {n} 处' for k, n in times.items() if n)}"
    if outcome.gauge == "label":
        return _label(rule, flags)
    if outcome.gauge == "total":
        return f"{COUNTS[view.metric]} {view.total}，{outcome.span.words(' 字')}"
    name = PARTS[rule.of or ""]
    if outcome.gauge == "rest":
        left = f"去掉{name} {view.part} 字后剩 {view.rest} 字"
        return left if outcome.span == ANY else f"{left}，{outcome.span.words(' 字')}"
    total = view.share_total
    part = view.share_whole if outcome.hit and outcome.hit.whole else view.share_part
    limit = border(outcome.span, "share")
    text = f"{name} {part} 字，占 {total} 字的 {percent(part, total, limit)}"
    if outcome.span != ANY:
        text += f"，{outcome.span.words('%')}"
    if outcome.tier is not None and outcome.tier.rest != ANY:
        text += f"；去掉后剩 {view.rest} 字，{outcome.tier.rest.words(' 字')}"
    return text


def border(span: Interval, gauge: str) -> int:
    """The border that counts: what a share must not exceed, what a length must reach."""
    low, high = span.low, span.high
    if high is None:
        return low
    return low if gauge == "share" and low > 0 else high


def percent(part: int, total: int, limit: int) -> str:
    """part/total in percent, rounded half up, with as many digits as set it apart from `limit`."""
    if total == 0:
        return "全部"
    for digits in range(1, 9):
        scale = 10**digits
        rounded = (200 * scale * part + total) // (2 * total)
        if rounded != limit * scale or 100 * part == limit * total:
            break
    whole, fraction = divmod(rounded, scale)
    decimals = f"{fraction:0{digits}d}".rstrip("0")
    return f"{whole}.{decimals}%" if decimals else f"{whole}%"


def goal(rule: Rule, outcome: Outcome) -> str:
    """What a passing outcome has reached, for the way out."""
    if outcome.gauge == "total":
        return f"即{outcome.span.words(' 字')}"
    name, span, tier = PARTS[rule.of or ""], outcome.span, outcome.tier
    if outcome.gauge == "rest":
        return f"扣除{name}后即{span.words(' 字')}"
    upper = replace(span, low=0, low_in=True) if span.high is not None else span
    text = f"{name}即{upper.words('%')}"
    if tier is not None and tier.rest != ANY:
        text += f"，扣除后{tier.rest.words(' 字')}"
    return text


def _label(rule: Rule, flags: Flags) -> str:
    if rule.of == "language":
        wanted = "或".join(LANGUAGES[label] for label in rule.allowed)
        return f"文字是{LANGUAGES.get(flags.language or '', '非中文')}，要求{wanted}"
    genre = flags.label("genre") or ""
    verb = "是" if flags.genre else "像是"
    return f"体裁{verb}{GENRES.get(genre, genre)}，不在收的体裁之内"
