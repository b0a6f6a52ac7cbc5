"""Two engines behind one small face: beautifulsoup4 for a page, turbohtml for whole archives.

Both are asked with the same CSS selectors and write elements out in the same well-formed way, so
that one table of rules and one reader of bodies serve both. Nothing that a page holds is executed
or fetched.
"""

import re
from collections.abc import Hashable
from functools import cache
from html import escape
from operator import attrgetter
from typing import Any, Protocol

_NO_END = re.compile(r"(<(?:embed|source|track|wbr)\b[^<>]*+(?<!/))>", re.I)
_BREAK_END = re.compile(r"</br\b[^<>]*+>", re.I)
_FIRST_LINE_END = re.compile(r"(<(?:pre|listing)\b[^<>]*+>)(?:\r\n|\r|\n)", re.I)

Node = Any  # of beautifulsoup4 or turbohtml


class Dom(Protocol):
    """A parser and the few questions the readers ask."""

    def parse(self, html: str) -> Node: ...
    def select(self, node: Node, css: str) -> list[Node]:
        """The elements below `node` that match, in the order of the page; never `node`."""

    def first(self, node: Node, css: str) -> Node | None: ...
    def attr(self, node: Node, name: str) -> str | None: ...
    def text(self, node: Node) -> str:
        """All characters below an element."""

    def html(self, node: Node) -> str:
        """Well-formed: `<` and `>` stand for tags and comments only, scripts and styles apart."""

    def children(self, node: Node) -> list[Node]: ...
    def parent(self, node: Node) -> Node | None: ...
    def key(self, node: Node) -> Hashable:
        """The same for the same node of a page."""


class TurboHtml:
    """An HTML 5 parser in C. It takes time by the size of the tree, however deep, and reads a
    selector once. Its own methods answer, for archives ask millions of times.

    `most`: characters that may be written out of the page in all; more raises MemoryError, for what
    a page leaves open is there again and again.
    """

    def __init__(self, most: int) -> None:
        from turbohtml import Element, Node, parse

        self._parser, self._element, self._left = parse, Element, most
        self.select = Node.select
        self.first = Node.select_one
        self.text = attrgetter("text")
        self.parent = attrgetter("parent")
        self.children = list

    def parse(self, html: str) -> Node:
        return self._parser(html, positions=False)

    def attr(self, node: Node, name: str) -> str | None:
        return node.attr(name) if isinstance(node, self._element) else None

    def html(self, node: Node) -> str:
        parts = []
        for part in node.serialize_iter():
            self._left -= len(part)
            if self._left < 0:
                raise MemoryError
            parts.append(part)
        return "".join(parts)

    def key(self, node: Node) -> Hashable:
        key: Hashable = node
        return key


class Soup:
    """beautifulsoup4 over lxml."""

    def __init__(self) -> None:
        from bs4 import BeautifulSoup
        from bs4.element import Tag

        self._parser, self._tag = BeautifulSoup, Tag

    def parse(self, html: str) -> Node:
        return self._parser(_as_html_4(html), "lxml")

    def select(self, node: Node, css: str) -> list[Node]:
        return list(node.select(css))

    def first(self, node: Node, css: str) -> Node | None:
        return node.select_one(css)

    def attr(self, node: Node, name: str) -> str | None:
        value = node.get(name)
        return " ".join(value) if isinstance(value, list) else value

    def text(self, node: Node) -> str:
        return str(node.get_text())

    def html(self, node: Node) -> str:
        if isinstance(node, self._tag):
            return node.decode(formatter="minimal")
        return escape(str(node), quote=False) if type(node).__name__ == "NavigableString" else ""

    def children(self, node: Node) -> list[Node]:
        return list(node.contents)

    def parent(self, node: Node) -> Node | None:
        return node.parent

    def key(self, node: Node) -> Hashable:
        return id(node)


def _as_html_4(html: str) -> str:
    """What lxml reads in another way than browsers, so written that both agree."""
    html = _NO_END.sub(r"\1/>", _BREAK_END.sub("<br>", html))
    return _FIRST_LINE_END.sub(r"\1", html)


@cache
def soup() -> Dom:
    return Soup()
