"""Archives → documents, one after the other: folders, zips, saved pages, tables, books.

Memory does not grow with the archive. What cannot be read is told and the rest goes on.
"""

import hashlib
import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.readers import epub, rows, sniff, warc, web
from postcheck.readers.container import Faults, Member, members
from postcheck.readers.decode import decode_page
from postcheck.readers.forum import read_page
from postcheck.text import Text

LARGEST = 100_000_000  # bytes of one text, page or book
_HEAD = 4096
_PIECE = 16_000_000  # bytes of a text that is one document
_SHORT_PIECE, _LONG = 200_000, 1_000_000  # characters of a piece of a larger one
_REMEMBERED = 200_000  # posts that are known again on another page

Form = Callable[[Member, Faults], Iterator[Post]]


def documents(source: str, faults: Faults, without: Collection[str] = ()) -> Iterator[Post]:
    """What can be kept as an earlier text: the posts of `source` that have text, each once.

    A post that is on two saved pages is given once; if its text differs, the second time under
    its id and `@` with the beginning of the text's hash, so that neither is lost.
    """
    seen: dict[str, str] = {}
    for post in posts(source, faults, without):
        text = post.text.original
        if post.unknown == "hidden" or not text.strip():
            continue
        if "engine" in post.extra:
            digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
            known = seen.get(post.id)
            if known == digest:
                continue
            if len(seen) >= _REMEMBERED:
                seen.clear()
            seen[post.id] = digest
            post = replace(post, id=f"{post.id}@{digest}") if known else post  # noqa: PLW2901
        yield post


def posts(source: str, faults: Faults, without: Collection[str] = ()) -> Iterator[Post]:
    """The posts and texts of a file, a folder or a zip in order of path.

    The id of a text is its path inside; that of a forum post the board's own number, after the
    site where it is known. Files with an ending in `without` are passed over in silence.
    Raises SourceError if there is no such source.
    """
    others: Counter[str] = Counter()
    for member in members(source, faults):
        if member.suffix in without:
            continue
        if member.fault:
            faults.error(member.fault)
            continue
        form = form_of(member)
        if form is None:
            others[member.suffix or "无扩展名"] += 1
            continue
        try:
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
        faults.skip(SourceError(f"跳过 {others.total()} 个不认识的文件：{kinds}", file=source))


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
        page = decode_page(head)
        if "\0" in page.text[:_HEAD]:
            raise SourceError("这是二进制文件，不是文本", file=member.shown)
        if len(head) > _PIECE:
            del head
            stream.seek(0)
            lines = io.TextIOWrapper(stream, page.encoding, "replace", newline="")
            for number, piece in enumerate(_pieces(lines), start=1):
                yield _document(member, piece.removeprefix("\ufeff"), f"#{number}")
            return
    if not page.text.strip():
        faults.skip(SourceError("文件里没有文字", file=member.shown))
    notices = (f"有 {page.bad} 处坏字节，以 � 代替",) if page.bad else ()
    yield replace(_document(member, page.text), notices=notices)


def _pieces(lines: io.TextIOWrapper) -> Iterator[str]:
    piece: list[str] = []
    size = 0
    while line := lines.readline(_LONG):
        piece.append(line)
        size += len(line)
        if size >= _SHORT_PIECE and (not line.strip() or size >= _LONG):
            yield "".join(piece)
            piece, size = [], 0
    if piece:
        yield "".join(piece)


def _document(member: Member, text: str, part: str = "") -> Post:
    stem = PurePosixPath(member.name).stem
    return Post(text=Text(text), source=member.shown, id=f"{member.name}{part}", title=stem)


def _page(member: Member, faults: Faults) -> Iterator[Post]:
    data = member.read(LARGEST)
    yield from _named(read_page(data, member.shown, bulk=True), member.name)


def _mhtml(member: Member, faults: Faults) -> Iterator[Post]:
    yield from _named(web.read_mhtml(member.read(LARGEST), member.shown, bulk=True), member.name)


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
                    faults.skip(error)
                continue
            if not saved.whole:
                faults.error(SourceError("网页不完整，末尾可能缺帖", file=shown))
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
