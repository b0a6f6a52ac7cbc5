"""What posts are checked against: the options that several commands share."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePath

import click

from postcheck.checks.lexicon import Lexicon, lexicons
from postcheck.cli.choose import in_thread
from postcheck.cli.files import read_posts
from postcheck.corpus.library import Library, open_library
from postcheck.corpus.pair import Texts, loose
from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers.lists import read_people, read_words
from postcheck.review import LONGEST, Review, review
from postcheck.ruleset import Ruleset, load

_SHOWN = 5  # posts named in one message


@dataclass(frozen=True)
class Request:
    """The options of one call that say what every post is checked against."""

    ruleset: Ruleset
    kind: str | None
    people: dict[str, str]
    roster: tuple[str, ...]
    excluded: tuple[str, ...]
    boilerplate: Library | None
    lexicons: tuple[Lexicon, ...] | None = None
    round: int | None = None


_SHARED = (
    click.option("--kind", type=click.Choice(["report", "kill"]), help="report 报道，kill 杀帖。"),
    click.option(
        "--corpus", "corpora", multiple=True, metavar="名称",
        help="对照的语料库，可多次；none 为不对照；不写则对照全部。",
    ),
    click.option(
        "--people", metavar="文件", type=click.Path(), help="马甲与真身对照表（.toml 或 .csv）。"
    ),
    click.option("--roster", metavar="文件", type=click.Path(), help="下场马甲名单，一行一个。"),
    click.option(
        "--exclude", metavar="文件", type=click.Path(), help="哨子认为应扣除的词句，一行一个。"
    ),
    click.option(
        "--boilerplate", multiple=True, metavar="文件", type=click.Path(),
        help="不算谁的文字（规则、签名、楼主的开头），可多次；"
        "帖中的这些文字标灰，不计引用与旧文。",
    ),
    click.option(
        "--lexicon", "lexicon", multiple=True, metavar="文件", type=click.Path(),
        help="另加的用语词表（.toml），可多次；写法见 docs/lexicons.md。",
    ),
)  # fmt: skip
_RULESET = click.option(
    "--ruleset", required=True, type=click.Path(), metavar="ID|文件",
    help="规则：内置编号或 .toml 文件。",
)  # fmt: skip
_ROUND = click.option(
    "--round", "number", type=click.IntRange(1), metavar="轮次",
    help="第几轮的杀帖；写了就核对代号有没有、这一轮该不该出帖。",
)  # fmt: skip


def request_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that `make_request` and `make_library` take."""
    return _RULESET(shared_options(_ROUND(command)))


def shared_options(command: Callable[..., None]) -> Callable[..., None]:
    """Those of them that an audit takes too."""
    for option in reversed(_SHARED):
        command = option(command)
    return command


def make_request(
    ruleset: str,
    kind: str | None,
    people: str | None,
    roster: str | None,
    exclude: str | None,
    boilerplate: Sequence[str],
    lexicon: Sequence[str] = (),
    number: int | None = None,
) -> Request:
    """Reads the files that the options name; raises SourceError."""
    return Request(
        ruleset=load(ruleset),
        kind=kind,
        people=read_people(people) if people else {},
        roster=read_words(roster) if roster else (),
        excluded=read_words(exclude) if exclude else (),
        boilerplate=_boilerplate(boilerplate),
        lexicons=lexicons(lexicon),
        round=number,
    )


def _boilerplate(files: Sequence[str]) -> Library | None:
    """The referee's own list, as a library in memory; it has no author and no date."""
    posts = read_posts(files)
    return Texts([loose(post.id, post.text.original, "免计文字") for post in posts]) or None


def make_library(corpora: Sequence[str]) -> nullcontext[None] | Library:
    """The named corpora, all where none is named; `none`: no corpus."""
    if "none" in corpora:
        return nullcontext()
    return open_library(tuple(corpora) or None)


def completed(posts: Sequence[Post], author: str | None, moment: datetime | None) -> list[Post]:
    """The posts with author and time of the options where a file says nothing of them."""
    return [
        replace(
            post,
            author=post.author or (None if in_thread(post) else author),
            posted_at=post.posted_at or moment,
        )
        for post in posts
    ]


def checkable(posts: Sequence[Post], request: Request) -> tuple[list[Post], list[SourceError]]:
    """The posts that a check can begin with; faults of those without a kind, and of books."""
    found: list[Post] = []
    faults: list[SourceError] = []
    vague: dict[str, list[Post]] = {}
    for post in posts:
        if request.kind is None and post.kind is None:
            vague.setdefault(post.source, []).append(post)
        elif len(post.text) > LONGEST:
            message = f"{_named([post])}有 {len(post.text)} 个字符，一帖最多查 {LONGEST} 个"
            faults.append(
                SourceError(message.lstrip(), remedy="请拆成单个的帖子", file=post.source)
            )
        else:
            found.append(post)
    for source, some in vague.items():
        message = f"不知道{_named(some)}是报道还是杀帖"
        faults.append(SourceError(message, remedy="加 --kind report 或 --kind kill", file=source))
    return found, faults


def _named(posts: Sequence[Post]) -> str:
    """Posts of one file in a message that begins with its name."""
    if not posts[0].id or posts[0].id == PurePath(posts[0].source).name:
        return "这一帖"
    names = "、".join(post.id for post in posts[:_SHOWN])
    return f" {names} " if len(posts) <= _SHOWN else f" {names} 等 {len(posts)} 帖"


def reviews(posts: Sequence[Post], request: Request, library: Library | None) -> Iterator[Review]:
    """Each post checked, in order, as it is asked for."""
    for post in posts:
        yield review(
            post,
            request.ruleset,
            request.kind or post.kind or "",
            guessed=request.kind is None and "engine" in post.extra,
            library=library,
            people=request.people,
            roster=request.roster,
            excluded=request.excluded,
            boilerplate=request.boilerplate,
            lexicons=request.lexicons,
            number=request.round,
        )
