"""Addresses of boards: which leads to which page of which thread or list. Data, not code.

`addresses.toml` has a table an address form; `addresses/*.toml` in the user's home folder may add
more, which are asked first.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from postcheck.errors import SourceError, toml_fault
from postcheck.paths import home
from postcheck.readers.dom import Dom, Node
from postcheck.readers.engine import read

Kind = Literal["thread", "list"]

_NEXT = re.compile(r"[\s›»>]*(?:下一?[页頁]|下一?頁|后页|後頁|next(?: page)?)[\s›»>]*", re.I)
_NEXT_MARKS = 'a.nxt, a.next, a[rel~="next"], link[rel~="next"]'
_DEFAULT_PORTS = {None, 80, 443}
_LONGEST = 2000  # characters of an address
_KEYS = {"name", "kind", "path", "query", "number", "page", "first", "within"}


@dataclass(frozen=True, slots=True)
class Place:
    """Page `page` of the thread or board `number` of a site."""

    kind: Kind
    number: str
    page: int
    within: str = ""

    @property
    def whole(self) -> tuple[str, str]:
        """The same for all pages of a thread or board."""
        return self.kind, self.number


@dataclass(frozen=True)
class Form:
    """One form of address; the fields are described in addresses.toml."""

    kind: Kind
    path: re.Pattern[str]
    query: Mapping[str, str] = field(default_factory=dict)
    number: str = ""
    page: str = ""
    first: int = 1
    within: str = ""

    def place(self, path: str, query: Mapping[str, str]) -> Place | None:
        found = self.path.search(path)
        if not found or any(query.get(key) != value for key, value in self.query.items()):
            return None
        groups = {key: value for key, value in found.groupdict().items() if value}
        number = query.get(self.number) if self.number else groups.get("number")
        page = groups.get("page") or groups.get("second") or query.get(self.page, "")
        if not number:
            return None
        digits = page.isascii() and page.isdigit()
        return Place(self.kind, number, int(page[:9]) if digits else self.first, self.within)


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a page, with an address of its own; `onward`: it says that it leads to the next
    page; `inside`: it stands where a list has the board's own threads."""

    url: str
    place: Place | None
    onward: bool
    inside: bool


def site_of(url: str) -> str:
    """Host, with the port where it is not the usual one; raises ValueError on no web address."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ValueError(url)
    host = parts.hostname.lower().rstrip(".")
    return host if parts.port in _DEFAULT_PORTS else f"{host}:{parts.port}"


def place_of(url: str) -> Place | None:
    """None: no address of a thread or list that is known, or another view of it."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query, keep_blank_values=True, encoding="latin-1"))
    forms, others = _known(home() / "addresses")
    if others & query.keys():
        return None
    static = parts.query and "=" not in parts.query  # read.php?tid-5-page-2.html
    flat = f"{parts.path}?{parts.query}" if static else parts.path
    return next((found for form in forms if (found := form.place(flat, query))), None)


def key_of(url: str) -> str:
    """The same for all addresses that lead to the same page."""
    place = place_of(url)
    if place is None:
        return urldefrag(url).url
    return f"{site_of(url)} {place.kind} {place.number} {place.page}"


def links(data: bytes, charset: str | None, url: str) -> list[Link]:
    """The links of a page to web addresses, each address once, in the order of the page.

    Raises SourceError on a page that would hold up the parser.
    """
    return read(data, url, lambda _, dom, root: _links(dom, root, url), declared=charset)


def _links(dom: Dom, root: Node, url: str) -> list[Link]:
    base = dom.first(root, "base[href]")
    start = urljoin(url, dom.attr(base, "href") or "") if base is not None else url
    here = place_of(url)
    within = here.within if here else ""
    board = dom.first(root, within) if within else None
    inside = {href for node, href in _anchors(dom, board) if node} if board is not None else None
    marked = {dom.attr(node, "href") for node in dom.select(root, _NEXT_MARKS)}
    found: dict[str, Link] = {}
    for node, href in _anchors(dom, root):
        address = _joined(start, href)
        if address is None or address in found:
            continue
        onward = href in marked or _NEXT.fullmatch(dom.text(node)[:40]) is not None
        found[address] = Link(address, place_of(address), onward, inside is None or href in inside)
    return list(found.values())


def _anchors(dom: Dom, node: Node) -> Iterator[tuple[Node, str]]:
    for anchor in dom.select(node, "a[href], link[rel~=next][href]"):
        href = (dom.attr(anchor, "href") or "").strip()
        if href and len(href) <= _LONGEST:
            yield anchor, href


def _joined(start: str, href: str) -> str | None:
    try:
        address = urldefrag(urljoin(start, href)).url
        site_of(address)
    except ValueError:
        return None
    return address


@cache
def _known(folder: Path) -> tuple[tuple[Form, ...], frozenset[str]]:
    """All forms, those of the user's `folder` first, and the parameters of other views."""
    text = files("postcheck.corpus").joinpath("addresses.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    mine = [form for path in sorted(folder.glob("*.toml")) for form in _users(path)]
    ours = [_form(one, "addresses.toml") for one in table["address"]]
    return tuple(mine + ours), frozenset(table["other_views"])


def _users(path: Path) -> list[Form]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        table = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError("读不了这份地址规则", remedy="须是 UTF-8 的 TOML",
                          file=str(path)) from error  # fmt: skip
    except tomllib.TOMLDecodeError as error:
        raise toml_fault(error, text, str(path)) from error
    rows = table.get("address")
    if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
        raise SourceError("没有 [[address]]", remedy="照 docs/crawl.md 写", file=str(path))
    return [_form(one, str(path)) for one in rows]


def _form(row: Mapping[str, Any], file: str) -> Form:
    """Strict: raises SourceError on an unknown key, a wrong kind, a broken pattern."""
    fault = SourceError("这条地址规则写得不对", remedy="照 docs/crawl.md 写", file=file)
    if row.keys() - _KEYS or row.get("kind") not in ("thread", "list"):
        raise fault
    values = {key: value for key, value in row.items() if key not in ("name", "path")}
    query, first = values.get("query", {}), values.get("first", 1)
    words = [row.get(key, "") for key in ("path", "number", "page", "within")]
    if not (isinstance(query, dict) and type(first) is int and row.get("path")):
        raise fault
    if not all(isinstance(word, str) for word in words):
        raise fault
    try:
        return Form(path=re.compile(row["path"], re.I), **values)
    except re.error as error:
        raise SourceError(f"path 的正则不对：{error}", remedy="用 Python 的正则写法",
                          file=file) from error  # fmt: skip
