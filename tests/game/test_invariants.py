"""What holds in every game, on random ones; and what no ledger may say."""

import json
import os
from typing import Any

import pytest
from chance import CASTS, living, play_game
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from play import Play, rules

from postcheck.errors import SourceErrors
from postcheck.game.calendar import SECOND
from postcheck.game.ledger import parse
from postcheck.game.output import state
from postcheck.game.referee import ruleset_of, steps

GAMES = st.tuples(st.sampled_from(sorted(CASTS)), st.integers(0, 10**6))
SETTINGS = settings(
    max_examples=int(os.environ.get("POSTCHECK_GAMES", "4")),
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@SETTINGS
@given(GAMES)
def test_every_state_is_sound(game: tuple[str, int]) -> None:
    play = play_game(*game)
    for _, one in steps(parse(play.bytes(), "x"), rules(play.ruleset)):
        whole = state(one)
        assert set(whole["players"]) == {name.split()[0] for name in CASTS[play.ruleset]}
        _players(whole)
        _debts(whole, one.now.isoformat() if one.now else "")
        if any(post["status"] == "iou" for post in whole["kills"].values()):
            assert whole["winner"] is None or not one.value("iou.blocks_end")
    _trace(whole, len(play.records))


def _players(whole: dict[str, Any]) -> None:
    for player in whole["players"].values():
        out = player["out"]
        assert player["alive"] is (out is None)
        assert player["vote"] in (("full", "half") if player["alive"] else ("none",))
        if out is not None:
            assert out["clause"]
            assert out["causes"] == sorted(set(out["causes"]))
            assert "revived" not in player


def _debts(whole: dict[str, Any], now: str) -> None:
    for debt in whole["debts"]:
        assert debt["status"] in ("open", "met", "overdue")
        if debt["status"] == "open":
            assert debt["due"] is None or debt["due"] >= now
        if debt["status"] == "overdue":
            assert debt["due"] < now


def _trace(whole: dict[str, Any], lines: int) -> None:
    balance: dict[str, int] = {}
    for step in whole["trace"]:
        assert step["clause"], step
        assert step["causes"], step
        assert step["causes"] == sorted(set(step["causes"]))
        assert step["causes"][0] >= 1
        assert step["causes"][-1] <= lines
        subject, _, what = step["effect"].partition(" ")
        if subject in whole["players"]:
            balance[subject] = balance.get(subject, 0) + (what == "out")
            balance[subject] -= what in ("in again",)
    for name, player in whole["players"].items():
        backs = balance.get(name, 0) - (not player["alive"])
        assert backs >= 0
        assert backs <= sum(step["effect"] == f"{name} back" for step in whole["trace"])


@SETTINGS
@given(GAMES)
def test_the_shown_total_is_the_full_recount(game: tuple[str, int]) -> None:
    play = play_game(*game)
    whole = play.game()
    for number, rows in state(whole)["tally"].items():
        if "overtime" in number:
            continue
        ballots = [one for one in play.records if one["type"] == "vote"
                   and one["round"] == int(number) and "overtime" not in one]  # fmt: skip
        hit = {post.target for post in whole.round_posts(int(number)) if post.hits}
        standing: dict[str, Any] = {}
        for one in sorted(ballots, key=lambda one: one["at"]):
            late = one["at"] > (whole.calendar.cutoff(int(number))).isoformat()
            locked = standing.get(one["voter"], {}).get("via") == "proxy" and whole.value(
                "proxy.final"
            )
            if one["via"] != "board" and not late and not locked:
                standing[one["voter"]] = one
        recount: dict[str, list[int]] = {}
        for voter, one in standing.items():
            for target in one["targets"][: whole.plans[int(number)].votes]:
                recount.setdefault(target, [0, 0])[voter in hit] += 1
        if not whole.ledger.errors:
            shown = {row["player"]: [row["full"], row["half"]] for row in rows}
            # A post that fails after the close no longer halves the vote that was counted then.
            assert {name: sum(one) for name, one in shown.items()} == {
                name: sum(one) for name, one in recount.items()
            }


@SETTINGS
@given(GAMES, st.integers(0, 10**6))
def test_a_prefix_replays_to_the_state_then(game: tuple[str, int], cut: int) -> None:
    play = play_game(*game, rounds=3)
    play.records.sort(key=lambda one: (one["type"] != "game", one["at"]))
    ledger = parse(play.bytes(), "x")
    where = len(CASTS[play.ruleset]) + 2 + cut % max(1, len(play.records) - 20)
    for event, one in steps(ledger, rules(play.ruleset)):
        if event.line == where:
            then = json.dumps(state(one), ensure_ascii=False)
            break
    else:
        return
    play.records = play.records[:where]
    assert json.dumps(play.state(), ensure_ascii=False) == then


@SETTINGS
@given(GAMES)
def test_replay_is_a_pure_function(game: tuple[str, int]) -> None:
    play = play_game(*game, rounds=2)
    assert json.dumps(play.full()) == json.dumps(play.full())


@SETTINGS
@given(GAMES, st.integers(0, 10**6))
def test_a_voided_line_is_as_if_it_had_never_been(game: tuple[str, int], pick: int) -> None:
    play = play_game(*game, rounds=2)
    places = [place for place, one in enumerate(play.records, 1)
              if one["type"] in ("complaint", "withdraw", "fill")
              and not any(two.get("on") == one.get("id") for two in play.records)]  # fmt: skip
    if not places:
        return
    place = places[pick % len(places)]
    play.add("void", "+1 21:50", line=place, reason="误录")
    with_void = _results(play)
    play.records[place - 1] = {"type": "assert", "at": play.records[place - 1]["at"]}
    play.records[-1] = {"type": "assert", "at": play.records[-1]["at"]}
    assert _results(play) == with_void


def _results(play: Play) -> str:
    try:
        whole = play.state()
    except SourceErrors as errors:
        return str([error.line for error in errors.errors])
    return json.dumps(
        {key: whole[key] for key in ("players", "kills", "debts", "complaints", "tally")}
    )


@pytest.mark.parametrize("ruleset", sorted(CASTS))
def test_no_vote_and_no_post_of_the_dead(ruleset: str) -> None:
    play = Play(ruleset, *CASTS[ruleset], number=3, kills={})
    play.everyone("子")
    play.close()
    play.votes("子>丑")
    line = len(play.records)
    with pytest.raises(SourceErrors) as caught:
        play.state()
    assert [error.line for error in caught.value.errors] == [line]


def test_calendar_second() -> None:
    assert SECOND.total_seconds() == 1
    assert living({"players": {"甲": {"alive": True}}}) == ["甲"]
    assert ruleset_of(parse(Play("ziyou48").bytes(), "x")).id == "ziyou48"
