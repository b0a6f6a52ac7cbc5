"""Bytes of saved pages and archives to text: broken pairs are replaced and counted, not refused.

`encoding.decode` reads a post that someone hands in and refuses damage. Here the bytes are what a
board once sent: cut characters, wrong labels and all. Order of trust: byte order mark, strict
UTF-8, then the reading that looks most Chinese; the label only decides between equals.
"""

import re
from dataclasses import dataclass

import numpy as np

from postcheck.readers.encoding import chinese_points
from postcheck.text import code_points

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
# What a label means: boards write gb2312 and send GBK, or GBK and send GB18030.
_MEANT = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "cp936": "gb18030",
    "x-gbk": "gb18030", "hz-gb-2312": "hz", "big5": "big5hkscs", "big5-hkscs": "big5hkscs",
    "x-x-big5": "big5hkscs", "cp950": "cp950", "utf-8": "utf-8", "utf8": "utf-8",
    "utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
}  # fmt: skip
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_-]{2,20})", re.I)
_READINGS = ("utf-8", "gb18030", "cp950", "big5hkscs")  # of equals the first
_SAMPLE = 2000  # characters that are not ASCII and are looked at
_CHUNK = 20_000  # characters among which they are looked for at a time
_SURE = 1.5  # prose has 2 to 2.6, classical prose and verse 1.5 to 2
_LABEL = 0.3  # what a label is worth against how Chinese the text looks
_HEAD = 4096
_NULS = 20  # at least one byte in so many is NUL: surely not an 8-bit text


@dataclass(frozen=True, slots=True)
class Page:
    """`text` without byte order mark; `encoding` as Python names it; `bad`: U+FFFD put in."""

    text: str
    encoding: str
    bad: int


def decode_page(data: bytes, declared: str | None = None) -> Page:
    """Reads any bytes. `declared` is the charset of the HTTP or MIME header, if there was one."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _replacing(data[len(mark) :], encoding)
    if (wide := _wide(data)) is not None:
        return wide
    try:
        return Page(data.decode("utf-8"), "utf-8", 0)
    except UnicodeDecodeError:
        pass
    label = _label(data, declared)
    readings = _READINGS + (("utf-16-le", "utf-16-be") if b"\0" in data else ())
    best: tuple[float, Page] | None = None
    for encoding in sorted(readings, key=lambda name: name != label):
        page = _replacing(data, encoding)
        score = _plausible(page.text) + (_LABEL if encoding == label else 0)
        if score >= _SURE and encoding in (label, "gb18030"):
            return page
        if best is None or score > best[0]:
            best = score, page
    assert best is not None
    return best[1]


def _label(data: bytes, declared: str | None) -> str | None:
    if declared is None:
        found = _META.search(data[:_HEAD])
        declared = found.group(1).decode("ascii") if found else ""
    return _MEANT.get(declared.strip().lower())


def _wide(data: bytes) -> Page | None:
    """UTF-16 without a mark, told by its NULs; the order is the one that looks more Chinese."""
    if b"\0" not in data or data.count(0) * _NULS < len(data):
        return None
    pages = [_replacing(data, encoding) for encoding in ("utf-16-le", "utf-16-be")]
    return max(pages, key=lambda page: _plausible(page.text, ascii_too=True))


def _replacing(data: bytes, encoding: str) -> Page:
    try:
        return Page(data.decode(encoding), encoding, 0)
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
    bad = text.count("\ufffd")
    if bad and encoding in ("utf-8", "gb18030"):  # the others have no bytes for U+FFFD itself
        bad -= data.count("\ufffd".encode(encoding))
    return Page(text, encoding, max(bad, 0))


def _plausible(text: str, *, ascii_too: bool = False) -> float:
    """The mean weight of the characters: -3 to 3; ASCII is passed over or weighs 3."""
    parts = []
    left = _SAMPLE
    for start in range(0, len(text), _CHUNK):
        codes = code_points(text[start : start + _CHUNK])
        parts.append(codes if ascii_too else codes[codes > 0x7F])
        left -= len(parts[-1])
        if left <= 0:
            break
    if left == _SAMPLE:
        return 3.0
    weights = chinese_points().take(np.concatenate(parts)[:_SAMPLE])
    return float(np.minimum(weights, 3).mean())
