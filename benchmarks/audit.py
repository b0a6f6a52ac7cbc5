"""Speed, growth and memory of `postcheck audit`, beside other tools on the same posts.

    python benchmarks/audit.py [POSTS [MILLIONS]]

4,000 posts against 1 million characters with one process and with two (fewer where POSTS is less);
then, with two, the posts grow from 1,000 to POSTS (10,000) and, for 1,000 posts, the corpus to
MILLIONS (10) million characters. Posts have some 1,000 characters, every third takes a passage from
the corpus. Each run is a command of its own: CPU time of all its processes, wall time (on a shared
machine only the former means much), and the largest process. The first row is the audit of one
post: what a run costs before the first. The peers of `peers.py` find reused text in 100 of the
same posts, in one process; they count nothing else, judge nothing and write nothing.

Every figure is printed as soon as it is known, and on stderr how far a run has come, so that
a long benchmark (100000 100) can be followed, and stopped without losing what it has found.
"""

import json
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import peers
import store_speed

from postcheck.corpus import store
from postcheck.text import Text

FEW = 1000
PAIR = 4000  # posts for one process beside two: a run's start weighs little in them
LOOKED_UP = 100  # posts that the peers are given
TOLD = 20  # seconds between two lines of progress
PEERS = ("exact 13-grams", "copydetect", "datasketch MinHash", "scikit-learn TF-IDF", "difflib")


@dataclass(frozen=True)
class Figures:
    """Of one command: seconds and bytes."""

    cpu: float
    wall: float
    memory: int


def main() -> None:
    posts = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    millions = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    pair = min(PAIR, posts)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["POSTCHECK_HOME"] = str(folder / "home")
        texts = corpus(folder, "small", 1_000_000)
        first, few, some = (write_posts(folder, number, texts) for number in (1, FEW, pair))
        print(f"{'':34}{'posts/s CPU':>12}{'posts/s wall':>13}{'MB':>6}")
        start = audit(folder, first, "small", 1)
        print(f"{'1 post':34}{start.cpu:10.2f} s{start.wall:11.2f} s{start.memory / 1e6:6.0f}")
        one = told(f"{pair} posts, 1 process", pair, audit(folder, some, "small", 1))
        two = told(f"{pair} posts, 2 processes", pair, audit(folder, some, "small", 2))
        print(f"{'2 beside 1, wall':34}{one.wall / two.wall:12.2f}", flush=True)
        base = told(f"{FEW} posts", FEW, audit(folder, few, "small", 2))
        more = two
        if posts != pair:
            many = write_posts(folder, posts, texts)
            more = told(f"{posts} posts", posts, audit(folder, many, "small", 2))
            shutil.rmtree(out_of(folder, many, "small", 2))
        print(f"{'CPU a post, beside 1,000':34}{more.cpu / posts / (base.cpu / FEW):12.2f}")
        corpus(folder, "large", millions * 1_000_000)
        large = told(f"{millions} million characters", FEW, audit(folder, few, "large", 2))
        print(f"{'CPU a post, beside 1 million':34}{large.cpu / base.cpu:12.2f}")
        kept = audit(folder, few, "large", 2, anew=False)
        again = told("a second run, nothing changed", FEW, kept)
        print(f"{'CPU of the first':34}{again.cpu / large.cpu:12.2f}", flush=True)
        compare(some, texts, one, pair)  # last: a command counts the memory of who started it


def corpus(folder: Path, name: str, characters: int) -> list[str]:
    """A stored corpus; the texts of its first million characters."""
    start = time.perf_counter()
    store_speed.apart(build, folder / f"{name}.jsonl", characters)
    going(f"corpus of {characters} characters", start)
    with (folder / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line)["text"] for line, _ in zip(file, range(1000), strict=False)]


def build(source: Path, characters: int) -> None:
    store_speed.write_source(source, characters)
    store.add(source.stem, [str(source)])


def write_posts(folder: Path, number: int, texts: list[str]) -> Path:
    began, chance = time.perf_counter(), random.Random(3)
    path = folder / f"{number}.jsonl"
    sources = iter(store_speed.documents(number * 1200, seed=11))
    with path.open("w", encoding="utf-8") as file:
        for each, text in zip(range(number), sources, strict=False):
            body = text
            if each % 3 == 0:
                source = chance.choice(texts)
                start = chance.randrange(max(len(source) - 100, 1))
                passage = source[start : start + chance.randint(30, 250)]
                body = text[:300] + passage + text[300:]
            at = f"20{10 + each % 15}-0{1 + each % 9}-02T21:00:00+08:00"
            row = {"id": f"p{each}", "text": body, "kind": "kill", "author": f"玩家{each % 97}",
                   "posted_at": at}  # fmt: skip
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    going(f"{number} posts written", began)
    return path


def out_of(folder: Path, posts: Path, name: str, jobs: int) -> Path:
    return folder / f"out-{posts.stem}-{name}-{jobs}"


def audit(folder: Path, posts: Path, name: str, jobs: int, *, anew: bool = True) -> Figures:
    """One audit into a folder of its own, or once more into the same."""
    out = out_of(folder, posts, name, jobs)
    assert out.exists() != anew
    words = ["audit", str(posts), "--ruleset", "fengyun85", "--corpus", name, "--out", str(out),
             "--jobs", str(jobs)]  # fmt: skip
    start = time.perf_counter()
    process = os.fork()
    if process == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.execv(str(Path(sys.executable).with_name("postcheck")), ["postcheck", *words])
    stop = threading.Event()
    watcher = threading.Thread(target=watch, args=(out / "results.jsonl", start, stop))
    watcher.start()
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - start
    stop.set()
    watcher.join()
    assert os.waitstatus_to_exitcode(status) in (0, 1, 3)
    return Figures(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024)


def watch(results: Path, start: float, stop: threading.Event) -> None:
    """Tells now and then how many posts are done."""
    done, offset = 0, 0
    while not stop.wait(TOLD):
        if results.exists():
            with results.open("rb") as file:
                file.seek(offset)
                for block in iter(lambda: file.read(1 << 20), b""):
                    done += block.count(b"\n")
                    offset += len(block)
        going(f"{done} posts done, {done / (time.perf_counter() - start):.1f} a second", start)


def going(what: str, start: float) -> None:
    print(f"  {time.perf_counter() - start:6.0f} s  {what}", file=sys.stderr, flush=True)


def told(name: str, posts: int, found: Figures) -> Figures:
    speeds = f"{posts / found.cpu:12.1f}{posts / found.wall:13.1f}"
    print(f"{name:34}{speeds}{found.memory / 1e6:6.0f}", flush=True)
    return found


def compare(posts: Path, texts: list[str], ours: Figures, number: int) -> None:
    """The peers, built from the same million characters."""
    documents = {str(number): peers.folded(Text(text)) for number, text in enumerate(texts)}
    with posts.open(encoding="utf-8") as file:
        rows = [json.loads(line)["text"] for line, _ in zip(file, range(LOOKED_UP), strict=False)]
    for name in PEERS:
        find = peers.PEERS[name](documents)
        start = time.process_time()
        for row in rows:
            find(peers.folded(Text(row)))
        speed = LOOKED_UP / (time.process_time() - start)
        ratio = number / ours.cpu / speed
        print(f"{name:34}{speed:12.1f}  the audit's speed is {ratio:.2f} of it", flush=True)


if __name__ == "__main__":
    main()
