"""A small game for the tests of the desk, with names that occur nowhere else.

`swapped`: two killers of one group have changed places, with their codes, posts and owners. Nothing
that the board may know is different then.
"""

import json
from typing import Any

DAY = "2026-03-02"
NEXT = "2026-03-03"
OWNERS = {"鹰隼": "真身甲一", "苍狼": "真身乙二", "赤狐": "真身丙三", "阿福": "真身丁四"}
SUBSTITUTE = "真身戊五"
CAST = [
    ("鹰隼", "联合杀", "A", "竹林"), ("苍狼", "联合杀", "A", "幽馆"),
    ("赤狐", "联合杀", "C", "妙令"), ("白虹", "联剑", None, "桑落"),
    ("鹦鹉", "连环蛋", None, "鹦鹉杯"), ("墨猿", "独刺", None, "垂钓"),
    ("阿福", "游侠", None, None), ("阿禄", "游侠", None, None), ("阿寿", "游侠", None, None),
    ("阿喜", "游侠", None, None), ("阿财", "游侠", None, None), ("阿贵", "游侠", None, None),
]  # fmt: skip


def counts(number: int, **parts: int) -> dict[str, int]:
    return {"words": number, "cjk": number, "non_cjk_words": 0, "chars": number,
            "chars_with_spaces": number, "paragraphs": 9, **parts}  # fmt: skip


def at(clock: str) -> str:
    """A time in round 3: the evening of the first day, or the day after."""
    return f"{DAY if clock >= '21' else NEXT}T{clock}:00+08:00"


def records(*, swapped: bool = False, title: str = "春局") -> list[dict[str, Any]]:
    """Round 3, half played: two posts, an IOU, some ballots, two complaints."""
    one, other = ("苍狼", "鹰隼") if swapped else ("鹰隼", "苍狼")
    change = {"鹰隼": one, "苍狼": other}
    found: list[dict[str, Any]] = [
        {"type": "game", "at": at("21:00"), "ruleset": "fengyun85", "title": title,
         "first_round": at("21:00"), "round": 3, "report_until": at("21:00")},
    ]  # fmt: skip
    owners = {change.get(name, name): owner for name, owner in OWNERS.items()}
    codes = {change.get(name, name): code for name, _, _, code in CAST}
    for name, role, group, _ in CAST:
        found.append({"type": "player", "at": at("21:00"), "name": name, "role": role,
                      "group": group, "code": codes[name], "owner": owners.get(name)})  # fmt: skip
    for name, *_ in CAST:
        found.append({"type": "report", "at": at("21:00"), "player": name, "counts": counts(320)})
    kills = {"A": 2, "C": 1}
    found += [
        {"type": "adjust", "at": at("21:02"), "round": 3, "reason": "人少",
         "schedule": {"votes": 1, "vote_out": 1, "kills": kills}},
        {"type": "kill", "at": at("21:10"), "id": "K3-1", "round": 3, "author": one,
         "code": "竹林", "for": "A", "target": "阿福", "iou": False,
         "counts": counts(900, quoted=130)},
        {"type": "verdict", "at": at("21:10"), "on": "K3-1", "status": "fail", "findings": [
            {"code": "over_quoted", "status": "fail", "clause": "杀帖8", "readings": []}]},
        {"type": "kill", "at": at("21:12"), "id": "K3-2", "round": 3, "author": other,
         "code": "幽馆", "for": "A", "target": "阿禄", "iou": True},
        {"type": "vote", "at": at("22:00"), "round": 3, "voter": "阿寿", "targets": ["白虹"],
         "via": "machine"},
        {"type": "vote", "at": at("22:05"), "round": 3, "voter": "阿喜", "targets": ["墨猿"],
         "via": "machine"},
        {"type": "vote", "at": at("22:30"), "round": 3, "voter": "阿财", "targets": ["白虹"],
         "via": "machine"},
        {"type": "vote", "at": at("22:31"), "round": 3, "voter": "阿贵", "targets": ["墨猿"],
         "via": "machine"},
        {"type": "complaint", "at": at("22:40"), "id": "C1", "by": "阿寿", "on": "K3-1",
         "finding": "over_quoted", "title": "[投诉] 引用过多", "evidence": ["截图一"]},
        {"type": "complaint", "at": at("22:41"), "id": "C2", "by": "阿喜", "on": "K3-1",
         "finding": "not_first", "title": "[投诉] 非首发", "evidence": ["截图二"]},
        {"type": "kill", "at": at("22:50"), "id": "K3-3", "round": 3, "author": "赤狐",
         "code": None, "for": "C", "target": "阿财", "iou": False, "counts": counts(900)},
        {"type": "substitute", "at": at("21:01"), "out": "阿贵", "in": SUBSTITUTE},
    ]  # fmt: skip
    return found


def closed(*, swapped: bool = False) -> list[dict[str, Any]]:
    """The same round to its end: a ruling, the texts owed, everybody's vote, the result."""
    late = ("鹰隼", "苍狼", "赤狐", "白虹", "鹦鹉", "墨猿", "阿福", "阿禄")
    votes = [
        {"type": "vote", "at": at(f"1{place}:00"), "round": 3, "voter": name,
         "targets": ["白虹" if place % 2 else "墨猿"], "via": "machine"}
        for place, name in enumerate(late)
    ]  # fmt: skip
    return [
        *records(swapped=swapped),
        {"type": "ruling", "at": at("23:00"), "on": "C1", "outcome": "upheld",
         "finding": "over_quoted", "minutes": 300, "by": "哨甲"},
        {"type": "fill", "at": at("03:00"), "kill": "K3-1", "counts": counts(1250)},
        {"type": "fill", "at": at("08:00"), "kill": "K3-2", "counts": counts(1250)},
        *votes,
        {"type": "close", "at": at("20:59"), "round": 3, "cutoff": at("20:58")},
    ]  # fmt: skip


def ledger(found: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in found).encode()


# where things stand in `closed()`
KILL, COMPLAINT, QUESTION, RULING = 27, 34, 36, 38
