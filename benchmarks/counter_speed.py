"""Speed of the counter: characters a CPU second, beside a plain copy and a plain Python loop.

All three read the same text in the same run; on a shared machine only the ratios mean much.
"""

import time
from collections.abc import Callable

from postcheck.checks.length import count
from postcheck.text import code_points

SENTENCES = (
    "雨下到后半夜才停，屋檐还在滴水。",
    "“你听见了吗？”她问，“有人敲了3下门……”\n",
    "　　No one 回答——灯光晃了一晃，12:30 的钟声就响了。\n",
)
LONG = 20_000_000
SHORT = 1_000
ROUNDS = 5


def plain_loop(text: str) -> tuple[int, int]:
    """Han characters and runs of everything else: less than the counter does."""
    han = runs = 0
    inside = False
    for char in text:
        if "\u3000" <= char <= "\u9fff" or char >= "\uff00":
            han += 1
            inside = False
        elif char.isspace():
            inside = False
        elif not inside:
            runs += 1
            inside = True
    return han, runs


def rate(work: Callable[[], object], characters: int, rounds: int = ROUNDS) -> float:
    """Characters a CPU second, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return characters / best


def main() -> None:
    piece = "".join(SENTENCES)
    text = (piece * (LONG // len(piece) + 1))[:LONG]
    codes = code_points(text)
    part, short = text[: LONG // 20], text[:SHORT]
    count(short)  # builds the table
    copy = rate(codes.copy, LONG)
    rates = {
        "numpy copy of the code points": copy,
        "counter, code points": rate(lambda: count(codes), LONG),
        "counter, string": rate(lambda: count(text), LONG),
        "counter, strings of 1 000": rate(lambda: [count(short) for _ in range(500)], 500 * SHORT),
        "plain Python loop": rate(lambda: plain_loop(part), len(part)),
    }
    slowest = rates["plain Python loop"]
    print(f"{'':32}{'M chars/s':>10}{'of copy':>10}{'x loop':>10}")
    for name, speed in rates.items():
        print(f"{name:32}{speed / 1e6:10.1f}{speed / copy:10.3f}{speed / slowest:10.1f}")


if __name__ == "__main__":
    main()
