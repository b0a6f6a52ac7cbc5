"""A small game with posts, and its complaints: one of each kind that an audit tells apart."""

import json
import random
from pathlib import Path
from typing import Any

ZONE = "+08:00"
WORDS = (
    "渡口河堤旧船灯火石阶雨声木桥晚风竹林山雾信纸铜钟柿子青瓦炉火归鸟走过望着听见想起放下推开春夏秋冬东西"
    "南北高低远近大小长短冷暖明暗快慢早迟花叶枝根泥沙江湖海岸云霞霜雪窗门墙屋桌椅杯盘茶酒米盐衣帽鞋袜书"
    "笔墨画琴棋马牛羊犬鸡鱼虫蝶红黄绿白黑紫银金铁玉丝布线针刀斧锄犁车轮帆桨路巷街市村镇城乡田园井泉溪谷"
)
CAST = (
    ("鹰隼", "联合杀", "A", "竹林", "真甲"),
    ("赤狐", "联合杀", "A", "曲涧", None),
    ("苍狼", "联合杀", "B", "春郊", None),
    ("墨猿", "独刺", None, "垂钓", None),
    ("阿福", "游侠", None, None, None),
    ("阿禄", "游侠", None, None, None),
    ("阿寿", "游侠", None, None, None),
    ("阿喜", "游侠", None, None, None),
)
KILLERS = ("鹰隼", "赤狐", "苍狼", "墨猿")


def prose(seed: int, length: int) -> str:
    """Sentences of no sense, `length` characters in all, that no two seeds share."""
    chance = random.Random(seed)
    text = ""
    while len(text) < length:
        text += "".join(chance.choices(WORDS, k=chance.randint(7, 15))) + chance.choice("，。，！")
    return text[: length - 1] + "。"


EARLIER = prose(900, 600)  # somebody else's text, in the corpus


def texts() -> list[dict[str, Any]]:
    """The posts; their ids are what the ledger names."""
    quoted = prose(3, 720) + EARLIER[:160]
    return [
        {"id": "甲帖", "text": prose(1, 900), "kind": "kill"},
        {"id": "乙帖", "text": prose(2, 600), "kind": "kill"},
        {"id": "丙帖", "text": quoted + "鹰隼与阿禄同行。", "kind": "kill"},
        {"id": "丁帖", "text": prose(4, 1000), "kind": "kill"},
        {"id": "报道", "text": prose(5, 200), "kind": "report"},
    ]


def at(day: int, clock: str) -> str:
    return f"2026-03-0{day}T{clock}{ZONE}"


def events() -> list[dict[str, Any]]:
    """The ledger: check-in, four kill posts of round 1, some complaints and rulings."""
    made: list[dict[str, Any]] = [
        {"type": "game", "at": at(2, "12:00:00"), "ruleset": "fengyun85", "title": "小局",
         "first_round": at(2, "21:00:00"), "round": 1, "report_until": at(2, "20:00:00")},
    ]  # fmt: skip
    made += [
        {"type": "player", "at": at(2, "12:01:00"), "name": name, "role": role, "group": group,
         "code": code, "owner": owner}
        for name, role, group, code, owner in CAST
    ]  # fmt: skip
    made += [
        {"type": "report", "at": at(2, "13:00:00"), "player": name,
         **({"post": "报道"} if name == "阿禄" else {"counts": {"words": 400}})}
        for name, *_ in CAST
    ]  # fmt: skip
    kills = {"A": 2, "B": 1, "独刺": 1}
    made.append(
        {"type": "adjust", "at": at(2, "21:02:00"), "round": 1, "reason": "缩编",
         "schedule": {"votes": 1, "vote_out": 1, "kills": kills}}
    )  # fmt: skip
    handed_in = (
        ("K1-1", "鹰隼", "竹林", "A", "阿福", "甲帖"),
        ("K1-2", "赤狐", "曲涧", "A", "阿寿", "乙帖"),
        ("K1-3", "苍狼", "春郊", "B", "阿喜", "丙帖"),
        ("K1-4", "墨猿", "垂钓", "独刺", "阿禄", "丁帖"),
    )
    made += [
        {"type": "kill", "at": at(2, "21:10:00"), "id": name, "round": 1, "author": author,
         "code": code, "for": unit, "target": target, "iou": False, "post": post}
        for name, author, code, unit, target, post in handed_in
    ]  # fmt: skip
    rulings = (
        ("C1", "阿福", "K1-1", "too_short", "dismissed"),
        ("C2", "阿寿", "K1-2", "too_short", "upheld"),
        ("C3", "阿喜", "K1-3", "over_quoted", "dismissed"),
        ("C4", "阿禄", "K1-4", "hints", "upheld"),
    )
    for name, by, on, finding, outcome in rulings:
        made += [
            {"type": "complaint", "at": at(3, "10:00:00"), "id": name, "by": by, "on": on,
             "finding": finding, "title": f"[投诉] {name}", "evidence": ["楼上"]},
            {"type": "ruling", "at": at(3, "12:00:00"), "on": name, "outcome": outcome,
             "finding": finding, "by": "哨子"},
        ]  # fmt: skip
    return made


HEAD = ("投诉人", "被投诉帖", "理由", "时间", "标题", "证据", "备注")
ROWS: tuple[tuple[str, ...], ...] = (
    ("阿福", "K1-1", "字数不足", "2026-03-03 10:00:00", "[投诉] 竹林", "楼上", ""),
    ("阿寿", "曲涧", "字数不够", "2026-03-03 10:00:00", "[投诉] 曲涧", "楼上", "急"),
    ("阿喜", "第1轮 春郊", "引用过多", "2026-03-03 10:00:00", "[投诉] 春郊", "楼上", ""),
    ("阿禄", "K1-4", "版面指示", "2026-03-03 10:00:00", "[投诉] 垂钓", "楼上", ""),
    ("阿喜", "K1-2", "字数不足", "2026-03-03 18:00:00", "[投诉] 曲涧", "楼上", "晚了"),
    ("阿福", "阿禄", "字数不足", "2026-03-03 09:00:00", "[投诉] 阿禄报道", "楼上", ""),
    ("阿福", "K9-9", "字数不足", "2026-03-03 09:00:00", "[投诉]", "楼上", ""),
    ("阿福", "阿寿", "自曝", "2026-03-03 09:00:00", "[投诉] 阿寿", "楼上", ""),
)
# status, verdict, standing, what the rules give, comparison of each row
EXPECTED = (
    ("checked", "pass", "accepted", "dismissed", "agrees"),
    ("checked", "fail", "accepted", "upheld", "agrees"),
    ("checked", "fail", "accepted", "upheld", "differs"),
    ("checked", "pass", "accepted", "referee", "referee"),
    ("checked", "fail", "refused", "refused", "unruled"),
    ("checked", "fail", "accepted", "upheld", "unruled"),
    ("failed", None, None, "referee", "unruled"),
    ("skipped", None, "accepted", "referee", "unruled"),
)


def write_game(folder: Path) -> None:
    """Writes `局.jsonl`, `帖.jsonl` and `旧文.jsonl` (for a corpus)."""
    write_lines(folder / "局.jsonl", events())
    write_lines(folder / "帖.jsonl", texts())
    earlier = {
        "id": "旧文",
        "text": EARLIER,
        "author": "白鹭",
        "published_at": "2020-01-01T00:00:00Z",
    }
    write_lines(folder / "旧文.jsonl", [earlier])


def write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text(lines, encoding="utf-8")


def csv_text(rows: tuple[tuple[str, ...], ...] = (HEAD, *ROWS)) -> str:
    quoted = (",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)
    return "".join(line + "\r\n" for line in quoted)


COMMAND = ("audit", "投诉.csv", "--game", "局.jsonl", "--posts", "帖.jsonl")
