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
_TITLES = ("section", "type", "title", "rhythmic", "chapter", "subchapter")
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


class _Place(NamedTuple):
    """What a work inherits from the books and chapters around it."""

    titles: tuple[str, ...] = ()
    author: str | None = None


def read_poetry(path: Path, source: str, notes: Notes) -> Iterator[Entry]:
    """Yields the works; the id is the entry's own, else `path#number` within the collection."""
    left_out: Counter[str] = Counter()
    found = False
    for name, data in _files(path, source, notes):
        reason = _no_works(name)
        if reason is not None:
            left_out[reason] += 1
            continue
        shown = f"{source}/{name}"
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            notes.skip(SourceError("不是 JSON，跳过", file=shown))
            continue
        book, author = _BOOKS.get(PurePosixPath(name).parts[0], ("", None))
        count = empty = 0
        for work in _works(tree, _Place((book,) if book else (), author)):
            if work.text.strip():
                yield work._replace(id=work.id or f"{name}#{count}", file=shown)
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


def _files(path: Path, source: str, notes: Notes) -> Iterator[tuple[str, bytes]]:
    """The JSON files as (path below `dist`, content)."""
    if path.is_dir():
        for file in sorted(path.rglob("*.json")):
            yield _below_dist(file.relative_to(path)), file.read_bytes()
        return
    try:
        with tarfile.open(path, "r|*") as archive:
            for member in archive:
                if member.isfile() and member.name.endswith(".json"):
                    if member.size > _MOST_BYTES:
                        notes.skip(SourceError("文件太大，跳过", file=f"{source}/{member.name}"))
                        continue
                    content = archive.extractfile(member)
                    if content is not None:
                        yield _below_dist(PurePosixPath(member.name)), content.read()
    except (tarfile.TarError, zlib.error, EOFError):
        remedy = "重新运行 npm pack chinese-poetry"
        notes.error(SourceError("不是完整的 .tgz 文件", remedy=remedy, file=source))


def _below_dist(path: Path | PurePosixPath) -> str:
    parts = path.parts[path.parts.index("dist") + 1 :] if "dist" in path.parts else path.parts
    return "/".join(parts)


def _no_works(name: str) -> str | None:
    """Why the file holds no works, by its folders or the first part of its name."""
    path = PurePosixPath(name)
    for part in (*path.parts[:-1], path.name.split(".")[0]):
        if part in _NO_WORKS:
            return _NO_WORKS[part]
    return None


def _works(node: object, place: _Place) -> Iterator[Entry]:
    """The works in a JSON tree, in order; unknown shapes hold none."""
    if isinstance(node, list):
        for child in node:
            yield from _works(child, place)
    elif isinstance(node, dict):
        body = next((node[key] for key in _LINES if node.get(key) is not None), None)
        lines = [body] if isinstance(body, str) else body
        titles = [node[key] for key in _TITLES if isinstance(node.get(key), str)]
        author = node.get("author")
        here = _Place(
            (*place.titles, *(title.strip() for title in titles if title.strip())),
            author.strip() or None if isinstance(author, str) else place.author,
        )
        if isinstance(lines, list) and all(isinstance(line, str) for line in lines):
            own = node.get("id")
            yield Entry(
                own if isinstance(own, str) else "",
                "\n".join(lines),
                here.author,
                "·".join(dict.fromkeys(here.titles)) or None,
            )
        elif isinstance(lines, list):
            yield from _works(lines, here)
