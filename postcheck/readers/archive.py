"""Archives → documents, one after the other: folders, zips, saved pages, tables, books.

Memory does not grow with the archive. What cannot be read is told and the rest goes on.
"""

import hashlib
import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import IO

from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.readers import epub, rows, sniff, warc, web
from postcheck.readers.container import Faults, Member, Meter, members
from postcheck.readers.decode import Page, decode_page
from postcheck.readers.encoding import is_binary, is_plausible
from postcheck.readers.forum import read_page
from postcheck.text import Text

LARGEST = 100_000_000  # bytes of one text, page or book
_HEAD = 4096
_PIECE = 16_000_000  # bytes of a text that is one document
_SHORT_PIECE, _LONG = 200_000, 1_000_000  # characters of a piece of a larger one
_SAMPLE = 1_000_000  # bytes by which the encoding of a split text is told
_FEW = 50  # one bad byte in so many characters: no text
_REMEMBERED = 200_000  # posts that are known again on another page
_CONVERTED = {  # what may hold texts, and what makes them readable
    "压缩包请先解压": {".zip", ".rar", ".7z", ".tar", ".tgz", ".tar.gz", ".txt.gz", ".gz"},
    "文档请另存为 .docx 或 .txt": {".doc", ".wps", ".rtf", ".odt", ".pdf", ".xls"},
}

Form = Callable[[Member, Faults], Iterator[Post]]


def documents(
    source: str, faults: Faults, meter: Meter | None = None, *, split: bool = False
) -> Iterator[Post]:
    """What can be kept as an earlier text: the posts of `source` that have text, each once.

    `split`: text files hold many texts with blank lines between, as collections do. A post that
    is on two saved pages is given once. Another text under an id that was there before, on another
    page or in another file, gets `@` and the beginning of its hash, so that neither is lost.
    """
    seen: dict[str, tuple[int, str]] = {}
    for post in posts(source, faults, meter, split=split):
        text = post.text.original
        if post.unknown == "hidden" or not text.strip():
            continue
        page = "engine" in post.extra
        before, file = seen.get(post.id, (hash(text), post.source))
        if before != hash(text) and (page or file != post.source):
            digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
            post = replace(post, id=f"{post.id}@{digest}")  # noqa: PLW2901
        if page and post.id in seen:
            continue
        if len(seen) >= _REMEMBERED:
            seen.clear()
        seen.setdefault(post.id, (hash(text), post.source))
        yield post


def posts(
    source: str, faults: Faults, meter: Meter | None = None, *, split: bool = False
) -> Iterator[Post]:
    """The posts and texts of a file, a folder or a zip in order of path.

    The id of a text is its path inside; that of a forum post the board's own number, after the
    site where it is known. Raises SourceError if there is no such source.
    """
    others: Counter[str] = Counter()
    for member in members(source, faults, meter):
        if member.fault:
            faults.error(member.fault)
            continue
        try:
            form = form_of(member)
            if form is None:
                others[member.suffix or "无扩展名"] += 1
            elif split and form is _text:
                yield from _split_text(member, faults)
            else:
                yield from form(member, faults)
        except SourceErrors as errors:
            for error in errors.errors:
                faults.error(error)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
            faults.error(SourceError("压缩的数据已损坏", remedy="重新下载", file=member.shown))
        except OSError:
            faults.error(SourceError("打不开这个文件", remedy="检查文件权限", file=member.shown))
    if others:
        kinds = "、".join(f"{kind} {count} 个" for kind, count in others.most_common(9))
        remedy = "；".join(what for what, endings in _CONVERTED.items() if endings & others.keys())
        message = f"跳过 {others.total()} 个不认识的文件：{kinds}"
        faults.skip(SourceError(message, remedy=remedy, file=source))


def form_of(member: Member) -> Form | None:
    """By the name's ending; what has none that is known is looked at. None: not a form we read."""
    for endings, form in _FORMS:
        if member.suffix in endings:
            return form
    with member.open() as stream:
        head = stream.read(_HEAD)
    if sniff.is_html(head, member.name):
        return _page
    if sniff.is_mhtml(head):
        return _mhtml
    return rows.read_jsonl if rows.is_lines(head) else None


def _text(member: Member, faults: Faults) -> Iterator[Post]:
    """A text file is one document; a very large one, as text collections are, comes in pieces
    that end at a blank line, or at a line's end where there is none."""
    with member.open() as stream:
        head = stream.read(_PIECE + 1)
        page = _readable(head, member)
        if len(head) <= _PIECE:
            _tell_bad(page.bad, member, faults)
            if page.text.strip():
                yield _document(member, page.text)
            else:
                faults.skip(SourceError("文件里没有文字", file=member.shown))
            return
        del head
        stream.seek(0)
        yield from _parts(stream, page.encoding, member, faults)


def _split_text(member: Member, faults: Faults) -> Iterator[Post]:
    """Each text of a file that has blank lines between them."""
    with member.open() as stream:
        page = _readable(stream.read(_SAMPLE), member)
        stream.seek(0)
        yield from _parts(stream, page.encoding, member, faults, split=True)


def _readable(data: bytes, member: Member) -> Page:
    """The text of a file, or its beginning; raises SourceError if it is none."""
    page = decode_page(data)
    if is_binary(page.text) or (b"\0" in data and not is_plausible(page.text)):
        raise SourceError("这是二进制文件，不是文本", file=member.shown)
    if page.bad * _FEW > len(page.text):
        remedy = "用记事本打开核对，再“另存为”UTF-8 编码"
        raise SourceError(
            "看不出文件用的是什么编码，也许不是文本", remedy=remedy, file=member.shown
        )
    return page


def _tell_bad(bad: int, member: Member, faults: Faults) -> None:
    if bad:
        faults.skip(SourceError(f"有 {bad} 处坏字节，以 � 代替", file=member.shown))


def _parts(
    stream: IO[bytes], encoding: str, member: Member, faults: Faults, *, split: bool = False
) -> Iterator[Post]:
    """The texts or the pieces of a file, numbered; memory does not grow with the file."""
    number = bad = 0
    with io.TextIOWrapper(stream, encoding, "replace", newline="") as lines:
        for piece in _pieces(lines, 1 if split else _SHORT_PIECE):
            text = piece.removeprefix("\ufeff")
            text = text.strip("\r\n") if split else text
            bad += text.count("\ufffd")
            if text.strip():
                number += 1
                yield _document(member, text, f"#{number}")
    _tell_bad(bad, member, faults)


def _pieces(lines: io.TextIOWrapper, least: int) -> Iterator[str]:
    piece: list[str] = []
    size = 0
    while line := lines.readline(_LONG):
        piece.append(line)
        size += len(line)
        if size >= least and (not line.strip() or size >= _LONG):
            yield "".join(piece)
            piece, size = [], 0
    if piece:
        yield "".join(piece)


def _document(member: Member, text: str, part: str = "") -> Post:
    stem = PurePosixPath(member.name).stem
    return Post(text=Text(text), source=member.shown, id=f"{member.name}{part}", title=stem)


def _page(member: Member, faults: Faults) -> Iterator[Post]:
    found = read_page(member.read(LARGEST), member.shown, bulk=True)
    _tell_cut(found, member.shown, faults)
    yield from _named(found, member.name)


def _mhtml(member: Member, faults: Faults) -> Iterator[Post]:
    found = web.read_mhtml(member.read(LARGEST), member.shown, bulk=True)
    _tell_cut(found, member.shown, faults)
    yield from _named(found, member.name)


def _webarchive(member: Member, faults: Faults) -> Iterator[Post]:
    found = web.read_webarchive(member.read(LARGEST), member.shown, bulk=True)
    _tell_cut(found, member.shown, faults)
    yield from _named(found, member.name)


def _tell_cut(found: list[Post], shown: str, faults: Faults, *, whole: bool = True) -> None:
    if not whole or any("cut" in post.extra for post in found):
        remedy = "重新保存这一页"
        faults.error(SourceError("网页不完整，末尾可能缺帖", remedy=remedy, file=shown))


def _warc(member: Member, faults: Faults) -> Iterator[Post]:
    with member.open() as stream:
        for saved in warc.pages(stream, member.shown, faults.error):
            shown = f"{member.shown}/{saved.url}"
            try:
                found = read_page(
                    saved.data, shown, declared=saved.charset, url=saved.url, bulk=True
                )
            except SourceErrors as errors:
                for error in errors.errors:
                    faults.error(error)
                continue
            _tell_cut(found, shown, faults, whole=saved.whole)
            yield from _named(found, saved.url)


def _named(found: list[Post], name: str) -> Iterator[Post]:
    """Ids that hold across pages: a page of no known engine is named by its path or address."""
    for post in found:
        if post.extra.get("engine") == "page":
            yield replace(post, id=name)
        else:
            site = post.extra.get("site")
            yield replace(post, id=f"{site}/{post.id}") if site else post


def _docx(member: Member, faults: Faults) -> Iterator[Post]:
    from postcheck.readers import docx  # lxml and python-docx take a tenth of a second

    post = docx.read(member.read(LARGEST), member.shown, notes=True)
    yield replace(post, id=member.name, title=post.title or PurePosixPath(member.name).stem)


def _wiki(member: Member, faults: Faults) -> Iterator[Post]:
    from postcheck.readers import wiki

    return wiki.read_wiki(member, faults)


_FORMS: tuple[tuple[tuple[str, ...], Form], ...] = (
    ((".txt", ".md"), _text),
    ((".mhtml", ".mht"), _mhtml),
    ((".webarchive",), _webarchive),
    ((".html", ".htm", ".xhtml", ".shtml"), _page),
    ((".warc", ".warc.gz"), _warc),
    ((".csv", ".tsv"), rows.read_csv),
    ((".xlsx",), rows.read_xlsx),
    ((".jsonl", ".jsonl.gz", ".ndjson"), rows.read_jsonl),
    ((".json",), rows.read_json),
    ((".docx",), _docx),
    ((".epub",), epub.read_epub),
    ((".parquet",), rows.read_parquet),
    ((".xml", ".xml.bz2"), _wiki),
)
