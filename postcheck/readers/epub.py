"""EPUB books: a chapter a document, in the order in which the book is read."""

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from lxml import etree

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers.body import NO_BOARD, plain, read_body
from postcheck.readers.container import Faults, Member
from postcheck.readers.decode import Page
from postcheck.readers.dom import Dom, Node
from postcheck.readers.engine import read
from postcheck.text import Text

_LARGEST = 50_000_000  # bytes of one chapter
_NAMES = {
    "box": "urn:oasis:names:tc:opendocument:xmlns:container",
    "opf": "http://www.idpf.org/2007/opf",
    "dc": "http://purl.org/dc/elements/1.1/",
}
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError,
           etree.XMLSyntaxError)  # fmt: skip


def read_epub(member: Member, faults: Faults) -> Iterator[Post]:
    """One post a chapter that has text; its id is the book's path and the chapter's number.
    Raises SourceError: not a whole EPUB. A chapter that cannot be read goes to `faults`."""
    with member.open() as stream:
        try:
            with zipfile.ZipFile(stream) as book:
                package, chapters = _spine(book)
                title = _first(package, ".//dc:title")
                author = _first(package, ".//dc:creator")
                for number, name in enumerate(chapters, start=1):
                    post = _chapter(book, name, member, faults)
                    if post is not None:
                        heading = " ".join(filter(None, (title, post.title)))
                        yield Post(
                            text=post.text,
                            source=member.shown,
                            id=f"{member.name}#{number}",
                            author=author,
                            title=heading or None,
                        )
        except _DAMAGE:
            raise SourceError(
                "不是完好的 EPUB，或加了保护", remedy="换一份没有保护的书", file=member.shown
            ) from None


def _chapter(book: zipfile.ZipFile, name: str, member: Member, faults: Faults) -> Post | None:
    shown = f"{member.shown}/{name}"
    try:
        data = _bytes(book, name)
    except (KeyError, ValueError):
        faults.error(SourceError("书里缺这一章，或它大得异常", file=shown))
        return None
    try:
        return read(data, shown, _text)
    except SourceError as error:
        faults.error(error)
        return None


def _text(_: Page, dom: Dom, root: Node) -> Post | None:
    body = dom.first(root, "body")
    if body is None:
        return None
    heading = dom.first(body, "h1, h2, h3")
    text = read_body(dom.html(body), NO_BOARD).text
    return Post(text=Text(text), title=plain(dom, heading) if heading is not None else None)


def _bytes(book: zipfile.ZipFile, name: str) -> bytes:
    if book.getinfo(name).file_size > _LARGEST:
        raise ValueError(name)
    with book.open(name) as stream:
        return stream.read(_LARGEST)


def _spine(book: zipfile.ZipFile) -> tuple[Any, list[str]]:
    """The package document, and the names of the chapters."""
    container = _xml(_bytes(book, "META-INF/container.xml"))
    place = container.find(".//box:rootfile", _NAMES).get("full-path", "")
    package = _xml(_bytes(book, place))
    items = {
        item.get("id"): item.get("href", "") for item in package.iterfind(".//opf:item", _NAMES)
    }
    folder = posixpath.dirname(place)
    names = [
        posixpath.normpath(posixpath.join(folder, unquote(items[one.get("idref")])))
        for one in package.iterfind(".//opf:itemref", _NAMES)
        if one.get("idref") in items
    ]
    return package, names


def _xml(data: bytes) -> Any:
    """No entities, no network: a book is somebody else's file."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    root = etree.fromstring(data, parser)
    if root is None:
        raise KeyError("package")
    return root


def _first(package: Any, path: str) -> str | None:
    node = package.find(path, _NAMES)
    text = "".join(node.itertext()).strip() if node is not None else ""
    return text or None
