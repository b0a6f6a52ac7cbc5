"""Shares near a border: reported with both counts, on, within and beyond one point; no status."""

from dataclasses import replace
from typing import Any

import pytest

from postcheck.judge import judge, verdict_to_json
from postcheck.judge.cases import from_case
from postcheck.post import Post
from postcheck.review import review
from postcheck.ruleset import load
from postcheck.text import Text


def near(name: str, kind: str, total: int, **numbers: Any) -> list[tuple[str, int, int, int, int]]:
    """(clause, percent, part, part_same, total) of each."""
    counts = dict.fromkeys(("words", "cjk", "chars"), total)
    case = {"id": "x", "ruleset": name, "kind": kind, "counts": counts, **numbers}
    verdict = judge(from_case(case)[1], load(name))
    found = verdict_to_json(verdict)["borderline"]
    assert all(type(one[key]) is int for one in found for key in ("part", "total", "percent"))
    return [
        (one["clause"], one["percent"], one["part"], one["part_same"], one["total"])
        for one in found
    ]


@pytest.mark.parametrize(
    ("name", "kind", "total", "quoted", "same", "expected"),
    [
        ("fengyun85", "kill", 1000, 89, 89, []),
        ("fengyun85", "kill", 1000, 90, 90, [("杀帖8", 10)]),
        ("fengyun85", "kill", 1000, 100, 100, [("杀帖8", 10)]),
        ("fengyun85", "kill", 1000, 110, 110, [("杀帖8", 10)]),
        ("fengyun85", "kill", 1000, 111, 111, []),
        ("fengyun85", "kill", 1000, 150, 109, [("杀帖8", 10)]),
        ("fengyun85", "kill", 1000, 195, 102, [("杀帖8", 10), ("杀帖8", 20)]),
        ("fengyun85", "kill", 1000, 0, 0, []),
        ("fengyun85", "report", 333, 63, 63, []),
        ("fengyun85", "report", 333, 64, 64, [("报道5", 20)]),
        ("wuyue161", "report", 1000, 295, 295, [("报道6", 30)]),
        ("wuyue161", "kill", 999, 150, 150, []),
        ("wuyue161", "kill", 1500, 150, 150, []),
        ("wuyue161", "kill", 1500, 230, 230, [("杀帖7(4)", 15)]),
        ("wuyue161", "kill", 1000, 105, 105, [("杀帖7(4)", 10)]),
        ("wuyue161", "kill", 1000, 145, 145, [("杀帖7(4)", 15)]),
    ],
)
def test_within_one_point_of_a_border(
    name: str, kind: str, total: int, quoted: int, same: int, expected: list[tuple[str, int]]
) -> None:
    found = near(name, kind, total, quoted=quoted, quoted_same=same)
    assert [each[:2] for each in found] == expected
    assert all(each[2:] == (quoted, same, total) for each in found)


def test_repetition_and_own_text_have_borders_too() -> None:
    assert near("fengyun85", "kill", 1000, repeated=95) == [("杀帖6", 10, 95, 95, 1000)]
    assert near("wuyue161", "kill", 2500, prior=520) == [("杀帖7(3)", 20, 520, 520, 2500)]
    assert near("fengyun85", "kill", 1000, prior=395) == []  # a remainder is no share


def test_genres_whose_share_does_not_matter() -> None:
    numbers: dict[str, Any] = {"quoted": 105, "flags": {"genre": "appreciation"}}
    assert near("wuyue161", "kill", 1000, **numbers) == []
    assert near("wuyue161", "kill", 1000, quoted=105)


def test_no_status_follows_from_a_border() -> None:
    ruleset = load("fengyun85")
    for quoted in range(0, 300, 3):
        counts = {"words": 1000, "cjk": 1000}
        case = {"id": "x", "ruleset": "a", "kind": "kill", "counts": counts, "quoted": quoted}
        verdict = judge(from_case(case)[1], ruleset)
        statuses = {finding.status for finding in verdict.findings}
        worst = next((one for one in ("fail", "referee") if one in statuses), "pass")
        assert replace(verdict, borderline=()).status == worst


def test_a_text_that_was_not_seen_whole_has_no_borders() -> None:
    characters = "".join(chr(0x4E00 + 7 * n) for n in range(900))
    text = Text(f"{characters}。{characters[:95]}。")
    ruleset = load("fengyun85")
    assert review(Post(text), ruleset, "kill").verdict.borderline
    assert review(Post(text, unknown="partial"), ruleset, "kill").verdict.borderline == ()
