"""Why: from a player, a post, a complaint or a line back to every event, clause and reading.

For the referee: it names who wrote what. `downstream` tells what one line changes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from postcheck.errors import SourceErrors
from postcheck.game import words
from postcheck.game.ledger import Ledger, line_of, parse
from postcheck.game.output import state
from postcheck.game.referee import replay
from postcheck.game.state import Game, Question, Step
from postcheck.ruleset import Ruleset

Names = Mapping[str, str]


@dataclass
class Explanation:
    """`steps` oldest first; `lines` are the events behind them, described."""

    subject: str
    steps: list[Step] = field(default_factory=list)
    lines: dict[int, str] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)


def explain(game: Game, subject: str, names: Names = words.FINDINGS) -> Explanation:
    """All steps about `subject`, and about the posts and complaints that led to them.

    `names`: finding code → Chinese.
    """
    found = Explanation(subject)
    open_subjects, seen = [subject], {subject}
    chosen: set[int] = set()
    while open_subjects:
        one = open_subjects.pop()
        for place, step in enumerate(game.trace):
            if step.subject != one or place in chosen:
                continue
            chosen.add(place)
            for name in _behind(game, step):
                if name not in seen:
                    seen.add(name)
                    open_subjects.append(name)
        found.questions += [question for question in game.questions if question.subject == one]
    found.steps = [game.trace[place] for place in sorted(chosen)]
    for step in found.steps:
        for line in step.causes:
            found.lines[line] = describe(game.ledger.records[line], names)
    return found


def explain_line(game: Game, line: int, names: Names = words.FINDINGS) -> Explanation:
    """All steps that one line had a part in."""
    found = Explanation(f"第 {line} 行")
    found.steps = [step for step in game.trace if line in step.causes]
    for step in found.steps:
        for cause in step.causes:
            found.lines[cause] = describe(game.ledger.records[cause], names)
    return found


def said(game: Game, step: Step) -> str:
    """A step as a Chinese sentence; a refused title with the words that it lacks."""
    what, complaint = words.phrase(step.what), game.complaints.get(step.subject)
    if complaint is not None and complaint.why and step.what == f"refused {complaint.why}":
        what = f"不受理：{words.refusal(complaint.why, complaint.wanted)}"
    return f"{words.subject(step.subject)} {what}"


def _behind(game: Game, step: Step) -> list[str]:
    """The posts, complaints and verdicts whose lines caused a step that is not the vote."""
    if step.what in ("out voted", "out taken"):
        return []
    names = []
    for line in step.causes:
        record = game.ledger.records[line]
        if record["type"] in ("kill", "act", "complaint") and isinstance(record.get("id"), str):
            names.append(record["id"])
        elif record["type"] == "ruling" and record["on"] in game.complaints:
            names.append(record["on"])
    return names


def describe(record: Mapping[str, Any], names: Names = words.FINDINGS) -> str:
    """One event in a few Chinese words."""
    return f"{str(record.get('at', ''))[5:19].replace('T', ' ')} {_what(record, names)}"


def _what(record: Mapping[str, Any], names: Names) -> str:
    get = record.get
    finding = names.get(str(get("finding")), str(get("finding")))
    match record["type"]:
        case "game":
            return f"开局：{get('title')}"
        case "player":
            return f"玩家 {get('name')}（{get('role')}）"
        case "report":
            return f"报道：{get('player')}"
        case "substitute":
            return f"替补：{get('in')} 替 {get('out')}"
        case "vote":
            via = {"proxy": "（托票）", "board": "（版面）"}.get(str(get("via")), "")
            return f"投票{via}：{get('voter')} → {'、'.join(get('targets') or [])}"
        case "kill":
            iou = "（白条）" if get("iou") else ""
            code = f"以 {get('code')}" if get("code") else "未注明代号"
            return f"杀帖{iou} {get('id')}：{get('author')} {code} 贴 {get('target')}"
        case "act":
            about = get("target") or get("for") or ""
            return f"{_power(str(get('power')))}：{get('author') or '（全部失联）'} {about}"
        case "fill":
            return f"补帖：{get('kill')}{_length(get('counts'))}"
        case "withdraw":
            return f"撤回：{get('kill')}"
        case "verdict":
            status = str(get("status"))
            return f"检查结果：{get('on')} {words.VERDICTS.get(status, status)}"
        case "complaint":
            return f"投诉 {get('id')}：{get('by')} 投诉 {get('on')}（{finding}）"
        case "ruling":
            outcome = words.STATUS.get(str(get("outcome")), "")
            return f"判罚：{get('on')} {finding}，{outcome}"
        case "close":
            return f"第 {get('round')} 轮结果贴{'（加时）' if get('overtime') else ''}"
        case "adjust":
            return f"调整第 {get('round')} 轮进程：{get('reason')}"
        case "end":
            return f"结束：{words.SIDES.get(str(get('winner')))}胜，{get('reason')}"
        case "void":
            return f"作废第 {get('line')} 行：{get('reason')}"
        case "amend":
            change = json.dumps(get("with"), ensure_ascii=False)
            return f"更正第 {get('line')} 行为 {change}：{get('reason')}"
    return str(record["type"])


def _power(power: str) -> str:
    return {"rescue": "救人", "mine": "挖蛋", "take": "带走", "decline": "不飞"}.get(
        power, "放弃出帖"
    )


def _length(counts: Any) -> str:
    return f" {counts['words']} 字" if isinstance(counts, dict) and "words" in counts else ""


def downstream(ledger: Ledger, ruleset: Ruleset, line: int) -> list[str]:
    """What `line` changes, as Chinese sentences "without it → with it"."""
    lines = ledger.raw.split(b"\n")
    idle = {"type": "assert", "at": ledger.records[line]["at"]}
    lines[line - 1] = line_of(idle).rstrip()
    new = state(replay(parse(ledger.raw, ledger.file), ruleset))
    try:
        old = state(replay(parse(b"\n".join(lines), ledger.file), ruleset))
    except SourceErrors as errors:
        return [f"没有这一行，账本不成立：第 {one.line} 行" for one in errors.errors]
    return differences(old, new)


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What is different between two states, in Chinese."""
    found = []
    for name, player in new["players"].items():
        before = old["players"].get(name)
        if before is None:
            continue
        if _standing(before) != _standing(player):
            found.append(f"{name}：{_standing(before)} → {_standing(player)}")
    for name in [*new["kills"], *(key for key in old["kills"] if key not in new["kills"])]:
        pair = [_post(one["kills"].get(name)) for one in (old, new)]
        if pair[0] != pair[1]:
            found.append(f"杀帖 {name}：{pair[0]} → {pair[1]}")
    olds, news = ([_debt(one) for one in part["debts"]] for part in (old, new))
    found += [f"不再有：{one}" for one in olds if one not in news]
    found += [f"新有：{one}" for one in news if one not in olds]
    for name in {**new["complaints"], **old["complaints"]}:
        pair = [_complaint(one["complaints"].get(name)) for one in (old, new)]
        if pair[0] != pair[1]:
            found.append(f"投诉 {name}：{pair[0]} → {pair[1]}")
    if old["round"] != new["round"]:
        found.append(f"轮次：{old['round']} → {new['round']}")
    if old["winner"] != new["winner"]:
        pair = [words.SIDES.get(one["winner"], "无") for one in (old, new)]
        found.append(f"胜方：{pair[0]} → {pair[1]}")
    return found


def _standing(player: dict[str, Any]) -> str:
    if player["out"] is None:
        return f"在场，{words.VOTES[player['vote']]}"
    return f"第 {player['out']['round']} 轮{words.cause(player['out']['cause'])}"


def _post(post: dict[str, Any] | None) -> str:
    if post is None:
        return "无"
    return f"{words.STATUS[post['status']]}，效果{words.EFFECTS[post['effect']]}"


def _complaint(one: dict[str, Any] | None) -> str:
    return "无" if one is None else words.complaint(one)


def _debt(debt: dict[str, Any]) -> str:
    return (
        f"{debt['player']} {words.DEBTS[debt['kind']]} {debt['min_count']} 字，"
        f"{debt['due'] or '未定时限'}，{words.STATUS[debt['status']]}"
    )
