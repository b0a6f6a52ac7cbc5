"""Pages of which an HTML 5 parser would make much more than stands in them.

In every paragraph it opens again, attributes and all, what `<b>` or `<font>` left open; and every
`<body>` adds its attributes to those of one, each compared with all.
"""

import re

import numpy as np
import numpy.typing as npt

_NAMES = ("b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u")
_ROOTS = ("html", "body")
_SCOPES = (  # no end tag reaches beyond them
    "annotation-xml", "applet", "caption", "desc", "foreignobject", "marquee", "mi", "mn", "mo",
    "ms", "mtext", "object", "table", "td", "template", "th", "title",
)  # fmt: skip
_COUNTED = frozenset([*_NAMES, *_ROOTS, *_SCOPES])
_GROWTH = 2_000_000  # elements and attributes that a page may grow by, some 100 bytes each,
_GROWTH_OF_TAG = 10  # and for each of its tags,
_MOST_GROWTH = 20_000_000  # but never more
_MOST_ROOT_ATTRIBUTES = 100  # of all <html> and <body> together
_LIGHT = 9  # attributes of an element that is not looked at closely

_BLANK = rb"[ \t\n\r\f]"
_ATTRIBUTE = (
    _BLANK + rb"++[a-z-]++=(?:\"[^\"]{0,300}+\"|'[^']{0,300}+'|[^ \t\n\r\f\"'<>=`]{1,100}+)"
)
_ELEMENT = re.compile(
    rb"<(?:(%s)|%s)(?=%s|[/>])" % ("|".join(_NAMES).encode(), "|".join(_ROOTS).encode(), _BLANK)
    + rb"(?P<light>(?:%s){0,%d}+%s*+>)?+" % (_ATTRIBUTE, _LIGHT, _BLANK)
    + rb"(?P<closed>[^<]*+</\1>)?+",
    re.I,
)
_NOSCRIPT = re.compile(r"(</?)noscript\b", re.I)


def _lengths() -> npt.NDArray[np.uint8]:
    """Two bytes behind a `<` → the length of the name in `_NAMES` or `_ROOTS` that begins so, with
    a blank behind it if it has but one letter; 0: there is none."""
    found = np.zeros(1 << 16, np.uint8)
    for name in _NAMES + _ROOTS:
        for first in (name[0], name[0].upper()):
            for second in (name[1], name[1].upper()) if len(name) > 1 else " \t\n\r\f/":
                found[ord(first) << 8 | ord(second)] = len(name)
    return found


_LENGTHS = _lengths()


def swells(data: bytes, text: str) -> bool:
    """Whether to keep an HTML 5 parser from a page. `data`: the bytes of `text`, ASCII as ASCII.

    Most pages are seen to be harmless by their elements that are closed before another tag comes,
    in a tenth of the time of parsing them.
    """
    codes = np.frombuffer(data, np.uint8)
    tags = np.flatnonzero(codes[:-2] == ord("<"))
    if not len(tags):
        return False
    most = min(_MOST_GROWTH, _GROWTH + _GROWTH_OF_TAG * len(tags)) // len(tags)
    open_still = 0
    for place in _with_attributes(codes, tags):
        found = _ELEMENT.match(data, place)
        if found is None or found["closed"]:
            continue
        open_still += 1 + _LIGHT
        if open_still > most or not found["light"]:
            return _many_open(text, most)
    return False


def _with_attributes(codes: npt.NDArray[np.uint8], tags: npt.NDArray[np.intp]) -> list[int]:
    """Which of the places of `<` begin an element that counts and says more than its name."""
    pairs = codes[1:].take(tags).astype(np.uint16) << 8 | codes[2:].take(tags)
    lengths = _LENGTHS.take(pairs)
    named = np.flatnonzero(lengths)
    places = tags[named]
    behind = codes.take(places + lengths[named] + 1, mode="clip")
    found: list[int] = places[behind != ord(">")].tolist()
    return found


def _many_open(text: str, most: int) -> bool:
    """Are more than `most` elements and attributes open at once, of those opened again? Perhaps
    fewer: what the parser closes by itself counts as open."""
    from turbohtml import TokenType, tokenize

    still: list[tuple[str, int]] = []  # with what keeps end tags from reaching beyond it
    of_roots: set[str] = set()
    number = 0
    for token in tokenize(_NOSCRIPT.sub(r"\1x", text)):
        name = token.tag
        if name not in _COUNTED:
            continue
        if name in _ROOTS:
            of_roots.update(attribute for attribute, _ in token.attrs or ())
        elif token.type is TokenType.START_TAG:
            still.append((name, 0 if name in _SCOPES else 1 + len(token.attrs or ())))
            number += still[-1][1]
        elif (at := _closed_by(name, still)) is not None:
            number -= still.pop(at)[1]
        if number > most or len(of_roots) > _MOST_ROOT_ATTRIBUTES:
            return True
    return False


def _closed_by(name: str, still: list[tuple[str, int]]) -> int | None:
    for at in range(len(still) - 1, -1, -1):
        if still[at][0] == name:
            return at
        if still[at][0] in _SCOPES:
            return None
    return None
