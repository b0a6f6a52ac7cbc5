"""Lines of Chinese in cells: a Han character takes two, and may stand at the end of any line."""

from functools import cache

from rich.cells import cell_len
from rich.text import Text

_NOT_FIRST = frozenset("，。、；：？！）》」』】〕”’…—·,.;:?!)]}%")
_NOT_LAST = frozenset("（《「『【〔“‘([{")


def cells(text: str) -> int:
    """An upper bound of the width, the same whatever follows: the sum of the characters."""
    return sum(map(_cell, text))


@cache
def _cell(char: str) -> int:
    return 1 if char == "\ufe0f" else cell_len(char)  # it widens the sign before it


def pad(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def wrap(line: Text, width: int) -> list[Text]:
    """Breaks `line` into lines of at most `width` cells; continuation lines keep its indent.

    A Latin word stays whole where it fits; punctuation does not begin a line. An empty line
    is one line.
    """
    plain = line.plain
    if cells(plain) <= width:
        return [line]
    indent = len(plain) - len(plain.lstrip(" "))
    indent = indent if indent < width // 2 else 0
    cuts: list[int] = []
    start, room = 0, width
    while (end := _fitting(plain, start, room)) < len(plain):
        start = _break(plain, start, end)
        cuts.append(start)
        room = width - indent
    first, *others = line.divide(cuts)
    return [first, *(Text(" " * indent) + other for other in others)]


def _fitting(plain: str, start: int, room: int) -> int:
    """The end of the longest stretch from `start` that fits; one character at least."""
    end = start
    while end < len(plain) and (room := room - _cell(plain[end])) >= 0:
        end += 1
    return max(end, start + 1)


def _break(plain: str, start: int, end: int) -> int:
    """A place at or a little before `end` where a line may end."""
    for cut in range(end, max(start, end - 24), -1):
        before, after = plain[cut - 1], plain[cut]
        if after in _NOT_FIRST or before in _NOT_LAST or after == " ":
            continue
        if not (before.isascii() and after.isascii() and before.isalnum() and after.isalnum()):
            return cut
    return end
