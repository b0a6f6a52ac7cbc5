"""On a real standalone master with two workers, started here on loopback: the same bytes."""

import json
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspark
import pytest
from services import program

from postcheck.audit.spark import Cluster, vet_all
from postcheck.audit.vet import Plan, opened, vet
from postcheck.cli.main import run
from postcheck.corpus import cluster, store
from postcheck.corpus.cluster import build, open_export
from postcheck.corpus.export import export
from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.report.jsonl import json_line
from postcheck.ruleset import load
from postcheck.text import Text

WORDS = tuple(
    "渡口河堤旧船灯火石阶雨声木桥晚风竹林山雾信纸铜钟柿子青瓦炉火归鸟走过望着听见想起放下推开"
)
COMMON = "以上内容纯属虚构，如有雷同实属巧合，谢谢观看。"
SCRIPT = Path(pyspark.__file__).parent / "bin" / "spark-class"


def sentence(chance: random.Random) -> str:
    return "".join(chance.choices(WORDS, k=chance.randint(6, 18))) + chance.choice("，。！？")


def texts(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    made = ["".join(sentence(chance) for _ in range(chance.randint(5, 60))) for _ in range(count)]
    return [one + COMMON if number % 2 else one for number, one in enumerate(made)]


def posts(earlier: list[str], seed: int, count: int) -> list[Post]:
    """Posts with pieces of the earlier texts in them, some of them altered."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        parts = [sentence(chance) for _ in range(20)]
        for _ in range(chance.randint(0, 3)):
            source = chance.choice(earlier)
            start = chance.randrange(max(1, len(source) - 80))
            piece = source[start : start + chance.randint(10, 80)]
            parts.insert(chance.randrange(len(parts)), piece.replace("旧船", "新船"))
        body = "".join(parts) + (COMMON if number % 3 == 0 else "")
        made.append(
            Post(Text(body), "posts.jsonl", str(number), kind="kill", author=f"a{number % 5}")
        )
    return [*made, Post(Text("，。"), "posts.jsonl", "marks", kind="kill"),
            Post(Text(earlier[0]), "posts.jsonl", "copy", kind="report")]  # fmt: skip


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a master with two workers of one core each."""
    program("java")
    folder = tmp_path_factory.mktemp("spark")
    address = f"spark://127.0.0.1:{(port := free_port())}"
    inside = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1",
              "PYSPARK_PYTHON": sys.executable}  # fmt: skip
    package = "org.apache.spark.deploy"
    commands = [
        [f"{package}.master.Master", "--host", "127.0.0.1", "--port", str(port),
         "--webui-port", "0"],
        *([f"{package}.worker.Worker", "--host", "127.0.0.1", "--webui-port", "0", "--cores", "1",
           "--memory", "1g", "--work-dir", str(folder / f"work{number}"), address]
          for number in range(2)),
    ]  # fmt: skip
    running: list[subprocess.Popen[bytes]] = []
    defaults = folder / "spark-defaults.conf"
    defaults.write_text("spark.sql.shuffle.partitions 3\nspark.ui.enabled false\n", "utf-8")
    patch = pytest.MonkeyPatch()
    patch.setenv("SPARK_CONF_DIR", str(folder))
    patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    try:
        for number, words in enumerate(commands):
            with (folder / f"log{number}").open("wb") as log:
                running.append(
                    subprocess.Popen([SCRIPT, *words], env=inside, stdout=log, stderr=log)
                )
        wait_for(folder / "log0", 2)
        yield address
    finally:
        patch.undo()
        for process in reversed(running):
            process.terminate()
        for process in running:
            process.wait(30)


def wait_for(log: Path, workers: int) -> None:
    end = time.monotonic() + 240
    while len(re.findall("Registering worker", log.read_text(errors="replace"))) < workers:
        assert time.monotonic() < end, log.read_text(errors="replace")[-2000:]
        time.sleep(0.2)


@pytest.fixture(scope="module")
def spark(master: str) -> Iterator[Any]:
    made = cluster.session(master)
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path / "home"))
    return tmp_path


def write(path: Path, bodies: list[str], **more: str) -> Path:
    rows = [
        {"id": f"{path.stem}-{number}", "text": body, "author": f"b{number % 7}",
         "published_at": f"20{10 + number % 9}-05-01T08:00:00+08:00", **more}
        for number, body in enumerate(bodies)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def test_the_cluster_gives_the_bytes_of_one_machine(spark: Any, home: Path) -> None:
    first, second = texts(120, 1), texts(80, 2)
    store.add("board", [str(write(home / "board.jsonl", first))])
    store.add("old", [str(write(home / "old.jsonl", second + first[:5]))])
    exported = []
    for name in ("board", "old"):
        export(name, home / name)
        exported.append(open_export(name, home / name))
    asked = posts(first + second, 3, 70)
    plan = Plan(load("fengyun85"), ("board", "old"), roster=("渡口人", "晚归人"))
    setting = opened(plan)
    here = [json_line(vet(post, setting)) for post in asked]
    there = list(vet_all(Cluster(spark, tuple(exported)), plan, asked))
    assert there == here
    assert sum('"quoted":{"count":0' not in each for each in here) > 30, "nothing was found"


def test_without_a_corpus_posts_are_vetted_all_the_same(spark: Any) -> None:
    asked = posts(texts(3, 4), 5, 3)
    plan = Plan(load("wuyue161"))
    assert list(vet_all(Cluster(spark), plan, asked)) == [
        json_line(vet(one, opened(plan))) for one in asked
    ]


def test_a_corpus_built_on_the_cluster_is_the_exported_one(spark: Any, home: Path) -> None:
    bodies = texts(60, 6)
    sources = [str(write(home / "a.jsonl", bodies[:25])), str(write(home / "b.jsonl", bodies[25:]))]
    store.add("board", sources)
    export("board", home / "exported")
    report = build(spark, sources, home / "built", None)
    assert report.documents == 60
    from pyarrow import dataset

    def rows(name: str, folder: str) -> list[dict[str, Any]]:
        place = home / folder / name
        found: list[dict[str, Any]] = (
            dataset.dataset(place, format="parquet").to_table().to_pylist()
        )
        return sorted(found, key=lambda row: tuple(str(each) for each in row.values()))

    for name in ("documents.parquet", "texts.parquet", "fingerprints"):
        assert rows(name, "built") == rows(name, "exported")


def test_bad_sources_are_said_and_nothing_is_written(spark: Any, home: Path) -> None:
    bad = home / "bad.jsonl"
    bad.write_text('{"id": "a"}\n', "utf-8")
    with pytest.raises(SourceError, match=r"bad.jsonl:1"):
        build(spark, [str(bad)], home / "built", None)
    assert not (home / "built").exists()


def test_an_export_of_other_rules_is_refused(home: Path) -> None:
    with pytest.raises(SourceError, match="没有语料库“board”的导出"):
        open_export("board", home / "nowhere")
    store.add("board", [str(write(home / "a.jsonl", texts(2, 1)))])
    export("board", home / "out")
    (home / "out" / "recipe.json").write_text('{"k": 4, "state": ""}', "utf-8")
    with pytest.raises(SourceError, match="别的版本"):
        open_export("board", home / "out")


def test_audit_writes_the_same_files_there(master: str, home: Path) -> None:
    earlier = texts(40, 8)
    store.add("board", [str(write(home / "board.jsonl", earlier))])
    export("board", home / "exports" / "board")
    rows = [
        {"id": post.id, "text": post.text.original, "kind": post.kind, "author": post.author}
        for post in posts(earlier, 9, 12)
    ]
    asked = home / "posts.jsonl"
    asked.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    words = ["audit", str(asked), "--ruleset", "fengyun85", "--anonymize"]
    here = run([*words, "--jobs", "1", "--out", str(home / "here")])
    cluster_words = ["--spark", master, "--exports", str(home / "exports")]
    there = run([*words, *cluster_words, "--jobs", "1", "--out", str(home / "there")])
    assert there == here
    assert tree(home / "there") == tree(home / "here")
    assert len(tree(home / "here")) > 12


def tree(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}
