"""What was changed: cases as data; any passage; the alignment holds what it says."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.checks.borrowed import borrowed
from postcheck.checks.changes import Trace, changes
from postcheck.checks.disguise import trace
from postcheck.corpus.pair import Texts, loose
from postcheck.corpus.search import search
from postcheck.post import Post
from postcheck.text import Text

PATH = Path(__file__).parent.parent / "cases" / "changes" / "words.toml"
CASES = tomllib.loads(PATH.read_text(encoding="utf-8"))["case"]


def found(post: str, source: str) -> list[Trace]:
    text = Text(post)
    matches = search(text, Texts([loose("source", source)]))
    return [trace(text, hit) for hit in borrowed(Post(text), matches, {}).quoted.hits]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_changed_words(case: dict[str, Any]) -> None:
    made = changes(found(case["post"], case["source"]))
    rows = [[one.old, one.new, one.count] for one in made]
    assert sorted(rows, key=str) == sorted(case["changes"], key=str)
    counts = [one.count for one in made]
    assert counts == sorted(counts, reverse=True)


def test_passages_of_one_source_are_counted_together() -> None:
    case = CASES[1]
    once = found(case["post"], case["source"])
    assert [one.count for one in changes(once + once)] == [2]


def test_digits_put_between_the_characters_are_named() -> None:
    source = CASES[0]["source"]
    post = "".join(char + ("7" if at % 5 == 4 else "") for at, char in enumerate(source))
    made = Trace(post, source, _identical(post, "7"))
    assert [(one.old, one.new) for one in changes([made])] == [("", "7")]


def _identical(post: str, noise: str) -> list[tuple[int, int]]:
    return [(at, at + 1) for at, char in enumerate(post) if char != noise]


def test_where_the_source_goes_on_nothing_was_left_out() -> None:
    source = CASES[1]["source"]
    made = Trace(source[:17], source, [(0, 17)])
    assert changes([made]) == ()


TEXT = st.text("甲乙丙丁，。a", max_size=40)


@settings(max_examples=150, deadline=None)
@given(TEXT, TEXT, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6)), max_size=5))
def test_blocks_are_identical_and_edits_lie_between_them(
    own: str, theirs: str, stretches: list[tuple[int, int]]
) -> None:
    same, at = [], 0
    for start, size in sorted(stretches):
        begin = max(start, at)
        at = min(len(own), begin + size)
        if begin < at:
            same.append((begin, at))
    made = Trace(own, theirs, same)
    for i, j, length in made.blocks:
        assert made.new[i : i + length] == made.old[j : j + length]
    ends = [edit.end for edit in made.edits]
    assert ends == sorted(ends)
    for edit in made.edits:
        assert edit
        assert 0 <= edit.start <= edit.end <= len(made.new)
        assert 0 <= edit.old_start <= edit.old_end <= len(made.old)
    assert all(one.count > 0 and one.old != one.new for one in changes([made]))
