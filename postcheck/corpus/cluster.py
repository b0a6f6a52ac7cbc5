"""Corpora on an existing Apache Spark: its session, exported corpora as data frames, and
corpora built there from raw texts, in the form in which `export` writes them.

All paths must be seen by every worker: a shared folder, mounted at the same place.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from postcheck.corpus import manifest
from postcheck.corpus.fingerprint import fingerprints
from postcheck.corpus.importers import check_sources, read_source
from postcheck.corpus.importers.entry import Notes
from postcheck.corpus.segment import Indices
from postcheck.errors import SourceError, not_installed
from postcheck.text import Text

_ENTRY = "id string, author string, title string, url string, published_at string, text string"
_FIELDS = ("id", "author", "title", "url", "published_at", "text")
_BATCH = 1 << 22  # characters, about, of a batch that goes from a worker to Spark

Batches = Iterator[Any]  # of pyarrow.RecordBatch


def session(master: str) -> Any:
    """A session on the cluster at `master` (spark://… or local[n]); raises `SourceError`.

    Workers run the same Python as here unless PYSPARK_PYTHON says otherwise; postcheck has to
    be installed in it.
    """
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise not_installed("在 Spark 上运行要装 pyspark", "spark") from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = (
        SparkSession.builder.master(master)
        .appName("postcheck")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1024")
    )
    try:
        made = builder.getOrCreate()
    except (PySparkException, OSError, RuntimeError) as error:
        raise SourceError(
            f"连不上 Spark：{type(error).__name__}", remedy="检查地址，以及 Java 17 是否装好",
            file=master,
        ) from error  # fmt: skip
    made.sparkContext.setLogLevel("ERROR")
    return made


@dataclass(frozen=True, slots=True)
class Part:
    """A file of fingerprints, sorted by hash, document, position; `first`, `last`: its hashes."""

    path: str
    first: int
    last: int


@dataclass(frozen=True)
class Exported:
    """A corpus as Parquet; `sizes`: the folded length of each document, by its number; `state`
    as that of the store it comes from."""

    name: str
    folder: Path
    state: str
    sizes: Indices

    def parts(self) -> list[Part]:
        """The files of fingerprints, each with a range of hashes of its own; empty ones not."""
        import pyarrow.parquet

        found = []
        for path in sorted((self.folder / "fingerprints").glob("*.parquet")):
            about = pyarrow.parquet.ParquetFile(path).metadata
            groups = [about.row_group(k).column(0).statistics for k in range(about.num_row_groups)]
            if about.num_rows:
                ends = min(one.min for one in groups), max(one.max for one in groups)
                found.append(Part(str(path), *ends))
        return found

    def texts(self, spark: Any) -> Any:
        """A data frame of d, id, author, title, url, published_at, text."""
        return spark.read.parquet(str(self.folder / "texts.parquet"))


def open_export(name: str, folder: Path) -> Exported:
    """An exported corpus; raises `SourceError` where there is none, or one of other rules."""
    import pyarrow.parquet

    try:
        recipe = json.loads((folder / manifest.RECIPE).read_text(encoding="utf-8"))
        state = recipe.pop("state")
    except (OSError, ValueError, KeyError, AttributeError):
        raise SourceError(
            f"没有语料库“{name}”的导出",
            remedy=f"先运行 postcheck corpus export {name} {folder}",
            file=str(folder),
        ) from None
    if recipe != manifest.recipe():
        raise SourceError(
            "导出的语料库是别的版本做的，指纹对不上", remedy="删掉这个文件夹，重新导出",
            file=str(folder),
        )  # fmt: skip
    table = pyarrow.parquet.read_table(folder / "documents.parquet", columns=["d", "folded"])
    sizes = np.zeros(len(table), dtype=np.int64)
    sizes[table.column("d").to_numpy()] = table.column("folded").to_numpy()
    return Exported(name, folder, state, sizes)


@dataclass(frozen=True)
class BuildReport:
    """What was built: documents and fingerprints."""

    documents: int
    fingerprints: int


def build(spark: Any, sources: Sequence[str], folder: Path, format_: str | None) -> BuildReport:
    """Builds a corpus from raw texts on the cluster, into the new `folder`.

    A source is one task; of documents with one id the last counts, as in `corpus add`. Raises
    `SourceError` where a source is bad, `folder` holds something, or nothing was read.
    """
    from pyspark.sql import functions as sql

    check_sources(sources, format_)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise SourceError("文件夹已经有东西", remedy="换一个名字，或先清空它", file=str(folder))
    texts, count = _numbered(spark, sources, format_)
    documents = texts.mapInArrow(
        _documents,
        "d int, id string, author string, title string, url string, published_at timestamp, "
        "characters int, folded int",
    )
    postings = texts.select("d", "text").mapInArrow(_postings, "h long, d int, p int")
    mixed = texts.select(sql.bit_xor(sql.xxhash64("d", *_FIELDS))).first()[0]
    state = sha256(f"{count} {mixed}".encode()).hexdigest()
    _write(texts, folder / "texts.parquet", "d")
    _write(documents, folder / "documents.parquet", "d")
    _write(postings, folder / "fingerprints", "h", "d", "p")
    # The recipe comes last: a folder without it is not taken for a corpus.
    manifest.save_recipe(folder, state)
    return BuildReport(count, spark.read.parquet(str(folder / "fingerprints")).count())


def _write(rows: Any, folder: Path, first: str, *rest: str) -> None:
    """Parquet files, each with a range of `first` of its own, sorted."""
    rows.repartitionByRange(first).sortWithinPartitions(first, *rest).write.parquet(str(folder))


def _numbered(spark: Any, sources: Sequence[str], format_: str | None) -> tuple[Any, int]:
    """The texts with their numbers, in the order of reading, and how many there are."""
    from pyspark.sql import Window
    from pyspark.sql import functions as sql

    paths = [(number, str(Path(source).absolute())) for number, source in enumerate(sources)]
    listed = spark.createDataFrame(paths, "file int, path string")
    listed = listed.repartitionByRange(len(paths), "file")
    read = listed.mapInArrow(_Reading(format_), f"file int, k long, fault string, {_ENTRY}")
    read = read.persist()
    faults = [row.fault for row in read.where("fault is not null").limit(20).collect()]
    if faults:
        raise SourceError(
            f"来源有错：{faults[0]}" + (f"（共 {len(faults)} 处以上）" if faults[1:] else ""),
            remedy="改好后重来；什么都没有写",
        )
    last = Window.partitionBy("id").orderBy(sql.desc("file"), sql.desc("k"))
    kept = read.withColumn("rank", sql.row_number().over(last)).where("rank = 1").persist()
    counts = {row["file"]: row["count"] for row in kept.groupBy("file").count().collect()}
    if not counts:
        raise SourceError("没有读到任何文章", remedy="检查来源")
    sums = accumulate((counts.get(number, 0) for number, _ in paths), initial=0)
    first = spark.createDataFrame(list(enumerate(sums)), "file int, first long")
    order = Window.partitionBy("file").orderBy("k")
    place = (sql.col("first") + sql.row_number().over(order) - 1).cast("int")
    numbered = kept.join(sql.broadcast(first), "file").withColumn("d", place)
    return numbered.select("d", *_FIELDS).persist(), sum(counts.values())


@dataclass(frozen=True)
class _Reading:
    """Reads the sources of a batch: a row an entry, and a row a fault."""

    format: str | None

    def __call__(self, batches: Batches) -> Batches:
        for batch in batches:
            for number, path in zip(*(each.to_pylist() for each in batch.columns), strict=True):
                yield from self._read(number, path)

    def _read(self, number: int, path: str) -> Batches:
        notes = Notes()
        rows: list[tuple[Any, ...]] = []
        size = 0
        for k, entry in enumerate(read_source(path, self.format, notes)):
            rows.append((number, k, None, *(getattr(entry, name) for name in _FIELDS)))
            size += len(entry.text)
            if size > _BATCH:
                yield _batch(rows, _READ)
                rows, size = [], 0
        rows += [(number, -1, error.layout(), *[None] * len(_FIELDS)) for error in notes.errors]
        if rows:
            yield _batch(rows, _READ)


_READ = {"file": "int32", "k": "int64", "fault": "string", **dict.fromkeys(_FIELDS, "string")}
_DOCUMENT = {
    "d": "int32", **dict.fromkeys(_FIELDS[:4], "string"), "published_at": "timestamp[us, tz=UTC]",
    "characters": "int32", "folded": "int32",
}  # fmt: skip


def _documents(batches: Batches) -> Batches:
    """The texts' lengths in place of the texts, and their times as times."""
    for batch in batches:
        rows = []
        for d, *about, published, text in zip(*map(_values, batch.columns), strict=True):
            time = published and datetime.fromisoformat(published)
            rows.append((d, *about, time, len(text), len(Text(text).folded)))
        yield _batch(rows, _DOCUMENT)


def _postings(batches: Batches) -> Batches:
    """All fingerprints of the texts, a document after the other."""
    import pyarrow as pa

    for batch in batches:
        for d, text in zip(*map(_values, batch.columns), strict=True):
            hashes = fingerprints(Text(text).folded.codes).astype(np.int64)
            columns = [hashes, np.full(len(hashes), d, np.int32), np.arange(len(hashes))]
            types = [pa.int64(), pa.int32(), pa.int32()]
            arrays = [pa.array(c, t) for c, t in zip(columns, types, strict=True)]
            yield pa.RecordBatch.from_arrays(arrays, ["h", "d", "p"])


def _values(column: Any) -> list[Any]:
    values: list[Any] = column.to_pylist()
    return values


def _batch(rows: list[tuple[Any, ...]], columns: dict[str, str]) -> Any:
    import pyarrow as pa

    kinds = {
        "int32": pa.int32(), "int64": pa.int64(), "string": pa.string(),
        "timestamp[us, tz=UTC]": pa.timestamp("us", tz="UTC"),
    }  # fmt: skip
    arrays = [
        pa.array(values, kinds[kind])
        for values, kind in zip(zip(*rows, strict=True), columns.values(), strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, list(columns))
