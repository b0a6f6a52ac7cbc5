"""`postcheck check` on a saved thread: which posts, of which kind, and what is said of the rest."""

import json
from pathlib import Path

import pytest
from calls import Answer, Call

RULES = ("--ruleset", "fengyun85", "--corpus", "none")
WORDS = "渡口的雨总是先落在对岸，船家说那边的山高，云走到那儿就走不动了。"
POSTS = (  # floor, author, time, text
    ("楼主", "哨子", "2024-5-1 20:00:00", "本局开始，各位请在此交帖。"),
    ("沙发", "白鹭", "2024-5-1 21:00:00", f"【报道】{WORDS * 10}"),
    ("3#", "听雪", "2024-5-2 21:00:00", f"杀帖\n{WORDS}"),
    ("4#", "路人", "2024-5-2 22:00:00", "好帖，顶一个。"),
    ("6#", "白鹭", "3 天前", f"【杀】{WORDS}"),
)


def page(title: str) -> str:
    boxes = "".join(
        f'<table id="pid{n}"><tr><td class="pls"><div class="authi"><a class="xw1">{author}</a>'
        f'</div></td><td class="plc"><a id="postnum{n}" href="forum.php?ptid=77&amp;pid={n}">'
        f"<em>{floor}</em></a>"
        f'<em id="authorposton{n}">发表于 {when}</em><table><tr><td class="t_f" '
        f'id="postmessage_{n}">{text.replace(chr(10), "<br>")}</td></tr></table></td></tr></table>'
        for n, (floor, author, when, text) in enumerate(POSTS, start=1)
    )
    return (
        f'<!DOCTYPE html><html><body><span id="thread_subject">{title}</span>{boxes}</body></html>'
    )


@pytest.fixture
def thread(folder: Path) -> str:
    (folder / "thread.html").write_text(page("第三局"), encoding="utf-8")
    return "thread.html"


def floors(answer: Answer) -> list[str]:
    return [json.loads(line)["post"]["floor"] for line in answer.out.splitlines()]


def test_every_post_that_looks_like_one_is_checked(call: Call, thread: str) -> None:
    answer = call("check", thread, *RULES, "--json")
    posts = [json.loads(line)["post"] for line in answer.out.splitlines()]
    assert [(one["floor"], one["kind"]) for one in posts] == [
        ("沙发", "report"), ("3#", "kill"), ("6#", "kill"),
    ]  # fmt: skip
    assert all(one["kind_guessed"] for one in posts)
    assert "没有检查 2 帖，看不出是报道还是杀帖（要查就加 --kind）：楼主、4#" in answer.err
    assert "缺 5 楼" in answer.err


def test_the_title_says_it_too_and_kind_overrules(call: Call, folder: Path) -> None:
    (folder / "thread.html").write_text(page("【报道】第三局报道帖"), encoding="utf-8")
    answer = call("check", "thread.html", *RULES, "--json")
    kinds = [json.loads(line)["post"]["kind"] for line in answer.out.splitlines()]
    assert kinds == ["report", "report", "kill", "report", "kill"]
    (folder / "thread.html").write_text(page("【杀帖】渡口"), encoding="utf-8")
    answer = call("check", "thread.html", *RULES, "--json")
    kinds = [json.loads(line)["post"]["kind"] for line in answer.out.splitlines()]
    assert kinds == ["kill", "report", "kill", "kill"]  # 4# only answers the kill above it
    assert "没有检查 1 帖，看不出是报道还是杀帖（要查就加 --kind）：4#" in answer.err
    answer = call("check", "thread.html", *RULES, "--kind", "kill", "--json")
    posts = [json.loads(line)["post"] for line in answer.out.splitlines()]
    assert [one["kind"] for one in posts] == ["kill"] * 5
    assert not any(one["kind_guessed"] for one in posts)


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--floor", "沙发"), ["沙发"]),
        (("--floor", "2-3"), ["沙发", "3#"]),
        (("--floor", "3楼，6-"), ["3#", "6#"]),
        (("--floor", "2", "--floor", "6#"), ["沙发", "6#"]),
        (("--author", "白鹭"), ["沙发", "6#"]),
        (("--author", "老林", "--people", "people.toml"), ["沙发", "3#", "6#"]),
        (("--author", "白鹭", "--floor", "3-"), ["6#"]),
        (("--since", "2024-05-02T21:00"), ["3#", "6#"]),  # 6#: of unknown time
        (("--since", "2024-05-02T13:00:01Z", "--kind", "kill"), ["4#", "6#"]),
    ],
)
def test_some_of_them_are_chosen(
    options: tuple[str, ...], found: list[str], call: Call, thread: str, folder: Path
) -> None:
    (folder / "people.toml").write_text('老林 = ["白鹭", "听雪"]\n', encoding="utf-8")
    answer = call("check", thread, *RULES, *options, "--json")
    assert floors(answer) == found
    assert "帖不查" in answer.err
    assert ("时间不明，照样检查：6#" in answer.err) == ("--since" in options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--floor", "99"), "没有符合"),
        (("--author", "没有此人"), "没有符合"),
        (("--floor", "4"), "看不出是报道还是杀帖"),
        (("--floor", "甲"), "--floor 甲 不是楼层"),
        (("--floor", "9-2"), "--floor 9-2 不是楼层"),
        (("--since", "昨天"), "--since 昨天 不是时间"),
    ],
)
def test_nothing_left_is_bad_usage(
    options: tuple[str, ...], said: str, call: Call, thread: str
) -> None:
    answer = call("check", thread, *RULES, *options)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err


def test_author_stands_in_where_a_file_names_none(call: Call, thread: str, folder: Path) -> None:
    (folder / "draft.txt").write_text(WORDS, encoding="utf-8")
    answer = call("check", thread, "draft.txt", *RULES, "--author", "白鹭", "--kind", "kill",
                  "--json")  # fmt: skip
    assert [json.loads(line)["post"]["author"] for line in answer.out.splitlines()] == ["白鹭"] * 3


def test_a_guess_is_shown_as_one(call: Call, thread: str, folder: Path) -> None:
    answer = call("check", thread, *RULES, "--floor", "3", "--html", "page.html")
    assert "类别 杀帖（按标题和首行猜的）" in answer.out
    assert "楼层 3#" in answer.out
    assert "类别 杀帖（按标题和首行猜的）" in (folder / "page.html").read_text(encoding="utf-8")
    assert call("verify", "page.html").status == 0
    assert "猜" not in call("check", thread, *RULES, "--floor", "3", "--kind", "kill").out
