import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from handmade import hit, source, walk
from handmade import review as make
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from postcheck.judge import Remedy
from postcheck.measure import Hit, Measure
from postcheck.report.terminal import make_console, render_terminal
from postcheck.review import Review

GOLDEN = Path(__file__).parent / "golden" / "walk.txt"


def draw(*reviews: Review, width: int = 80, **console: object) -> str:
    file = io.StringIO()
    render_terminal(reviews, Console(file=file, width=width, **console))  # type: ignore[arg-type]
    return file.getvalue()


def test_whole_report(review: Review) -> None:
    assert draw(review) == GOLDEN.read_text(encoding="utf-8")


def test_colour_only_adds(review: Review) -> None:
    coloured = draw(review, force_terminal=True, color_system="truecolor")
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == draw(review)


def test_no_color_variable(review: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[\d;]*3\d", draw(review, force_terminal=True))


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_never_wider_than_the_console(review: Review, width: int) -> None:
    assert max(map(cell_len, draw(review, width=width).split("\n"))) <= width


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=300), st.text(min_size=1, max_size=300))
def test_any_text_stays_within_80_cells(text: str, other: str) -> None:
    part = Hit(0, len(text), "altered", source=source(other, title=other, url=other), same=1)
    report = draw(make(text, [Measure("quoted", (part,))], title=text, id=other))
    assert all(cell_len(line) <= 80 for line in report.split("\n"))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", report)


@pytest.mark.parametrize(
    ("evil", "seen"),
    [
        ("\x1b[31m红\x1b]0;x\x07", "‹U+001B›"),
        ("\u202e倒着写", "‹U+202E›"),
        ("山\u200b水", "‹U+200B›"),
        ("半个\ud83d字", "‹U+D83D›"),
        ("[bold red]字[/]", "[bold red]字[/]"),
        ("两\r行", "两↵行"),
    ],
)
def test_nothing_in_a_text_steers_the_terminal(evil: str, seen: str) -> None:
    part = hit(evil, evil, "altered", source=source(evil, author=evil, title=evil, url=evil))
    report = draw(make(evil, [Measure("quoted", (part,))], title=evil, author=evil, source=evil))
    assert report.count(seen) >= 6
    assert evil not in report or evil == seen
    report.encode("utf-8")


def test_a_long_passage_is_shortened_but_its_span_is_given() -> None:
    text = "".join(chr(0x4E00 + n) for n in range(2000))
    part = Hit(0, 2000, "verbatim", source=source(text))
    report = draw(make(text, [Measure("quoted", (part,))]))
    assert "第 1–2000 字符" in report
    assert "1860" in report
    assert report.count("\n") < 80


def test_several_posts_each_have_their_head() -> None:
    report = draw(make("一", id="a"), make("二", id="b"))
    assert report.index("风云发帖检查：a") < report.index("风云发帖检查：b")


def test_empty_post_has_a_verdict_and_no_passages() -> None:
    report = draw(make(""))
    assert "判定：【合格】" in report
    assert "标出的段落" not in report
    assert "—" in report  # a share of nothing


def test_same_review_same_bytes() -> None:
    assert draw(walk()) == draw(walk())


def test_a_pipe_gets_plain_text_of_80_cells(review: Review) -> None:
    file = io.StringIO()
    render_terminal([review], make_console(file))
    assert file.getvalue() == GOLDEN.read_text(encoding="utf-8")


def test_a_hidden_post_is_not_called_short() -> None:
    assert "没有看到，不等于 0 字" in draw(make("", unknown="hidden"))


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/home/somebody/帖子/一.txt", "来源 一.txt"),
        (r"C:\Users\somebody\一.docx", "来源 一.docx"),
        ("https://example.org/t/1", "来源 https://example.org/t/1"),
    ],
)
def test_folders_of_a_computer_are_not_shown(path: str, shown: str) -> None:
    head = draw(make("一", source=path)).split("\n")[1]
    assert head == shown


def test_a_run_of_one_character_needs_no_earlier_passage() -> None:
    text = "他笑了。哈哈哈哈哈哈"
    report = draw(make(text, [Measure("repeated", (hit(text, "哈" * 5, "monotone", 1),))]))
    assert "同一字符或短语接连出现；计入重复（杀帖6）" in report


def test_labels_are_words() -> None:
    labels = {
        "language": {"label": "zh-Hant", "traditional_share": 1.0},
        "genre": {"label": "minutes", "literary": 0.129, "evidence": []},
        "form": {"edited": True, "images_only": False, "code": "花自羞"},
    }
    report = draw(make("一", labels=labels))
    assert "文字：繁体中文" in report
    assert "体裁（只作参考）：会议记录，文学性 12%" in report
    assert "形式：发出后编辑过；署代号 花自羞" in report


def test_what_was_not_looked_for_is_not_said_to_be_missing(review: Review) -> None:
    said = "没有对照语料库：引用和旧文没有查"
    assert said not in draw(review)
    assert said in draw(replace(review, corpora=()))


def test_remedies_of_several_faults_say_whose_they_are(review: Review) -> None:
    remedies = (
        Remedy("rewrite", "杀帖10", 1200, "words", ("too_short", "repetition")),
        Remedy("out", "杀帖10", findings=("not_original",)),
    )
    report = draw(replace(review, verdict=replace(review.verdict, remedies=remedies)), width=120)
    assert [line.strip() for line in report.splitlines() if "处理：" in line] == [
        "处理：重写，不少于 1200 字（按字数）（杀帖10），因字数不足、重复过多",
        "处理：作者出局（杀帖10），因非原创",
        "处理：“作者出局”和“重写”是不同问题的处理，怎样并用条文没有写，由哨子定",
    ]
