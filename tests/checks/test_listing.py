"""Listed names and excluded words: cases as data, and what must hold for any text."""

import re
import time
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postcheck.checks import listing
from postcheck.text import Text

CASES = Path(__file__).parent.parent / "cases" / "listing"
MARKED = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(CASES.glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
ROSTER = ["风吹麦浪", "糯米团子", "阿甲", "雨"]
PIECES = st.sampled_from([*ROSTER, "、", "，", "。", " ", "\n", "来了", "\u200b", "abc", "1."])


def found(text: str, roster: list[str], excluded: tuple[str, ...] = ()) -> list[str]:
    return [text[h.start : h.end] for h in listing.measure(Text(text), roster, excluded).hits]


@pytest.mark.parametrize("case", MARKED)
def test_case(case: dict[str, Any]) -> None:
    text = case["text"].replace("⟦", "").replace("⟧", "")
    expected = [part.split("⟧")[0] for part in case["text"].split("⟦")[1:]]
    assert found(text, case.get("roster", [])) == expected


def test_excluded_words_are_found_wherever_they_stand() -> None:
    text = "楼主好！我来報 到，報到完毕，ABC。"
    assert found(text, [], ("报到", "abc", "没有", "")) == ["報 到", "報到", "ABC"]


def test_of_excluded_words_the_longest_counts() -> None:
    text = "风云再起风云"
    assert found(text, [], ("风云", "风云再起")) == ["风云再起", "风云"]


def test_kinds() -> None:
    measure = listing.measure(Text("阿甲、雨、糯米团子报到"), ROSTER, ["报到"])
    assert [hit.kind for hit in measure.hits] == ["name", "word"]
    assert measure.name == "listed"


@pytest.mark.parametrize("text", ["", " \n", "、、、、、、、、、", "\ud800", "阿甲"])
def test_next_to_nothing(text: str) -> None:
    assert found(text, ROSTER) == found(text, []) == []


@given(st.lists(PIECES, max_size=40).map("".join), st.booleans())
def test_hits_are_in_the_text_in_order_and_apart(text: str, known: bool) -> None:
    hits = listing.measure(Text(text), ROSTER if known else [], ["来了"]).hits
    assert all(0 <= hit.start < hit.end <= len(text) for hit in hits)
    assert [hit.start for hit in hits] == sorted(hit.start for hit in hits)
    for kind in ("name", "word"):
        same = [hit for hit in hits if hit.kind == kind]
        assert all(one.end <= other.start for one, other in pairwise(same))


@given(
    st.lists(st.text("甲乙a", min_size=1, max_size=4), max_size=6),
    st.lists(st.sampled_from("甲乙aA，"), max_size=40).map("".join),
)
def test_the_longest_word_from_the_left_is_found(words: list[str], text: str) -> None:
    longest = sorted(set(words), key=len, reverse=True)
    letters = [(at, one.lower()) for at, one in enumerate(text) if one != "，"]
    plain = "".join(one for _, one in letters)
    wanted = [
        text[letters[match.start()][0] : letters[match.end() - 1][0] + 1]
        for match in re.finditer("|".join(longest), plain)
        if words
    ]
    assert found(text, [], tuple(words)) == wanted


NAMES = {
    "nested": (["雨" * length for length in range(1, 60)], "雨" * 49_000),
    "periodic": ([("麦浪" * 30)[:57] + chr(0x4E00 + at) for at in range(1000)], "麦浪" * 24_500),
}


@pytest.mark.parametrize("kind", list(NAMES))
def test_names_made_of_one_another_take_no_time(kind: str) -> None:
    names, text = NAMES[kind]
    start = time.process_time()
    listing.measure(Text(text), names, names)
    assert time.process_time() - start < 4
