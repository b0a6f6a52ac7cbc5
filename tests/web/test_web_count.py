"""The live count: Word's own figures from the one counter, and fast."""

import json
import time
from dataclasses import asdict
from typing import Any

import pytest
from flask.testing import FlaskClient

from postcheck.checks.length import count

TEXTS = [
    "",
    "渡口的雨，先落在对岸。",
    "𠮷野家的𠀀和😀，一共 3 个 emoji",
    "a b c\n\n甲 乙\t丙",
    "\ud800孤",
    "零宽\u200b空格\ufeff",
    "“引号”……",
]


def ask(client: FlaskClient, text: str, **more: Any) -> dict[str, Any]:
    body = {"text": text, "ruleset": "fengyun85", "kind": "report", **more}
    answer = client.post("/count.json", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.get_json()
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_the_figures_are_the_counters(client: FlaskClient, text: str) -> None:
    found = ask(client, text)
    assert found["counts"] == asdict(count(text))
    other = asdict(count(text, marked=False))
    assert found["counts_unmarked"] == (other if other != found["counts"] else None)


def test_each_reading_of_the_least_length(client: FlaskClient) -> None:
    found = ask(client, "甲" * 790 + " abc", kind="kill")["lengths"]
    assert [(one["metric"], one["count"], one["missing"]) for one in found] == [
        ("words", 791, 9),
        ("cjk", 790, 10),
    ]
    assert {one["clause"] for one in found} == {"杀帖7"}


@pytest.mark.parametrize(("length", "missing"), [(299, 1), (300, 0), (301, 0)])
def test_the_line_itself(client: FlaskClient, length: int, missing: int) -> None:
    assert ask(client, "甲" * length)["lengths"][0]["missing"] == missing


def test_a_carried_document_counts_by_its_own_marks(client: FlaskClient) -> None:
    text = "“渡口”"
    draft = {"text": text, "hints": [4]}
    assert ask(client, text, draft=draft)["counts"] == asdict(count(text, marked=False))
    assert ask(client, f"{text}。", draft=draft)["counts"] == asdict(count(f"{text}。"))


def test_three_thousand_characters_take_less_than_a_tenth_of_a_second(client: FlaskClient) -> None:
    text = "渡口的雨，先落在对岸。𠮷😀 abc " * 150
    ask(client, text)
    start = time.process_time()
    for _ in range(20):
        ask(client, text[:3000])
    assert (time.process_time() - start) / 20 < 0.1


def test_a_draft_of_fifty_thousand_is_the_most(client: FlaskClient) -> None:
    assert ask(client, "甲" * 50_000)["counts"]["words"] == 50_000
    body = {"text": "甲" * 50_001, "ruleset": "fengyun85", "kind": "report"}
    assert client.post("/count.json", json=body).status_code == 400
