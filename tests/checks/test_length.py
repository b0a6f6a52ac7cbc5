"""Word's counts: classes of characters, cutting, and a plain loop that says the same."""

import json
import tomllib
from dataclasses import astuple
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.checks import length
from postcheck.checks.length import count, count_part, count_rest, cut, has_unmarked
from postcheck.measure import Counts
from postcheck.post import Hints, Post, Span
from postcheck.text import Text, code_points

ROOT = Path(__file__).parents[2]
CASES = tomllib.loads((ROOT / "tests/cases/length/classes.toml").read_text("utf-8"))["case"]
SHARED = ROOT / "../shared/eval"
ORDER = ("words", "cjk", "non_cjk_words", "chars", "chars_with_spaces", "paragraphs")

# One of each class and the neighbours that tempt a counter to be wrong.
ALPHABET = "月，ab7 .\t\u3000\n\r\v\f—–“…①·é\u200b\ufeff\ufe0f\u200d🐺𠀀\ue000\u0301"
texts = st.text(st.sampled_from(ALPHABET), max_size=60)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_cases(case: dict) -> None:
    assert list(astuple(count(case["text"]))) == case["counts"]
    unmarked = case.get("unmarked", case["counts"])
    assert list(astuple(count(case["text"], marked=False))) == unmarked
    assert has_unmarked(case["text"]) == ("unmarked" in case)


def slow(text: str, hints: Hints | None, marked: bool) -> Counts:
    """The rules of the module, one character after the other."""
    cjk = words = dashes = others = spaces = paragraphs = 0
    in_word = filled = False
    for place, char in enumerate(text):
        asian = char in "月，𠀀"
        if char in "“…①·é\ue000\u0301":
            asian = marked if hints is None else bool(hints[place])
        if char in "\u200b\ufeff\ufe0f":
            continue
        breaks = asian or char in " \t\u3000\n\r\v\f—–"
        if breaks:
            in_word = False
        if char in "\n\r":
            filled = False
            continue
        cjk += asian
        dashes += char in "—–"
        spaces += char in " \t\u3000"
        if not breaks:
            others += 1
            words += not in_word
            in_word = True
        if (not breaks or asian or char in "—–") and not filled:
            paragraphs += 1
            filled = True
    chars = cjk + dashes + others
    return Counts(cjk + words, cjk, words, chars, chars + spaces, paragraphs)


@given(texts, st.booleans(), st.randoms(use_true_random=False))
def test_equals_the_slow_loop(text: str, marked: bool, random) -> None:
    assert count(text, marked=marked) == slow(text, None, marked)
    hints = np.array([random.randint(0, 1) for _ in text], dtype=np.uint8)
    assert count(text, hints) == slow(text, hints, True)
    assert count(code_points(text), hints) == count(text, hints)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["月", "ab", "\n", " ", "\u200b", "“"]), max_size=40))
def test_chunks_do_not_show(tiny_chunks, pieces: list[str]) -> None:
    text = "".join(pieces)
    assert count(text) == slow(text, None, True)


@pytest.fixture(scope="module")
def tiny_chunks():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(length, "_CHUNK", 3)
        yield


@given(st.lists(texts.map(lambda text: text.replace("\n", "").replace("\r", ""))))
def test_paragraphs_add_up(paragraphs: list[str]) -> None:
    whole = count("\n".join(paragraphs))
    assert whole == total([count(paragraph) for paragraph in paragraphs])
    assert whole.words == whole.cjk + whole.non_cjk_words


def total(counts: list[Counts]) -> Counts:
    return Counts(*(sum(getattr(each, name) for each in counts) for name in ORDER))


def post_of(text: str, hints: Hints | None = None) -> Post:
    return Post(Text(text), hints=hints)


@given(texts, st.data())
def test_cut_and_part(text: str, data: st.DataObject) -> None:
    place = st.integers(0, len(text))
    spans = data.draw(st.lists(st.tuples(place, place).map(sorted).map(tuple), max_size=5))
    inside = {at for start, end in spans for at in range(start, end)}
    rest = "".join(char for at, char in enumerate(text) if at not in inside)
    post = post_of(text, np.arange(len(text), dtype=np.uint8) % 2)
    codes, hints = cut(post, spans)
    assert codes.tolist() == code_points(rest).tolist()
    assert hints is not None
    assert hints.tolist() == [at % 2 for at in range(len(text)) if at not in inside]
    assert count_rest(post, spans) == count(rest, hints)
    parts = "".join(char if at in inside else "\n" for at, char in enumerate(text))
    assert count_part(post, spans) == count(parts, post.hints)


def test_cutting_nothing_changes_nothing() -> None:
    post = post_of("甲“乙”丙 and so on")
    assert count_rest(post, []) == count(post.text.codes)
    assert count_rest(post, [Span(3, 3)]) == count(post.text.codes)
    assert count_part(post, []) == Counts()


def test_the_ends_of_a_cut_are_glued_and_passages_are_not() -> None:
    post = post_of("one中two中three")
    hanzi = [Span(3, 4), Span(7, 8)]
    assert count_rest(post, hanzi).words == 1
    words = [(0, 3), (4, 7)]
    assert count_part(post, words).words == 2
    assert count_part(post, [(0, 2), (1, 3)]).words == 1


def test_hints_travel_with_a_cut() -> None:
    post = post_of("“甲”“乙”", np.array([1, 1, 1, 0, 0, 0], dtype=np.uint8))
    assert count_rest(post, [(0, 3)]).cjk == 1
    assert count_part(post, [(0, 3)]).cjk == 3
    assert not has_unmarked(post.text.original, post.hints)


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/eval is not here")
def test_shared_strings() -> None:
    lines = (SHARED / "wordcount/cases.jsonl").read_text("utf-8").splitlines()
    for case in map(json.loads, lines):
        skipped = case.get("do_not_score", [])
        for marked, key in ((True, "expect"), (False, "expect_no_hint")):
            wanted = case.get(key) or case["expect"]
            counts = count(case["text"], marked=marked)
            got = {name: getattr(counts, name) for name in wanted if name not in skipped}
            assert got == {name: wanted[name] for name in got}, case["id"]
