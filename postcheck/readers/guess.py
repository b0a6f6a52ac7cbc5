"""What a post looks like to be: a check-in (报道) or a kill (杀帖), and under which code (代号).

Guesses from title and first line, shown to the referee and overruled by `--kind`.
"""

import re
from functools import lru_cache

_KILL = re.compile(
    r"[杀殺刀][帖贴貼]|白[条條]|[【\[（(《]\s*[杀殺刀]\s*[】\]）)》]|^\s*[杀殺]\s*[:：]"
)
_REPORT = re.compile(r"报[道到]|報[道到]|[【\[（(《]\s*[报報]\s*[】\]）)》]")
_NEWS = re.compile(
    r"[据據][^。]{0,30}?[报報][道導]|[报報][道導][称稱说說]"
)  # a report, and no check-in
_CODE = re.compile(r"(?:杀手)?代[号號]\s*[:：]\s*[【\[“\"]?\s*(\w{1,10})")
_SIGN = re.compile("[杀殺刀白报報]")  # without which neither matches
_LOOKED_AT = 200


def guess_kind(title: str | None, text: str, *, reply: bool = False) -> str | None:
    """By the first line of the text, else by the title. None: neither says.

    `reply`: the title is that of the thread which the post answers. Check-ins are replies; a kill
    opens a thread, and what others say below it is none.
    """
    first = text[:2000].strip().partition("\n")[0]
    if kind := _kind(first[:40]):
        return kind
    kind = _kind_of_title((title or "")[:_LOOKED_AT])
    return None if reply and kind == "kill" else kind


def _kind(words: str) -> str | None:
    if not _SIGN.search(words):
        return None
    words = _NEWS.sub("", words)
    if _KILL.search(words):
        return "kill"
    return "report" if _REPORT.search(words) else None


_kind_of_title = lru_cache(maxsize=1000)(_kind)  # all posts of a thread ask for the same


def guess_code(title: str | None, text: str) -> str | None:
    """A line `代号：X` in the title, the first or the last line."""
    if "代" not in text and "代" not in (title or ""):
        return None
    lines = [line for line in text.split("\n") if line.strip()]
    for place in (title or "", *lines[:1], *lines[-1:]):
        if found := _CODE.search(place[:_LOOKED_AT]):
            return found[1]
    return None
