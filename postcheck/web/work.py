"""What the workers do: read a file, check a draft, write the report. Nothing is stored.

Every function here takes and gives plain values, which go through a pipe.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from io import BytesIO
from typing import Any

from markupsafe import Markup

from postcheck.corpus import manifest
from postcheck.corpus.library import Library, corpus_names, open_library
from postcheck.errors import SourceError, SourceErrors
from postcheck.readers import read_data
from postcheck.report.html import post_view, render_page
from postcheck.report.jsonl import Result, json_line, to_json
from postcheck.report.page import environment
from postcheck.report.passages import MEASURES
from postcheck.review import Review, review
from postcheck.ruleset import Ruleset, load
from postcheck.waive import Waiver
from postcheck.web.controls import controls
from postcheck.web.drafts import Json, to_draft, to_post
from postcheck.web.pool import Jobs
from postcheck.web.tables import read_table

MOST_POSTS = 500  # of one file; a page that lists more helps nobody
MOST_TAGS = 400_000  # of a .docx; the longest draft has fewer, though each character be a run


@dataclass(frozen=True)
class Request:
    """One check: a draft, the rules it is held against, and what the visitor says of it.

    `people`: pairs of alias and owner.
    """

    ruleset: str
    kind: str
    draft: Json
    author: str | None = None
    roster: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    people: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Checked:
    """A result drawn as a part of a page, and what the page around it has to know.

    `assumption`: as in the JSON result; `now`: its `measures` (counts), `rest` and `verdict`.
    """

    part: Markup
    sha256: str
    assumption: Json | None
    now: Json


class _Shelf:
    """A worker's own things: the library stays open until a corpus changes."""

    def __init__(self, corpora: Sequence[str] | None) -> None:
        self._corpora = corpora
        self._library: Library | None = None
        self._seen: object = None

    def library(self) -> Library | None:
        """The library as it is now; None: there is nothing to compare with."""
        names = corpus_names() if self._corpora is None else tuple(self._corpora)
        if not names:
            return None
        seen = [(name, _stamp(name)) for name in names]
        if self._library is None or seen != self._seen:
            self._library, self._seen = open_library(names), seen
        return self._library


def _stamp(name: str) -> tuple[int, int] | None:
    """What changes whenever a corpus does."""
    try:
        state = (manifest.corpus_folder(name) / manifest.MANIFEST).stat()
    except OSError:
        return None  # a corpus that has gone: opening it says so
    return state.st_mtime_ns, state.st_ino


def prepare(corpora: Sequence[str] | None) -> Jobs:
    """What does the jobs of one process."""
    shelf = _Shelf(corpora)
    with suppress(SourceErrors):  # a job tells what is wrong with it
        shelf.library()
    jobs: dict[str, Callable[..., Any]] = {
        "read": read,
        "table": read_table,
        "check": partial(check, shelf),
        "report": partial(report, shelf),
    }
    return lambda job, arguments: jobs[job](*arguments)


def read(data: bytes, name: str, longest: int) -> list[dict[str, Any]]:
    """The drafts in an uploaded file. Raises SourceErrors: not readable, too many, too long."""
    posts = read_data(data, name, most_tags=MOST_TAGS)
    if len(posts) > MOST_POSTS:
        raise SourceError(f"文件里有 {len(posts)} 帖，太多了", remedy="请只存要查的一页")
    for post in posts:
        if len(post.text) > longest and len(posts) == 1:
            raise SourceError(
                f"有 {len(post.text)} 个字符，一帖最多 {longest} 个", remedy="请拆开再查"
            )
    return [to_draft(post) for post in posts if len(post.text) <= longest]


def check(shelf: _Shelf, asked: Request) -> Checked:
    """The check of one draft."""
    result = to_json(_review(shelf, asked))
    template = environment().get_template("post.html.j2")
    part = template.render(view=post_view(1, _drawn(result), controls))
    counts = {name: result["measures"][name]["count"] for name in MEASURES}
    now = {"measures": counts, "rest": result["rest"], "verdict": result["verdict"]}
    return Checked(Markup(part), result["post"]["sha256"], result["assumption"], now)


def _drawn(result: Result) -> Result:
    """The result as the page draws it, which itself shows what is assumed, before and after."""
    post = result["post"]
    named = {**post, "title": post["title"] or post["id"] or "检查结果"}
    return {**result, "post": named, "assumption": None}


def report(shelf: _Shelf, asked: Request, form: str) -> bytes:
    """The same check as a file: html, docx or json."""
    found = _review(shelf, asked)
    if form == "docx":
        from postcheck.report.docx import write_docx  # python-docx takes a tenth of a second

        stream = BytesIO()
        write_docx([found], stream)
        return stream.getvalue()
    result = to_json(found)
    if form == "json":
        return json_line(result).encode()
    return render_page([result]).encode("utf-8", "backslashreplace")


def _review(shelf: _Shelf, asked: Request) -> Review:
    post = to_post(asked.draft)
    return review(
        replace(post, author=asked.author or post.author),
        _ruleset(asked.ruleset),
        asked.kind,
        library=shelf.library(),
        roster=asked.roster,
        excluded=asked.excluded,
        waivers=asked.waivers,
        people=dict(asked.people),
    )


@cache
def _ruleset(name: str) -> Ruleset:
    return load(name)
