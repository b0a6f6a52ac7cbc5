"""The values around a post's text, found by the fields of a board."""

import json
from collections.abc import Sequence
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
    """The first of the fields that has a value in `box`; blanks run together, none at the ends."""
    for one in board_fields:
        node = dom.first(box, one.css) if one.css else box
        if node is None:
            continue
        found = dom.attr(node, one.attr) if one.attr else plain(dom, node, one.without)
        if found and one.json:
            found = _by_keys(found, one.json)
        if found and one.pattern:
            match = one.pattern.search(found[:_LOOKED_AT])
            groups = [group for group in match.groups() if group] if match else []
            found = groups[0] if groups else match.group() if match else None
        if found and found.strip():
            return " ".join(found.split())
    return None


def _by_keys(value: str, keys: Sequence[str]) -> str | None:
    try:
        found = json.loads(value) if len(value) <= _LONGEST_JSON else None
    except (ValueError, RecursionError):
        return None
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return str(found) if isinstance(found, str | int) and not isinstance(found, bool) else None


def boxed(dom: Dom, root: Node, board: Board) -> list[Raw]:
    """The posts of a page that has a box for each. Boxes inside a box, which follow it in the
    page, are none."""
    boxes = dom.select(root, board.post)
    if dom.first(root, board.nested) is None:
        return [_raw(dom, box, board) for box in boxes]
    found: list[Raw] = []
    at = 0
    while at < len(boxes):
        found.append(_raw(dom, boxes[at], board))
        at += 1 + len(dom.select(boxes[at], board.post))
    return found


def _raw(dom: Dom, box: Node, board: Board) -> Raw:
    body = next((found for css in board.body if (found := dom.first(box, css)) is not None), None)
    return Raw(
        box,
        None if body is None else dom.html(body),
        author=first_value(dom, box, board.author),
        time=first_value(dom, box, board.time),
        subject=first_value(dom, box, board.subject),
        pid=first_value(dom, box, board.pid),
        floor=first_value(dom, box, board.floor),
    )
