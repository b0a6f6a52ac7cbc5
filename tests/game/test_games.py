"""The whole games of tests/games: from check-in to the end, with the state after every event."""

import sys
from pathlib import Path

import pytest
from play import rules

from postcheck.game.ledger import read
from postcheck.game.output import state
from postcheck.game.referee import replay

GAMES = Path(__file__).parent.parent / "games"
sys.path.insert(0, str(GAMES))

from make import STORIES, golden  # noqa: E402


@pytest.mark.parametrize("name", sorted(STORIES))
def test_golden(name: str) -> None:
    raw = (GAMES / f"{name}.jsonl").read_bytes()
    assert golden(raw, name) == (GAMES / f"{name}.golden").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(STORIES))
def test_cast_is_full_and_somebody_wins(name: str) -> None:
    whole = state(replay(read(GAMES / f"{name}.jsonl"), rules(name)))
    assert len(whole["players"]) == rules(name).value("cast.players")
    assert whole["winner"] in ("black", "white")
    assert whole["open"] is False
