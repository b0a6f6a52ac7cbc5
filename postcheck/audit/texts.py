"""The posts of an audit: a stream of items from any sources, or the text of a ledger's event."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from postcheck.audit.complaints import Complaint
from postcheck.audit.same import Match
from postcheck.audit.standing import Ruled, Standing
from postcheck.checks.form import Orders, measure
from postcheck.errors import SourceError, SourceErrors
from postcheck.game.events import Event
from postcheck.game.state import Game
from postcheck.post import Post
from postcheck.readers import encoding, read, read_bytes, table
from postcheck.readers.rows import parquet_count, parquet_rows
from postcheck.review import LONGEST

_LINES = (".jsonl", ".ndjson")
_ROWS = ".parquet"
_PAGES = (".html", ".htm", ".mhtml", ".mht")
_SAMPLE = 1 << 20  # bytes that tell an encoding
_CODECS = {"UTF-8": "utf-8", "GBK": "gb18030"}  # in which a line end is a line end
_UNOPENED = "文件打不开（检查路径和权限）"
_NEAR = 24 * 3600  # seconds between a post on the board and its line in the ledger


@dataclass(frozen=True)
class Item:
    """One input on its way to a row. `post` None: nothing can be vetted, `reason` says why.

    `place` names it for people (`file:line`). `case`: the complaint that it is about. `result`:
    what was judged without a text, by the numbers of the ledger.
    """

    place: str
    post: Post | None = None
    reason: str = ""
    skipped: bool = False
    case: "Case | None" = None
    result: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Case:
    """A complaint of a game: its subject and its event in the ledger, standing, and the ruling.

    `kind`: report or kill, None where it is about neither. `least`: how long the text had to be
    because it fills an IOU or is a rewrite. `by`: the complainant as the game knows him: the
    player, where the row has the name of its substitute, which is secret.
    """

    complaint: Complaint
    match: Match
    by: str = ""
    kind: str | None = None
    standing: Standing | None = None
    ruled: Ruled | None = None
    event: Event | None = None
    round: int | None = None
    code: str | None = None
    author: str | None = None
    target: str | None = None
    least: int | None = None


def stream(sources: Sequence[str], kind: str | None) -> Iterator[Item]:
    """Every post of files and folders, in order, one at a time; what cannot be read too.

    `kind`: what all of them are; without it each has to say so, or look like it.
    """
    for path in _paths(sources):
        for item in _of_file(path):
            yield _fit(item, kind)


def _paths(sources: Sequence[str]) -> Iterator[str]:
    for source in sources:
        if not os.path.isdir(source):
            yield source
            continue
        for parent, folders, files in os.walk(source):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (os.path.join(parent, name) for name in sorted(files) if name[0] not in ".~")


def _of_file(path: str) -> Iterator[Item]:
    if path.lower().endswith(_LINES):
        yield from _lines(path)
        return
    if path.lower().endswith(_ROWS):
        yield from _rows(path)
        return
    try:
        posts = read(path)
    except SourceErrors as errors:
        yield from (_fault(error) for error in errors.errors)
        return
    for number, post in enumerate(posts, 1):
        yield Item(f"{path}:{post.floor or post.id or number}" if len(posts) > 1 else path, post)


def _fault(error: SourceError) -> Item:
    place = f"{error.file}:{error.line}" if error.line is not None else error.file or ""
    remedy = f"（{error.remedy}）" if error.remedy else ""
    return Item(place, reason=f"{error.message}{remedy}")


def _lines(path: str) -> Iterator[Item]:
    """A line at a time, however large the file is; a bad line is an item like any other."""
    try:
        with open(path, "rb") as file:
            label = encoding.decode(_whole(file.read(_SAMPLE)), path).label
            codec = _CODECS.get(label)
            file.seek(0)
            lines: Iterable[bytes] = file
            if codec is None:
                lines = encoding.decode(read_bytes(path), path).text.encode().split(b"\n")
            for number, line in enumerate(lines, 1):
                if line.strip(b"\xef\xbb\xbf \t\r\n"):
                    yield _line(line, codec or "utf-8", label, f"{path}:{number}", path)
    except SourceErrors as errors:
        yield from (_fault(error) for error in errors.errors)
    except OSError:
        yield Item(path, reason=_UNOPENED)


def _rows(path: str) -> Iterator[Item]:
    """A row at a time, however many there are; a bad row is an item like any other."""
    try:
        with open(path, "rb") as file:
            for number, row in enumerate(parquet_rows(file, path), 1):
                try:
                    yield Item(f"{path}:{number}", table.read_row(row, path, number))
                except SourceError as error:
                    yield _fault(error)
    except SourceError as error:
        yield _fault(error)
    except OSError:
        yield Item(path, reason=_UNOPENED)


def _whole(sample: bytes) -> bytes:
    """The sample up to its last line end: a cut character is no fault of the file."""
    end = sample.rfind(b"\n") + 1
    return sample[:end] if end and len(sample) == _SAMPLE else sample


def _line(line: bytes, codec: str, label: str, place: str, path: str) -> Item:
    try:
        text = line.decode(codec).removeprefix("\ufeff")
        (post,) = table.read(encoding.Decoded(text, label), path)
    except UnicodeDecodeError:
        return Item(place, reason="这一行有坏字节")
    except SourceErrors as errors:
        error = errors.errors[0]
        return Item(place, reason=f"{error.message}（{error.remedy}）")
    return Item(place, post)


def _fit(item: Item, kind: str | None) -> Item:
    """The item, its post taken away where it cannot be vetted."""
    post = item.post
    if post is None:
        return item
    if kind is None and post.kind is None:
        vague = "看不出是报道还是杀帖" if "engine" in post.extra else "没有写是报道还是杀帖"
        return replace(item, post=None, reason=f"{vague}（要查就加 --kind）", skipped=True)
    if len(post.text) > LONGEST:
        reason = f"有 {len(post.text)} 个字符，一帖最多查 {LONGEST} 个"
        return replace(item, post=None, reason=reason)
    return item


def count(sources: Sequence[str]) -> int:
    """How many items `stream` will give; a document is taken for one, pages are read."""
    return sum(map(_count, _paths(sources)))


def _count(path: str) -> int:
    name = path.lower()
    if name.endswith(_LINES):
        try:
            with open(path, "rb") as file:
                return sum(not line.isspace() for line in file)
        except OSError:
            return 1
    if name.endswith(_ROWS):
        return parquet_count(path)
    return sum(1 for _ in _of_file(path)) if name.endswith(_PAGES) else 1


def authors(sources: Sequence[str]) -> Iterator[str]:
    """Who wrote the posts, as their files say."""
    for path in _paths(sources):
        for item in _of_file(path):
            if item.post is not None and item.post.author:
                yield item.post.author


class Shelf:
    """The texts that a game's events speak of: files beside the ledger, and posts that were read.

    Held in memory: a game has hundreds of posts, not millions.
    """

    def __init__(self, game: Game, sources: Sequence[str]) -> None:
        self._game = game
        self._folder = Path(game.ledger.file).resolve().parent
        self._by_name: dict[str, list[Post]] = defaultdict(list)
        self._posts: list[Post] = []
        self.faults: list[str] = []
        for path in _paths(sources):
            for item in _of_file(path):
                if item.post is None:
                    self.faults.append(f"{item.place}：{item.reason}")
                else:
                    self._put(item.post)

    def _put(self, post: Post) -> None:
        self._posts.append(post)
        source = Path(post.source)
        for name in {post.id, post.url or "", post.source, source.name, source.stem} - {""}:
            self._by_name[name].append(post)

    def find(self, event: Event) -> Post | str:
        """The text of a report, kill, act or fill; else, in Chinese, why there is none."""
        named = event.get("post")
        names = [named, event.get("id"), *_addresses(event)]
        for name in names:
            found = self._by_name.get(str(name), []) if name else []
            if len(found) == 1:
                return found[0]
        if named and (read_here := self._beside(named)) is not None:
            return read_here
        found = [post for post in self._posts if self._is_likely(post, event)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            places = "、".join(post.floor or post.id for post in found[:5])
            return f"有 {len(found)} 帖都可能是它（{places}），在账本的 post 里写上编号"
        if named:
            return f"找不到正文“{named}”：账本旁边没有这个文件，--posts 里也没有这个编号"
        return "账本没有写正文在哪里（post），--posts 里也找不到"

    def _beside(self, named: str) -> Post | str | None:
        """The file of that name in the ledger's folder; others are none of its business."""
        path = (self._folder / named).resolve()
        if not path.is_relative_to(self._folder) or not path.is_file():
            return None
        try:
            posts = read(str(path))
        except SourceErrors as errors:
            return f"正文“{named}”读不了：{errors.errors[0].message}"
        if len(posts) != 1:
            return f"“{named}”里有 {len(posts)} 帖，不知道是哪一帖"
        return replace(posts[0], source=named)

    def _is_likely(self, post: Post, event: Event) -> bool:
        """Of the same code (kill) or by the same player (report), within a day of its line."""
        at = post.posted_at
        if at is None or at.tzinfo is None or abs((at - event.at).total_seconds()) > _NEAR:
            return False
        if event.type == "report":
            return post.author == event["player"] and post.kind in ("report", None)
        return event.get("code") is not None and self._code(post) == event["code"]

    def _code(self, post: Post) -> str | None:
        """The code that the post names, or is signed with."""
        return post.code or measure(post, "kill", Orders(self._game.ruleset.codes)).code


def _addresses(event: Event) -> list[str]:
    source = event.get("source")
    parts = source.values() if isinstance(source, dict) else [source]
    return [part for part in parts if isinstance(part, str)]
