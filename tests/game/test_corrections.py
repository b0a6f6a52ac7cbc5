"""Corrections, prefixes and slips of the pen, on every scene and on the whole games."""

import contextlib
import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from play import rules

from postcheck.cli.main import run
from postcheck.errors import SourceError, SourceErrors
from postcheck.game.ledger import line_of, parse
from postcheck.game.output import state
from postcheck.game.referee import replay

GAMES = Path(__file__).parent.parent / "games"
sys.path.insert(0, str(GAMES))

from scene import SCENES, Scene  # noqa: E402

SOUND = [one for one in SCENES if not one.faults]
WHOLE = {path.stem: path.read_bytes() for path in sorted(GAMES.glob("*.jsonl"))}
SETTINGS = settings(
    max_examples=int(os.environ.get("SLIPS", "40")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TURNS = st.lists(st.tuples(st.sampled_from(["undo", "redo"]), st.integers(0, 3)), max_size=12)


def told(events: list[dict[str, Any]], ruleset: str) -> str:
    raw = b"".join(line_of(event) for event in events)
    return json.dumps(state(replay(parse(raw, "x.jsonl"), rules(ruleset))), ensure_ascii=False)


def more(one: Scene, picks: list[int], when: str) -> list[dict[str, Any]]:
    """Events that nobody meant: lines said again, and lines amended, faulty or not."""
    found: list[dict[str, Any]] = []
    for pick in picks:
        line = pick % len(one.events) + 1
        again = {**one.events[line - 1], "at": when}
        time = one.events[pick // 7 % len(one.events)]["at"]
        change = {
            "type": "amend",
            "line": line,
            "reason": "误记",
            "with": {"at": time, "note": "改"},
        }
        found.append({**change, "at": when} if pick % 2 else again)
    return found


@SETTINGS
@given(st.sampled_from(SOUND), st.lists(st.integers(0, 999), min_size=1, max_size=4), TURNS)
def test_what_is_undone_in_any_order_was_never_written(
    one: Scene, picks: list[int], turns: list[tuple[str, int]]
) -> None:
    when = max(event["at"] for event in one.events if "+08:00" in event["at"])
    events = [dict(event) for event in one.events]
    wanted = told([*events, {"type": "assert", "at": when}], one.ruleset)
    events.append({"type": "assert", "at": when})
    events += more(one, picks, when)
    first, undone = len(one.events) + 2, dict.fromkeys(range(len(picks)), 0)

    def void(line: int) -> int:
        events.append({"type": "void", "at": when, "line": line, "reason": "误记"})
        return len(events)

    for turn, which in [*turns, *(("undo", number) for number in undone)]:
        place = which % len(picks)
        if turn == "undo" and not undone[place]:
            undone[place] = void(first + place)
        elif turn == "redo" and undone[place]:
            void(undone[place])
            undone[place] = 0
    assert told(events, one.ruleset) == wanted


@SETTINGS
@given(st.sampled_from(SOUND), st.integers(0, 999))
def test_an_amendment_taken_back_and_made_again(one: Scene, pick: int) -> None:
    place = pick % len(one.events)
    if one.events[place]["type"] in ("game", "void", "amend", "assert"):
        return
    when = max(event["at"] for event in one.events)
    change = {
        "type": "amend",
        "at": when,
        "line": place + 1,
        "reason": "改",
        "with": {"note": "一"},
    }
    void = {"type": "void", "at": when, "line": len(one.events) + 1, "reason": "改"}
    again = {**void, "line": len(one.events) + 2}
    idle = {"type": "assert", "at": when}
    once = told([*one.events, change, idle, idle], one.ruleset)
    assert told([*one.events, change, void, again], one.ruleset) == once
    assert told([*one.events, change, void, idle], one.ruleset) == told(
        [*one.events, idle, idle, idle], one.ruleset
    )


@pytest.mark.parametrize("name", sorted(WHOLE))
def test_every_prefix_of_a_whole_game_replays(name: str) -> None:
    lines = WHOLE[name].splitlines(keepends=True)
    for cut in [*range(1, 30, 7), *range(30, len(lines), len(lines) // 12)]:
        whole = state(replay(parse(b"".join(lines[:cut]), "x.jsonl"), rules(name)))
        assert json.loads(json.dumps(whole))["ruleset"] == name


@SETTINGS
@given(st.sampled_from(SCENES), st.integers(1, 999))
def test_every_prefix_of_a_scene_replays_or_names_its_faults(one: Scene, cut: int) -> None:
    events = one.events[: cut % len(one.events) + 1]
    found: tuple[SourceError, ...] = ()
    try:
        told(events, one.ruleset)
    except SourceErrors as errors:
        found = errors.errors
    assert all(fault.line and fault.remedy for fault in found)


PIECES = ["", "\n", '"', "{", "}", "[", ",", ":", "\\", "\\ud800", "\x00", "0", "-1", "9" * 30,
          "\\n", "，", "null", "true", "甲", "é", "\ufeff", "\U0001f600", "Z", " "]  # fmt: skip
FAULT = re.compile(r"错误：.*局\.jsonl:\d+: .*[\u4e00-\u9fff].* —— .*[\u4e00-\u9fff]")
CHANGE = st.tuples(st.integers(0, 10**6), st.integers(0, 12), st.sampled_from(PIECES))


@SETTINGS
@given(st.sampled_from(SCENES), st.lists(CHANGE, min_size=1, max_size=3), st.booleans())
def test_any_damage_of_the_text_is_said_in_chinese_with_line_and_remedy(
    tmp_path_factory: pytest.TempPathFactory,
    one: Scene,
    changes: list[tuple[int, int, str]],
    swap: bool,
) -> None:
    text = b"".join(line_of(event) for event in one.events).decode()
    for place, length, piece in changes:
        start = place % len(text)
        text = text[:start] + piece + text[start + length :]
    if swap:
        lines = text.splitlines(keepends=True)
        place = changes[0][0] % len(lines)
        text = "".join([lines[0], *lines[place:], *lines[1:place]])
    path = tmp_path_factory.getbasetemp() / "局.jsonl"
    path.write_text(text, encoding="utf-8", newline="")
    shown = _replayed(path)
    for error in shown:
        assert FAULT.match(error), error


def _replayed(path: Path) -> list[str]:
    """What `game replay` says is wrong; an exception of any other kind goes through."""
    errors, nothing = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(nothing):
        status = run(["game", "replay", str(path), "--json"])
    lines = [line for line in errors.getvalue().splitlines() if line.strip()]
    assert (status == 2) == bool(lines), (status, lines)
    return lines
