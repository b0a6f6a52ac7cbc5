"""One line a check: the figures of a draft, each with what it was before."""

from typing import Any

from postcheck.report.terms import COUNTS, FINDINGS, PARTS, STATUS, term
from postcheck.report.wording import percent

Json = dict[str, Any]


def delta_line(before: Json | None, after: Json) -> str:
    """`字数 792 → 803，引用 11.2% → 9.8%　合格`; a part that is and was 0 is left out."""
    metric = after["metric"]
    old = before["counts"][metric] if before else None
    figures = [f"{term(COUNTS, metric)} {_change(old, after['counts'][metric])}"]
    for name in ("repeated", "listed", "quoted", "prior"):
        was, now = _part(before, name), _part(after, name)
        if now != "0" or was not in (None, "0"):
            figures.append(f"{PARTS[name]} {_change(was, now)}")
    verdict = after["verdict"]
    codes = dict.fromkeys(term(FINDINGS, one["code"]) for one in verdict["findings"])
    words = [STATUS[verdict["status"]] + (f"（{'、'.join(codes)}）" if codes else "")]
    return "　".join([f"{'，'.join(figures)}", *words, *verdict["way_out"][:1]])


def _change(was: object, now: object) -> str:
    return str(now) if was in (None, now) else f"{was} → {now}"


def _part(result: Json | None, name: str) -> str | None:
    """A count where the rules count, a share of the whole where they have one."""
    if result is None:
        return None
    count = result["measures"][name]["count"]
    if name in ("repeated", "listed") or not count:
        return str(count)
    return percent(count, result["counts"][result["metric"]])
