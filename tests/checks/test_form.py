"""The outward form: codes and rounds, pictures, floors, titles of complaints, edit marks."""

import pytest

from postcheck.checks.form import Orders, measure
from postcheck.post import Post, Quote
from postcheck.review import Review, review
from postcheck.ruleset import load
from postcheck.ruleset.posting import right_to_post
from postcheck.text import Text

BODY = "渡口的雨总是先落在对岸，船家说那边的山高，云走到那儿就走不动了。"
OF_THREAD = {"engine": "discuz_x", "thread": "1"}
LONG = "".join(f"第{n}天，河水又涨了一寸，老船工说这是山里的雨到了。" for n in range(60))


def post(text: str = BODY, title: str | None = None, **more: object) -> Post:
    return Post(Text(text), title=title, **more)  # type: ignore[arg-type]


def judged(one: Post, name: str = "fengyun85", number: int | None = None) -> Review:
    return review(one, load(name), "kill", number=number)


def no_code(one: Review) -> list[tuple[str, str]]:
    found = one.verdict.findings
    return [(finding.status, finding.clause) for finding in found if finding.code == "no_code"]


@pytest.mark.parametrize(
    ("title", "text", "code"),
    [
        ("【杀帖】花自羞 贴 白鹭", BODY, "花自羞"),
        (None, f"代号：花自羞\n{BODY}", "花自羞"),
        (None, f"{BODY}\n——花自羞", "花自羞"),
        (None, f"{BODY}\n怡红院1", "怡红院"),
        ("花自羞贴杀白鹭", BODY, "花自羞"),
        (
            None,
            "路过怡红院的时候，雨下得正紧，檐下站着三两个避雨的人，谁也不说话，谁也不肯先走。",
            None,
        ),
        (
            None,
            "怡红院里的海棠开了，我们几个坐在廊下，等着看今年的第一场雪，等到天黑，也没有等到。",
            None,
        ),
        ("那一年的花自羞答答地开着", BODY, None),
    ],
)
def test_a_code_is_a_name_of_its_own(title: str | None, text: str, code: str | None) -> None:
    assert measure(post(text, title), "kill", Orders(load("wuyue161").codes)).code == code


@pytest.mark.parametrize(
    ("name", "code", "number", "right"),
    [
        ("fengyun85", "竹林", 2, "due"),
        ("fengyun85", "桑落", 2, "due"),
        ("fengyun85", "桑落", 3, "none"),
        ("fengyun85", "垂钓", 5, "stand_in"),
        ("fengyun85", "垂钓", 8, "due"),
        ("fengyun85", "鹦鹉杯", 4, "special"),
        ("fengyun85", "竹林", 1, "none"),
        ("fengyun85", "竹林", 11, None),
        ("fengyun85", "花自羞", 2, None),
        ("wuyue161", "琴曲四章", 3, "special"),
        ("wuyue161", "琴曲四章", 7, "none"),
        ("wuyue161", "玉为魂", 9, "due"),
        ("wuyue161", "好了歌", 2, "due"),
        ("wuyue161", "风月宝鉴", 4, "none"),
        ("ziyou48", "勇者无惧", 3, "special"),
        ("ziyou48", "勇者无惧", 5, "none"),
    ],
)
def test_by_which_right_a_code_posts(name: str, code: str, number: int, right: str | None) -> None:
    assert right_to_post(load(name), code, number) == right


def test_a_draft_without_code_is_only_told_so() -> None:
    one = judged(post(LONG))
    assert no_code(one) == []
    assert one.labels["form"]["needs_code"] is False


@pytest.mark.parametrize(
    ("name", "status", "clause"), [("fengyun85", "fail", "杀帖3"), ("wuyue161", "referee", "杀帖3")]
)
def test_a_kill_post_of_a_thread_or_a_round_must_bear_one(
    name: str, status: str, clause: str
) -> None:
    published = post(LONG, "【杀帖】夜雨", kind="kill", extra=OF_THREAD)
    assert no_code(judged(published, name)) == [(status, clause)]
    assert no_code(judged(post(LONG), name, 2)) == [(status, clause)]


def test_a_code_that_is_not_due_is_for_the_referee() -> None:
    signed = post(LONG, "【杀帖】桑落")
    assert no_code(judged(signed, number=2)) == []
    assert no_code(judged(signed, number=3)) == [("referee", "杀帖3")]


def test_little_text_with_pictures_may_have_it_in_them() -> None:
    one = judged(post("见图", images=3))
    assert [(finding.code, finding.status) for finding in one.verdict.findings] == [
        ("handwritten", "referee")
    ]
    assert not measure(post(LONG, images=3)).text_in_pictures
    assert not measure(post("见图")).text_in_pictures


@pytest.mark.parametrize(("floor", "at_top"), [("楼主", True), ("5#", False), (None, None)])
def test_floor_of_a_kill_post(floor: str | None, at_top: bool | None) -> None:
    orders = Orders(first_floor=True)
    assert measure(post(floor=floor), "kill", orders).at_top is at_top
    assert measure(post(floor=floor), "report", orders).at_top is None
    assert measure(post(floor=floor), "kill").at_top is None


def test_replies() -> None:
    assert measure(post(floor="楼主")).reply is False
    assert measure(post(floor="3楼")).reply is True
    assert measure(post(quotes=(Quote("甲", "早"),))).reply is True
    assert measure(post(title="Re: 杀帖")).reply is True
    assert measure(post()).reply is None


@pytest.mark.parametrize(
    ("name", "title", "lacks"),
    [
        ("fengyun85", "【投诉】白鹭的报道", ()),
        ("fengyun85", "投诉白鹭的报道", ("[投诉]",)),
        ("wuyue161", "投诉花自羞杀帖不合格", ()),
        ("wuyue161", "投诉花自羞", ("杀帖不合格",)),
        ("wuyue161", "夜雨", None),
        ("ziyou48", "投诉花自羞", None),
    ],
)
def test_title_of_a_complaint(name: str, title: str, lacks: tuple[str, ...] | None) -> None:
    orders = Orders(complaint=load(name).value("complaint.title") or ())
    assert measure(post(title=title), "", orders).complaint_lacks == lacks


def test_what_an_edit_mark_proves() -> None:
    assert "打得出" in measure(post(edited=True, extra=OF_THREAD)).edited_note
    assert "一分钟" in measure(post(edited=False, extra=OF_THREAD)).edited_note
    assert measure(post(edited=None, extra=OF_THREAD)).edited_note == ""
    assert measure(post(edited=True)).edited_note == ""


def test_scripts_mixed_are_for_the_referee() -> None:
    half = "這個冬天來得早，院裡的樹還沒落完葉，風就帶著雪的氣味過來了。"
    one = judged(post(LONG[:800] + half * 5))
    found = [(f.code, f.status) for f in one.verdict.findings if f.code == "wrong_language"]
    assert found == [("wrong_language", "referee")]
