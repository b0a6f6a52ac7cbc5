"""Script and language of a post: cases as data, and what must hold for any text."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postcheck.checks.language import measure
from postcheck.text import Text

CASES = tomllib.loads(
    (Path(__file__).parent.parent / "cases/language/scripts.toml").read_text(encoding="utf-8")
)["case"]
PIECES = st.sampled_from(
    ["雨", "后", "後", "来了", "來了", "“", "”", "。", "\n", "word ", "かな", "1"]
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_case(case: dict[str, Any]) -> None:
    text = case["text"]
    found = measure(Text(text))
    assert found.label == case["label"]
    assert found.mixed == case.get("mixed", False)
    traditional = [text[span.start : span.end] for span in found.traditional]
    assert sorted(traditional) == sorted(case.get("traditional", []))
    assert [text[span.start : span.end] for span in found.foreign] == case.get("foreign", [])
    if "characters" in case:
        assert found.characters == case["characters"]


def test_marks_alone_tell_nothing() -> None:
    assert measure(Text("……！")).label is None


@given(st.lists(PIECES).map("".join))
def test_shares_and_spans_stay_inside(text: str) -> None:
    found = measure(Text(text))
    assert 0 <= found.traditional_share <= 1
    assert 0 <= found.foreign_share <= 1
    for span in (*found.traditional, *found.foreign):
        assert 0 <= span.start < span.end <= len(text)
    assert set(found.characters) <= set(text)
