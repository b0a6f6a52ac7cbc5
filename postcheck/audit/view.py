"""A row in Chinese words: what the table, the page and the summary print of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

from postcheck.audit.standing import UNKNOWN
from postcheck.audit.totals import measured
from postcheck.game import words
from postcheck.game.public import public_reason
from postcheck.report.terms import KIND, RULED, STATUS, term
from postcheck.report.wording import file_name

Json = Mapping[str, Any]

BEIJING = timezone(timedelta(hours=8))
ROW_STATUS = {"checked": "已查", "failed": "没有查成", "skipped": "略过"}
OUTCOMES = {
    "upheld": "成立", "dismissed": "不成立", "refused": "不受理", "referee": "哨子裁定",
}  # fmt: skip
COMPARISONS = {
    "agrees": "一致", "differs": "不一致", "referee": "需哨子定", "unruled": "尚无判罚",
}  # fmt: skip
_STANDING = {"accepted": "受理", "refused": "不受理", "unknown": "不明"}
_WHY = {
    "no_text": "没有可判的正文或数字",
    "no_time": "投诉时间不明，不知是否过了时限",
    "unseen": "没有看到全文",
    "readings": "条文可有几种读法：",
    "people": "要由人来判：",
    "no_reason": "看不懂投诉的理由",
    "otherwise": "所投诉的没有查到，另有：",
    "fine": "没有查到所投诉的：",
    "no_corpus": "没有对照语料库，查不了：",
    "not_found": "语料库里没有找到来源，证据所指的若不在库里请另查：",
}


@dataclass(frozen=True)
class Case:
    """The complaint of a row, in words; `extra` are the columns that the table had besides.

    `by_player` and `standing_public` are for everybody: not the name of a substitute, nor that
    a complainant is some player's owner.
    """

    id: str
    by: str
    by_player: str
    on: str
    subject: str
    found: bool
    asked: str
    reason: str
    title: str
    at: datetime | None
    evidence: tuple[str, ...]
    standing: str
    standing_public: str
    limit: datetime | None
    ruled: str
    ruled_by: str
    rules: str
    why: str
    comparison: str
    comparison_code: str
    clauses: str
    line: int | None
    notes: tuple[str, ...]
    extra: Mapping[str, str]


@dataclass(frozen=True)
class View:
    """One row. Counts are in the post's own metric, None where nothing was judged; `parts`:
    those that are known."""

    number: int
    status: str
    status_code: str
    reason: str
    place: str
    page: str | None
    post: str
    author: str
    title: str
    kind: str
    verdict: str
    verdict_code: str
    code: str
    round: int | None
    posted_at: datetime | None
    total: int | None
    parts: Mapping[str, int]
    findings: str
    clauses: str
    messages: tuple[str, ...]
    case: Case | None


def view(row: Json) -> View:
    """A line of results.jsonl for people."""
    audit, post, verdict = row["audit"], row["post"], row["verdict"]
    game = audit.get("game") or {}
    findings = verdict["findings"] if verdict else []
    status = verdict["status"] if verdict else ""
    measures = row.get("measures") or {}
    form = measures.get("form") or {}
    return View(
        number=audit["number"],
        status=ROW_STATUS[audit["status"]],
        status_code=audit["status"],
        reason=audit["reason"],
        place=audit["place"],
        page=audit["page"],
        post=post["id"] or game.get("subject") or file_name(post["source"] or audit["place"]),
        author=post["author"] or game.get("author") or "",
        title=post["title"] or "",
        kind=term(KIND, post["kind"]) if post["kind"] else "",
        verdict=STATUS.get(status, ""),
        verdict_code=status,
        code=game.get("code") or form.get("code") or "",
        round=game.get("round"),
        posted_at=_time(post["posted_at"]),
        total=row["counts"][row["metric"]] if verdict else None,
        parts=measured(row),
        findings=_joined(one["code"] for one in findings),
        clauses="、".join(dict.fromkeys(one["clause"] for one in findings if one["clause"])),
        messages=tuple(one["message"] for one in findings),
        case=_case(audit, findings) if "complaint" in audit else None,
    )


def _clauses(audit: Json, findings: Sequence[Json]) -> str:
    """What the outcome rests on: the clause that refuses, else those of the findings that bear
    it."""
    rules, standing = audit["rules"], audit["standing"]
    if rules["outcome"] == "refused":
        return str(standing["clause"])
    borne = {*rules["findings"], *rules["detail"]}
    found = (one["clause"] for one in findings if one["code"] in borne)
    return "、".join(dict.fromkeys(clause for clause in found if clause))


def _case(audit: Json, findings: Sequence[Json]) -> Case:
    one, ruling, rules = audit["complaint"], audit["ruling"], audit["rules"]
    standing = audit["standing"]
    ruled = ""
    if ruling:
        finding = f"（{_joined([ruling['finding']])}）" if ruling["finding"] else ""
        ruled = OUTCOMES[ruling["outcome"]] + finding
    names = _joined(rules["findings"]) if rules["why"] != "otherwise" else ""
    return Case(
        id=one["id"] or "",
        by=one["by"] or "",
        by_player=audit["game"]["by"] or "",
        on=one["on"] or audit["game"]["subject"] or "",
        subject=audit["game"]["subject"] or "",
        found=audit["game"]["subject"] is not None,
        asked=_asked(one),
        reason=one["reason"] or _asked(one),
        title=one["title"] or "",
        at=_time(one["at"]),
        evidence=tuple(str(part) for part in one["evidence"]),
        standing=_standing(standing, standing["why"]) if standing else "",
        standing_public=_standing(standing, public_reason(standing["why"])) if standing else "",
        limit=_time(standing["limit"]) if standing else None,
        ruled=ruled,
        ruled_by=(ruling["by"] or "") if ruling else "",
        rules=OUTCOMES[rules["outcome"]] + (f"（{names}）" if names else ""),
        why=_why(audit),
        comparison=COMPARISONS[audit["comparison"]],
        comparison_code=audit["comparison"],
        clauses=_clauses(audit, findings),
        line=audit["game"]["line"],
        notes=tuple(one["notes"]),
        extra=one["extra"],
    )


def _asked(one: Json) -> str:
    """What is complained of; a reason that names nothing is not one of "其他"."""
    if one["findings"] == [UNKNOWN]:
        return "看不懂" if one["reason"] else "没有写"
    return _joined(one["findings"])


def _standing(standing: Json, why: str | None) -> str:
    shown = _STANDING[standing["status"]]
    if why:
        shown += f"：{words.REASONS.get(why, why)}"
    if standing["clause"]:
        shown += f"（{standing['clause']}）"
    if standing["unchecked"]:
        shown += f"，没有核对{'、'.join(standing['unchecked'])}"
    return shown


def _why(audit: Json) -> str:
    """Why the rules give what they give, where the findings alone do not say it."""
    why, detail = audit["rules"]["why"], audit["rules"]["detail"]
    if why == "refused":
        reason = detail[0] if detail else ""
        return f"不受理：{words.REASONS.get(reason, reason)}"
    if why == "no_text":
        return audit["reason"] or _WHY[why]
    if why == "owed":
        return f"补交的帖至少要 {detail[0]} 字"
    if why == "no_reason":
        shown = _WHY[why] if audit["complaint"]["reason"] else "没有写投诉的理由"
        return f"{shown}；帖中查到的：{_joined(detail)}" if detail else shown
    shown = _WHY.get(why, "")
    return shown + _joined(detail) if shown.endswith("：") else shown


def _joined(codes: Any) -> str:
    return "、".join(dict.fromkeys(term(RULED, code) for code in codes))


def _time(written: str | None) -> datetime | None:
    """A moment on the board's clock, to the second: what ends before 18:00 ends at 17:59:59."""
    if not written:
        return None
    found = datetime.fromisoformat(written).replace(microsecond=0)
    return found.astimezone(BEIJING) if found.tzinfo else found
