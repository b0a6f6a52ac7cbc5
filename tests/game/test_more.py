"""Clauses that several rulesets share, and what is left of each."""

import pytest
from play import START, Play, counts, proves
from test_fengyun85 import CAST as FY
from test_wuyue161 import CAST as WY
from test_ziyou48 import CAST as ZY

from postcheck.errors import SourceErrors
from postcheck.ruleset import load

CASTS = {"fengyun85": FY, "ziyou48": ZY, "wuyue161": WY}
EACH = pytest.mark.parametrize("ruleset", sorted(CASTS))


def game(ruleset: str, number: int = 3, **kills: int) -> Play:
    return Play(ruleset, *CASTS[ruleset], number=number, kills=kills)


@proves("fengyun85", "代号")
@proves("ziyou48", "代号", "人员")
@proves("wuyue161", "代号", "身份", "身份1")
@EACH
def test_codes_and_cast(ruleset: str) -> None:
    rules = load(ruleset)
    assert len(set(rules.codes)) == len(rules.codes)
    sides = [sum(role.count for role in rules.roles if role.side == side)
             for side in ("black", "white", "neutral")]  # fmt: skip
    assert sides[0] == rules.value("cast.black")


@proves("fengyun85", "投诉5", "投诉6")
@EACH
def test_a_ruling_holds_at_once_and_earlier_ballots_stand(ruleset: str) -> None:
    play = game(ruleset)
    play.everyone("子", when="10:00")
    play.rule("丑", "multi_alias", "15:00", remedy="out")
    play.out(丑="ruled")
    play.holds(players={"丑": {"vote": "none"}})
    play.close()
    play.holds(tally={"3": [{"player": "子", "full": len(CASTS[ruleset]) - 1}]})


@proves("ziyou48", "投票8")
@proves("wuyue161", "投票8", "投票7")
@EACH
def test_what_the_machine_recorded_is_entered_by_amend(ruleset: str) -> None:
    play = game(ruleset)
    play.everyone("子")
    play.close()
    line = next(n for n, one in enumerate(play.records, 1) if one.get("voter") == "甲")
    play.add("amend", "22:00", line=line, reason="投票机", **{"with": {"targets": ["丑"]}})
    play.holds(tally={"3": [{"player": "丑", "full": 1}]})


@proves("wuyue161", "投票5")
@pytest.mark.parametrize("voter", list("甲庚工剑医子"))
def test_anybody_may_vote_by_proxy(voter: str) -> None:
    play = game("wuyue161")
    play.everyone("丑")
    play.records = [one for one in play.records if one.get("voter") != voter]
    play.votes(f"{voter}>丑", "19:00", via="proxy")
    play.close()
    play.out(**{voter: None})


@proves("ziyou48", "注意7")
@proves("wuyue161", "其他8")
@EACH
def test_hints_on_the_board_may_void_a_post(ruleset: str) -> None:
    unit = "杀" if ruleset == "ziyou48" else "A"
    play = game(ruleset, **{unit: 1})
    play.kill("K1", "甲", unit, "子")
    play.rule("K1", "hints", "11:00", remedy="void")
    play.holds(kills={"K1": {"status": "void"}}, players={"子": {"vote": "full"}})


@proves("ziyou48", "注意8")
@proves("fengyun85", "其他10")
@proves("wuyue161", "其他12")
@EACH
def test_what_no_clause_names_is_asked_of_the_referee(ruleset: str) -> None:
    play = game(ruleset)
    play.rule("子", "insult", "11:00")
    play.out(子=None)
    play.holds(questions=[{"on": "子", "answer": None, "readings": {"warn": "none"}}])
    play.rule("子", "insult", "11:30", remedy="out")
    play.out(子="ruled")


@proves("ziyou48", "注意9")
def test_exposure_in_a_decisive_round_loses() -> None:
    play = game("ziyou48", 8)
    play.rule("甲", "grave_exposure", "11:00")
    play.holds(winner="white")


@proves("wuyue161", "其他13")
def test_one_side_gives_up() -> None:
    play = game("wuyue161")
    play.add("end", "11:00", winner="black", reason="白方全票玩家都同意放弃")
    play.holds(winner="black", open=False)


@proves("wuyue161", "杀帖3")
def test_another_s_code_is_void() -> None:
    play = game("wuyue161", A=1)
    play.kill("K1", "甲", "A", "子", code="掩风流")
    play.holds(kills={"K1": {"status": "void"}})


@proves("wuyue161", "杀帖13")
def test_self_kill() -> None:
    play = game("wuyue161", A=1)
    play.kill("K1", "甲", "A", "甲")
    play.everyone("子")
    play.close()
    play.out(甲="killed")


@proves("wuyue161", "联合小2", "联合白2")
def test_who_stays_out_of_alliances() -> None:
    play = game("wuyue161", 6)
    play.everyone("子")
    play.close()
    white = next(one for one in play.state()["alliances"] if one["side"] == "white")
    assert white["members"] == ["剑", "侠", "明"]
    small = [one for one in play.state()["alliances"] if one["kind"] == "small"]
    assert not [name for one in small for name in one["members"] if name in "庚辛刺工"]


@proves("fengyun85", "报道9")
@proves("ziyou48", "报道")
@proves("wuyue161", "报道7")
@pytest.mark.parametrize(("second", "late"), [(59, False), (60, False), (61, True)])
@EACH
def test_the_last_second_of_check_in(ruleset: str, second: int, late: bool) -> None:
    play = Play(ruleset, *CASTS[ruleset], number=1, kills={},
                report_until="2026-03-02T20:01:00+08:00")  # fmt: skip
    for one in CASTS[ruleset]:
        at = START.replace(hour=20, minute=second // 60, second=second % 60)
        at = at if one[0] == "子" else START.replace(hour=19)
        play.records.append({"type": "report", "at": at.isoformat(), "player": one[0],
                             "counts": counts(400)})  # fmt: skip
    play.out(子="suicide" if late else None, 丑=None)


@proves("fengyun85", "杀帖12")
def test_fireworks_on_an_iou_filled_in_time_stay() -> None:
    play = Play("fengyun85", *FY, number=3, kills={"A": 1})
    play.kill("K1", "甲", "A", "辛", iou=True)
    play.fill("K1", 1200, "11:00")
    play.everyone("子")
    play.close()
    play.out(甲="fireworks", 辛="fireworks")
    play.holds(rewards=[])


@proves("fengyun85", "杀帖17")
def test_an_iou_unfilled_costs_only_its_own_target() -> None:
    play = Play("fengyun85", *FY, number=3, kills={"A": 2})
    play.kill("K1", "甲", "A", "子", iou=True)
    play.kill("K2", "甲", "A", "丑")
    play.tick("12:30")
    play.everyone("寅", when="13:00")
    play.close()
    play.out(甲="suicide", 子=None, 丑="killed")


# -- one second before, on, one after --------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "met"), [("09:59:59", True), ("10:00:00", True), ("10:00:01", False)]
)
def test_first_step_of_a_fourth_post(when: str, met: bool) -> None:
    play = Play("fengyun85", "甲 A 竹林 posts=3", *FY[1:], number=5, kills={"A": 1})
    play.kill("K1", "甲", "A", "子", iou=True)
    play.fill("K1", 800, when)
    play.tick("11:00")
    play.holds(debts=[{"min_count": 800, "status": "met" if met else "overdue"}])


@pytest.mark.parametrize(
    ("when", "met"), [("14:59:59", True), ("15:00:00", True), ("15:00:01", False)]
)
def test_rewrite_four_hours_after_the_complaint(when: str, met: bool) -> None:
    play = game("wuyue161", A=1)
    play.kill("K1", "甲", "A", "子")
    play.complain("C1", "丑", "K1", "wrong_genre", "11:00")
    play.rule("C1", "wrong_genre", "12:00")
    play.fill("K1", 1200, when)
    play.tick("15:10")
    play.holds(debts=[{"kind": "rewrite", "status": "met" if met else "overdue"}])


def test_a_second_text_for_one_rewrite_is_none_for_the_next() -> None:
    play = game("wuyue161", A=1)
    play.kill("K1", "甲", "A", "子")
    play.complain("C1", "丑", "K1", "wrong_genre", "10:00")
    play.fill("K1", 1300, "10:30")
    play.add("fill", "11:00", kill="K1", post="posts/k1.txt")  # nothing is owed any more
    play.complain("C2", "寅", "K1", "wrong_genre", "11:30")
    play.rule("C1", "wrong_genre", "12:00")
    play.rule("C2", "wrong_genre", "12:30")
    play.tick("16:00")
    play.holds(debts=[{"status": "met"}, {"status": "overdue"}])


@pytest.mark.parametrize(
    ("when", "met"), [("11:59:59", True), ("12:00:00", True), ("12:00:01", False)]
)
@pytest.mark.parametrize("ruleset", ["ziyou48", "wuyue161"])
def test_iou_until_noon(ruleset: str, when: str, met: bool) -> None:
    unit = "杀" if ruleset == "ziyou48" else "A"
    play = game(ruleset, **{unit: 1})
    play.kill("K1", "甲", unit, "子", iou=True)
    play.fill("K1", 1200, when)
    play.tick("12:10")
    play.out(甲=None if met else "suicide", 子=None)


@pytest.mark.parametrize(
    ("clock", "counted"), [("21:15:59", True), ("21:16:00", True), ("21:16:01", False)]
)
def test_fifteen_minutes_of_overtime(clock: str, counted: bool) -> None:
    play = Play("fengyun85", *FY, number=3, votes=2, out=1, kills={})
    play.votes("甲乙丙丁戊己庚辛壬癸变>子丑 子>寅 丑>寅 寅卯辰>卯", "10:00")
    play.close("21:01", opens=False)
    play.votes("甲>丑", "+1 21:03", overtime=True)
    play.votes("乙>子", "+1 21:04", overtime=True)
    play.votes("丙>子", f"+1 {clock}", overtime=True)
    play.close("21:20", overtime=True, opens=False)
    # With the third ballot 子 has two; without it both have one, and 子's came later.
    play.out(子="voted", 丑=None)
    play.holds(tally={"3-overtime": [{"player": "子", "full": 2 if counted else 1}]})


@pytest.mark.parametrize(
    ("clock", "counted"), [("20:59:58", True), ("20:59:59", True), ("21:00:00", False)]
)
@EACH
def test_the_last_second_of_a_round(ruleset: str, clock: str, counted: bool) -> None:
    play = game(ruleset)
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") != "丑"]
    play.votes("丑>子", f"{'+1 ' if clock >= '21' else ''}{clock}")
    play.close()
    play.out(丑=None if counted else "suicide")


def test_a_delivery_without_the_count_of_the_clause_is_a_fault() -> None:
    play = Play("fengyun85", "甲 A 竹林", "乙 游侠", "丙 游侠", "丁 游侠", number=3, kills={"A": 1})
    play.kill("K1", "甲", "A", "乙", iou=True)
    play.add("fill", "11:00", kill="K1", counts={"chars": 1300})
    with pytest.raises(SourceErrors) as caught:
        play.game()
    assert "counts 没有写 words、cjk" in caught.value.errors[0].message


@pytest.mark.parametrize("ruleset", ["fengyun85", "ziyou48", "wuyue161"])
def test_a_reading_that_names_a_remedy_is_that_remedy(ruleset: str) -> None:
    """As `game check` says what to write; else the same question would be asked again."""
    unit = "杀" if ruleset == "ziyou48" else "A"
    for on, finding, reading in (
        ("子", "insult", "out"), ("子", "handwritten", "re_report"),
        ("K1", "handwritten", "rewrite"), ("K1", "handwritten", "out"),
    ):  # fmt: skip
        play = game(ruleset, **{unit: 1})
        play.kill("K1", "甲", unit, "丑")
        play.rule(on, finding, "11:00")
        if not play.state()["questions"]:
            continue  # this ruleset has a remedy of its own
        play.rule(on, finding, "12:00", reading=reading)
        play.holds(questions=[{"answer": reading}])
        assert len(play.state()["questions"]) == 1
        if reading == "out":
            play.out(**{"甲" if on == "K1" else on: "ruled"})
        else:
            play.holds(debts=[{"kind": reading, "status": "open"}])


def test_a_ruling_and_a_verdict_may_name_the_substitute() -> None:
    play = game("fengyun85", A=1)
    play.add("substitute", "21:30", out="子", **{"in": "替补甲"})
    play.complain(
        "C1",
        "丑",
        "替补甲",
        "insult",
        "10:00",
        insulted="丑",
        act_at=play.when("09:00").isoformat(),
    )
    play.rule("C1", "insult", "11:00")
    play.rule("C1", "insult", "12:00", reading="out")
    play.out(子="ruled")
    play = game("fengyun85", A=1)
    play.add("substitute", "21:30", out="子", **{"in": "替补甲"})
    play.rule("替补甲", "too_short", "10:00", remedy="re_report", minutes=300)
    play.add("report", "11:00", player="替补甲", post="posts/r.txt")
    play.add("verdict", "11:00", on="替补甲", status="pass", findings=[])
    play.tick("20:00")
    play.holds(debts=[{"kind": "re_report", "status": "met"}])
