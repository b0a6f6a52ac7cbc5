"""The web page under load: `python benchmarks/web_load.py [PLAYERS] [ROUNDS]`.

A server of its own (`postcheck serve`, two workers, no desk) on a free loopback port, with a
synthetic corpus of ten million characters. PLAYERS (50) press “check” at the same moment, each
with another draft of 1,000 characters of which 350 are lifted; they do so ROUNDS (4) times.
Meanwhile others type: live counts of 3,000 characters, one every 50 ms. The goals: no error,
95 % of the checks answered within 1.5 s, 95 % of the counts within 100 ms. The players run in a
process of their own on the same two cores, so that their own work is in the figures too. Where
other programs use the machine the times tell of them as well; the CPU of the server and its
workers for a check, which is printed beside, does not.
The desk under load: `desk_load.py`.
Ends by itself: a request waits no longer than PATIENCE seconds. Exit status 1 if a goal is missed.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Event

import psutil
import store_speed

PROGRAM = (sys.executable, "-c", "from postcheck.cli.main import main; main()")
CORPUS = 10_000_000  # characters
DRAFT, TYPED = 1000, 3000  # characters
PAUSE = 0.05  # seconds between two counts
PATIENCE = 30
GOAL_CHECK, GOAL_COUNT = 1.5, 0.1  # seconds, at the 95th percentile


def main() -> int:
    players, rounds = (int(one) for one in (*sys.argv[1:], *("50", "4")[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        texts = build(home)
        options = ("--database", "none", "--checks-a-minute", "0")
        with serving(home, *options) as (address, server):
            drafts = [draft(texts, number) for number in range(players)]
            check(address, drafts[0])  # the workers have read what they need
            quiet = [count(address) for _ in range(20)]
            before = cpu(server)
            checks, counts, errors = load(address, drafts, rounds)
            spent = (cpu(server) - before) / (players * rounds)
    print(f"{players} players at once, {rounds} times, {CORPUS / 1e6:.0f} M characters of corpus")
    print(f"errors                {errors:8}")
    show("check", checks)
    print(f"CPU of a check        {1000 * spent:9.0f} ms")
    print(f"load of the machine   {os.getloadavg()[0]:9.1f}")
    show("count, while idle", quiet)
    show("count, under load", counts)
    good = not errors and at(checks, 95) < GOAL_CHECK and at(counts, 95) < GOAL_COUNT
    print("goals met" if good else "GOALS MISSED")
    return 0 if good else 1


def build(home: Path) -> list[str]:
    """The store with the corpus; returns its texts."""
    source = home / "big.jsonl"
    texts = list(store_speed.documents(CORPUS, seed=7))
    with source.open("w", encoding="utf-8") as file:
        for number, text in enumerate(texts):
            file.write(json.dumps({"id": f"t{number}", "text": text}, ensure_ascii=False) + "\n")
    command = [*PROGRAM, "corpus", "add", "big", str(source)]
    subprocess.run(command, env=env(home), check=True, capture_output=True)
    return texts


def env(home: Path) -> dict[str, str]:
    return {**os.environ, "POSTCHECK_HOME": str(home / "store")}


@contextmanager
def serving(home: Path, *options: str) -> Iterator[tuple[str, psutil.Process]]:
    """The address and the process of a server that ends with the block."""
    server = subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0", *options],
        env=env(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None, "the server did not start"
        yield found[0].rstrip("/"), psutil.Process(server.pid)
    finally:
        server.terminate()
        server.wait(PATIENCE)


def cpu(server: psutil.Process) -> float:
    """CPU seconds of a server and its workers up to now."""
    times = [one.cpu_times() for one in (server, *server.children(recursive=True))]
    return sum(float(one.user + one.system) for one in times)


def draft(texts: list[str], number: int) -> str:
    """Two passages of the corpus between text that is not in it (backwards)."""
    pick = random.Random(number)
    one, two, own = (texts[pick.randrange(len(texts))] for _ in range(3))
    own = (own * 3)[::-1]
    return f"{own[:300]}。\n{one[:200]}。{own[300:600]}\n{two[50:200]}。{own[600:1200]}"[:DRAFT]


def load(address: str, drafts: list[str], rounds: int) -> tuple[list[float], list[float], int]:
    """Seconds of each check and of each count, and how many of either failed."""
    together, over = Barrier(len(drafts)), Event()

    def play(text: str) -> list[float]:
        times = []
        for _ in range(rounds):
            together.wait(PATIENCE * rounds)
            times.append(check(address, text))
        return times

    def write() -> list[float]:
        times = []
        while not over.is_set():
            times.append(count(address))
            time.sleep(PAUSE)
        return times

    with ThreadPoolExecutor(len(drafts) + 1) as pool:
        writer = pool.submit(write)
        played = [time for times in pool.map(play, drafts) for time in times]
        over.set()
        counted = writer.result()
    failed = sum(time == float("inf") for time in (*played, *counted))
    return played, counted, failed


def check(address: str, text: str) -> float:
    return post(f"{address}/check.json", text)


def count(address: str) -> float:
    return post(f"{address}/count.json", "渡口的雨先落在对岸，船家说那边的山高。" * (TYPED // 19))


def post(address: str, text: str) -> float:
    """Seconds until the whole answer is there; infinite where there is none."""
    body = json.dumps({"ruleset": "fengyun85", "kind": "kill", "text": text}).encode()
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    start = time.perf_counter()
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            answer.read()
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return float("inf")
    return time.perf_counter() - start


def show(name: str, times: list[float]) -> None:
    figures = "".join(f"{1000 * at(times, share):9.0f}" for share in (50, 95, 100))
    print(f"{name:24}{figures} ms (median, 95 %, worst) of {len(times)}")


def at(times: list[float], percent: int) -> float:
    ordered = sorted(times)
    return ordered[max(-(-len(ordered) * percent // 100) - 1, 0)]


if __name__ == "__main__":
    sys.exit(main())
