"""Flat views of a thread (archiver, print view): posts are siblings between dividing elements."""

from postcheck.post import Quote
from postcheck.readers.board import Board
from postcheck.readers.body import NO_BOARD, Body, read_body
from postcheck.readers.dom import Dom, Node
from postcheck.readers.fields import Raw

_LOOKED_AT = 2000


def flat(dom: Dom, root: Node, board: Board) -> list[Raw]:
    """The line before a text is the divider's own text or, where that is empty, what follows it
    up to a `<br>`. What has no such line (a footer) is no post."""
    dividers = dom.select(root, board.split)
    if not dividers:
        return []
    above = dom.parent(dividers[0])
    found: list[Raw] = []
    current: list[Node] = []
    for child in dom.children(above):
        if dividers and dom.key(child) == dom.key(dividers[0]):
            dividers.pop(0)
            found += _raw(dom, current, board)
            current = []
        current.append(child)
    return found + _raw(dom, current, board)


def _raw(dom: Dom, nodes: list[Node], board: Board) -> list[Raw]:
    """The post that stands in `nodes`, a divider and what follows it, if there is one."""
    parts = [dom.html(node) for node in nodes]
    line = _line(parts[0]) if parts else ""
    start = 1
    if not line:
        stop = next((at for at, part in enumerate(parts) if part.startswith("<br")), len(parts))
        line, start = _line("".join(parts[:stop])), stop
    match = board.head.match(line[:_LOOKED_AT]) if board.head else None
    if match is None:
        return []
    values = match.groupdict()
    body = "".join(parts[start:])
    return [
        Raw(None, body, values.get("author"), values.get("time"), subject=values.get("subject"))
    ]


def _line(html: str) -> str:
    return " ".join(read_body(html, NO_BOARD).text.split())


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
            text = "\n".join(lines[at + 1 : at + 1 + taken]).strip("\n")
            body.quotes.append(Quote(match["by"], text))
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
