"""Two engines behind one small face: beautifulsoup4 for a page, selectolax for whole archives.

Both are asked with the same CSS selectors and write elements out in the same well-formed way, so
that one table of rules and one reader of bodies serve both. Nothing that a page holds is executed
or fetched.
"""

from functools import cache
from html import escape
from importlib.util import find_spec
from typing import Any, Protocol

from postcheck.readers.decode import Page

Node = Any  # a bs4 Tag or NavigableString, or a selectolax LexborNode


class Dom(Protocol):
    """A parser and the few questions the readers ask."""

    def parse(self, page: Page) -> Node: ...
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
    def key(self, node: Node) -> int:
        """The same for the same node of a page."""


class Selectolax:
    """Lexbor, an HTML 5 parser in C."""

    def __init__(self) -> None:
        from selectolax.lexbor import LexborHTMLParser

        self._parser = LexborHTMLParser

    def parse(self, page: Page) -> Node:
        return self._parser(page.utf8 or page.text).root

    def select(self, node: Node, css: str) -> list[Node]:
        found: list[Node] = node.css(css)
        return found[1:] if found and found[0].mem_id == node.mem_id else found

    def first(self, node: Node, css: str) -> Node | None:
        found = node.css_first(css)  # which may be `node` itself
        if found is None or found.mem_id != node.mem_id:
            return found
        return next(iter(self.select(node, css)), None)

    def attr(self, node: Node, name: str) -> str | None:
        attributes = node.attributes
        return attributes[name] or "" if name in attributes else None  # None: `<td nowrap>`

    def text(self, node: Node) -> str:
        found: str = node.text()
        return found

    def html(self, node: Node) -> str:
        return node.html or ""

    def children(self, node: Node) -> list[Node]:
        return list(node.iter(include_text=True))

    def parent(self, node: Node) -> Node | None:
        return node.parent

    def key(self, node: Node) -> int:
        key: int = node.mem_id
        return key


class Soup:
    """beautifulsoup4 over lxml."""

    def __init__(self) -> None:
        from bs4 import BeautifulSoup
        from bs4.element import Tag

        self._parser, self._tag = BeautifulSoup, Tag

    def parse(self, page: Page) -> Node:
        return self._parser(page.text, "lxml")

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

    def key(self, node: Node) -> int:
        return id(node)


@cache
def soup() -> Dom:
    return Soup()


@cache
def fastest() -> Dom:
    """selectolax where it is installed (the extra `fast`), else beautifulsoup4."""
    return Selectolax() if find_spec("selectolax") else soup()
