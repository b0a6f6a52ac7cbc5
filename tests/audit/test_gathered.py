"""What the cluster gathers for a post is what a library would say, without any cluster."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.audit import spark
from postcheck.audit.gathered import Gathered, Places
from postcheck.audit.spark import _joined, _places_in
from postcheck.corpus import manifest
from postcheck.corpus.fingerprint import K, fingerprints
from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.library import open_library
from postcheck.corpus.search import search
from postcheck.corpus.seeds import SEEDS
from postcheck.corpus.writer import Writer
from postcheck.text import Text

ROWS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 40), st.integers(0, 5)), max_size=60
).map(sorted)


def columns(rows: list[tuple[int, int, int]]) -> list[Any]:
    kinds = np.int64, np.int32, np.int32
    return [np.array([row[at] for row in rows], kind) for at, kind in enumerate(kinds)]


def as_dict(found: Places) -> dict[int, tuple[int, list[tuple[int, int]]]]:
    spots = list(zip(found.docs.tolist(), found.positions.tolist(), strict=True))
    counts = zip(found.hashes.tolist(), found.counts.tolist(), strict=True)
    edges = found.edges.tolist()
    return {h: (count, spots[edges[k] : edges[k + 1]]) for k, (h, count) in enumerate(counts)}


@settings(deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=3), st.integers(1, 7))
def test_first_places_of_several_files_are_those_of_all(
    files: list[list[tuple[int, int, int]]], limit: int
) -> None:
    """Files of one corpus and of others, whose documents are counted from 0 again."""
    wanted = np.array([0, 2, 3, 9])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spark, "SEEDS", limit)
        found = _joined(
            [_places_in(*columns(rows), wanted, 50 * k) for k, rows in enumerate(files)]
        )
    by_hash: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for k, rows in enumerate(files):
        for h, d, p in rows:
            by_hash[h].append((d + 50 * k, p))
    assert as_dict(found) == {
        h: (len(spots), spots[:limit]) for h, spots in by_hash.items() if h in wanted
    }


def test_a_phrase_of_a_million_places_is_cut_where_it_is_found() -> None:
    size = 1_000_000
    rows = np.zeros(size, np.int64), np.arange(size, dtype=np.int32), np.zeros(size, np.int32)
    found = _places_in(*rows, np.array([0]), 0)
    assert as_dict(found) == {0: (size, [(doc, 0) for doc in range(SEEDS)])}


TEXTS = st.text(st.sampled_from("天地玄黄宇宙洪荒，\n"), max_size=60)


@settings(max_examples=15, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=5), TEXTS)
def test_search_finds_the_same(tmp_path_factory: Any, texts: list[str], query: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        home: Path = tmp_path_factory.mktemp("home")
        patch.setenv("POSTCHECK_HOME", str(home))
        with Writer(manifest.corpus_folder("board"), Notes()) as writer:
            for number, text in enumerate(texts):
                writer.append(Entry(str(number), text))
            writer.commit()
        text = Text(query)
        with open_library(["board"]) as library:
            documents = {number: library.document(number) for number in range(len(texts))}
            sizes = library.sizes(np.arange(len(texts)))
            rows = sorted(
                (int(h), doc, place)
                for doc in documents
                for place, h in enumerate(fingerprints(library.folded(doc).codes))
            )
            wanted = np.unique(fingerprints(text.folded.codes)).astype(np.int64)
            found = _places_in(*columns(rows), wanted, 0)
            gathered = Gathered(["board"], _joined([found]), sizes, documents)
            codes = text.folded.codes
            kept = np.ones(max(0, len(codes) - K + 1), dtype=np.bool_)
            there, here = (each.runs(codes, kept, SEEDS) for each in (gathered, library))
            for column in ("doc", "post", "start", "length"):
                assert getattr(there, column).tolist() == getattr(here, column).tolist()
            assert gathered.frequency(codes).tolist() == library.frequency(codes).tolist()
            assert search(text, gathered) == search(text, library)
