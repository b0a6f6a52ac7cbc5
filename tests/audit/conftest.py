"""The small game, audited once for all tests that only look at what came out."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import smallgame
from audit_calls import called, inside

from postcheck.corpus.store import add


@pytest.fixture(scope="session")
def game_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ledger, posts, complaints in GBK, a corpus; `out` is the audit of it."""
    folder = tmp_path_factory.mktemp("game")
    smallgame.write_game(folder)
    (folder / "投诉.csv").write_bytes(smallgame.csv_text().encode("gb18030"))
    with inside(folder):
        add("旧", ["旧文.jsonl"])
        status, output, _ = called(*smallgame.COMMAND, "--out", "out", "--jobs", "1")
    assert (status, output) == (1, "out\n")
    return folder


def _here(tasks: Iterable[tuple[Any, Any]], work: Any, jobs: int) -> Iterator[tuple[Any, Any]]:
    work.start(work.argument)
    for row, task in tasks:
        yield row, None if task is None else work.do(task)


@pytest.fixture
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is done in the test's own process, which is quicker than starting others."""
    monkeypatch.setattr("postcheck.audit.run.results", _here)
