"""Pages of which an HTML 5 parser would make much more than stands in them.

In every paragraph it opens again, attributes and all, what `<b>` or `<font>` left open; and every
`<body>` adds its attributes to those of one, for which it copies them all.
"""

import re

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.intp]
Codes = npt.NDArray[np.uint8]

_LINK = "a"  # of which no two are open at once
_NAMES = (
    "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
)  # fmt: skip
_ROOTS = ("html", "body")
_SCOPES = frozenset(  # no end tag reaches beyond them
    ["applet", "caption", "marquee", "object", "select", "table", "td", "th"]
)
_BLOCKS = frozenset(
    ["address", "article", "aside", "blockquote", "button", "center", "dd", "details", "dialog",
     "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2",
     "h3", "h4", "h5", "h6", "header", "hgroup", "li", "listing", "main", "menu", "nav",
     "noscriptx", "ol", "p", "pre", "search", "section", "summary", "tbody", "tfoot", "thead",
     "tr", "ul"]
)  # fmt: skip
_LISTS = frozenset(["button", "menu", "ol", "ul"])  # the end of some blocks does not reach beyond
_MOST_BLOCKS = 7  # from so many at most does one end tag take a `<b>` out
_ELSEWHERE = frozenset(["math", "template"])  # where tags mean something else
_DRAWN = frozenset(
    ["circle", "clippath", "defs", "ellipse", "g", "line", "lineargradient", "path", "polygon",
     "polyline", "radialgradient", "rect", "stop", "use"]
)  # fmt: skip
_KEPT = frozenset([*_NAMES, *_SCOPES, *_BLOCKS])
_GROWTH = 2_000_000  # elements and attributes that a page may grow by, some 100 bytes each,
_GROWTH_OF_TAG = 10  # and for each of its tags,
_MOST_GROWTH = 20_000_000  # but never more
_MOST_ROOT_ATTRIBUTES = 100  # of all <html> and <body> together

_SPACE = rb"[ \t\n\r\f]*+"
_WHOLE = re.compile(  # a tag with no `>` in its values
    rb"<[a-z]++(?:[/ \t\n\r\f]*+[^\s\"'<>=/]++"
    rb"(?:%s=%s(?:\"[^\">]*+\"|'[^'>]*+'|[^\s\"'<>=`]++))?+)*+[/ \t\n\r\f]*+>" % (_SPACE, _SPACE),
    re.I,
)
_FORMAT = re.compile(rb"<(%s)[/ \t\n\r\f]" % "|".join(_NAMES).encode(), re.I)  # no <form>
_CLOSED = re.compile(rb"[^<]*+</([a-z]+)[ \t\n\r\f/>]", re.I)
_NOSCRIPT = re.compile(r"</?noscript\b", re.I)
_LINKS, _FORMATS, _ROOT = 1, 2, 3  # kinds of elements that count
_BLANKS = " \t\n\r\f/"


def _named() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Two bytes behind a `<` → the length of the name that begins so, with a blank behind it if it
    has but one letter, and its kind; 0: there is none."""
    lengths, kinds = np.zeros((2, 1 << 16), np.uint8)
    for name in (_LINK, *_NAMES, *_ROOTS):
        for first in (name[0], name[0].upper()):
            for second in (name[1], name[1].upper()) if len(name) > 1 else _BLANKS:
                pair = ord(first) << 8 | ord(second)
                lengths[pair] = len(name)
                kinds[pair] = _LINKS if name == _LINK else _ROOT if name in _ROOTS else _FORMATS
    return lengths, kinds


_LENGTHS, _KINDS = _named()
_BEHIND_NAME = np.isin(np.arange(256), [ord(char) for char in _BLANKS])
_BEFORE_QUOTE = np.isin(np.arange(256), [ord(char) for char in "= \t\n\r\f"])


def swells(data: bytes, text: str) -> bool:
    """Whether to keep an HTML 5 parser from a page. `data`: the bytes of `text`, ASCII as ASCII.

    Most pages are seen to be harmless by the lengths of a few tags, in a tenth of the time of
    parsing them: two bytes at least make an attribute.
    """
    codes = np.frombuffer(data, np.uint8)
    tags = _all(codes[:-2], "<")
    if not len(tags):
        return False
    most = min(_MOST_GROWTH, _GROWTH + _GROWTH_OF_TAG * len(tags)) // len(tags)
    places, kinds = _with_attributes(codes, tags)
    ends = _next(_all(codes, ">"), places, len(codes))
    if not len(places):
        return False
    sizes = (ends - places) // 2
    formats, roots = kinds == _FORMATS, kinds == _ROOT
    compared = int(sizes[roots].sum()) ** 2
    if sizes.max() > most or compared > _MOST_GROWTH or _hides_end(data, codes, places, ends):
        return _many_open(text, most)
    if sizes[formats].sum() <= most or _closed(
        data, places[formats], ends[formats], sizes[formats], most
    ):
        return False
    return _many_open(text, most)


def _with_attributes(codes: Codes, tags: Places) -> tuple[Places, npt.NDArray[np.uint8]]:
    """Which of the places of `<` begin an element that counts and says more than its name; and
    its kind."""
    pairs = codes[1:].take(tags).astype(np.uint16) << 8 | codes[2:].take(tags)
    lengths = _LENGTHS.take(pairs)
    named = lengths.nonzero()[0]
    behind = codes.take(tags[named] + lengths[named] + 1, mode="clip")
    named = named[_BEHIND_NAME.take(behind)]
    return tags[named], _KINDS.take(pairs[named])


def _all(codes: Codes, char: str) -> Places:
    found: Places = (codes == ord(char)).nonzero()[0]
    return found


def _next(found: Places, places: Places, last: int) -> Places:
    """For each of `places` the next of what was found, or `last`."""
    at = found.searchsorted(places)
    return np.where(at < len(found), found.take(at, mode="clip"), last) if len(found) else places


def _hides_end(data: bytes, codes: Codes, places: Places, ends: Places) -> bool:
    """May one of the `>` stand in a value? None of those that a `"` closes, if no `'` begins one
    before it; the others are looked at one by one."""
    sure = codes.take(ends - 1) == ord('"')
    sure &= ~_BEFORE_QUOTE.take(codes.take(ends - 2))
    quotes = _all(codes, "'")
    if len(quotes):
        before = quotes.take(quotes.searchsorted(ends) - 1)
        sure &= ~_BEFORE_QUOTE.take(codes.take(before - 1)) | (before < places) | (before > ends)
    return not all(
        _WHOLE.fullmatch(data, places[at], ends[at] + 1) for at in (~sure).nonzero()[0].tolist()
    )


def _closed(data: bytes, places: Places, ends: Places, sizes: Places, most: int) -> bool:
    """Are so many closed before another tag comes that at most `most` are left?"""
    left = int(sizes.sum())
    for place, end, size in zip(places.tolist(), ends.tolist(), sizes.tolist(), strict=True):
        name, found = _FORMAT.match(data, place), _CLOSED.match(data, end)
        if name is None or (found and found[1].lower() == name[1].lower()):
            left -= size
            if left <= most:
                return True
    return False


def _many_open(text: str, most: int) -> bool:
    """Are more than `most` elements and attributes open at once, of those opened again? Perhaps
    fewer: what the parser closes by itself counts as open."""
    from turbohtml import TokenType, tokenize

    still: list[tuple[str, int]] = []  # with the elements that end tags do not reach beyond
    of_roots: set[str] = set()
    number = 0
    drawing = False
    for token in tokenize(_NOSCRIPT.sub(r"\g<0>x", text)):
        name, weight = token.tag, 0
        if token.type is TokenType.TEXT or (name is None and not drawing):
            continue
        if name == "svg":
            drawing = token.type is TokenType.START_TAG and not token.self_closing
        elif name in _ELSEWHERE or (drawing and name not in _DRAWN):
            return True
        elif name in _ROOTS:
            of_roots.update(attribute for attribute, _ in token.attrs or ())
        elif name == _LINK:
            weight = len(token.attrs or ())
        elif name in _KEPT:
            if token.type is TokenType.START_TAG:
                weight = 1 + len(token.attrs or ()) if name in _NAMES else 0
                still.append((name, weight))
                number += weight
            elif (at := _closed_by(name, still)) is not None:
                number -= still.pop(at)[1]
        if max(number, weight) > most or len(of_roots) > _MOST_ROOT_ATTRIBUTES:
            return True
    return False


def _closed_by(name: str, still: list[tuple[str, int]]) -> int | None:
    blocks = 0
    for at in range(len(still) - 1, -1, -1):
        other = still[at][0]
        if other == name:
            return at
        blocks += other in _BLOCKS
        if other in _SCOPES or blocks > _MOST_BLOCKS or (other in _LISTS and name in _BLOCKS):
            return None
    return None
