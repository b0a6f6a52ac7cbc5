"""Which parser reads a page from anywhere: none may be held up by it, or fill the memory.

Both take time and memory by the length of a page, but for two things of HTML 5: in every paragraph
what `<b>` or `<a>` left open is opened again, attributes and all; and every `<body>` adds its
attributes to those of one, each compared with all.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from postcheck.errors import SourceError
from postcheck.readers.decode import Page, decode_page
from postcheck.readers.dom import Dom, Node, TurboHtml, soup
from postcheck.readers.memory import at_most

Found = TypeVar("Found")
Reading = Callable[[Page, Dom, Node], Found]

_LONG = 2_000_000  # characters; beautifulsoup4 takes seconds for so many
_MANY = 20_000  # and for so many tags or attributes
_FREE = 32_000_000  # bytes of memory that any page may take when parsed, and for each character;
_FREE_OF_CHARACTER = 100  # pages that are nothing but tags take 60
_FREE_HTML, _TIMES_THE_PAGE = 1_000_000, 10  # characters written out of a page in all
_HEAD = 200_000  # characters in which so many attributes take a second at most
_BODY = re.compile(r"<(?=(?:body|html)\b)", re.I)


def read(
    data: bytes,
    source: str,
    reading: Reading[Found],
    *,
    declared: str | None = None,
    bulk: bool = True,
) -> Found:
    """What `reading` finds in the page, given its text, an engine and its root. `declared`: the
    charset of the HTTP or MIME header; `bulk`: the fastest engine for all pages, else for large
    ones. A page of which that one would make too much is read by the other.

    Raises SourceError on such a page that is large.
    """
    page = decode_page(data, declared)
    if b"\0" in data:
        page = replace(page, text=page.text.replace("\0", ""))
    text = page.text
    large = len(text) > _LONG or (not bulk and max(text.count("<"), text.count("=")) > _MANY)
    if bulk or large:
        dom = TurboHtml(_FREE_HTML + _TIMES_THE_PAGE * len(text))
        try:
            with at_most(_FREE + _FREE_OF_CHARACTER * len(text)):
                root = dom.parse(_with_one_body(text))
            return reading(page, dom, root)
        except MemoryError:
            if len(text) > _LONG or text.count("<") > _MANY:
                raise SourceError(
                    "网页里有成百个没有关上的标签，不读", remedy="也许文件已损坏", file=source
                ) from None
    return reading(page, soup(), soup().parse(text))


def _with_one_body(text: str) -> str:
    """Later `<body>` of a long page are none."""
    return text if len(text) <= _HEAD else text[:_HEAD] + _BODY.sub("<x-", text[_HEAD:])
