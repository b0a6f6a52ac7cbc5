"""What the board may see: one list of keys, and never who wrote a post."""

import json
from typing import Any

import pytest
from chance import CASTS, play_game
from play import Play

from postcheck.game import words
from postcheck.game.announce import round_post, ruling_post
from postcheck.game.powers import EFFECTS
from postcheck.game.public import PUBLIC, round_view, ruling_view
from postcheck.report.terms import RULED

# Names that occur nowhere else, so that one in a text can only be a leak.
CAST = (
    "鹰隼 A 竹林", "苍狼 B 春郊", "赤狐 C 妙令", "白虹剑 联剑 桑落", "鹦鹉 连环蛋 鹦鹉杯",
    "阿福 游侠", "阿禄 游侠", "阿寿 游侠", "阿喜 游侠", "墨猿 独刺 垂钓",
)  # fmt: skip
AUTHORS = ("鹰隼", "苍狼", "赤狐")


def keys(view: dict[str, Any], table: str) -> None:
    assert set(view) <= PUBLIC[table], set(view) - PUBLIC[table]
    for key, value in view.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                keys(one, key)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("ruleset", sorted(CASTS))
def test_only_listed_keys(ruleset: str, seed: int) -> None:
    game = play_game(ruleset, seed, rounds=2).game()
    for number in game.tally:
        if number.isdigit():
            keys(round_view(game, int(number)), "round")
    for event in game.ledger.events:
        if event.type == "ruling":
            keys(ruling_view(game, event.line), "ruling")


def story() -> Play:
    play = Play("fengyun85", *CAST, number=3, kills={"A": 1, "B": 1, "C": 1})
    play.kill("K1", "鹰隼", "A", "阿福")
    play.kill("K2", "苍狼", "B", "阿禄", iou=True)
    play.kill("K3", "赤狐", "C", "鹦鹉")
    play.complain("C1", "阿寿", "K1", "not_first", evidence=["截图[1]"])
    play.rule("C1", "not_first")
    play.rule("K3", "over_quoted", "12:40", minutes=60)
    return play


def test_a_ruling_on_a_post_names_the_code_not_the_author() -> None:
    play = story()
    game = play.game()
    for line in (len(play.records) - 1, len(play.records)):
        view = ruling_view(game, line)
        for text in (ruling_post(view, {}), ruling_post(view, {}, bb=False), json.dumps(view)):
            assert not [name for name in AUTHORS if name in text]
    text = ruling_post(ruling_view(game, len(play.records) - 1), {"not_first": "非首发"})
    assert text == (
        "[b]试局 判罚公告[/b]\n投诉：C1，投诉人 阿寿\n对象：代号“竹林”的杀帖\n事由：非首发，成立\n"
        "证据：截图［1］\n依据：投诉6、杀帖10\n处理：出帖人出局\n处理：阿福 复活\n"
    )


def test_a_ruling_on_a_post_without_a_code_is_in_chinese() -> None:
    play = Play("fengyun85", *CAST, number=3, kills={"A": 1})
    play.kill("K1", "鹰隼", "A", "阿福", code=None)
    line = play.rule("K1", "no_code", reading="author_out")
    text = ruling_post(ruling_view(play.game(), line), RULED, bb=False)
    assert text == (
        "【试局 判罚公告】\n对象：未注明代号的杀帖\n事由：作者出局，成立\n依据：杀帖3\n"
        "处理：出帖人出局\n处理：此帖不算\n"
    )


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        ("warn", "依据：投诉6\n处理：警告\n"),
        ("out", "依据：投诉6\n处理：出局\n"),
        (None, "处理：无\n"),
    ],
)
def test_a_ruling_on_conduct_says_what_it_rests_on_and_what_follows(
    reading: str | None, said: str
) -> None:
    play = Play("fengyun85", *CAST, number=3)
    line = play.rule("阿福", "insult", "11:00")
    if reading is not None:
        line = play.rule("阿福", "insult", "12:00", reading=reading)
    text = ruling_post(ruling_view(play.game(), line), RULED, bb=False)
    assert text == f"【试局 判罚公告】\n对象：阿福\n事由：辱骂，成立\n{said}"


def test_a_reading_that_leaves_all_as_it_is_rests_on_its_clause() -> None:
    play = Play("fengyun85", *CAST, number=3, kills={"A": 1})
    play.kill("K1", "鹰隼", "A", "阿福", code=None)
    line = play.rule("K1", "no_code", reading="author_stays")
    text = ruling_post(ruling_view(play.game(), line), RULED, bb=False)
    assert text.endswith("事由：作者留下，成立\n依据：杀帖3\n处理：此帖不算\n")


def test_a_new_report_of_no_certain_length_is_announced_without_one() -> None:
    play = Play("ziyou48", "甲 杀 英俊潇洒", "乙 游侠", "丙 游侠", number=3)
    line = play.rule("乙", "handwritten", remedy="re_report", minutes=60)
    text = ruling_post(ruling_view(play.game(), line), RULED, bb=False)
    assert text.endswith("以前重新报道\n")
    assert "事由：手写或图片，成立" in text


def test_the_result_of_a_round_joins_no_code_to_a_name() -> None:
    play = story()
    play.tick("13:50")
    voters = [name for name, one in play.state()["players"].items() if one["alive"]]
    for voter in voters:
        play.add("vote", "14:00", round=3, voter=voter, targets=["阿喜"], via="machine")
    play.close()
    game = play.game()
    view = round_view(game, 3)
    posts = json.dumps(view["posts"], ensure_ascii=False)
    assert not [name for name in AUTHORS if name in posts]
    text = round_post(view, bb=False)
    part = text[text.index("【杀帖】") : text.index("【出局】")]
    assert "竹林 → 阿福：作废" in part
    assert not [name for name in AUTHORS if name in part]
    assert "自杀：苍狼" in text
    assert "判罚出局：鹰隼、赤狐" in text


def test_fireworks_show_the_egg_and_not_which_name_wrote() -> None:
    play = Play("wuyue161", "鹰隼 A 花自羞", "苍狼 B 终身误", "金乌 明蛋 风月宝鉴", "阿福 游侠",
                "阿禄 游侠", "阿寿 游侠", number=3, kills={"A": 1, "B": 1})  # fmt: skip
    play.kill("K1", "鹰隼", "A", "金乌")
    play.kill("K2", "苍狼", "B", "阿福")
    for voter in ("鹰隼", "苍狼", "金乌", "阿福", "阿禄", "阿寿"):
        play.add("vote", "14:00", round=3, voter=voter, targets=["阿禄"], via="machine")
    play.close()
    out = {one["player"]: one for one in round_view(play.game(), 3)["out"]}
    assert out["鹰隼"] == {"player": "鹰隼", "how": "posts"}
    assert out["金乌"] == {"player": "金乌", "how": "posts", "role": "明蛋"}
    assert out["阿福"]["how"] == "posts"


def test_every_effect_has_a_word() -> None:
    assert set(words.ORDER) == set(EFFECTS)
