"""Whether a lexicon file is in its form: every fault with the line where it stands."""

import difflib
import re
from typing import Any

from postcheck.errors import SourceError

CATEGORIES = ("politics", "porn", "insult", "self_exposure", "chat_log", "oath")
SLOTS = ("id", "name")  # filled from roster and people, not from the file
SLOT = re.compile(r"\{([a-z]+)\}")

WORDS = ("terms", "topics", "directed")
LISTS = (*WORDS, "toward", "unless", "allowed")
NUMBERS = ("different", "within")
TABLES = ("pinyin", "split", "latin", "slots")
KEYS = ("category", "says", "instead", *LISTS, *NUMBERS, *TABLES, "form")
NEEDED = ("name", "anchors", "pattern")
FORM = (*NEEDED, "unless", "own_words")

Table = dict[str, Any]


class _Faults:
    """Gathers faults; the line is that of the last of the words sought one after the other."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.found: list[SourceError] = []

    def add(self, message: str, remedy: str, *sought: str) -> None:
        at = -1
        for one in sought:
            at = max(at, self.text.find(one, at + 1))
        line = self.text.count("\n", 0, at) + 1 if at >= 0 else None
        self.found.append(SourceError(message, remedy=remedy, file=self.file, line=line))


def faults(table: Table, text: str, file: str) -> list[SourceError]:
    """All that is wrong with the tables of a lexicon, in Chinese; empty where nothing is."""
    wrong = _Faults(text, file)
    for key in table.keys() - set(KEYS):
        near = difflib.get_close_matches(key, KEYS, 1)
        remedy = f"是不是 {near[0]}？" if near else f"可用的有：{'、'.join(KEYS)}"
        wrong.add(f"没有 {key} 这一项", remedy, key)
    if table.get("category") not in CATEGORIES:
        wrong.add("category 不对，或没有写", f"只能是 {'、'.join(CATEGORIES)}", "category")
    if not isinstance(table.get("says", ""), str):
        wrong.add("says 应是文字", "写这一类说的是什么", "says")
    if not isinstance(table.get("instead", False), bool):
        wrong.add("instead 应是 true 或 false", "true 即不用内置的这一类", "instead")
    for key in NUMBERS:
        if type(table.get(key, 1)) is not int or table.get(key, 1) < 1:
            wrong.add(f"{key} 应是正整数", "写一个数", key)
    _lists(table, wrong)
    for key in TABLES:
        _pairs(key, table, wrong)
    forms = table.get("form", [])
    if not isinstance(forms, list) or not all(isinstance(form, dict) for form in forms):
        wrong.add("form 应是一组表", "写成 [[form]]", "form")
        forms = []
    for form in forms:
        _form(form, table, wrong)
    return sorted(wrong.found, key=lambda fault: fault.line or 0)


def _lists(table: Table, wrong: _Faults) -> None:
    seen: set[str] = set()
    for key in LISTS:
        if not _are_words(table.get(key, [])):
            wrong.add(f"{key} 应是词的列表，词不能空", '写成 ["词", "词"]', key)
    for word in _words(table):
        if word in seen:
            wrong.add(f"“{word}”写了两次", "只留一个", f'"{word}"', f'"{word}"')
        seen.add(word)
    if "topics" in table and not {"different", "within"} <= table.keys():
        wrong.add("有 topics 而没有 different、within", "写几个不同的词、多少字以内", "topics")


def _pairs(key: str, table: Table, wrong: _Faults) -> None:
    pairs = table.get(key, {})
    if not isinstance(pairs, dict):
        wrong.add(f"{key} 应是一张表", f"写成 [{key}]", key)
        return
    words = set(_words(table))
    for word, value in pairs.items():
        place = f"[{key}]", word
        if key == "pinyin" and (not isinstance(value, str) or len(value.split()) != len(word)):
            wrong.add(f"“{word}”的拼音应是 {len(word)} 个音节", "音节用空格隔开", *place)
        elif key != "pinyin" and not (_are_words(value) and value):
            wrong.add(f"{key} 里“{word}”应是词的列表", '写成 ["词"]', *place)
        if key in ("pinyin", "latin") and word not in words:
            wrong.add(f"{key} 里的“{word}”不在词表里", f"先写进 {'、'.join(WORDS)}", *place)


def _form(form: Table, table: Table, wrong: _Faults) -> None:
    place = "[[form]]", f'"{form.get("name")}"'
    for key in form.keys() - set(FORM):
        wrong.add(f"form 没有 {key} 这一项", f"可用的有：{'、'.join(FORM)}", *place, key)
    for key in NEEDED:
        if not (_are_words(form.get(key)) if key == "anchors" else _is_text(form.get(key))):
            wrong.add(f"form 的 {key} 没有写，或写法不对", "照 docs/lexicons.md 写", *place)
    if not isinstance(form.get("own_words", False), bool):
        wrong.add("own_words 应是 true 或 false", "改正", *place)
    slots = {*SLOTS, *(table["slots"] if isinstance(table.get("slots"), dict) else ())}
    for key in ("pattern", "unless"):
        pattern = form.get(key, "")
        if not isinstance(pattern, str):
            continue
        for name in SLOT.findall(pattern):
            if name not in slots:
                wrong.add(f"{{{name}}} 没有定义", "写进 [slots]", f"{{{name}}}")
        try:
            re.compile(SLOT.sub("x", pattern))
        except re.error as error:
            wrong.add(f"form 的 {key} 不是正则：{error}", "用 Python 的正则写法", pattern)


def _words(table: Table) -> list[str]:
    lists = [table.get(key, []) for key in WORDS]
    return [word for words in lists if _are_words(words) for word in words]


def _are_words(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
