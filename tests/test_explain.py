"""`explain`: every finding is explained, by an example on either side of the line."""

import json
from typing import Any

import pytest

from postcheck.cli.main import run
from postcheck.judge import judge
from postcheck.judge.cases import from_case
from postcheck.report.terms import FINDINGS
from postcheck.ruleset import ids, load
from postcheck.ruleset.explain import Example, explanations, grounds

COUNTS = ("words", "cjk", "chars", "chars_with_spaces")
CODES = list(FINDINGS)


def codes_of(example: Example) -> set[str]:
    case: dict[str, Any] = {"id": "example", **example.case}
    case["counts"] = dict.fromkeys(COUNTS, case["counts"]) | {"non_cjk_words": 0}
    ruleset, figures = from_case(case)
    return {finding.code for finding in judge(figures, load(ruleset)).findings}


def test_all_findings_are_explained_and_no_others() -> None:
    assert set(explanations()) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_examples_are_judged_as_they_say(code: str) -> None:
    one = explanations()[code]
    assert code in codes_of(one.fails)
    assert codes_of(one.passes) == set()


@pytest.mark.parametrize("code", CODES)
def test_every_finding_stands_on_a_clause(code: str) -> None:
    found = grounds(code, [load(name) for name in ids()])
    assert found
    assert all(ground.clause and ground.says and ground.statuses for ground in found)


def test_a_clause_is_named_with_what_it_leads_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "部分非首发"]) == 0
    shown = capsys.readouterr().out
    assert "风云 85 人场 杀帖9（杀帖，哨子裁定、不合格）" in shown
    assert "不合：" in shown
    assert "怎么办\n  1. " in shown


def test_json_carries_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "too_short", "--ruleset", "ziyou48", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["name"] == "字数不足"
    assert {row["ruleset"] for row in found["clauses"]} == {"ziyou48"}


def test_a_clause_lists_what_stands_on_it_in_each_ruleset(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["explain", "杀帖8"]) == 0
    shown = capsys.readouterr().out
    assert "风云 85 人场 杀帖8\n  杀帖　" in shown
    assert "（杀帖8(2)）" in shown  # a part of it, in another ruleset
    assert "：没有依据它的数值" in shown  # the third knows no such clause
    assert "杀帖9" not in shown
    assert run(["explain", "杀帖 8（2）", "--ruleset", "wuyue161", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["clause"] == "杀帖8(2)"
    assert {(row["ruleset"], row["clause"]) for row in found["rows"]} == {("wuyue161", "杀帖8(2)")}


@pytest.mark.parametrize(
    ("written", "hint"),
    [("foo", ""), ("青峰", ""), ("字数不够", "字数不足"), ("杀帖88", "杀帖8")],
)
def test_a_hint_is_given_only_where_it_is_near(
    written: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["explain", written]) == 2
    said = capsys.readouterr().err
    assert ("是不是" in said) == bool(hint)
    assert hint in said


def test_an_unknown_code_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "too_shrot"]) == 2
    assert "too_short" in capsys.readouterr().err
