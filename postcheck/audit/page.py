"""index.html: the whole audit on one page that opens from disk and loads nothing from anywhere.

Rows are written as they are read, so that memory does not grow with them. Links lead to the pages
of the single posts in `cases/`, each a report that `postcheck verify` can check.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from postcheck import __version__
from postcheck.audit.store import replaced
from postcheck.audit.totals import Sums, Totals
from postcheck.audit.view import COMPARISONS, OUTCOMES, ROW_STATUS, View
from postcheck.report.page import asset, digest, environment
from postcheck.report.terms import STATUS
from postcheck.report.wording import percent

NAME = "index.html"
MOST_ROWS = 20_000  # of a page that a browser still sorts at once
_BARS = 20  # authors in a chart
_MONTHS = 240
_WIDTH = 1000  # units of a bar


@dataclass(frozen=True)
class Bar:
    """One line of a chart: posts by verdict (`told` in words) and shares of
    characters, as lengths of `_WIDTH`."""

    name: str
    posts: int
    quoted: str
    prior: str
    told: str
    verdicts: tuple[tuple[str, int, int], ...]  # code, start, length
    shares: tuple[tuple[str, int, int], ...]  # kind, start, length


@dataclass(frozen=True)
class Heading:
    """What stands above: the title, and what was checked against what. `cases`: complaints, not
    posts; `secret`: the names of authors are in it."""

    title: str
    about: tuple[str, ...]
    cases: bool
    secret: bool


def write_page(folder: Path, heading: Heading, totals: Totals, views: Iterable[View]) -> None:
    """Writes index.html; `views` are gone through twice."""
    css = asset("report.css") + asset("audit.css")
    js = asset("audit.js")
    shown = min(totals.rows, MOST_ROWS)
    parts = (
        environment()
        .get_template("audit.html.j2")
        .generate(
            css=css,
            js=js,
            policy=f"default-src 'none'; style-src {digest(css)}; script-src {digest(js)}; "
            "base-uri 'none'; form-action 'none'",
            version=__version__,
            heading=heading,
            totals=totals,
            shown=shown,
            counts=tuple(_counts(totals)),
            charts=tuple(_charts(totals, heading)),
            rows=lambda: islice(views, MOST_ROWS),
            status=ROW_STATUS,
            comparisons=COMPARISONS,
            width=_WIDTH,
        )
    )
    with replaced(folder / NAME) as file:
        for part in parts:
            file.write(part.encode("utf-8", "backslashreplace"))


def _counts(totals: Totals) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Group and the names with numbers of what the audit adds up to."""
    groups = (
        ("状态", ROW_STATUS, totals.status),
        ("判定", STATUS, totals.verdicts),
        ("对照", COMPARISONS, totals.comparisons),
        ("未判的，规则的结果", OUTCOMES, totals.proposed),
    )
    for group, names, counts in groups:
        if parts := [(name, counts[code]) for code, name in names.items() if counts[code]]:
            yield group, parts


def _charts(totals: Totals, heading: Heading) -> Iterator[tuple[str, list[Bar], int]]:
    """Title, bars, and how many are not shown."""
    times = sorted(totals.times.items())
    yield ("按轮次" if heading.cases else "按月份"), _bars(times[:_MONTHS]), len(times[_MONTHS:])
    authors = sorted(totals.authors.items(), key=lambda item: (-_share(item[1]), item[0]))
    yield "按作者，占比高的在前", _bars(authors[:_BARS]), max(len(authors) - _BARS, 0)


def _share(one: Sums) -> int:
    """Of all characters those found elsewhere, in millionths."""
    return sum(_part(one, name) for name in ("quoted", "prior"))


def _part(one: Sums, name: str) -> int:
    count, of = one.parts.get(name, (0, 0))
    return 1_000_000 * count // of if of else 0


def _bars(found: Iterable[tuple[str, Sums]]) -> list[Bar]:
    """Bars on one scale: the longest fills it."""
    found = list(found)
    most = max((_share(one) for _, one in found), default=0) or 1
    return [_bar(name, one, most) for name, one in found]


def _bar(name: str, one: Sums, most: int) -> Bar:
    verdicts, start, sum_ = [], 0, 0
    for code in STATUS:
        sum_ += one.status[code]
        end = _WIDTH * sum_ // one.posts
        verdicts.append((code, start, end - start))
        start = end
    quoted, prior = (_WIDTH * _part(one, name) // most for name in ("quoted", "prior"))
    return Bar(
        name,
        one.posts,
        percent(*one.parts.get("quoted", (0, 0))),
        percent(*one.parts.get("prior", (0, 0))),
        "，".join(
            f"{word} {one.status[code]}" for code, word in STATUS.items() if one.status[code]
        ),
        tuple(verdicts),
        (("quoted", 0, quoted), ("prior", quoted, prior)),
    )
