import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from handmade import WALK, hit, source, span
from handmade import review as make

from postcheck.measure import Measure
from postcheck.report.jsonl import json_line, seal, to_json
from postcheck.review import Review

GOLDEN = Path(__file__).parent / "golden" / "walk.json"


def test_whole_object(review: Review) -> None:
    assert to_json(review) == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_contract_keys_come_in_their_order(review: Review) -> None:
    keys = list(to_json(review))
    contract = ["post", "text", "ruleset", "counts", "measures", "rest", "verdict", "version"]
    assert [key for key in keys if key in contract] == contract
    names = "repeated listed quoted prior language genre conduct form"
    assert list(to_json(review)["measures"]) == names.split()


def test_one_line_of_utf8_that_is_not_escaped(review: Review) -> None:
    line = json_line(to_json(review))
    assert "\n" not in line
    assert "渡口人" in line
    assert json.loads(line) == to_json(review)


def test_offsets_are_code_points() -> None:
    text = "𠮷野家在河边。😀我没有答话。我没有答话。"
    again = hit(text, "我没有答话。", "loop", 1, first=span(text, "我没有答话。"))
    found = to_json(make(text, [Measure("repeated", (again,))]))["measures"]["repeated"]["hits"][0]
    assert text[found["start"] : found["end"]] == "我没有答话。"
    assert found["first"] == {"start": 8, "end": 14}


def test_lone_surrogates_survive() -> None:
    result = to_json(make("桥\ud800头"))
    line = json_line(result)
    assert json.loads(line.encode("utf-8"))["text"] == "桥\ud800头"
    assert seal(json.loads(line)) == result["seal"]


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_what_is_no_number_becomes_null(bad: float) -> None:
    part = hit(WALK, "海上生明月", "altered", source=source("海上生明月"), similarity=bad)
    labels = {"genre": {"label": "散文", "literary": bad, "evidence": ()}}
    result = to_json(make(WALK, [Measure("quoted", (part,))], labels=labels))
    assert result["measures"]["quoted"]["hits"][0]["similarity"] is None
    assert result["measures"]["genre"] == {"label": "散文", "literary": None, "evidence": []}
    json_line(result)


def test_times_are_iso_8601() -> None:
    at = datetime(2012, 2, 3, 20, 59, 1, tzinfo=UTC)
    assert to_json(make("一", posted_at=at))["post"]["posted_at"] == "2012-02-03T20:59:01+00:00"
    assert to_json(make("一"))["post"]["posted_at"] is None


def test_not_measured_is_null() -> None:
    measures = to_json(make("一"))["measures"]
    assert [measures[name] for name in ("language", "genre", "conduct", "form")] == [None] * 4


def test_shares_and_the_one_the_clause_uses(review: Review) -> None:
    found = {one["name"]: (one["count"], one["used_by"]) for one in to_json(review)["shares"]}
    assert found == {
        "all": (59, None),  # 14 declared, 26 quoted, 19 of the author's own
        "without_declared": (45, None),
        "without_own": (26, "杀帖8"),
        "largest_source": (26, None),
    }


def test_largest_source_adds_up_its_scattered_passages() -> None:
    small = [
        hit(WALK, passage, "verbatim", source=source(passage, doc="many"))
        for passage in ("沿着河堤往东走", "雾还没有散")
    ]
    large = hit(WALK, "海上生明月，天涯", "verbatim", source=source("海上生明月，天涯", doc="one"))
    *_, share = to_json(make(WALK, [Measure("quoted", (*small, large))]))["shares"]
    assert (share["count"], share["source"]["doc"]) == (12, "many")


def test_seal_changes_with_any_value(review: Review) -> None:
    result = to_json(review)
    assert seal(result) == result["seal"]
    assert to_json(replace(review, version="9"))["seal"] != result["seal"]


def test_empty_text() -> None:
    result = to_json(make(""))
    assert (result["text"], result["counts"]["words"], result["shares"][0]["total"]) == ("", 0, 0)
