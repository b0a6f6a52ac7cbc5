"""What is cited for a genre: words and outward forms, with their places.

The cues are data, `postcheck/data/genre/cues.toml`. A genre is evident where two cues of it are
seen, one of them of words: form alone proves nothing, a poem may come as a recipe.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from postcheck.post import Span
from postcheck.text import Text, code_points, fold_each

CUES = Path(__file__).parent.parent / "data/genre/cues.toml"
ANY = "document"  # the manner of documents of any kind
SHOWN = 3  # different matches that a citation names
PLACES = 20  # places that one cue cites


@dataclass(frozen=True, slots=True)
class Cue:
    """A pattern and how often it is needed; the fields are explained in cues.toml."""

    genre: str
    name: str
    pattern: re.Pattern[str]
    least: int
    most: int | None
    per: int
    distinct: bool
    lexical: bool
    unit: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A cue that was seen: `count` places, the first of them in `spans`; `text` says it."""

    genre: str
    cue: str
    text: str
    count: int
    lexical: bool
    spans: tuple[Span, ...]


def seen(text: Text, han: int) -> tuple[Evidence, ...]:
    """All cues that `text` bears, in the order of the table; `han`: its Chinese characters."""
    return tuple(_seen(text.original, fold_each(text.codes), han))


def evident(found: Sequence[Evidence]) -> str | None:
    """The kind of document with the most cues, the first of equals; None: none has two."""
    kinds = [one for one in found if one.genre not in (ANY, "literary", "appreciation")]
    numbers = Counter(one.genre for one in kinds)
    proven = {one.genre for one in kinds if one.lexical and numbers[one.genre] > 1}
    places = Counter[str]()
    for one in kinds:
        places[one.genre] += one.count
    return max(proven, key=lambda genre: (numbers[genre], places[genre]), default=None)


def is_formal(genre: str) -> bool:
    """Whether the kind has a form of its own, and is not only told by what it speaks of."""
    return genre in _table()["formal"]


def _seen(original: str, view: str, han: int) -> Iterator[Evidence]:
    for cue in _cues():
        matches = list(cue.pattern.finditer(view))
        number = len({match[0] for match in matches}) if cue.distinct else len(matches)
        if not _enough(cue, number, han):
            continue
        spans = [Span(*match.span()) for match in matches]
        words = [original[span.start : span.end] for span in spans]
        said = _said(cue, [word.strip(" \t\n　：:、.．。；") for word in words])
        places = tuple(spans[:PLACES])
        yield Evidence(cue.genre, cue.name, said, len(spans), cue.lexical, places)


def _enough(cue: Cue, number: int, han: int) -> bool:
    """`per` Chinese characters where the cue has it, else in the whole text."""
    times, size = (cue.per, han) if cue.per else (1, 1)
    if cue.most is not None:
        return number * times < cue.most * size
    return number * times >= cue.least * size


def _said(cue: Cue, found: Sequence[str]) -> str:
    """The citation, e.g. 合同双方：甲方、乙方 共 14 次; 分条：第三条…第八条 共 6 条."""
    often = [word for word, _ in Counter(found).most_common(SHOWN) if word]
    if cue.unit in "条步" and len(found) > 1:
        words = f"{found[0]}…{found[-1]}"
    else:
        words = "、".join(often) + ("等" if len(set(found)) > len(often) else "")
    return f"{cue.name}：{words} 共 {len(found)} {cue.unit}".replace("： ", "：")


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(CUES.read_text(encoding="utf-8"))


@cache
def _cues() -> tuple[Cue, ...]:
    return tuple(
        Cue(
            row["genre"],
            row["name"],
            re.compile(fold_each(code_points(row["pattern"])), re.MULTILINE),
            row.get("least", 0),
            row.get("most"),
            row.get("per", 0),
            row.get("distinct", False),
            row.get("lexical", True),
            row.get("unit", "次"),
        )
        for row in _table()["cue"]
    )
