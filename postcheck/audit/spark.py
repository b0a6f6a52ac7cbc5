"""Many posts vetted on Apache Spark: one join of fingerprints, then `vet` beside the texts.

The result of a post is, byte for byte, what `vet` gives on one machine with the same corpora:

1. posts → their fingerprints (h, n);
2. corpora → for each fingerprint its number of occurrences and its first `SEEDS` places, made
   in one pass over the sorted files, so that a phrase of a million documents weighs no more
   than one of a hundred;
3. the join of both on h, gathered for each post;
4. posts in parts; for each part the documents that `search` may read, each sent once;
5. `vet` on each post, with a `Gathered` library.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from postcheck.audit.gathered import Gathered, Places
from postcheck.audit.pool import Failure, broken
from postcheck.audit.vet import Plan, Setting, line, opened, vet
from postcheck.corpus.cluster import Batches, Exported
from postcheck.corpus.fingerprint import fingerprints
from postcheck.corpus.library import Document
from postcheck.corpus.search import readable
from postcheck.corpus.seeds import SEEDS, without_noise
from postcheck.post import Post

PART = 64  # posts that are vetted together and share the documents sent
_FOUND = "found array<struct<h:long,c:int,count:long,d:array<int>,p:array<int>>>"


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
            bases,
            np.concatenate([np.zeros(0, dtype=np.int64), *sizes]),
        )
    )
    asked = _posts(spark, posts).persist()
    found = _found(spark, asked, corpora) if corpora else asked.withColumn("found", _nothing(sql))
    found = found.withColumn("part", sql.floor(sql.col("n") / PART)).persist()
    needs = found.mapInArrow(_needs(shared), "part long, g long").distinct()
    texts = _texts(spark, needs, corpora, bases)
    vetted = (
        found.groupBy("part").cogroup(texts.groupBy("part"))
        .applyInArrow(_vetting(shared), "n long, line string, broken string")
    )  # fmt: skip
    for row in vetted.orderBy("n").toLocalIterator(prefetchPartitions=True):
        yield row.line if row.broken is None else broken(row.broken)


@dataclass(frozen=True)
class _Shared:
    """What every worker needs once: the plan, and the documents' lengths."""

    plan: Plan
    names: tuple[str, ...]
    bases: np.ndarray[tuple[int], np.dtype[np.int64]]
    sizes: np.ndarray[tuple[int], np.dtype[np.int64]]


def _posts(spark: Any, posts: Iterable[Post]) -> Any:
    """A data frame of the posts' numbers and the posts themselves."""
    rows = [(number, pickle.dumps(post)) for number, post in enumerate(posts)]
    return spark.createDataFrame(rows, "n long, post binary").repartition("n")


def _nothing(sql: Any) -> Any:
    return sql.from_json(sql.lit("[]"), _FOUND.partition(" ")[2])


def _found(spark: Any, asked: Any, corpora: Sequence[Exported]) -> Any:
    """The posts with what the corpora have of their fingerprints."""
    from pyspark.sql import functions as sql

    places = reduce(
        lambda left, right: left.unionAll(right),
        [
            corpus.fingerprints(spark)
            .mapInArrow(_first_places, "h long, count long, d array<int>, p array<int>")
            .withColumn("c", sql.lit(number))
            for number, corpus in enumerate(corpora)
        ],
    )
    grams = asked.mapInArrow(_grams, "h long, n long")
    gathered = (
        places.join(grams, "h").groupBy("n")
        .agg(sql.collect_list(sql.struct("h", "c", "count", "d", "p")).alias("found"))
    )  # fmt: skip
    return asked.join(gathered, "n", "left")


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


def _grams(batches: Batches) -> Batches:
    """The different fingerprints of each post, as `search` asks for them."""
    import pyarrow as pa

    for batch in batches:
        for number, blob in zip(*(each.to_pylist() for each in batch.columns), strict=True):
            post: Post = pickle.loads(blob)
            hashes = np.unique(fingerprints(without_noise(post.text.folded).codes))
            columns = [hashes.astype(np.int64), np.full(len(hashes), number, dtype=np.int64)]
            yield pa.RecordBatch.from_arrays([pa.array(each) for each in columns], ["h", "n"])


def _first_places(batches: Batches) -> Batches:
    """Rows of one fingerprint each from sorted rows of h, d, p; one that goes on in the next
    batch is held back, cut to what is kept of it."""
    held: tuple[Any, Any, Any, int] | None = None
    for batch in batches:
        h, d, p = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
        if not len(h):
            continue
        more = 0
        if held is not None:
            h, d, p = (np.concatenate(pair) for pair in zip(held[:3], (h, d, p), strict=True))
            more = held[3]
        start = np.flatnonzero(np.concatenate([[True], h[1:] != h[:-1]]))
        count = np.diff(np.append(start, len(h)))
        count[0] += more
        last = int(start[-1])
        kept = slice(last, last + SEEDS)
        held = h[kept], d[kept], p[kept], int(count[-1]) - len(h[kept])
        if len(start) > 1:
            yield _lists(h, d, p, start[:-1], count[:-1], last)
    if held is not None:
        h, d, p, more = held
        yield _lists(h, d, p, np.zeros(1, dtype=np.int64), np.array([len(h) + more]), len(h))


def _lists(h: Any, d: Any, p: Any, start: Any, count: Any, end: int) -> Any:
    """A batch of h, count and the first places of each group that begins at `start`."""
    import pyarrow as pa

    length = np.minimum(np.diff(np.append(start, end)), SEEDS)
    edges = np.concatenate([[0], np.cumsum(length)])
    at = np.arange(edges[-1]) + np.repeat(start - edges[:-1], length)
    lists = [
        pa.ListArray.from_arrays(pa.array(edges, pa.int32()), pa.array(values[at], pa.int32()))
        for values in (d, p)
    ]
    columns = [pa.array(h[start]), pa.array(count, pa.int64()), *lists]
    return pa.RecordBatch.from_arrays(columns, ["h", "count", "d", "p"])


def _places(found: list[dict[str, Any]] | None, bases: Any) -> Places:
    """What the join found for one post, in the order that a library has."""
    rows = sorted(found or (), key=lambda row: (row["h"], row["c"]))
    hashes, counts = np.unique([row["h"] for row in rows], return_counts=True)
    edges, totals, docs, positions = [0], [], [], []
    at = 0
    for size in counts.tolist():
        mine = rows[at : at + size]
        at += size
        spots = sorted(
            (int(bases[row["c"]]) + d, p)
            for row in mine
            for d, p in zip(row["d"], row["p"], strict=True)
        )[:SEEDS]
        totals.append(sum(row["count"] for row in mine))
        docs += [doc for doc, _ in spots]
        positions += [position for _, position in spots]
        edges.append(len(docs))
    return Places(
        hashes.astype(np.uint64),
        *(np.array(each, dtype=np.int64) for each in (totals, edges, docs, positions)),
    )


def _library(shared: Any, found: Any, documents: dict[int, Document]) -> Gathered | None:
    """None where no corpus is searched."""
    value: _Shared = shared.value
    if not value.names:
        return None
    return Gathered(value.names, _places(found, value.bases), value.sizes, documents)


def _needs(shared: Any) -> Callable[[Batches], Batches]:
    """The function that says which documents each part's posts may read."""

    def needs(batches: Batches) -> Batches:
        import pyarrow as pa

        for batch in batches:
            parts: list[int] = []
            needed: list[int] = []
            for row in batch.select(["part", "post", "found"]).to_pylist():
                library = _library(shared, row["found"], {})
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
            there = replace(setting, library=_library(shared, row["found"], documents))
            rows.append((row["n"], *_line(post, there)))
        types = pa.int64(), pa.string(), pa.string()
        columns = [pa.array(c, t) for c, t in zip(zip(*rows, strict=True), types, strict=True)]
        return pa.table(columns, ["n", "line", "broken"])

    return vetting


def _line(post: Post, setting: Setting) -> tuple[str | None, str | None]:
    """The line of a post, or what broke."""
    try:
        return line(vet(post, setting)), None
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
