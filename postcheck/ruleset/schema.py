"""Which keys a ruleset file may have: the loader's law, and what thresholds/README.md documents.

Three layers. `TABLES` are the tables with a fixed set of keys. `CHECKS` adds the keys of one
kind of check to the table `rule`. `ENTRIES` are the single values of the rest of the game;
each is a small table of the form `entry`.
"""

from dataclasses import dataclass

from postcheck.checks.lexicon_form import CATEGORIES
from postcheck.measure import METRICS

FINDINGS = (
    "too_short", "padding", "repetition", "not_first", "partly_not_first", "over_quoted",
    "high_similarity", "not_original", "wrong_language", "wrong_genre", "banned_content",
    "edited", "handwritten", "late", "missing", "withdrawn", "no_code",
)  # fmt: skip
REMEDIES = (
    "re_report", "correction", "rewrite", "out", "revive_target", "suicide", "substitute",
    "void", "referee",
)  # fmt: skip
PARTS = ("repeated", "listed", "repeated_listed", "quoted", "prior")
FLAGS = (
    "edited", "handwritten", "late", "missing", "withdrawn", "no_code", "banned_content",
    "mixed_script", "code_not_due",
)  # fmt: skip
LABELS = ("language", "genre")
OUTCOMES = (*FINDINGS, "pass")
SIDES = ("black", "white", "neutral")


@dataclass(frozen=True, slots=True)
class Field:
    """One key: the type of its value, whether it must be there, the values it may have."""

    type: str
    doc: str
    required: bool = False
    choices: tuple[str, ...] = ()


def _need(kind: str, doc: str, choices: tuple[str, ...] = ()) -> Field:
    return Field(kind, doc, True, choices)


CLAUSE = _need("text", "条款，如“杀帖8”")
SAYS = _need("text", "用自己的话转述这一条，不抄原文")
PRINTED = Field("anys", "规则里印过的各种写法；不止一种时 lint 会报")

TABLES: dict[str, dict[str, Field]] = {
    "ruleset": {
        "title": _need("text", "名称"),
        "edition": _need("text", "版本：哪一场、哪一版"),
        "extends": Field("text", "以哪个规则为底，只写改动的键"),
    },
    "kind": {
        "name": _need("text", "这类帖子的叫法"),
        "counts": _need("choices", "Word 的哪一项；不止一项即几种读法，百分比用第一项", METRICS),
        "clause": CLAUSE,
        "says": SAYS,
    },
    "remedy": {
        "code": Field("choice", "处罚；不写时即表名", choices=REMEDIES),
        "like": Field("text", "字数与同类的哪一个处罚相同"),
        "min_count": Field("int", "至少多少字"),
        "or_count": Field("int", "哨子也可要求的字数"),
        "clause": CLAUSE,
        "says": SAYS,
        "otherwise": Field("choices", "不照办的后果", choices=REMEDIES),
    },
    "rule": {
        "check": _need(
            "choice", "哪一种比较", ("length", "rest", "share", "flag", "label", "conduct")
        ),
        "unit": _need("choice", "数值的单位，由 check 决定", ("字", "%", "是否", "类别")),
        "clause": CLAUSE,
        "says": SAYS,
        "code": Field("choice", "不合格时的代码", choices=FINDINGS),
        "status": Field("choice", "触及时的结果，不写即 fail", choices=("fail", "referee")),
        "remedies": Field("names", "处罚，[kind.remedy] 里的名字"),
        "readings": Field("names", "交哨子裁定时的几种读法：代码或 pass", choices=OUTCOMES),
        "printed": PRINTED,
        "assumed": Field("bool", "条文没有写数，这个数是推定的"),
        "fresh": Field("bool", "不沿用 extends 的规则里这一条的任何键，从头写"),
        "off": Field("bool", "在 extends 的规则里取消这一条"),
    },
    "tier": {
        "up_to": Field("int", "不超过（含）"),
        "below": Field("int", "低于（不含）"),
        "over": Field("int", "超过（不含）"),
        "from": Field("int", "不低于（含）"),
        "exactly": Field("int", "正好等于"),
        "rest_below": Field("int", "并且扣除后剩余低于（不含）多少字"),
        "rest_from": Field("int", "并且扣除后剩余不低于（含）多少字"),
        "stylistic": Field("choice", "重复是否文体需要", choices=("yes", "no", "unknown")),
        "code": Field("choice", "不写即合格", choices=FINDINGS),
        "status": Field("choice", "不写即 fail", choices=("fail", "referee")),
        "clause": Field("text", "这一档自己的条款"),
        "says": Field("text", "这一档为什么要由哨子裁定"),
        "remedies": Field("names", "处罚"),
        "readings": Field("names", "交哨子裁定时的几种读法：代码或 pass", choices=OUTCOMES),
        "whole": Field("bool", "改动过的引文整段计入，不问相同字数"),
    },
    "band": {
        "total_from": Field("int", "全文不少于（含）"),
        "total_over": Field("int", "全文多于（不含）"),
        "total_up_to": Field("int", "全文不超过（含）"),
        "total_below": Field("int", "全文少于（不含）"),
        "percent": _need("int", "这一档的上限，百分之几（含）"),
    },
    "exception": {
        "genre": _need("names", "哪些体裁不看比例"),
        "rest_minimum": _need("int", "只要求扣除后剩余多少字"),
        "clause": CLAUSE,
        "says": SAYS,
    },
    "entry": {
        "value": _need("value", "值"),
        "unit": _need("text", "单位"),
        "clause": CLAUSE,
        "says": SAYS,
        "readings": Field("names", "条文的几种读法"),
        "printed": PRINTED,
        "parts": Field("ints", "规则里印的分项；加起来应等于 value"),
    },
    "role": {
        "name": _need("text", "身份"),
        "group": Field("text", "组别"),
        "side": _need("choice", "阵营", SIDES),
        "count": _need("int", "人数"),
        "codes": _need("names", "代号，按印出的次序"),
        "also": Field("names", "规则里对同一身份的别的叫法"),
        "clause": CLAUSE,
        "says": SAYS,
        "printed": PRINTED,
    },
    "joint": {
        "name": _need("text", "合称，如“杀刺”"),
        "members": _need("names", "合在一起的身份和组"),
        "clause": CLAUSE,
        "says": SAYS,
    },
    "round": {
        "number": _need("int", "第几轮"),
        "votes": _need("int", "一张票投几人"),
        "vote_out": _need("int", "票出几人"),
        "kills": _need("counts", "谁的帖几帖"),
        "total": _need("int", "印的本轮共出局人数"),
        "left": _need("int", "印的本轮后剩余人数"),
        "clause": CLAUSE,
    },
    "stand_in": {
        "for": _need("text", "代谁出帖"),
        "order": _need("ranks", "依次由谁代；同一内层列表里不分先后"),
        "within": _need(
            "choice", "同一级里谁先", ("code", "fewest_posts", "first_handed_in", "any")
        ),
        "rounds": Field("ints", "只在这些轮次"),
        "clause": CLAUSE,
        "says": SAYS,
    },
    "egg": {
        "role": _need("text", "身份"),
        "hit_by": _need("names", "被谁的帖贴中才烟花；any 即任何帖"),
        "last_round": Field("int", "最后有效的轮次（含）；不写即一直有效"),
        "clause": CLAUSE,
        "says": SAYS,
    },
    "taking": {
        "role": _need("text", "身份"),
        "whom": _need("choice", "带走谁", ("any_voter", "last_voter")),
        "default": _need("choice", "自己没有选时", ("last_voter", "nobody")),
        "last_round": Field("int", "最后有效的轮次（含）"),
        "clause": CLAUSE,
        "says": SAYS,
    },
    "numbering": {
        "part": _need("text", "规则的哪一部分"),
        "items": _need("ints", "印的序号"),
        "clause": CLAUSE,
    },
    "mention": {
        "name": _need("text", "规则里提到的身份"),
        "clause": CLAUSE,
        "says": SAYS,
    },
}

# The keys that a kind of check adds to `rule`; `required` holds here too.
CHECKS: dict[str, dict[str, Field]] = {
    "length": {
        "minimum": _need("int", "至少多少字（含）"),
        "rest_of": Field("choice", "扣除哪一部分以后", choices=PARTS),
        "rest_minimum": Field("int", "还要剩多少字（含）"),
    },
    "rest": {
        "of": _need("choice", "扣除哪一部分", PARTS),
        "tier": _need("tables", "按剩余字数分档"),
    },
    "share": {
        "of": _need("choice", "哪一部分占全文的比例", PARTS),
        "tier": Field("tables", "按百分比分档"),
        "band": Field("tables", "按全文长度分档，每档一个上限"),
        "bands_of": Field("text", "与同类的哪一条用同样的档"),
        "in_two_bands": Field("ints", "同时落在两档里的全文字数"),
        "exception": Field("table", "不看比例的体裁"),
    },
    "flag": {"flag": _need("choice", "哪一个标记", FLAGS)},
    "label": {
        "label": _need("choice", "哪一个标签", LABELS),
        "allowed": Field("names", "只许这些"),
        "refused": Field("names", "不许这些"),
    },
    "conduct": {"category": _need("choices", "哪几类用语（thresholds/lexicons）", CATEGORIES)},
}  # fmt: skip
UNITS = {
    "length": "字", "rest": "字", "share": "%", "flag": "是否", "label": "类别", "conduct": "类别",
}  # fmt: skip

# unit → type of the value
ENTRY_UNITS = {
    "字": "int", "人": "int", "轮": "int", "次": "int", "票": "int", "帖": "int", "章": "int",
    "分钟": "int", "小时": "int", "时刻": "clock", "是否": "bool", "选项": "text", "名单": "names",
    "身份": "text", "各身份": "names",
}  # fmt: skip
