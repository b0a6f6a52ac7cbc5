"""ziyou48 in play, clause by clause."""

import pytest
from play import Play, proves

RULES = "ziyou48"
CAST = (
    "甲 杀 英俊潇洒", "乙 杀 风流倜傥", "丙 杀 玉树临风", "丁 联刺 足智多谋", "戊 联刺 深谋远虑",
    "己 独刺 聪敏伶俐", "庚 独刺 巧言善辩", "辛 独刺 机敏灵巧", "壬 黑蛋 寂寞高手",
    "癸 联剑 唯我独尊", "明 明蛋 刀枪不入", "飞 飞蛋 勇者无惧", "暗 暗蛋 大智若愚",
    "子 游侠", "丑 游侠", "寅 游侠", "卯 游侠",
)  # fmt: skip
ALL = {"杀": 2, "联刺": 1, "独刺": 1, "联剑": 1}


def zy(number: int = 3, kills: dict[str, int] | None = None, **more: object) -> Play:
    return Play(RULES, *CAST, number=number, kills=ALL if kills is None else kills, **more)  # type: ignore[arg-type]


@proves(RULES, "时间", "投票7")
def test_no_cutoff_of_the_machine_here() -> None:
    play = zy()
    play.close(cutoff="2026-03-03T21:59:59+08:00")
    with pytest.raises(Exception, match="以论坛时间为准"):
        play.state()


@proves(RULES, "投票6")
@pytest.mark.parametrize(("when", "counted"), [("20:44:59", True), ("20:45:00", False)])
def test_no_proxy_in_the_last_15_minutes(when: str, counted: bool) -> None:
    play = zy()
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") != "卯"]
    play.votes("卯>子", when, via="proxy")
    play.close()
    play.out(卯=None if counted else "suicide")


@proves(RULES, "投票1", "投票2")
def test_silence_in_round_one_is_left_to_the_referee() -> None:
    play = zy(1, {})
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") not in ("卯", "寅")]
    play.votes("寅>子", "12:00", via="board")
    play.close()
    play.out(卯=None, 寅=None, 子="voted")
    play.holds(questions=[{"on": "卯", "readings": {"suicide": "suicide", "pass": "in"}}])
    assert len(play.state()["questions"]) == 1
    play.rule("卯", "silence", "22:00", reading="suicide")
    play.out(卯="suicide")


@proves(RULES, "投票3", "投票9")
def test_halves_count_half_and_in_a_tie_full() -> None:
    play = zy(3, {"杀": 2})
    play.kill("K1", "甲", "杀", "丑")
    play.kill("K2", "乙", "杀", "寅")
    play.votes("丙丁戊>卯 己庚丑寅>子 辛壬>甲 癸明>乙 飞暗>丙 甲>丁 乙>戊 子>己 卯>庚")
    play.close()
    play.holds(tally={"3": [{"player": "子", "full": 2, "half": 2, "rank": 1, "out": True},
                            {"player": "卯", "full": 3, "rank": 2, "out": False}]})  # fmt: skip


@proves(RULES, "投票9")
def test_earlier_arrival_goes_out_and_equals_go_out_together() -> None:
    play = zy(3, {})
    play.votes("甲乙丙>子 丁戊己>丑 庚辛壬癸明飞暗>寅 子>卯 丑>甲 寅>乙 卯>丙", "10:00")
    play.close()
    play.out(寅="voted", 子=None, 丑=None)
    play = zy(3, {})
    play.votes("甲乙丙>子 丁戊己>丑 庚辛>寅 壬>乙 癸>丙 明>丁 飞>戊 暗>己 子>卯 丑>甲 寅>庚 卯>辛")
    play.close()
    play.out(子="voted", 丑=None)
    play = zy(3, {}, votes=2)
    play.votes("甲乙丙丁戊己庚辛壬癸明飞暗>子丑 子>卯 丑>甲 寅>庚 卯>辛")
    play.close()
    play.out(子="voted", 丑="voted")


@proves(RULES, "杀帖")
@pytest.mark.parametrize(
    ("when", "late"), [("21:19:59", False), ("21:20:00", False), ("21:20:01", True)]
)
def test_target_named_within_15_minutes_of_the_results(when: str, late: bool) -> None:
    play = zy(2)
    play.everyone("子")
    play.close("21:05")
    play.next_plan()
    play.kill("K1", "甲", "杀", "丑", when)
    play.holds(kills={"K1": {"status": "void" if late else "valid"}},
               players={"丑": {"vote": "full" if late else "half"}})  # fmt: skip
    play.out(甲="ruled" if late else None)


@proves(RULES, "杀帖", "注意10")
def test_given_up_means_out() -> None:
    play = zy()
    play.act("甲", "forgo", **{"for": "杀"})
    play.out(甲="ruled")
    play.holds(due_posts=[{"for": "杀", "count": 1}])


@proves(RULES, "杀帖")
@pytest.mark.parametrize(("number", "status", "cause"), [(7, "iou", None), (8, "void", "ruled")])
def test_no_iou_in_the_last_round(number: int, status: str, cause: str | None) -> None:
    play = zy(number, {"杀刺": 1})
    play.kill("K1", "甲", "杀刺", "丑", iou=True)
    play.holds(kills={"K1": {"status": status}})
    play.out(甲=cause)


@proves(RULES, "杀帖")
def test_a_mate_killed_by_an_iou_does_not_come_back() -> None:
    play = zy()
    play.kill("K1", "甲", "杀", "乙", iou=True)
    play.kill("K2", "丙", "杀", "丑", iou=True)
    play.tick("12:30")
    play.everyone("寅", when="13:00")
    play.close()
    play.out(甲="suicide", 乙="killed", 丙="suicide", 丑=None)
    play.holds(kills={"K1": {"status": "failed"}, "K2": {"status": "failed", "effect": "none"}})


@proves(RULES, "杀帖")
def test_two_posts_on_one_target_both_hold() -> None:
    play = zy()
    play.kill("K1", "甲", "杀", "丑")
    play.kill("K2", "己", "独刺", "丑")
    play.everyone("寅")
    play.complain("C1", "子", "K1", "not_first", "18:00")
    play.complain("C2", "子", "K2", "not_first", "18:00")
    play.close()
    play.holds(kills={"K1": {"effect": "killed"}, "K2": {"effect": "killed"}})
    play.rule("C1", "not_first", "10:00")
    play.out(甲="ruled", 丑="killed")
    play.rule("C2", "not_first", "10:10")
    play.out(己="ruled", 丑=None)
    play.holds(players={"丑": {"revived": {"round": 4, "vote": "full"}}})


@proves(RULES, "杀帖")
@pytest.mark.parametrize(("when", "why"), [("19:00:00", None), ("19:00:01", "too_late")])
def test_complaint_until_1900_of_the_next_day(when: str, why: str | None) -> None:
    play = zy()
    play.kill("K1", "甲", "杀", "丑")
    play.complain("C1", "路人", "K1", "too_short", when, title="投诉英俊潇洒")
    play.holds(complaints={"C1": {"why": why}})
    if why:
        play.rule("K1", "too_short", "19:30")
        play.holds(debts=[])


@proves(RULES, "杀帖")
def test_the_window_of_an_iou_runs_from_its_text() -> None:
    play = zy()
    play.kill("K1", "甲", "杀", "丑", iou=True)
    play.fill("K1", 1200, "11:00")
    play.everyone("寅")
    play.close()
    play.complain("C1", "路人", "K1", "not_original", "18:00")
    play.holds(complaints={"C1": {"status": "accepted"}})


@proves(RULES, "杀帖")
@pytest.mark.parametrize(
    ("when", "cause"), [("00:59:59", None), ("01:00:00", None), ("01:00:01", "ruled")]
)
def test_rewrite_within_12_hours_of_the_ruling(when: str, cause: str | None) -> None:
    play = zy()
    play.kill("K1", "甲", "杀", "丑")
    play.rule("K1", "wrong_genre", "13:00")
    play.everyone("寅")
    play.close()
    play.fill("K1", 1200, when)
    play.tick("02:00")
    play.out(甲=cause, 丑="killed" if cause is None else None)


@proves(RULES, "杀帖")
@pytest.mark.parametrize("reading", ["not_original", "too_short", None])
def test_over_quoted_has_no_penalty_of_its_own(reading: str | None) -> None:
    play = zy()
    play.kill("K1", "甲", "杀", "丑", quoted=300)
    play.rule("K1", "over_quoted", "11:00", reading=reading)
    play.out(甲="ruled" if reading == "not_original" else None)
    kinds = [one["kind"] for one in play.state()["debts"]]
    assert kinds == (["rewrite"] if reading == "too_short" else [])
    assert bool(play.state()["questions"]) is (reading is None)


@proves(RULES, "报道")
def test_check_in_late_is_suicide_and_the_referee_names_the_remedy() -> None:
    play = zy(1, {}, report_until="2026-03-02T20:00:00+08:00")
    for name in "甲乙丙丁戊己庚辛壬癸明飞暗子丑":
        play.records.append({"type": "report", "at": "2026-03-02T20:00:00+08:00", "player": name,
                             "counts": {"words": 280, "cjk": 280, "chars": 300}})  # fmt: skip
    play.records.append({"type": "report", "at": "2026-03-02T20:00:01+08:00", "player": "寅",
                         "counts": {"words": 400, "cjk": 400, "chars": 400}})  # fmt: skip
    play.add("substitute", "21:30", out="卯", **{"in": "替"})
    play.rule("子", "too_short", "22:00")
    play.rule("丑", "too_short", "22:00", remedy="re_report", min_count=300, minutes=60)
    play.out(甲=None, 寅="suicide", 卯=None, 子=None, 丑=None)
    play.holds(debts=[{"player": "丑", "kind": "re_report", "min_count": 300}],
               questions=[{"on": "子"}])  # fmt: skip
    play.tick("23:30")
    play.out(丑="suicide")


@proves(RULES, "身份")
@pytest.mark.parametrize(("number", "effect"), [(4, "fireworks"), (5, "killed")])
@pytest.mark.parametrize("egg", list("壬明飞暗"))
def test_eggs_up_to_round_four(number: int, effect: str, egg: str) -> None:
    play = zy(number, {"联剑": 1})
    play.kill("K1", "癸", "联剑", egg)
    play.everyone("寅")
    play.close()
    play.holds(kills={"K1": {"effect": effect}})


@proves(RULES, "身份")
@pytest.mark.parametrize(("number", "may"), [(1, False), (2, True), (4, True), (5, False)])
def test_flight_in_rounds_two_to_four(number: int, may: bool) -> None:
    play = zy(number, {})
    play.holds(players={"飞": {"may_post": may}})
    if may:
        play.kill("K1", "飞", "飞蛋", "甲")
        play.holds(players={"飞": {"may_post": False}})
        play.everyone("寅")
        play.close()
        play.out(飞="fireworks", 甲="fireworks")


@proves(RULES, "身份")
def test_black_egg_voted_out_takes_the_last_voter_in_any_round() -> None:
    play = zy(6, {})
    play.votes("甲乙丙丁>壬 戊己>甲 庚辛癸明飞暗子丑寅卯>壬 壬>子")
    play.act("壬", "take", "甲", "20:00")
    play.close()
    play.out(壬="voted", 卯="taken", 甲=None)


@proves(RULES, "联合")
def test_alliance_below_seven_without_the_black_egg() -> None:
    play = zy(2, {})
    play.everyone("甲")
    play.close()
    play.holds(alliances=[])
    play.next_plan()
    play.rule("乙", "self_exposure", "22:00")
    play.holds(alliances=[{"side": "black", "kind": "big", "since_round": 3,
                           "members": list("丙丁戊己庚辛")}])  # fmt: skip
    play.everyone("壬")
    play.close()
    play.holds(alliances=[{"members": list("丙丁戊己庚辛壬")}])


@proves(RULES, "联合")
def test_alliance_after_round_four() -> None:
    play = zy(4, {})
    play.everyone("子")
    play.holds(alliances=[])
    play.close()
    play.holds(alliances=[{"side": "black", "kind": "big", "since_round": 5}])


@proves(RULES, "联合", "身份")
@pytest.mark.parametrize(
    ("gone", "unit", "by"),
    [
        ("甲乙丙", "杀", list("丁戊己庚辛")),
        ("丁戊", "联刺", list("己庚辛")),
        ("丁戊己庚辛", "联刺", list("甲乙丙")),
        ("丁戊己庚辛", "独刺", list("甲乙丙")),
        ("甲乙丙丁戊己庚辛", "杀", ["壬"]),
        ("癸", "联剑", []),
    ],
)
def test_stand_in_order(gone: str, unit: str, by: list[str]) -> None:
    cast = [f"{one} out=voted" if one[0] in gone else one for one in CAST]
    play = Play(RULES, *cast, number=3, kills={unit: 1})
    wanted = [{"for": unit, "count": 1, "by": by}] if by else []
    play.holds(due_posts=wanted)


@proves(RULES, "进程")
def test_printed_schedule() -> None:
    play = zy(2, adjusted=False)
    due = {one["for"]: one["count"] for one in play.state()["due_posts"]}
    assert due == {"联剑": 1, "杀": 2, "联刺": 1, "独刺": 1}


@proves(RULES, "进程")
def test_last_one() -> None:
    play = Play(RULES, "甲 杀 英俊潇洒", "子 游侠", "丑 游侠", number=8, kills={"杀刺": 1})
    play.kill("K1", "甲", "杀刺", "丑")
    play.votes("甲>子 子>甲 丑>甲")
    play.close()
    play.holds(winner="white", players={"子": {"alive": True}})


@proves(RULES, "注意1", "注意2", "注意3")
def test_conduct() -> None:
    play = zy()
    play.rule("子", "self_exposure", "11:00")
    play.out(子="ruled")
    play.rule("甲", "collusion", "12:00")
    play.holds(winner="white", open=False)
