"""Flat views of a thread (archiver, print view): posts are siblings between dividing elements."""

from postcheck.post import Quote
from postcheck.readers.board import Board
from postcheck.readers.body import Body, plain
from postcheck.readers.dom import Dom, Node
from postcheck.readers.fields import Raw

_LOOKED_AT = 2000


def flat(dom: Dom, root: Node, board: Board) -> list[Raw]:
    """The line before a text is the divider's own text or, where that is empty, what follows it
    up to a `<br>`. What has no such line (a footer) is no post."""
    dividers = dom.select(root, board.split)
    if not dividers:
        return []
    keys = {dom.key(divider) for divider in dividers}
    above = dom.parent(dividers[0])
    found: list[Raw] = []
    current: list[Node] | None = None
    for child in dom.children(above):
        if dom.key(child) in keys:
            if current is not None:
                _add(dom, current, board, found)
            current = []
        if current is not None:
            current.append(child)
    if current is not None:
        _add(dom, current, board, found)
    return found


def _add(dom: Dom, nodes: list[Node], board: Board, found: list[Raw]) -> None:
    line, rest = plain(dom, nodes[0]), nodes[1:]
    if not line:
        stop = next((at for at, node in enumerate(rest) if dom.tag(node) == "br"), len(rest))
        line = " ".join("".join(_text(dom, node) for node in rest[:stop]).split())
        rest = rest[stop:]
    match = board.head.match(line[:_LOOKED_AT]) if board.head else None
    if match is None:
        return
    values = match.groupdict()
    found.append(
        Raw(None, rest, values.get("author"), values.get("time"), subject=values.get("subject"))
    )


def _text(dom: Dom, node: Node) -> str:
    tag = dom.tag(node)
    return dom.data(node) if tag == "#" else "" if tag == "!" else f" {plain(dom, node)} "


def known_quotes(body: Body, board: Board, earlier: dict[str, list[str]]) -> None:
    """Takes those quotes out of a text view that can be proved: a line `X 发表于 T`, and below it
    lines that X wrote in an earlier post of the page. `earlier`: author → texts."""
    if board.quote_by is None:
        return
    lines = body.text.split("\n")
    own: list[str] = []
    at = 0
    while at < len(lines):
        match = board.quote_by.match(lines[at][:_LOOKED_AT])
        taken = _same(lines[at + 1 :], earlier.get(match["by"], [])) if match else 0
        if match and taken:
            body.quotes.append(Quote(match["by"], "\n".join(lines[at + 1 : at + 1 + taken])))
            at += 1 + taken
        else:
            own.append(lines[at])
            at += 1
    body.text = "\n".join(own).strip("\n")


def _same(lines: list[str], texts: list[str]) -> int:
    """How many of the lines stand in one of the texts one after the other."""
    best = 0
    for text in texts:
        taken, place = 0, 0
        for line in lines:
            words = line.strip(" 　").removesuffix("...").removesuffix("…")
            place = text.find(words, place) if words else place
            if place < 0:
                break
            taken += 1
        best = max(best, taken)
    return best
