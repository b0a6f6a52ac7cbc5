"""Runs of short items between separators that read like a list of names.

Ingredients, plants and countries are ordinary words; clauses have words of grammar; lines of
regular verse are of one length. What is none of these and goes on for long is a list. A list
of people in a story is one too: without a roster nobody can tell them from players.

Four readings of the text: items between one and the same separator of lists; between any
marks, where clauses and foreign names must be told from nicknames; items with the same words
around each name (欢迎甲，欢迎乙); and names with nothing but a word between them (甲和乙和丙).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postcheck.checks import nickname

ITEMS = 8  # so many are a list wherever they stand
ITEMS_ALONE = 6  # and so many where nothing else stands between two borders
LONGEST = 8  # characters of an item; a Latin word or a number is one character
FRAMED = 14  # and of one with the words around it
VERSE = ({5}, {7})  # the sizes of lines of regular verse

BETWEEN = "、，,/|;；／｜・•+＋&＆"
PAIRS = r"[”’」』】\])）][“‘「『【\[(（]"  # “甲”“乙”, [甲][乙]
BORDER = rf"[^\w\s.\-·@#~～{BETWEEN}]+"
SEPARATOR = re.compile(rf"\s*(?P<mark>[{BETWEEN}]|{PAIRS})\s*|\s*(?P<border>{BORDER})\s*|\s+")
# Marks that also stand inside names and sentences, arrows and ornaments among them.
ANY = rf"{BETWEEN}·.\-@#~～*=>→—–…\u2190-\u2bff\U0001f300-\U0001faff"
NUMBER = r"[(（]?\d{1,3}(?:[.、．:：)）]|号)|[\u2460-\u2473]"
LOOSE = re.compile(
    rf"(?P<mark>(?:\s*(?:{NUMBER}|[{ANY}]|{PAIRS}))+\s*)|\s*(?P<border>[^\w\s{ANY}]+)\s*"
    r"|\s*\n\s*|(?<![A-Za-z0-9])\s+(?![A-Za-z0-9])"  # Latin words have blanks around them
)
WORDS = re.compile("和|跟|与|还有|以及|欢迎|感谢|问候|来了|报到|驾到|你好|您好")
EQUAL = str.maketrans("，／｜；•＋＆", ",/|;・+&")
SENTENCE = {",", "、", ";"}  # more than one of them: a sentence with enumerations
PROSE = {*SENTENCE, ".", "…", "—", "——", " "}
# What names must show (see `nickname.score`): where clauses are of one size, where marks are
# mixed as in sentences with enumerations, elsewhere in prose, and where a line of its own without
# a full stop or the mark between them speaks for a list; with the same words around each; least
# where one mark or one word is between all.
IN_PARALLEL, IN_NESTED, IN_PROSE, IN_NO_PROSE = 75_000, 60_000, 45_000, 0
IN_FRAMES = 10_000
# In prose the more pieces go on so, the less each must show: chance evens out.
EACH_MORE, IN_LONG_PROSE = 5_000, 20_000
BETWEEN_EQUAL = -20_000
OPENING, CLOSING = re.compile("[“‘「『]+"), re.compile("[”’」』]+")
NUMBERING = re.compile(r"(?:(?<=\s)|\A)[(（]?\d{1,3}[.、．:：)）]\s*")
CHARACTER = re.compile(r"[A-Za-z0-9_]+|\w")

Range = tuple[int, int]


@dataclass(frozen=True)
class Item:
    """A piece of text; `kind`: the separator behind it, "" for a border such as a full stop.

    `closed`: nothing of the same line or sentence follows; `line`: nothing of the same line.
    """

    start: int
    end: int
    text: str
    kind: str
    closed: bool
    line: bool
    border: str = ""

    @cached_property
    def size(self) -> int:
        return len(CHARACTER.findall(self.text))


@dataclass(frozen=True)
class Items:
    """A run with the separator `kind`; `alone`: nothing else in its lines or its sentence;
    `own_lines`: nothing else in its lines."""

    kind: str
    members: tuple[Item, ...]
    alone: bool
    own_lines: bool

    @property
    def names(self) -> list[str]:
        return [item.text for item in self.members]

    @property
    def range(self) -> Range:
        return self.members[0].start, self.members[-1].end


def lists(text: str) -> list[Range]:
    """Original ranges of the lists, in order."""
    found: list[Range] = []
    pieces = _pieces(text, LOOSE)
    readings = (_between_equal(text), _between_any(pieces), _framed(pieces), _between_words(text))
    for ranges in readings:
        free = [new for new in ranges if all(new[1] <= a or b <= new[0] for a, b in found)]
        found += free
    return sorted(found)


def _between_equal(text: str) -> Iterator[Range]:
    # Numbers of a numbered list are separators; as blanks they leave the offsets alone.
    plain = NUMBERING.sub(lambda match: " " * len(match[0]), text)
    for items in runs(_pieces(plain, SEPARATOR), equal=True):
        if items.kind != "," and _like_names(items):
            yield items.range


def _between_any(pieces: list[Item]) -> Iterator[Range]:
    for items in runs(pieces, equal=False):
        kinds = {item.kind for item in items.members[:-1]}
        if len(kinds) > 1 and kinds <= SENTENCE:
            needed = IN_NESTED
        elif kinds.isdisjoint(PROSE) or (items.own_lines and items.members[-1].kind):
            needed = IN_NO_PROSE
        else:
            more = len(items.members) - ITEMS_ALONE
            needed = max(IN_LONG_PROSE, IN_PROSE - EACH_MORE * more)
        if needed > IN_NO_PROSE and _regular(items):
            needed = IN_PARALLEL
        if items.alone and not _verse(items) and _nicknames(items.names, needed):
            yield items.range


def _framed(pieces: list[Item]) -> Iterator[Range]:
    """Runs whose items begin or end with the same words; names are what is left of them."""
    at = 0
    while at + ITEMS_ALONE <= len(pieces):
        texts = [item.text for item in pieces[at : at + ITEMS_ALONE]]
        if texts[0][:1] != texts[1][:1] and texts[0][-1:] != texts[1][-1:]:
            at += 1
            continue
        before = _common_beginning(texts)
        after = _common_beginning([text[len(before) :][::-1] for text in texts])[::-1]
        last = at
        if before or after:
            while last < len(pieces) and _in_frame(pieces[last], before, after):
                last += 1
        names = [i.text[len(before) : len(i.text) - len(after)] for i in pieces[at:last]]
        if len(names) >= ITEMS_ALONE and _nicknames(names, IN_FRAMES):
            yield pieces[at].start, pieces[last - 1].end
        at = max(at + 1, last)


def _between_words(text: str) -> Iterator[Range]:
    for match in re.finditer(r"\w+", text):
        names = [name for name in WORDS.split(match[0]) if name]
        short = all(len(CHARACTER.findall(name)) <= LONGEST for name in names)
        if len(names) >= ITEMS_ALONE and short and _nicknames(names, BETWEEN_EQUAL):
            yield match.span()


def _common_beginning(texts: list[str]) -> str:
    first, last = min(texts), max(texts)
    ends = (at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(ends, len(first))]


def _in_frame(item: Item, before: str, after: str) -> bool:
    return (
        len(before) + len(after) < item.size <= FRAMED
        and item.text.startswith(before)
        and item.text.endswith(after)
    )


def runs(pieces: list[Item], equal: bool) -> Iterator[Items]:
    """Runs of `ITEMS_ALONE` or more short items; `equal`: with the same separator between."""
    at = 0
    while at < len(pieces):
        kind, last = pieces[at].kind, at
        while last < len(pieces) and 0 < pieces[last].size <= LONGEST:
            last += 1
            behind = pieces[last - 1]
            if not behind.kind or (behind.kind != kind if equal else behind.closed):
                break
        members = pieces[at:last]
        # A line of the list is a whole line: not the beginning or end of one of prose.
        if len(members) > 1 and members[-2].closed and not members[-1].closed:
            members = members[:-1]
        if members and at and members[0].closed and not pieces[at - 1].closed:
            members = members[1:]
        if len(members) >= ITEMS_ALONE:
            before = pieces[at - 1] if at else None
            alone = _is_alone(before, members[-1])
            own_lines = members[-1].line and (not before or before.line)
            yield Items(kind, tuple(members), alone, own_lines)
        at = max(at + 1, last - 1 if equal else last)


def _is_alone(before: Item | None, last: Item) -> bool:
    """A sentence goes on behind a closing quotation mark, and up to an opening one."""
    if not last.closed or OPENING.fullmatch(last.border):
        return False
    if before is None or not before.size:
        return True
    return before.closed and not CLOSING.fullmatch(before.border)


def _pieces(text: str, separator: re.Pattern[str]) -> list[Item]:
    pieces = []
    start = 0
    for match in separator.finditer(text):
        kind = "" if match["border"] else (match["mark"] or " ").strip().translate(EQUAL) or " "
        line = "\n" in match[0]
        part = text[start : match.start()]
        border = match["border"] or ""
        pieces.append(Item(start, match.start(), part, kind, not kind or line, line, border))
        start = match.end()
    return [*pieces, Item(start, len(text), text[start:], "", True, True)]


def _like_names(items: Items) -> bool:
    number = len(items.members)
    return (
        number >= (ITEMS_ALONE if items.alone else ITEMS)
        and not _verse(items)
        and nickname.varied(items.names)
        and 2 * nickname.clauses(items.names) <= number
        and nickname.convincing(items.names, BETWEEN_EQUAL)
    )


def _nicknames(names: list[str], needed: int) -> bool:
    return nickname.varied(names) and nickname.convincing(names, needed)


def _regular(items: Items) -> bool:
    """Pieces of one size: clauses side by side, as in parallel prose."""
    return len({item.size for item in items.members}) == 1


def _verse(items: Items) -> bool:
    return items.kind != "、" and {item.size for item in items.members} in VERSE
