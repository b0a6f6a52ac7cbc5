"""Prior publication: whose an earlier text is, and which of two texts came first."""

from datetime import datetime, timedelta, timezone

import pytest
from library_of import library_of

from postcheck.checks import prior, quotation
from postcheck.corpus.search import search
from postcheck.measure import Measure
from postcheck.post import Post
from postcheck.text import Text

PASSAGE = "我把去年的日历翻到背面，一格一格写下欠过的人情，写到最后一格才发现自己欠得最多的是雨天。"
POST = f"今晚轮到我发言。{PASSAGE}写完就把笔盖上了。"
POSTED = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)  # noqa: UP017


def document(
    id_: str, author: str | None, at: str | None = None, text: str = PASSAGE
) -> dict[str, str]:
    fields = {"id": id_, "text": text, "author": author, "published_at": at}
    return {key: value for key, value in fields.items() if value is not None}


def measures(
    *documents: dict[str, str],
    people: dict[str, str] | None = None,
    posted_at: datetime | None = POSTED,
    author: str | None = "阿蘅",
) -> tuple[Measure, Measure]:
    """(prior, quoted)"""
    post = Post(Text(POST), author=author, posted_at=posted_at)
    with library_of(*documents) as library:
        matches = search(post.text, library)
    return prior.measure(post, matches, people or {}), quotation.measure(
        post, matches, people or {}
    )


def test_own_earlier_text_is_prior_not_quoted() -> None:
    own, others = measures(document("a", "阿蘅", "2023-01-01T00:00Z"))
    assert [POST[hit.start : hit.end] for hit in own.hits] == [PASSAGE]
    assert others.hits == ()


def test_text_of_another_is_quoted_not_prior() -> None:
    own, others = measures(document("a", "子衿", "2023-01-01T00:00Z"))
    assert own.hits == ()
    assert len(others.hits) == 1


def test_another_alias_of_the_same_owner_is_the_same_person() -> None:
    text = document("a", "小蘅", "2023-01-01T00:00Z")
    own, others = measures(text, people={"阿蘅": "真身一", "小蘅": "真身一"})
    assert (len(own.hits), len(others.hits)) == (1, 0)
    own, others = measures(text, people={"阿蘅": "真身一", "小蘅": "真身二"})
    assert (len(own.hits), len(others.hits)) == (0, 1)


def test_the_owner_may_sign_with_the_real_name() -> None:
    own, _ = measures(document("a", "真身一"), people={"阿蘅": "真身一"})
    assert len(own.hits) == 1


def test_without_an_author_nothing_is_ones_own() -> None:
    own, others = measures(document("a", None), author=None)
    assert (len(own.hits), len(others.hits)) == (0, 1)


@pytest.mark.parametrize(
    ("published", "counts"),
    [
        ("2024-05-01T11:59:59+00:00", True),
        ("2024-05-01T12:00:00+00:00", True),
        ("2024-05-01T12:00:01+00:00", False),
        ("2024-05-01T20:00:00+08:00", True),
    ],
)
def test_a_later_text_is_listed_and_does_not_count(published: str, counts: bool) -> None:
    own, _ = measures(document("a", "阿蘅", published))
    assert len(own.hits) == counts
    assert [hit.why for hit in own.discounted] == ([] if counts else ["later"])


def test_a_time_without_a_zone_is_board_time() -> None:
    posted = datetime(2024, 5, 1, 20)  # 12:00 UTC
    own, _ = measures(document("a", "阿蘅", "2024-05-01T12:00:01+00:00"), posted_at=posted)
    assert [hit.why for hit in own.discounted] == ["later"]
    own, _ = measures(
        document("a", "阿蘅", "2024-05-01T12:00:01+00:00"), posted_at=posted + timedelta(seconds=1)
    )
    assert len(own.hits) == 1


def test_a_text_of_unknown_date_counts_and_is_said() -> None:
    own, _ = measures(document("a", "阿蘅"))
    assert len(own.hits) == 1
    assert any("日期不明" in notice for notice in own.notices)


def test_a_post_of_unknown_date_is_said() -> None:
    own, _ = measures(document("a", "阿蘅", "2023-01-01T00:00Z"), posted_at=None)
    assert len(own.hits) == 1
    assert any("没有发表时间" in notice for notice in own.notices)


@pytest.mark.parametrize(
    ("mine", "theirs", "is_prior"),
    [
        ("2020-01-01T00:00Z", "2021-01-01T00:00Z", True),
        ("2021-01-01T00:00Z", "2020-01-01T00:00Z", False),
        ("2021-01-01T00:00Z", None, False),  # unknown counts as earlier
    ],
)
def test_what_both_hold_goes_to_the_earlier(mine: str, theirs: str | None, is_prior: bool) -> None:
    own, others = measures(document("a", "阿蘅", mine), document("b", "子衿", theirs))
    assert (len(own.hits), len(others.hits)) == ((1, 0) if is_prior else (0, 1))


def test_the_rest_of_a_passage_stays_with_the_other() -> None:
    own, others = measures(
        document("a", "阿蘅", "2020-01-01T00:00Z", text=PASSAGE[:22]),
        document("b", "子衿", "2021-01-01T00:00Z"),
    )
    assert [POST[hit.start : hit.end] for hit in own.hits] == [
        "我把去年的日历翻到背面，一格一格写下欠过的人情"
    ]
    assert [POST[hit.start : hit.end] for hit in others.hits] == [
        "写到最后一格才发现自己欠得最多的是雨天"
    ]


def test_no_match_gives_an_empty_measure() -> None:
    own, others = measures(document("a", "阿蘅", text="墙上的灯一盏一盏地灭下去。"))
    assert own == Measure("prior")
    assert others == Measure("quoted")


def test_a_hit_that_is_cut_to_a_part_names_that_part_of_its_source() -> None:
    first, last = PASSAGE[:24], PASSAGE[24:]
    assert first.endswith("人情，")
    own, others = measures(
        document("a", "子衿", "2023-01-01T00:00Z", f"抄一段。{PASSAGE}"),
        document("b", "阿蘅", "2022-01-01T00:00Z", f"{last}这是旧话。"),
    )
    (hit,) = others.hits
    assert hit.source is not None
    assert (hit.source.doc, POST[hit.start : hit.end]) == ("a", first[:-1])
    assert (hit.source.start, hit.source.text) == (4, first[:-1])
    assert [each.source and each.source.text for each in own.hits] == [last]
