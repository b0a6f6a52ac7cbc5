"""Wording: sayings as data, the strict loader, and what must hold for any text."""

import json
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.checks.conduct import Saying, context, measure
from postcheck.checks.lexicon import Form, Lexicon, lexicons
from postcheck.checks.lexicon_form import CATEGORIES
from postcheck.errors import SourceErrors
from postcheck.post import Post
from postcheck.review import review
from postcheck.ruleset import load
from postcheck.text import Text

HERE = Path(__file__).parent.parent
SHARED = HERE.parent / "../shared/eval"
SAYINGS = tomllib.loads((HERE / "cases/conduct/sayings.toml").read_text(encoding="utf-8"))
ROSTER = ("白鹭", "青衫磊落", "糯米团子", "雨打芭蕉", "小鱼")
IDS = ("云中鹤", "老木头")
PIECES = [
    "政",
    "治",
    "zheng",
    "zhi",
    ".",
    "，",
    "\n",
    " ",
    "我是",
    "云中鹤",
    "不",
    "“",
    "”",
    "哨子",
    "：",
]


def found(text: str) -> tuple[Saying, ...]:
    return measure(Text(text), lexicons(), ROSTER, IDS)


@pytest.mark.parametrize(
    ("category", "text"),
    [(name, text) for name in CATEGORIES for text in SAYINGS[name]["says"]],
)
def test_is_found(category: str, text: str) -> None:
    assert category in {one.category for one in found(text)}


@pytest.mark.parametrize("text", SAYINGS["none"]["says"])
def test_is_left_alone(text: str) -> None:
    assert found(text) == ()


def test_place_term_and_context() -> None:
    text = "第一行。\n他低声说，不要聊政.治的事，门外有人在听，听完就走，走得很快很急。\n末行"
    (one,) = found(text)
    assert (text[one.start : one.end], one.term, one.why, one.hidden) == (
        "政.治", "政治", "topic", True,
    )  # fmt: skip
    assert context(Text(text), one) == "他低声说，不要聊政.治的事，门外有人在听，听完就走，走得很……"


def test_self_exposure_needs_a_name_that_is_no_alias_of_the_game() -> None:
    assert measure(Text("我是云中鹤。"), lexicons(), ROSTER, ()) == ()
    assert measure(Text("我是云中鹤。"), lexicons(), (*ROSTER, "云中鹤"), ()) == ()


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@settings(max_examples=200, deadline=None)
def test_places_are_inside_and_apart(text: str) -> None:
    places = found(text)
    for one in places:
        assert 0 <= one.start < one.end <= len(text)
        assert text[one.start : one.end] in context(Text(text), one)
    for category in CATEGORIES:
        spans = [(one.start, one.end) for one in places if one.category == category]
        assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_forms_meet_the_folded_text() -> None:
    """么 is folded to 幺, 帳 to 账: what a pattern says is folded as well."""
    assert found("你们怎么会以为我是云中鹤") == ()
    form = Form("问安", ("怎么",), "怎么{me}")
    lexicon = Lexicon("oath", slots=(("me", ("这样", "那么")),), forms=(form,))
    (one,) = measure(Text("怎麼那麼說"), [lexicon])
    assert (one.start, one.end) == (0, 4)


def test_bad_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE / "bad/lexicons")
    with pytest.raises(SourceErrors) as caught:
        lexicons(["insult.toml", "absent.toml"])
    expected = Path("insult.err").read_text(encoding="utf-8")
    assert f"{caught.value}\n" == expected


def test_users_lists_stand_beside_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path))
    (tmp_path / "lexicons").mkdir()
    own = tmp_path / "lexicons/own.toml"
    own.write_text('category = "politics"\nterms = ["王家屯"]\n', encoding="utf-8")
    once = tmp_path / "once.toml"
    once.write_text('category = "porn"\ninstead = true\nterms = ["桃花坞"]\n', encoding="utf-8")
    text = Text("王家屯，总书记，桃花坞，三级片。")
    terms = [one.term for one in measure(text, lexicons([str(once)]))]
    assert terms == ["王家屯", "总书记", "桃花坞"]


@pytest.mark.parametrize(
    ("ruleset", "kind", "text", "clauses"),
    [
        ("fengyun85", "kill", "总书记。白鹭是王八蛋。", ["杀帖5"]),
        ("fengyun85", "report", "总书记。我是云中鹤。", ["其他13", "其他3"]),
        ("wuyue161", "kill", "总书记。白鹭是王八蛋。我是云中鹤。", ["杀帖5", "其他14", "自曝1"]),
        ("wuyue161", "kill", "我发誓我是好人", ["其他3"]),
        ("ziyou48", "kill", "总书记。白鹭是王八蛋。", ["注意3"]),
        ("ziyou48", "report", "贴一张与哨蜜的聊天截图", ["注意2"]),
    ],
)
def test_each_category_goes_by_its_clause(
    ruleset: str, kind: str, text: str, clauses: list[str]
) -> None:
    people = {"白鹭": "云中鹤"}
    one = review(Post(Text(text)), load(ruleset), kind, people=people, roster=ROSTER)
    findings = [found for found in one.verdict.findings if found.code == "banned_content"]
    assert [found.clause for found in findings] == clauses
    assert {found.status for found in findings} == {"referee"}
    assert all(found.spans for found in findings)


def test_wording_alone_never_fails_a_post() -> None:
    body = "".join(f"第{n}天，河水又涨了一寸，老船工说这是山里的雨到了。" for n in range(60))
    one = review(Post(Text(f"总书记。我发誓我是好人。{body}")), load("wuyue161"), "kill")
    assert [f.status for f in one.verdict.findings if f.code == "banned_content"] == ["referee"] * 2


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def alarms(texts: list[str], words: tuple[Lexicon, ...]) -> int:
    return sum(bool(measure(Text(text), words, ROSTER, IDS)) for text in texts)


def test_verse_and_prose_are_left_alone() -> None:
    """Under one text in 300; poems thinned out here, benchmarks/quality.py reads all of them."""
    if not SHARED.is_dir():
        pytest.skip("../shared/eval is not here: false alarms were NOT measured")
    words = lexicons()
    corpus = rows(SHARED / "overlap/corpus.jsonl")
    poems = [row["text"] for row in corpus if row["kind"] == "poetry"][::10]
    assert 300 * alarms(poems, words) < len(poems)
    prose = [row["text"] for row in rows(SHARED / "genre/dev.jsonl") if row["literary"]]
    assert 300 * alarms(prose, words) < len(prose)
