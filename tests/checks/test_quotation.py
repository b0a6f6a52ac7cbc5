"""Quotation: what is taken from others, altered or not, as cases; and declared quotations."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from library_of import inside, library_of, unmark

from postcheck.checks import quotation
from postcheck.corpus.library import Library
from postcheck.corpus.search import search
from postcheck.measure import Measure, counted
from postcheck.post import Post
from postcheck.text import Text

CASES = Path(__file__).parent.parent / "cases" / "quotation"


def read(name: str) -> list[dict[str, Any]]:
    table = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))
    return list(table.get("case", table.get("source", [])))


SOURCES = read("sources")
COUNTED = [pytest.param(c, id=f"{n}: {c['name']}") for n in ("altered", "verse") for c in read(n)]
NOTHING = [pytest.param(c, id=c["name"]) for c in read("coincidence")]
DECLARED = [pytest.param(c, id=c["name"]) for c in read("declared")]


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with library_of(*SOURCES) as library:
        yield library


def measure(text: str, library: Library) -> Measure:
    post = Post(Text(text), id="p1", author="白芷")
    return quotation.measure(post, search(post.text, library), {})


@pytest.mark.parametrize("case", COUNTED)
def test_counts_what_is_taken(case: dict[str, Any], library: Library) -> None:
    text, marked = unmark(case["text"])
    hits = counted(measure(text, library))
    assert inside(text, ((hit.start, hit.end) for hit in hits)) == marked
    for hit in hits:
        assert hit.source is not None
        assert (hit.kind, hit.source.doc) == (case["kind"], case["doc"])


@pytest.mark.parametrize("case", NOTHING)
def test_coincidence_is_listed_with_its_reason(case: dict[str, Any], library: Library) -> None:
    found = measure(case["text"], library)
    assert counted(found) == ()
    assert case.get("why") in {None, *(hit.why for hit in found.discounted)}


@pytest.mark.parametrize("case", DECLARED)
def test_declared_quotations_inform_and_do_not_count(
    case: dict[str, Any], library: Library
) -> None:
    text, marked = unmark(case["text"])
    found = measure(text, library)
    declared = [hit for hit in found.hits if hit.kind == "declared"]
    assert inside(text, ((hit.start, hit.end) for hit in declared)) == marked
    assert not any(hit in counted(found) for hit in declared)


def test_identical_characters_of_an_altered_passage(library: Library) -> None:
    text = "码头的赵二叔每天清早把船擦洗一遍，再把缆绳重新系好。"
    (hit,) = counted(measure(text, library))
    identical = "".join(text[span.start : span.end] for span in hit.same_spans)
    assert "每天清早把船擦洗一遍，再把缆绳重新系好" in identical
    assert "赵二" not in identical
    assert 18 <= hit.same < 24
    assert 0.5 < hit.similarity < 1


def test_the_source_passage_is_given(library: Library) -> None:
    (hit,) = counted(measure("有人说，老艄公把橹横在门梁上，逢人便说，桥是死的。", library))
    assert hit.source is not None
    assert hit.source.text.startswith("老艄公把橹横在门梁上")
    assert SOURCES[0]["text"][hit.source.start : hit.source.end] == hit.source.text


def test_a_post_equal_to_a_document_is_one_hit(library: Library) -> None:
    text = SOURCES[0]["text"]
    (hit,) = counted(measure(text, library))
    assert inside(text, [(hit.start, hit.end)]) == {
        at for at, char in enumerate(text) if char.isalnum()
    }
    assert hit.kind == "verbatim"


def test_the_post_itself_is_left_out_and_said() -> None:
    text = SOURCES[0]["text"]
    with library_of({"id": "p1", "text": text, "author": "白芷"}, *SOURCES[1:]) as library:
        found = measure(text, library)
    assert found.hits == ()
    assert any("自身" in notice for notice in found.notices)


def test_one_hit_a_place_with_the_earliest_source_first() -> None:
    text = SOURCES[1]["text"].strip().splitlines()[0]
    copies = [
        {"id": "undated", "text": text, "author": "甲"},
        {
            "id": "2019",
            "text": f"转一段：{text}",
            "author": "乙",
            "published_at": "2019-05-01T00:00Z",
        },
        {"id": "2012", "text": text, "author": "丙", "published_at": "2012-05-01T00:00Z"},
    ]
    with library_of(*copies) as library:
        (hit,) = counted(measure(text, library))
    assert hit.source is not None
    assert hit.source.doc == "2012"
    assert [source.doc for source in hit.also] == ["2019", "undated"]


TAKEN = ["把船擦洗一遍，再把缆绳重新系好", "黃河入海流", *SOURCES[1]["text"].split("，")]
PIECES = st.sampled_from(["四点二十分", "。", "\n", "\u200b", "𠀀", "x1", *TAKEN])


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_hits_lie_in_the_text_in_order_and_apart(library: Library, text: str) -> None:
    found = measure(text, library)
    at = 0
    for hit in counted(found):
        assert at <= hit.start < hit.end <= len(text)
        assert 0 < hit.same <= hit.end - hit.start
        assert all(hit.start <= span.start < span.end <= hit.end for span in hit.same_spans)
        at = hit.end
    assert list(found.discounted) == sorted(found.discounted, key=lambda hit: hit.span)
