"""wuyue161 in play, clause by clause."""

import pytest
from play import Play, counts, proves

RULES = "wuyue161"
BLACK = (
    "甲 A 花自羞", "乙 A 掩风流", "丙 B 终身误", "丁 B 枉凝眉", "戊 C 虚花悟", "己 D 飘春榭",
    "庚 独刺 怡红院", "辛 独刺 潇湘馆", "壬 联刺 月中痕", "癸 联刺 寄生草", "刺 刺头 好了歌",
    "工 工兵 玉为魂",
)  # fmt: skip
WHITE = (
    "剑 联剑 世外仙姝", "侠 联剑 有凤来仪", "医 医生 琴曲四章", "明 明蛋 风月宝鉴",
    "飞 连环飞蛋 大荒山", "鸿 连环飞蛋 无稽崖", "子 游侠", "丑 游侠", "寅 游侠",
    "卯 游侠 owner=老树",
)  # fmt: skip
CAST = (*BLACK, *WHITE)
ASSASSINS = ("怡红院", "潇湘馆", "蘅芜苑", "秋爽斋", "稻香村")
ALL = {"A": 1, "B": 1, "C": 1, "D": 1, "独刺": 1, "联刺": 1, "刺头": 1, "联剑": 2}


def wy(number: int = 3, kills: dict[str, int] | None = None, **more: object) -> Play:
    return Play(RULES, *CAST, number=number, kills=ALL if kills is None else kills, **more)  # type: ignore[arg-type]


# -- check-in --------------------------------------------------------------------------------


def check_in(until: str = "2026-03-02T20:00:00+08:00") -> Play:
    play = wy(1, {}, report_until=until)
    for one in CAST:
        if one[0] not in "寅卯":
            play.records.append({"type": "report", "at": "2026-03-02T19:00:00+08:00",
                                 "player": one[0], "counts": counts(400)})  # fmt: skip
    return play


@proves(RULES, "报道5", "报道7")
def test_missing_report_substitute_or_excused() -> None:
    play = check_in()
    play.out(寅="suicide", 卯="suicide", 子=None)
    play.add("substitute", "21:30", out="寅", **{"in": "替补甲"})
    play.rule("卯", "missing", "21:40", outcome="dismissed")
    play.out(寅=None, 卯=None)
    play.holds(players={"寅": {"substitute": "替补甲"}})


@proves(RULES, "报道5")
@pytest.mark.parametrize(("when", "why"), [("20:59:59", None), ("21:00:00", "too_late")])
def test_report_complaint_before_the_end_of_round_one(when: str, why: str | None) -> None:
    play = check_in()
    play.day += when.startswith("21")
    play.complain("C1", "子", "丑", "too_short", when, title="投诉丑的报道")
    play.day -= when.startswith("21")
    play.holds(complaints={"C1": {"why": why}})


@proves(RULES, "报道5")
def test_re_report_of_600_or_what_the_referee_says() -> None:
    play = check_in()
    play.rule("子", "too_short", "22:00", minutes=60)
    play.rule("丑", "edited", "22:00", minutes=60, min_count=301)
    play.add("report", "23:00", player="子", counts=counts(599))
    play.add("report", "23:00", player="丑", counts=counts(301))
    play.tick("23:00:01")
    play.out(子="suicide", 丑=None)


@proves(RULES, "报道6")
def test_not_original_report_is_out() -> None:
    play = check_in()
    play.rule("子", "not_original", "22:00")
    play.out(子="ruled")


# -- votes -----------------------------------------------------------------------------------


@proves(RULES, "投票6")
def test_proxy_before_2000_and_final() -> None:
    play = wy(3, {})
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") not in ("寅", "卯", "丑")]
    play.votes("寅>子", "19:59:59", via="proxy")
    play.votes("寅>甲", "20:30")
    play.votes("卯>子", "20:00:00", via="proxy")
    play.votes("丑>子", "11:00")
    play.votes("丑>甲", "12:00", via="proxy")
    play.close()
    play.out(寅=None, 卯="suicide", 丑=None, 子="voted")
    play.holds(tally={"3": [{"player": "子", "full": 20}]})


@proves(RULES, "投票1", "投票2")
def test_silence_and_board_ballots_are_suicide_in_round_one_too() -> None:
    play = wy(1, {})
    play.everyone("子")
    play.records = [one for one in play.records if one.get("voter") not in ("寅", "卯")]
    play.votes("寅>子", "11:00", via="board")
    play.close()
    play.out(寅="suicide", 卯="suicide")


@proves(RULES, "投票3", "投票9")
def test_half_votes_then_later_arrival() -> None:
    play = wy(3, {"A": 1, "B": 1})
    play.kill("K1", "甲", "A", "丑")
    play.votes("甲乙丙丑>子 丁戊己>寅 庚>甲 辛>乙 壬>丙 癸>丁 刺>戊 工>己 剑>庚 侠>辛 医>壬 明>癸")
    play.votes("飞>刺 鸿>工 子>剑 寅>侠 卯>医", "12:00")
    play.close()
    play.holds(tally={"3": [{"player": "子", "full": 3, "half": 1, "rank": 1, "out": True}]})
    play.out(寅=None)


# -- kill posts ------------------------------------------------------------------------------


@proves(RULES, "杀帖8")
@pytest.mark.parametrize(
    ("when", "why"), [("12:59:59", None), ("13:00:00", None), ("13:00:01", "too_late")]
)
@pytest.mark.parametrize("finding", ["wrong_language", "wrong_genre", "repetition"])
def test_classes_one_and_two_eight_hours_before_the_end(
    when: str, why: str | None, finding: str
) -> None:
    play = wy()
    play.kill("K1", "甲", "A", "子")
    play.complain("C1", "丑", "K1", finding, when)
    play.holds(complaints={"C1": {"why": why}})
    play.rule("C1", finding, "14:00")
    due = [one["due"] for one in play.state()["debts"]]
    assert due == (
        [] if why else [play.when(f"{17 if when[:2] == '13' else 16}{when[2:]}").isoformat()]
    )


@proves(RULES, "杀帖8")
def test_not_rewritten_in_four_hours() -> None:
    play = wy()
    play.kill("K1", "甲", "A", "子")
    play.complain("C1", "丑", "K1", "wrong_genre", "11:00")
    play.rule("C1", "wrong_genre", "12:00")
    play.fill("K1", 1199, "14:00")
    play.tick("15:00:01")
    play.out(甲="ruled", 子=None)
    play.holds(players={"子": {"revived": {"round": 3, "vote": "full"}}})


@proves(RULES, "杀帖8")
@pytest.mark.parametrize("finding", ["not_first", "over_quoted"])
def test_classes_three_and_four_in_the_posting_round(finding: str) -> None:
    play = wy()
    play.kill("K1", "甲", "A", "子")
    play.everyone("寅")
    play.complain("C1", "丑", "K1", finding, "20:59:59")
    play.close()
    play.out(子="killed")
    play.rule("C1", finding, "10:00")
    play.out(甲="ruled", 子=None)
    play.holds(rewards=[], players={"子": {"revived": {"round": 4, "vote": "full"}}})


@proves(RULES, "杀帖8")
def test_classes_three_and_four_later_and_after_the_end() -> None:
    play = wy()
    play.kill("K1", "甲", "A", "子")
    play.kill("K2", "丙", "B", "丑")
    play.everyone("寅")
    play.close()
    play.complain("C1", "卯", "K1", "not_first", "21:30")
    play.rule("C1", "not_first", "22:00")
    play.out(甲="ruled", 子="killed")
    play.holds(rewards=[{"player": "甲", "kind": "forfeit", "what": "all", "from_round": 3,
                         "to": ["子", "卯"]}])  # fmt: skip
    play.add("end", "23:00", winner="white", reason="黑方放弃")
    play.complain("C2", "卯", "K2", "over_quoted", "10:00")
    play.complain("C3", "卯", "K2", "plagiarism", "10:10")
    play.holds(complaints={"C2": {"why": "too_late"}, "C3": {"why": None}})


@proves(RULES, "非原创")
def test_plagiarism_owes_a_stamp_a_round_to_the_end() -> None:
    play = wy()
    play.kill("K1", "甲", "A", "子")
    play.complain("C1", "丑", "K1", "plagiarism", "11:00")
    play.rule("C1", "plagiarism", "12:00")
    play.everyone("寅", when="13:00")
    play.close()
    play.everyone("丑")
    play.close()
    play.out(甲="ruled", 子="killed")
    play.holds(rewards=[
        {"player": "甲", "kind": "forfeit", "what": "all", "to": ["丑"]},
        {"player": "甲", "kind": "owe", "what": "大章", "from_round": 3, "count": 3, "to": ["子"]},
    ])  # fmt: skip


@proves(RULES, "杀帖6")
def test_too_short_is_in_no_class() -> None:
    play = wy()
    play.kill("K1", "甲", "A", "子", number=700)
    play.rule("K1", "too_short", "11:00")
    play.holds(debts=[], questions=[{"on": "K1"}])
    play.rule("K1", "too_short", "11:30", remedy="rewrite", min_count=900, minutes=60)
    play.holds(debts=[{"kind": "rewrite", "min_count": 900, "due": "2026-03-03T12:30:00+08:00"}])


@proves(RULES, "杀帖9")
def test_stand_ins_iou_needs_an_ordinary_post() -> None:
    cast = [f"{one} out=voted" if one[0] in "甲乙" else one for one in CAST]
    play = Play(RULES, *cast, number=3, kills={"A": 1, "C": 1})
    play.kill("K1", "丙", "A", "子", iou=True)
    play.kill("K2", "戊", "C", "丑", iou=True)
    play.holds(debts=[{"for": "K1", "min_count": 801}, {"for": "K2", "min_count": 1200}])


@proves(RULES, "杀帖10")
def test_fireworks_without_a_post() -> None:
    play = wy()
    play.kill("K1", "甲", "A", "明", iou=True)
    play.tick("12:00:01")
    play.out(甲="suicide", 明=None)
    play.holds(
        players={"明": {"revived": {"fireworks": False, "vote": "full"}}},
        rewards=[{"player": "甲", "kind": "forfeit", "what": "出刀", "to": ["明"], "from_round": 3},
                 {"player": "甲", "kind": "forfeit", "what": "烟花", "to": ["明"]}],
    )  # fmt: skip


@proves(RULES, "杀帖12")
def test_given_up_loses_the_right_and_a_stand_in_posts() -> None:
    play = wy()
    play.act("甲", "forgo", **{"for": "A"})
    play.out(甲=None)
    play.holds(players={"甲": {"may_post": False}, "乙": {"may_post": True}},
               due_posts=[{"for": "A", "count": 1, "by": ["乙"]}])  # fmt: skip


@proves(RULES, "杀帖12")
def test_given_up_and_nobody_left() -> None:
    cast = ("甲 A 花自羞", "子 游侠", "丑 游侠", "寅 游侠", "工 工兵 玉为魂")
    play = Play(RULES, *cast, number=3, kills={"A": 1})
    play.act("甲", "forgo", **{"for": "A"})
    play.holds(due_posts=[{"for": "A", "by": ["工"]}])
    play.act(None, "forgo", when="21:40", **{"for": "A"})
    play.out(甲="ruled", 工=None)


@proves(RULES, "杀帖14")
def test_one_bad_post_of_two() -> None:
    play = wy(3, {"A": 2})
    play.kill("K1", "甲", "A", "子")
    play.kill("K2", "甲", "A", "丑")
    play.complain("C1", "寅", "K1", "not_first", "11:00")
    play.rule("C1", "not_first")
    play.everyone("寅", when="14:00")
    play.close()
    play.out(甲="ruled", 子=None, 丑="killed")


@proves(RULES, "杀帖8")
def test_standing_and_title() -> None:
    play = wy()
    play.kill("K1", "甲", "A", "子")
    play.complain("C1", "路人", "K1", "not_first")
    play.complain("C2", "老树", "K1", "not_first")
    play.complain("C3", "丑", "K1", "not_first", title="杀帖不合格，投诉")
    play.complain("C4", "丑", "K1", "not_first", evidence=[])
    play.complain("C5", "丑", "甲", "insult", insulted="丑", title="投诉辱骂")
    play.complain("C6", "丑", "甲", "insult", insulted="寅", title="投诉辱骂")
    whys = [one["why"] for one in play.state()["complaints"].values()]
    assert whys == ["outsider", "not_playing", "no_title", "no_evidence", None, "not_the_insulted"]


# -- eggs and roles --------------------------------------------------------------------------


@proves(RULES, "身份3", "身份4")
@pytest.mark.parametrize(("number", "effect"), [(6, "fireworks"), (7, "killed")])
@pytest.mark.parametrize("egg", ["明", "飞"])
def test_eggs_up_to_round_six(number: int, effect: str, egg: str) -> None:
    play = wy(number, {"联剑": 1})
    play.kill("K1", "剑", "联剑", egg)
    play.everyone("寅")
    play.close()
    play.holds(kills={"K1": {"effect": effect}})


@proves(RULES, "身份3")
@pytest.mark.parametrize(
    ("author", "unit", "effect"), [("剑", "联剑", "fireworks"), ("甲", "A", "killed")]
)
def test_thorn_explodes_by_a_sword_only_and_in_any_round(
    author: str, unit: str, effect: str
) -> None:
    play = wy(9, {"联剑": 1, "A": 1})
    play.kill("K1", author, unit, "刺")
    play.everyone("寅")
    play.close()
    play.holds(kills={"K1": {"effect": effect}})


@proves(RULES, "身份3")
def test_thorn_voted_out_takes_the_last_voter() -> None:
    play = wy(3, {})
    play.everyone("刺")
    play.votes("乙>刺", "20:00")
    play.close()
    play.out(刺="voted", 乙="taken")


@proves(RULES, "身份4")
@pytest.mark.parametrize(("number", "flies"), [(6, True), (7, False)])
@pytest.mark.parametrize("how", ["voted", "ruled", "killed"])
def test_partner_flies_in_the_next_round(number: int, flies: bool, how: str) -> None:
    play = wy(number, {"A": 1})
    if how == "killed":
        play.kill("K1", "甲", "A", "飞")
    if how == "ruled":
        play.rule("飞", "multi_alias", "22:00")
    play.everyone("飞" if how == "voted" else "寅", "子")
    play.close()
    play.holds(players={"鸿": {"may_post": flies}})
    if flies:
        play.next_plan(kills={})
        play.kill("K2", "鸿", "连环飞蛋", "工")
        play.everyone("丑", "子")
        play.close()
        play.out(鸿="fireworks", 工="fireworks")


@proves(RULES, "身份2")
def test_doctor_rescues_all_but_eggs_and_flights() -> None:
    play = wy(3)
    play.kill("K1", "甲", "A", "子")
    play.act("医", "rescue", "子")
    play.everyone("寅")
    play.close()
    play.holds(kills={"K1": {"effect": "rescued"}})
    play.next_plan()
    play.kill("K2", "乙", "A", "明")
    play.act("医", "rescue", "明")
    play.everyone("丑")
    play.close()
    play.out(乙="fireworks", 明="fireworks", 子=None, 医=None)


@proves(RULES, "身份2")
def test_doctor_self_rescue_but_for_a_flight() -> None:
    play = wy(3)
    play.kill("K1", "甲", "A", "医")
    play.kill("K2", "丙", "B", "飞")
    play.act("医", "rescue", "医")
    play.everyone("寅")
    play.close()
    play.out(医=None, 飞="fireworks", 丙="fireworks")
    play.next_plan()
    play.kill("K3", "鸿", "连环飞蛋", "医")
    play.act("医", "rescue", "医")
    play.everyone("丑")
    play.close()
    play.out(医="fireworks", 鸿="fireworks")


@proves(RULES, "身份2")
@pytest.mark.parametrize("hit", [True, False])
def test_rescued_twice_and_never_hit_goes_out(hit: bool) -> None:
    play = wy(3)
    play.act("医", "rescue", "子")
    play.everyone("寅")
    play.close()
    play.next_plan()
    if hit:
        play.kill("K1", "甲", "A", "子")
    play.act("医", "rescue", "子")
    play.everyone("丑")
    play.close()
    play.out(子=None if hit else "killed")


@proves(RULES, "身份2")
@pytest.mark.parametrize(("number", "holds"), [(1, False), (2, True), (6, True), (7, False)])
def test_rescue_and_mine_in_rounds_two_to_six(number: int, holds: bool) -> None:
    play = wy(number, {})
    play.act("医", "rescue", "子", id="R1")
    play.act("工", "mine", "明", id="M1")
    status = "valid" if holds else "void"
    play.holds(kills={"R1": {"status": status}, "M1": {"status": status}})


@proves(RULES, "身份2")
def test_three_rescues_at_most() -> None:
    play = wy(2, {})
    for number, target in enumerate("子丑子丑", 1):
        play.act("医", "rescue", target, id=f"R{number}")
        play.everyone("辛庚癸壬"[number - 1], "寅")
        play.close()
        play.next_plan()
    play.holds(kills={"R3": {"status": "valid"}, "R4": {"status": "void"}})


@proves(RULES, "身份4", "身份2")
def test_mine_finds_eggs_only_and_a_rescued_one_stays_without_fireworks() -> None:
    play = wy(3)
    play.act("工", "mine", "明", id="M1")
    play.act("医", "rescue", "明", id="R1")
    play.everyone("寅")
    play.close()
    play.holds(kills={"M1": {"effect": "mined"}})
    play.out(明=None)
    play.next_plan()
    play.kill("K1", "甲", "A", "明")
    play.act("工", "mine", "子", id="M2")
    play.everyone("丑")
    play.close()
    play.out(明="killed", 甲=None, 子=None)
    play.holds(kills={"M2": {"effect": "none"}})
    play.next_plan()
    play.act("工", "mine", "飞", id="M3")
    play.everyone("子", "卯")
    play.close()
    play.out(飞="mined")
    play.holds(players={"鸿": {"may_post": True}})


@proves(RULES, "身份4")
def test_no_dig_once_all_eggs_are_out() -> None:
    cast = [f"{one} out=killed" if one[0] in "明飞鸿" else one for one in CAST]
    play = Play(RULES, *cast, number=4, kills={})
    play.act("工", "mine", "子", id="M1")
    play.holds(kills={"M1": {"status": "void"}})


# -- alliances, stand-ins, end ---------------------------------------------------------------


@proves(RULES, "联合小1")
def test_small_alliance_of_groups_at_seven_killers_first() -> None:
    a = ("一 A 花自羞", "二 A 掩风流", "三 A 红颜老")
    b = ("四 B 终身误", "五 B 枉凝眉", "六 B 恨无常", "七 B 分骨肉", "八 B 喜冤家")
    rest = [f"{name} 独刺 {code}" for name, code in zip("甲乙丙丁戊", ASSASSINS, strict=True)]
    play = Play(RULES, *a, *b, *rest, "壬 联刺 月中痕", *WHITE, number=4, kills={})
    play.holds(alliances=[])
    play.everyone("八", "子")
    play.close()
    play.holds(alliances=[{"side": "black", "kind": "small", "since_round": 5,
                           "members": list("一二三四五六七")}])  # fmt: skip
    assert len(play.state()["alliances"]) == 1


@proves(RULES, "联合", "联合白1")
def test_big_alliance_at_eleven_with_the_white() -> None:
    play = wy(3, {})
    play.holds(alliances=[])
    play.rule("乙", "multi_alias", "22:00")
    play.rule("明", "multi_alias", "22:10")
    play.holds(alliances=[
        {"side": "black", "kind": "big", "since_round": 3},
        {"side": "white", "kind": "big", "since_round": 3, "members": ["剑", "侠", "明"]},
    ])  # fmt: skip


@proves(RULES, "代出帖1", "代出帖2", "代出帖3", "代出帖4", "代出帖5")
@pytest.mark.parametrize(
    ("gone", "unit", "by"),
    [
        ("己", "D", ["甲", "乙"]),
        ("丙丁戊己", "B", ["甲", "乙"]),
        ("甲乙丙丁戊己", "C", ["庚", "辛"]),
        ("甲乙丙丁戊己庚辛", "C", ["壬", "癸"]),
        ("甲乙丙丁戊己庚辛壬癸", "C", ["刺"]),
        ("甲乙丙丁戊己庚辛壬癸刺", "C", ["工"]),
        ("庚辛", "独刺", ["刺"]),
        ("庚辛刺", "独刺", ["壬", "癸"]),
        ("庚辛刺壬癸", "独刺", ["甲", "乙", "丙", "丁", "戊", "己"]),
        ("壬癸", "联刺", ["庚", "辛"]),
        ("壬癸庚辛", "联刺", ["刺"]),
        ("刺", "刺头", ["庚", "辛"]),
        ("刺庚辛", "刺头", ["工"]),
        ("刺庚辛工", "刺头", ["壬", "癸"]),
        ("剑侠", "联剑", []),
    ],
)
def test_stand_in_order(gone: str, unit: str, by: list[str]) -> None:
    cast = [f"{one} out=voted" if one[0] in gone else one for one in CAST]
    play = Play(RULES, *cast, number=3, kills={unit: 1})
    play.holds(due_posts=[{"for": unit, "count": 1, "by": by}] if by else [])


@proves(RULES, "代出帖")
@pytest.mark.parametrize(("number", "first"), [(7, "乙"), (10, "甲")])
def test_allied_posts_fewest_first_but_in_the_last_round(number: int, first: str) -> None:
    play = Play(RULES, "甲 A 花自羞 posts=2", *CAST[1:], number=number, kills={"杀刺": 5})
    [due] = play.state()["due_posts"]
    assert due["by"][0] == first
    assert len(due["by"]) == len(BLACK)


@proves(RULES, "联合")
def test_big_alliance_after_round_six() -> None:
    black = [f"{one} out=killed" if one[0] == "乙" else one for one in BLACK]
    play = Play(RULES, *black, *WHITE, number=6, kills={})
    play.holds(alliances=[])
    play.everyone("寅")
    play.close()
    play.holds(alliances=[{"side": "black", "since_round": 7}, {"side": "white"}])


@proves(RULES, "进程")
def test_printed_schedule() -> None:
    play = wy(2, adjusted=False)
    due = {one["for"]: one["count"] for one in play.state()["due_posts"]}
    assert due == {"A": 2, "B": 2, "C": 2, "D": 2, "独刺": 2, "刺头": 1, "联剑": 1}


@proves(RULES, "杀帖11")
def test_no_win_while_an_iou_is_open() -> None:
    play = wy(7, {"杀刺": 1})
    play.kill("K1", "甲", "杀刺", "子", iou=True)
    play.add("end", "22:00", winner="black", reason="白方无比例")
    play.holds(winner=None)


@proves(RULES, "其他1", "自曝4", "其他6")
def test_conduct_and_lost_rewards() -> None:
    play = wy()
    play.rule("子", "self_exposure", "11:00")
    play.rule("丑", "multi_alias", "11:00")
    play.rule("寅", "collusion", "11:00", remedy="out")
    play.out(子="ruled", 丑="ruled", 寅="ruled")
    lost = [one["player"] for one in play.state()["rewards"]]
    assert lost == ["子", "寅"]


@proves(RULES, "杀帖8")
def test_two_complaints_of_one_fault_cost_once() -> None:
    play = wy()
    play.kill("K1", "甲", "A", "子")
    play.everyone("寅")
    play.close()
    for name, by in (("C1", "丑"), ("C2", "卯")):
        play.complain(name, by, "K1", "over_quoted", "10:00")
        play.rule(name, "over_quoted", "11:00")
    assert [one["to"] for one in play.state()["rewards"]] == [["子", "丑"]]
