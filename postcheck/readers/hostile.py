"""Pages that would hold up a parser for minutes: refused before it is given them.

Parsers take time by the square of the depth of nested elements and of the attributes of one tag.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np

from postcheck.errors import SourceError
from postcheck.readers.decode import Page
from postcheck.readers.dom import Dom, Node

_FEW_TAGS = 20_000
_DEEPEST = 3000
_NESTING = re.compile(r"<(/?)(?:div|span|table|blockquote|ul|center|section|font|b|i)\b", re.I)
_MOST_ATTRIBUTES = 500  # of one tag; boards write 25
_MOST_ANYWHERE = 5000  # so many even in what looks like a script
_ATTRIBUTE = r"[\s/]*+=?+[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?+)?+"
_TAG = rf"<[a-z][^\s/>]*+(?:{_ATTRIBUTE}){{0,%d}}+({_ATTRIBUTE})?+"
_LONG_TAG, _LONG_ANYWHERE = (
    re.compile(_TAG % most, re.I) for most in (_MOST_ATTRIBUTES, _MOST_ANYWHERE)
)
_LONG_MARKUP = re.compile((_TAG % _MOST_ATTRIBUTES).encode(), re.I)
_SCRIPT = re.compile(
    r"<(?:script|style)\b.*?(?:</(?:script|style)\b|\Z)|<!--.*?(?:-->|\Z)", re.S | re.I
)
_INSIDE = re.compile(rb"=\s*+(?:\"[^\">]*+>|'[^'>]*+>)")
_START = re.compile(rb"<[a-z]", re.I)


def parsed(dom: Dom, page: Page, source: str) -> Node | None:
    """The root of a page from anywhere; None: there is nothing in it.

    Raises SourceError on elements nested by the thousand and on tags of very many attributes.
    """
    markup = page.utf8 or page.text.encode()
    if count(markup, b"<") >= _FEW_TAGS and _depth(page.text) > _DEEPEST:
        raise SourceError("网页的标签嵌套了几千层，不读", remedy="也许文件已损坏", file=source)
    if _may_be_long(markup) and _is_long(page.text):
        raise SourceError("网页里有几百个属性的标签，不读", remedy="也许文件已损坏", file=source)
    return dom.parse(replace(page, utf8=markup))


def count(data: bytes, char: bytes) -> int:
    """As `data.count(char)` of one byte that is frequent, in a quarter of the time."""
    return int(np.count_nonzero(np.frombuffer(data, np.uint8) == ord(char)))


def _depth(text: str) -> int:
    depth = deepest = 0
    for found in _NESTING.finditer(text):
        depth = max(0, depth - 1) if found[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _is_long(text: str) -> bool:
    tags = (_LONG_ANYWHERE.finditer(text), _LONG_TAG.finditer(_SCRIPT.sub("", text)))
    return any(tag[1] for tag in chain(*tags))


def _may_be_long(markup: bytes) -> bool:
    """Has a tag more attributes than boards write? Perhaps what looks like a tag in a script.

    To try every tag costs as much as to parse it. A tag of so many is longer than that before
    its first `>`, or this one stands inside a value.
    """
    return any(_has_long_tag(markup, places) for places in (_stretches(markup), _values(markup)))


def _stretches(markup: bytes) -> Iterator[tuple[int, int]]:
    """Where so much stands between two `>`."""
    start, longest = 0, 2 * _MOST_ATTRIBUTES
    while start + longest <= len(markup):
        end = markup.rfind(b">", start, start + longest)
        if end < 0:
            found = markup.find(b">", start)
            end = found if found >= 0 else len(markup)
            yield start, end
        start = end + 1


def _values(markup: bytes) -> Iterator[tuple[int, int]]:
    """What stands before a `>` inside a value, from the `>` before it on."""
    for found in _INSIDE.finditer(markup):
        end = found.end() - 1
        yield markup.rfind(b">", 0, end) + 1, end


def _has_long_tag(markup: bytes, places: Iterator[tuple[int, int]]) -> bool:
    reached = 0
    for start, end in places:
        for tag in _START.finditer(markup, max(start, reached), end):
            if tag.start() >= reached:
                found = _LONG_MARKUP.match(markup, tag.start())
                if found and found[1]:
                    return True
                reached = found.end() if found else reached
    return False
