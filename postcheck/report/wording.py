"""Findings, remedies, sources and shares in Chinese words, for every report alike."""

from collections.abc import Iterator, Mapping
from typing import Any

from postcheck.report.passages import positions
from postcheck.report.terms import COUNTS, FINDINGS, NUMBERS, READINGS, REMEDIES, STATUS, term

Json = Mapping[str, Any]


def percent(part: int, total: int) -> str:
    """Two decimals, cut off and not rounded, so that a share never seems to reach a limit."""
    if not total:
        return "—"
    hundredths = 10000 * part // total
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def source_line(source: Json) -> str:
    """Author, title, corpus and document, and where known the date and the place."""
    author = source["author"] or "佚名"
    title = f"《{source['title']}》" if source["title"] else ""
    details = [f"{source['corpus']}/{source['doc']}"]
    if "start" in source:
        details += [_day(source["published_at"]), positions(source["start"], source["end"])]
    return f"{author}{title}（{'，'.join(details)}）"


def _day(time: str | None) -> str:
    return time[:10] if time else "日期不明"


def finding_lines(finding: Json, paraphrases: Json) -> Iterator[str]:
    """The finding with its clause, then its numbers, clause text, readings and places."""
    name, clause = term(FINDINGS, finding["code"]), finding["clause"]
    yield f"{STATUS[finding['status']]}｜{name}（{clause}）：{finding['message']}"
    if finding["measured"] or finding["limit"]:
        yield numbers_line(finding)
    if clause in paraphrases:
        yield f"{clause}：{paraphrases[clause]}"
    for reading in finding["readings"]:
        yield reading_line(reading)
    if finding["spans"]:
        yield "位置：" + "、".join(positions(*span) for span in finding["spans"])


def numbers_line(finding: Json) -> str:
    """What was compared with what."""
    measured, limit = finding["measured"], finding["limit"]
    line = f"实测 {_numbers(measured)}"
    if isinstance(measured.get("part"), int) and isinstance(measured.get("total"), int):
        line += f"（{percent(measured['part'], measured['total'])}）"
    return f"{line}；界限 {_numbers(limit)}" if limit else line


def _numbers(numbers: Json) -> str:
    return "，".join(
        f"{term({**COUNTS, **NUMBERS}, name)} {value}" for name, value in numbers.items()
    )


def reading_line(reading: Json) -> str:
    words = reading["message"] or term(READINGS, reading["name"])
    code = f"，{term(FINDINGS, reading['code'])}" if reading["code"] else ""
    return f"读法“{words}”→ {STATUS[reading['status']]}{code}"


def remedy_line(remedy: Json) -> str:
    line = term(REMEDIES, remedy["code"])
    if remedy["min_count"] is not None:
        metric = f"（按{term(COUNTS, remedy['metric'])}）" if remedy["metric"] else ""
        line += f"，不少于 {remedy['min_count']} 字{metric}"
    return f"{line}（{remedy['clause']}）"
