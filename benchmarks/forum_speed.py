"""Speed of the thread reader: bytes of pages a second on one core, in CPU time.

As in `postcheck corpus add`, what is loaded before is kept out of garbage collections. The speed is
that of the best round, the ratio the median of those of the rounds.

Pages: `../shared/eval/forum` where it is there, else those of `tests/cases/forum` with the menus
and scripts of a board around them. Peers, in the same run: selectolax parsing the bytes as they
are, selectolax parsing them after decoding (without which a GBK page is noise), beautifulsoup4.
The last row reads the same pages, several times, from files in a folder.
"""

import gc
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from bs4 import BeautifulSoup
from selectolax.lexbor import LexborHTMLParser

from postcheck.errors import SourceError
from postcheck.readers.archive import documents
from postcheck.readers.decode import decode_page
from postcheck.readers.forum import read_page

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared" / "eval" / "forum"
OWN = ROOT / "tests" / "cases" / "forum"
LEAST = 15.0  # MB a second
OURS = "thread reader, turbohtml"
MENU = "".join(
    f'<ul class="menu" id="m{n}"><li><a href="forum.php?fid={n}">版块 {n}</a></li></ul>'
    f"<script>var a{n} = {n}; if (a{n} < 9) show('m{n}');</script>\n"
    for n in range(120)
)


Work = Callable[[bytes], object]


def pages() -> list[bytes]:
    if SHARED.exists():
        return [path.read_bytes() for path in sorted(SHARED.glob("*.html"))]
    texts = [path.read_text(encoding="utf-8") for path in sorted(OWN.glob("*.html"))]
    return [text.replace("</body>", f"{MENU}</body>").encode("gb18030") for text in texts]


def seconds(works: dict[str, Work], data: list[bytes], rounds: int) -> dict[str, list[float]]:
    """Of each round, all works by turns: the machine is shared, and faster at times."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = time.process_time()
            for page in data:
                work(page)
            taken[name].append(time.process_time() - start)
    return taken


class Quiet:
    """Walls among the pages are none of this."""

    def error(self, error: SourceError) -> None: ...
    def skip(self, note: SourceError) -> None: ...


def folder_seconds(data: list[bytes], copies: int = 20) -> float:
    """Seconds for the pages once, read from a folder that holds them several times."""
    with tempfile.TemporaryDirectory() as folder:
        for number, page in enumerate(data * copies):
            Path(folder, f"{number}.html").write_bytes(page)
        work: dict[str, Work] = {"": lambda _: list(documents(folder, Quiet()))}
        return min(seconds(work, [b""], 3)[""]) / copies


def main() -> int:
    data = pages()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
    size = sum(map(len, data)) / 1e6
    posts = sum(len(read_page(page, "page", bulk=True)) for page in data)
    fast: dict[str, Work] = {
        OURS: lambda page: read_page(page, "page", bulk=True),
        "selectolax, bytes as they are": LexborHTMLParser,
        "selectolax, decoded": lambda page: LexborHTMLParser(decode_page(page).text),
        "decoding alone": decode_page,
    }
    slow: dict[str, Work] = {
        "thread reader, bs4": lambda page: read_page(page, "page"),
        "bs4 with lxml, decoded": lambda page: BeautifulSoup(decode_page(page).text, "lxml"),
    }
    by_round = seconds(fast, data, 25)
    best = {name: min(taken) for name, taken in {**by_round, **seconds(slow, data, 1)}.items()}
    best["folder to documents"] = folder_seconds(data)
    ours = best[OURS]
    print(f"{len(data)} pages, {size:.2f} MB, {posts} posts")
    for name, taken in best.items():
        pairs = zip(by_round[OURS], by_round.get(name, ()), strict=False)
        ratio = median([mine / other for mine, other in pairs] or [ours / taken])
        print(f"{name:32}{size / taken:8.1f} MB/s   ratio {ratio:6.2f}")
    return 0 if size / ours >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
