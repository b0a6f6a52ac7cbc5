"""Spark beside one machine: the same posts, the same corpus, the same two cores.

    python benchmarks/cluster.py [POSTS [MILLIONS]]

POSTS (2,000) posts of some 1,000 characters, every third with a passage from a corpus of MILLIONS
(10) million characters; both are made as in audit.py and store_speed.py. One machine: two processes
of `audit`'s pool without its pages; Spark: `local[2]`, the same functions. CPU seconds of all
processes, without starting Java and Spark; and whether both gave the same bytes.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import audit
import psutil

from postcheck.audit.pool import Work, results
from postcheck.audit.spark import Cluster, vet_all
from postcheck.audit.vet import Plan, Setting, line, opened, vet
from postcheck.corpus.cluster import open_export, session
from postcheck.corpus.export import export
from postcheck.post import Post
from postcheck.readers import read
from postcheck.ruleset import load


class Here:
    """What a process of the pool keeps."""

    setting: Setting


def start(plan: Plan) -> None:
    Here.setting = opened(plan)


def do(post: Post) -> str:
    return line(vet(post, Here.setting))


def spent() -> float:
    """CPU seconds of this process and all below it, ended ones too."""
    me = psutil.Process()
    total = sum(os.times()[:4])
    for child in me.children(recursive=True):
        try:
            total += sum(child.cpu_times()[:2])
        except psutil.Error:
            continue
    return total


def told(name: str, posts: int, cpu: float, wall: float) -> None:
    million = cpu * 1_000_000 / posts / 3600
    print(f"{name:14}{posts / cpu:14.1f}{posts / wall:14.1f}{million:26.1f}")


def main() -> None:
    posts = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    millions = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["POSTCHECK_HOME"] = str(folder / "home")
        (folder / "spark-defaults.conf").write_text(
            "spark.sql.shuffle.partitions 8\nspark.ui.enabled false\nspark.driver.memory 4g\n"
        )
        os.environ["SPARK_CONF_DIR"] = str(folder)
        os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
        texts = audit.corpus(folder, "board", millions * 1_000_000)
        asked = read(str(audit.write_posts(folder, posts, texts)))
        plan = Plan(load("fengyun85"), ("board",), kind="kill")
        report = export("board", folder / "export")
        print(f"export: {report.bytes / report.fingerprints:.1f} bytes a fingerprint, all in all")
        print(f"{'':14}{'posts/s CPU':>14}{'posts/s wall':>14}{'CPU hours a million posts':>26}")
        work: Work[Post, Any] = Work(start, plan, do)
        cpu, wall = spent(), time.perf_counter()
        here = [found for _, found in results(((None, post) for post in asked), work, 2)]
        told("one machine", posts, spent() - cpu, time.perf_counter() - wall)
        spark = session("local[2]")
        cluster = Cluster(spark, (open_export("board", folder / "export"),))
        list(vet_all(cluster, plan, asked[:10]))  # Java warms up
        cpu, wall = spent(), time.perf_counter()
        there = list(vet_all(cluster, plan, asked))
        told("Spark", posts, spent() - cpu, time.perf_counter() - wall)
        spark.stop()
        print("same bytes" if there == here else "DIFFERENT")


if __name__ == "__main__":
    main()
