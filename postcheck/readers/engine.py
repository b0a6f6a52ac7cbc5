"""Which parser reads a page from anywhere: none may be held up by it, or fill the memory.

Both take time and memory by the length of a page, but for two things of HTML 5: in every paragraph
what `<b>` or `<font>` left open is opened again, and every `<body>` adds to the attributes of one.
"""

import re
from dataclasses import replace

import numpy as np

from postcheck.errors import SourceError
from postcheck.readers.decode import Page, decode_page
from postcheck.readers.dom import Dom, Node, fastest, soup

_LONG = 2_000_000  # characters; beautifulsoup4 takes seconds for so many
_MANY = 50_000  # and for so many tags or attributes
_USUAL = 200_000  # characters of a page on which the two things take a second at most,
_USUAL_TAGS = 6_000  # and a few hundred MB
_MOST_OPEN = 50
_MOST_ATTRIBUTES = 100  # of all <body> together
_OPENED_AGAIN = frozenset(
    ["b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u"]
)
_SCOPES = frozenset(
    ["annotation-xml", "applet", "caption", "desc", "foreignobject", "marquee", "mi", "mn", "mo",
     "ms", "mtext", "object", "table", "td", "template", "th", "title"]
)  # fmt: skip
_ROOTS = frozenset(["html", "body"])
_COUNTED = _OPENED_AGAIN | _SCOPES | _ROOTS
_NOSCRIPT = re.compile(r"(</?)noscript\b", re.I)


def parse(
    data: bytes, source: str, *, declared: str | None = None, bulk: bool = True
) -> tuple[Page, Dom, Node]:
    """A page as text, the engine for it, and its root. `declared`: the charset of the HTTP or MIME
    header; `bulk`: the fastest engine for all pages, else for large ones.

    Raises SourceError on a large page that only the slower engine could read.
    """
    page = decode_page(data, declared)
    if b"\0" in data:
        page = replace(page, text=page.text.replace("\0", ""))
    length, tags = len(page.text), _count(data, b"<")
    large = length > _LONG or (not bulk and max(tags, _count(data, b"=")) > _MANY)
    dom = fastest() if bulk or large else soup()
    usual = length <= _USUAL and tags <= _USUAL_TAGS
    if dom is not soup() and not usual and _swells(page.text):
        if length > _LONG:
            raise SourceError(
                "网页里有成百个没有关上的标签，不读", remedy="也许文件已损坏", file=source
            )
        dom = soup()
    return page, dom, dom.parse(page.text)


def _count(data: bytes, char: bytes) -> int:
    """As `data.count(char)` of one byte that is frequent, in a quarter of the time."""
    return int(np.count_nonzero(np.frombuffer(data, np.uint8) == ord(char)))


def _swells(text: str) -> bool:
    """Would an HTML 5 parser make much more of the page than stands in it? Perhaps not: what it
    closes by itself counts as open here."""
    from turbohtml import TokenType, tokenize

    still: list[str] = []  # open, with what keeps end tags from reaching beyond it
    attributes: set[str] = set()
    number = 0
    for token in tokenize(_NOSCRIPT.sub(r"\1x", text)):
        name = token.tag
        if name not in _COUNTED:
            continue
        if name in _ROOTS:
            attributes.update(attribute for attribute, _ in token.attrs or ())
        elif token.type is TokenType.START_TAG:
            still.append(name)
            number += name in _OPENED_AGAIN
        elif (at := _closed_by(name, still)) is not None:
            del still[at]
            number -= name in _OPENED_AGAIN
        if number > _MOST_OPEN or len(attributes) > _MOST_ATTRIBUTES:
            return True
    return False


def _closed_by(name: str, still: list[str]) -> int | None:
    for at in range(len(still) - 1, -1, -1):
        if still[at] == name:
            return at
        if still[at] in _SCOPES:
            return None
    return None
