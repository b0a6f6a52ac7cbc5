"""Scenes of wuyue161: a few events, and what must follow by the clauses named."""

# ruff: noqa: E501

from scene import FULL, LIVE, gone, plain, scene

BASE = "甲 联合杀 A 花自羞;乙 联合杀 B 终身误;丙 联剑 世外仙姝;"
CODES = {
    "A": ["花自羞", "掩风流", "红颜老", "咏黄昏", "鸟投林", "上青云", "拭啼痕"],
    "B": ["终身误", "枉凝眉", "恨无常", "分骨肉", "喜冤家", "世难容", "乐中悲"],
    "C": ["虚花悟", "聪明累", "留余庆", "好事终", "晚韶华", "花满天", "扑绣帘"],
    "D": ["飘春榭", "惜春暮", "自芳菲", "泪暗洒", "话轻柔", "掩重门", "半恼春"],
}


def group(letter: str, names: str) -> str:
    """The first killers of a group, one a character of `names`."""
    return "".join(
        f"{name} 联合杀 {letter} {code};" for name, code in zip(names, CODES[letter], strict=False)
    )


# enough black players that no alliance comes about by heads
MANY = group("C", "一二三四") + group("D", "五六七八")
CAST = (
    "甲 联合杀 A 花自羞;乙 联合杀 B 终身误;剑 联剑 世外仙姝;医 医生 琴曲四章;明 明蛋 风月宝鉴;"
    "飞 连环飞蛋 大荒山;荒 连环飞蛋 无稽崖;刺 刺头 好了歌;工 工兵 玉为魂;" + MANY
)
THIRTEEN = group("A", "甲乙丙丁戊己庚") + (
    "月 独刺 怡红院;日 联刺 月中痕;星 刺头 好了歌;工 工兵 玉为魂;"
    "壬 联合杀 B 终身误;癸 联合杀 B 枉凝眉;剑 联剑 世外仙姝;明 明蛋 风月宝鉴;"
)

TWO_COUNTS = {
    "words": 1200, "cjk": 1199, "non_cjk_words": 1, "chars": 1205, "chars_with_spaces": 1205,
}  # fmt: skip

one = scene(
    "silence",
    "wuyue161",
    1,
    BASE + plain("丁戊己庚"),
    "no vote and a vote on the board are suicides in round 1 too",
    ["投票2", "投票6"],
).plan()
one.votes("丁>甲", via="board").votes("甲乙丙>己 己庚>甲").close()
one.expect(
    players={"丁": gone("suicide", 1), "戊": gone("suicide", 1), "己": gone("voted", 1)},
    tally={"1": [{"player": "甲", "full": 2}]},
)

one = scene(
    "proxy",
    "wuyue161",
    2,
    BASE + plain("丁戊己庚辛"),
    "a proxy before 20:00:00 is final; at 20:00:00 it is void; none changes a cast ballot",
    ["投票6"],
).plan()
one.votes("丁@19:59:59>甲 戊@20:00:00>甲 己@19:00>甲", via="proxy").votes(
    "丁@20:30>乙 己@10:00>乙 辛@10:00>甲 甲乙丙>庚 庚@11:00>乙"
).close()
one.expect(
    tally={
        "2": [
            {"player": "庚", "full": 3, "out": True},
            {"player": "甲", "full": 2},
            {"player": "乙", "full": 2},
        ]
    },
    players={"戊": gone("suicide", 2), "丁": LIVE, "己": LIVE},
)

one = scene(
    "proxy-twice",
    "wuyue161",
    2,
    BASE + plain("丁戊己庚"),
    "a second proxy changes nothing",
    ["投票6"],
).plan()
one.votes("丁@10:00>甲", via="proxy").votes("丁@11:00>乙", via="proxy").votes(
    "甲乙丙>庚 戊己庚>甲"
).close()
one.expect(
    tally={"2": [{"player": "甲", "full": 4, "out": True}, {"player": "庚", "full": 3}]},
    no=[{"tally": {"2": [{"player": "乙"}]}}],
)

one = scene(
    "half-in-tie",
    "wuyue161",
    2,
    BASE + plain("丁戊己庚辛壬"),
    "a half vote works only where the full votes are equal",
    ["投票3"],
).plan(A=1)
one.kill("K1", "甲", "花自羞", "A", "丁").votes(
    "甲@10:00>戊 乙@10:05>戊 丁@10:10>戊 戊@20:00>己 丙@20:10>己 己@12:00>庚 庚@12:10>辛 辛@12:20>壬 壬@12:30>庚"
).close()
one.expect(
    tally={
        "2": [
            {"player": "戊", "full": 2, "half": 1, "rank": 1, "out": True},
            {"player": "己", "full": 2, "half": 0, "out": False},
            {"player": "庚", "full": 2, "out": False},
        ]
    },
    players={"戊": gone("voted", 2), "己": LIVE},
)

one = scene(
    "rewrite-by-complaint",
    "wuyue161",
    3,
    BASE + plain("丁戊己庚"),
    "classes 1 and 2: until 13:00:00; 1200 within four hours of the complaint's last edit",
    ["杀帖8"],
).plan(A=1, B=1)
one.kill("K1", "甲", "花自羞", "A", "丁").kill("K2", "乙", "终身误", "B", "戊", repeated=300)
one.complain("C1", "己", "K1", "wrong_genre", "10:00", edited_at=one.when("11:00")).complain(
    "C2", "己", "K2", "repetition", "12:00"
).rule("C1", "wrong_genre", "12:30").rule("C2", "repetition", "12:30").fill(
    "K1", 1200, "15:00:00"
).fill("K2", 1200, "16:00:01")
one.expect(
    debts=[
        {
            "player": "甲",
            "kind": "rewrite",
            "min_count": 1200,
            "due": one.when("15:00"),
            "status": "met",
        },
        {"player": "乙", "kind": "rewrite", "due": one.when("16:00"), "status": "overdue"},
    ],
    players={"甲": LIVE, "丁": {"vote": "half"}, "乙": {"alive": False}, "戊": FULL},
    kills={"K1": {"status": "valid"}, "K2": {"status": "failed", "effect": "none"}},
)

one = scene(
    "not-first-in-round",
    "wuyue161",
    3,
    BASE + plain("丁戊己庚"),
    "classes 3 and 4 in the posting round: author out, target back with a full vote, earlier rewards kept",
    ["杀帖8"],
).plan(A=1)
one.kill("K1", "甲", "花自羞", "A", "丁", prior=500).complain(
    "C1", "己", "K1", "not_first", "20:00"
).rule("C1", "not_first", "20:30")
one.expect(
    players={
        "甲": gone("ruled", 3),
        "丁": {"alive": True, "vote": "full", "revived": {"vote": "full"}},
    },
    rewards=[],
    kills={"K1": {"status": "failed", "effect": "none"}},
)

one = scene(
    "ruled-next-round",
    "wuyue161",
    3,
    BASE + MANY + plain("丁戊己庚"),
    "complained of in the posting round, ruled in the next: the complaint's time decides, the target comes back",
    ["杀帖8"],
).plan(A=1)
one.kill("K1", "甲", "花自羞", "A", "丁", quoted=500).complain(
    "C1", "己", "K1", "over_quoted", "20:00"
).poll("", "戊", "己").close().rule("C1", "over_quoted", "22:00")
one.expect(
    players={
        "甲": {"alive": False, "out": {"round": 4}},
        "丁": {"alive": True, "vote": "full", "revived": {"round": 4, "vote": "full"}},
    },
    rewards=[],
)

one = scene(
    "after-the-end",
    "wuyue161",
    10,
    "甲 联合杀 A 花自羞;" + plain("丁戊己"),
    "after the end no complaint but plagiarism, until the summary",
    ["杀帖8", "非原创"],
)
one.plan(A=1).kill("K1", "甲", "花自羞", "A", "丁", quoted=500).votes(
    "甲丁己>戊 戊>甲"
).close().check("21:05", winner="black", open=False)
one.complain("C1", "己", "K1", "over_quoted", "22:00").complain(
    "C2", "己", "K1", "plagiarism", "22:10"
).rule("C2", "plagiarism", "23:00")
one.expect(
    complaints={"C1": {"status": "refused"}, "C2": {"status": "upheld"}},
    rewards=[
        {"player": "甲", "kind": "forfeit", "what": "all", "to": ["己"]},
        {"player": "甲", "kind": "owe", "what": "大章", "from_round": 10, "count": 1, "to": ["丁"]},
    ],
    players={"丁": {"alive": False}},
)

one = (
    scene(
        "two-titles",
        "wuyue161",
        3,
        BASE + plain("丁戊己庚"),
        "the title names the post: 投诉…杀帖不合格; evidence is needed",
        ["杀帖8"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "丁")
)
one.complain("C1", "己", "K1", "wrong_genre", "10:00", title="花自羞杀帖不合格").complain(
    "C2", "己", "K1", "wrong_genre", "10:10", title="【投诉】花自羞杀帖不合格吧"
)
one.add(
    "complaint",
    "10:20",
    id="C3",
    by="己",
    on="K1",
    finding="wrong_genre",
    title="投诉花自羞杀帖不合格",
    evidence=[],
)
one.expect(complaints={"C1": {"status": "refused", "why": "no_title"}, "C3": {"status": "refused"}})

one = scene(
    "too-short-open",
    "wuyue161",
    3,
    BASE + plain("丁戊己庚"),
    "too short is in no class: the referee names the remedy",
    ["杀帖6", "杀帖7"],
).plan(A=1, B=1)
one.kill("K1", "甲", "花自羞", "A", "丁", n=700).kill("K2", "乙", "终身误", "B", "戊", n=700).rule(
    "K1", "too_short", "10:00", remedy="rewrite", min_count=1200, minutes=240
).rule("K2", "too_short", "10:00")
one.expect(
    debts=[
        {
            "player": "甲",
            "kind": "rewrite",
            "min_count": 1200,
            "due": one.when("14:00"),
            "status": "open",
        }
    ],
    players={"乙": LIVE, "戊": {"vote": "half"}},
    no=[{"debts": [{"for": "K2"}]}],
)

one = (
    scene(
        "self-exposure",
        "wuyue161",
        3,
        BASE + plain("丁戊己庚"),
        "self-exposure: out, all rewards lost",
        ["自曝4"],
    )
    .plan()
    .rule("丁", "self_exposure", "10:00")
)
one.expect(
    players={"丁": gone("ruled", 3)}, rewards=[{"player": "丁", "kind": "forfeit", "what": "all"}]
)

one = scene(
    "report-late-complaint",
    "wuyue161",
    1,
    BASE + plain("丁戊己庚"),
    "a report is complained of before the end of round 1",
    ["报道5"],
    report_until="20:00",
)
for p in "甲乙丙丁戊己庚":
    one.report(p, 280 if p in "丁戊" else 350, "-15:00")
one.plan().complain("C1", "己", "丁", "too_short", "20:50").poll("", "庚", "己").close().complain(
    "C2", "己", "戊", "too_short", "22:00"
).rule("C1", "too_short", "21:30", minutes=60)
one.expect(
    complaints={"C1": {"status": "upheld"}, "C2": {"status": "refused", "why": "too_late"}},
    debts=[{"player": "丁", "kind": "re_report", "min_count": 600}],
)

one = scene(
    "stand-in-iou",
    "wuyue161",
    3,
    "癸 联合杀 A 花自羞 out=voted;"
    + "乙 联合杀 B 终身误;丙 联剑 世外仙姝;"
    + "子 联合杀 C 虚花悟;"
    + plain("丁戊己庚"),
    "a stand-in's IOU needs an ordinary post, one's own 1200",
    ["杀帖9"],
).plan(A=1, C=1)
one.kill("K1", "乙", "终身误", "A", "丁", iou=True).kill(
    "K2", "子", "虚花悟", "C", "戊", iou=True
).fill("K1", 801, "12:00:00").fill("K2", 1199, "12:00:00")
one.votes("丁@12:00:01>庚")
one.expect(
    debts=[
        {"player": "乙", "min_count": 801, "status": "met"},
        {"player": "子", "min_count": 1200, "status": "overdue"},
    ],
    players={"乙": LIVE, "子": gone("suicide", 3), "丁": {"vote": "half"}, "戊": FULL},
)

one = scene(
    "fireworks-iou",
    "wuyue161",
    3,
    BASE + "蛋 明蛋 风月宝鉴;" + MANY + plain("丁戊己庚"),
    "fireworks without the text by noon: out, the egg back without its power, the round's knife and fireworks go to it",
    ["杀帖10"],
).plan(A=1)
one.kill("K1", "甲", "花自羞", "A", "蛋", iou=True).away = "甲"
one.poll("", "丁", "戊").close().plan(B=1).kill("K2", "乙", "终身误", "B", "蛋")
one.away = "甲丁"
one.poll("", "戊", "己").close()
one.expect(
    kills={
        "K1": {"status": "failed", "effect": "none"},
        "K2": {"status": "valid", "effect": "killed"},
    },
    players={"甲": gone("suicide", 3), "蛋": gone("killed", 4), "乙": LIVE},
    rewards=[
        {"player": "甲", "kind": "forfeit", "what": "出刀", "to": ["蛋"]},
        {"player": "甲", "kind": "forfeit", "what": "烟花", "to": ["蛋"]},
    ],
)

one = (
    scene(
        "end-and-iou",
        "wuyue161",
        4,
        BASE + plain("丁戊己庚"),
        "no end while an IOU is open",
        ["杀帖11", "其他13"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "丁", iou=True)
    .add("end", "22:00", winner="black", reason="白方放弃")
)
one.check("22:00", open=True, winner=None).fill("K1", 1200, "11:00").add(
    "end", "11:30", winner="black", reason="白方放弃"
).expect(winner="black", open=False)

one = (
    scene(
        "doctor-egg",
        "wuyue161",
        3,
        CAST + plain("丁戊己庚"),
        "a rescued egg explodes all the same, the doctor stays",
        ["身份2"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "明")
    .act("医", "rescue", "明")
    .poll("", "丁", "戊")
    .close()
)
one.expect(
    kills={"K1": {"effect": "fireworks"}},
    players={"明": gone("fireworks", 3), "甲": gone("fireworks", 3), "医": LIVE},
)

one = (
    scene("doctor-self", "wuyue161", 3, CAST + plain("丁戊己庚"), "self-rescue works", ["身份2"])
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "医")
    .act("医", "rescue", "医")
    .poll("", "丁", "戊")
    .close()
)
one.expect(kills={"K1": {"effect": "rescued"}}, players={"医": LIVE, "甲": LIVE})

one = (
    scene(
        "doctor-hit",
        "wuyue161",
        3,
        CAST + plain("丁戊己庚"),
        "a doctor hit without self-rescue is out",
        ["身份2"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "医")
    .poll("", "丁", "戊")
    .close()
)
one.expect(players={"医": gone("killed", 3), "甲": LIVE})

one = scene(
    "doctor-flight",
    "wuyue161",
    3,
    CAST + plain("丁戊己庚辛壬"),
    "a flying egg's target goes out in spite of the rescue, the doctor too where he is it",
    ["身份2", "身份4"],
).plan(A=1)
one.kill("K1", "甲", "花自羞", "A", "飞").poll("", "丁", "戊").close().check(
    "21:05", players={"荒": {"may_post": True}, "甲": gone("fireworks", 3)}
)
one.plan().kill("K2", "荒", "无稽崖", "连环飞蛋", "医").act("医", "rescue", "医")
one.away = "甲飞丁"
one.poll("", "戊", "己").close()
one.expect(
    kills={"K2": {"status": "valid", "effect": "fireworks"}},
    players={"荒": gone("fireworks", 4), "医": gone("fireworks", 4)},
)

one = (
    scene(
        "doctor-twice",
        "wuyue161",
        3,
        CAST + plain("丁戊己庚辛壬"),
        "two rescues running of one who is hit in neither round: out",
        ["身份2"],
    )
    .plan()
    .act("医", "rescue", "丁")
    .poll("", "戊", "己")
    .close()
)
one.check("21:05", players={"丁": LIVE}).plan().act("医", "rescue", "丁")
one.away = "戊"
one.poll("", "己", "庚").close()
one.expect(players={"丁": {"alive": False, "out": {"round": 4}}, "医": LIVE})

one = (
    scene(
        "doctor-twice-hit-once",
        "wuyue161",
        3,
        CAST + plain("丁戊己庚辛壬"),
        "two rescues running, hit in the first: stays in",
        ["身份2"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "丁")
    .act("医", "rescue", "丁")
    .poll("", "戊", "己")
    .close()
)
one.plan().act("医", "rescue", "丁")
one.away = "戊"
one.poll("", "己", "庚").close()
one.expect(kills={"K1": {"effect": "rescued"}}, players={"丁": LIVE})

one = (
    scene(
        "doctor-every-other",
        "wuyue161",
        2,
        CAST + plain("丁戊己庚辛壬癸子"),
        "two rescues with a round between do not kill",
        ["身份2"],
    )
    .plan()
    .act("医", "rescue", "丁")
    .poll("", "戊", "己")
    .close()
)
one.plan()
one.away = "戊"
one.poll("", "己", "庚").close().plan().act("医", "rescue", "丁")
one.away = "戊己"
one.poll("", "庚", "辛").close()
one.expect(players={"丁": LIVE})

one = (
    scene(
        "mined-and-rescued",
        "wuyue161",
        3,
        CAST + plain("丁戊己庚辛"),
        "dug up and rescued: stays in but is no egg any more",
        ["身份2", "身份4"],
    )
    .plan()
    .act("工", "mine", "明")
    .act("医", "rescue", "明")
    .poll("", "丁", "戊")
    .close()
)
one.check("21:05", players={"明": LIVE}).plan(A=1).kill("K1", "甲", "花自羞", "A", "明")
one.away = "丁"
one.poll("", "戊", "己").close()
one.expect(kills={"K1": {"effect": "killed"}}, players={"明": gone("killed", 4), "甲": LIVE})

one = (
    scene(
        "mine",
        "wuyue161",
        3,
        CAST + plain("丁戊己庚辛"),
        "digging up no egg does nothing; a dug-up 连环飞蛋 is out and the other flies",
        ["身份4"],
    )
    .plan()
    .act("工", "mine", "丁")
    .poll("", "戊", "己")
    .close()
)
one.check("21:05", players={"丁": LIVE, "工": LIVE}).plan().act("工", "mine", "飞")
one.away = "戊"
one.poll("", "己", "庚").close()
one.expect(players={"飞": gone("mined", 4), "荒": {"alive": True, "may_post": True}, "工": LIVE})

one = (
    scene(
        "miner-hit",
        "wuyue161",
        8,
        CAST + plain("丁戊己庚辛"),
        "工兵 hit by a sword in round 8 is killed, 刺头 still explodes",
        ["身份4", "身份3"],
    )
    .plan(联剑=2)
    .kill("K1", "剑", "世外仙姝", "联剑", "工")
    .poll("", "丁", "戊")
    .close()
)
one.expect(kills={"K1": {"effect": "killed"}}, players={"工": gone("killed", 8), "剑": LIVE})

one = (
    scene(
        "thorn-eight",
        "wuyue161",
        8,
        CAST + plain("丁戊己庚辛"),
        "刺头 hit by a sword in round 8 explodes",
        ["身份3"],
    )
    .plan(联剑=1)
    .kill("K1", "剑", "世外仙姝", "联剑", "刺")
    .poll("", "丁", "戊")
    .close()
)
one.expect(
    kills={"K1": {"effect": "fireworks"}},
    players={"刺": gone("fireworks", 8), "剑": gone("fireworks", 8)},
)

one = (
    scene(
        "thorn-by-killer",
        "wuyue161",
        3,
        CAST + plain("丁戊己庚辛"),
        "刺头 hit by a killer is only killed",
        ["身份3"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "刺")
    .poll("", "丁", "戊")
    .close()
)
one.expect(kills={"K1": {"effect": "killed"}}, players={"刺": gone("killed", 3), "甲": LIVE})

one = scene(
    "thorn-voted",
    "wuyue161",
    8,
    CAST + plain("丁戊己庚辛"),
    "刺头 voted out takes its last voter, in round 8 too",
    ["身份3"],
).plan()
one.votes("甲乙>丁 丁@19:00>刺").poll("", "刺", "丁").close()
one.expect(players={"刺": gone("voted", 8), "丁": gone("taken", 8)})

one = (
    scene(
        "egg-seven",
        "wuyue161",
        7,
        CAST + plain("丁戊己庚辛"),
        "明蛋 hit in round 7 is only killed",
        ["身份3"],
    )
    .plan(联剑=1)
    .kill("K1", "剑", "世外仙姝", "联剑", "明")
    .poll("", "丁", "戊")
    .close()
)
one.expect(kills={"K1": {"effect": "killed"}}, players={"明": gone("killed", 7), "剑": LIVE})

one = (
    scene(
        "egg-voted",
        "wuyue161",
        4,
        CAST + plain("丁戊己庚辛"),
        "a 连环飞蛋 voted out: the other flies in the next round and goes out with its target",
        ["身份4"],
    )
    .plan()
    .poll("", "飞", "甲")
    .close()
)
one.plan().kill("K1", "荒", "无稽崖", "连环飞蛋", "甲")
one.away = "飞"
one.poll("", "丁", "戊").close()
one.expect(
    kills={"K1": {"effect": "fireworks"}},
    players={"飞": gone("voted", 4), "荒": gone("fireworks", 5), "甲": gone("fireworks", 5)},
)

one = (
    scene(
        "miner-by-flight",
        "wuyue161",
        4,
        CAST + plain("丁戊己庚辛"),
        "工兵 hit by a flying egg: both out",
        ["身份4"],
    )
    .plan()
    .poll("", "飞", "甲")
    .close()
    .plan()
    .kill("K1", "荒", "无稽崖", "连环飞蛋", "工")
)
one.away = "飞"
one.poll("", "丁", "戊").close()
one.expect(
    kills={"K1": {"effect": "fireworks"}},
    players={"荒": gone("fireworks", 5), "工": gone("fireworks", 5)},
)

one = (
    scene(
        "small-alliance",
        "wuyue161",
        3,
        group("A", "甲乙丙丁")
        + group("B", "戊己庚辛")
        + group("C", "子丑寅卯辰巳午")
        + group("D", "一二三四五六七")
        + "月 联刺 月中痕;"
        + plain("风花雪云山水石木"),
        "A3 and B4 are seven: AB ally; 联刺 does not fit any more",
        ["联合"],
    )
    .plan()
    .poll("", "甲", "风")
    .close()
)
one.expect(
    alliances=[
        {
            "side": "black",
            "kind": "small",
            "since_round": 4,
            "members": ["乙", "丙", "丁", "戊", "己", "庚", "辛"],
        }
    ],
    no=[{"alliances": [{"kind": "big"}]}, {"alliances": [{"side": "white"}]}],
)

one = (
    scene(
        "small-with-assassin",
        "wuyue161",
        3,
        group("A", "甲乙丙")
        + group("B", "戊己庚辛")
        + group("C", "子丑寅卯辰壬癸")
        + group("D", "一二三四五六七")
        + "月 联刺 月中痕;"
        + plain("风花雪云山水石木"),
        "A2, B4 and 联刺 1 are seven: all three ally",
        ["联合"],
    )
    .plan()
    .poll("", "甲", "风")
    .close()
)
one.expect(
    alliances=[
        {"side": "black", "kind": "small", "members": ["乙", "丙", "戊", "己", "庚", "辛", "月"]}
    ]
)

one = (
    scene(
        "eleven",
        "wuyue161",
        3,
        THIRTEEN + plain("风花雪云山水石木"),
        "thirteen black, twelve: none; eleven: both sides ally at once",
        ["联合"],
    )
    .plan()
    .poll("", "甲", "风")
    .close()
)
one.rule("乙", "multi_alias", "23:00")
one.expect(
    alliances=[
        {"side": "black", "kind": "big", "since_round": 4},
        {"side": "white", "kind": "big", "since_round": 4},
    ]
)

one = (
    scene(
        "twelve",
        "wuyue161",
        3,
        THIRTEEN + plain("风花雪云山水石木"),
        "twelve black left: no big alliance",
        ["联合"],
    )
    .plan()
    .poll("", "甲", "风")
    .close()
)
one.expect(players={"甲": gone("voted", 3)}, no=[{"alliances": [{"kind": "big"}]}])

one = scene(
    "stand-in-assassins",
    "wuyue161",
    4,
    "甲 联合杀 A 花自羞 out=voted;乙 联合杀 B 终身误 posts=2;丙 联合杀 C 虚花悟 posts=1;丁 独刺 怡红院 out=killed;戊 联刺 月中痕;己 刺头 好了歌 out=voted;庚 工兵 玉为魂;"
    + plain("子丑寅卯"),
    "独刺 and 刺头 out: 联刺 for 独刺, 工兵 for 刺头",
    ["代出帖2", "代出帖4"],
).plan(独刺=1, 刺头=1)
one.expect(due_posts=[{"for": "独刺", "by": ["戊"]}, {"for": "刺头", "by": ["庚"]}])

one = scene(
    "stand-in-killers",
    "wuyue161",
    4,
    "甲 联合杀 A 花自羞 out=voted;乙 联合杀 B 终身误 posts=2;丙 联合杀 C 虚花悟 posts=1;丁 独刺 怡红院 out=killed;戊 联刺 月中痕 out=voted;己 刺头 好了歌 out=voted;庚 工兵 玉为魂;"
    + plain("子丑寅卯"),
    "联刺 out as well: killers by fewest posts",
    ["代出帖2", "代出帖3"],
).plan(独刺=1, 联刺=1)
one.expect(due_posts=[{"for": "独刺", "by": ["丙", "乙"]}, {"for": "联刺", "by": ["丙", "乙"]}])

one = scene(
    "stand-in-thorn-post",
    "wuyue161",
    4,
    "乙 联合杀 B 终身误 posts=2;丁 独刺 怡红院 posts=2;辛 独刺 潇湘馆 posts=1;戊 联刺 月中痕;己 刺头 好了歌 out=voted;庚 工兵 玉为魂;"
    + plain("子丑寅卯"),
    "刺头 out: 独刺 by fewest posts",
    ["代出帖3"],
).plan(刺头=1, 独刺=1)
one.expect(due_posts=[{"for": "刺头", "by": ["辛", "丁"]}])

one = scene(
    "stand-in-miner",
    "wuyue161",
    4,
    "甲 联合杀 A 花自羞 out=voted;丁 独刺 怡红院 out=killed;戊 联刺 月中痕 out=voted;己 刺头 好了歌 out=voted;庚 工兵 玉为魂;"
    + plain("子丑寅卯"),
    "all others out: 工兵 posts for all",
    ["代出帖4"],
).plan(A=1, 独刺=1, 联刺=1, 刺头=1)
one.expect(due_posts=[{"for": f, "by": ["庚"]} for f in ("A", "独刺", "联刺", "刺头")])

one = scene(
    "stand-in-next-group",
    "wuyue161",
    4,
    "甲 联合杀 D 飘春榭 out=voted;乙 联合杀 A 花自羞 out=voted;丙 联合杀 B 枉凝眉 posts=1;丁 联合杀 B 终身误 posts=1;戊 联合杀 B 恨无常;己 独刺 怡红院;"
    + plain("子丑寅卯"),
    "D out, A out: B, fewest posts first",
    ["代出帖1"],
).plan(D=1)
one.expect(due_posts=[{"for": "D", "by": ["戊", "丁", "丙"]}])

one = (
    scene(
        "given-up",
        "wuyue161",
        4,
        "甲 联合杀 A 花自羞;乙 联合杀 A 掩风流;丙 联合杀 B 终身误;" + plain("子丑寅卯"),
        "who gives up has no right to post any more and stays in, a mate posts",
        ["杀帖12"],
    )
    .plan(A=1)
    .act("甲", "forgo", at="21:20", for_="A")
)
one.expect(
    players={"甲": {"alive": True, "may_post": False, "out": None}},
    due_posts=[{"for": "A", "count": 1, "by": ["乙"]}],
)

one = (
    scene(
        "last-two",
        "wuyue161",
        10,
        "甲 联合杀 A 花自羞;" + plain("子丑寅"),
        "two left, one black: black wins",
        ["进程"],
    )
    .plan()
    .votes("甲子丑>寅 寅>子")
    .close()
    .plan()
    .votes("甲子>丑 丑>子")
    .close()
)
one.expect(winner="black", open=False)

one = scene(
    "schedule-of-round-two",
    "wuyue161",
    2,
    BASE
    + "子 联合杀 C 虚花悟;丑 联合杀 D 飘春榭;寅 独刺 怡红院;卯 刺头 好了歌;辰 联刺 月中痕;"
    + plain("丁戊己庚辛"),
    "round 2 as printed: two each of A to D, 独刺 two, 刺头, a sword; no 联刺 yet",
    ["进程"],
)
one.expect(
    due_posts=[
        {"for": "A", "count": 2},
        {"for": "B", "count": 2},
        {"for": "C", "count": 2},
        {"for": "D", "count": 2},
        {"for": "独刺", "count": 2},
        {"for": "刺头", "count": 1},
        {"for": "联剑", "count": 1},
    ],
    no=[{"due_posts": [{"for": "联刺"}]}],
)

one = (
    scene(
        "white-members",
        "wuyue161",
        6,
        BASE
        + "医 医生 琴曲四章;明 明蛋 风月宝鉴 out=voted;飞 连环飞蛋 大荒山;工 工兵 玉为魂;刺 刺头 好了歌;"
        + plain("丁戊己庚辛"),
        "white allies 剑 and 明蛋, out or not; not the doctor, not the flying eggs",
        ["联合"],
    )
    .plan()
    .poll("", "丁", "戊")
    .close()
)
one.expect(
    alliances=[
        {"side": "white", "kind": "big", "since_round": 7, "members": ["丙", "明"]},
        {"side": "black", "kind": "big", "since_round": 7, "members": ["甲", "乙", "工", "刺"]},
    ],
    no=[{"alliances": [{"members": ["医"]}]}, {"alliances": [{"members": ["飞"]}]}],
)

one = scene(
    "forfeit-from-round",
    "wuyue161",
    2,
    BASE
    + "子 联合杀 C 虚花悟;丑 联合杀 C 聪明累;寅 联合杀 C 留余庆;卯 联合杀 C 好事终;辰 联合杀 D 飘春榭;巳 联合杀 D 惜春暮;午 联合杀 D 自芳菲;未 联合杀 D 泪暗洒;申 联合杀 D 话轻柔;"
    + plain("丁戊己庚辛壬癸酉"),
    "complained of two rounds later: out, the target stays out, rewards from the kill's round on are split",
    ["杀帖8"],
).plan(A=1)
one.kill("K1", "甲", "花自羞", "A", "丁", prior=500).poll("", "戊", "己").close().plan()
one.away = "丁戊"
one.poll("", "己", "庚").close()
one.complain("C1", "辛", "K1", "not_first", "22:00").rule("C1", "not_first", "23:00")
one.expect(
    players={
        "甲": {"alive": False, "out": {"round": 4, "cause": "ruled"}},
        "丁": gone("killed", 2),
    },
    rewards=[
        {"player": "甲", "kind": "forfeit", "what": "all", "from_round": 2, "to": ["丁", "辛"]}
    ],
    kills={"K1": {"effect": "killed"}},
)

one = scene(
    "plagiarism-in-round",
    "wuyue161",
    3,
    BASE + plain("丁戊己庚辛"),
    "plagiarism ruled in the posting round: author out, the target is not revived",
    ["非原创"],
).plan(A=1)
one.kill("K1", "甲", "花自羞", "A", "丁").complain("C1", "己", "K1", "plagiarism", "10:00").rule(
    "C1", "plagiarism", "12:00"
)
one.away = "甲"
one.poll("", "戊", "乙").close()
one.expect(
    players={"甲": gone("ruled", 3), "丁": gone("killed", 3)},
    rewards=[
        {"player": "甲", "kind": "forfeit", "what": "all", "to": ["己"]},
        {"player": "甲", "kind": "owe", "what": "大章", "from_round": 3, "to": ["丁"]},
    ],
    no=[{"players": {"丁": {"revived": {}}}}],
)

one = (
    scene(
        "rescue-iou",
        "wuyue161",
        3,
        BASE + "医 医生 琴曲四章;" + plain("丁戊己庚辛"),
        "a rescue by an IOU that is not filled: the doctor is out, the target killed",
        ["杀帖1", "杀帖9"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "丁")
    .act("医", "rescue", "丁", id="R1", iou=True)
)
one.away = "医"
one.poll("", "戊", "乙").close()
one.expect(
    players={"医": gone("suicide", 3), "丁": gone("killed", 3)},
    debts=[dict(player="医", kind="iou", **{"for": "R1"}, min_count=1200, status="overdue")],
)

one = (
    scene(
        "rescue-iou-filled",
        "wuyue161",
        3,
        BASE + "医 医生 琴曲四章;" + plain("丁戊己庚辛"),
        "filled by noon the rescue holds",
        ["杀帖9", "身份2"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "丁")
    .act("医", "rescue", "丁", id="R1", iou=True)
    .fill("R1", 1200, "12:00:00")
    .poll("", "戊", "乙")
    .close()
)
one.expect(players={"医": LIVE, "丁": LIVE}, debts=[{"player": "医", "status": "met"}])

one = (
    scene(
        "eight-hours",
        "wuyue161",
        3,
        BASE + plain("丁戊己庚"),
        "eight hours before the end: 12:59:59 is in time, 13:00:01 not",
        ["杀帖8"],
    )
    .plan(A=1, B=1)
    .kill("K1", "甲", "花自羞", "A", "丁")
    .kill("K2", "乙", "终身误", "B", "戊")
)
one.complain("C1", "己", "K1", "wrong_language", "12:59:59").complain(
    "C2", "己", "K2", "wrong_language", "13:00:01"
).expect(complaints={"C1": {"status": "accepted"}, "C2": {"status": "refused", "why": "too_late"}})

one = (
    scene(
        "allied-fewest",
        "wuyue161",
        6,
        "甲 联合杀 A 花自羞 posts=3;乙 联合杀 B 终身误 posts=1;子 独刺 怡红院 posts=2;刺 刺头 好了歌 posts=0;工 工兵 玉为魂 posts=4;剑 联剑 世外仙姝;"
        + plain("丁戊己庚辛壬"),
        "allied, rounds 7 to 9: all who may, fewest posts first",
        ["代出帖"],
    )
    .plan()
    .poll("", "丁", "戊")
    .close()
    .plan(杀刺=2)
)
one.expect(due_posts=[{"for": "杀刺", "count": 2, "by": ["刺", "乙", "子", "甲", "工"]}])

one = (
    scene(
        "flight-missed",
        "wuyue161",
        3,
        BASE + "飞 连环飞蛋 大荒山;荒 连环飞蛋 无稽崖;" + plain("丁戊己庚辛壬癸"),
        "the flight is due in the next round only",
        ["身份4"],
    )
    .plan()
    .poll("", "飞", "甲")
    .close()
    .plan()
)
one.away = "飞"
one.poll("", "丁", "戊").close().plan().kill("K1", "荒", "无稽崖", "连环飞蛋", "甲").faulty()

one = (
    scene(
        "hit-silent-rescued",
        "wuyue161",
        3,
        BASE + "医 医生 琴曲四章;" + plain("丁戊己庚辛"),
        "rescued but silent: a suicide",
        ["投票2", "身份2"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "丁")
    .act("医", "rescue", "丁")
)
one.away = "丁"
one.poll("", "戊", "乙").close()
one.expect(players={"丁": gone("suicide", 3)}, kills={"K1": {"effect": "rescued"}})

one = (
    scene(
        "rescued-and-voted",
        "wuyue161",
        3,
        BASE + "医 医生 琴曲四章;" + plain("丁戊己庚辛"),
        "rescued from the post but voted out",
        ["身份2"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "丁")
    .act("医", "rescue", "丁")
    .poll("", "丁", "乙")
    .close()
)
one.expect(players={"丁": gone("voted", 3)}, kills={"K1": {"effect": "rescued"}})

one = (
    scene(
        "one-bad-of-two",
        "wuyue161",
        3,
        BASE + "子 联合杀 A 掩风流;" + plain("丁戊己庚辛"),
        "two posts of one author, one bad: only its target comes back",
        ["杀帖14"],
    )
    .plan(A=2)
    .kill("K1", "甲", "花自羞", "A", "丁", quoted=500)
    .kill("K2", "甲", "花自羞", "A", "戊")
    .complain("C1", "己", "K1", "over_quoted", "10:00")
    .rule("C1", "over_quoted", "11:00")
)
one.away = "甲"
one.poll("", "庚", "乙").close()
one.expect(
    kills={"K1": {"status": "failed"}, "K2": {"status": "valid", "effect": "killed"}},
    players={"甲": gone("ruled", 3), "丁": LIVE, "戊": gone("killed", 3)},
)

one = (
    scene(
        "wrong-code",
        "wuyue161",
        3,
        BASE + "子 联合杀 A 掩风流;" + plain("丁戊己庚辛"),
        "another's code: the post is invalid",
        ["杀帖3"],
    )
    .plan(A=1)
    .kill("K1", "甲", "掩风流", "A", "丁")
    .expect(kills={"K1": {"status": "void", "effect": "none"}}, players={"丁": FULL})
)

one = scene(
    "substitute-late",
    "wuyue161",
    1,
    BASE + plain("丁戊己"),
    "substituted in time: no suicide; never substituted: suicide",
    ["报道7"],
    report_until="20:00",
)
for p in "甲乙丙丁":
    one.report(p, 400, "-15:00")
one.add("substitute", "-20:30", out="戊", **{"in": "候"})
one.expect(
    players={"己": gone("suicide", 1)}, no=[{"players": {"戊": {"out": {"cause": "suicide"}}}}]
)

one = (
    scene(
        "two-counts",
        "wuyue161",
        3,
        BASE + plain("丁戊己"),
        "wuyue161 counts 中文字符 first: 1199 is too short until the referee says otherwise",
        ["杀帖9"],
    )
    .plan(A=1)
    .kill("K1", "甲", "花自羞", "A", "丁", iou=True)
)
one.add("fill", "11:00", kill="K1", counts=TWO_COUNTS).rule(
    "K1", "too_short", "11:30", reading="words"
).votes("丁@12:30>乙")
one.expect(
    players={"甲": LIVE, "丁": {"vote": "half"}},
    debts=[{"status": "met"}],
    kills={"K1": {"status": "valid"}},
)

one = scene(
    "back-after-the-vote",
    "wuyue161",
    3,
    BASE + MANY + plain("丁戊己庚辛壬癸"),
    "who comes back when the vote is over already is no suicide",
    ["投票2"],
).plan(A=1)
one.kill("K1", "甲", "花自羞", "A", "丁", prior=500).complain(
    "C1", "己", "K1", "not_first", "17:00"
)
one.poll("", "戊", "己").close().plan()
one.away = "丁戊"
one.poll("", "庚", "己").rule("C1", "not_first", "+21:02").close()
one.expect(
    round=5,
    players={"丁": LIVE | {"revived": {"round": 4, "vote": "full"}}, "甲": gone("ruled", 4)},
)
