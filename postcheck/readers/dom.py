"""Two engines behind one small face: beautifulsoup4 for a page, selectolax for whole archives.

Both are asked with the same CSS selectors and walked in the same way, so that one table of rules
serves both. Nothing here executes or fetches anything a page holds.
"""

from collections.abc import Hashable
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

Node = Any  # a bs4 Tag or NavigableString, or a selectolax LexborNode


class Dom(Protocol):
    """A parser and the few questions the readers ask."""

    def parse(self, text: str) -> Node: ...
    def select(self, node: Node, css: str) -> list[Node]:
        """The elements below `node` that match, in the order of the page."""

    def first(self, node: Node, css: str) -> Node | None: ...
    def attr(self, node: Node, name: str) -> str | None: ...
    def tag(self, node: Node) -> str:
        """The element's name in lower case, `#` for text, `!` for all else."""

    def data(self, node: Node) -> str:
        """The characters of a text node."""

    def children(self, node: Node) -> list[Node]: ...
    def parent(self, node: Node) -> Node | None: ...
    def key(self, node: Node) -> Hashable:
        """The node's identity."""


class Selectolax:
    """Lexbor, an HTML 5 parser in C; some 40 MB a second."""

    def __init__(self) -> None:
        from selectolax.lexbor import LexborHTMLParser

        self._parser = LexborHTMLParser

    def parse(self, text: str) -> Node:
        # Lone surrogates cannot become UTF-8; NULs would end the text.
        return self._parser(text.encode("utf-8", "replace").decode("utf-8")).root

    def select(self, node: Node, css: str) -> list[Node]:
        return [found for found in node.css(css) if found.mem_id != node.mem_id]

    def first(self, node: Node, css: str) -> Node | None:
        found = node.css_first(css)
        if found is not None and found.mem_id == node.mem_id:
            return next(iter(self.select(node, css)), None)
        return found

    def attr(self, node: Node, name: str) -> str | None:
        attributes = node.attributes
        return attributes[name] or "" if name in attributes else None  # None: `<td nowrap>`

    def tag(self, node: Node) -> str:
        if node.is_text_node:
            return "#"
        return str(node.tag) if node.is_element_node else "!"

    def data(self, node: Node) -> str:
        return node.text_content or ""

    def children(self, node: Node) -> list[Node]:
        return list(node.iter(include_text=True))

    def parent(self, node: Node) -> Node | None:
        return node.parent

    def key(self, node: Node) -> Hashable:
        return int(node.mem_id)


class Soup:
    """beautifulsoup4 over lxml."""

    def __init__(self) -> None:
        from bs4 import BeautifulSoup
        from bs4.element import NavigableString, PreformattedString, Tag

        self._parser = BeautifulSoup
        self._tag, self._string, self._other = Tag, NavigableString, PreformattedString

    def parse(self, text: str) -> Node:
        return self._parser(text, "lxml")

    def select(self, node: Node, css: str) -> list[Node]:
        return list(node.select(css))

    def first(self, node: Node, css: str) -> Node | None:
        return node.select_one(css)

    def attr(self, node: Node, name: str) -> str | None:
        value = node.get(name)
        return " ".join(value) if isinstance(value, list) else value

    def tag(self, node: Node) -> str:
        if isinstance(node, self._tag):
            return node.name.lower()
        return "!" if isinstance(node, self._other) else "#"

    def data(self, node: Node) -> str:
        return str(node)

    def children(self, node: Node) -> list[Node]:
        return list(node.contents)

    def parent(self, node: Node) -> Node | None:
        return node.parent

    def key(self, node: Node) -> Hashable:
        return id(node)


@cache
def soup() -> Dom:
    return Soup()


@cache
def fastest() -> Dom:
    """selectolax where it is installed (`pip install postcheck[fast]`), else beautifulsoup4."""
    return Selectolax() if find_spec("selectolax") else soup()
