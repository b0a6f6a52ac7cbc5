"""Spark beside one machine: the same posts, the same corpus, the same two cores.

    python benchmarks/cluster.py [POSTS [MILLIONS]]

1,000 posts and then POSTS (4,000) of some 1,000 characters, every third with a passage from a
corpus of MILLIONS (10) million characters; both are made as in audit.py and store_speed.py. One
machine: two processes of `audit`'s pool without its pages; Spark: `local[2]`, the same functions.
CPU seconds of all processes, without starting Java and Spark. What 1,000 posts cost and what POSTS
cost tells the cost of each further post from that of a run, which is paid once for up to 100,000.
At the end: whether both gave the same bytes.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import audit
import psutil

from postcheck.audit.pool import Work, results
from postcheck.audit.spark import Cluster, vet_all
from postcheck.audit.vet import Plan, Setting, opened, vet
from postcheck.corpus.cluster import open_export, session
from postcheck.corpus.export import export
from postcheck.post import Post
from postcheck.readers import read
from postcheck.report.jsonl import json_line
from postcheck.ruleset import load

FEW = 1000


class Here:
    """What a process of the pool keeps."""

    setting: Setting


def start(plan: Plan) -> None:
    Here.setting = opened(plan)


def do(post: Post) -> str:
    return json_line(vet(post, Here.setting))


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


def told(name: str, asked: list[Post], vetted: Callable[[list[Post]], list[Any]]) -> list[Any]:
    """Vets the first posts, then all, prints what that costs and returns what came of all."""
    costs = []
    for posts in (asked[:FEW], asked):
        cpu, wall = spent(), time.perf_counter()
        found = vetted(posts)
        cpu, wall = spent() - cpu, time.perf_counter() - wall
        costs.append(cpu)
        print(f"{name:12}{len(posts):6} posts{len(posts) / cpu:14.1f}{len(posts) / wall:14.1f}"
              f"{hours(cpu / len(posts)):24.1f}", flush=True)  # fmt: skip
    if len(asked) > FEW:
        each = (costs[1] - costs[0]) / (len(asked) - FEW)
        print(f"{name:12}each further{1 / each:14.1f}{'':14}{hours(each):24.1f}")
        print(f"{name:12}a run by itself: {costs[0] - FEW * each:.1f} s of CPU", flush=True)
    return found


def hours(seconds: float) -> float:
    """Of a million posts."""
    return seconds * 1_000_000 / 3600


def main() -> None:
    posts = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
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
        print(f"{'':24}{'posts/s CPU':>14}{'posts/s wall':>14}{'CPU h a million':>24}")
        work: Work[Post, Any] = Work(start, plan, do)

        def in_pool(some: list[Post]) -> list[Any]:
            return [found for _, found in results(((None, post) for post in some), work, 2)]

        here = told("one machine", asked, in_pool)
        spark = session("local[2]")
        cluster = Cluster(spark, (open_export("board", folder / "export"),))
        list(vet_all(cluster, plan, asked[:10]))  # Java warms up
        there = told("Spark", asked, lambda some: list(vet_all(cluster, plan, some)))
        spark.stop()
        print("same bytes" if there == here else "DIFFERENT")


if __name__ == "__main__":
    main()
