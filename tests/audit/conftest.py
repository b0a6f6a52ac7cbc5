"""The small game, audited once for all tests that only look at what came out."""

import contextlib
import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import smallgame

from postcheck.cli.main import run
from postcheck.corpus.store import add


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """`folder` as the working folder, with a store of its own."""
    old, home = Path.cwd(), os.environ.get("POSTCHECK_HOME")
    os.chdir(folder)
    os.environ["POSTCHECK_HOME"] = str(folder / "home")
    try:
        yield
    finally:
        os.chdir(old)
        if home is None:
            del os.environ["POSTCHECK_HOME"]
        else:
            os.environ["POSTCHECK_HOME"] = home


def called(*words: str) -> tuple[int, str, str]:
    """Exit status, standard output and messages of one command line."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(list(words))
    return status, out.getvalue(), err.getvalue()


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
