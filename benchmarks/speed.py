"""All speed figures of one run: `python benchmarks/speed.py`.

The benchmarks of the rooms beside this file, one after the other, then repetition and listing
beside the counter, and what a start of the program costs beside a bare Python. CPU time; on a
shared machine only the ratios mean much.
"""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import counter_speed
import forum_speed
import store_speed

from postcheck.checks import listing, repeats
from postcheck.checks.length import count
from postcheck.text import Text

POST = 100_000  # characters, as long as a post can sensibly be
STARTS = 5
PROGRAM = "from postcheck.cli.main import main; main()"


def main() -> None:
    parts: dict[str, Callable[[], object]] = {
        "counter": counter_speed.main,
        "repetition and listing": checks,
        "start": starts,
        "forum pages": forum_speed.main,
        "corpus store": store_speed.main,
    }
    for name, part in parts.items():
        print(f"\n== {name}", flush=True)
        part()


def checks() -> None:
    """Natural text, and the same with every sentence three times, against the counter."""
    natural = next(store_speed.documents(POST * 2, seed=5))
    while len(natural) < POST:
        natural += "。\n" + next(store_speed.documents(POST, seed=len(natural)))
    natural = natural[:POST]
    loops = "".join(3 * f"{line}。" for line in natural[: POST // 3].split("，"))
    counter = counter_speed.rate(lambda: count(natural), len(natural))
    print(f"{'':32}{'M chars/s':>10}{'of counter':>12}")
    for name, measure in (("repeats", repeats.measure), ("listing", listing.measure)):
        for kind, post in (("natural", natural), ("loops", loops)):
            work = partial(measured, measure, post)
            speed = counter_speed.rate(work, len(post), rounds=2)
            print(f"{f'{name}, {kind}':32}{speed / 1e6:10.2f}{speed / counter:12.4f}")


def measured(measure: Callable[[Text], object], post: str) -> object:
    return measure(Text(post))


def starts() -> None:
    """CPU milliseconds of a process, the best of some, beside `python -c pass`."""
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "draft.txt"
        draft.write_text("渡口的雨先落在对岸。" * 100, encoding="utf-8")
        bare = spent([sys.executable, "-c", "pass"])
        for words in (("--help",), ("count", str(draft))):
            cost = spent([sys.executable, "-c", PROGRAM, *words])
            print(f"postcheck {words[0]:22}{1000 * cost:10.0f} ms{cost / bare:9.1f} x bare Python")


def spent(command: Sequence[str]) -> float:
    """CPU seconds of a child process, the least of some runs."""
    costs = []
    for _ in range(STARTS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(costs)


if __name__ == "__main__":
    main()
