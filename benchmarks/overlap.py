"""postcheck beside its peers in finding reused text, in one run.

    python benchmarks/overlap.py [--millions N | --large] [--peers NAME,NAME] [--no-shared]

Runs `../shared/eval/overlap` where it is there, with its scorer, and a synthetic corpus of N
million characters that it makes itself (default 1; --large: 100). One table each: quality, CPU
seconds to build and CPU milliseconds a post, both also as the peer's figure over postcheck's.
The last line of a table is the distance to the limit: what a memory copy of the same bytes
takes. A peer runs in a process of its own; one that needs more than 10 CPU minutes or 12 GB,
the texts included, is named with what it ran out of.

Needs the extra `bench`. passim, the best peer of all (plagdet 0.86 on the shared set), is in
no package registry and needs Spark: it is left out.
"""

import argparse
import json
import os
import resource
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from overlap_quality import SHARED, Detection, detections, load_scorer, rows_of
from peers import PEERS, Finder, folded
from store_speed import apart, copy_rate, documents

from postcheck.corpus import store
from postcheck.corpus.library import open_library
from postcheck.text import Text

OURS = "postcheck"
POSTS = 60
SECONDS = 600  # of CPU time that a peer may take on one set
GIGABYTES = 12


class TooMuch(Exception):
    """What a peer ran out of."""


class Run(NamedTuple):
    """One tool on one set: CPU seconds to build, CPU milliseconds a post, what it found."""

    build: float
    post: float
    found: list[Detection]


class Task(NamedTuple):
    """Documents as JSON Lines, posts, and how to score what was found in the posts."""

    source: Path
    cases: Mapping[str, Detection]
    score: Callable[[list[Detection]], dict[str, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--millions", type=int, default=1, help="of synthetic characters")
    parser.add_argument("--large", action="store_true", help="100 million characters")
    parser.add_argument("--peers", help="names, with commas; all else")
    parser.add_argument("--no-shared", action="store_true", help="the synthetic corpus only")
    options = parser.parse_args()
    peers = options.peers.split(",") if options.peers else list(PEERS)
    if unknown := [name for name in peers if name not in PEERS]:
        parser.error(f"no peer {unknown[0]!r}; there are: {', '.join(PEERS)}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["POSTCHECK_HOME"] = folder
        if (SHARED / "corpus.jsonl").exists() and not options.no_shared:
            compare("the shared set", shared(), peers)
        millions = 100 if options.large else options.millions
        compare(f"synthetic, {millions} M characters", synthetic(Path(folder), millions), peers)


def compare(title: str, task: Task, peers: Iterable[str]) -> None:
    """Prints the table of one set."""
    print(f"\n{title}: {len(task.cases)} posts, CPU time")
    print(f"{'':22}{'build s':>9}{'ms/post':>9}{'build x':>9}{'post x':>9}", end="")
    ours = run_ours(task)
    scores = task.score(ours.found)
    print("".join(f"{key:>10}" for key in scores))
    row(OURS, ours, ours, scores)
    for name in peers:
        try:
            run = apart(run_peer, name, task.source, task.cases)
        except ImportError as error:
            print(f"{name:22}  needs {error.name}: pip install '.[bench]'")
            continue
        except TooMuch as error:
            print(f"{name:22}  needs more than {error}", flush=True)
            continue
        row(name, run, ours, task.score(run.found))
    size = task.source.stat().st_size
    copied = size / copy_rate(size)
    print(f"{'memory copy':22}{copied:9.4f}{'':9}{copied / ours.build:9.4f}"
          f"   (postcheck builds at 1/{ours.build / copied:.0f} of it)", flush=True)  # fmt: skip


def row(name: str, run: Run, ours: Run, scores: Mapping[str, float]) -> None:
    ratios = f"{run.build / ours.build:9.1f}{run.post / ours.post:9.1f}"
    print(f"{name:22}{run.build:9.2f}{run.post:9.2f}{ratios}", end="")
    print("".join(f"{value:10.3f}" for value in scores.values()), flush=True)


def run_ours(task: Task) -> Run:
    """The store, the search and the two checks that count passages."""
    start = time.process_time()
    store.add(f"bench-{len(task.cases)}", [str(task.source)])
    built = time.process_time() - start
    with open_library([f"bench-{len(task.cases)}"]) as library:
        return _timed(built, task.cases, lambda case: detections(case, library))


def run_peer(name: str, source: Path, cases: Mapping[str, Detection]) -> Run:
    """A peer on folded texts; folding is not charged to it. Raises `TooMuch`."""
    texts = {each["id"]: folded(Text(each["text"])) for each in rows_of(source)}
    finder: Finder

    def found(case: Detection) -> list[Detection]:
        text = Text(case["text"])
        spans = ((*text.folded.span(a, b), id_) for a, b, id_ in finder(folded(text)))
        return [{"case_id": case["case_id"], "start": a, "end": b, "source_id": id_}
                for a, b, id_ in spans]  # fmt: skip

    with _bounded():
        start = time.process_time()
        finder = PEERS[name](texts)
        return _timed(time.process_time() - start, cases, found)


@contextmanager
def _bounded() -> Iterator[None]:
    """Raises `TooMuch` where what is inside takes more time or memory than a peer may."""

    def late(*_: object) -> None:
        raise TooMuch(f"{SECONDS // 60} CPU minutes")

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES << 30, most))
    try:
        yield
    except MemoryError:
        raise TooMuch(f"{GIGABYTES} GB") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _timed(
    built: float,
    cases: Mapping[str, Detection],
    found: Callable[[Detection], list[Detection]],
) -> Run:
    found(next(iter(cases.values())))  # what is loaded at first use is not the post's
    start = time.process_time()
    hits = [hit for case in cases.values() for hit in found(case)]
    return Run(built, 1000 * (time.process_time() - start) / len(cases), hits)


def shared() -> Task:
    scorer = load_scorer()
    cases = {row["case_id"]: row for row in rows_of(SHARED / "dev_cases.jsonl")}
    gold = {row["case_id"]: row for row in rows_of(SHARED / "dev_gold.jsonl")}
    return Task(SHARED / "corpus.jsonl", cases, lambda hits: _scores(scorer, cases, gold, hits))


def _scores(scorer: Any, cases: Any, gold: Any, hits: list[Detection]) -> dict[str, float]:
    """Plagdet, F1 over characters, mean error of the share, right tier; false share of the
    innocent and how many of them are charged 3 % or more."""
    result = scorer.evaluate(cases, gold, hits)[0]
    copied, innocent = result["ALL positives"], result["ALL negatives"]
    return {
        "plagdet": copied["plagdet"],
        "F1": copied["F1"],
        "error": copied["MAE"],
        "tier": copied["tier"],
        "innocent": innocent["MAE"],
        ">=3 %": innocent["FP3"],
    }


def synthetic(folder: Path, millions: int) -> Task:
    """Documents from a Zipf vocabulary; posts of 500 new and 500 copied characters."""
    source = folder / f"synthetic-{millions}.jsonl"
    random = np.random.default_rng(3)
    copied = []
    chance = POSTS * 1000 / (millions * 1_000_000)
    with source.open("w", encoding="utf-8") as file:
        for number, made in enumerate(documents(millions * 1_000_000, seed=7)):
            text = made.replace("，", "。")  # for the peers that work by sentence
            file.write(json.dumps({"id": f"t{number}", "text": text}, ensure_ascii=False) + "\n")
            if len(text) >= 600 and random.random() < 2 * chance:
                copied.append(text[50:550])
    posts = zip(islice(copied, POSTS), _fresh(), strict=False)
    texts = [new + "。" + passage + "。" for passage, new in posts]
    cases = {str(i): {"case_id": str(i), "text": text} for i, text in enumerate(texts)}
    return Task(source, cases, lambda hits: _half(cases, hits))


def _fresh() -> Iterator[str]:
    """Texts of 500 characters that are in no corpus, from the same vocabulary."""
    return (
        text[:500].replace("，", "。")
        for text in documents(10_000 * POSTS, seed=11)
        if len(text) >= 500
    )


def _half(cases: Mapping[str, Detection], hits: list[Detection]) -> dict[str, float]:
    """Precision, recall and F1 over characters, where the second half of a post is copied."""
    charged = {case: np.zeros(len(each["text"]), dtype=bool) for case, each in cases.items()}
    for hit in hits:
        charged[hit["case_id"]][hit["start"] : hit["end"]] = True
    right = sum(int(each[501:].sum()) for each in charged.values())
    wrong = sum(int(each[:500].sum()) for each in charged.values())
    precision = right / max(1, right + wrong)
    recall = right / max(1, sum(len(each[501:]) for each in charged.values()))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return {"precision": precision, "recall": recall, "F1": f1}


if __name__ == "__main__":
    main()
