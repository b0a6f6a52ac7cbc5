"""Scenes of fengyun85: a few events, and what must follow by the clauses named."""

# ruff: noqa: E501

from scene import FULL, LIVE, counts, gone, plain, scene

BASE = "甲 联合杀 A 竹林;乙 联合杀 B 春郊;丙 联剑 桑落;"
EGGS = "甲 联合杀 A 竹林;乙 联合杀 B 春郊;丙 联合杀 C 妙令;丁 连环蛋 鹦鹉杯;戊 连环蛋 红螺觞;"
CODES = [
    "竹林",
    "幽馆",
    "画舫",
    "曲涧",
    "高阁",
    "春郊",
    "花时",
    "清秋",
    "新绿",
    "晚凉",
    "妙令",
    "联吟",
    "焚香",
    "返棹",
    "围炉",
]
KILLERS = list(zip("甲乙丙丁戊己庚辛壬癸子丑寅卯辰", "AAAAABBBBBCCCCC", CODES, strict=True))


def killers(gone: str) -> str:
    """All fifteen killers, those of `gone` out already."""
    return "".join(
        f"{name} 联合杀 {group} {code}{' out=voted' * (name in gone)};"
        for name, group, code in KILLERS
    )


TWELVE_OUT = (
    killers("甲乙丙丁戊己庚辛壬癸子丑") + "巳 独刺 垂钓;午 独刺 煮泉;" + plain("风花雪月山水")
)

TWO_COUNTS = {
    "words": 1200, "cjk": 1199, "non_cjk_words": 1, "chars": 1205, "chars_with_spaces": 1205,
}  # fmt: skip

one = scene(
    "check-in",
    "fengyun85",
    1,
    "甲 联合杀 A 竹林;乙 联剑 桑落;" + plain("丙丁戊己庚辛"),
    "check-in: 299 complained of before 15:00 next day; late by a second and missing are suicides; own old text asks for 600",
    ["报道1", "报道4", "报道6", "报道7", "报道9", "投诉1"],
    report_until="20:00",
)
one.report("甲", 300, "-15:00").report("乙", 299, "-15:10").report(
    "丙", 320, "-16:00", prior=100
).report("己", 300, "-19:59:59").report("庚", 280, "-17:00").report("辛", 300, "-18:00")
one.report("丁", 350, "-20:00:01")
one.complain("C1", "己", "乙", "too_short", "14:59:59").complain(
    "C2", "己", "庚", "too_short", "15:00:00"
)
one.rule("C1", "too_short", "15:30", min_count=300, minutes=240).rule(
    "丙", "not_first", "15:40", minutes=120
)
one.report("丙", 599, "16:30").report("丙", 600, "17:40:00").report("乙", 300, "19:30:00")
one.check("19:30:01", players={"乙": LIVE, "丙": LIVE})
one.expect(
    no=[{"debts": [{"player": "庚"}]}, {"debts": [{"player": "甲"}]}],
    debts=[
        {
            "player": "乙",
            "kind": "re_report",
            "min_count": 300,
            "due": one.when("19:30"),
            "status": "met",
        },
        {
            "player": "丙",
            "kind": "correction",
            "min_count": 600,
            "due": one.when("17:40"),
            "status": "met",
        },
    ],
    complaints={"C1": {"status": "upheld"}, "C2": {"status": "refused", "why": "too_late"}},
    players={
        "甲": LIVE,
        "乙": LIVE,
        "丙": LIVE,
        "丁": gone("suicide", 1),
        "戊": gone("suicide", 1),
        "己": LIVE,
        "庚": LIVE,
    },
)

one = scene(
    "handwritten-report",
    "fengyun85",
    1,
    "甲 联合杀 A 竹林;" + plain("乙丙丁戊"),
    "a handwritten report that is not put right in time counts as none: suicide; not original: 600",
    ["报道8", "报道6", "报道9"],
    report_until="20:00",
)
for p in "甲乙丙丁戊":
    one.report(p, 400, "-16:00")
one.rule("乙", "handwritten", "-20:30", minutes=60).rule(
    "丙", "not_original", "-20:30", minutes=60
).rule("丁", "over_quoted", "-20:30", minutes=60, min_count=600)
one.report("丙", 600, "-21:30:00").report("丁", 599, "-21:10").report("丁", 600, "-21:20").check(
    "-21:31", players={"乙": {"alive": False}}
)
one.expect(
    players={"乙": gone("suicide", 1), "丙": LIVE, "丁": LIVE, "戊": LIVE},
    debts=[
        {"player": "乙", "status": "overdue"},
        {"player": "丙", "kind": "correction", "min_count": 600, "status": "met"},
        {"player": "丁", "kind": "re_report", "min_count": 600, "status": "met"},
    ],
)

one = scene(
    "substitute",
    "fengyun85",
    1,
    "甲 联合杀 A 竹林;" + plain("乙丙丁"),
    "a substitute for the one who did not report keeps the name's role; nobody is a suicide",
    ["报道9", "报道10"],
    report_until="20:00",
)
for p in "甲丙丁":
    one.report(p, 400, "-16:00")
one.add("substitute", "-20:20", out="乙", **{"in": "候"})
one.expect(
    players={"甲": LIVE, "丙": LIVE, "丁": LIVE},
    no=[
        {"players": {"乙": {"out": {"cause": "suicide"}}}},
        {"trace": [{"effect": "乙 出局：自杀"}]},
    ],
)

one = scene(
    "machine-cutoff",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚"),
    "投票6: the machine's last second decides, not 21:00",
    ["投票6"],
).plan()
one.poll("甲乙丙@10:00>丁 戊己庚@10:00>甲 丁@+21:00:20>甲 丙@+21:00:21>甲", None)
one.close("+21:05", cutoff=one.when("+21:00:20"))
one.expect(
    tally={
        "3": [{"player": "甲", "full": 4, "out": True}, {"player": "丁", "full": 3, "out": False}]
    },
    players={"甲": gone("voted", 3), "丁": LIVE},
)

one = scene(
    "default-cutoff",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚"),
    "without a cut-off 20:59:59 is the last second; the earlier ballot stands, silence is a suicide",
    ["投票6", "投票2"],
).plan()
one.votes("甲乙丙@10:00>丁 戊己@10:00>甲 戊@+21:00:00>丁 丁@20:59:59>甲 庚@+21:00:00>甲").close()
one.expect(
    tally={"3": [{"player": "甲", "full": 3}, {"player": "丁", "full": 3}]},
    players={"甲": gone("voted", 3), "庚": gone("suicide", 3), "丁": LIVE},
)

one = scene(
    "proxy-then-own",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚"),
    "a proxy in time counts; an own machine ballot after it replaces it; a board ballot changes nothing",
    ["投票5", "投票7"],
).plan()
one.votes("丁@20:00>甲", via="proxy").votes("丁@20:50>乙").votes(
    "戊@20:40:00>乙", via="proxy"
).votes("甲@10:00>戊").votes("甲@11:00>乙", via="board").votes("乙丙己>丁 庚@11:30>乙").close()
one.expect(
    tally={
        "3": [{"player": "乙", "full": 3}, {"player": "丁", "full": 3}, {"player": "戊", "full": 1}]
    },
    players={"乙": gone("voted", 3), "丁": LIVE, "甲": LIVE},
)

one = scene(
    "proxy-second-late",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚"),
    "20:40:01 is too late for a proxy",
    ["投票5"],
).plan()
one.votes("丁@20:40:01>甲", via="proxy").votes("甲乙>戊 丙己庚>甲 戊>乙").close()
one.expect(
    tally={
        "3": [{"player": "甲", "full": 3, "out": True}, {"player": "戊", "full": 2, "out": False}]
    },
    players={"丁": gone("suicide", 3), "甲": gone("voted", 3)},
)

one = scene(
    "round-one-board",
    "fengyun85",
    1,
    BASE + plain("丁戊己庚"),
    "round 1: a ballot without the machine is void and no suicide, from round 2 it is one",
    ["投票1"],
).plan()
one.votes("丁>甲", via="board").votes("甲乙丙戊>己 己庚>甲").close()
one.plan()
one.away = "己"
one.votes("丁>甲", via="board").votes("甲乙丙>戊 戊庚>甲").close()
one.expect(
    players={"己": gone("voted", 1), "丁": gone("suicide", 2), "戊": gone("voted", 2)},
    tally={"1": [{"player": "甲", "full": 2}]},
)

one = scene(
    "standing-time",
    "fengyun85",
    4,
    BASE + plain("丁戊己庚辛"),
    "后到先出: the time of the standing ballot counts, also where it was cast again for the same name",
    ["投票8"],
).plan()
one.votes(
    "甲@10:00>丁 乙@11:00>丁 丙@12:00>丁 戊@10:30>甲 己@11:30>甲 丁@12:30>甲 庚@13:00>乙 辛@13:10>乙 甲@15:00>丁"
).close()
one.expect(
    tally={
        "4": [
            {"player": "丁", "full": 3, "rank": 1, "out": True},
            {"player": "甲", "full": 3, "rank": 2, "out": False},
            {"player": "乙", "full": 2, "rank": 3},
        ]
    },
    players={"丁": gone("voted", 4), "甲": LIVE},
)

one = scene(
    "second-place-tied",
    "fengyun85",
    4,
    BASE + plain("丁戊己庚辛"),
    "two go out: the first is clear, the tie is for the second place only",
    ["投票8", "进程"],
).plan(votes=2, out=2)
one.votes(
    "甲@10:00>丁戊 乙@10:10>丁戊 丙@10:20>丁己 戊@10:30>丁己 己@10:40>丁 丁@10:50>庚 庚@11:00>辛 辛@11:10>庚"
).close()
one.expect(
    tally={
        "4": [
            {"player": "丁", "full": 5, "rank": 1, "out": True},
            {"player": "庚", "full": 2, "rank": 2, "out": True},
            {"player": "己", "full": 2, "out": False},
            {"player": "戊", "full": 2, "out": False},
        ]
    },
    players={"丁": gone("voted", 4), "庚": gone("voted", 4), "己": LIVE, "戊": LIVE},
)

one = scene(
    "halves-no-tie",
    "fengyun85",
    4,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;丙 联剑 桑落;" + plain("丁戊己庚辛"),
    "half votes do nothing where the full ones differ",
    ["投票3"],
).plan(A=1, B=1)
one.kill("K1", "甲", "竹林", "A", "丁").kill("K2", "乙", "春郊", "B", "戊")
one.votes("丁戊己庚>辛 甲乙丙>庚 辛>己").close()
one.expect(
    tally={
        "4": [
            {"player": "庚", "full": 3, "half": 0, "rank": 1, "out": True},
            {"player": "辛", "full": 2, "half": 2, "rank": 2, "out": False},
        ]
    },
    players={"庚": gone("voted", 4), "辛": LIVE, "丁": gone("killed", 4), "戊": gone("killed", 4)},
)

one = scene(
    "overtime-part",
    "fengyun85",
    4,
    BASE + plain("丁戊己庚辛"),
    "one is clear and goes out at once, the two with the same ballots go into overtime; one name a ballot there",
    ["投票8"],
).plan(votes=3, out=2)
one.votes("甲乙丙@10:00>丁戊己 戊@10:10>丁 己@10:20>丁 丁@10:30>庚 庚@10:40>辛 辛@10:50>庚").close(
    "+21:02", stay=True
)
one.check(
    "+21:02",
    round=4,
    open=True,
    overtime={"round": 4, "between": ["戊", "己"], "out": 1},
    players={"丁": gone("voted", 4), "戊": {"alive": True}, "己": {"alive": True}},
)
one.votes(
    "甲@21:03>戊 乙@21:04>己 丙@21:05>己 戊@21:06>己 己@21:07>戊 庚@21:08>己 辛@21:09>己", ot=True
).close("+21:18", overtime=True)
one.expect(
    round=5, overtime=None, players={"丁": gone("voted", 4), "己": gone("voted", 4), "戊": LIVE}
)

one = scene(
    "hit-and-silent",
    "fengyun85",
    4,
    BASE + plain("丁戊己庚"),
    "who was hit but came back by a withdrawal and did not vote is a suicide",
    ["投票2", "杀帖4"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁").add("withdraw", "12:00", kill="K1")
one.votes("乙丙戊>己 己庚>乙").close()
one.expect(
    players={"甲": gone("suicide", 4), "丁": gone("suicide", 4), "己": gone("voted", 4)},
    kills={"K1": {"status": "failed", "effect": "none"}},
)

one = scene(
    "iou-to-the-second",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;丙 联合杀 C 妙令;" + plain("丁戊己庚辛"),
    "an IOU filled on 12:00:00 is in time, a second later not",
    ["杀帖11"],
).plan(A=1, B=1, C=1)
one.kill("K1", "甲", "竹林", "A", "丁", iou=True).kill(
    "K2", "乙", "春郊", "B", "戊", iou=True
).kill("K3", "丙", "妙令", "C", "己", iou=True)
one.fill("K3", 1200, "11:59:59").fill("K1", 1200, "12:00:00").fill("K2", 1200, "12:00:01")
one.away = "乙"
one.poll("", "庚", "甲").close()
one.expect(
    players={
        "甲": LIVE,
        "乙": gone("suicide", 3),
        "丁": gone("killed", 3),
        "戊": {"alive": True, "revived": {"round": 3, "vote": "full"}},
        "己": gone("killed", 3),
        "庚": gone("voted", 3),
    },
    debts=[
        {"player": "甲", "status": "met", "due": one.when("12:00").replace("06-03", "06-02")},
        {"player": "乙", "status": "overdue"},
    ],
    kills={
        "K1": {"status": "valid", "effect": "killed"},
        "K2": {"status": "failed", "effect": "none"},
    },
)

one = scene(
    "fourth-post-short",
    "fengyun85",
    5,
    "甲 联合杀 A 竹林 posts=3;乙 联合杀 B 春郊;" + plain("丁戊己庚"),
    "a fourth post without its 800 by 10:00: suicide at ten, the target stays in",
    ["杀帖18", "杀帖11"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁", iou=True).fill("K1", 799, "09:30").check(
    "10:00:00", players={"甲": LIVE}
).check("10:00:01", players={"甲": {"alive": False}, "丁": FULL})
one.expect(
    players={"甲": gone("suicide", 5), "丁": {"alive": True, "revived": {"vote": "full"}}},
    debts=[
        dict(player="甲", **{"for": "K1"}, min_count=800, due=one.when("10:00"), status="overdue")
    ],
    kills={"K1": {"status": "failed"}},
)

one = scene(
    "fourth-post-counted",
    "fengyun85",
    4,
    "甲 联合杀 A 竹林 posts=1;乙 联合杀 B 春郊;" + plain("丁戊己庚辛壬癸"),
    "the fourth post is counted over the rounds of the file",
    ["杀帖18"],
).plan(A=2)
one.kill("K1", "甲", "竹林", "A", "丁").kill("K2", "甲", "竹林", "A", "戊").poll(
    "", "己", "乙"
).close().plan(A=1)
one.kill("K3", "甲", "竹林", "A", "庚", iou=True)
one.expect(
    debts=[
        {
            "player": "甲",
            "kind": "iou",
            "min_count": 800,
            "due": one.when("10:00"),
            "status": "open",
        },
        {
            "player": "甲",
            "kind": "iou",
            "min_count": 1200,
            "due": one.when("12:00"),
            "status": "open",
        },
    ],
    players={"庚": {"alive": True, "vote": "half"}},
)

one = scene(
    "one-iou-of-two",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚辛"),
    "of an author's two posts only the IOU fails: he is out, the other target stays dead",
    ["杀帖11", "杀帖17"],
).plan(A=2)
one.kill("K1", "甲", "竹林", "A", "丁").kill("K2", "甲", "竹林", "A", "戊", iou=True)
one.away = "甲"
one.votes("甲@09:00>庚")
one.poll("", "庚", "乙").close()
one.expect(
    kills={
        "K1": {"status": "valid", "effect": "killed"},
        "K2": {"status": "failed", "effect": "none"},
    },
    players={"甲": gone("suicide", 3), "丁": gone("killed", 3), "戊": LIVE, "庚": gone("voted", 3)},
    tally={"3": [{"player": "庚", "full": 5, "half": 1}]},
)

one = scene(
    "two-on-one",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚"),
    "two posts on one target, one fails: the other still kills",
    ["杀帖10"],
).plan(A=1, B=1)
one.kill("K1", "甲", "竹林", "A", "丁", prior=500).kill("K2", "乙", "春郊", "B", "丁")
one.votes("甲@09:00>戊").complain("C1", "己", "K1", "not_first", "15:00").rule(
    "C1", "not_first", "16:00"
).check("16:00:01", players={"甲": gone("ruled", 3), "丁": {"alive": True, "vote": "half"}})
one.away = "甲"
one.poll("", "戊", "乙").close()
one.expect(
    kills={
        "K1": {"status": "failed", "effect": "none"},
        "K2": {"status": "valid", "effect": "killed"},
    },
    players={"甲": gone("ruled", 3), "丁": gone("killed", 3), "戊": gone("voted", 3)},
)

one = scene(
    "withdraw-too-late",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚辛"),
    "a post can be taken back in its own round only",
    ["杀帖4"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁").poll("", "戊", "乙").close().add(
    "withdraw", "22:00", kill="K1"
)
one.expect(
    kills={"K1": {"status": "valid", "effect": "killed"}},
    players={"甲": LIVE, "丁": gone("killed", 3)},
)

one = scene(
    "no-code",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚辛"),
    "a post without a code is invalid",
    ["杀帖3"],
).plan(A=1)
one.kill("K1", "甲", None, "A", "丁")
one.expect(kills={"K1": {"status": "void", "effect": "none"}}, players={"丁": FULL})

one = scene(
    "self-hit",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚辛"),
    "a killer may hit himself",
    ["杀帖15"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "甲").poll("", "戊", "乙").close()
one.expect(kills={"K1": {"status": "valid", "effect": "killed"}}, players={"甲": gone("killed", 3)})

one = scene(
    "dismissed-and-unasked",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚辛"),
    "dismissed: nothing; the referee may rule without a complaint; banned content is rewritten, overdue: out and target back",
    ["杀帖10", "杀帖5", "投诉3"],
).plan(A=1, B=1)
one.kill("K1", "甲", "竹林", "A", "丁", quoted=150).kill("K2", "乙", "春郊", "B", "戊")
one.complain("C1", "己", "K1", "over_quoted", "10:00").rule(
    "C1", "over_quoted", "11:00", outcome="dismissed"
).rule("K2", "banned_content", "11:30", minutes=60).fill("K2", 1199, "12:20").check(
    "12:30:00", players={"乙": LIVE}
).check("12:30:01", players={"乙": {"alive": False}, "戊": FULL})
one.expect(
    complaints={"C1": {"status": "dismissed"}},
    kills={"K1": {"status": "valid"}, "K2": {"status": "failed"}},
    debts=[
        dict(
            player="乙",
            kind="rewrite",
            **{"for": "K2"},
            min_count=1200,
            due=one.when("12:30"),
            status="overdue",
        )
    ],
    players={"甲": LIVE},
    no=[{"debts": [{"for": "K1"}]}],
)

one = scene(
    "similarity-reading",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚辛"),
    "over 20 % with 800 left is the referee's: over_quoted by his reading is a rewrite; without a ruling nothing",
    ["杀帖8", "杀帖10"],
).plan(A=1, B=1)
one.kill("K1", "甲", "竹林", "A", "丁", n=1500, quoted=400).kill(
    "K2", "乙", "春郊", "B", "戊", n=1500, quoted=400
)
one.rule("K1", "high_similarity", "11:00", reading="over_quoted", minutes=120)
one.expect(
    kills={"K1": {"status": "valid"}, "K2": {"status": "valid"}},
    debts=[
        {
            "player": "甲",
            "kind": "rewrite",
            "min_count": 1200,
            "due": one.when("13:00"),
            "status": "open",
        }
    ],
    no=[{"debts": [{"for": "K2"}]}],
)

one = scene(
    "black-egg-six",
    "fengyun85",
    6,
    "甲 联合杀 A 竹林;乙 联合杀 A 幽馆;丙 黑蛋 蓬莱盏;丁 联剑 桑落;" + plain("戊己庚辛壬"),
    "黑蛋 hit by a sword in round 6 explodes",
    ["人员"],
)
one.plan(联剑=1).kill("K1", "丁", "桑落", "联剑", "丙").poll("", "戊", "己").close()
one.expect(
    kills={"K1": {"status": "valid", "effect": "fireworks"}},
    players={"丙": gone("fireworks", 6), "丁": gone("fireworks", 6)},
)

one = scene(
    "black-egg-seven",
    "fengyun85",
    7,
    "甲 联合杀 A 竹林;乙 联合杀 A 幽馆;丙 黑蛋 蓬莱盏;丁 联剑 桑落;" + plain("戊己庚辛壬"),
    "黑蛋 hit in round 7 is only killed",
    ["人员"],
).plan(联剑=1)
one.kill("K1", "丁", "桑落", "联剑", "丙").poll("", "戊", "己").close()
one.expect(
    kills={"K1": {"status": "valid", "effect": "killed"}},
    players={"丙": gone("killed", 7), "丁": LIVE},
)

one = scene(
    "black-egg-named",
    "fengyun85",
    5,
    "甲 联合杀 A 竹林;丙 黑蛋 蓬莱盏;丁 联剑 桑落;" + plain("戊己庚辛"),
    "黑蛋 voted out takes the voter it names, not the last",
    ["人员"],
).plan()
one.votes("戊@10:00>丙 己@11:00>丙 庚@12:00>丙 辛@12:30>丙 甲丙丁>戊").act(
    "丙", "take", "己", "+21:01"
).close()
one.expect(
    players={"丙": gone("voted", 5), "己": gone("taken", 5), "庚": LIVE, "辛": LIVE, "戊": LIVE}
)

one = scene(
    "black-egg-default",
    "fengyun85",
    5,
    "甲 联合杀 A 竹林;丙 黑蛋 蓬莱盏;丁 联剑 桑落;" + plain("戊己庚辛"),
    "黑蛋 that names nobody takes its last voter",
    ["人员"],
).plan()
one.votes("戊@10:00>丙 己@11:00>丙 庚@12:00>丙 辛@12:30>丙 甲丙丁>戊 己@20:00>丙").close()
one.expect(players={"丙": gone("voted", 5), "己": gone("taken", 5), "庚": LIVE, "辛": LIVE})

one = scene(
    "black-egg-lapsed",
    "fengyun85",
    6,
    "甲 联合杀 A 竹林;丙 黑蛋 蓬莱盏;丁 联剑 桑落;" + plain("戊己庚辛"),
    "after the posts of round 6 黑蛋 voted out takes nobody",
    ["人员"],
).plan()
one.votes("戊己庚辛>丙 甲丙丁>戊").close()
one.expect(players={"丙": gone("voted", 6), "戊": LIVE, "己": LIVE, "庚": LIVE, "辛": LIVE})

one = scene(
    "chained-egg-voted",
    "fengyun85",
    3,
    EGGS + plain("己庚辛壬癸"),
    "连环蛋 voted out takes nobody by default; the other may fly in the next round",
    ["人员"],
).plan()
one.votes("甲乙丙己>丁 丁戊庚辛>甲 壬癸>丁").close().check(
    "21:05", players={"戊": {"alive": True, "may_post": True}}
)
one.plan().kill("K1", "戊", "红螺觞", "连环蛋", "甲").away = "丁"
one.poll("", "己", "乙").close()
one.expect(
    players={"丁": gone("voted", 3), "甲": {"alive": False}, "壬": LIVE, "癸": LIVE},
    kills={"K1": {"status": "valid"}},
    no=[{"players": {n: {"out": {"cause": "taken"}}}} for n in "甲乙丙己壬癸"],
)

one = scene(
    "chained-egg-takes",
    "fengyun85",
    3,
    EGGS + plain("己庚辛壬癸"),
    "连环蛋 voted out takes one of its voters",
    ["人员"],
).plan()
one.votes("甲乙丙己壬癸>丁 丁戊庚辛>甲").act("丁", "take", "乙", "+21:01").close()
one.expect(
    players={
        "丁": gone("voted", 3),
        "乙": gone("taken", 3),
        "戊": {"alive": True, "may_post": True},
    }
)

one = scene(
    "chained-egg-declines",
    "fengyun85",
    3,
    EGGS + plain("己庚辛壬癸"),
    "who declines flies no more, but still explodes",
    ["人员"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁").poll("", "己", "乙").close()
one.plan(B=1).act("戊", "decline", None, "21:08").check(
    "21:08:01", players={"戊": {"alive": True, "may_post": False}}
).kill("K2", "乙", "春郊", "B", "戊")
one.away = "甲丁己"
one.poll("", "庚", "丙").close()
one.expect(
    kills={"K1": {"effect": "fireworks"}, "K2": {"effect": "fireworks"}},
    players={
        "丁": gone("fireworks", 3),
        "甲": gone("fireworks", 3),
        "戊": gone("fireworks", 4),
        "乙": gone("fireworks", 4),
    },
)

one = scene(
    "chained-egg-hit-in-six",
    "fengyun85",
    6,
    EGGS + plain("己庚辛壬癸"),
    "hit in round 6: the other flies in round 7",
    ["人员"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁").poll("", "己", "乙").close().check(
    "21:05", players={"戊": {"may_post": True}}
)
one.plan().kill("K2", "戊", "红螺觞", "连环蛋", "乙")
one.away = "甲丁己"
one.poll("", "庚", "丙").close()
one.expect(
    kills={"K1": {"effect": "fireworks"}, "K2": {"status": "valid"}},
    players={"乙": {"alive": False}, "戊": {"may_post": False}},
)

one = scene(
    "chained-egg-voted-in-six",
    "fengyun85",
    6,
    EGGS + plain("己庚辛壬癸"),
    "voted out in round 6: the power lapsed with the posts of that round, no flight in 7",
    ["人员"],
).plan()
one.poll("", "丁", "乙").close().plan().kill("K2", "戊", "红螺觞", "连环蛋", "乙").faulty()

one = scene(
    "flight-missed",
    "fengyun85",
    3,
    EGGS + plain("己庚辛壬癸子丑"),
    "the next round only: a flight in the round after is no right any more",
    ["人员"],
).plan()
one.poll("", "丁", "乙").close().plan()
one.away = "丁"
one.poll("", "己", "乙").close().plan().kill("K2", "戊", "红螺觞", "连环蛋", "乙").faulty()

one = scene(
    "shifter-sword",
    "fengyun85",
    4,
    "甲 联合杀 A 竹林;乙 联剑 桑落;丙 变身 慢卷荷;" + plain("丁戊己庚辛"),
    "变身 hit by a sword turns black and has one post when out",
    ["人员"],
).plan(联剑=1)
one.kill("K1", "乙", "桑落", "联剑", "丙").poll("", "丁", "甲").close().check(
    "21:05", players={"丙": {"alive": False, "side": "black", "may_post": True}}
)
one.plan().kill("K2", "丙", "慢卷荷", "变身", "戊")
one.away = "丙丁"
one.poll("", "己", "甲").close()
one.expect(
    kills={"K1": {"effect": "killed"}, "K2": {"status": "valid", "effect": "killed"}},
    players={"丙": {"alive": False, "side": "black", "may_post": False}, "戊": gone("killed", 5)},
)

one = scene(
    "shifter-killer",
    "fengyun85",
    4,
    "甲 联合杀 A 竹林;乙 联剑 桑落;丙 变身 慢卷荷;子 变身 慢卷荷;".replace("子 变身 慢卷荷;", "")
    + plain("丁戊己庚辛"),
    "变身 hit by a killer's post turns white",
    ["人员"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丙").check("21:10", players={"丙": {"side": "neutral"}}).poll(
    "", "丁", "乙"
).close()
one.expect(players={"丙": {"alive": False, "side": "white"}, "甲": LIVE})

one = (
    scene(
        "shifter-voted",
        "fengyun85",
        4,
        "甲 联合杀 A 竹林;乙 联剑 桑落;丙 变身 慢卷荷;" + plain("丁戊己庚辛"),
        "变身 voted out turns black",
        ["人员"],
    )
    .plan()
    .poll("", "丙", "甲")
    .close()
)
one.expect(
    players={
        "丙": {
            "alive": False,
            "side": "black",
            "may_post": True,
            "out": {"round": 4, "cause": "voted"},
        }
    }
)

one = (
    scene(
        "shifter-allied",
        "fengyun85",
        6,
        "甲 联合杀 A 竹林;乙 联合杀 B 春郊;丙 变身 慢卷荷;丁 联剑 桑落;" + plain("戊己庚辛壬癸"),
        "allied and in: its post on a white makes it black",
        ["人员", "联合"],
    )
    .plan()
    .poll("", "戊", "己")
    .close()
)
one.check(
    "21:05",
    alliances=[{"side": "black", "kind": "big", "since_round": 7}],
    players={"丙": {"alive": True, "side": "neutral", "may_post": True}},
)
one.plan().kill("K1", "丙", "慢卷荷", "变身", "己")
one.away = "戊"
one.poll("", "庚", "辛").close()
one.expect(
    kills={"K1": {"status": "valid", "effect": "killed"}},
    players={"丙": {"alive": True, "side": "black"}, "己": gone("killed", 7)},
)

one = scene(
    "shifter-idle-loses",
    "fengyun85",
    8,
    "甲 联合杀 A 竹林;丙 变身 慢卷荷;" + plain("丁戊己"),
    "变身 that never posted belongs to the losing side",
    ["人员", "其他12"],
)
one.add("end", "10:00", winner="black", reason="全票玩家都同意结束").expect(
    winner="black", open=False, players={"丙": {"side": "white"}}
)

one = (
    scene(
        "big-at-thirteen",
        "fengyun85",
        4,
        killers("甲乙丙丁戊己庚辛壬癸子丑") + "巳 独刺 垂钓;" + plain("风花雪月山水"),
        "the thirteenth killer out in round 4 brings the big alliance",
        ["联合"],
    )
    .plan()
    .poll("", "寅", "风")
    .close()
)
one.expect(
    alliances=[{"side": "black", "kind": "big", "since_round": 5}], players={"寅": gone("voted", 4)}
)

one = (
    scene(
        "thirteen-is-late",
        "fengyun85",
        5,
        killers("甲乙丙丁戊己庚辛壬癸子丑") + "巳 独刺 垂钓;" + plain("风花雪月山水"),
        "in round 5 thirteen are not enough, fourteen are",
        ["联合"],
    )
    .plan()
    .poll("", "寅", "风")
    .close()
)
one.check("21:05", alliances=[{"side": "black", "kind": "small"}]).rule(
    "卯", "multi_alias", "23:00"
)
one.expect(alliances=[{"side": "black", "kind": "big", "since_round": 6}])

one = (
    scene(
        "thirteen-no-big",
        "fengyun85",
        5,
        killers("甲乙丙丁戊己庚辛壬癸子丑") + "巳 独刺 垂钓;" + plain("风花雪月山水"),
        "in round 5 thirteen are not enough",
        ["联合"],
    )
    .plan()
    .poll("", "寅", "风")
    .close()
)
one.expect(
    alliances=[{"side": "black", "kind": "small", "since_round": 6}],
    no=[{"alliances": [{"kind": "big"}]}],
)

one = scene(
    "stand-ins",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林 out=voted;乙 联合杀 B 花时;丙 联合杀 B 春郊;丁 联合杀 C 妙令 out=voted;戊 独刺 煮泉;己 独刺 垂钓;庚 联刺 欹枕 out=voted;"
    + plain("辛壬癸"),
    "A all out: B in code order; C all out: A is out, so B; 联刺 out: 独刺",
    ["联合"],
).plan(A=1, B=1, C=1, 独刺=1, 联刺=1)
one.expect(
    due_posts=[
        {"for": "A", "count": 1, "by": ["丙", "乙"]},
        {"for": "B", "by": ["丙", "乙"]},
        {"for": "C", "by": ["丙", "乙"]},
        {"for": "独刺", "by": ["己", "戊"]},
        {"for": "联刺", "by": ["己", "戊"]},
    ]
)

one = scene(
    "stand-ins-assassins",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林 out=voted;丙 联合杀 B 春郊 out=voted;丁 联合杀 C 妙令 out=voted;戊 独刺 煮泉 out=voted;庚 联刺 踞石;寅 联刺 欹枕;卯 黑蛋 蓬莱盏;"
    + plain("辛壬癸"),
    "all killers and 独刺 out: 联刺 post, not yet 黑蛋",
    ["联合"],
).plan(A=1, 独刺=1)
one.expect(
    due_posts=[{"for": "A", "by": ["寅", "庚"]}, {"for": "独刺", "by": ["寅", "庚"]}],
    no=[{"due_posts": [{"by": ["卯"]}]}],
)

one = scene(
    "stand-in-black-egg",
    "fengyun85",
    7,
    "甲 联合杀 A 竹林 out=voted;丁 联合杀 C 妙令 out=voted;戊 独刺 煮泉 out=voted;庚 联刺 踞石 out=voted;卯 黑蛋 蓬莱盏;"
    + plain("辛壬癸子"),
    "all killers and assassins out: 黑蛋",
    ["联合", "人员"],
).plan(杀刺=1)
one.kill("K1", "卯", "蓬莱盏", "杀刺", "辛").poll("", "壬", "癸").close()
one.expect(kills={"K1": {"status": "valid", "effect": "killed"}}, players={"辛": gone("killed", 7)})

one = (
    scene(
        "last-two",
        "fengyun85",
        10,
        "甲 联合杀 A 竹林;" + plain("乙丙丁"),
        "two left, one of them black: black wins",
        ["进程"],
    )
    .plan(杀刺=1)
    .kill("K1", "甲", "竹林", "杀刺", "乙")
    .votes("甲乙丙>丁 丁>甲")
    .close()
)
one.expect(
    winner="black", open=False, round=10, players={"甲": {"alive": True}, "丙": {"alive": True}}
)

one = (
    scene(
        "black-all-out",
        "fengyun85",
        6,
        "甲 联合杀 A 竹林;" + plain("乙丙丁戊"),
        "all black out: white wins",
        ["其他12"],
    )
    .plan()
    .votes("乙丙丁戊>甲 甲>乙")
    .close()
)
one.expect(winner="white", open=False, round=6, players={"甲": gone("voted", 6)})

one = (
    scene(
        "insult",
        "fengyun85",
        3,
        "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚"),
        "an insult: only the one insulted may complain",
        ["投诉4"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁")
)
one.complain("C1", "戊", "K1", "insult", "10:00", insulted="己").complain(
    "C2", "己", "K1", "insult", "10:10", insulted="己"
)
one.expect(
    complaints={"C1": {"status": "refused"}, "C2": {"status": "accepted", "why": None}},
    no=[{"complaints": {"C1": {"why": "too_late"}}}],
)

one = (
    scene(
        "edited-complaint",
        "fengyun85",
        3,
        "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚"),
        "the last edit is the complaint's time: 17:59:59 is in time, 18:00:00 not",
        ["投诉1", "投诉2"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁")
)
one.complain("C1", "戊", "K1", "too_short", "10:00", edited_at=one.when("17:59:59")).complain(
    "C2", "己", "K1", "too_short", "10:10", edited_at=one.when("18:00:00")
).complain("C3", "己", "K1", "too_short", "18:00:00")
one.expect(
    complaints={
        "C1": {"status": "accepted"},
        "C2": {"status": "refused", "why": "too_late"},
        "C3": {"status": "refused", "why": "too_late"},
    }
)

one = scene(
    "conduct-remedies",
    "fengyun85",
    3,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚"),
    "self-exposure: a warning or out, as the referee says; two aliases: out; earlier ballots stand, no right to post",
    ["其他1", "其他3", "投诉5"],
).plan(A=1)
one.votes("甲乙@09:00>丁").rule("丁", "self_exposure", "10:00", remedy="warn").rule(
    "戊", "self_exposure", "10:10", remedy="out"
).rule("甲", "multi_alias", "10:20").votes("丁己庚>乙").close()
one.expect(
    players={
        "丁": {"alive": True},
        "戊": gone("ruled", 3),
        "甲": {"alive": False, "may_post": False, "vote": "none"},
        "乙": gone("voted", 3),
    },
    tally={"3": [{"player": "乙", "full": 3}, {"player": "丁", "full": 2}]},
)

one = (
    scene(
        "vote-after-ruling",
        "fengyun85",
        3,
        "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚"),
        "who is ruled out votes no more",
        ["投诉5"],
    )
    .plan()
    .rule("丁", "multi_alias", "10:00")
    .votes("丁@10:00:01>甲")
    .faulty()
)

one = (
    scene(
        "no-verdict-without-ruling",
        "fengyun85",
        3,
        "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊己庚"),
        "what the judge finds stays inert until the referee rules",
        ["杀帖10", "投诉3"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁", n=500)
)
one.add("verdict", "22:00", on="K1", status="fail", findings=[]).poll("", "戊", "乙").close()
one.expect(
    kills={"K1": {"status": "valid", "effect": "killed"}},
    players={"甲": LIVE, "丁": gone("killed", 3)},
    debts=[],
)

one = scene(
    "zones-and-order",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚"),
    "times in other zones and lines appended late count by their time",
    ["LEDGER"],
).plan()
one.votes("甲乙丙>丁 戊己>甲 丁>甲")
one.events.append(
    {
        "type": "vote",
        "at": "2026-06-02T12:59:59Z",
        "round": 3,
        "voter": "庚",
        "targets": ["甲"],
        "via": "machine",
    }
)
one.events.append(
    {
        "type": "vote",
        "at": "2026-06-02T06:00:00-07:00",
        "round": 3,
        "voter": "甲",
        "targets": ["戊"],
        "via": "machine",
    }
)
one.close()
one.events.append(
    {
        "type": "vote",
        "at": one.when("11:00").replace("06-03", "06-02"),
        "round": 3,
        "voter": "乙",
        "targets": ["戊"],
        "via": "machine",
        "note": "补记",
    }
)
one.expect(
    round=4,
    players={"甲": gone("voted", 3), "丁": LIVE},
    tally={
        "3": [
            {"player": "甲", "full": 4, "out": True},
            {"player": "丁", "full": 2},
            {"player": "戊", "full": 1},
        ]
    },
)

one = scene(
    "void-and-amend",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚"),
    "a voided kill is as if never been, an amended target as if always so",
    ["LEDGER"],
).plan(A=1, B=1)
one.kill("K1", "甲", "竹林", "A", "丁").kill("K2", "乙", "春郊", "B", "戊")
n = one.line
one.add("void", "08:00", line=n - 1, reason="误记").add(
    "amend", "08:05", line=n, reason="对象记错", **{"with": {"target": "己"}}
)
one.expect(
    players={"丁": FULL, "戊": FULL, "己": {"vote": "half", "alive": True}},
    kills={"K2": {"status": "valid"}},
    no=[{"kills": {"K1": {}}}],
)

one = scene(
    "author-voted-then-ruled",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚辛"),
    "the author was voted out, his post fails after the close: target back, one cause for his exit",
    ["杀帖10"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁", prior=500).complain(
    "C1", "己", "K1", "not_first", "17:00"
).poll("", "甲", "乙").close().rule("C1", "not_first", "22:00")
one.expect(
    players={
        "甲": gone("voted", 3),
        "丁": {"alive": True, "out": None, "vote": "full", "revived": {"round": 4, "vote": "full"}},
    },
    kills={"K1": {"status": "failed", "effect": "none"}},
)

one = scene(
    "hit-and-voted",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚辛"),
    "hit and voted out; the post fails after the close: the vote still puts the target out",
    ["杀帖10", "投票3"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁", prior=500).complain(
    "C1", "己", "K1", "not_first", "17:00"
).poll("", "丁", "乙").close().rule("C1", "not_first", "22:00")
one.expect(
    players={"甲": gone("ruled", 4), "丁": {"alive": False, "out": {"round": 3, "cause": "voted"}}},
    kills={"K1": {"status": "failed"}},
)

one = scene(
    "hit-silent-then-ruled",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚辛"),
    "hit and silent; the post fails after the close: a suicide all the same",
    ["杀帖10", "投票2"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁", prior=500).complain("C1", "己", "K1", "not_first", "17:00")
one.away = "丁"
one.poll("", "戊", "乙").close().rule("C1", "not_first", "22:00")
one.expect(
    players={"丁": {"alive": False, "out": {"round": 3, "cause": "suicide"}}},
    kills={"K1": {"status": "failed"}},
)

one = (
    scene(
        "crossing",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "two authors hit each other: both out",
        ["进程"],
    )
    .plan(A=1, B=1)
    .kill("K1", "甲", "竹林", "A", "乙")
    .kill("K2", "乙", "春郊", "B", "甲")
    .poll("", "丁", "戊")
    .close()
)
one.expect(
    players={"甲": gone("killed", 3), "乙": gone("killed", 3)},
    kills={"K1": {"effect": "killed"}, "K2": {"effect": "killed"}},
)

one = scene(
    "rewrite-over-the-close",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚辛"),
    "a rewrite due after the close: the target was out, comes back in the next round with its vote",
    ["杀帖10"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁", quoted=150).complain(
    "C1", "己", "K1", "over_quoted", "17:59:59"
).rule("C1", "over_quoted", "18:30", minutes=300).poll("", "戊", "乙").close()
one.check("21:05", players={"丁": gone("killed", 3)}).check(
    "23:30", players={"丁": gone("killed", 3), "甲": LIVE}
).plan(at="23:30:01")
one.away = "戊甲"
one.poll("", "己", "乙").close()
one.expect(
    players={
        "甲": {"alive": False, "out": {"round": 4}},
        "丁": {"alive": True, "revived": {"round": 4, "vote": "full"}},
    },
    debts=[{"player": "甲", "status": "overdue"}],
    tally={"4": [{"player": "己", "full": 5}]},
)

one = scene(
    "voted-already-ruled-out",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚辛"),
    "ballots on one who was ruled out before the close take no place",
    ["投诉5"],
).plan()
one.votes("丁戊己庚@09:00>甲").rule("甲", "multi_alias", "10:00").votes(
    "乙丙@11:00>辛 辛@11:30>乙"
).close()
one.expect(
    players={"甲": gone("ruled", 3), "辛": gone("voted", 3)},
    tally={"3": [{"player": "辛", "full": 2, "out": True}]},
)

one = scene(
    "closed-tally-stands",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚辛壬"),
    "a half vote decided; that the post fails after the close does not reopen the vote",
    ["投票3", "投诉5"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "丁", prior=500).complain("C1", "己", "K1", "not_first", "17:00")
one.votes(
    "甲乙>戊 丁>戊 丙己>庚 戊>辛 庚>壬 辛>壬 壬>辛".replace("辛>壬 壬>辛", "辛>乙 壬>丙")
).close().rule("C1", "not_first", "22:00")
one.expect(
    players={"戊": gone("voted", 3), "庚": LIVE, "丁": {"alive": True}},
    tally={
        "3": [
            {"player": "戊", "full": 2, "half": 1, "out": True},
            {"player": "庚", "full": 2, "half": 0, "out": False},
        ]
    },
)

one = (
    scene(
        "schedule-of-round-one",
        "fengyun85",
        1,
        BASE + plain("丁戊己庚辛"),
        "round 1 as printed: one name a ballot, two go out",
        ["进程"],
    )
    .votes("甲乙丙>丁 丁戊>甲 己庚辛>戊")
    .close()
)
one.expect(players={"丁": gone("voted", 1), "戊": gone("voted", 1), "甲": LIVE})

one = (
    scene(
        "schedule-of-round-two",
        "fengyun85",
        2,
        BASE + "寅 联合杀 C 妙令;卯 独刺 垂钓;辰 联刺 欹枕;" + plain("丁戊己庚辛"),
        "round 2 as printed: A2 B1 C1 联刺1 独刺1 剑1; what is handed in is due no more",
        ["进程"],
    )
    .kill("K1", "甲", "竹林", "A", "丁")
    .kill("K2", "乙", "春郊", "B", "戊")
)
one.expect(
    due_posts=[
        {"for": "A", "count": 1, "by": ["甲"]},
        {"for": "C", "count": 1, "by": ["寅"]},
        {"for": "独刺", "count": 1, "by": ["卯"]},
        {"for": "联刺", "count": 1, "by": ["辰"]},
        {"for": "联剑", "count": 1, "by": ["丙"]},
    ],
    no=[{"due_posts": [{"for": "B"}]}],
)

one = scene(
    "adjusted-keys-stay",
    "fengyun85",
    2,
    BASE + plain("丁戊己庚辛"),
    "an adjustment changes only the keys it names",
    ["进程"],
).plan(votes=2, out=1, A=1)
one.add("adjust", "09:00", round=2, schedule={"kills": {"B": 1}}, reason="即时调整")
one.votes("甲>丁戊 乙>丁 丙>丁 丁>戊 戊>丁 己庚辛>丁").close()
one.expect(
    players={"丁": gone("voted", 2), "戊": LIVE},
    tally={"2": [{"player": "丁", "full": 7}, {"player": "戊", "full": 2}]},
)

one = (
    scene(
        "black-egg-not-member",
        "fengyun85",
        6,
        BASE + "蛋 黑蛋 蓬莱盏;子 独刺 垂钓;" + plain("丁戊己庚辛"),
        "a living 黑蛋 is no member of the big alliance",
        ["人员", "联合"],
    )
    .plan()
    .poll("", "丁", "戊")
    .close()
)
one.expect(
    alliances=[{"side": "black", "kind": "big", "since_round": 7, "members": ["甲", "乙", "子"]}],
    no=[{"alliances": [{"members": ["蛋"]}]}],
)

one = (
    scene(
        "last-black-ruled-out",
        "fengyun85",
        6,
        "甲 联合杀 A 竹林;" + plain("丁戊己庚"),
        "the last black ruled out: white wins",
        ["其他12"],
    )
    .plan()
    .rule("甲", "multi_alias", "12:00")
    .expect(winner="white", open=False, round=6)
)

one = (
    scene(
        "shifter-one-post",
        "fengyun85",
        4,
        BASE + "变 变身 慢卷荷;" + plain("丁戊己庚辛壬癸"),
        "变身 has one post only",
        ["人员"],
    )
    .plan()
    .poll("", "变", "甲")
    .close()
    .plan()
    .kill("K1", "变", "慢卷荷", "变身", "丁")
)
one.away = "变"
one.poll("", "戊", "甲").close().plan().kill("K2", "变", "慢卷荷", "变身", "己").faulty()

one = (
    scene(
        "flight-refused-by-code",
        "fengyun85",
        3,
        BASE + "红 连环蛋 鹦鹉杯;螺 连环蛋 红螺觞;" + plain("丁戊己庚辛"),
        "no flight while both eggs are in",
        ["人员"],
    )
    .plan()
    .kill("K1", "红", "鹦鹉杯", "连环蛋", "丁")
    .faulty()
)

one = (
    scene(
        "partly-not-first",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "between 600 and 800 of one's own left: rewritten in the referee's time; 600 exactly is the referee's",
        ["杀帖9"],
    )
    .plan(A=1, B=1)
    .kill("K1", "甲", "竹林", "A", "丁", n=1000, prior=300)
    .kill("K2", "乙", "春郊", "B", "戊", n=1000, prior=400)
)
one.rule("K1", "partly_not_first", "10:00", minutes=90).rule(
    "K2", "not_first", "10:00", reading="not_first"
)
one.expect(
    debts=[{"player": "甲", "kind": "rewrite", "due": one.when("11:30"), "status": "open"}],
    players={"乙": gone("ruled", 3), "戊": FULL},
)

one = (
    scene(
        "judged-unoriginal",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "杀帖16: by the referee's own judgement a rewrite of 1200 or out",
        ["杀帖16"],
    )
    .plan(A=1, B=1)
    .kill("K1", "甲", "竹林", "A", "丁")
    .kill("K2", "乙", "春郊", "B", "戊")
)
one.rule("K1", "not_original", "10:00", remedy="rewrite", minutes=120).rule(
    "K2", "not_original", "10:00", remedy="out"
)
one.expect(
    debts=[
        {
            "player": "甲",
            "kind": "rewrite",
            "min_count": 1200,
            "due": one.when("12:00"),
            "status": "open",
        }
    ],
    players={"甲": LIVE, "乙": gone("ruled", 3), "戊": FULL, "丁": {"vote": "half"}},
)

one = (
    scene(
        "hints-void",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "hints whom to kill: on complaint the referee may void the post",
        ["其他8"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁")
    .complain("C1", "己", "K1", "collusion", "10:00")
    .rule("C1", "collusion", "11:00", remedy="void")
)
one.expect(kills={"K1": {"status": "void", "effect": "none"}}, players={"丁": FULL, "甲": LIVE})

one = (
    scene(
        "void-of-void",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "a voided void is as if never been: the kill stands",
        ["LEDGER"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁")
)
n = one.line
one.add("void", "08:00", line=n, reason="误记").add(
    "void", "08:10", line=n + 1, reason="更正有误"
).expect(kills={"K1": {"status": "valid"}}, players={"丁": {"vote": "half"}})

one = (
    scene(
        "amend-twice",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "the last amendment holds",
        ["LEDGER"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁")
)
n = one.line
one.add("amend", "08:00", line=n, reason="一", **{"with": {"target": "戊"}}).add(
    "amend", "08:10", line=n, reason="二", **{"with": {"target": "己"}}
).expect(players={"丁": FULL, "戊": FULL, "己": {"vote": "half"}})

one = (
    scene(
        "amended-time",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "an amended time decides: the IOU was filled in time after all",
        ["LEDGER", "杀帖11"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁", iou=True)
    .fill("K1", 1200, "12:30")
)
n = one.line
one.add(
    "amend", "14:00", line=n, reason="发帖时间记错", **{"with": {"at": one.when("11:30")}}
).expect(players={"甲": LIVE}, debts=[{"player": "甲", "status": "met"}])

one = (
    scene(
        "amended-then-voided",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "a line amended and then voided is gone",
        ["LEDGER"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁")
)
n = one.line
one.add("amend", "08:00", line=n, reason="一", **{"with": {"target": "戊"}}).add(
    "void", "08:10", line=n, reason="二"
).expect(players={"丁": FULL, "戊": FULL}, no=[{"kills": {"K1": {}}}])

one = (
    scene(
        "bad-assert",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "a false assertion is named",
        ["LEDGER"],
    )
    .plan()
    .check("08:00", players={"丁": {"alive": False}})
    .faulty()
)

one = (
    scene(
        "bad-duplicate-kill-id",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "an id twice",
        ["LEDGER"],
    )
    .plan(A=2)
    .kill("K1", "甲", "竹林", "A", "丁")
    .kill("K1", "甲", "竹林", "A", "戊")
    .faulty()
)

one = scene(
    "bad-no-zone", "fengyun85", 3, BASE + plain("丁戊己庚辛"), "a time without a zone", ["LEDGER"]
).plan()
one.events.append(
    {
        "type": "vote",
        "at": "2026-06-02T10:00:00",
        "round": 3,
        "voter": "甲",
        "targets": ["丁"],
        "via": "machine",
    }
)
one.faulty()

one = (
    scene(
        "bad-no-right",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "a post by one without the right",
        ["LEDGER"],
    )
    .plan(A=1)
    .kill("K1", "丁", "竹林", "A", "戊")
    .faulty()
)

one = (
    scene(
        "bad-wrong-group",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "B may not post for A while A is in",
        ["LEDGER"],
    )
    .plan(A=1)
    .kill("K1", "乙", "春郊", "A", "戊")
    .faulty()
)

one = (
    scene(
        "bad-unknown-complaint",
        "fengyun85",
        3,
        BASE + plain("丁戊己庚辛"),
        "a complaint on an unknown post",
        ["LEDGER"],
    )
    .plan()
    .complain("C1", "丁", "K9", "too_short", "10:00")
    .faulty()
)

one = (
    scene(
        "alliance-open",
        "fengyun85",
        4,
        TWELVE_OUT,
        "twelve killers and one assassin out by round 4: killers or all black is the referee's; nothing before he rules",
        ["联合"],
    )
    .plan()
    .poll("", "巳", "风")
    .close()
)
one.expect(
    questions=[
        {
            "on": "@alliance",
            "readings": {"killers": "not_yet", "black_without_change": "allied"},
            "answer": None,
        }
    ],
    no=[{"alliances": [{"kind": "big"}]}],
)

one = (
    scene(
        "alliance-all-black", "fengyun85", 4, TWELVE_OUT, "by all black: allied at once", ["联合"]
    )
    .plan()
    .poll("", "巳", "风")
    .close()
    .rule("@alliance", "alliance", "22:00", reading="black_without_change")
)
one.expect(
    alliances=[{"side": "black", "kind": "big", "since_round": 5}],
    questions=[{"on": "@alliance", "answer": "black_without_change"}],
)

one = (
    scene(
        "alliance-killers",
        "fengyun85",
        4,
        TWELVE_OUT,
        "by killers: not yet; the reading holds from then on: fourteen killers in round 5",
        ["联合"],
    )
    .plan()
    .poll("", "巳", "风")
    .close()
    .rule("@alliance", "alliance", "22:00", reading="killers")
    .rule("寅", "multi_alias", "22:30")
)
one.check("22:30", alliances=[{"kind": "small"}], players={"寅": {"alive": False}}).rule(
    "午", "multi_alias", "22:40"
).rule("卯", "multi_alias", "22:50")
one.expect(alliances=[{"side": "black", "kind": "big", "since_round": 5}], players={"辰": LIVE})

one = (
    scene(
        "alliance-reading-first",
        "fengyun85",
        4,
        TWELVE_OUT,
        "the referee may choose the reading before it is asked",
        ["联合"],
    )
    .plan()
    .rule("@alliance", "alliance", "10:00", reading="killers")
    .poll("", "巳", "风")
    .close()
)
one.expect(questions=[], no=[{"alliances": [{"kind": "big"}]}])

one = (
    scene(
        "bad-alliance-no-reading",
        "fengyun85",
        4,
        TWELVE_OUT,
        "a reading that there is not",
        ["LEDGER"],
    )
    .plan()
    .rule("@alliance", "alliance", "10:00", reading="everybody")
    .faulty()
)

one = scene(
    "conduct-24-hours",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚"),
    "24 hours from the act, to the second; the last edit is the complaint's time",
    ["投诉1", "投诉2"],
).plan()
one.complain(
    "C1",
    "戊",
    "丁",
    "self_exposure",
    "19:00",
    act_at=one.when("21:30"),
    edited_at="2026-06-02T21:30:00+08:00",
).complain(
    "C2",
    "戊",
    "丁",
    "self_exposure",
    "19:10",
    act_at=one.when("21:30"),
    edited_at="2026-06-02T21:30:01+08:00",
).complain("C3", "戊", "丁", "self_exposure", "19:20")
one.expect(
    complaints={
        "C1": {"status": "accepted"},
        "C2": {"status": "refused", "why": "too_late"},
        "C3": {"status": "accepted"},
    }
)

one = scene(
    "substitute-2",
    "fengyun85",
    1,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊"),
    "the name goes on with its role and code, whoever stands behind it",
    ["报道9"],
    report_until="20:00",
)
for p in "甲丁戊":
    one.report(p, 400, "-15:00")
one.add("substitute", "-20:20", out="乙", **{"in": "候"})
one.report("候", 400, "-21:30")
one.expect(players={"乙": {"alive": True, "role": "联合杀", "out": None, "substitute": "候"}})

one = scene(
    "substitute-of-owner",
    "fengyun85",
    1,
    "甲 联合杀 A 竹林;乙 联合杀 B 春郊;" + plain("丁戊"),
    "who stood behind the name may be named too",
    ["报道9"],
    report_until="20:00",
)
next(e for e in one.events if e.get("name") == "乙")["owner"] = "老树"
for p in "甲丁戊":
    one.report(p, 400, "-15:00")
one.add("substitute", "-20:20", out="老树", **{"in": "新竹"}).expect(
    players={"乙": {"alive": True, "substitute": "新竹"}}
)

one = scene(
    "bad-substitute-is-a-player",
    "fengyun85",
    1,
    "甲 联合杀 A 竹林;" + plain("丁戊"),
    "a substitute cannot be a name of the game",
    ["LEDGER"],
    report_until="20:00",
)
one.add("substitute", "-20:20", out="丁", **{"in": "戊"}).faulty()

one = (
    scene(
        "bad-substitute-too-early",
        "fengyun85",
        3,
        BASE + plain("丁戊"),
        "a substitute cannot vote before coming in",
        ["LEDGER"],
    )
    .plan()
    .votes("候@09:00>甲")
)
n = one.line
one.add("substitute", "10:00", out="丁", **{"in": "候"}).faulty(n)

one = (
    scene(
        "bad-voided-player",
        "fengyun85",
        3,
        BASE + plain("丁戊"),
        "a voided player is no player any more",
        ["LEDGER"],
    )
    .plan()
    .votes("丁@09:00>甲")
)
n = one.line
one.add("void", "10:00", line=5, reason="误记").faulty(n)

one = (
    scene(
        "bad-id-is-a-name",
        "fengyun85",
        3,
        BASE + plain("丁戊"),
        "an id that is a player's name",
        ["LEDGER"],
    )
    .plan(A=1)
    .kill("丁", "甲", "竹林", "A", "戊")
    .faulty()
)

one = scene(
    "author-of-fireworks-was-hit",
    "fengyun85",
    3,
    BASE + "蛋 黑蛋 蓬莱盏;" + plain("丁戊己庚"),
    "out by his own fireworks and hit as well: the hit fails later, he stays out",
    ["人员", "杀帖10"],
).plan(A=1, B=1)
one.kill("K1", "甲", "竹林", "A", "蛋").kill("K2", "乙", "春郊", "B", "甲").complain(
    "C1", "丁", "K2", "not_first", "17:00"
).poll("", "戊", "己").close().rule("C1", "not_first", "22:00")
one.expect(
    players={"甲": gone("fireworks", 3), "蛋": gone("fireworks", 3), "乙": gone("ruled", 4)},
    kills={"K2": {"status": "failed"}},
)

one = scene(
    "two-hits-fail",
    "fengyun85",
    3,
    BASE + plain("丁戊己庚辛"),
    "hit twice: back only when both posts have failed",
    ["杀帖10"],
).plan(A=1, B=1)
one.kill("K1", "甲", "竹林", "A", "丁").kill("K2", "乙", "春郊", "B", "丁").complain(
    "C1", "己", "K1", "not_first", "17:00"
).complain("C2", "己", "K2", "not_first", "17:01").poll("", "戊", "己").close()
one.rule("C1", "not_first", "22:00").check("22:00", players={"丁": gone("killed", 3)}).rule(
    "C2", "not_first", "22:30"
).expect(players={"丁": {"alive": True, "revived": {"round": 4}}})

one = scene(
    "hit-voted-then-void",
    "fengyun85",
    3,
    BASE + "变 变身 慢卷荷;" + plain("丁戊己庚辛"),
    "变身 hit by a killer and voted out: when the post is void it is out by the vote, and black",
    ["人员"],
).plan(A=1)
one.kill("K1", "甲", "竹林", "A", "变").poll("", "变", "乙").close().check(
    "21:05", players={"变": {"side": "white", "out": {"cause": "killed"}}}
).rule("K1", "hints", "22:00", remedy="void")
one.expect(players={"变": {"alive": False, "side": "black", "out": {"cause": "voted"}}, "甲": LIVE})

one = (
    scene(
        "void-brings-author-back",
        "fengyun85",
        3,
        BASE + "蛋 黑蛋 蓬莱盏;" + plain("丁戊己庚"),
        "fireworks of a post that is void: both are in again",
        ["其他8"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "蛋")
    .poll("", "戊", "己")
    .close()
    .rule("K1", "hints", "22:00", remedy="void")
)
one.expect(
    players={"甲": LIVE, "蛋": {"alive": True, "out": None}},
    kills={"K1": {"status": "void", "effect": "none"}},
)

one = (
    scene(
        "two-counts-met",
        "fengyun85",
        3,
        BASE + plain("丁戊己"),
        "1200 by one count, 1199 by the other: met by the first, shown; the referee counts the other way: overdue",
        ["杀帖7", "杀帖11"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁", iou=True)
)
one.add("fill", "11:00", kill="K1", counts=TWO_COUNTS)
one.check("11:00", debts=[{"status": "met"}], questions=[{"on": "K1", "answer": None}]).rule(
    "K1", "too_short", "11:30", reading="cjk"
).check("11:30", debts=[{"status": "open"}])
one.votes("丁@12:30>甲").expect(
    players={"甲": gone("suicide", 3), "丁": FULL}, debts=[{"player": "甲", "status": "overdue"}]
)

one = (
    scene(
        "two-counts-ruled-late",
        "fengyun85",
        3,
        BASE + plain("丁戊己"),
        "the same ruled after noon",
        ["杀帖11"],
    )
    .plan(A=1)
    .kill("K1", "甲", "竹林", "A", "丁", iou=True)
)
one.add("fill", "11:00", kill="K1", counts=TWO_COUNTS).rule(
    "K1", "too_short", "13:30", reading="cjk"
)
one.expect(players={"甲": gone("suicide", 3), "丁": FULL})

one = (
    scene(
        "flyer-question",
        "fengyun85",
        3,
        "甲 联合杀 A 竹林;丁 连环蛋 鹦鹉杯;戊 连环蛋 红螺觞;" + plain("己庚辛壬癸"),
        "whether the flyer goes out with its target is the referee's: by his reading",
        ["人员"],
    )
    .plan()
    .poll("", "丁", "甲")
    .close()
    .plan()
    .kill("K1", "戊", "红螺觞", "连环蛋", "己")
)
one.away = "丁"
one.poll("", "庚", "辛").close()
one.check(
    "21:05", players={"戊": LIVE, "己": gone("killed", 4)}, questions=[{"on": "K1", "answer": None}]
).rule("K1", "flight", "22:00", reading="out_with_target").expect(players={"戊": gone("fireworks")})

one = scene(
    "name-like-a-word",
    "fengyun85",
    3,
    "game 联合杀 A 竹林;red 联合杀 B 春郊;杀刺 联剑 桑落;"
    + plain(["3", "第 3 轮", "联合", "null"]).replace("第 3 轮", "第3轮"),
    "names may be any words",
    ["LEDGER"],
).plan(A=1)
one.add(
    "kill",
    "21:10",
    id="K1",
    round=3,
    author="game",
    code="竹林",
    target="3",
    iou=False,
    counts=counts(1000),
    **{"for": "A"},
)
for i, (v, t) in enumerate(
    [
        ("game", "联合"),
        ("red", "联合"),
        ("杀刺", "null"),
        ("3", "联合"),
        ("第3轮", "联合"),
        ("联合", "null"),
        ("null", "联合"),
    ]
):
    one.add("vote", f"10:{i:02d}", round=3, voter=v, targets=[t], via="machine")
one.close().expect(players={"3": gone("killed", 3), "联合": gone("voted", 3), "game": LIVE})

one = scene(
    "bad-name-with-mark",
    "fengyun85",
    3,
    "@alliance 联合杀 A 竹林;" + plain("丁戊"),
    "a name that starts with @",
    ["LEDGER"],
).faulty(2)

one = scene(
    "alliance-after-overtime",
    "fengyun85",
    4,
    killers("甲乙丙丁戊己庚辛壬癸子丑") + "巳 独刺 垂钓;" + plain("风花雪月山水"),
    "an exit at a close with overtime: the alliance holds from the next round",
    ["联合", "投票8"],
).plan(votes=3, out=2)
one.votes("卯辰巳@10:00>寅风花 风@10:10>寅 花@10:20>寅 雪月山水@10:30>寅")
one.close("+21:02", stay=True).check("+21:02", players={"寅": gone("voted", 4)}, alliances=[])
one.votes("卯@21:03>风 辰@21:04>风 巳@21:05>花", ot=True).close("+21:18", overtime=True)
one.expect(
    round=5,
    alliances=[{"side": "black", "kind": "big", "since_round": 5}],
    players={"风": gone("voted", 4), "花": LIVE},
)

one = scene(
    "substitute-after-no-correction",
    "fengyun85",
    1,
    "甲 联合杀 A 竹林;" + plain("乙丙丁"),
    "a handwritten report not put right counts as none: suicide, until a substitute comes in",
    ["报道8", "报道9"],
    report_until="20:00",
)
for name in "甲乙丙丁":
    one.report(name, 400, "-16:00")
one.rule("乙", "handwritten", "-20:30", minutes=60).check(
    "-21:31", players={"乙": gone("suicide", 1)}
)
one.add("substitute", "-22:00", out="乙", **{"in": "候"})
one.expect(
    players={"乙": LIVE | {"substitute": "候"}}, debts=[{"player": "乙", "status": "overdue"}]
)
