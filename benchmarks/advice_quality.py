"""False alarms in literature: wording, names taken for lists, repeats that no form asks for.

    python benchmarks/advice_quality.py [POEMS]

POEMS: the tarball of the npm package chinese-poetry, read where it is given; without it the
verse of ../shared/eval. Prints shares in per cent of the characters, and hits per 300 texts.
"""

import json
import sys
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from postcheck.checks import conduct, listing, repeats
from postcheck.checks.lexicon import lexicons
from postcheck.measure import Hit
from postcheck.text import Text

ROOT = Path(__file__).parent.parent
SHARED = ROOT / "../shared/eval"
ROSTER = ("白鹭", "青衫磊落", "糯米团子", "雨打芭蕉")
IDS = ("云中鹤", "老木头")
WORDS = lexicons()
POEMS = 20_000
PIECE = 1_500  # characters of a novel that are looked at as one post


class Figures(NamedTuple):
    """`repeated`, `plain` (without what has a pattern), `listed`: mean share in per cent;
    `under_two`: part of the texts with less than 2 % of `plain`; `alarms`: per 300 texts."""

    texts: int
    repeated: float
    plain: float
    under_two: float
    listed: float
    alarms: float


def measured(texts: Iterable[str]) -> Figures:
    repeated, plain, listed, alarms = [], [], [], 0
    for text in map(Text, texts):
        hits = repeats.measure(text).hits
        repeated.append(share(text, hits))
        plain.append(share(text, [hit for hit in hits if hit.pattern is None]))
        listed.append(share(text, listing.measure(text).hits))
        alarms += is_alarmed(text)
    number = len(repeated)
    return Figures(
        number,
        sum(repeated) / number,
        sum(plain) / number,
        sum(one < 2 for one in plain) / number,
        sum(listed) / number,
        300 * alarms / number,
    )


def is_alarmed(text: Text) -> bool:
    """Whether any wording is found."""
    return bool(conduct.measure(text, WORDS, ROSTER, IDS))


def share(text: Text, hits: Iterable[Hit]) -> float:
    return 100 * sum(hit.end - hit.start for hit in hits) / max(1, len(text))


def literature() -> Iterator[str]:
    """The literary texts of the genre set."""
    with (SHARED / "genre/dev.jsonl").open(encoding="utf-8") as lines:
        yield from (row["text"] for row in map(json.loads, lines) if row["literary"])


def verse() -> Iterator[str]:
    """The poems of the overlap corpus."""
    with (SHARED / "overlap/corpus.jsonl").open(encoding="utf-8") as lines:
        rows = (row for row in map(json.loads, lines) if row["kind"] == "poetry")
        yield from (row["text"] for row in rows if row["work"] not in ("古文观止", "论语"))


def novels() -> Iterator[str]:
    """Old and modern novels, stories and essays of the overlap set, in pieces."""
    for name in ("corpus", "hosts"):
        with (SHARED / f"overlap/{name}.jsonl").open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if row.get("kind", "novel") not in ("novel", "modern"):
                    continue
                if row["work"] in ("oiwiki", "recipe", "wiki"):
                    continue
                text = row["text"]
                yield from (text[at : at + PIECE] for at in range(0, len(text), PIECE))


def poems(tarball: str) -> Iterator[str]:
    """Every twentieth or so poem of the collection, `POEMS` at most."""
    found = 0
    with tarfile.open(tarball) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.name.endswith(".json") else None
            rows = json.load(file) if file else []
            for row in (rows if isinstance(rows, list) else [])[::15]:
                lines = row.get("paragraphs") if isinstance(row, dict) else None
                if lines and found < POEMS:
                    found += 1
                    yield "\n".join(lines)


def main() -> None:
    sets = {"literature": literature(), "verse": verse()}
    for tarball in sys.argv[1:]:
        sets[Path(tarball).name] = poems(tarball)
    for name, texts in sets.items():
        one = measured(texts)
        print(
            f"{name:24} n={one.texts:6} repeated {one.repeated:.3f}% set apart {one.plain:.3f}% "
            f"under 2%: {one.under_two:.4f} listed {one.listed:.4f}% alarms/300 {one.alarms:.2f}"
        )
    alarmed = [is_alarmed(Text(piece)) for piece in novels()]
    print(f"{'novels':24} n={len(alarmed):6} alarms/300 {300 * sum(alarmed) / len(alarmed):.2f}")


if __name__ == "__main__":
    main()
