"""The values around a post's text, found by the fields of a board."""

import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime

from postcheck.readers.board import Board, Field
from postcheck.readers.body import plain
from postcheck.readers.dom import Dom, Node

_LOOKED_AT = 2000  # characters of a value that a pattern is tried on
_LONGEST_JSON = 100_000


@dataclass
class Raw:
    """One post as the page has it. `body`: its HTML, roles marked; None: the page has none."""

    box: Node | None
    body: str | None = None
    author: str | None = None
    time: str | None = None
    subject: str | None = None
    pid: str | None = None
    floor: str | None = None
    posted_at: datetime | None = None  # `time` as read


def first_value(dom: Dom, box: Node, board_fields: Sequence[Field]) -> str | None:
    """The first of the fields that has a value in `box`."""
    for one in board_fields:
        node = dom.first(box, one.css) if one.css else box
        if node is not None and (found := _value(dom, node, one)):
            return found
    return None


def _value(dom: Dom, node: Node, one: Field) -> str | None:
    """What a field finds in the element; blanks run together, none at the ends."""
    if one.attr:
        found = dom.attr(node, one.attr)
    else:
        found = plain(dom, node, one.without)
        if not one.pattern and not one.json:
            return found or None
    if found and one.json:
        found = _by_keys(found, one.json)
    if found and one.pattern:
        match = one.pattern.search(found[:_LOOKED_AT])
        found = match and next(filter(None, match.groups()), match[0])
    return " ".join(found.split()) if found else None


def _by_keys(value: str, keys: Sequence[str]) -> str | None:
    try:
        found = json.loads(value) if len(value) <= _LONGEST_JSON else None
    except (ValueError, RecursionError):
        return None
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return str(found) if isinstance(found, str | int) and not isinstance(found, bool) else None


def boxed(dom: Dom, root: Node, board: Board) -> list[Raw]:
    """The posts of a page that has a box for each. Boxes inside a box are none."""
    boxes = dom.select(root, board.post)
    keys = {dom.key(box) for box in boxes}
    free: set[Hashable] = set()
    return [_raw(dom, box, board) for box in boxes if not _inside(dom, box, keys, free)]


def _inside(dom: Dom, node: Node, keys: set[Hashable], free: set[Hashable]) -> bool:
    """Is the node below one of `keys`? `free`: elements known not to be."""
    passed: list[Hashable] = []
    while (node := dom.parent(node)) is not None:
        key = dom.key(node)
        if key in keys:
            return True
        if key in free:
            break
        passed.append(key)
    free.update(passed)
    return False


def _raw(dom: Dom, box: Node, board: Board) -> Raw:
    body = next((found for css in board.body if (found := dom.first(box, css)) is not None), None)
    return Raw(
        box,
        None if body is None else dom.html(body),
        first_value(dom, box, board.author),
        first_value(dom, box, board.time),
        first_value(dom, box, board.subject),
        first_value(dom, box, board.pid),
        first_value(dom, box, board.floor),
    )
