"""Scenes of ziyou48: a few events, and what must follow by the clauses named."""

# ruff: noqa: E501

from scene import FULL, LIVE, gone, plain, scene

BASE = "甲 联合杀 英俊潇洒;乙 独刺 聪敏伶俐;丙 联剑 唯我独尊;"
EGGS = BASE + (
    "飞 飞蛋 勇者无惧;明 明蛋 刀枪不入;暗 暗蛋 大智若愚;蛋 黑蛋 寂寞高手;子 联合杀 风流倜傥;"
)
CODES = ["英俊潇洒", "风流倜傥", "玉树临风", "宇内第一", "年少多金", "神勇威武"]


def black(gone: str) -> str:
    """The black side with one assassin short, those of `gone` out already."""
    killers = "".join(
        f"{name} 联合杀 {code}{' out=voted' * (name in gone)};"
        for name, code in zip("甲乙丙丁戊己", CODES, strict=True)
    )
    return killers + "庚 联刺 足智多谋;辛 独刺 聪敏伶俐;壬 独刺 巧言善辩;癸 黑蛋 寂寞高手;"


one = scene(
    "check-in",
    "ziyou48",
    1,
    BASE + plain("丁戊己"),
    "no report by the end: suicide; too short: the referee names the remedy",
    ["报道"],
    report_until="20:00",
)
for p, n, at in [
    ("甲", 300, "-19:59:59"),
    ("乙", 299, "-15:00"),
    ("丙", 400, "-15:00"),
    ("丁", 400, "-20:00:01"),
    ("己", 299, "-16:00"),
]:
    one.report(p, n, at)
one.rule("乙", "too_short", "-20:30", remedy="re_report", min_count=500, minutes=60).report(
    "乙", 499, "-21:00"
).report("乙", 500, "-21:30:00")
one.expect(
    players={
        "甲": LIVE,
        "乙": LIVE,
        "丙": LIVE,
        "丁": gone("suicide", 1),
        "戊": gone("suicide", 1),
        "己": LIVE,
    },
    debts=[{"player": "乙", "kind": "re_report", "min_count": 500, "status": "met"}],
    no=[{"debts": [{"player": "己"}]}],
)

one = scene(
    "proxy",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "no proxy in the last 15 minutes, none on the board",
    ["投票6"],
).plan()
one.votes("丁@20:44:00>甲 戊@20:46:00>甲", via="proxy").votes("己@12:00>甲", via="board").votes(
    "甲乙丙>丁 庚>甲"
).close()
one.expect(
    tally={"2": [{"player": "丁", "full": 3, "out": True}, {"player": "甲", "full": 2}]},
    players={"戊": gone("suicide", 2), "己": gone("suicide", 2), "丁": gone("voted", 2)},
)

one = scene(
    "board-in-round-one",
    "ziyou48",
    1,
    BASE + plain("丁戊己庚"),
    "round 1: a ballot without the machine is void and no suicide",
    ["投票1"],
).plan()
one.votes("丁@10:00>甲", via="board").votes("甲乙丙庚>戊 戊己>甲").close()
one.expect(
    tally={"1": [{"player": "戊", "full": 4, "out": True}, {"player": "甲", "full": 2}]},
    players={"丁": LIVE, "戊": gone("voted", 1)},
)

one = scene(
    "tie-earlier-goes",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "先到先出: the last ballots are compared, the earlier one goes out",
    ["投票9"],
).plan()
one.votes(
    "甲@10:00>丁 乙@12:00>丁 丙@13:00>丁 戊@10:30>甲 己@11:30>甲 庚@20:00>甲 丁@14:00>戊"
).close()
one.expect(
    tally={
        "2": [
            {"player": "丁", "full": 3, "rank": 1, "out": True},
            {"player": "甲", "full": 3, "rank": 2, "out": False},
        ]
    },
    players={"丁": gone("voted", 2), "甲": LIVE},
)

one = scene(
    "tie-one-before",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "last ballots equal: the one before decides, earlier goes out",
    ["投票9"],
).plan(votes=2)
one.votes(
    "甲@10:00>丁 乙@12:00>丁 丙@15:00>丁甲 戊@10:30>甲 己@11:30>甲 丁@14:00>戊 庚@14:30>己"
).close()
one.expect(
    tally={
        "2": [
            {"player": "甲", "full": 3, "rank": 1, "out": True},
            {"player": "丁", "full": 3, "rank": 2, "out": False},
        ]
    },
    players={"甲": gone("voted", 2), "丁": LIVE},
)

one = scene(
    "tie-all-equal",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "all ballots equal: both go out, no overtime",
    ["投票9"],
).plan(votes=2)
one.votes("丙@10:00>丁甲 戊@11:00>甲丁 己@12:00>甲丁 甲>戊 乙>己 丁>戊 庚>己").close()
one.expect(
    round=3,
    overtime=None,
    players={"甲": gone("voted", 2), "丁": gone("voted", 2), "戊": LIVE, "己": LIVE},
)

one = scene(
    "half-loses-nothing",
    "ziyou48",
    3,
    BASE + plain("丁戊己庚辛"),
    "a half vote counts half: 2 full and 1 half stay under 3 full",
    ["投票3"],
).plan(杀=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁").votes("甲乙丙>戊 己庚丁>辛 戊>己 辛>己").close()
one.expect(
    tally={
        "3": [
            {"player": "戊", "full": 3, "half": 0, "rank": 1, "out": True},
            {"player": "辛", "full": 2, "half": 1, "rank": 2, "out": False},
        ]
    },
    players={"戊": gone("voted", 3), "辛": LIVE},
)

one = scene(
    "half-adds",
    "ziyou48",
    3,
    BASE + plain("丁戊己庚辛"),
    "2 full and 1 half are more than 2 full: no tie",
    ["投票3"],
).plan(杀=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁").votes(
    "甲@10:00>戊 乙@10:05>戊 己@20:00>辛 庚@20:10>辛 丁@20:20>辛 戊@12:00>己 辛@12:00>己 丙@12:10>庚"
).close()
one.expect(
    tally={"3": [{"player": "辛", "full": 2, "half": 1, "rank": 1, "out": True}]},
    players={"辛": gone("voted", 3), "戊": LIVE, "己": LIVE},
)

one = scene(
    "target-fifteen-minutes",
    "ziyou48",
    2,
    BASE + "子 联刺 足智多谋;" + plain("丁戊己庚辛"),
    "the target is named within 15 minutes of the results: on the second yes, a second later the right is waived and the author out",
    ["杀帖", "注意10"],
).plan()
one.poll("", "丁", "乙").close("+21:05:00").plan(独刺=1, 联刺=1).kill(
    "K1", "乙", "聪敏伶俐", "独刺", "戊", at="21:20:00"
).kill("K2", "子", "足智多谋", "联刺", "己", at="21:20:01")
one.expect(
    kills={"K1": {"status": "valid"}, "K2": {"status": "void", "effect": "none"}},
    players={"乙": LIVE, "子": {"alive": False}, "己": FULL, "戊": {"vote": "half"}},
)

one = scene(
    "last-round-no-iou",
    "ziyou48",
    8,
    BASE + plain("丁戊己"),
    "no IOU in the last round: the kill is waived, the author out",
    ["杀帖"],
).plan(杀=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁", iou=True)
one.expect(
    kills={"K1": {"status": "void", "effect": "none"}}, players={"甲": {"alive": False}, "丁": FULL}
)

one = scene(
    "iou",
    "ziyou48",
    3,
    BASE + "子 联刺 足智多谋;" + plain("丁戊己庚辛"),
    "an IOU: 1200 by 12:00:00",
    ["杀帖"],
).plan(杀=1, 独刺=1, 联刺=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁", iou=True).kill(
    "K2", "乙", "聪敏伶俐", "独刺", "戊", iou=True
).kill("K3", "子", "足智多谋", "联刺", "己", iou=True)
one.fill("K1", 1200, "12:00:00").fill("K2", 1199, "11:00").fill("K3", 1300, "12:00:01")
one.away = "乙子"
one.poll("", "庚", "甲").close()
one.expect(
    debts=[
        {"player": "甲", "kind": "iou", "min_count": 1200, "status": "met"},
        {"player": "乙", "status": "overdue"},
        {"player": "子", "status": "overdue"},
    ],
    players={
        "甲": LIVE,
        "乙": gone("suicide", 3),
        "子": gone("suicide", 3),
        "丁": gone("killed", 3),
        "戊": LIVE,
        "己": LIVE,
    },
)

one = scene(
    "two-on-one",
    "ziyou48",
    3,
    BASE + plain("丁戊己庚"),
    "two posts on one target: both valid, one half vote",
    ["杀帖"],
).plan(杀=1, 独刺=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁").kill("K2", "乙", "聪敏伶俐", "独刺", "丁").check(
    "21:10", players={"丁": {"vote": "half"}}
).poll("", "戊", "己").close()
one.expect(
    kills={
        "K1": {"status": "valid", "effect": "killed"},
        "K2": {"status": "valid", "effect": "killed"},
    },
    players={"丁": gone("killed", 3)},
    tally={"3": [{"player": "戊", "full": 5, "half": 1, "out": True}]},
)

one = scene(
    "complaint-window",
    "ziyou48",
    3,
    BASE + plain("丁戊己庚"),
    "complaints until 19:00:00 of the next day; not the first publication: author out, target back",
    ["杀帖"],
).plan(杀=1, 独刺=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁").kill("K2", "乙", "聪敏伶俐", "独刺", "戊")
one.complain("C1", "己", "K1", "not_first", "19:00:00").complain(
    "C2", "己", "K2", "not_first", "19:00:01"
).rule("C1", "not_first", "20:00")
one.expect(
    complaints={"C1": {"status": "upheld"}, "C2": {"status": "refused", "why": "too_late"}},
    players={"甲": gone("ruled", 3), "丁": FULL, "乙": LIVE},
    kills={"K1": {"status": "failed", "effect": "none"}, "K2": {"status": "valid"}},
)

one = scene(
    "ruled-after-close",
    "ziyou48",
    3,
    BASE + plain("丁戊己庚辛"),
    "the ruling comes after the close: author out in the open round, target back",
    ["杀帖"],
).plan(杀=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁").complain(
    "C1", "己", "K1", "not_original", "18:00"
).poll("", "戊", "己").close().rule("C1", "not_original", "22:00")
one.expect(
    players={
        "甲": gone("ruled", 4),
        "丁": {"alive": True, "out": None, "vote": "full", "revived": {"round": 4, "vote": "full"}},
    },
    kills={"K1": {"status": "failed", "effect": "none"}},
)

one = scene(
    "rewrite-edges",
    "ziyou48",
    3,
    BASE + "子 联刺 足智多谋;" + plain("丁戊己庚辛"),
    "a rewrite 12 hours after the ruling to the second",
    ["杀帖"],
).plan(杀=1, 独刺=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁", n=700).kill(
    "K2", "乙", "聪敏伶俐", "独刺", "戊", n=700
)
one.rule("K1", "too_short", "08:00").rule("K2", "too_short", "08:00").fill(
    "K1", 1200, "20:00:00"
).fill("K2", 1200, "20:00:01")
one.expect(
    debts=[
        {
            "player": "甲",
            "kind": "rewrite",
            "min_count": 1200,
            "due": one.when("20:00"),
            "status": "met",
        },
        {"player": "乙", "kind": "rewrite", "due": one.when("20:00"), "status": "overdue"},
    ],
    players={"甲": LIVE, "乙": {"alive": False}, "戊": FULL, "丁": {"vote": "half"}},
)

one = scene(
    "over-quoted-open",
    "ziyou48",
    3,
    BASE + "子 联刺 足智多谋;" + plain("丁戊己庚辛"),
    "over 10 % names no penalty: without a reading nothing happens, by not_original the author is out",
    ["杀帖"],
).plan(杀=1, 独刺=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁", n=1500, quoted=200).kill(
    "K2", "乙", "聪敏伶俐", "独刺", "戊", n=1500, quoted=200
)
one.rule("K1", "over_quoted", "10:00", reading="not_original").rule("K2", "over_quoted", "10:00")
one.expect(
    players={"甲": gone("ruled", 3), "丁": FULL, "乙": LIVE, "戊": {"alive": True, "vote": "half"}},
    kills={"K1": {"status": "failed"}, "K2": {"status": "valid"}},
)

one = scene(
    "flight",
    "ziyou48",
    2,
    EGGS + plain("丁戊己庚"),
    "飞蛋 flies once in rounds 2 to 4 and goes out with its target",
    ["身份"],
).plan()
one.kill("K1", "飞", "勇者无惧", "飞蛋", "丁").poll("", "戊", "己").close()
one.expect(
    kills={"K1": {"status": "valid", "effect": "fireworks"}},
    players={"飞": gone("fireworks", 2), "丁": gone("fireworks", 2)},
)

one = (
    scene("flight-five", "ziyou48", 5, EGGS + plain("丁戊己庚"), "no flight in round 5", ["身份"])
    .plan()
    .kill("K1", "飞", "勇者无惧", "飞蛋", "丁")
    .faulty()
)

one = scene(
    "flight-may-post",
    "ziyou48",
    4,
    EGGS + plain("丁戊己庚"),
    "飞蛋 may post in round 4; 明蛋, 暗蛋 never",
    ["身份"],
).plan(杀=1)
one.expect(
    players={
        "飞": {"may_post": True},
        "明": {"may_post": False},
        "暗": {"may_post": False},
        "蛋": {"may_post": False},
        "丁": {"may_post": False},
    }
)

one = scene(
    "egg-hit-twice",
    "ziyou48",
    2,
    EGGS + plain("丁戊己庚"),
    "明蛋 hit by two posts takes both authors along",
    ["身份"],
).plan(杀=1, 独刺=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "明").kill("K2", "乙", "聪敏伶俐", "独刺", "明").poll(
    "", "戊", "己"
).close()
one.expect(
    kills={"K1": {"effect": "fireworks"}, "K2": {"effect": "fireworks"}},
    players={"明": gone("fireworks", 2), "甲": gone("fireworks", 2), "乙": gone("fireworks", 2)},
)

one = scene(
    "flyer-hits-egg",
    "ziyou48",
    3,
    EGGS + plain("丁戊己庚"),
    "飞蛋 hit by a killer takes it along",
    ["身份"],
).plan(杀=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "飞").poll("", "戊", "己").close()
one.expect(players={"飞": gone("fireworks", 3), "甲": gone("fireworks", 3)})

one = scene(
    "black-egg-five",
    "ziyou48",
    5,
    EGGS + plain("丁戊己庚"),
    "黑蛋 voted out in round 5 still takes its last voter",
    ["身份"],
).plan()
one.votes(
    "丙@10:00>蛋 飞@10:10>蛋 明@10:20>蛋 暗@10:30>蛋 子@10:40>蛋 丁@10:50>蛋 戊@11:00>蛋 甲乙蛋己庚>丁"
).close()
one.expect(players={"蛋": gone("voted", 5), "戊": gone("taken", 5), "丁": LIVE, "庚": LIVE})

one = scene(
    "egg-back-spent",
    "ziyou48",
    3,
    EGGS + plain("丁戊己庚"),
    "an egg whose killer is ruled out afterwards comes back",
    ["杀帖"],
).plan(杀=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "明").complain("C1", "丁", "K1", "not_first", "18:00").poll(
    "", "戊", "己"
).close().rule("C1", "not_first", "22:00")
one.expect(
    players={"明": {"alive": True, "revived": {"round": 4}}, "甲": {"alive": False}},
    kills={"K1": {"status": "failed", "effect": "none"}},
)

one = (
    scene(
        "seven-is-no-alliance",
        "ziyou48",
        3,
        black("乙") + plain("子丑寅卯辰巳午未申酉"),
        "seven killers and assassins: not yet, 黑蛋 does not count",
        ["联合"],
    )
    .plan()
    .poll("", "甲", "子")
    .close()
)
one.check("21:05", alliances=[]).rule("丙", "self_exposure", "22:30", remedy="out")
one.expect(
    alliances=[{"side": "black", "kind": "big", "since_round": 4}],
    no=[{"alliances": [{"side": "white"}]}],
)

one = (
    scene(
        "after-round-four",
        "ziyou48",
        4,
        black("") + "剑 联剑 唯我独尊;" + plain("子丑寅卯辰巳午未申酉"),
        "after round 4 black allies, white never",
        ["联合"],
    )
    .plan()
    .poll("", "子", "丑")
    .close()
)
one.expect(
    round=5,
    alliances=[{"side": "black", "kind": "big", "since_round": 5}],
    no=[{"alliances": [{"side": "white"}]}],
)

one = scene(
    "stand-ins",
    "ziyou48",
    3,
    "甲 联合杀 英俊潇洒 out=killed;乙 独刺 机敏灵巧;丙 独刺 聪敏伶俐;丁 联刺 足智多谋 out=voted;剑 联剑 唯我独尊 out=voted;蛋 黑蛋 寂寞高手;"
    + plain("戊己庚辛"),
    "killers out: assassins; 联刺 out: their own kind first; swords out: the post lapses",
    ["联合"],
).plan(杀=1, 联剑=1)
one.expect(
    due_posts=[{"for": "杀", "count": 1, "by": ["丙", "乙"]}], no=[{"due_posts": [{"for": "联剑"}]}]
)

one = scene(
    "assassins-out",
    "ziyou48",
    3,
    "甲 联合杀 风流倜傥;子 联合杀 英俊潇洒;乙 独刺 机敏灵巧 out=voted;丁 联刺 足智多谋 out=voted;蛋 黑蛋 寂寞高手;"
    + plain("戊己庚辛"),
    "assassins out: killers post for them",
    ["联合", "身份"],
).plan(独刺=1, 联刺=1)
one.expect(due_posts=[{"for": "独刺", "by": ["子", "甲"]}, {"for": "联刺", "by": ["子", "甲"]}])

one = scene(
    "black-egg-stands-in",
    "ziyou48",
    6,
    "甲 联合杀 风流倜傥 out=voted;乙 独刺 机敏灵巧 out=voted;丁 联刺 足智多谋 out=voted;蛋 黑蛋 寂寞高手;"
    + plain("戊己庚辛"),
    "all killers and assassins out: 黑蛋 posts",
    ["身份"],
).plan(杀刺=1)
one.expect(due_posts=[{"for": "杀刺", "by": ["蛋"]}])

one = (
    scene(
        "given-up",
        "ziyou48",
        3,
        BASE + plain("丁戊己庚"),
        "who gives a due post up is out",
        ["注意10"],
    )
    .plan(杀=1, 独刺=1)
    .act("甲", "forgo", at="21:12", for_="杀")
)
one.expect(players={"甲": {"alive": False}, "乙": LIVE}, due_posts=[{"for": "独刺", "by": ["乙"]}])

one = (
    scene(
        "last-one",
        "ziyou48",
        8,
        "甲 联合杀 英俊潇洒;" + plain("丁戊"),
        "one left: its side wins",
        ["进程"],
    )
    .plan(杀=1)
    .kill("K1", "甲", "英俊潇洒", "杀", "丁")
    .votes("甲丁>戊 戊>甲")
    .close()
)
one.expect(winner="black", open=False)

one = (
    scene(
        "white-wins",
        "ziyou48",
        5,
        "甲 联合杀 英俊潇洒;" + plain("丁戊己"),
        "black wiped out: white wins",
        ["进程"],
    )
    .plan()
    .votes("甲>丁 丁戊己>甲")
    .close()
)
one.expect(winner="white", open=False, round=5)

one = (
    scene(
        "collusion",
        "ziyou48",
        3,
        BASE + plain("丁戊己庚"),
        "collusion: the side loses, the game ends",
        ["注意3"],
    )
    .plan()
    .rule("甲", "collusion", "12:00")
)
one.expect(winner="white", open=False, round=3)

one = (
    scene(
        "identity-proof",
        "ziyou48",
        3,
        BASE + plain("丁戊己庚"),
        "self-exposure that is obvious: out",
        ["注意1"],
    )
    .plan()
    .rule("丁", "self_exposure", "12:00", remedy="out")
)
one.expect(winner=None, players={"丁": gone("ruled", 3)})

one = scene(
    "two-names-three",
    "ziyou48",
    3,
    BASE + plain("丁戊己庚"),
    "票2出2: the same name twice counts once, one name is enough",
    ["投票2"],
).plan(votes=2, out=2)
one.votes(
    "甲@10:00>丁丁 乙@10:10>丁戊 丙@10:20>戊丁 丁@10:30>甲 戊@10:40>甲 己@10:50>丁 庚@11:00>戊"
).close()
one.expect(
    tally={
        "3": [
            {"player": "丁", "full": 4, "out": True},
            {"player": "戊", "full": 3, "out": True},
            {"player": "甲", "full": 2, "out": False},
        ]
    }
)

one = scene(
    "schedule-of-round-two",
    "ziyou48",
    2,
    BASE + "子 联刺 足智多谋;丑 联合杀 风流倜傥;" + plain("丁戊己庚辛"),
    "round 2 as printed: 剑1 杀2 联刺1 独刺1",
    ["进程"],
)
one.expect(
    due_posts=[
        {"for": "杀", "count": 2, "by": ["甲", "丑"]},
        {"for": "独刺", "count": 1},
        {"for": "联刺", "count": 1, "by": ["子"]},
        {"for": "联剑", "count": 1, "by": ["丙"]},
    ]
)

one = (
    scene(
        "black-egg-not-member",
        "ziyou48",
        4,
        BASE + "蛋 黑蛋 寂寞高手;" + plain("丁戊己庚辛"),
        "a living 黑蛋 is no member",
        ["联合"],
    )
    .plan()
    .poll("", "丁", "戊")
    .close()
)
one.expect(
    alliances=[{"side": "black", "kind": "big", "since_round": 5, "members": ["甲", "乙"]}],
    no=[{"alliances": [{"members": ["蛋"]}]}],
)

one = scene(
    "black-egg-last-voter-hit",
    "ziyou48",
    3,
    BASE + "蛋 黑蛋 寂寞高手;" + plain("丁戊己庚辛"),
    "the last voter was hit this round: nobody else is taken",
    ["身份"],
).plan(杀=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁").votes(
    "戊己庚辛@10:00>蛋 丁@20:00>蛋 甲乙丙蛋@11:00>戊"
).close()
one.expect(
    players={
        "蛋": gone("voted", 3),
        "丁": {"alive": False},
        "戊": LIVE,
        "己": LIVE,
        "庚": LIVE,
        "辛": LIVE,
    }
)

one = (
    scene(
        "end-with-iou",
        "ziyou48",
        6,
        BASE + plain("丁戊己庚"),
        "ziyou48 does not forbid an end while an IOU is open",
        ["进程"],
    )
    .plan(杀刺=1)
    .kill("K1", "甲", "英俊潇洒", "杀刺", "丁", iou=True)
    .add("end", "22:00", winner="black", reason="哨子裁定")
    .expect(winner="black", open=False)
)

one = (
    scene("no-code", "ziyou48", 3, BASE + plain("丁戊己庚辛"), "no code: invalid", ["杀帖"])
    .plan(杀=1)
    .kill("K1", "甲", None, "杀", "丁")
    .expect(kills={"K1": {"status": "void", "effect": "none"}}, players={"丁": FULL})
)

one = scene(
    "report-not-original",
    "ziyou48",
    1,
    BASE + plain("丁戊己"),
    "not original: the referee names the remedy, out here",
    ["报道"],
    report_until="20:00",
)
for p in "甲乙丙丁戊己":
    one.report(p, 400, "-15:00")
one.rule("丁", "not_original", "-21:00", remedy="out").rule("戊", "not_first", "-21:00")
one.expect(players={"丁": gone("ruled", 1), "戊": LIVE})

one = (
    scene(
        "bad-alliance-elsewhere",
        "ziyou48",
        3,
        BASE + plain("丁戊己"),
        "ziyou48 leaves nothing open there",
        ["LEDGER"],
    )
    .plan()
    .rule("@alliance", "alliance", "10:00", reading="killers")
    .faulty()
)

one = scene(
    "first-round-in-time",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "the file's first round: 15 minutes after the round began is in time for sure, later is the referee's",
    ["杀帖", "注意10"],
).plan(杀=1, 独刺=1)
one.kill("K1", "甲", "英俊潇洒", "杀", "丁", at="21:15:00").kill(
    "K2", "乙", "聪敏伶俐", "独刺", "戊", at="21:15:01"
)
one.expect(
    kills={"K1": {"status": "valid"}, "K2": {"status": "valid"}},
    questions=[{"on": "K2", "answer": None}],
    players={"乙": LIVE},
    no=[{"questions": [{"on": "K1"}]}],
)

one = scene(
    "first-round-late",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "ruled late: the right is waived, the author out",
    ["注意10"],
).plan(独刺=1)
one.kill("K2", "乙", "聪敏伶俐", "独刺", "戊", at="21:15:01").rule(
    "K2", "late", "22:00", reading="late"
)
one.expect(
    kills={"K2": {"status": "void", "effect": "none"}}, players={"乙": gone("ruled", 2), "戊": FULL}
)

one = scene(
    "first-round-ruled-in-time",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "ruled in time: it stands",
    ["注意10"],
).plan(独刺=1)
one.kill("K2", "乙", "聪敏伶俐", "独刺", "戊", at="21:15:01").rule(
    "K2", "late", "22:00", reading="in_time"
)
one.expect(kills={"K2": {"status": "valid"}}, players={"乙": LIVE, "戊": {"vote": "half"}})

one = scene(
    "results-known",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "with the time of the last result post it is firm",
    ["注意10"],
).plan(杀=1, 独刺=1)
one.events[0]["results_at"] = one.when("21:04")
one.kill("K1", "甲", "英俊潇洒", "杀", "丁", at="21:19:00").kill(
    "K2", "乙", "聪敏伶俐", "独刺", "戊", at="21:19:01"
)
one.expect(
    kills={"K1": {"status": "valid"}, "K2": {"status": "void"}},
    players={"甲": LIVE, "乙": gone("ruled", 2)},
    no=[{"questions": [{"on": "K2"}]}],
)

one = scene(
    "proxy-replaces",
    "ziyou48",
    2,
    BASE + plain("丁戊己庚"),
    "nothing in ziyou48 forbids a proxy after one's own ballot",
    ["投票6"],
).plan()
one.votes("甲@10:00>丁").votes("甲@11:00>戊", via="proxy").votes("乙丙>戊 丁>戊 戊己庚>丁").close()
one.expect(
    tally={
        "2": [{"player": "戊", "full": 4, "out": True}, {"player": "丁", "full": 3, "out": False}]
    }
)

one = (
    scene(
        "silent-round-one",
        "ziyou48",
        1,
        BASE + plain("丁戊己"),
        "wholly silent in round 1: the referee's; suicide by his reading",
        ["投票1", "投票2"],
    )
    .plan()
    .votes("甲乙丙>戊 戊己>甲")
    .close()
    .check("21:05", players={"丁": LIVE}, questions=[{"on": "丁"}])
    .rule("丁", "silent", "22:00", reading="suicide")
)
one.expect(players={"丁": {"alive": False, "out": {"cause": "suicide"}}})

one = (
    scene(
        "nobody-reached",
        "ziyou48",
        3,
        "甲 联合杀 风流倜傥;子 联合杀 英俊潇洒;丙 联剑 唯我独尊;" + plain("丁戊己"),
        "nobody of a group can be reached: the referee says who is out",
        ["注意10"],
    )
    .plan(杀=1)
    .act(None, "forgo", for_="杀")
    .check("21:13", players={"甲": LIVE, "子": LIVE}, questions=[{"on": "@杀"}])
    .rule("@杀", "given_up", "22:00", reading="first_out")
)
one.expect(players={"子": gone("ruled", 3), "甲": LIVE})
