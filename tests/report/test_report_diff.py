import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.report.diff import CHANGED, CONTEXT, VARIANT, Piece, compare


def marked(pieces: tuple[Piece, ...], level: int) -> list[str]:
    return [piece.text for piece in pieces if piece.level == level]


@pytest.mark.parametrize(
    ("left", "right", "same", "changed", "variant"),
    [
        ("山上有座庙", "山上有座庙", (), ([], []), ([], [])),
        ("山上有座塔", "山上有座庙", ((0, 4),), (["塔"], ["庙"]), ([], [])),
        ("山上有一座庙", "山上有座庙", ((0, 3), (4, 6)), (["一"], []), ([], [])),
        ("山上有座庙", "山上有座古庙", (), ([], ["古"]), ([], [])),
        ("风吹过门", "風吹過門", (), ([], []), (["风", "过门"], ["風", "過門"])),
        ("山上，有座庙", "山上有座。庙", (), ([], []), (["，"], ["。"])),
        ("山上\n有座庙", "山上　有座庙", (), ([], []), ([], [])),
        ("山★上有座庙", "山上有座庙", (), ([], []), (["★"], [])),
        ("", "庙", (), ([], ["庙"]), ([], [])),
        ("甲乙丙丁。戊己庚辛。", "戊己庚辛。甲乙丙丁。", (), ([], []), (["。"], ["。"])),
        ("有座庙", "从前山上有座庙，庙里", (), ([], []), ([], [])),
    ],
)
def test_marks(
    left: str,
    right: str,
    same: tuple[tuple[int, int], ...],
    changed: tuple[list[str], list[str]],
    variant: tuple[list[str], list[str]],
) -> None:
    mine, theirs = compare(left, right, same)
    assert (marked(mine, CHANGED), marked(theirs, CHANGED)) == changed
    assert (marked(mine, VARIANT), marked(theirs, VARIANT)) == variant


def test_the_counted_stretches_decide_not_the_alignment() -> None:
    mine, theirs = compare("天天天", "天天天！", ((0, 1),))
    assert (marked(mine, CHANGED), marked(theirs, CHANGED)) == (["天天"], ["天天"])


def test_the_source_beside_the_passage_is_context() -> None:
    _, theirs = compare("有座庙", "从前山上有座庙，庙里")
    assert marked(theirs, CONTEXT) == ["从前山上", "，庙里"]


def test_very_long_sides_are_marked_by_the_counted_stretches_only() -> None:
    left, right = "山" * 20_000 + "水", "山" * 20_000 + "火"
    mine, theirs = compare(left, right, ((0, 20_000),))
    assert marked(mine, CHANGED) == ["水"]
    assert marked(theirs, CHANGED) == []


@settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_pieces_add_up_to_the_sides(left: str, right: str) -> None:
    mine, theirs = compare(left, right)
    assert "".join(piece.text for piece in mine) == left
    assert "".join(piece.text for piece in theirs) == right
