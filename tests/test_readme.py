"""The commands of the READMEs do what they say."""

import re
import shlex
import shutil
from pathlib import Path

import docx
import pytest

from postcheck.cli.main import run

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "corpora" / "sample"
READMES = ("README.md", "README.zh-CN.md")


def commands(readme: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / readme).read_text(encoding="utf-8"), re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("postcheck ")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path / "home"))
    text = "渡口的雨总是先落在对岸，船家说那边的山高。"
    (tmp_path / "draft.txt").write_text(text, encoding="utf-8")
    document = docx.Document()
    document.add_paragraph(text)
    document.save(str(tmp_path / "submitted.docx"))
    (tmp_path / "old-posts").mkdir()
    (tmp_path / "old-posts" / "one.txt").write_text(text * 3, encoding="utf-8")
    shutil.copy(SAMPLE / "posts.jsonl", tmp_path)
    shutil.copy(ROOT / "tests" / "cases" / "forum" / "discuz_x.html", tmp_path / "thread.html")
    shutil.copy(ROOT / "tests" / "games" / "fengyun85.jsonl", tmp_path / "ledger.jsonl")
    return tmp_path


@pytest.mark.parametrize("readme", READMES)
@pytest.mark.usefixtures("folder")
def test_every_command_of_the_readme_runs(readme: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = commands(readme)
    assert len(lines) >= 8
    for line in lines:
        arguments = shlex.split(line.partition(">")[0])[1:]
        status = run(arguments)
        output = capsys.readouterr()
        assert status != 2, f"{line}: {output.err}"
        assert output.out, line


def test_both_readmes_show_the_same_commands() -> None:
    assert commands(READMES[0]) == commands(READMES[1])
