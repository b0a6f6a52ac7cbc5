"""The exported Parquet: DuckDB over it says what the store says."""

import builtins
import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from seeding import seeds

from postcheck.cli.main import cli
from postcheck.corpus import export as module
from postcheck.corpus import manifest, store
from postcheck.corpus.export import export
from postcheck.corpus.fingerprint import fingerprints
from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.library import open_library
from postcheck.corpus.writer import Writer
from postcheck.errors import SourceError
from postcheck.text import Text

Jsonl = Callable[..., str]
TEXTS = st.text(st.sampled_from("天地玄黄x0，\n"), max_size=40)
ROWS = st.lists(st.tuples(st.integers(0, 9), TEXTS), min_size=1, max_size=6)
DUCKDB = duckdb.connect(config={"threads": 1})
QUERY = """
    with query as (
        select unnest($positions::bigint[]) as position, unnest($hashes::bigint[]) as h
    )
"""
SEEDS = """
    select position, id, p from query
    join read_parquet($folder || '/fingerprints/*.parquet') using (h)
    join read_parquet($folder || '/documents.parquet') using (d)
"""
FREQUENCY = """
    select position, count(p) from query
    left join read_parquet($folder || '/fingerprints/*.parquet') using (h)
    group by position order by position
"""


@contextmanager
def own_home() -> Iterator[Path]:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("POSTCHECK_HOME", folder)
        yield Path(folder)


def ask(sql: str, folder: Path, codes: Any) -> list[tuple[Any, ...]]:
    hashes = fingerprints(codes).tolist()
    values = {"folder": str(folder), "positions": list(range(len(hashes))), "hashes": hashes}
    return DUCKDB.execute(QUERY + sql, values).fetchall()


@settings(max_examples=10, deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=6), TEXTS, st.booleans())
def test_duckdb_gives_the_seeds_of_the_store(
    adds: list[list[tuple[int, str]]], query: str, many_files: bool
) -> None:
    with own_home() as home, pytest.MonkeyPatch.context() as patch:
        if many_files:
            patch.setattr(module, "_FILE_POSTINGS", 32)
            patch.setattr(module, "_ROWS", 3)
            patch.setattr(module, "_DOCUMENTS", 2)
        for rows in adds:
            with Writer(manifest.corpus_folder("board"), Notes()) as writer:
                for id_, text in rows:
                    writer.append(Entry(str(id_), text))
                writer.commit()
        codes = Text(query).folded.codes
        for folder in (home / "one", home / "two"):
            report = export("board", folder)
            with open_library(["board"]) as library:
                found = [
                    (position, library.document(doc).id, place)
                    for position, doc, place in seeds(library, codes)
                ]
                frequency = library.frequency(codes).tolist()
            assert sorted(ask(SEEDS, folder, codes)) == sorted(found)
            store.rebuild("board")  # for the second round: without replaced documents
        assert [count for _, count in ask(FREQUENCY, folder, codes)] == frequency
        assert report.fingerprints == store.info("board").fingerprints


def test_files_are_sorted_and_know_their_recipe(
    jsonl: Jsonl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow import parquet

    monkeypatch.setattr(module, "_FILE_POSTINGS", 64)
    texts = np.random.default_rng(5).integers(0x4E00, 0x9000, (9, 50))
    row = {"author": "青灯", "title": "雨", "url": "b/1", "published_at": "2019-05-02"}
    rows = [{"id": str(n), "text": "".join(map(chr, text))} for n, text in enumerate(texts)]
    store.add("board", [jsonl({**rows[0], **row}, *rows[1:])])
    report = export("board", tmp_path / "out")
    paths = sorted((tmp_path / "out" / "fingerprints").iterdir())
    assert (report.documents, report.fingerprints, report.files) == (9, 9 * 46, len(paths))
    assert len(paths) > 1
    hashes = []
    for path in paths:
        file = parquet.ParquetFile(path)
        recipe = json.loads(file.schema_arrow.metadata[b"postcheck"])
        assert recipe == manifest.recipe()
        assert [(f.name, str(f.type)) for f in file.schema_arrow] == [
            ("h", "int64"), ("d", "int32"), ("p", "int32")
        ]  # fmt: skip
        hashes += file.read().column("h").to_pylist()
    assert hashes == sorted(hashes)
    first = parquet.read_table(tmp_path / "out" / "documents.parquet").to_pylist()[0]
    assert str(first.pop("published_at")) == "2019-05-01 16:00:00+00:00"
    assert first == {
        "d": 0, "id": "0", "author": "青灯", "title": "雨", "url": "b/1",
        "characters": 50, "folded": 50,
    }  # fmt: skip


def test_texts_travel_with_all_that_a_report_says_of_them(
    jsonl: Jsonl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow import parquet

    monkeypatch.setattr(module, "_CHARACTERS", 12)
    row = {
        "author": "青灯",
        "title": "雨",
        "url": "b/1",
        "published_at": "2019-05-02T08:00:00+09:00",
    }
    store.add(
        "board",
        [jsonl({"id": "a", "text": "渡口的雨，\n𠮷。", **row}, {"id": "b", "text": "灯火"})],
    )
    store.add("board", [jsonl({"id": "b", "text": "灯火一盏一盏地灭了，河上起雾"})])
    export("board", tmp_path / "out")
    rows = parquet.read_table(tmp_path / "out" / "texts.parquet").to_pylist()
    assert rows[0] == {"d": 0, "id": "a", **row, "text": "渡口的雨，\n𠮷。"}
    assert [(each["d"], each["id"], each["text"]) for each in rows[1:]] == [
        (1, "b", "灯火一盏一盏地灭了，河上起雾")
    ]
    assert parquet.ParquetFile(tmp_path / "out" / "texts.parquet").num_row_groups == 2


def test_nothing_is_left_half_written(
    jsonl: Jsonl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("board", [jsonl({"id": "a", "text": "渡口的雨总是先落在对岸"})])
    before = sorted(tmp_path.iterdir())

    def refuse(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(module, "_write_documents", refuse)
        with pytest.raises(SourceError, match="磁盘满了"):
            export("board", tmp_path / "out")
    assert sorted(tmp_path.iterdir()) == before
    (tmp_path / "out").mkdir()
    shown = CliRunner().invoke(cli, ["corpus", "export", "board", str(tmp_path / "out")])
    assert shown.output.startswith(f"已导出到 {tmp_path / 'out'}：1 篇，指纹 7 个，1 个文件")
    with pytest.raises(SourceError, match="已经有东西"):
        export("board", tmp_path / "out")


def test_what_is_missing_is_said(
    jsonl: Jsonl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SourceError, match="没有名叫“board”的语料"):
        export("board", tmp_path / "out")
    store.add("board", [jsonl({"id": "a", "text": "一"})])
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.split(".", maxsplit=1)[0] == "pyarrow":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SourceError, match=r"需要 pyarrow —— .*pip install '\.\[parquet\]'"):
        export("board", tmp_path / "out")
    assert not (tmp_path / "out").exists()
