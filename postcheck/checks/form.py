"""The outward form of a post: edited, pictures for text, the code (代号) it is signed with, its
floor, and the title of a complaint.

Measures: what the reader saw, and what the ruleset says of it. Does not count: whether a code is
somebody else's, which only the referee of the game knows. Clauses: fengyun85 杀帖2, 3, 报道2, 8.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from postcheck.post import Post
from postcheck.readers.threads import floor_number
from postcheck.text import is_han

LITTLE = 60  # Chinese characters; a post with pictures and fewer may have its text in them
COMPLAINT = "投诉"
# What may stand before and after a code: it is a name there, not a word of the sentence.
BEFORE = r"(?:^|[^\w]|代[号號]|杀手|杀帖|殺帖|署名|出帖人?|作者|贴杀者|[帖贴])"
AFTER = r"(?:$|[^\w]|\d|[杀刺剑出贴帖敬])"
SIGNATURE = 40  # characters of a line that may be a signature; longer ones are prose
NAMED = re.compile(r"代[号號]|杀手|[杀殺][帖贴]|出帖|署名")
BRACKETS = str.maketrans("【〔［】〕］", "[[[]]]")
MARKED = "论坛标着编辑过；标记是正文里的一行字，作者自己也打得出"
UNMARKED = "没有编辑标记；发出一分钟以内的编辑和管理员的编辑不留标记"


@dataclass(frozen=True, slots=True)
class Orders:
    """What a ruleset and the game say of the form. `codes`: all 代号; `right` tells by which right
    a code may post in the round at hand (None: not known); `round`: None where nobody said.
    `complaint`: words of the title; `first_floor`: kill posts open their thread."""

    codes: tuple[str, ...] = ()
    round: int | None = None
    right: Callable[[str, int], str | None] | None = None
    complaint: tuple[str, ...] = ()
    first_floor: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """`code`: the first that the post is signed with, `codes`: all of them; `right`: of the code in
    the round. `needs_code`: a kill post of a game, not a draft. `at_top`, `reply` None: unknown.
    `complaint_lacks` None: no complaint."""

    edited: bool | None
    images_only: bool
    code: str | None
    codes: tuple[str, ...] = ()
    right: str | None = None
    needs_code: bool = False
    text_in_pictures: bool = False
    at_top: bool | None = None
    reply: bool | None = None
    complaint_lacks: tuple[str, ...] | None = None
    edited_note: str = ""


def measure(post: Post, kind: str = "", orders: Orders = Orders()) -> Form:
    """Codes are looked for in the title, the first and the last line, as names of their own."""
    codes = _signed(post, orders.codes)
    code = codes[0] if codes else None
    floor = floor_number(post.floor)
    right = None
    if code is not None and orders.round is not None and orders.right is not None:
        right = orders.right(code, orders.round)
    of_thread = post.extra.get("engine", "page") != "page"
    published = orders.round is not None or (of_thread and post.kind == "kill")
    return Form(
        edited=post.edited,
        images_only=post.images_only,
        code=code,
        codes=codes,
        right=right,
        needs_code=kind == "kill" and bool(orders.codes) and published and post.unknown is None,
        text_in_pictures=_text_in_pictures(post),
        at_top=None if floor is None or kind != "kill" or not orders.first_floor else floor == 1,
        reply=_is_reply(post, floor),
        complaint_lacks=_lacks(post.title, orders.complaint),
        edited_note={True: MARKED, False: UNMARKED, None: ""}[post.edited] if of_thread else "",
    )


def _signed(post: Post, codes: Sequence[str]) -> tuple[str, ...]:
    if not codes:
        return ()
    lines = [line for line in post.text.original.splitlines() if line.strip()]
    ends = (*lines[:1], *lines[-1:])
    signed = [line for line in ends if len(line) <= SIGNATURE or NAMED.search(line)]
    found: dict[str, None] = {}
    for place in (post.title or "", *signed):
        found |= dict.fromkeys(match[1] for match in _pattern(tuple(codes)).finditer(place))
    return tuple(found)


@lru_cache(maxsize=8)
def _pattern(codes: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(code) for code in sorted(codes, key=len, reverse=True))
    return re.compile(f"(?:{BEFORE})({words})(?={AFTER})")


def _text_in_pictures(post: Post) -> bool:
    few = np.count_nonzero(is_han(post.text.codes)) < LITTLE
    return bool(post.images and few and not post.images_only and post.unknown is None)


def _is_reply(post: Post, floor: int | None) -> bool | None:
    if post.quotes or re.match(r"(?i)re\s*[:：]|回复", post.title or ""):
        return True
    return None if floor is None else floor > 1


def _lacks(title: str | None, wanted: Sequence[str]) -> tuple[str, ...] | None:
    """The words that the title of a complaint has to have and has not."""
    if title is None or COMPLAINT not in title or not wanted:
        return None
    return tuple(word for word in wanted if word not in title.translate(BRACKETS))
