"""A store of its own for every test, and helpers to fill it."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("POSTCHECK_HOME", str(folder))
    return folder


@pytest.fixture
def jsonl(tmp_path: Path) -> Callable[..., str]:
    """Writes rows as JSON Lines and returns the file's name."""

    def write(*rows: Mapping[str, object], name: str = "texts.jsonl") -> str:
        path = tmp_path / name
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path.write_text("".join(lines), encoding="utf-8")
        return str(path)

    return write
