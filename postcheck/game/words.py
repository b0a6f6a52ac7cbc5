"""The Chinese words for the codes of the game: effects, causes, reasons, findings."""

from collections.abc import Iterable, Mapping
from typing import Any

CAUSES = {
    "voted": "票出", "killed": "被贴杀", "fireworks": "烟花同归", "taken": "被带走",
    "suicide": "自杀", "ruled": "判罚出局", "mined": "被挖出",
}  # fmt: skip
SIDES = {"black": "黑道", "white": "白道", "neutral": "中立"}
VOTES = {"full": "全票", "half": "半票", "none": "无票"}
DEBTS = {
    "iou": "白条", "rewrite": "重写", "re_report": "重新报道", "correction": "更正报道",
}  # fmt: skip
STATUS = {
    "valid": "有效", "void": "不算", "iou": "白条未补", "failed": "作废",
    "open": "未补", "met": "已补", "overdue": "过期",
    "accepted": "已受理", "refused": "不受理", "upheld": "成立", "dismissed": "不成立",
}  # fmt: skip
VERDICTS = {"pass": "合格", "fail": "不合格", "referee": "哨子裁定"}
EFFECTS = {
    "killed": "贴杀", "fireworks": "烟花", "rescued": "被救", "mined": "挖出", "none": "无",
}  # fmt: skip
ORDER = {
    "mine": "挖蛋", "flight": "起飞", "fireworks": "烟花", "rescue": "救人", "kill": "贴杀",
    "double_rescue": "连救两轮", "vote": "票出", "take": "带走", "silence": "不投票",
}  # fmt: skip
ALLIANCES = {"small": "小联合", "big": "大联合"}
REASONS = {
    "too_late": "过了时限", "outsider": "场外人", "not_playing": "不是本场马甲",
    "no_title": "标题没有注明", "no_evidence": "没有证据", "not_the_insulted": "不是本人",
    "late": "过了时间", "board": "没有用投票机", "proxy_late": "托票过了时间",
    "proxy_change": "托票不能改票", "after_proxy": "托票以后自己投的不算", "out": "已经出局",
    "closed": "这一轮已经结束", "no_code": "没有自己的代号", "target_out": "对象已经出局",
    "no_iou": "这一轮不许白条", "not_due": "进程里没有这一帖", "out_of_time": "不在有效的轮次",
    "too_many": "帖数已满", "no_eggs": "蛋已全部出局",
}  # fmt: skip
FINDINGS = {
    "multi_alias": "一人多马甲", "self_exposure": "自曝", "grave_exposure": "关键轮次自曝",
    "insult": "辱骂", "collusion": "串联", "proof_of_identity": "索要或提供身份证明",
    "plagiarism": "抄袭", "hints": "版面指示人选",
}  # fmt: skip
WHAT = {
    "adjusted": "进程有调整", "overtime": "票数全同，加时", "handed in": "已交帖",
    "failed": "作废", "failed already": "早已作废", "void": "不算", "valid": "白条补齐，有效",
    "fireworks": "烟花", "target out already": "对象早已出局", "nothing owed": "没有欠帖",
    "waits for verdict": "等候检查结果", "withdrawn late": "过了撤回的时间",
    "passes": "判为合格", "too late to rule": "过了判罚的时限",
    "ruled already": "已经判过", "warned": "受警告",
    "referee names the remedy": "条文没有写处罚，由哨子定", "upheld": "成立",
    "dismissed": "不成立", "stays refused": "仍不受理，判罚不起作用",
    "accepted": "受理", "back": "复活",
    "stays out": "另有原因，仍出局", "not back": "不复活", "rescued": "被救下",
    "no egg any more": "不再是蛋", "nothing found": "没有挖到蛋", "may fly": "下一轮可以起飞",
    "declines": "不飞", "loses right": "丧失出帖权", "may not take": "没有可带走的这个人",
    "no suicide": "不算自杀", "ballot late": "投票过了时间", "report late": "报道过了时间",
    "excused": "免于追究", "in again": "恢复下场", "black wins": "黑道胜", "white wins": "白道胜",
    "answered": "哨子已定读法", "ended already": "早已结束",
    "not ended, IOU open": "还有白条，不能判胜负",
    "allied small": "小联合", "allied big": "大联合",
}  # fmt: skip
PREFIXES = {
    "out": CAUSES, "void": REASONS, "refused": REASONS, "ballot void": REASONS,
}  # fmt: skip
PREFIX_WORDS = {
    "out": "出局：", "void": "不算：", "refused": "不受理：", "ballot void": "废票：",
    "forfeit": "没收奖励：", "owe": "欠奖励：",
}  # fmt: skip
DEBT_WORDS = {"open": "欠", "met": "补齐", "overdue": "过期", "too_short": "字数不够"}


def cause(code: str) -> str:
    """The Chinese of a cause; a game taken over may name others in its own words."""
    return CAUSES.get(code, code)


def refusal(why: str, wanted: Iterable[str] = ()) -> str:
    """Why a complaint is refused; `wanted`: the words that its title lacks, in their order."""
    return REASONS[why] + "".join(f"“{word}”" for word in wanted)


def complaint(one: Mapping[str, Any]) -> str:
    """How a complaint of the state stands."""
    why = f"：{refusal(one['why'], one.get('wanted', ()))}" if one["why"] else ""
    return STATUS[one["status"]] + why


def subject(name: str) -> str:
    """A step's or a question's subject as it is read: "@round 3" → 第 3 轮."""
    if not name.startswith("@"):
        return name
    place, _, number = name.removeprefix("@").partition(" ")
    known = {"game": "全局", "alliance": "联合", "round": f"第 {number} 轮", **SIDES}
    known |= {"rescue": f"第 {number} 行的医帖", "mine": f"第 {number} 行的挖蛋帖"}
    return known.get(place, f"{place} 的帖")


def phrase(what: str) -> str:
    """The Chinese of an effect of the trace."""
    if what in WHAT:
        return WHAT[what]
    for prefix, word in PREFIX_WORDS.items():
        if what.startswith(prefix + " "):
            rest = what.removeprefix(prefix + " ")
            return word + {**PREFIXES.get(prefix, {}), "all": "全部"}.get(rest, rest)
    kind, _, state = what.partition(" ")
    if kind in DEBTS and state in DEBT_WORDS:
        return f"{DEBTS[kind]}{DEBT_WORDS[state]}"
    return what
