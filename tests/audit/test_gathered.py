"""What the cluster gathers for a post is what a library would say, without any cluster."""

from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.audit import spark
from postcheck.audit.gathered import Gathered
from postcheck.audit.spark import _first_places, _places
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


def batches(rows: list[tuple[int, int, int]], cuts: list[int]) -> list[Any]:
    edges = sorted({0, len(rows), *(cut for cut in cuts if cut < len(rows))})
    kinds = pa.int64(), pa.int32(), pa.int32()
    return [
        pa.RecordBatch.from_arrays(
            [pa.array([row[at] for row in rows[start:end]], kinds[at]) for at in range(3)],
            ["h", "d", "p"],
        )
        for start, end in pairwise(edges)
    ]


@settings(deadline=None)
@given(ROWS, st.lists(st.integers(0, 60), max_size=6), st.integers(1, 7))
def test_first_places_are_those_of_the_whole_file(
    rows: list[tuple[int, int, int]], cuts: list[int], limit: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spark, "SEEDS", limit)
        found = [
            row for batch in _first_places(iter(batches(rows, cuts))) for row in batch.to_pylist()
        ]
    by_hash: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for h, d, p in rows:
        by_hash[h].append((d, p))
    assert [
        (row["h"], row["count"], list(zip(row["d"], row["p"], strict=True))) for row in found
    ] == [(h, len(spots), spots[:limit]) for h, spots in by_hash.items()]


def test_a_phrase_of_a_million_places_is_cut_on_the_way() -> None:
    size = 1_000_000
    rows = pa.RecordBatch.from_arrays(
        [pa.array(np.zeros(size, np.int64)), pa.array(np.arange(size, dtype=np.int32)),
         pa.array(np.zeros(size, np.int32))],
        ["h", "d", "p"],
    )  # fmt: skip
    pieces = (rows.slice(start, 10_000) for start in range(0, size, 10_000))
    (found,) = _first_places(pieces)
    assert found.to_pylist() == [{"h": 0, "count": size, "d": list(range(SEEDS)), "p": [0] * SEEDS}]


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
            found = [
                {**row, "c": 0}
                for batch in _first_places(iter(batches(rows, [])))
                for row in batch.to_pylist()
            ]
            gathered = Gathered(["board"], _places(found, np.zeros(1, np.int64)), sizes, documents)
            codes = text.folded.codes
            kept = np.ones(max(0, len(codes) - K + 1), dtype=np.bool_)
            there, here = (each.runs(codes, kept, SEEDS) for each in (gathered, library))
            for column in ("doc", "post", "start", "length"):
                assert getattr(there, column).tolist() == getattr(here, column).tolist()
            assert gathered.frequency(codes).tolist() == library.frequency(codes).tolist()
            assert search(text, gathered) == search(text, library)
