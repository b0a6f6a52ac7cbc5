"""The collection of the npm package `chinese-poetry`: its tarball or its unpacked folder.

Its files are JSON in a dozen shapes, all of them a work or nested lists of works: an object
with lines under `paragraphs`, `content` or `para` is a work, one with objects there is a book
or chapter that holds works. Lists of authors, tone patterns, search ranks and the rejected
entries under `error` are no works. Commentary (`notes`, `comment`, `abstract`, `prologue`) is
modern and stays out.
"""

import json
import tarfile
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.errors import SourceError

_MOST_BYTES = 1 << 28
_LINES = ("paragraphs", "content", "para")
_TITLES = ("chapter", "section", "type", "rhythmic", "title", "subchapter")
_NO_WORKS = {
    "strains": "平仄格律",
    "rank": "搜索热度排名",
    "error": "集子自己剔除的存疑条目",
    "authors": "作者小传",
    "author": "作者小传",
    "intro": "今人的介绍",
    "表面结构字": "造字说明",
    "package": "软件包说明",
    "package-lock": "软件包说明",
}
_BOOKS = {
    "caocaoshiji": ("", "曹操"),
    "chuci": ("楚辞", None),
    "lunyu": ("论语", None),
    "shijing": ("诗经", None),
    "youmengying": ("幽梦影", "张潮"),
}


_Work = tuple[str | None, str, str | None, str | None]  # id, text, author, title


class _Place(NamedTuple):
    """What a work inherits from the books and chapters around it."""

    titles: tuple[str, ...]
    author: str | None


def read_poetry(path: Path, source: str, notes: Notes) -> Iterator[Entry]:
    """Yields the works; the id is the entry's own, else `path#number` within the collection."""
    left_out: Counter[str] = Counter()
    found = False
    for name, data in _files(path, source, notes, left_out):
        shown = f"{source}/{name}"
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            notes.skip(SourceError("不是 JSON，跳过", file=shown))
            continue
        book, of_book = _BOOKS.get(name.split("/")[0], ("", None))
        count = empty = 0
        for own, text, author, title in _works(tree, _Place((book,) if book else (), of_book)):
            if text and not text.isspace():
                yield Entry(own or f"{name}#{count}", text, author, title, None, None, shown)
                found = True
            else:
                empty += 1
            count += 1
        if not count:
            notes.skip(SourceError("没有认出作品，跳过", file=shown))
        if empty:
            notes.skip(SourceError(f"{empty} 条没有正文，跳过", file=shown))
    for reason, count in left_out.items():
        notes.skip(SourceError(f"跳过 {count} 个文件：{reason}，不是作品", file=source))
    if not found and not notes.errors:
        notes.error(
            SourceError(
                "这里没有 chinese-poetry 的诗文",
                remedy="先运行 npm pack chinese-poetry，再给出得到的 .tgz 文件或解开的文件夹",
                file=source,
            )
        )


def _files(
    path: Path, source: str, notes: Notes, left_out: Counter[str]
) -> Iterator[tuple[str, bytes]]:
    """The JSON files as (path below `dist`, content), and why others were `left_out`."""
    if path.is_dir():
        for file in sorted(path.rglob("*.json")):
            name = _below_dist(file.relative_to(path))
            if _holds_works(name, left_out):
                yield name, file.read_bytes()
            notes.meter.finished(file)
        return
    try:
        with notes.meter.open(path) as packed, tarfile.open(fileobj=packed, mode="r|*") as archive:
            for member in archive:
                if member.isfile() and member.name.endswith(".json"):
                    name = _below_dist(PurePosixPath(member.name))
                    if not _holds_works(name, left_out):
                        continue
                    if member.size > _MOST_BYTES:
                        notes.skip(SourceError("文件太大，跳过", file=f"{source}/{member.name}"))
                        continue
                    content = archive.extractfile(member)
                    if content is not None:
                        yield name, content.read()
    except (tarfile.TarError, zlib.error, EOFError):
        remedy = "重新运行 npm pack chinese-poetry"
        notes.error(SourceError("不是完整的 .tgz 文件", remedy=remedy, file=source))


def _below_dist(path: Path | PurePosixPath) -> str:
    parts = path.parts[path.parts.index("dist") + 1 :] if "dist" in path.parts else path.parts
    return "/".join(parts)


def _holds_works(name: str, left_out: Counter[str]) -> bool:
    """Goes by the folders and the first part of a file's name; counts the reason if not."""
    path = PurePosixPath(name)
    for part in (*path.parts[:-1], path.name.split(".")[0]):
        if part in _NO_WORKS:
            left_out[_NO_WORKS[part]] += 1
            return False
    return True


def _works(tree: object, outer: _Place) -> Iterator[_Work]:
    """The works in a JSON tree, in order; unknown shapes hold none."""
    for node in tree if isinstance(tree, list) else (tree,):
        if isinstance(node, list):
            yield from _works(node, outer)
        if not isinstance(node, dict):
            continue
        for key in _LINES:
            body = node.get(key)
            if body is not None:
                break
        lines = [body] if isinstance(body, str) else body
        if not isinstance(lines, list):
            continue
        here = _place(node, outer)
        try:
            text = "\n".join(lines)
        except TypeError:  # not lines: what stands in this book or chapter
            yield from _works(lines, here)
        else:
            own = node.get("id")
            title = "·".join(here.titles) or None
            yield own if isinstance(own, str) else None, text, here.author, title


def _place(node: dict[str, object], outer: _Place) -> _Place:
    """The titles and the author that hold inside `node`."""
    titles = outer.titles
    for key in _TITLES:
        value = node.get(key)
        if value and isinstance(value, str) and (title := value.strip()):
            if titles and value.startswith(titles[-1]):  # 应天长 before 应天长·一钩初月临妆镜
                titles = titles[:-1]
            titles = (*titles, title)
    author = node.get("author")
    return _Place(titles, author.strip() or None if isinstance(author, str) else outer.author)
