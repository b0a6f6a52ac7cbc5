"""Making the index anew from the stored texts, and one bad corpus among good ones."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from seeding import seeds

from postcheck.cli.main import cli
from postcheck.corpus import build, manifest, store
from postcheck.corpus.library import Document, open_library
from postcheck.corpus.segment import FILES, INDEX
from postcheck.errors import SourceError, SourceErrors

Jsonl = Callable[..., str]
ROWS = [
    {"id": "a", "text": "渡口的雨总是先落在对岸", "author": "青灯", "title": "雨", "url": "b/1"},
    {"id": "b", "text": "灯一盏一盏地暗下去", "published_at": "2019-05-02"},
    {"id": "c", "text": ""},
]


def documents(name: str = "board") -> dict[str, Document]:
    with open_library([name]) as library:
        return {each.id: each for each in map(library.document, library.live().tolist())}


def found(text: str) -> set[str]:
    with open_library(["board"]) as library:
        return {library.document(doc).id for _, doc, _ in seeds(library, text)}


def fill(jsonl: Jsonl) -> dict[str, Document]:
    """A corpus of two segments, one with a replaced document."""
    store.add("board", [jsonl(*ROWS)])
    store.add("board", [jsonl({**ROWS[1], "text": "灯又一盏一盏地亮起来"})])
    return documents()


@pytest.mark.parametrize("name", INDEX)
def test_a_damaged_index_is_made_anew(name: str, jsonl: Jsonl, home: Path) -> None:
    before = fill(jsonl)
    for path in home.rglob(name):
        path.unlink()
    with pytest.raises(SourceErrors, match="corpus rebuild board"):
        open_library(None)
    info = store.rebuild("board")
    assert (info.documents, store.verify("board")) == (3, [])
    assert documents() == before
    assert found("灯又一盏一盏地") == {"b"}
    assert found("盏地暗下去") == set()
    assert store.add("board", [jsonl(*ROWS)]).same == 2


def test_texts_outlive_the_fold_table(jsonl: Jsonl, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fill(jsonl)
    monkeypatch.setattr(manifest, "fold_checksum", lambda: 1)
    with pytest.raises(SourceError, match=r"另一套折叠表.* —— 运行 postcheck corpus rebuild board"):
        open_library(None)
    store.rebuild("board")
    assert documents() == before
    assert found("渡口的雨总是先落") == {"a"}


@pytest.mark.parametrize("name", [*sorted({*FILES} - {*INDEX}), "dead"])
def test_damaged_texts_are_not_indexed(name: str, jsonl: Jsonl, home: Path) -> None:
    fill(jsonl)
    path = max(home.rglob(f"{name}*"), key=lambda path: path.stat().st_size)
    path.write_bytes(bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:])
    before = sorted(home.rglob("*"))
    with pytest.raises(SourceErrors, match="已损坏 —— 运行 postcheck corpus remove board"):
        store.rebuild("board")
    assert sorted(home.rglob("*")) == before


def test_a_rebuild_that_fails_leaves_the_old_state(
    jsonl: Jsonl, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fill(jsonl)
    files = sorted(home.rglob("*"))
    with monkeypatch.context() as patch:
        patch.setattr(build.SegmentBuilder, "finish", lambda self: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            store.rebuild("board")
    assert sorted(home.rglob("*")) == files
    assert documents() == before


def test_nothing_to_rebuild() -> None:
    with pytest.raises(SourceError, match="没有名叫“board”的语料"):
        store.rebuild("board")


def test_one_bad_corpus_does_not_hide_the_others(jsonl: Jsonl, home: Path) -> None:
    for name in ("一", "二", "三"):
        store.add(name, [jsonl(*ROWS)])
    [words] = (home / "corpora" / "二").rglob("words")
    words.write_bytes(b"")
    rows, problems = store.list_corpora()
    assert [row.name for row in rows] == ["一", "三"]
    assert [problem.file for problem in problems] == [str(words)]
    shown = CliRunner().invoke(cli, ["corpus", "list"])
    assert [line.split("：")[0] for line in shown.stdout.splitlines()] == ["一", "三"]
    assert isinstance(shown.exception, SourceErrors)
    assert "corpus rebuild 二" in str(shown.exception)
    assert "已重建 二：3 篇" in CliRunner().invoke(cli, ["corpus", "rebuild", "二"]).stdout
    assert CliRunner().invoke(cli, ["corpus", "list"]).exit_code == 0
