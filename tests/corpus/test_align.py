"""Chains and alignment, on two texts of one's own: what agrees, what is bridged, where it ends."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from postcheck.corpus.align import Aligned, align
from postcheck.corpus.chains import Runs, chains, join_seeds
from postcheck.corpus.clauses import Side
from postcheck.corpus.fingerprint import K
from postcheck.text import Text

SOURCE = (
    "渡口的老艄公每天清早把船擦洗一遍，再把缆绳重新系好。他说河水认得勤快的人，"
    "船底若是积了青苔，水就会把船往石头上推。年轻人听了都笑，只有放牛的孩子信他。"
)


def side(text: str) -> Side:
    return Side(text, Text(text).folded)


def runs_of(post: Side, source: Side) -> Runs:
    """The runs of one document, by comparing all places."""
    rows = [
        (i, j)
        for i in range(len(post) - K + 1)
        for j in range(len(source) - K + 1)
        if post.chars(i, i + K) == source.chars(j, j + K)
    ]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 2)
    return join_seeds(columns[:, 0], columns[:, 1], np.array([0]), K).ordered()


def aligned(text: str, source_text: str = SOURCE) -> list[Aligned]:
    post, source = side(text), side(source_text)
    runs = runs_of(post, source)
    found = chains(runs, runs.length, 0)
    return [piece for chain in found for piece in align(chain, post, source)]


def passage(text: str, piece: Aligned) -> str:
    start, end = Text(text).folded.span(piece.start, piece.end)
    return text[start:end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "我记得，再把缆绳重新系好。他说河水认得勤快的人，于是都走了。",
            "再把缆绳重新系好。他说河水认得勤快的人",
            id="verbatim",
        ),
        pytest.param(
            "我记得，再把绳子重新系好。他讲河水认得勤快的人，于是都走了。",
            "再把绳子重新系好。他讲河水认得勤快的人",
            id="words swapped",
        ),
        pytest.param(
            "我记得。摆渡的赵二每天清早把船擦洗一遍，于是都走了。",
            "摆渡的赵二每天清早把船擦洗一遍",
            id="a name at the start is bridged to the clause",
        ),
        pytest.param(
            "我记得，他说河水认得勤快的姑娘，于是都走了。",
            "他说河水认得勤快的姑娘",
            id="a word at the end is bridged to the clause",
        ),
        pytest.param(
            "我记得，水就会把船往石头上推。年长的都走了。",
            "水就会把船往石头上推",
            id="a character that agrees by chance behind the clause is left off",
        ),
        pytest.param(
            "他说河水认得那些十分勤快又不爱说话的人，船底若是积了青苔。",
            "他说河水认得那些十分勤快又不爱说话的人，船底若是积了青苔",
            id="what was put in is bridged",
        ),
    ],
)
def test_a_passage_ends_with_its_clauses(text: str, expected: str) -> None:
    longest = max(aligned(text), key=len)
    assert passage(text, longest) == expected


def test_the_blocks_are_what_is_identical() -> None:
    text = "我记得，再把绳子重新系好。他讲河水认得勤快的人。"
    post, source = side(text), side(SOURCE)
    (piece,) = (each for each in aligned(text) if len(each) > 8)
    for i, j, length in piece.blocks:
        assert post.chars(i, i + length) == source.chars(j, j + length)
    same = "".join(post.chars(i, i + length) for i, _, length in piece.blocks)
    assert same == "再把绳重新系好他河水认得勤快的人"


def test_far_passages_of_one_document_stay_apart() -> None:
    text = (
        "再把缆绳重新系好。" + "天色一点一点暗下去，谁家的灯先亮了。" * 3 + "只有放牛的孩子信他。"
    )
    assert sorted((passage(text, piece) for piece in aligned(text)), key=text.index) == [
        "再把缆绳重新系好",
        "只有放牛的孩子信他",
    ]


def test_moved_sentences_are_chains_of_their_own() -> None:
    text = "年轻人听了都笑，只有放牛的孩子信他。渡口的老艄公每天清早把船擦洗一遍。"
    assert sorted((passage(text, piece) for piece in aligned(text)), key=text.index) == [
        "年轻人听了都笑，只有放牛的孩子信他",
        "渡口的老艄公每天清早把船擦洗一遍",
    ]


STARTS = np.array([0, 20])


def test_runs_do_not_go_on_into_the_next_document() -> None:
    runs = join_seeds(np.array([3, 5, 4, 0]), np.array([14, 20, 15, 0]), STARTS, K)
    rows = zip(runs.doc, runs.post, runs.start, runs.length, strict=True)
    assert list(rows) == [(0, 0, 0, 5), (0, 3, 14, 6), (1, 5, 0, 5)]


def test_seeds_on_one_diagonal_make_one_run() -> None:
    post = side("再把缆绳重新系好")
    runs = runs_of(post, side(SOURCE))
    assert (runs.post.tolist(), runs.length.tolist()) == ([0], [8])


def join_long(runs: Runs) -> Runs:
    """The same runs, long enough to need no company."""
    return Runs(runs.doc, runs.post, runs.start, runs.length + 4)


def test_only_documents_with_a_chain_that_may_prove_enough_are_chained() -> None:
    runs = join_seeds(np.array([0, 1, 9, 10, 11]), np.array([5, 6, 23, 24, 25]), STARTS, K)
    assert (runs.doc.tolist(), runs.length.tolist()) == ([0, 1], [6, 7])
    weak = runs.length - 5  # 1 and 2
    assert [chain.doc for chain in chains(join_long(runs), weak, 2)] == [1]


HAN = st.text(st.sampled_from("甲乙丙丁子丑寅卯，。"), max_size=60)


@given(HAN, HAN)
def test_pieces_lie_in_both_texts_and_blocks_ascend(text: str, source_text: str) -> None:
    post, source = side(text), side(source_text)
    for piece in aligned(text, source_text):
        assert 0 <= piece.start < piece.end <= len(post)
        assert 0 <= piece.doc_start < piece.doc_end <= len(source)
        at, doc_at = piece.start, piece.doc_start
        for i, j, length in piece.blocks:
            assert i >= at
            assert j >= doc_at
            assert post.chars(i, i + length) == source.chars(j, j + length)
            at, doc_at = i + length, j + length
        assert at <= piece.end
        assert doc_at <= piece.doc_end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("天地，玄黄。", [0, 2, 4]),
        ("“天地”玄黄", [0, 2, 4]),
        ("天 地玄\u200b黄", [0, 4]),
        ("天\n地玄黄", [0, 1, 4]),
    ],
)
def test_clauses_end_at_marks_and_line_breaks(text: str, expected: list[int]) -> None:
    assert side(text).boundaries(0, 4) == expected
