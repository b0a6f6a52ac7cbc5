"""Many posts vetted on Apache Spark: one join of fingerprints, then `vet` beside the texts.

The result of a post is, byte for byte, what `vet` gives on one machine with the same corpora:

1. posts → their fingerprints, packed, a row for each file of fingerprints that may hold them;
2. the join, where the files are: a task reads one sorted file and looks the fingerprints of
   `BLOCK` posts up in it; each gives its number of occurrences and its first `SEEDS` places, so
   that a phrase of a million documents weighs no more than one of a hundred;
3. what was found gathered for each post;
4. posts in parts; for each part the documents that `search` may read, each sent once;
5. `vet` on each post, with a `Gathered` library.

Everything is packed in a few rows a post: rows of single fingerprints would cost more than the
checks.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from postcheck.audit.gathered import Gathered, Places
from postcheck.audit.pool import Failure, broken
from postcheck.audit.vet import Plan, Setting, opened, vet
from postcheck.corpus.cluster import Batches, Exported, Part
from postcheck.corpus.fingerprint import fingerprints
from postcheck.corpus.library import Document
from postcheck.corpus.search import readable
from postcheck.corpus.seeds import SEEDS, without_noise
from postcheck.corpus.segment import Indices
from postcheck.post import Post
from postcheck.report.jsonl import json_line

PART = 64  # posts that are vetted together and share the documents sent
BLOCK = 4096  # posts that are looked up in a file of fingerprints at a time


@dataclass(frozen=True)
class Cluster:
    """A session (`corpus.cluster.session`) and the corpora of a plan, in its order."""

    spark: Any
    corpora: tuple[Exported, ...] = ()


def vet_all(cluster: Cluster, plan: Plan, posts: Iterable[Post]) -> Iterator[str | Failure]:
    """The line of each post, in order; a post on which `vet` breaks is a `Failure`."""
    from pyspark.sql import functions as sql

    spark, corpora = cluster.spark, cluster.corpora
    sizes = [corpus.sizes for corpus in corpora]
    bases = np.concatenate([[0], np.cumsum([len(each) for each in sizes])]).astype(np.int64)
    shared = spark.sparkContext.broadcast(
        _Shared(
            replace(plan, corpora=()),
            tuple(corpus.name for corpus in corpora),
            np.concatenate([np.zeros(0, dtype=np.int64), *sizes]),
        )
    )
    asked = _posts(spark, posts).persist()
    found = _found(asked, corpora, bases).withColumn("part", sql.floor(sql.col("n") / PART))
    found = found.persist()
    needs = found.mapInArrow(_needs(shared), "part long, g long").distinct()
    texts = _texts(spark, needs, corpora, bases)
    vetted = (
        found.groupBy("part").cogroup(texts.groupBy("part"))
        .applyInArrow(_vetting(shared), "n long, line string, broken string")
        .persist()  # sorting reads its input twice
    )  # fmt: skip
    try:
        for row in vetted.orderBy("n").toLocalIterator(prefetchPartitions=True):
            yield row.line if row.broken is None else broken(row.broken)
    finally:
        for kept in (vetted, found, asked):
            kept.unpersist()


@dataclass(frozen=True)
class _Shared:
    """What every worker needs once: the plan, and the documents' lengths."""

    plan: Plan
    names: tuple[str, ...]
    sizes: Indices


def _posts(spark: Any, posts: Iterable[Post]) -> Any:
    """A data frame of the posts' numbers and the posts themselves."""
    import pyarrow as pa

    packed = [pickle.dumps(post) for post in posts]
    columns = [pa.array(range(len(packed)), pa.int64()), pa.array(packed, pa.binary())]
    return spark.createDataFrame(pa.table(columns, ["n", "post"])).repartition("n")


def _found(asked: Any, corpora: Sequence[Exported], bases: Any) -> Any:
    """The posts with what the corpora have of their fingerprints, packed, in `found`."""
    from pyspark.sql import functions as sql

    parts = [
        (part, int(base))
        for corpus, base in zip(corpora, bases, strict=False)
        for part in corpus.parts()
    ]
    places = (
        asked.mapInArrow(_grams([part for part, _ in parts]), _GRAMS)
        .groupBy("file", "block").applyInArrow(_looking_up(parts), "n long, found binary")
        .groupBy("n").agg(sql.collect_list("found").alias("found"))
    )  # fmt: skip
    return asked.join(places, "n", "left")


def _texts(spark: Any, needs: Any, corpora: Sequence[Exported], bases: Any) -> Any:
    """For each part the documents that it needs, by their numbers in all corpora."""
    from pyspark.sql import functions as sql

    about = ("id", "author", "title", "url", "published_at", "text")
    empty = spark.createDataFrame(
        [], "g long, c int, " + ", ".join(f"{name} string" for name in about)
    )
    frames = [
        corpus.texts(spark).select(
            (sql.col("d").cast("long") + int(bases[number])).alias("g"),
            sql.lit(number).alias("c"),
            *about,
        )
        for number, corpus in enumerate(corpora)
    ]
    every = reduce(lambda left, right: left.unionAll(right), frames, empty)
    return needs.join(every, "g")


_GRAMS = "file int, block long, n long, hashes binary"


def _grams(parts: Sequence[Part]) -> Callable[[Batches], Batches]:
    """The function that gives the different fingerprints of each post, as `search` asks for
    them, in a row for each of the files."""

    def grams(batches: Batches) -> Batches:
        import pyarrow as pa

        for batch in batches:
            rows: list[tuple[int, int, int, bytes]] = []
            for number, blob in zip(*(each.to_pylist() for each in batch.columns), strict=True):
                post: Post = pickle.loads(blob)
                hashes = np.unique(fingerprints(without_noise(post.text.folded).codes))
                hashes = hashes.astype(np.int64)
                for file, part in enumerate(parts):
                    start = np.searchsorted(hashes, part.first)
                    mine = hashes[start : np.searchsorted(hashes, part.last, side="right")]
                    if len(mine):
                        rows.append((file, number // BLOCK, number, mine.tobytes()))
            if rows:
                types = pa.int32(), pa.int64(), pa.int64(), pa.binary()
                yield pa.RecordBatch.from_arrays(
                    [pa.array(c, t) for c, t in zip(zip(*rows, strict=True), types, strict=True)],
                    ["file", "block", "n", "hashes"],
                )

    return grams


def _looking_up(parts: Sequence[tuple[Part, int]]) -> Callable[[Any], Any]:
    """The function that looks posts up in a file; with each file the number of the first
    document of its corpus in all corpora."""

    def looking_up(asked: Any) -> Any:
        import pyarrow as pa
        import pyarrow.parquet

        part, base = parts[asked.column("file")[0].as_py()]
        table = pyarrow.parquet.read_table(part.path)
        h, d, p = (table.column(name).to_numpy() for name in ("h", "d", "p"))
        numbers = asked.column("n").to_pylist()
        wanted = [np.frombuffer(each, np.int64) for each in asked.column("hashes").to_pylist()]
        found = [pickle.dumps(_places_in(h, d, p, each, base)) for each in wanted]
        columns = [pa.array(numbers, pa.int64()), pa.array(found, pa.binary())]
        return pa.table(columns, ["n", "found"])

    return looking_up


def _places_in(h: Any, d: Any, p: Any, wanted: Indices, base: int) -> Places:
    """What sorted rows of h, d, p have of fingerprints; the documents are counted from `base`."""
    first, last = (np.searchsorted(h, wanted, side=side) for side in ("left", "right"))
    met = last > first
    first, counts = first[met], (last - first)[met]
    held = np.minimum(counts, SEEDS)
    edges = np.concatenate([[0], np.cumsum(held)])
    at = np.arange(edges[-1]) + np.repeat(first - edges[:-1], held)
    docs, positions = d[at].astype(np.int64) + base, p[at].astype(np.int64)
    return Places(wanted[met].astype(np.uint64), counts, edges, docs, positions)


def _joined(found: Sequence[Places]) -> Places:
    """What several files have for one post, in the order that a library has."""
    none = np.empty(0, dtype=np.int64)
    hashes, row = np.unique(
        np.concatenate([none.astype(np.uint64), *(one.hashes for one in found)]),
        return_inverse=True,
    )
    counts = np.zeros(len(hashes), dtype=np.int64)
    np.add.at(counts, row, np.concatenate([none, *(one.counts for one in found)]))
    held = np.concatenate([none, *(np.diff(one.edges) for one in found)])
    docs = np.concatenate([none, *(one.docs for one in found)])
    positions = np.concatenate([none, *(one.positions for one in found)])
    of = np.repeat(row, held)
    order = np.lexsort((positions, docs, of))
    of, docs, positions = of[order], docs[order], positions[order]
    kept = np.arange(len(of)) - np.searchsorted(of, of) < SEEDS
    edges = np.searchsorted(of[kept], np.arange(len(hashes) + 1))
    return Places(hashes, counts, edges, docs[kept], positions[kept])


def _library(
    value: _Shared, found: list[bytes] | None, documents: dict[int, Document]
) -> Gathered | None:
    """None where no corpus is searched."""
    if not value.names:
        return None
    places = _joined([pickle.loads(each) for each in found or ()])
    return Gathered(value.names, places, value.sizes, documents)


def _needs(shared: Any) -> Callable[[Batches], Batches]:
    """The function that says which documents each part's posts may read."""

    def needs(batches: Batches) -> Batches:
        import pyarrow as pa

        for batch in batches:
            parts: list[int] = []
            needed: list[int] = []
            for row in batch.select(["part", "post", "found"]).to_pylist():
                library = _library(shared.value, row["found"], {})
                post: Post = pickle.loads(row["post"])
                mine = readable(post.text, library) if library is not None else set()
                parts += [row["part"]] * len(mine)
                needed += sorted(mine)
            columns = [pa.array(each, pa.int64()) for each in (parts, needed)]
            yield pa.RecordBatch.from_arrays(columns, ["part", "g"])

    return needs


def _vetting(shared: Any) -> Callable[[Any, Any], Any]:
    """The function that gives the lines of a part's posts."""

    def vetting(posts: Any, texts: Any) -> Any:
        import pyarrow as pa

        value: _Shared = shared.value
        setting = opened(value.plan)
        documents = {row["g"]: _document(row, value.names) for row in texts.to_pylist()}
        rows = []
        for row in posts.select(["n", "post", "found"]).to_pylist():
            post: Post = pickle.loads(row["post"])
            there = replace(setting, library=_library(value, row["found"], documents))
            rows.append((row["n"], *_line(post, there)))
        types = pa.int64(), pa.string(), pa.string()
        columns = [pa.array(c, t) for c, t in zip(zip(*rows, strict=True), types, strict=True)]
        return pa.table(columns, ["n", "line", "broken"])

    return vetting


def _line(post: Post, setting: Setting) -> tuple[str | None, str | None]:
    """The line of a post, or what broke."""
    try:
        return json_line(vet(post, setting)), None
    except Exception as error:  # noqa: BLE001  one bad post must not end the run
        return None, f"{type(error).__name__}: {error}"


def _document(row: dict[str, Any], names: Sequence[str]) -> Document:
    from datetime import datetime

    published = row["published_at"]
    return Document(
        corpus=names[row["c"]],
        id=row["id"] or "",
        author=row["author"],
        title=row["title"],
        url=row["url"],
        published_at=None if published is None else datetime.fromisoformat(published),
        text=row["text"],
    )
