"""Speed and size of the corpus store, beside a memory copy of the same bytes.

    python benchmarks/store_speed.py [MILLIONS]

Builds synthetic corpora of 1, 10 and MILLIONS (20) million characters in a temporary folder:
documents of some 1,000 characters from a Zipf vocabulary, a third of them with one of 3,000
stock phrases. Figures are CPU time: `add` from JSONL with everything it does (reading, JSON,
folding, fingerprints, sorting, merging, fsync), `shared` runs and the whole `search` for a post
of 1,000 characters half of which is lifted, `open_library` in a fresh process. Each build runs in a
process of its own.
"""

import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import numpy as np

from postcheck.corpus import library, store
from postcheck.corpus.search import search
from postcheck.corpus.seeds import shared
from postcheck.text import Text

WORDS = 40_000
DOCUMENT = 1000
POSTS = 200
T = TypeVar("T")


def vocabulary(random: np.random.Generator) -> list[str]:
    """Words of one to four characters."""
    characters = [chr(code) for code in random.permutation(np.arange(0x4E00, 0x9000))[:4000]]
    picks = random.integers(0, len(characters), (WORDS, 4))
    lengths = random.choice([1, 2, 3, 4], WORDS, p=[0.15, 0.6, 0.15, 0.1])
    return [
        "".join(characters[pick] for pick in row[:length])
        for row, length in zip(picks.tolist(), lengths.tolist(), strict=True)
    ]


def documents(characters: int, seed: int) -> Iterator[str]:
    """Documents with `characters` in all."""
    random = np.random.default_rng(1)
    words = vocabulary(random)
    phrases = ["".join(words[w] for w in random.integers(0, 3000, 8)) for _ in range(3000)]
    random = np.random.default_rng(seed)
    weights = 1 / np.arange(30, WORDS + 30)  # the most frequent word: one in 200
    cumulative = np.cumsum(weights / weights.sum())
    while characters > 0:
        length = int(min(characters, max(100, random.lognormal(np.log(DOCUMENT), 0.4))))
        picks = np.searchsorted(cumulative, random.random(length // 2 + 20)).tolist()
        parts = [words[min(pick, WORDS - 1)] for pick in picks]
        parts[12::13] = ["，"] * len(parts[12::13])
        if random.random() < 0.33:
            parts.insert(len(parts) // 3, phrases[int(random.zipf(1.3)) % len(phrases)])
        text = "".join(parts)[:length]
        characters -= len(text)
        yield text


def write_source(path: Path, characters: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number, text in enumerate(documents(characters, seed=7)):
            row = {"id": f"t{number}", "author": f"a{number % 997}", "title": "题", "text": text}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def build(name: str, source: str) -> tuple[int, float, int]:
    """Adds `source`: characters, CPU seconds, peak memory in bytes."""
    start = time.process_time()
    report = store.add(name, [source])
    spent = time.process_time() - start
    return report.characters, spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def open_store(name: str) -> float:
    """CPU seconds until a library is open."""
    start = time.process_time()
    library.open_library([name])
    return time.process_time() - start


def apart(work: Callable[..., T], *arguments: object) -> T:
    """The result of `work` in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def posts(opened: library.Library) -> list[Text]:
    """Posts half of which is from a document of the corpus, half of it new."""
    random = np.random.default_rng(3)
    fresh = documents(POSTS * DOCUMENT, seed=11)
    texts = []
    for new, doc in zip(fresh, random.integers(0, len(opened), POSTS).tolist(), strict=False):
        texts.append(Text((new[:500] + opened.document(doc).text[:500])[:DOCUMENT]))
    return texts


def look_up(name: str) -> tuple[float, float, float]:
    """Median CPU milliseconds of `shared` a post, first and second time; median runs."""
    with library.open_library([name]) as opened:
        texts = posts(opened)
        rounds, runs = [], []
        for _ in range(2):
            spent = []
            for text in texts:
                folded = text.folded
                start = time.process_time()
                runs.append(len(shared(folded, opened)[0]))
                spent.append(time.process_time() - start)
            rounds.append(1000 * float(np.median(spent)))
        return rounds[0], rounds[1], float(np.median(runs))


def search_all(name: str) -> tuple[float, float]:
    """CPU milliseconds of a whole search a post, warm: median, and what 95 % stay below."""
    with library.open_library([name]) as opened:
        for _ in range(2):
            spent = []
            for text in posts(opened):
                start = time.process_time()
                search(text, opened)
                spent.append(1000 * (time.process_time() - start))
    return float(np.median(spent)), float(np.percentile(spent, 95))


def copy_rate(size: int) -> float:
    """Bytes a CPU second of a plain memory copy, over `size` bytes or 1 GB."""
    data = np.ones(min(size, 1 << 30), dtype=np.uint8)
    target = np.empty_like(data)
    start = time.process_time()
    np.copyto(target, data)
    return len(data) / (time.process_time() - start)


def main() -> None:
    millions = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    folder = Path(tempfile.mkdtemp(prefix="store-speed-"))
    os.environ["POSTCHECK_HOME"] = str(folder / "home")
    try:
        for size in sorted({1, 10, millions}):
            name, source = f"m{size}", folder / "texts.jsonl"
            write_source(source, size * 1_000_000)
            characters, spent, peak = apart(build, name, str(source))
            info = store.info(name)
            index = sum(path.stat().st_size for kind in ("words", "directory")
                        for path in (folder / "home/corpora" / name).rglob(kind))  # fmt: skip
            first, second, runs = look_up(name)
            middle, most = search_all(name)
            copied = copy_rate(source.stat().st_size)
            print(
                f"{size} M characters, {info.documents} documents, {info.fingerprints} postings\n"
                f"  add       {characters / spent / 1e6:8.2f} M characters / CPU s"
                f" = {source.stat().st_size / spent / 1e6:.0f} MB/s,"
                f" 1/{copied * spent / source.stat().st_size:.0f} of a memory copy\n"
                f"  memory    {peak / 1e6:8.0f} MB at the peak\n"
                f"  index     {index / info.fingerprints:8.2f} bytes / posting;"
                f" all files {info.bytes / info.characters:.2f} bytes / character\n"
                f"  shared    {first:8.2f} CPU ms / post at first, {second:.2f} again,"
                f" {runs:.0f} runs\n"
                f"  search    {middle:8.2f} CPU ms / post, 95 % below {most:.2f}\n"
                f"  open      {1000 * apart(open_store, name):8.2f} CPU ms",
                flush=True,
            )
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
