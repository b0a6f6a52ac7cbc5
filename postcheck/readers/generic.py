"""A thread of a board that no rules know: boxes of one kind, each with an author and a time.

A guess, and marked as one: texts found this way prove nothing about length or copying, but author
and time are worth having for a corpus. A board that matters gets rules of its own.
"""

import re
from html import escape

from postcheck.readers.body import NO_BOARD, plain, read_body
from postcheck.readers.dom import Dom, Node
from postcheck.readers.fields import Raw

_TIME = re.compile(r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[ T]?\d{1,2}:\d{2}(?::\d{2})?")
_PERSON = (
    'a[href*="uid"], a[href*="user"], a[href*="space"], a[href*="member"], a[href*="profile"],'
    ' a[href*="people"], a[rel="author"], [class*="author"], [class*="user"], [itemprop="author"]'
)
_FEWEST = 2  # boxes that make a thread
_MOST = 20_000  # elements of a kind that are looked at
_TIMES_THE_PAGE = 4  # boxes lie in each other; so much is read in all
_NAME = re.compile(r"[A-Za-z_][\w-]*")
_LONGEST_NAME = 30


def generic(dom: Dom, root: Node) -> list[Raw]:
    """The posts of the page, or none if nothing on it looks like a thread."""
    kinds: dict[str, list[Node]] = {}
    for tag in ("article", "div", "li", "table", "tr"):
        for node in dom.select(root, f"{tag}[class]")[:_MOST]:
            name = (dom.attr(node, "class") or "").split()
            if name and _NAME.fullmatch(name[0]):
                kinds.setdefault(f"{tag}.{name[0]}", []).append(node)
    budget = _TIMES_THE_PAGE * len(dom.html(root))
    best: list[Raw] = []
    for css, boxes in kinds.items():
        if len(boxes) < _FEWEST or dom.first(boxes[0], css) is not None:
            continue
        found: list[Raw] = []
        for box in boxes if _TIME.search(dom.text(boxes[0])) else ():
            html = dom.html(box)
            budget -= len(html)
            if budget < 0:
                return best
            found += _raw(dom, box, html)
        if len(found) >= max(_FEWEST, len(boxes) * 4 // 5) and _longer(found, best):
            best = found
    return best


def _raw(dom: Dom, box: Node, html: str) -> list[Raw]:
    """The post in `box`; none without an author, exactly one time, and words besides."""
    lines = read_body(html, NO_BOARD).text.split("\n")
    times = [found.group() for line in lines for found in _TIME.finditer(line)]
    person = dom.first(box, _PERSON)
    author = plain(dom, person) if person is not None else ""
    words = [line for line in lines if not _TIME.search(line) and line.strip() != author]
    text = "\n".join(words).strip("\n")
    if len(times) != 1 or not author or len(author) > _LONGEST_NAME or not text.strip():
        return []
    return [Raw(box, escape(text, quote=False).replace("\n", "<br>"), author=author, time=times[0])]


def _longer(found: list[Raw], best: list[Raw]) -> bool:
    return sum(len(raw.body or "") for raw in found) > sum(len(raw.body or "") for raw in best)
