"""Every case of tests/bad/cli: its message word for word, status 2, and nothing changed.

docs/errors.md is made from the same cases.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from badfiles import set_up, spoil
from calls import Call, tree

FILES = sorted((Path(__file__).parents[1] / "bad" / "cli").glob("*.toml"))
CASES = [
    pytest.param(case, id=f"{path.stem}-{case['name']}")
    for path in FILES
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]


@pytest.mark.parametrize("case", CASES)
def test_one_clear_message_and_nothing_changed(
    case: dict[str, Any], call: Call, folder: Path
) -> None:
    set_up(case, folder)
    for words in case.get("before", []):
        assert call(*words).status == 0
    if "spoil" in case:
        spoil(*case["spoil"])
    before = tree(folder)
    answer = call(*case["args"])
    said = re.sub(r"segment-[0-9a-f]{12}", "segment-…", answer.err.replace(str(folder), "…"))
    assert said.strip() == case["says"].strip()
    assert answer.status == 2
    assert not answer.out or case.get("prints")
    assert tree(folder) == before


def test_every_message_is_chinese_and_names_a_remedy() -> None:
    for case in (one.values[0] for one in CASES):
        assert isinstance(case, dict)
        lines = case["says"].strip().splitlines()
        assert all(line.startswith("错误：") for line in lines), case["name"]
        assert " —— " in lines[0], case["name"]
        assert re.search(r"[\u4e00-\u9fff]", lines[0].removeprefix("错误：")), case["name"]
