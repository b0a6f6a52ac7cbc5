"""Passages and sources left out by hand: number, marks and verdict change together."""

from postcheck.corpus.pair import Texts, loose
from postcheck.post import Post
from postcheck.report.jsonl import to_json
from postcheck.report.passages import passages
from postcheck.report.wording import notices
from postcheck.review import Review, review
from postcheck.ruleset import load
from postcheck.text import Text
from postcheck.waive import Waiver

RULES = "守夜的人沿着城墙走了一圈又一圈，灯笼里的火苗被风压得很低，可他一次也没有让它灭过。"
STORY = "渔网晒在竹竿上，盐粒在阳光里一闪一闪，母亲说海从来不欠谁一条鱼，只是还得慢些。"
OWN = "".join(
    f"第{name}天的路比前一天更难走，{thing}都留在了身后，我们谁也没有再提起。"
    for name, thing in zip(
        "甲乙丙丁戊己庚辛壬癸",
        ("磨坊", "旧井", "酒旗", "渡船", "石桥", "枯柳", "祠堂", "瓦窑", "茶棚", "马厩"),
        strict=True,
    )
)
LIBRARY = Texts([loose("规则", RULES, "本站"), loose("故事", STORY, "本站")])
RULESET = load("fengyun85")


def check(*waivers: Waiver) -> Review:
    post = Post(Text(RULES + "\n" + OWN + "\n" + STORY))
    return review(post, RULESET, "report", library=LIBRARY, waivers=waivers)


def quoted(one: Review) -> int:
    return int(to_json(one)["measures"]["quoted"]["count"])


def test_nothing_left_out_is_no_assumption() -> None:
    plain = check()
    assert plain.before is None
    assert to_json(plain)["assumption"] is None


def test_a_source_left_out_changes_number_marks_and_verdict() -> None:
    plain, waived = check(), check(Waiver("规则原文", "哨子甲", corpus="本站", doc="规则"))
    assert quoted(plain) > quoted(waived) > 0
    groups = [one.group for one in passages(to_json(waived)) if one.start < len(RULES)]
    assert groups == ["discounted"]
    assert plain.verdict != waived.verdict
    assert waived.before is not None
    assert waived.before.verdict == plain.verdict
    said = list(notices(to_json(waived)))
    assert said[0] == "假设：来源 本站/规则 的文字不计（规则原文，哨子甲）"
    then = f"判定不合格，引用 {quoted(plain)} 字（现 {quoted(waived)}）"
    assert said[1] == f"不作假设时：{then}"


def test_a_passage_left_out_covers_the_hits_inside_it() -> None:
    (first, _) = check().measures["quoted"].hits
    waived = check(Waiver(measure="quoted", start=first.start, end=first.end))
    assert [hit.start for hit in waived.measures["quoted"].hits] == [len(RULES + OWN) + 2]
    (moved,) = waived.measures["quoted"].discounted
    assert (moved.start, moved.why) == (first.start, "waived")


def test_all_left_out_passes() -> None:
    waivers = [Waiver(corpus="本站", doc=doc) for doc in ("规则", "故事")]
    waived = check(*waivers)
    assert quoted(waived) == 0
    assert not [one for one in waived.verdict.findings if one.code == "not_original"]


def test_a_waiver_of_another_measure_or_place_does_nothing_and_says_so() -> None:
    (first, _) = check().measures["quoted"].hits
    for waiver in (
        Waiver(measure="prior", start=first.start, end=first.end),
        Waiver(measure="quoted", start=first.start + 1, end=first.end),
        Waiver(corpus="别处", doc="规则"),
    ):
        waived = check(waiver)
        assert quoted(waived) == quoted(check())
        assert "没有可除外的文字" in next(notices(to_json(waived)))
