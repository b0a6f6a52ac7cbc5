"""What was found beside the numbers, in words: language and outward form."""

from collections.abc import Mapping
from typing import Any

from postcheck.report.terms import term
from postcheck.ruleset.names import LANGUAGES

Json = Mapping[str, Any]

NO_CODE = "标题、首行、末行里没有本规则的代号（只作提示）"
RIGHTS = {
    "due": "这一轮该出帖",
    "stand_in": "这一轮可以代出",
    "special": "凭身份可以出帖",
    "none": "这一轮的进程里没有它的帖",
}
_CHARACTERS = 20  # traditional characters that are shown


def language_line(language: Json) -> str:
    """The label, then what stands in the other script and how much is foreign."""
    notes = []
    percent = int(100 * language["traditional_share"])
    if language["label"] == "zh-Hans" and language["traditional_share"]:
        characters = language.get("characters", "")
        shown = characters[:_CHARACTERS] + ("……" if len(characters) > _CHARACTERS else "")
        listed = f"：{shown}" if shown else ""
        notes.append(f"能分简繁的字里繁体占 {percent or '不到 1'}%{listed}")
    if language.get("mixed"):
        notes.append("简繁混写")
    if language.get("foreign_share"):
        notes.append(f"长段外文占 {int(100 * language['foreign_share'])}%")
    return term(LANGUAGES, language["label"]) + (f"（{'；'.join(notes)}）" if notes else "")


def form_parts(form: Json, post: Json) -> list[str]:
    """Each thing that a referee may want to know of the form of the post."""
    code, right = form["code"], form.get("right")
    edited = f"发出后编辑过（{form['edited_note']}）" if form.get("edited_note") else "发出后编辑过"
    found = [
        form["edited"] and edited,
        form["images_only"] and "只有图片，没有文字",
        form.get("text_in_pictures") and "正文很短而帖中有图，文字可能在图里",
        code and f"署代号 {code}" + (f"，{RIGHTS[right]}" if right else ""),
        len(form.get("codes", ())) > 1 and f"另有代号 {'、'.join(form['codes'][1:])}",
        not code and post["kind"] == "kill" and not form.get("needs_code") and NO_CODE,
        form.get("at_top") is False and f"在 {post['floor']}，不在顶楼（特殊情况可以）",
        form.get("reply") and post["kind"] == "kill" and "是一篇回复",
        form.get("complaint_lacks") and f"投诉的标题缺“{'”“'.join(form['complaint_lacks'])}”",
    ]
    return [part for part in found if part]
