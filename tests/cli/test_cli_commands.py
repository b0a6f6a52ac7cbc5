"""count, corpus, rules, judge, verify, demo, help: what they print and with which status."""

import json
from pathlib import Path

import pytest
from calls import Call

from postcheck.cli.main import COMMANDS

CASE = {
    "id": "1", "ruleset": "fengyun85", "kind": "kill", "counts": {"words": 900, "cjk": 900},
    "quoted": 120,
}  # fmt: skip


def test_count_prints_words_dialog(call: Call, folder: Path) -> None:
    (folder / "a.txt").write_text("雨停了，Nobody 来。\n\n第二段\n", encoding="utf-8")
    answer = call("count", "a.txt")
    assert answer.status == 0
    assert answer.out.splitlines() == [
        "a.txt",
        "  字数：10",
        "  字符数(不计空格)：15",
        "  字符数(计空格)：16",
        "  段落数：2",
        "  非中文单词：1",
        "  中文字符和朝鲜语单词：9",
    ]


def test_count_of_several_and_standard_input(call: Call, folder: Path) -> None:
    (folder / "a.txt").write_text("甲乙", encoding="utf-8")
    answer = call("count", "a.txt", "-", "--json", stdin="丙 abc".encode())
    assert [(one["source"], one["counts"]["words"]) for one in json.loads(answer.out)] == [
        ("a.txt", 2),
        ("-", 2),
    ]
    keys = ["words", "cjk", "non_cjk_words", "chars", "chars_with_spaces", "paragraphs"]
    assert list(json.loads(answer.out)[0]["counts"]) == keys


def test_count_says_where_the_mark_is_missing(call: Call) -> None:
    answer = call("count", "-", stdin="他说“好”。".encode())
    assert "若按西文计" in answer.out
    assert not answer.err


@pytest.mark.usefixtures("sample")
def test_a_corpus_from_add_to_remove(call: Call) -> None:
    assert "还没有语料库" in call("corpus", "list").out
    added = call("corpus", "add", "旧帖", "texts.jsonl")
    assert added.status == 0
    assert added.out == "旧帖：读 5 篇（1524 字），新增 5，更新 0，相同 0，略过 0\n"
    again = json.loads(call("corpus", "add", "旧帖", "texts.jsonl", "--json").out)
    assert (again["new"], again["changed"], again["same"]) == (0, 0, 5)
    (listed,) = json.loads(call("corpus", "list", "--json").out)
    info = json.loads(call("corpus", "info", "旧帖", "--json").out)
    assert listed == info
    names = {"name", "documents", "characters", "fingerprints", "bytes", "updated_at"}
    assert names <= set(info)
    assert (info["name"], info["documents"], info["characters"]) == ("旧帖", 5, 1524)
    assert call("corpus", "list").out == "旧帖：5 篇，1524 字\n"
    assert call("corpus", "info", "旧帖").out.startswith("名称：旧帖\n文章：5 篇，1524 字")
    assert call("corpus", "verify").out == "旧帖：完好\n"
    assert call("corpus", "remove", "旧帖").out == "已删除 旧帖\n"
    assert call("corpus", "list", "--json").out == "[]\n"


def test_rules_are_listed_shown_and_compared(call: Call) -> None:
    listed = json.loads(call("rules", "list", "--json").out)
    assert [one["id"] for one in listed] == ["fengyun85", "wuyue161", "ziyou48"]
    assert call("rules", "list").out.count("\n") == 3
    for one in listed:
        shown = call("rules", "show", one["id"])
        assert shown.status == 0
        assert one["sha256"] in shown.out
        assert json.loads(call("rules", "show", one["id"], "--json").out)
    same = call("rules", "diff", "ziyou48", "ziyou48")
    assert (same.status, same.out) == (0, "共 0 处不同\n")
    assert call("rules", "diff", "ziyou48", "wuyue161").out.count("\n") > 20


def test_lint_gives_status_1_where_numbers_do_not_add_up(call: Call) -> None:
    answer = call("rules", "lint", "wuyue161")
    assert answer.status == 1
    assert answer.out.splitlines()[-1].startswith("共 ")
    found = json.loads(call("rules", "lint", "wuyue161", "--json").out)
    assert f"共 {len(found)} 处" == answer.out.splitlines()[-1]


def test_what_does_not_add_up_in_the_base_counts_too(call: Call, folder: Path) -> None:
    (folder / "house.toml").write_text(
        'extends = "wuyue161"\ntitle = "小场"\nedition = "第一场"\n', encoding="utf-8"
    )
    whole = len(json.loads(call("rules", "lint", "wuyue161", "--json").out))
    answer = call("rules", "lint", "house.toml")
    assert answer.status == 1
    assert answer.out.splitlines() == [
        "自己的没有发现对不上的地方",
        f"另有 {whole} 处承自 wuyue161，见 rules lint wuyue161",
    ]


def test_judge_gives_status_0_whatever_the_verdict(call: Call, folder: Path) -> None:
    lines = "".join(json.dumps({**CASE, "quoted": size}) + "\n" for size in (0, 120, 180))
    (folder / "cases.jsonl").write_text(lines, encoding="utf-8")
    answer = call("judge", "cases.jsonl", "--json")
    assert answer.status == 0
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert [one["verdict"]["status"] for one in found] == ["pass", "fail", "referee"]
    assert {"status", "findings", "remedies", "way_out"} <= set(found[0]["verdict"])
    shown = call("judge", "-", stdin=lines.encode())
    assert [line for line in shown.out.splitlines() if line.startswith("1：")] == [
        "1：合格",
        "1：不合格",
        "1：哨子裁定",
    ]


@pytest.mark.usefixtures("sample")
def test_verify_tells_a_changed_page(call: Call, sample: Path) -> None:
    call("check", "posts.jsonl", "--ruleset", "fengyun85", "--corpus", "none", "--html", "r.html")
    assert call("verify", "r.html").status == 0
    page = (sample / "r.html").read_text(encoding="utf-8")
    (sample / "r.html").write_text(page.replace("不合格", "合格", 1), encoding="utf-8")
    answer = call("verify", "r.html")
    assert answer.status == 1
    assert answer.out.startswith("报告不实\n")


def test_demo_runs_twice_in_a_row(call: Call, folder: Path) -> None:
    first = call("demo")
    assert first.status == 0
    assert [line for line in first.out.splitlines() if line.startswith("判定：")] == [
        "判定：【合格】",
        *["判定：【不合格】"] * 3,
    ]
    page = (folder / "demo-out" / "report.html").read_bytes()
    assert call("demo").out == first.out
    assert (folder / "demo-out" / "report.html").read_bytes() == page
    assert call("verify", "demo-out/report.html").status == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_chinese(name: str, call: Call) -> None:
    answer = call(name, "--help")
    assert answer.status == 0
    assert answer.out.startswith(f"用法：postcheck {name} ")
    for word in ("Usage", "Options", "Show this", "Commands"):
        assert word not in answer.out


def test_without_a_command_the_help_is_the_message(call: Call) -> None:
    answer = call()
    assert answer.status == 2
    assert not answer.out
    assert answer.err.startswith("用法：postcheck ")


def test_recipes_are_listed_with_what_imports_them(call: Call) -> None:
    answer = call("corpus", "recipes")
    assert "许可：MIT" in answer.out
    assert "postcheck corpus add chinese-poetry" in answer.out
    (one,) = json.loads(call("corpus", "recipes", "sample", "--json").out)
    assert one["licence"] == "MIT"
    command = one["command"].split()[1:]
    assert call(*command).status == 0
    assert call("corpus", "recipes", "没有").status == 2
