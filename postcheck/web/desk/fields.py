"""The fields of an event by their Chinese names, and a line of the ledger in words."""

from collections.abc import Mapping
from typing import Any

from postcheck.game.explain import describe
from postcheck.report.terms import COUNTS, NAMES, PARTS, RULED
from postcheck.web.desk.rulings import REMEDIES
from postcheck.web.desk.times import shown

Names = dict[str, str]
POWERS = {
    "rescue": "医：救",
    "mine": "工兵：挖蛋",
    "take": "带走",
    "decline": "不飞",
    "forgo": "放弃出帖",
}
VIA = {"machine": "投票机", "proxy": "托票", "board": "版面"}
OUTCOMES = {"upheld": "成立", "dismissed": "不成立"}
WINNERS = {"black": "黑道", "white": "白道"}
CHOICES: dict[str, Names] = {
    "via": VIA, "power": POWERS, "outcome": OUTCOMES, "remedy": REMEDIES, "winner": WINNERS,
    "finding": NAMES, "reading": RULED,
}  # fmt: skip
NUMBERS = {
    **COUNTS,
    **{name: PARTS[name] for name in ("repeated", "quoted", "prior", "listed")},
    "quoted_same": "引用（只算相同的字）",
    "prior_same": "旧文（只算相同的字）",
}
LABELS = {
    "at": "论坛时间", "note": "备注", "source": "出处", "name": "马甲", "role": "身份",
    "group": "组", "code": "代号", "owner": "真身", "out": "已出局", "posts": "已出几帖",
    "player": "马甲", "in": "替补", "round": "第几轮", "voter": "投票人", "targets": "投给",
    "via": "怎样投的", "overtime": "加时", "id": "编号", "author": "作者", "for": "算谁的帖",
    "target": "对象", "iou": "白条", "power": "技能", "kill": "哪一帖", "by": "由谁",
    "on": "关于什么", "finding": "事由", "title": "标题", "evidence": "证据",
    "edited_at": "最后编辑", "insulted": "被辱骂的马甲", "act_at": "行为的时间",
    "outcome": "结论", "reading": "读法", "minutes": "限时（分钟）", "min_count": "至少（字）",
    "remedy": "处理", "cutoff": "投票机收的最后一秒", "schedule": "进程", "reason": "理由",
    "winner": "胜方", "counts": "字数", "post": "正文存在哪里", "votes": "一票几个名字",
    "vote_out": "票出几人", "kills": "各方几帖",
}  # fmt: skip
_NO = "没有"


def said(record: Mapping[str, Any]) -> str:
    """One line of the ledger in Chinese."""
    if record["type"] != "amend":
        return describe(record, NAMES)
    changed = "、".join(f"{LABELS.get(name, name)}改为“{value_said(name, value)}”"
                       for name, value in record["with"].items())  # fmt: skip
    head = f"{str(record['at'])[5:19].replace('T', ' ')} 更正第 {record['line']} 行"
    return f"{head}：{f'{changed}。' if changed else ''}{record['reason']}"


def value_said(name: str, value: Any) -> str:
    """The value of a field as people read it."""
    if value is None or value in ("", []):
        return _NO
    if isinstance(value, bool):
        return "是" if value else "不是"
    if isinstance(value, Mapping):
        known = {**LABELS, **NUMBERS}
        return "，".join(
            f"{known.get(key, key)} {value_said(key, one)}" for key, one in value.items()
        )
    if isinstance(value, list):
        return "、".join(str(one) for one in value)
    if name in ("at", "edited_at", "act_at", "cutoff"):
        return shown(value)
    return CHOICES.get(name, {}).get(str(value), str(value))
