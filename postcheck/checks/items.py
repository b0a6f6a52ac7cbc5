"""Runs of short items between equal separators that read like a list of names.

Ingredients, plants and countries are ordinary words; clauses have words of grammar; lines of
regular verse are of one length. What is none of these and goes on for long is a list. A list
of people in a story is one too: without a roster nobody can tell them from players.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

ITEMS = 8  # so many are a list wherever they stand
ITEMS_ALONE = 6  # and so many where nothing else stands between two borders
LONGEST = 8  # characters of an item; a Latin word or a number is one character
VERSE = ({5}, {7})  # the sizes of lines of regular verse
# Characters that make clauses: not in more than one name of three, or two between other marks.
GRAMMAR = frozenset(
    "我你您他她它们这那哪谁了着过是在也都就很还把被让给对吗呢吧便又而之其乃则以于为与者矣皆亦"
    "且或所何若即既遂不无有见来去出入至如忽俄已复只却将自曰言道说从得可未非起此岂凡竟极甚相欲"
    "令使能敢当必应须犹尚方才因故但虽然惟夫盖闻知问向往归行到立作做走"
)

BETWEEN = "、，,/|;；／｜・•+＋&＆"
PAIRS = r"[”’」』】\])）][“‘「『【\[(（]"  # “甲”“乙”, [甲][乙]
BORDER = rf"[^\w\s.\-·@#~～{BETWEEN}]+"
SEPARATOR = re.compile(rf"\s*(?P<mark>[{BETWEEN}]|{PAIRS})\s*|\s*(?P<border>{BORDER})\s*|\s+")
EQUAL = str.maketrans("，／｜；•＋＆", ",/|;・+&")
NUMBERING = re.compile(r"(?:(?<=\s)|\A)[(（]?\d{1,3}[.、．:：)）]\s*")
CHARACTER = re.compile(r"[A-Za-z0-9_]+|\w")
DIGIT = re.compile(r"\d")
HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")


@dataclass(frozen=True)
class Item:
    """A piece of text; `kind`: the separator behind it, "" for a border such as a full stop.

    `closed`: nothing of the same line or sentence follows.
    """

    start: int
    end: int
    text: str
    kind: str
    closed: bool

    @cached_property
    def size(self) -> int:
        return len(CHARACTER.findall(self.text))


@dataclass(frozen=True)
class Items:
    """A run with the separator `kind`; `alone`: nothing else in its lines or its sentence."""

    kind: str
    members: tuple[Item, ...]
    alone: bool

    def count(self, has: Callable[[Item], object]) -> int:
        return sum(bool(has(item)) for item in self.members)


def lists(text: str) -> Iterator[tuple[int, int]]:
    """Original ranges of the lists, in order."""
    for items in runs(text):
        if _like_names(items):
            yield items.members[0].start, items.members[-1].end


def runs(text: str) -> Iterator[Items]:
    """Runs of `ITEMS_ALONE` or more short items with the same separator between them."""
    pieces = _pieces(text)
    at = 0
    while at < len(pieces):
        kind, last = pieces[at].kind, at
        while last < len(pieces) and 0 < pieces[last].size <= LONGEST:
            last += 1
            if not kind or pieces[last - 1].kind != kind:
                break
        members = pieces[at:last]
        # A line of the list is a whole line: not the beginning or end of one of prose.
        if len(members) > 1 and members[-2].closed and not members[-1].closed:
            members = members[:-1]
        if members and at and members[0].closed and not pieces[at - 1].closed:
            members = members[1:]
        if len(members) >= ITEMS_ALONE:
            alone = members[-1].closed and (at == 0 or pieces[at - 1].closed)
            yield Items(kind, tuple(members), alone)
        at = max(at + 1, last - 1)


def _pieces(text: str) -> list[Item]:
    # Numbers of a numbered list are separators; as blanks they leave the offsets alone.
    plain = NUMBERING.sub(lambda match: " " * len(match[0]), text)
    pieces = []
    start = 0
    for match in SEPARATOR.finditer(plain):
        kind = "" if match["border"] else (match["mark"] or " ").translate(EQUAL)
        closed = not kind or "\n" in match[0]
        pieces.append(Item(start, match.start(), plain[start : match.start()], kind, closed))
        start = match.end()
    return [*pieces, Item(start, len(plain), plain[start:], "", True)]


def _like_names(items: Items) -> bool:
    number = len(items.members)
    sizes = {item.size for item in items.members}
    if number < (ITEMS_ALONE if items.alone and items.kind != "," else ITEMS):
        return False
    if items.kind == "," and not items.alone:
        return False
    if items.kind != "、" and sizes in VERSE:
        return False
    parts = 3 if items.kind == "," else 2
    return (
        2 * len({item.text for item in items.members}) >= number
        and 2 * items.count(lambda item: item.size > 1) >= number
        and 2 * items.count(lambda item: HAN.search(item.text)) >= number
        and 3 * items.count(lambda item: DIGIT.search(item.text)) <= number
        and parts * items.count(lambda item: GRAMMAR & set(item.text)) <= number
        and 2 * items.count(_is_ordinary) < number
    )


def _is_ordinary(item: Item) -> bool:
    return item.text in _ordinary_words()


@cache
def _ordinary_words() -> frozenset[str]:
    """Words of up to three characters in jieba's dictionary, without names of persons.

    Longer ones are idioms, which make good names. Takes a fifth of a second, so it is read
    only when a run of items is there to be judged.
    """
    import jieba

    with jieba.get_dict_file() as lines:
        entries = (line.decode("utf-8").split() for line in lines)
        return frozenset(
            word for word, _, tag in entries if len(word) <= 3 and not tag.startswith("nr")
        )
