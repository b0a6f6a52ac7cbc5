"""The parts of a report in plain lines: headings, items, and two passages side by side."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from postcheck.report.diff import CHANGED, Piece, shortened
from postcheck.report.hidden import show
from postcheck.report.layout import cells, pad, wrap

LEAST = 40  # cells of a line; a narrower console breaks it
INDENT = 2
_LEVEL_STYLE = ("", "underline", "bold red", "dim")


def print_lines(lines: Iterable[Text], console: Console) -> None:
    """Prints lines, none wider than the console."""
    width = max(console.width, LEAST)
    for line in lines:
        for part in wrap(line, width):
            part.rstrip()
            console.print(part, soft_wrap=True, highlight=False, markup=False, emoji=False)


def title(words: str) -> Iterator[Text]:
    """A heading with an empty line before it."""
    yield Text()
    yield Text(f"【{words}】", "bold")


def item(words: str, style: str = "") -> Text:
    """One indented line."""
    return Text(" " * INDENT + show(words), style)


def side(pieces: Sequence[Piece]) -> Text:
    """A passage, its middle left out if it is long."""
    return marked(shortened(pieces))


def marked(pieces: Iterable[Piece]) -> Text:
    """A whole passage; what was changed stands in 〔 〕."""
    line = Text()
    for piece in pieces:
        words = show(piece.text)
        line.append(f"〔{words}〕" if piece.level == CHANGED else words, _LEVEL_STYLE[piece.level])
    return line


def side_by_side(left: Text, right: Text, heads: tuple[str, str], width: int) -> Iterator[Text]:
    """Two passages under their heads, a bar between them."""
    half = (width - INDENT - 3) // 2
    yield Text(" " * INDENT + pad(heads[0], half) + " | " + heads[1], "dim")
    for mine, theirs in zip_longest(wrap(left, half), wrap(right, half), fillvalue=Text()):
        gap = " " * (half - cells(mine.plain))
        yield Text(" " * INDENT) + mine + Text(gap + " | ") + theirs
