"""The scenarios of ../shared/eval/rules/games, compared as the README there says."""

import json
from pathlib import Path
from typing import Any

import pytest

from postcheck.errors import SourceErrors
from postcheck.game.output import full, holds
from postcheck.game.referee import replay_file

ROOT = Path(__file__).parents[2]
GAMES = ROOT / ".." / "shared" / "eval" / "rules" / "games"
CASES = sorted(path.name.removesuffix(".expect.json") for path in GAMES.glob("*.expect.json"))


@pytest.mark.skipif(not GAMES.is_dir(), reason="../shared/eval is not here")
@pytest.mark.parametrize("name", CASES)
def test_scenario(name: str) -> None:
    wanted: dict[str, Any] = json.loads((GAMES / f"{name}.expect.json").read_text("utf-8"))
    ledger = GAMES / f"{name}.jsonl"
    if wanted["exit"] == 2:
        with pytest.raises(SourceErrors) as caught:
            replay_file(ledger)
        shown = [error.layout() for error in caught.value.errors]
        for line in wanted["lines"]:
            assert any(f"{name}.jsonl:{line}:" in one for one in shown), shown
        return
    actual = full(replay_file(ledger))
    for key, value in wanted["state"].items():
        assert holds(value, actual[key]), (key, actual[key])
    forbidden = wanted.get("not", [])
    for one in forbidden if isinstance(forbidden, list) else [forbidden]:
        assert not holds(one, actual), one
