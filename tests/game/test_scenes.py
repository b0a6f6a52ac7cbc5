"""The scenes of tests/games: what must follow from a few events, clause by clause."""

import json
import sys
from pathlib import Path

import pytest
from play import rules

from postcheck.errors import SourceErrors
from postcheck.game.ledger import line_of, parse
from postcheck.game.output import holds, state
from postcheck.game.referee import replay

sys.path.insert(0, str(Path(__file__).parent.parent / "games"))

import scenes_fengyun85
import scenes_wuyue161
import scenes_ziyou48
from scene import SCENES, Scene

assert all((scenes_fengyun85, scenes_ziyou48, scenes_wuyue161))


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
