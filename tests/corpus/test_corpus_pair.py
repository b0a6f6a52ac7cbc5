"""The library in memory answers as a stored one does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seeding import seeds

from postcheck.corpus.fingerprint import K
from postcheck.corpus.library import Library
from postcheck.corpus.pair import Texts, loose
from postcheck.corpus.search import Matches, search
from postcheck.text import Text

ONE = "井台边的青石板被绳子磨出了三道深沟，下雨天积满了水，麻雀在里面洗澡。"
TWO = "她把晒干的艾草扎成小把，一把一把挂在门楣上，屋里便有了端午的气味。"


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.text("甲乙丙，。a1", max_size=30), max_size=4),
    st.text("甲乙丙，。a1", max_size=30),
    st.integers(1, 5),
)
def test_seeds_are_all_places_of_every_five_characters(
    texts: list[str], asked: str, limit: int
) -> None:
    library = Texts([loose(str(number), text) for number, text in enumerate(texts)])
    folded = Text(asked).folded.string()
    held = [Text(text).folded.string() for text in texts]
    every = [
        [
            (doc, place)
            for doc, text in enumerate(held)
            for place in range(len(text) - K + 1)
            if text[place : place + K] == folded[at : at + K]
        ]
        for at in range(max(0, len(folded) - K + 1))
    ]
    codes = Text(asked).folded.codes
    rows = [(at, doc, place) for at, found in enumerate(every) for doc, place in found[:limit]]
    assert seeds(library, codes, limit) == rows
    assert library.frequency(codes).tolist() == [len(each) for each in every]
    assert library.sizes(np.arange(len(texts))).tolist() == [len(text) for text in held]


def test_search_finds_what_stands_in_it() -> None:
    library = Texts([loose("one", ONE, "甲库"), loose("two", TWO, "乙库")])
    found = search(Text(f"我记得。{TWO}那年我七岁。{ONE}"), library)
    assert [match.document.id for match in found.passages] == ["two", "one"]
    assert all(match.verbatim for match in found.passages)
    assert library.names == ("甲库", "乙库")


def test_nothing_is_found_in_nothing() -> None:
    assert search(Text(ONE), Texts([])) == Matches()
    assert search(Text(ONE), Texts([loose("empty", "")])) == Matches()
    assert search(Text(""), Texts([loose("one", ONE)])) == Matches()


def test_every_question_to_a_library_has_an_answer_here() -> None:
    public = {name for name in vars(Library) if not name.startswith("_")} - {"close"}
    assert public <= set(vars(Texts))


@pytest.mark.parametrize("doc", [0, 1])
def test_documents_by_number(doc: int) -> None:
    library = Texts([loose("one", ONE), loose("two", TWO)])
    text = (ONE, TWO)[doc]
    assert library.document(doc).text == text
    assert library.folded(doc).string() == Text(text).folded.string()
    assert library.read(doc)[0] == library.document(doc)
    assert library.live().tolist() == [0, 1]
