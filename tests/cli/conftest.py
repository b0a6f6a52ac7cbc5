"""One command line run in an empty folder with a store of its own."""

import io
import shutil
from pathlib import Path

import pytest
from calls import Answer, Call

from postcheck.cli.main import run

SAMPLE = Path(__file__).parents[2] / "corpora" / "sample"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, empty; `home` in it is the store."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POSTCHECK_HOME", "home")
    return tmp_path


@pytest.fixture
def call(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs `postcheck` with the given words, `stdin` being bytes."""

    def called(*words: str, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run(list(words))
        output = capsys.readouterr()
        return Answer(status, output.out, output.err)

    return called


@pytest.fixture
def sample(folder: Path) -> Path:
    """The working folder with `posts.jsonl` and `texts.jsonl` of the sample."""
    for name in ("posts.jsonl", "texts.jsonl"):
        shutil.copy(SAMPLE / name, folder)
    return folder
