"""Repetition: cases as data, and what must hold for any text."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.checks import repeats
from postcheck.measure import Hit
from postcheck.text import Text

CASES = Path(__file__).parent.parent / "cases" / "repeats"
MARKED = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(CASES.glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
HAN = st.sampled_from("山水云月花鸟风雪江河湖海天地人春夏秋冬东西南北来去行走看听说笑")
PROSE = st.text(st.one_of(HAN, st.sampled_from("，。！？“”（）～\n ")), max_size=200)


def unmark(marked: str) -> tuple[str, set[int]]:
    """The text without ⟦ and ⟧, and the content characters that stood between them."""
    text, inside, positions = "", False, set()
    for char in marked:
        if char in "⟦⟧":
            inside = char == "⟦"
            continue
        if inside and char.isalnum():
            positions.add(len(text))
        text += char
    return text, positions


def hits(text: str) -> tuple[Hit, ...]:
    return repeats.measure(Text(text)).hits


def covered(text: str) -> set[int]:
    return {i for hit in hits(text) for i in range(hit.start, hit.end) if text[i].isalnum()}


def shown(text: str, positions: set[int]) -> str:
    return "".join(char if i in positions else "·" for i, char in enumerate(text))


@pytest.mark.parametrize("case", MARKED)
def test_case(case: dict[str, str]) -> None:
    text, expected = unmark(case["text"])
    assert shown(text, covered(text)) == shown(text, expected)
    assert sorted({hit.kind for hit in hits(text)}) == case["kinds"]


@pytest.mark.parametrize("mark", ["。", "，", "～", "-", "！？", "。，、", "😀", "*"])
def test_runs_of_marks_count_without_the_first_unit(mark: str) -> None:
    text = "写不出来了" + mark * 12 + "就到这里吧"
    (hit,) = hits(text)
    assert (hit.start, hit.end, hit.kind) == (5 + len(mark), 5 + 12 * len(mark), "monotone")


def test_marks_without_pattern_count_whole() -> None:
    text = "凑字数！，。？；：、！。，？；就这样"
    (hit,) = hits(text)
    assert text[hit.start : hit.end] == "！，。？；：、！。，？；"
    assert hit.first is None


def test_a_hit_names_the_earlier_passage() -> None:
    text = "那年冬天我们都住在河边的旧厂房里。外面很冷。那年冬天我们都住在河边的旧厂房里。"
    (hit,) = hits(text)
    assert hit.first is not None
    assert text[hit.first.start : hit.first.end] == text[hit.start : hit.end] == text[:17]
    assert hit.stylistic is None


def test_a_near_loop_names_the_whole_earlier_sentence() -> None:
    text = "我在码头等了父亲整整一个晚上。后来他没有来。我在车站等了父亲整整一个晚上。"
    (hit,) = hits(text)
    assert hit.first is not None
    assert text[hit.first.start : hit.first.end] == "我在码头等了父亲整整一个晚上。"


def test_a_hit_holds_its_own_marks_and_no_others() -> None:
    text = "“你往北边走，不要回头！”她说。他走了。“你往北边走，不要回头！”——更远" + "。" * 12
    loop, run = hits(text)
    assert text[loop.start : loop.end] == "“你往北边走，不要回头！”"
    assert text[run.start :] == "。" * 11


@pytest.mark.parametrize("text", ["", " \n", "。", "字", "\u200b\u200b", "\ud800"])
def test_next_to_nothing(text: str) -> None:
    assert hits(text) == ()


@settings(deadline=None)  # the first example loads rapidfuzz
@given(PROSE)
def test_hits_are_in_the_text_in_order_and_apart(text: str) -> None:
    found = hits(text)
    assert all(0 <= hit.start < hit.end <= len(text) for hit in found)
    assert all(hit.first is None or hit.first.end <= hit.start for hit in found)
    for kind in ("loop", "near", "monotone"):
        same = [hit for hit in found if hit.kind == kind]
        assert all(one.end <= other.start for one, other in pairwise(same))
    assert [hit.start for hit in found] == sorted(hit.start for hit in found)


@given(st.lists(HAN, min_size=1, max_size=30, unique=True).map("".join))
def test_no_character_twice_is_no_repetition(text: str) -> None:
    assert hits(text) == ()


@given(st.lists(HAN, min_size=12, max_size=40, unique=True).map("".join), PROSE, PROSE)
def test_a_copy_of_a_passage_is_found_whole(passage: str, between: str, after: str) -> None:
    text = f"{passage}。\n{between}\n{passage}。{after}"
    start = len(passage) + len(between) + 3
    assert set(range(start, start + len(passage))) <= covered(text)


@given(PROSE, st.data())
def test_invisible_characters_change_nothing(text: str, data: st.DataObject) -> None:
    twice = text + text
    at = data.draw(st.integers(0, len(twice)))
    noisy = twice[:at] + "\u200b" + twice[at:]
    plain = [twice[i] for i in sorted(covered(twice))]
    assert [noisy[i] for i in sorted(covered(noisy))] == plain
