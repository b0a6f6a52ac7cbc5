"""A file that a call reads is never written over by what the call writes."""

import os
from pathlib import Path

import pytest
from badfiles import document
from calls import Call, tree

RULES = ("--ruleset", "fengyun85", "--kind", "kill", "--corpus", "none")
TEXT = "渡口的雨总是先落在对岸。\n"
CALLS = [
    ("check", "a.txt", *RULES, "--html", "a.txt"),
    ("check", "b.txt", "a.txt", *RULES, "--html", "folder/../a.txt"),
    ("check", "a.txt", *RULES, "--html", "symbolic.txt"),
    ("check", "symbolic.txt", *RULES, "--html", "a.txt"),
    ("check", "a.txt", *RULES, "--html", "hard.txt"),
    ("check", "a.docx", *RULES, "--docx", "a.docx"),
    ("check", "a.txt", *RULES, "--roster", "b.txt", "--html", "b.txt"),
    ("check", "a.txt", *RULES, "--boilerplate", "b.txt", "--docx", "b.txt"),
    ("compare", "a.txt", "b.txt", "--html", "a.txt"),
    ("compare", "a.txt", "b.txt", "--html", "b.txt"),
    ("audit", "folder/results.jsonl", *RULES, "--out", "folder"),
    ("audit", "--posts", "folder/summary.md", *RULES, "--out", "folder"),
]


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_no_input_is_overwritten(words: tuple[str, ...], call: Call, folder: Path) -> None:
    (folder / "folder").mkdir()
    for name in ("a.txt", "b.txt", "folder/summary.md"):
        Path(name).write_text(TEXT, encoding="utf-8")
    Path("folder/results.jsonl").write_text('{"id": "1", "text": "渡口"}\n', encoding="utf-8")
    Path("folder/.audit.lock").touch()
    Path("a.docx").write_bytes(document())
    Path("symbolic.txt").symlink_to("a.txt")
    os.link("a.txt", "hard.txt")
    before = tree(folder)
    answer = call(*words)
    assert answer.status == 2
    assert "这是要读的文件，写报告会盖掉它 —— 报告换一个文件名" in answer.err
    assert not answer.out
    assert tree(folder) == before


def test_an_old_report_is_replaced(call: Call, folder: Path) -> None:
    Path("a.txt").write_text(TEXT, encoding="utf-8")
    Path("r.html").write_text("old", encoding="utf-8")
    assert call("check", "a.txt", *RULES, "--html", "r.html").status == 1
    assert "渡口的雨" in Path("r.html").read_text(encoding="utf-8")
