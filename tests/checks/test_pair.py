"""Two texts beside each other: both coverages, passages in order, what was changed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.checks.pair import Comparison, compare
from postcheck.measure import Counts
from postcheck.post import Post
from postcheck.text import Text

WELL = "院子中间的井早就枯了，井沿上却还拴着一只铁桶。"
GATE = "每到刮南风的夜里，铁桶自己会响，像有人在底下敲门。"
OWN = "我没有问过别人，也没有别人问过我，这件事就这样放着。"
CHANGED = WELL.replace("铁桶", "木盆").replace("院子", "祠堂")


def pair(left: str, right: str) -> Comparison:
    return compare(Post(Text(left), "a.txt", "a.txt"), Post(Text(right), "b.txt", "b.txt"))


def passages(left: str, right: str) -> list[tuple[str, str]]:
    return [
        (left[hit.start : hit.end].rstrip("。"), hit.source.text.rstrip("。"))
        for hit in pair(left, right).hits
        if hit.source
    ]


def test_equal_texts_cover_each_other() -> None:
    made = pair(WELL + GATE, WELL + GATE)
    (hit,) = made.hits
    assert hit.kind == "verbatim"
    for side in (made.left, made.right):
        assert side.total.words - side.part.words <= 1  # the last full stop
        assert side.part == side.part_same


def test_texts_with_nothing_in_common() -> None:
    made = pair(WELL, OWN)
    assert made.hits == ()
    assert made.left.part == made.right.part == Counts()


def test_each_side_has_its_own_share() -> None:
    made = pair(WELL + OWN, OWN + GATE + WELL + GATE)
    assert made.left.part.words >= made.left.total.words - 2
    assert made.right.part.words <= made.right.total.words - 2 * len(GATE) + 4


def test_identical_characters_are_counted_on_both_sides() -> None:
    made = pair(CHANGED + OWN, WELL)
    (hit,) = made.hits
    assert hit.kind == "altered"
    assert made.left.part.words - made.left.part_same.words >= 4
    assert made.right.part.words - made.right.part_same.words >= 4


def test_a_passage_that_stands_twice_on_the_right_is_told_twice() -> None:
    left, right = WELL + OWN, f"{WELL}那一年大旱。{CHANGED}后来就不旱了。"
    found = passages(left, right)
    assert [mine for mine, _ in found] == [WELL.rstrip("。")] * 2
    assert [theirs for _, theirs in found] == [WELL.rstrip("。"), CHANGED.rstrip("。")]
    made = pair(left, right)
    assert made.right.part.words >= 2 * len(WELL) - 4


def test_a_passage_that_stands_twice_on_the_left_is_told_twice() -> None:
    left = f"{WELL}那一年大旱。{CHANGED}后来就不旱了。"
    assert len(passages(left, WELL)) == 2


def test_passages_come_in_the_order_of_the_left_text() -> None:
    made = pair(GATE + OWN + WELL, WELL + "那一年大旱，人都走了。" + GATE)
    starts = [hit.start for hit in made.hits]
    assert starts == sorted(starts)
    assert len(starts) == 2


@pytest.mark.parametrize(("left", "right"), [("", ""), ("。", WELL), (WELL, "\n"), ("a", "a")])
def test_texts_with_next_to_nothing(left: str, right: str) -> None:
    assert pair(left, right).hits == ()


PIECES = st.lists(st.sampled_from([WELL, GATE, CHANGED, OWN, "。", "𠀀", "\n"]), max_size=6)


@settings(max_examples=60, deadline=None)
@given(PIECES.map("".join), PIECES.map("".join))
def test_spans_lie_in_their_texts_and_parts_in_their_totals(left: str, right: str) -> None:
    made = pair(left, right)
    for hit in made.hits:
        assert hit.source is not None
        assert 0 <= hit.start < hit.end <= len(left)
        assert right[hit.source.start : hit.source.end] == hit.source.text
        assert all(hit.start <= span.start < span.end <= hit.end for span in hit.same_spans)
    for side in (made.left, made.right):
        assert 0 <= side.part_same.words <= side.part.words <= side.total.words
