"""What the reports say beside the verdict: changes, disguised copying, shares near a border."""

import io
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from handmade import WALK, hit, source, walk
from handmade import review as make
from rich.console import Console

from postcheck.checks.changes import Change
from postcheck.checks.disguise import Disguise
from postcheck.judge import Verdict
from postcheck.judge.borderline import Borderline
from postcheck.measure import Measure
from postcheck.post import Span
from postcheck.report.html import render_html
from postcheck.report.jsonl import to_json
from postcheck.report.terminal import render_terminal
from postcheck.report.wording import changes_line
from postcheck.review import Review


def draw(review: Review) -> str:
    file = io.StringIO()
    render_terminal([review], Console(file=file, width=500))
    return file.getvalue()


def page(review: Review) -> BeautifulSoup:
    return BeautifulSoup(render_html([review]), "html.parser")


def evidence() -> Review:
    found = Disguise(
        source("", title="渡口", author="某甲"),
        sentences=14,
        altered=11,
        replaced=37,
        inserted=3,
        left_out=2,
        changes=(Change("赵二", "钱三", 9), Change("", "慢慢", 2), Change("很", "", 1)),
        spans=(Span(0, 40), Span(50, 90)),
    )
    return replace(walk(), disguise=(found,))


EVIDENCE = (
    "改头换面的线索，供评议，不是判定",
    "与《渡口》（某甲）有 14 句按同样次序出现，其中 11 句换过字词；共替换 37 处，增 3 处，删 2 处",
    "改动：“赵二”→“钱三” 9 次，加“慢慢” 2 次，删“很”",
    "位置：第 1–40 字符、第 51–90 字符",
)


def test_disguised_copying_has_a_heading_of_its_own() -> None:
    words = draw(evidence())
    section = page(evidence()).select_one("section.disguise")
    assert section is not None
    for part in EVIDENCE:
        assert part in words
        assert part in section.get_text()


def test_disguised_copying_in_json() -> None:
    (found,) = to_json(evidence())["disguise"]
    assert found["changes"][0] == {"from": "赵二", "to": "钱三", "count": 9}
    assert (found["sentences"], found["altered"], found["replaced"]) == (14, 11, 37)
    assert found["spans"] == [[0, 40], [50, 90]]
    assert found["source"]["title"] == "渡口"


def test_no_evidence_no_heading() -> None:
    assert "改头换面" not in draw(walk())
    assert page(walk()).select_one("section.disguise, .borderline") is None


NEAR = [
    (
        Borderline("杀帖8", "quoted", 104, 97, 1000, 10),
        "临界：引用 104 字（10.4%），只算相同的字 97 字（9.7%），全文 1000 字，"
        "距 10% 的界限不超过 1 个百分点（杀帖8）",
    ),
    (
        Borderline("杀帖6", "repeated", 100, 100, 1000, 10),
        "临界：重复 100 字（10%），全文 1000 字，距 10% 的界限不超过 1 个百分点（杀帖6）",
    ),
]


@pytest.mark.parametrize(("near", "words"), NEAR)
def test_shares_near_a_border_are_said_with_both_counts(near: Borderline, words: str) -> None:
    made = make(WALK, verdict=Verdict("pass", borderline=(near,)))
    assert words in draw(made)
    (item,) = page(made).select(".verdict .borderline li")
    assert item.get_text() == words
    assert to_json(made)["verdict"]["borderline"][0]["percent"] == 10


def test_a_passage_says_what_was_changed() -> None:
    words = "改动：“峰”→“山”，“石板”→“砚台”"
    assert words in draw(walk())
    card = page(walk()).select_one("#p1c2 .changes")
    assert card is not None
    assert card.get_text() == words


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ([], ""),
        ([{"from": "", "to": "甲", "count": 1}], "改动：加“甲”"),
        ([{"from": "甲", "to": "", "count": 3}], "改动：删“甲” 3 次"),
        (
            [{"from": "一二三四五六七八九十甲乙丙丁", "to": "甲", "count": 1}],
            "改动：“一二三四五六…甲乙丙丁”→“甲”",
        ),
    ],
)
def test_words_of_a_change(changes: list[dict[str, object]], line: str) -> None:
    assert changes_line(changes) == line


def test_many_changes_are_counted_not_listed() -> None:
    changes = [{"from": chr(0x4E00 + n), "to": "甲", "count": 1} for n in range(30)]
    assert changes_line(changes).count("→") == 10
    assert changes_line(changes).endswith(" 等 30 种")


def test_a_hit_without_its_source_text_has_no_changes() -> None:
    part = hit(WALK, "海上生明月", "altered", source=source("", doc="d9"))
    (found,) = to_json(make(WALK, [Measure("quoted", (part,))]))["measures"]["quoted"]["hits"]
    assert found["changes"] == []


def test_both_counts_of_a_share() -> None:
    words = "只算相同的字"
    assert "26 / 168  15.47%  ← 杀帖8 用这一项\n  　只算相同的字      23 / 168  13.69%" in draw(
        walk()
    )
    cell = page(walk()).select_one(".shares .used")
    assert cell is not None
    assert words in cell.get_text()
    share = next(one for one in to_json(walk())["shares"] if one["name"] == "without_own")
    assert share["count_same"] < share["count"]


def test_the_lists_of_boilerplate_are_named() -> None:
    named = replace(walk(), boilerplate=("规则.txt", "签名.txt"))
    assert "免计文字 规则.txt、签名.txt" in draw(named)
    about = page(named).select_one(".about")
    assert about is not None
    assert "免计文字 规则.txt、签名.txt" in about.get_text()
    assert to_json(named)["boilerplate"] == ["规则.txt", "签名.txt"]
    assert "免计文字" not in draw(walk())
