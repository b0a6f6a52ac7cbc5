"""The judge on cases written from the rule texts alone, in the form of `postcheck judge`."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from postcheck.judge import judge
from postcheck.judge.cases import from_case
from postcheck.ruleset import load

CASES = Path(__file__).parent / "cases" / "judge" / "clauses.jsonl"
ruleset = cache(load)


def rows() -> list[Any]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


@pytest.mark.parametrize("case", rows())
def test_case(case: dict[str, Any]) -> None:
    name, figures = from_case(case)
    verdict = judge(figures, ruleset(name))
    wanted = case["expect"]
    assert verdict.status == wanted["status"], case["clause"]
    assert {one.code: one.status for one in verdict.findings} == wanted["findings"], case["clause"]
    asked = {(one.code, one.min_count or 0) for one in verdict.remedies}
    assert asked == {(one["code"], one.get("min_count", 0)) for one in wanted["remedies"]}
