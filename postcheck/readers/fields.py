"""The values around a post's text, found by the fields of a board."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from postcheck.readers.board import Board, Field
from postcheck.readers.body import plain
from postcheck.readers.dom import Dom, Node

_LOOKED_AT = 2000  # characters of a value that a pattern is tried on
_LONGEST_JSON = 100_000


@dataclass
class Raw:
    """One post as the page has it. `roots`: the nodes of its body, none if there is no body."""

    box: Node | None
    roots: list[Node] = field(default_factory=list)
    author: str | None = None
    time: str | None = None
    subject: str | None = None
    pid: str | None = None
    floor: str | None = None


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
    """The posts of a page that has a box for each; a box inside a box is none."""
    boxes = dom.select(root, board.post)
    keys = {dom.key(box) for box in boxes}
    return [_raw(dom, box, board) for box in boxes if not _inside(dom, box, keys)]


def _inside(dom: Dom, box: Node, keys: set[object], *, levels: int = 100) -> bool:
    node = dom.parent(box)
    for _ in range(levels):
        if node is None:
            return False
        if dom.key(node) in keys:
            return True
        node = dom.parent(node)
    return False


def _raw(dom: Dom, box: Node, board: Board) -> Raw:
    body = next((found for css in board.body if (found := dom.first(box, css)) is not None), None)
    return Raw(
        box,
        [] if body is None else [body],
        author=first_value(dom, box, board.author),
        time=first_value(dom, box, board.time),
        subject=first_value(dom, box, board.subject),
        pid=first_value(dom, box, board.pid),
        floor=first_value(dom, box, board.floor),
    )
