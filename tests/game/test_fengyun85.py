"""fengyun85 in play, clause by clause."""

import pytest
from play import Play, proves

from postcheck.ruleset import load

RULES = "fengyun85"
CAST = (
    "甲 A 竹林", "乙 A 幽馆", "丙 B 春郊", "丁 C 妙令", "戊 独刺 垂钓", "己 联刺 欹枕",
    "庚 联剑 桑落", "辛 连环蛋 鹦鹉杯", "壬 连环蛋 红螺觞", "癸 黑蛋 蓬莱盏", "变 变身 慢卷荷",
    "子 游侠", "丑 游侠", "寅 游侠", "卯 游侠", "辰 游侠",
)  # fmt: skip
REWRITTEN = (
    "too_short", "wrong_genre", "wrong_language", "banned_content", "over_quoted",
    "partly_not_first",
)  # fmt: skip
ALL = {"A": 2, "B": 1, "C": 1, "独刺": 1, "联刺": 1, "联剑": 1}


def fy(number: int = 3, kills: dict[str, int] | None = None, **more: object) -> Play:
    return Play(RULES, *CAST, number=number, kills=ALL if kills is None else kills, **more)  # type: ignore[arg-type]


@proves(RULES, "投票6", "时间")
@pytest.mark.parametrize(
    ("second", "counted"), [("20:59:58", True), ("20:59:59", True), ("21:00:00", False)]
)
def test_last_second_of_the_vote(second: str, counted: bool) -> None:
    play = fy()
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") != "辰"]
    play.day += second.startswith("21")
    play.votes("辰>子", second)
    play.day -= second.startswith("21")
    play.close()
    play.out(辰=None if counted else "suicide", 子="voted")


@proves(RULES, "投票6", "投票7")
def test_cutoff_of_the_machine() -> None:
    play = fy()
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") != "辰"]
    play.records.append({"type": "vote", "at": "2026-03-03T21:00:07+08:00", "round": 3,
                         "voter": "辰", "targets": ["子"], "via": "machine"})  # fmt: skip
    play.close(cutoff="2026-03-03T21:00:07+08:00")
    play.out(辰=None)


@proves(RULES, "投票5")
@pytest.mark.parametrize(
    ("when", "counted"), [("20:39:59", True), ("20:40:00", True), ("20:40:01", False)]
)
def test_proxy_not_later_than_2040(when: str, counted: bool) -> None:
    play = fy()
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") != "辰"]
    play.votes("辰>子", when, via="proxy")
    play.close()
    play.out(辰=None if counted else "suicide")


@proves(RULES, "投票2", "投票3", "投票8")
def test_later_arrival_goes_out_and_halves_count_in_ties_only() -> None:
    play = Play(RULES, *CAST, number=3, kills={"A": 1})
    play.kill("K1", "甲", "A", "丑")
    play.votes("甲乙丙丁戊己>子", "10:00")
    play.votes("庚辛壬癸变子>寅", "11:00")
    play.votes("丑>卯 寅卯辰>辰", "12:00")
    play.close()
    play.holds(tally={"3": [{"player": "寅", "full": 6, "rank": 1, "out": True},
                            {"player": "子", "full": 6, "rank": 2, "out": False},
                            {"player": "卯", "full": 0, "half": 1}]})  # fmt: skip
    play.out(寅="voted", 子=None, 丑="killed")


@proves(RULES, "投票8")
def test_overtime_again_while_all_is_equal() -> None:
    play = Play(RULES, *CAST, number=3, votes=2, out=1, kills={})
    play.votes("甲乙丙丁戊己庚辛壬癸变>子丑 子>寅 丑>寅 寅卯辰>卯", "10:00")
    tied = {"round": 3, "between": ["子", "丑"], "out": 1}
    play.close("21:01", opens=False)
    play.holds(overtime=tied, round=3)
    play.close("21:17", overtime=True, opens=False)
    play.holds(overtime=tied, round=3)
    play.votes("甲>子 丙>丑", "+1 21:20", overtime=True)
    play.votes("乙>子", "+1 21:32", overtime=True)
    play.votes("丁>丑", "+1 21:33", overtime=True)
    play.close("21:35", overtime=True)
    play.holds(overtime=None, round=4)
    play.out(子="voted", 丑=None)


@proves(RULES, "投票1", "投票2")
def test_board_ballot_is_void_and_no_suicide_in_round_one_only() -> None:
    play = fy(number=1, kills={})
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") not in ("辰", "卯")]
    play.votes("辰>子", "12:00", via="board")
    play.close()
    play.out(辰=None, 卯="suicide", 子="voted")


@proves(RULES, "杀帖11")
@pytest.mark.parametrize(
    ("when", "number", "status", "cause"),
    [
        ("11:59:59", 1200, "met", None),
        ("12:00:00", 1200, "met", None),
        ("12:00:01", 1200, "overdue", "suicide"),
        ("11:00:00", 1199, "overdue", "suicide"),
        ("11:00:00", 1201, "met", None),
    ],
)
def test_iou_by_noon_with_1200(when: str, number: int, status: str, cause: str | None) -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子", iou=True)
    play.holds(kills={"K1": {"status": "iou"}}, players={"子": {"vote": "half"}})
    play.fill("K1", number, when)
    play.tick("12:30")
    play.holds(debts=[{"player": "甲", "kind": "iou", "status": status}])
    play.out(甲=cause, 子=None)
    play.holds(players={"子": {"vote": "half" if cause is None else "full"}})


@proves(RULES, "杀帖18")
def test_fourth_post_missing_its_first_step() -> None:
    play = Play(RULES, "甲 A 竹林 posts=3", *CAST[1:], number=5, kills={"A": 1})
    play.kill("K1", "甲", "A", "子", iou=True)
    play.fill("K1", 799, "09:00")
    play.fill("K1", 1300, "10:00:01")
    play.tick("12:30")
    play.holds(debts=[{"min_count": 800, "status": "overdue"}], kills={"K1": {"status": "failed"}})
    play.out(甲="suicide", 子=None)


@proves(RULES, "杀帖4")
def test_withdrawn_in_its_round_only() -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子")
    play.kill("K2", "乙", "A", "丑")
    play.everyone("寅")
    play.close()
    play.add("withdraw", "22:00", kill="K1")
    play.out(甲=None, 子="killed")
    play.records[-1]["at"] = "2026-03-03T12:00:00+08:00"
    play.out(甲="suicide", 子=None, 丑="killed")
    play.holds(kills={"K1": {"status": "failed"}}, players={"子": {"revived": {"vote": "full"}}})


@proves(RULES, "杀帖3")
def test_no_code_or_anothers_is_void() -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子", code="幽馆")
    play.kill("K2", "乙", "A", "丑", code=None)
    play.holds(kills={"K1": {"status": "void"}, "K2": {"status": "void"}},
               players={"子": {"vote": "full"}}, questions=[{"on": "K1", "clause": "杀帖3"}],
               due_posts=[{"for": "A", "count": 2}])  # fmt: skip


@proves(RULES, "杀帖14")
def test_given_up_is_suicide() -> None:
    play = fy()
    play.act("丙", "forgo", **{"for": "B"})
    play.out(丙="suicide")


@proves(RULES, "杀帖15")
def test_self_kill_is_allowed() -> None:
    play = fy()
    play.kill("K1", "甲", "A", "甲")
    play.everyone("寅")
    play.close()
    play.out(甲="killed")


@proves(RULES, "杀帖6", "杀帖8", "杀帖10")
@pytest.mark.parametrize(
    "finding",
    [
        "too_short",
        "wrong_genre",
        "wrong_language",
        "banned_content",
        "over_quoted",
        "partly_not_first",
    ],
)
def test_rewrite_or_out_and_target_back(finding: str) -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子")
    play.rule("K1", finding, "11:00", minutes=60)
    play.holds(debts=[{"kind": "rewrite", "min_count": 1200, "status": "open",
                       "due": "2026-03-03T12:00:00+08:00"}])  # fmt: skip
    play.tick("12:00:01")
    play.out(甲="ruled", 子=None)
    play.holds(players={"子": {"vote": "full", "revived": {"round": 3, "vote": "full"}}})


@proves(RULES, "杀帖6")
def test_repetition_not_rewritten_is_an_iou() -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子")
    play.rule("K1", "repetition", "22:00", minutes=60)
    play.tick("23:30")
    play.holds(kills={"K1": {"status": "iou"}}, debts=[
        {"kind": "rewrite", "status": "overdue"},
        {"kind": "iou", "status": "open", "due": "2026-03-03T12:00:00+08:00", "min_count": 1200},
    ])  # fmt: skip
    play.tick("12:01")
    play.out(甲="suicide", 子=None)


@proves(RULES, "杀帖8")
def test_high_similarity_needs_a_reading() -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子", quoted=400)
    play.rule("K1", "high_similarity", "11:00", minutes=60)
    play.holds(questions=[{"on": "K1", "readings": {"over_quoted": "rewrite", "pass": "none"}}],
               debts=[])  # fmt: skip
    play.rule("K1", "high_similarity", "11:30", reading="over_quoted", minutes=60)
    play.holds(debts=[{"kind": "rewrite"}], questions=[{"on": "K1", "answer": "over_quoted"}])


@proves(RULES, "杀帖9", "杀帖10", "杀帖16")
@pytest.mark.parametrize("finding", ["not_first", "not_original"])
def test_out_at_once(finding: str) -> None:
    play = fy()
    play.kill("K1", "甲", "A", "辛")
    play.rule("K1", finding, "11:00")
    play.out(甲="ruled", 辛=None)
    play.holds(players={"辛": {"revived": {"vote": "full", "fireworks": False}}})


@proves(RULES, "杀帖16")
def test_not_original_by_the_referees_judgement_may_be_rewritten() -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子")
    play.rule("K1", "not_original", "11:00", remedy="rewrite", minutes=120)
    play.holds(debts=[{"kind": "rewrite", "min_count": 1200}])


@proves(RULES, "杀帖13")
def test_no_side_wins_while_an_iou_is_open() -> None:
    play = Play(RULES, "甲 A 竹林", "子 游侠", "丑 游侠", "寅 游侠", number=9, kills={"杀刺": 1})
    play.kill("K1", "甲", "杀刺", "子", iou=True)
    play.rule("丑", "multi_alias", "22:00")
    play.rule("寅", "multi_alias", "22:10")
    play.holds(winner=None)
    play.fill("K1", 1200, "11:00")
    play.holds(winner="black", open=False)


@proves(RULES, "投诉1", "投诉2")
@pytest.mark.parametrize(
    ("when", "why"), [("17:59:59", None), ("18:00:00", "too_late"), ("18:00:01", "too_late")]
)
def test_complaint_on_a_post_before_1800(when: str, why: str | None) -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子")
    play.complain("C1", "丑", "K1", "too_short", when)
    play.holds(complaints={"C1": {"status": "refused" if why else "accepted", "why": why}})


@proves(RULES, "投诉1", "报道7", "报道9")
@pytest.mark.parametrize(("when", "why"), [("14:59:59", None), ("15:00:00", "too_late")])
def test_complaint_on_a_report_before_1500_of_the_next_day(when: str, why: str | None) -> None:
    play = Play(RULES, "甲 A 竹林", "子 游侠", "丑 游侠", "寅 游侠", number=1,
                report_until="2026-03-02T20:00:00+08:00")  # fmt: skip
    for name in "甲子丑":
        play.records.append({"type": "report", "at": "2026-03-02T19:00:00+08:00",
                             "player": name, "counts": {"words": 290, "cjk": 290}})  # fmt: skip
    play.complain("C1", "丑", "子", "too_short", when, title="【投诉】子的报道字数不够")
    play.holds(complaints={"C1": {"why": why}})
    play.out(寅="suicide", 甲=None, 子=None)


@proves(RULES, "投诉2")
def test_complaint_needs_its_mark_and_evidence() -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子")
    play.complain("C1", "丑", "K1", "too_short", title="竹林字数不够")
    play.complain("C2", "丑", "K1", "too_short", evidence=[])
    play.rule("C1", "too_short", "12:30", minutes=60)
    play.holds(complaints={"C1": {"why": "no_title", "status": "refused"},
                           "C2": {"why": "no_evidence"}}, debts=[])  # fmt: skip


@proves(RULES, "投诉4")
def test_insult_by_the_insulted_only() -> None:
    play = fy()
    play.complain("C1", "丑", "子", "insult", insulted="寅")
    play.complain("C2", "寅", "子", "insult", insulted="寅")
    play.holds(complaints={"C1": {"status": "refused"}, "C2": {"status": "accepted"}})


@proves(RULES, "其他1", "其他3", "其他6")
def test_conduct() -> None:
    play = fy()
    play.rule("子", "multi_alias")
    play.rule("丑", "self_exposure", remedy="warn")
    play.rule("寅", "collusion", remedy="out")
    play.rule("卯", "self_exposure")
    play.out(子="ruled", 丑=None, 寅="ruled", 卯=None)
    play.holds(questions=[{"on": "卯", "readings": {"warn": "none", "out": "out"}}])


@proves(RULES, "其他8")
def test_referee_may_void_a_post_after_hints_on_the_board() -> None:
    play = fy()
    play.kill("K1", "甲", "A", "子")
    play.rule("K1", "hints", remedy="void")
    play.holds(kills={"K1": {"status": "void"}}, players={"子": {"vote": "full"}})
    play.out(甲=None)


# -- eggs and roles --------------------------------------------------------------------------


@proves(RULES, "人员")
@pytest.mark.parametrize(("number", "effect"), [(6, "fireworks"), (7, "killed")])
@pytest.mark.parametrize("egg", ["辛", "癸"])
def test_eggs_explode_up_to_round_six(number: int, effect: str, egg: str) -> None:
    play = fy(number, {"A": 1, "联剑": 1})
    play.kill("K1", "甲", "A", egg)
    play.kill("K2", "庚", "联剑", "乙")
    play.everyone("寅")
    play.close()
    play.holds(kills={"K1": {"effect": effect}, "K2": {"effect": "killed"}})
    play.out(甲="fireworks" if effect == "fireworks" else None, 乙="killed")


@proves(RULES, "人员")
@pytest.mark.parametrize(("number", "flies"), [(6, True), (7, False)])
def test_other_egg_may_fly_after_a_hit_in_round_six(number: int, flies: bool) -> None:
    play = fy(number, {"A": 1})
    play.kill("K1", "甲", "A", "辛")
    play.everyone("寅")
    play.close()
    play.holds(players={"壬": {"may_post": flies}})
    if flies:
        play.kill("K2", "壬", "连环蛋", "子")
        play.next_plan(kills={})
        play.everyone("丑")
        play.close()
        play.out(子="killed", 壬=None)
        play.holds(questions=[{"on": "K2", "readings": {"out_with_target": "fireworks"}}],
                   players={"壬": {"may_post": False}})  # fmt: skip
        play.rule("K2", "flight", "22:00", reading="out_with_target")
        play.out(壬="fireworks")
        play.holds(questions=[{"on": "K2", "answer": "out_with_target"}])


@proves(RULES, "人员")
@pytest.mark.parametrize(("number", "flies"), [(5, True), (6, False)])
def test_egg_voted_out(number: int, flies: bool) -> None:
    """It takes one of its voters, if it chose one, and frees its partner, up to round five."""
    play = fy(number, {})
    play.votes("甲乙丙丁戊己庚>辛 壬癸变子丑寅卯辰辛>甲", "10:00")
    play.votes("卯辰>辛", "12:00")
    play.act("辛", "take", "乙", "20:00")
    play.close()
    play.out(辛="voted", 乙="taken" if flies else None)
    play.holds(players={"壬": {"may_post": flies}})
    play.act("壬", "decline", None, "21:10")
    play.holds(players={"壬": {"may_post": False}})


@proves(RULES, "人员")
def test_black_egg_takes_any_voter_by_default_the_last() -> None:
    for chosen, taken in ((None, "寅"), ("乙", "乙"), ("辰", "寅")):
        play = fy(3, {})
        play.votes("甲乙丙丁戊己庚子丑寅>癸 辛壬癸变卯辰>甲", "10:00")
        play.votes("寅>癸", "20:00")
        if chosen:
            play.act("癸", "take", chosen, "20:30")
        play.close()
        play.out(癸="voted", **{taken: "taken"})


@proves(RULES, "人员")
def test_changer_hit_takes_the_side_of_the_other() -> None:
    for author, unit, side in (
        ("甲", "A", "white"),
        ("庚", "联剑", "black"),
        ("戊", "独刺", "white"),
    ):
        play = fy(3)
        play.kill("K1", author, unit, "变")
        play.everyone("寅")
        play.close()
        play.out(变="killed")
        play.holds(players={"变": {"side": side, "may_post": True}})
        play.kill("K2", "变", "变身", "卯")
        play.holds(players={"变": {"may_post": False}, "卯": {"vote": "half"}})


@proves(RULES, "人员")
def test_changer_voted_out_is_black() -> None:
    play = fy(3, {})
    play.everyone("变")
    play.close()
    play.holds(players={"变": {"side": "black"}})


@proves(RULES, "人员")
@pytest.mark.parametrize(("target", "side"), [("子", "black"), ("甲", "white")])
def test_changer_allied_and_in(target: str, side: str) -> None:
    play = fy(7, {})
    play.holds(players={"变": {"side": "neutral", "may_post": True}})
    play.kill("K1", "变", "变身", target)
    play.everyone("寅")
    play.close()
    play.holds(players={"变": {"side": side, "alive": True, "may_post": False}})


@proves(RULES, "人员")
def test_changer_that_never_chose_loses() -> None:
    play = fy(7, {})
    play.add("end", "12:00", winner="white", reason="商定")
    play.holds(winner="white", players={"变": {"side": "black"}})


# -- alliances, stand-ins, end ---------------------------------------------------------------


def killers(out: int) -> list[str]:
    codes = [role.codes for role in load(RULES).roles if role.group]
    flat = [code for group in codes for code in group]
    names = "一二三四五六七八九十百千万亿兆"
    return [
        f"{name} {'ABC'[place // 5]} {code}{' out=voted' if place < out else ''}"
        for place, (name, code) in enumerate(zip(names, flat, strict=True))
    ]


@proves(RULES, "联合")
@pytest.mark.parametrize(("number", "out", "big"), [(4, 12, True), (5, 12, False), (5, 13, True)])
def test_big_alliance_13_out_by_round_four_14_later(number: int, out: int, big: bool) -> None:
    play = Play(
        RULES, *killers(out), "独 独刺 垂钓", "子 游侠", "丑 游侠", "寅 游侠", number=number
    )
    play.holds(alliances=[])
    play.everyone("万" if out == 12 else "亿")
    play.close()
    kinds = [one["kind"] for one in play.state()["alliances"]]
    assert ("big" in kinds) is big
    if big:
        play.holds(alliances=[{"side": "black", "kind": "big", "since_round": number + 1}])


@proves(RULES, "联合")
def test_big_alliance_counting_killers_or_all_black_is_left_to_the_referee() -> None:
    cast = [one.replace("独 独刺 垂钓", "") for one in killers(10)]
    play = Play(RULES, *cast, "独 独刺 垂钓 out=voted", "孤 独刺 煮泉 out=voted", "寡 独刺 投壶",
                "子 游侠", "丑 游侠", number=4)  # fmt: skip
    play.everyone("寡")
    play.close()
    assert [one["kind"] for one in play.state()["alliances"]] == ["small"]
    play.holds(questions=[{"readings": {"killers": "not_yet", "black_without_change": "allied"}}])


@proves(RULES, "联合")
def test_big_alliance_after_round_six_and_black_egg_joins_once_out() -> None:
    play = fy(6, {})
    play.everyone("癸", "子")
    play.close()
    [one] = play.state()["alliances"]
    assert (one["kind"], one["since_round"]) == ("big", 7)
    assert one["members"] == list("甲乙丙丁戊己癸")


@proves(RULES, "代出帖")
@pytest.mark.parametrize(
    ("gone", "unit", "by"),
    [
        ("甲乙", "A", ["丙"]),
        ("甲乙丙", "A", ["丁"]),
        ("丁", "C", ["甲", "乙"]),
        ("甲乙丙丁", "B", ["戊"]),
        ("甲乙丙丁戊", "B", ["己"]),
        ("戊", "独刺", ["己"]),
        ("己", "联刺", ["戊"]),
        ("戊己", "独刺", ["甲", "乙"]),
        ("甲乙丙丁戊己", "独刺", ["癸"]),
    ],
)
def test_stand_in_order(gone: str, unit: str, by: list[str]) -> None:
    cast = [f"{one} out=voted" if one[0] in gone else one for one in CAST]
    play = Play(RULES, *cast, number=3, kills={unit: 1})
    play.holds(due_posts=[{"for": unit, "count": 1, "by": by}])


@proves(RULES, "代出帖", "人员")
def test_changer_turned_black_posts_last_with_the_black_egg() -> None:
    cast = [f"{one} out=voted" if one[0] in "乙丙丁戊己" else one for one in CAST]
    play = Play(RULES, *cast, number=7, kills={"杀刺": 1})
    play.kill("K1", "变", "变身", "子")
    play.everyone("甲", "丑")
    play.close()
    play.next_plan(kills={"杀刺": 1})
    play.holds(due_posts=[{"for": "杀刺", "by": ["癸", "变"]}])


@proves(RULES, "进程")
def test_printed_schedule() -> None:
    play = fy(2, {}, adjusted=False)
    assert {one["for"]: one["count"] for one in play.state()["due_posts"]} == {
        "A": 2, "B": 1, "C": 1, "联刺": 1, "独刺": 1, "联剑": 1,
    }  # fmt: skip


@proves(RULES, "进程")
@pytest.mark.parametrize(("last", "winner"), [("丙 B 春郊", "black"), ("丙 游侠", "white")])
def test_last_two(last: str, winner: str) -> None:
    play = Play(RULES, "甲 游侠", "乙 A 竹林", last, number=10, kills={})
    play.everyone("乙")
    play.close()
    play.holds(winner=winner, open=False, round=10)


@proves(RULES, "其他12")
def test_agreed_end() -> None:
    play = fy()
    play.add("end", "12:00", winner="black", reason="双方全票玩家同意")
    play.holds(winner="black", open=False)
