"""The folded view: what is alike becomes alike, and every character leads back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from postcheck.text import Text, fold_table


def folded(text: str) -> str:
    return Text(text).folded.string()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("頭髮裏裡后後麵面", "头发里里后后面面"),
        ("並併竝緒餅郞晩収乗", "并并并绪饼郎晚收乘"),
        ("餘馀鍾鐘锺藉借瞭了", "余余钟钟钟借借了了"),
        ("⼈⼀⽇⻅⺟", "人一日见母"),
        ("ＡｂＣ１２", "abc12"),
        ("𠀀〇", "𠀀〇"),
    ],
)
def test_scripts_variants_and_look_alikes_become_one(written: str, meant: str) -> None:
    assert folded(written) == folded(meant)
    assert len(folded(written)) == len(written)


def test_standard_characters_stand_for_themselves() -> None:
    assert folded("欠缺研晚予弁步郎") == "欠缺研晚予弁步郎"


@pytest.mark.parametrize("dropped", ["，", " ", "　", "\n", "\u200b", "\ufe0f", "ㅤ", "*", "🌸", "…"])
def test_marks_spaces_and_invisible_characters_are_dropped(dropped: str) -> None:
    assert folded(f"天{dropped}地") == "天地"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("天x地", "天地"), ("天xy地", "天xy地"), ("x天地y", "x天地y"), ("天1地", "天1地")],
)
def test_a_single_letter_between_han_characters_is_noise(text: str, expected: str) -> None:
    assert folded(text) == expected


def test_folding_twice_changes_nothing() -> None:
    table = fold_table()
    kept = table[table != 0]
    assert np.array_equal(table[kept], kept)


@given(st.text(st.characters(), max_size=60))
def test_every_folded_character_leads_back(text: str) -> None:
    view = Text(text).folded
    table = fold_table()
    for code, offset in zip(view.codes.tolist(), view.offsets.tolist(), strict=True):
        assert table[ord(text[offset])] == code
    assert np.all(np.diff(view.offsets) > 0)
