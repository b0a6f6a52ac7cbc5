"""Whether a document is the very post that is checked, and what is said of its copies."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from library_of import library_of

from postcheck.checks import prior, quotation
from postcheck.checks.whose import BOARD_TIME, is_itself
from postcheck.corpus.library import Document
from postcheck.corpus.search import search
from postcheck.measure import Measure
from postcheck.post import Post
from postcheck.text import Text

TEXT = "我把去年的日历翻到背面，一格一格写下欠过的人情，写到最后一格才发现自己欠得最多的是雨天。"
REWRITTEN = "今年不再记账，只把门前的台阶扫了三遍，等着看谁先踩上去。"
POSTED = datetime(2024, 5, 1, 21, tzinfo=BOARD_TIME)
SITE = {"engine": "discuz_x", "site": "bbs.example.org"}
PAGE = "https://bbs.example.org/thread-77-1-1.html"


def post(**fields: Any) -> Post:
    return Post(Text(fields.pop("text", TEXT)), **{"author": "阿蘅", "posted_at": POSTED, **fields})


def document(**fields: Any) -> Document:
    facts = {"corpus": "旧帖", "id": "x", "author": None, "title": None, "url": None,
             "published_at": None, "text": TEXT}  # fmt: skip
    return Document(**{**facts, **fields})


@pytest.mark.parametrize(
    ("mine", "theirs", "same"),
    [
        # the number on the board, with its site: whatever the text is now
        ({"id": "77-102", "extra": SITE}, {"id": "bbs.example.org/77-102"}, True),
        ({"id": "77-102", "extra": SITE},
         {"id": "bbs.example.org/77-102", "text": REWRITTEN}, True),
        ({"id": "77-102", "extra": SITE},
         {"id": "bbs.example.org/77-102@0123abcd", "text": REWRITTEN}, True),
        ({"id": "77-102", "extra": SITE},
         {"id": "bbs.example.org/77-103", "text": REWRITTEN}, False),
        ({"id": "77-102", "extra": SITE}, {"id": "bbs.other.org/77-102", "text": REWRITTEN}, False),
        # the number without its site: another board may have it too
        ({"id": "77-102", "extra": {"engine": "discuz_x"}}, {"id": "bbs.example.org/77-102"}, True),
        ({"id": "77-102", "extra": {"engine": "discuz_x"}},
         {"id": "bbs.example.org/77-102", "text": REWRITTEN, "author": "子衿"}, False),
        # the address
        ({"url": PAGE}, {"url": PAGE}, True),
        ({"url": f"{PAGE}#pid102"}, {"url": PAGE.replace("https", "http")}, True),
        ({"url": f"{PAGE}#pid102"}, {"url": f"{PAGE}#pid103"}, False),
        ({"url": PAGE}, {"url": PAGE, "text": REWRITTEN, "author": "子衿"}, False),
        ({"url": PAGE}, {"url": PAGE, "text": REWRITTEN, "author": "阿蘅"}, False),
        ({"url": PAGE},
         {"url": PAGE, "text": REWRITTEN, "author": "阿蘅", "published_at": POSTED}, True),
        # author and time, in another view of the board
        ({}, {"author": "阿蘅", "published_at": POSTED, "text": TEXT.replace("，", " ")}, True),
        ({}, {"author": "子衿", "published_at": POSTED}, False),
        # a file of the same name
        ({"id": "稿.txt"}, {"id": "稿.txt"}, True),
        ({"id": "稿.txt"}, {"id": "稿.txt", "text": REWRITTEN}, False),
        # what was published earlier is no copy of the post, but the post of it
        ({"id": "p1"}, {"id": "p1", "published_at": POSTED - timedelta(days=1)}, False),
        ({"url": PAGE}, {"url": PAGE, "published_at": POSTED - timedelta(days=300)}, False),
        # nothing but the text
        ({}, {"author": "阿蘅"}, False),
    ],
)  # fmt: skip
def test_itself(mine: dict[str, Any], theirs: dict[str, Any], same: bool) -> None:
    assert is_itself(post(**mine), document(**theirs)) is same


def measured(mine: Post, *documents: dict[str, str]) -> tuple[Measure, Measure]:
    """(prior, quoted)"""
    with library_of(*documents) as library:
        matches = search(mine.text, library)
    people = {"小蘅": "真身一", "阿蘅": "真身一"}
    return prior.measure(mine, matches, people), quotation.measure(mine, matches, people)


def test_the_post_itself_is_left_out_and_said_whatever_its_version() -> None:
    now = post(text=f"{TEXT}{REWRITTEN}", id="77-102", extra=SITE)
    own, others = measured(now, {"id": "bbs.example.org/77-102", "text": TEXT, "author": "阿蘅"})
    assert own.hits == others.hits == ()
    assert own.notices == (
        "语料 texts/bbs.example.org/77-102 是本帖的另一版本（文字有改动），已排除",
    )


@pytest.mark.parametrize(
    ("fields", "counts", "said"),
    [
        ({"author": "小蘅", "published_at": "2020-01-01T00:00Z"}, "prior", "本人 2020-01-01 发过"),
        ({"author": "小蘅"}, "prior", "是本人的旧帖还是本帖的草稿，请核对；先按旧文计"),
        ({"author": "子衿", "published_at": "2020-01-01T00:00Z"}, "quoted", "：子衿，2020-01-01"),
        ({}, "quoted", "：佚名，日期不明"),
        ({"author": "子衿", "published_at": "2025-01-01T00:00Z"}, "", "但晚于本帖（2025-01-01"),
    ],
)
def test_copies_of_the_post_are_told(fields: dict[str, str], counts: str, said: str) -> None:
    own, others = measured(
        post(), {"id": "a", "text": TEXT.replace("一格一格", "一格又一格"), **fields}
    )
    assert {one.name for one in (own, others) if one.hits} == {counts} - {""}
    assert any("与本帖全文相同" in notice and said in notice for notice in own.notices)


def test_many_copies_are_counted() -> None:
    reposts = [{"id": f"r{n}", "text": TEXT, "author": f"路人{n}"} for n in range(7)]
    _, others = measured(post(), *reposts)
    assert sum("与本帖全文相同：" in notice for notice in others.notices) == 5
    assert "另有 2 篇与本帖全文相同" in others.notices


def test_times_without_a_zone_are_board_time() -> None:
    utc = POSTED.astimezone(timezone.utc)  # noqa: UP017
    bare = post(posted_at=POSTED.replace(tzinfo=None))
    assert is_itself(bare, document(author="阿蘅", published_at=utc))
