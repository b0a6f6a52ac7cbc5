"""Which posts of a saved thread are checked: by floor, author and time, and by what they are."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers.threads import Seen, floor_number

BEIJING = timezone(timedelta(hours=8))  # the forum's clock, where a time names no zone
_PARTS = re.compile(r"[,，、\s]+")
_RANGE = re.compile(r"(?P<first>[^-~—]+)(?P<to>[-~—]+(?P<last>[^-~—]*))?")
_HIGHEST = 10**6
_SHOWN = 9


@dataclass(frozen=True)
class Choice:
    """`floors`: ranges of floor numbers, None for all; `author`: an alias, or an owner for all
    aliases; `since`: the first moment."""

    floors: tuple[range, ...] | None = None
    author: str | None = None
    since: datetime | None = None


def in_thread(post: Post) -> bool:
    """Is it a post of a saved thread, with its author beside it?"""
    return post.extra.get("engine", "page") != "page"


def parse_floors(written: Sequence[str]) -> tuple[range, ...] | None:
    """`5`, `5#`, `楼主`, `2-30`, `20-`, several with commas; raises SourceError. None: nothing."""
    parts = [part for one in written for part in _PARTS.split(one) if part]
    return tuple(map(_floors, parts)) if written else None


def _floors(part: str) -> range:
    found = _RANGE.fullmatch(part)
    first = floor_number(found["first"]) if found else None
    last = first
    if found and found["to"]:
        last = floor_number(found["last"]) if found["last"] else _HIGHEST
    if first is None or last is None or last < first:
        raise SourceError(f"--floor {part} 不是楼层", remedy="写成 5、楼主、2-30 或 20-")
    return range(first, last + 1)


def parse_moment(option: str, written: str | None) -> datetime | None:
    """A time in ISO 8601, on the forum's clock where it names no zone; raises SourceError."""
    if written is None:
        return None
    try:
        moment = datetime.fromisoformat(written)
    except ValueError as error:
        raise SourceError(
            f"{option} {written} 不是时间", remedy="写成 2026-04-12T21:10:00+08:00"
        ) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=BEIJING)


def choose(
    posts: Sequence[Post], choice: Choice, people: Mapping[str, str], *, guess: bool
) -> tuple[list[Post], list[str]]:
    """The posts that are meant, and what the user must know of the others.

    Posts of a thread that look like neither check-in nor kill are left out where the kind is to
    be guessed. Raises SourceError where nothing is left.
    """
    meant = [post for post in posts if _is_meant(post, choice, people)]
    if posts and not meant:
        raise SourceError(
            "没有符合 --floor、--author、--since 的帖子",
            remedy="先用 postcheck read 看看有哪些楼层和作者",
            file=posts[0].source,
        )
    vague = [post for post in meant if guess and in_thread(post) and post.kind is None]
    chosen = [post for post in meant if post not in vague] if vague else meant
    if not chosen and vague:
        raise SourceError(
            f"{len(vague)} 帖都看不出是报道还是杀帖" if len(vague) > 1 else "看不出是报道还是杀帖",
            remedy="加 --kind report 或 --kind kill",
            file=vague[0].source,
        )
    return chosen, _notes(posts, meant, vague, choice)


def _is_meant(post: Post, choice: Choice, people: Mapping[str, str]) -> bool:
    if choice.since and post.posted_at:
        at = post.posted_at if post.posted_at.tzinfo else post.posted_at.replace(tzinfo=BEIJING)
        if at < choice.since:
            return False
    if not in_thread(post):
        return True
    if choice.floors is not None:
        number = floor_number(post.floor)
        if number is None or not any(number in floors for floors in choice.floors):
            return False
    names = {post.author, people.get(post.author or "")}
    return choice.author is None or choice.author in names


def _notes(
    posts: Sequence[Post], meant: Sequence[Post], vague: Sequence[Post], choice: Choice
) -> list[str]:
    notes = []
    if len(meant) < len(posts):
        left = len(posts) - len(meant)
        notes.append(f"按 --floor、--author、--since 查 {len(meant)} 帖，另有 {left} 帖不查")
    if vague:
        notes.append(
            f"没有检查 {len(vague)} 帖，看不出是报道还是杀帖（要查就加 --kind）：{_named(vague)}"
        )
    alone = [post for post in posts if choice.floors is not None and not in_thread(post)]
    if alone:
        notes.append(f"--floor 只对存下的主题有用，这里没有楼层，照样检查：{_named(alone)}")
    undated = [post for post in meant if choice.since and post.posted_at is None]
    if undated:
        notes.append(f"{len(undated)} 帖发表时间不明，照样检查：{_named(undated)}")
    seen = Seen()
    for post in posts:
        seen.add(post)
    return notes + seen.missing()


def _named(posts: Sequence[Post]) -> str:
    names = "、".join(post.floor or post.id for post in posts[:_SHOWN])
    return names if len(posts) <= _SHOWN else f"{names} 等"
