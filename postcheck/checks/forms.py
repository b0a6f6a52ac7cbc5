"""Forms of saying something, matched on a view of the text that keeps clauses apart.

The view has the folded characters, `,` for what parts clauses, `:` before speech, “ ” for all
quotation marks, `。` and `?` for sentence ends, and line ends; everything else is dropped.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np

from postcheck.checks.lexicon import Form, Lexicon
from postcheck.checks.lexicon_form import SLOT
from postcheck.text import Codes, Text, code_points, fold_table, is_han, string_of

KEPT = {
    "，": ",", "、": ",", ",": ",", "；": ",", ";": ",", "—": ",", "：": ":", ":": ":",
    "“": "“", "”": "”", "「": "“", "」": "”", "『": "“", "』": "”", "‘": "“", "’": "”",
    "。": "。", "！": "。", "!": "。", "…": "。", "？": "?", "?": "?", "\n": "\n", "*": "*",
}  # fmt: skip
BEFORE = 28  # characters in which `unless` is looked for
SPEECH = re.compile(r"(?P<who>[^,。?\n“”]{0,10})(?:说|道|喊|叫|问|答|写|回|嚷|骂)[着了过]?[:,]?$")
AFTER = re.compile(r"^[,。]?(?P<who>[^,。?\n“”]{0,8})(?:说|道|喊|叫|问|答|嚷|骂)")
SELF = re.compile("我|俺|本人|在下")
NOBODY = r"(?!)"  # a slot without names matches nothing

Said = tuple[str, int, int]


def said(
    text: Text, lexicon: Lexicon, roster: tuple[str, ...], ids: tuple[str, ...]
) -> Iterator[Said]:
    """Name of the form and original range, for each place where a form of the lexicon stands."""
    if not lexicon.forms:
        return
    view, offsets = _view(text)
    for form in lexicon.forms:
        if not any(_folded_han(anchor) in view for anchor in form.anchors):
            continue
        pattern, unless = _compiled(form, lexicon.slots, roster, ids)
        for match in pattern.finditer(view):
            start, end = _without_ends(view, *match.span())
            if unless is not None and unless.search(_before(view, start)):
                continue
            if form.own_words and _others(view, start, end):
                continue
            yield form.name, int(offsets[start]), int(offsets[end - 1]) + 1


def _without_ends(view: str, start: int, end: int) -> tuple[int, int]:
    while start < end and view[start] in "\n,。“":
        start += 1
    while end > start + 1 and view[end - 1] in "\n,。":
        end -= 1
    return start, end


def _before(view: str, start: int) -> str:
    """What stands before in the same sentence, inside the same quotation marks."""
    before = view[max(0, start - BEFORE) : start]
    return re.split("[。?\n“”]", before)[-1]


def _others(view: str, start: int, end: int) -> bool:
    """Inside quotation marks, and somebody else is named as the one who speaks."""
    opened = view.rfind("“", 0, start)
    if opened < 0 or "”" in view[opened:start] or "\n" in view[opened:start]:
        return False
    closed = view.find("”", end)
    tags = [SPEECH.search(view[max(0, opened - 14) : opened])]
    if closed >= 0:
        tags.append(AFTER.search(view[closed + 1 : closed + 12]))
    return any(tag is not None and tag["who"] and not SELF.search(tag["who"]) for tag in tags)


@lru_cache(maxsize=1)
def _view(text: Text) -> tuple[str, list[int]]:
    codes = _table()[text.codes]
    offsets = np.flatnonzero(codes)
    return string_of(codes[offsets]), offsets.tolist()


@cache
def _table() -> Codes:
    table = fold_table().copy()
    table[code_points("".join(KEPT))] = code_points("".join(KEPT.values()))
    return table


@lru_cache(maxsize=64)
def _compiled(
    form: Form,
    slots: tuple[tuple[str, tuple[str, ...]], ...],
    roster: tuple[str, ...],
    ids: tuple[str, ...],
) -> tuple[re.Pattern[str], re.Pattern[str] | None]:
    """The pattern with its slots filled, and what may not stand before it."""
    words = {name: f"(?:{'|'.join(map(_folded_han, some))})" for name, some in slots}
    words["id"] = _names(ids, roster)
    words["name"] = _names((*roster, *ids), ())

    def fill(pattern: str) -> str:
        return SLOT.sub(lambda match: words[match[1]], _folded_han(pattern))

    unless = re.compile(f"(?:{fill(form.unless)})$") if form.unless else None
    return re.compile(fill(form.pattern)), unless


def _names(names: tuple[str, ...], others: tuple[str, ...]) -> str:
    """One of `names`, the longest first; not where one of `others` begins that is longer.

    A name of one character is a word like any other.
    """
    folded = sorted({name for name in map(_folded, names) if len(name) > 1}, key=len, reverse=True)
    if not folded:
        return NOBODY
    longer = {_folded(name) for name in others}
    parts = []
    for name in folded:
        instead = [re.escape(one) for one in longer if len(one) > len(name) and name in one]
        ahead = f"(?!{'|'.join(sorted(instead))})" if instead else ""
        parts.append(ahead + re.escape(name))
    return f"(?:{'|'.join(parts)})"


@cache
def _folded_han(pattern: str) -> str:
    """Chinese characters as the view has them; the rest of a pattern stays."""
    codes = code_points(pattern)
    return string_of(np.where(is_han(codes), fold_table()[codes], codes))


def _folded(name: str) -> str:
    codes = fold_table()[code_points(name)]
    return string_of(codes[codes > 0])
