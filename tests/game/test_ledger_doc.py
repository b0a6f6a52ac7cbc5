"""The worked example of docs/ledger.md holds, and its events are all there are."""

import re
from pathlib import Path

import pytest

from postcheck.cli.main import run
from postcheck.game.events import FIELDS

PAGE = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text(encoding="utf-8")


def test_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = tmp_path / "例局.jsonl"
    [example] = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    ledger.write_text(example, encoding="utf-8")
    assert run(["game", "explain", str(ledger), "松风"]) == 0
    assert capsys.readouterr().out in PAGE


def test_every_event_is_described() -> None:
    table = PAGE[PAGE.index("## 事件") : PAGE.index("## 一个例子")]
    missing = [name for name in FIELDS if f"`{name}`" not in table]
    assert missing == []
