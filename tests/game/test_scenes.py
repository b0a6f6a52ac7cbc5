"""The scenes of tests/games: what must follow from a few events, clause by clause."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play import rules

from postcheck.errors import SourceError, SourceErrors
from postcheck.game.ledger import line_of, parse
from postcheck.game.output import full, holds, state
from postcheck.game.referee import replay

sys.path.insert(0, str(Path(__file__).parent.parent / "games"))

from scene import SCENES, Scene


@pytest.mark.parametrize("one", SCENES, ids=lambda one: f"{one.ruleset}-{one.name}")
def test_scene(one: Scene) -> None:
    ledger = parse(b"".join(line_of(event) for event in one.events), "x.jsonl")
    if one.faults:
        with pytest.raises(SourceErrors) as caught:
            replay(ledger, rules(one.ruleset))
        assert [error.line for error in caught.value.errors] == one.faults
        return
    actual = state(replay(ledger, rules(one.ruleset)))
    for key, value in one.state.items():
        shown = json.dumps(actual[key], ensure_ascii=False)
        assert holds(value, actual[key]), f"{one.why}: {key}: {value} is not in {shown}"
    for wrong in one.not_:
        assert not holds(wrong, actual), f"{one.why}: {wrong}"


def test_every_scene_says_what_it_proves() -> None:
    assert len({(one.ruleset, one.name) for one in SCENES}) == len(SCENES)
    assert all(one.why and one.clauses and (one.state or one.faults) for one in SCENES)


ODD = st.sampled_from(
    [None, True, -1, 0, 1, 7, 10**9, 1.5, "", "甲", "A", "杀", "K1", "@alliance", [], ["甲"], {},
     {"votes": 0}, "2026-06-02T10:00:00Z", "2026-06-02T20:59:59+08:00", "upheld", "void"]
)  # fmt: skip
SLIP = st.tuples(st.sampled_from(SCENES), st.integers(0, 10**6), st.integers(0, 10**6), ODD)


@settings(max_examples=int(os.environ.get("SLIPS", "60")), deadline=None)
@given(SLIP, st.sampled_from(["set", "add", "drop", "twice", "void", "amend", "time"]))
def test_any_slip_is_a_fault_of_a_line_or_none(slip: tuple[Scene, int, int, Any], way: str) -> None:
    one, where, which, value = slip
    events = [dict(event) for event in one.events]
    event = events[where % len(events)]
    field = sorted(event)[which % len(event)]
    if way == "set":
        event[field] = value
    elif way == "add":
        names = ("round", "target", "reading", "remedy", "overtime", "iou", "act_at", "out", "line")
        event[names[which % len(names)]] = value
    elif way == "drop":
        del event[field]
    elif way == "twice":
        events.insert(which % len(events) + 1, event)
    elif way == "time":
        event["at"] = events[which % len(events)]["at"]
    else:
        more = {"with": {field: value}} if way == "amend" else {}
        line = where % (len(events) + 2)
        events.append({"type": way, "at": events[-1]["at"], "line": line, "reason": "改", **more})
    ledger = parse(b"".join(line_of(event) for event in events), "x.jsonl")
    found: tuple[SourceError, ...] = ()
    try:
        full(replay(ledger, rules(one.ruleset)))
    except SourceErrors as errors:
        found = errors.errors
    assert all(fault.line and fault.remedy and fault.file for fault in found)
