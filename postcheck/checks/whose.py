"""Whose an earlier text is, which of two came first, and whether it is the very post.

The post that is checked is often in the corpus already: crawled, saved, in a player's own folder.
It is known by its number on the board, by its address, or by author and time; a text that is the
same but known by none of these is told, and counts like any other.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from urllib.parse import urldefrag

import numpy as np

from postcheck.corpus.library import Document
from postcheck.corpus.search import Match, Matches
from postcheck.post import Post
from postcheck.text import Text

BOARD_TIME = timezone(timedelta(hours=8))  # of times that name no zone
_VERSION = re.compile(r"@[0-9a-f]{8}$")  # an earlier text of a post, beside the new one
_DAY = timedelta(days=1)  # a date without time, or a clock in another zone, is off by less
_SHOWN = 5

Key = tuple[str, str]  # corpus and id


@dataclass(frozen=True)
class Twins:
    """`itself`: documents that are the post, which are left out; `notices` tell of them, and of
    documents with the same text that are not."""

    itself: frozenset[Key]
    notices: tuple[str, ...]


def key(document: Document) -> Key:
    return document.corpus, document.id


def moment(when: datetime) -> datetime:
    return when if when.tzinfo else when.replace(tzinfo=BOARD_TIME)


def is_own(post: Post, document: Document, people: Mapping[str, str]) -> bool:
    """By the same person; `people` maps alias to owner. Without an author nothing is."""
    if post.author is None or document.author is None:
        return False
    return people.get(post.author, post.author) == people.get(document.author, document.author)


def is_later(post: Post, document: Document) -> bool:
    """Published after the post; unknown dates are not."""
    if post.posted_at is None or document.published_at is None:
        return False
    return moment(document.published_at) > moment(post.posted_at)


def is_itself(post: Post, document: Document) -> bool:
    """Is the document the very post, or an earlier version of it?

    The number of a forum post with its site says so alone. A number without site, an address or
    a file name may be another's too: then the text must be the same, or author and time; and a
    document that was published a day or more before the post is another one.
    """
    site = post.extra.get("site")
    number = _VERSION.sub("", document.id)
    if site and "engine" in post.extra and number == f"{site}/{post.id}":
        return True
    if _earlier(post, document):
        return False
    same_author = post.author is not None and post.author == document.author
    same_time = _same_time(post, document)
    if same_author and same_time and _same_text(post, document):
        return True
    known = {number, number.partition("/")[2]} & {post.id, post.source} - {""}
    if not known and not _same_address(post.url, document.url):
        return False
    return _same_text(post, document) or (same_author and same_time)


def _earlier(post: Post, document: Document) -> bool:
    if post.posted_at is None or document.published_at is None:
        return False
    return moment(post.posted_at) - moment(document.published_at) >= _DAY


def _same_time(post: Post, document: Document) -> bool:
    if post.posted_at is None or document.published_at is None:
        return False
    return abs(moment(post.posted_at) - moment(document.published_at)) < timedelta(minutes=1)


def _same_address(one: str | None, other: str | None) -> bool:
    """Up to http or https; the part behind # counts only where both have one."""
    if not one or not other:
        return False
    first, second = (re.sub(r"^https?://", "", each) for each in (one, other))
    if "#" in first and "#" in second:
        return first == second
    return urldefrag(first).url == urldefrag(second).url


def _same_text(post: Post, document: Document) -> bool:
    """The same characters, whatever the punctuation, spaces and script."""
    text, other = post.text.original, document.text
    if text == other:
        return True
    if 2 * min(len(text), len(other)) < max(len(text), len(other)):
        return False
    return np.array_equal(post.text.folded.codes, Text(other).folded.codes)


def twins(post: Post, matches: Matches, people: Mapping[str, str]) -> Twins:
    """Among the documents that share something with the post: itself, and its copies."""
    found = (*matches.passages, *matches.discounted)
    documents = {key(match.document): match.document for match in found}
    itself = {name: one for name, one in documents.items() if is_itself(post, one)}
    notices = [_itself_notice(post, one) for _, one in sorted(itself.items())]
    copies = [
        _copy_notice(post, one, people)
        for name, one in sorted(documents.items())
        if name not in itself and _is_copy(post, one, matches.passages)
    ]
    more = [f"另有 {len(copies) - _SHOWN} 篇与本帖全文相同"] if len(copies) > _SHOWN else []
    return Twins(frozenset(itself), (*notices, *copies[:_SHOWN], *more))


def _itself_notice(post: Post, document: Document) -> str:
    name = f"{document.corpus}/{document.id}"
    if _same_text(post, document):
        return f"语料 {name} 就是本帖自身，已排除"
    return f"语料 {name} 是本帖的另一版本（文字有改动），已排除"


def _is_copy(post: Post, document: Document, passages: Iterable[Match]) -> bool:
    """Nine tenths of both are the same."""
    shared = sum(match.same for match in passages if key(match.document) == key(document))
    if 10 * shared < 9 * len(post.text.folded):
        return False
    return 10 * shared >= 9 * len(Text(document.text).folded)


def _copy_notice(post: Post, document: Document, people: Mapping[str, str]) -> str:
    name = f"语料 {document.corpus}/{document.id} 与本帖全文相同"
    day = f"{moment(document.published_at):%Y-%m-%d}" if document.published_at else ""
    if is_later(post, document):
        return f"{name}，但晚于本帖（{day}，转载或重发），不计"
    if not is_own(post, document, people):
        return f"{name}：{document.author or '佚名'}，{day or '日期不明'}"
    if day:
        return f"{name}：本人 {day} 发过"
    return f"{name}，日期不明：是本人的旧帖还是本帖的草稿，请核对；先按旧文计"
