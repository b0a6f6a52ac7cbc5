import re
import time
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pytest
from bs4 import BeautifulSoup, Tag
from handmade import WALK, hit, source, span, walk
from handmade import review as make

from postcheck.judge import Finding, Reading, Remedy, Verdict
from postcheck.measure import Hit, Measure
from postcheck.report.html import render_html
from postcheck.review import Review

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{7*7}}<!--\u2028]]>"


def soup(*reviews: Review) -> BeautifulSoup:
    return BeautifulSoup(render_html(reviews), "html.parser")


def pane(page: BeautifulSoup | Tag) -> Tag:
    found = page.select_one(".text")
    assert found is not None
    return found


@pytest.fixture(scope="module")
def page(review: Review) -> BeautifulSoup:
    return soup(review)


def test_the_marked_text_is_the_text(page: BeautifulSoup) -> None:
    assert pane(page).get_text() == WALK


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n头两行是空的",
        "一行\r\n两行\r三行\t<b>&amp;</b>",
        "山\u200b水\u202e倒\x07铃\x0c页\x0b行",
        "𠮷野家😀👨‍👩‍👧",
        "  \n\n",
        EVIL,
    ],
)
def test_any_text_is_shown_as_it_is(text: str) -> None:
    assert pane(soup(make(text))).get_text() == text


def test_what_utf8_cannot_hold_is_shown_by_name() -> None:
    shown = pane(soup(make("桥\ud800头\0")))
    assert shown.get_text() == "桥\ufffd头\ufffd"
    assert [mark["data-c"] for mark in shown.select(".x")] == ["U+D800", "U+0000"]


def test_every_hit_has_a_number_a_mark_and_a_card(page: BeautifulSoup) -> None:
    numbers = [link["data-n"] for link in page.select(".text a.n")]
    assert numbers == ["注1", "引2", "复3", "旧4", "列5", "免6"]
    for number, group in enumerate(
        ["declared", "quoted", "repeated", "prior", "listed", "discounted"], 1
    ):
        marks = page.select(f'.text mark.k-{group}[data-h="{number}"]')
        assert marks, group
        assert page.select_one(f"#p1c{number}.card.k-{group}") is not None
        assert page.select_one(f'#p1m{number}[href="#p1c{number}"]') is not None


def test_links_inside_the_page_lead_somewhere(page: BeautifulSoup) -> None:
    ids = {str(node["id"]) for node in page.select("[id]")}
    targets = {str(link["href"])[1:] for link in page.select('a[href^="#"]')}
    assert targets <= ids
    assert len(ids) == len(page.select("[id]"))


def test_overlapping_hits_are_each_marked_whole() -> None:
    text = "甲乙丙丁戊己庚辛"
    found = [Hit(0, 5, "verbatim"), Hit(3, 8, "verbatim"), Hit(3, 5, "verbatim")]
    again = [Hit(4, 6, "loop")]
    shown = pane(
        soup(make(text, [Measure("quoted", tuple(found)), Measure("repeated", tuple(again))]))
    )
    assert shown.get_text() == text
    for number, expected in (
        ("1", "甲乙丙丁戊"),
        ("2", "丁戊"),
        ("3", "丁戊己庚辛"),
        ("4", "戊己"),
    ):
        marks = [mark for mark in shown.select("mark") if number in str(mark["data-h"]).split()]
        assert "".join(mark.get_text() for mark in marks) == expected
    deepest = shown.select("mark mark")
    assert [mark.get_text() for mark in deepest] == ["戊", "己"]


def test_a_card_says_why_by_which_clause_and_what_differs(page: BeautifulSoup) -> None:
    card = page.select_one("#p1c2")
    assert card is not None
    words = card.get_text()
    for part in ("改动相近", "杀帖8", "某甲《河边》", "shige/d1", "2009-05-01", "另见 1 处"):
        assert part in words
    assert [mark.get_text() for mark in card.select("em.ch")] == ["山", "砚台", "峰", "石板"]


def test_verdict_readings_remedies_and_way_out_are_words(page: BeautifulSoup) -> None:
    verdict = page.select_one("section.verdict")
    assert verdict is not None
    words = verdict.get_text()
    for part in (
        "不合格", "哨子裁定", "字数不足", "杀帖7", "引用不得超过全文的一成", "只计相同的字",
        "重写，不少于 1200 字", "再写 632 字原创", "15.5%",
    ):  # fmt: skip
        assert part in words


def test_no_outside_host_and_a_policy_with_hashes(page: BeautifulSoup) -> None:
    policy = page.select_one('meta[http-equiv="Content-Security-Policy"]')
    assert policy is not None
    assert "default-src 'none'" in str(policy["content"])
    for tag in ("style", "script:not([type])"):
        (node,) = page.select(tag)
        digest = b64encode(sha256(node.get_text().encode()).digest()).decode()
        assert f"'sha256-{digest}'" in str(policy["content"])
    assert not page.select("[src], link, [style], iframe, object, form[action]")
    assert not re.search(r"url\(|@import", page.style.get_text() if page.style else "")
    outside = [link for link in page.select("a[href]") if not str(link["href"]).startswith("#")]
    assert [link["href"] for link in outside] == ["https://example.org/a?b=1&c=2"]
    assert all("noreferrer" in link["rel"] for link in outside)


def test_hostile_words_stay_words() -> None:
    start = span("甲乙", "甲").start
    evil = source(EVIL, corpus=EVIL, doc=EVIL, author=EVIL, title=EVIL, url="javascript:alert(1)")
    part = Hit(start, start + 1, "altered", source=evil, also=(evil,))
    reading = Reading(EVIL, "fail", EVIL, EVIL)
    finding = Finding("too_short", "fail", EVIL, EVIL, {EVIL: EVIL}, {EVIL: 1}, (reading,))
    verdict = Verdict("fail", (finding,), (Remedy(EVIL, EVIL, 1, EVIL),), (EVIL,))
    labels = {
        "conduct": {"hits": [{"start": 0, "end": 1, "category": EVIL, "term": EVIL}]},
        "genre": {"label": EVIL, "literary": 0.5, "evidence": []},
        "language": {"label": EVIL, "traditional_share": 0},
    }
    hostile = make(
        "甲乙", [Measure("quoted", (part,), (), (EVIL,))], verdict, labels,
        id=EVIL, source=EVIL, author=EVIL, title=EVIL, kind=EVIL, notices=(EVIL,),
    )  # fmt: skip
    named = replace(
        hostile,
        corpora=(EVIL,),
        ruleset_id=EVIL,
        clauses={"quoted": EVIL},
        paraphrases={EVIL: EVIL},
    )
    page = soup(named, named)
    assert len(page.select("script")) == 2
    assert not page.select("img, [onerror]")
    assert not page.select('a[href^="javascript"]')
    assert "{{7*7}}" in page.get_text()


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("https://example.org/t/1", True),
        ("HTTP://example.org", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("//example.org", False),
        (" https://example.org", False),
        ("https://example.org/\u202e", False),
        (None, False),
    ],
)
def test_only_web_addresses_become_links(url: str | None, linked: bool) -> None:
    part = hit(WALK, "海上生明月", "verbatim", source=source("海上生明月", url=url))
    page = soup(make(WALK, [Measure("quoted", (part,))]))
    assert bool(page.select(".source a")) == linked


def test_languages_are_declared(page: BeautifulSoup) -> None:
    assert page.html is not None
    assert page.html["lang"] == "zh-CN"
    assert pane(page)["lang"] == "zh-Hans"


def test_several_posts_get_an_overview_and_ids_of_their_own() -> None:
    page = soup(walk(), make("", id="p2"))
    assert [link["href"] for link in page.select("header.top a")] == ["#p1", "#p2"]
    assert len({node["id"] for node in page.select("[id]")}) == len(page.select("[id]"))


def test_no_reviews_is_an_empty_page() -> None:
    assert "共 0 帖" in soup().get_text()


def test_same_review_same_page() -> None:
    assert render_html([walk()]) == render_html([walk()])


def test_a_hundred_thousand_characters_take_about_a_second() -> None:
    text = (WALK * (100_000 // len(WALK) + 1))[:100_000]
    parts = tuple(
        Hit(
            start,
            start + 40,
            "altered",
            source=source(text[start + 3 : start + 43], doc=str(start)),
        )
        for start in range(0, 99_000, 200)
    )
    large = make(text, [Measure("quoted", parts)])
    before = time.process_time()
    render_html([large])
    assert time.process_time() - before < 3
