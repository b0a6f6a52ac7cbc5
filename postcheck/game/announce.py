"""Announcements (公告): the result of a round, or a ruling, as a forum post.

Built from `public` alone, so that nothing secret can get in. BBCode or plain text.
"""

from collections.abc import Mapping
from typing import Any

from postcheck.game import words

HOW = {
    "voted": "票出", "suicide": "自杀", "posts": "杀帖与烟花", "taken": "被带走",
    "ruled": "判罚出局",
}  # fmt: skip
TIES = {"later_out": "后到先出", "earlier_out": "先到先出"}
_BRACKETS = str.maketrans("[]", "［］")


class Page:
    """The lines of a post; `bb`: with BBCode."""

    def __init__(self, bb: bool) -> None:
        self.bb = bb
        self.lines: list[str] = []

    def head(self, text: str) -> None:
        self.lines.append(f"[b]{self.safe(text)}[/b]" if self.bb else f"【{text}】")

    def line(self, text: str) -> None:
        self.lines.append(self.safe(text))

    def safe(self, text: str) -> str:
        """A name or title must not open a tag of its own."""
        return text.translate(_BRACKETS) if self.bb else text

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def round_post(view: Mapping[str, Any], *, bb: bool = True) -> str:
    """The result post of a round."""
    page = Page(bb)
    page.head(f"{view['title']} 第 {view['round']} 轮结果")
    tie = view["tie"]
    rule = f"；平票{TIES[tie['value']]}（{tie['clause']}）" if tie else ""
    page.line(f"票 {view['votes']} 出 {view['vote_out']}{rule}")
    if view["effects"]:
        order = "、".join(words.ORDER[name] for name in view["effects"]["order"])
        page.line(f"先后：{order}（{view['effects']['clause']}）")
    for row in view["tally"]:
        half = f"，半票 {row['half']}" if row["half"] else ""
        page.line(
            f"{row['rank']}. {row['player']}：全票 {row['full']}{half}" + "　出局" * row["out"]
        )
    page.head("杀帖")
    for post in view["posts"]:
        page.line(f"{post['code'] or '未注明代号'} → {post['target']}：{_post(post)}")
    if not view["posts"]:
        page.line("无")
    page.head("出局")
    for how, word in HOW.items():
        names = [_name(one) for one in view["out"] if one["how"] == how]
        if names:
            page.line(f"{word}：{'、'.join(names)}")
    page.line(f"存活 {view['alive']} 人")
    if view["overtime"]:
        tied = view["overtime"]
        page.line(f"加时：{'、'.join(tied['between'])}，票一出 {tied['out']}")
    for one in view["alliances"]:
        page.line(
            f"{words.SIDES[one['side']]}自第 {one['since_round']} 轮起大联合（{one['clause']}）"
        )
    if view["winner"]:
        page.head(f"{words.SIDES[view['winner']]}胜")
    return page.text()


def _name(one: Mapping[str, Any]) -> str:
    return f"{one['player']}（{one['role']}）" if "role" in one else str(one["player"])


def _post(post: Mapping[str, Any]) -> str:
    if post["fireworks"]:
        return "烟花"
    return words.STATUS[post["status"]]


def ruling_post(view: Mapping[str, Any], findings: Mapping[str, str], *, bb: bool = True) -> str:
    """The post of a ruling; `findings`: code → Chinese."""
    page = Page(bb)
    page.head(f"{view['title']} 判罚公告")
    if view["complaint"]:
        page.line(f"投诉：{view['complaint']}，投诉人 {view['by']}")
    about = view["player"] or view["place"]
    if view["about"] == "post":
        about = f"代号“{view['code']}”的杀帖" if view["code"] else "未注明代号的杀帖"
    page.line(f"对象：{about}")
    name = findings.get(view["finding"], view["finding"])
    why = f"：{words.refusal(view['why'], view['wanted'])}" if view["why"] else ""
    page.line(f"事由：{name}，{words.STATUS[view['outcome']]}{why}")
    for one in view["evidence"]:
        page.line(f"证据：{one}")
    if view["clauses"]:
        page.line(f"依据：{'、'.join(view['clauses'])}")
    for line in _consequences(view):
        page.line(line)
    return page.text()


def _consequences(view: Mapping[str, Any]) -> list[str]:
    lines = []
    debt = view["debt"]
    if debt:
        due = f"{debt['due'][:16].replace('T', ' ')} 以前" if debt["due"] else "在哨子指定的时间内"
        least = f"，至少 {debt['min_count']} 字" if debt["min_count"] else ""
        lines.append(f"处理：{due}{words.DEBTS[debt['kind']]}{least}")
    if view["author_out"]:
        lines.append("处理：出帖人出局" if view["about"] == "post" else "处理：出局")
    if view["warned"]:
        lines.append("处理：警告出帖人" if view["about"] == "post" else "处理：警告")
    if view["target_back"]:
        lines.append(f"处理：{view['target']} 复活")
    if view["post"] == "void":
        lines.append("处理：此帖不算")
    return lines or ["处理：无"]
