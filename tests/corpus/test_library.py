"""Looking fingerprints up: against a dictionary of all k-grams, across adds and merges."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seeding import seeds

from postcheck.corpus import build, store, writer
from postcheck.corpus import library as module
from postcheck.corpus.chains import Runs
from postcheck.corpus.fingerprint import K, fingerprints
from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.library import Document, Library, open_library
from postcheck.corpus.manifest import corpus_folder
from postcheck.corpus.search import search
from postcheck.corpus.segment import Indices
from postcheck.corpus.writer import Writer
from postcheck.errors import SourceError
from postcheck.text import Folded, Text

# Few characters, so that grams recur; letters, digits and marks that folding treats apart.
TEXTS = st.text(st.sampled_from("天地玄黄x0，\n"), max_size=40)
ROWS = st.lists(st.tuples(st.integers(0, 9), TEXTS), min_size=1, max_size=6)


@contextmanager
def own_home() -> Iterator[None]:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("POSTCHECK_HOME", folder)
        yield


def put(name: str, *rows: tuple[int, str]) -> None:
    with Writer(corpus_folder(name), Notes()) as opened:
        for id_, text in rows:
            opened.append(Entry(str(id_), text))
        opened.commit()


def grams(library: Library) -> dict[tuple[int, ...], set[tuple[str, int]]]:
    found = defaultdict(set)
    for doc in library.live().tolist():
        codes = library.folded(doc).codes.tolist()
        for start in range(len(codes) - K + 1):
            found[tuple(codes[start : start + K])].add((library.document(doc).id, start))
    return found


@settings(max_examples=25, deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=8), TEXTS, st.booleans())
def test_seeds_are_those_of_a_dictionary(
    adds: list[list[tuple[int, str]]], query: str, small_runs: bool
) -> None:
    with own_home(), pytest.MonkeyPatch.context() as patch:
        if small_runs:
            patch.setattr(build, "_RUN", 16)
            patch.setattr(writer, "_QUEUE_CHARACTERS", 30)
        expected: dict[int, str] = {}
        for rows in adds:
            put("board", *rows)
            expected |= dict(rows)
        library = open_library(["board"])
        documents = {library.document(doc).id: doc for doc in library.live().tolist()}
        assert {id_: library.document(doc).text for id_, doc in documents.items()} == {
            str(id_): text for id_, text in expected.items()
        }
        codes = Text(query).folded.codes
        index = grams(library)
        wanted = sorted(
            (start, documents[id_], place)
            for start in range(len(codes) - K + 1)
            for id_, place in index.get(tuple(codes[start : start + K].tolist()), ())
        )
        found = seeds(library, codes)
        assert found == wanted
        held = Counter(position for position, _, _ in found)
        assert all(
            held[start] <= count for start, count in enumerate(library.frequency(codes).tolist())
        )


def test_grams_never_span_two_documents() -> None:
    put("board", (1, "春风又绿"), (2, "江南岸明月何时照我还"))
    with open_library(None) as library:
        assert not seeds(library, "春风又绿江南")
        assert seeds(library, "江南岸明月") == [(0, 1, 0)]


def test_a_hot_gram_gives_no_more_than_the_limit() -> None:
    put("board", *((number, f"公事公办没有例外{number}") for number in range(50)))
    put("board", *((number, f"公事公办没有例外{number}") for number in range(50, 90)))
    codes = Text("公事公办没有例外").folded.codes
    with open_library(None) as library:
        found = seeds(library, codes, limit=60)
        assert Counter(position for position, _, _ in found) == dict.fromkeys(range(4), 60)
        assert len({doc for position, doc, _ in found if position == 0}) == 60
        assert library.frequency(codes).tolist() == [90] * 4


def test_a_post_that_repeats_a_hot_gram_gets_no_more_rows_than_one_that_does_not() -> None:
    put("board", *((number, f"公事公办没有例外{number}") for number in range(500)))
    once, often = Text("公事公办没有例外"), Text("公事公办没有例外，" * 1000)
    with open_library(None) as library:
        for limit in (1, 100, 1000):
            grams = len(np.unique(fingerprints(often.folded.codes)))
            assert len(seeds(library, often.original, limit)) <= grams * max(limit, 1000)
        held = Counter(position for position, _, _ in seeds(library, "公事公办没有例外" * 4, 100))
        assert [held[position] for position in (0, 8, 16, 24)] == [25] * 4
        assert len(seeds(library, once.original, 100)) == 400


def test_a_phrase_in_very_many_documents_costs_no_more_than_one_in_a_few_dozen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phrase = "春江潮水连海平海上明月共潮生滟滟随波千万里"
    for name, count in (("few", 40), ("many", 4000)):
        put(name, *((number, f"{phrase}{chr(0x4E00 + number)}{number}") for number in range(count)))
    read: list[int] = []
    rows: list[int] = []
    counted, joined = Library.read, module.join_seeds

    def read_one(self: Library, doc: int) -> tuple[Document, Folded]:
        read.append(doc)
        return counted(self, doc)

    def join(positions: Indices, *rest: Any) -> Runs:
        rows.append(len(positions))
        return joined(positions, *rest)

    monkeypatch.setattr(Library, "read", read_one)
    monkeypatch.setattr(module, "join_seeds", join)
    spent = []
    for name in ("few", "many"):
        with open_library([name]) as opened:
            search(Text(f"他写道{phrase}，又写道：{phrase}。"), opened)
        spent.append((len(read), sum(rows)))
        read.clear()
        rows.clear()
    (few_read, few_rows), (many_read, many_rows) = spent
    assert many_read <= few_read
    assert many_rows <= 3 * few_rows  # a hundred places of each gram, not forty


def test_folding_is_that_of_texts() -> None:
    put("board", (1, "「臺灣」的夏天，真熱！！x"))
    with open_library(None) as library:
        assert [place for _, _, place in seeds(library, "台湾的夏天真热")] == [0, 1, 2]


def test_several_corpora_share_one_numbering(jsonl: Callable[..., str]) -> None:
    row = {"author": "青灯", "title": "渡口", "url": "a/1", "published_at": "2019-05-02"}
    store.add("board", [jsonl({"id": "a", "text": "渡口的雨总是先落在对岸", **row})])
    store.add("verse", [jsonl({"id": "b", "text": "渡口的雨总是先到"})])
    with open_library(None) as library:
        assert library.names == ("board", "verse")
        first, second = (library.document(doc) for _, doc, _ in seeds(library, "渡口的雨总"))
        assert (first.corpus, first.id, second.corpus, second.id) == ("board", "a", "verse", "b")
        assert (first.author, first.title, first.url) == ("青灯", "渡口", "a/1")
        assert str(first.published_at) == "2019-05-02 00:00:00+08:00"
        assert second.author is second.published_at is None
        with pytest.raises(IndexError):
            library.document(2)


def test_an_unknown_corpus_is_told_its_neighbour(jsonl: Callable[..., str]) -> None:
    with pytest.raises(SourceError, match="还没有任何语料"):
        open_library(["fengyun"])
    store.add("fengyun", [jsonl({"id": "a", "text": "一"})])
    with pytest.raises(SourceError, match="没有名叫“fengyum”的语料 —— 是不是“fengyun”？"):
        open_library(["fengyum"])


def test_a_library_is_a_snapshot(jsonl: Callable[..., str], home: Path) -> None:
    store.add("board", [jsonl({"id": "a", "text": "旧的文字在这里不会变"})])
    with open_library(None) as library:
        store.add("board", [jsonl({"id": "a", "text": "新的文字来了"})])
        store.remove("board")
        assert library.document(0).text == "旧的文字在这里不会变"
        assert len(seeds(library, "旧的文字在这里")) == 3
