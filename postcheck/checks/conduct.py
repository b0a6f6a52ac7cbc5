"""Wording that the rules refuse: politics, porn, insults, self-exposure, chat logs, oaths.

Measures: where the words and forms of the lexicons stand, in the folded text, so that script,
width, inserted marks, look-alikes, pinyin and characters taken apart make no difference. Word
borders are those of the dictionary, so characters that meet by chance (执政|治国) are no hit.
Does not count: whether the place is meant so; that is for people to say.
Clauses: fengyun85 杀帖5, 其他3, 4, 7, 13; ziyou48 注意1-3; wuyue161 自曝1, 其他3, 4, 14, 15.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from postcheck.checks.dictionary import cut
from postcheck.checks.forms import said
from postcheck.checks.lexicon import Lexicon
from postcheck.checks.units import ENDS, split
from postcheck.text import Text, code_points, fold, is_han

NEAR = 16  # characters between a word of abuse and whom it is aimed at
BEFORE = 8  # characters in which `unless` is looked for
SIDE = 24  # characters on each side that the dictionary is shown
SPACES = 2  # blanks in a line that may be put inside a word; more are the line's own
CONTEXT = 18  # characters shown on each side
# Where a clause ends no word goes on; any other mark inside a word is there to hide it.
BORDERS = frozenset("，。、；：！？,;:!?…—\n\r\v\f\u2028\u2029“”‘’「」『』《》〈〉（）()\u3000")
BLANKS = frozenset(" \t\u00a0")

Match = tuple["_Entry", int, int]


@dataclass(frozen=True, slots=True)
class Saying:
    """A place in the post: original offsets, the category, and the lexicon's own word for it.

    `why`: term, topic (several together), directed (at somebody), form. `hidden`: it is
    written so that it is not found: with marks inside, in pinyin, taken apart.
    """

    start: int
    end: int
    category: str
    term: str
    why: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    """A word in the automaton; `why` also toward, unless and allowed."""

    category: str
    term: str
    why: str
    spelled: bool = False


def measure(
    text: Text,
    lexicons: Sequence[Lexicon],
    roster: Sequence[str] = (),
    ids: Sequence[str] = (),
) -> tuple[Saying, ...]:
    """All places, in order. `roster`: the aliases of the game; `ids`: names known on the forum
    that are no alias of this game (self_exposure)."""
    words = _Words(text, tuple(lexicons), tuple(roster))
    found = [*words.sayings(), *_forms(text, lexicons, roster, ids)]
    found.sort(key=lambda one: (one.start, -one.end, one.category))
    kept: list[Saying] = []
    for one in found:
        if not any(one.category == last.category and one.start < last.end for last in kept[-3:]):
            kept.append(one)
    return tuple(kept)


def context(text: Text, saying: Saying) -> str:
    """The place with what stands around it in its paragraph, cut off marked by ……."""
    original = text.original
    first = max(original.rfind("\n", 0, saying.start) + 1, saying.start - CONTEXT)
    line_end = original.find("\n", saying.end)
    last = min(line_end if line_end >= 0 else len(original), saying.end + CONTEXT)
    before = "……" if first and original[first - 1] != "\n" else ""
    after = "……" if last < len(original) and original[last] != "\n" else ""
    return f"{before}{original[first:last].strip()}{after}"


def _forms(
    text: Text, lexicons: Sequence[Lexicon], roster: Sequence[str], ids: Sequence[str]
) -> Iterator[Saying]:
    for lexicon in lexicons:
        for name, start, end in said(text, lexicon, tuple(roster), tuple(ids)):
            yield Saying(start, end, lexicon.category, name, "form")


class _Words:
    """The words of the lexicons in one text."""

    def __init__(self, text: Text, lexicons: tuple[Lexicon, ...], roster: tuple[str, ...]) -> None:
        self.text = text
        self.folded = text.folded
        self.string = self.folded.string()
        self.lexicons = {lexicon.category: lexicon for lexicon in lexicons}
        self.found: dict[str, list[Match]] = {}
        automaton = _automaton(lexicons, roster)
        for last, entries in automaton.iter(self.string) if len(automaton) else ():
            for length, entry in entries:
                match = entry, last + 1 - length, last + 1
                self.found.setdefault(entry.why, []).append(match)

    def sayings(self) -> Iterator[Saying]:
        for match in self.found.get("term", ()):
            if self._stands(match) and self._meant(match):
                yield self._saying(match)
        yield from self._topics()
        for match in self.found.get("directed", ()):
            aimed = self._stands(match) and (self._hidden(match) or self._aimed(match))
            if aimed and self._meant(match):
                yield self._saying(match)

    def _topics(self) -> Iterator[Saying]:
        """Topics that are hidden, and those of which enough different ones stand together."""
        plain: dict[str, list[Match]] = {}
        for match in self.found.get("topic", ()):
            if self._stands(match):
                if self._hidden(match) and self._meant(match):
                    yield self._saying(match)
                else:
                    plain.setdefault(match[0].category, []).append(match)
        for category, matches in plain.items():
            lexicon = self.lexicons[category]
            together = _together(matches, lexicon)
            meant = [match for match in together if self._meant(match)]
            if first := _together(meant, lexicon):
                terms = "、".join(dict.fromkeys(entry.term for entry, _, _ in first))
                start, end = self.folded.span(first[0][1], max(end for _, _, end in first))
                yield Saying(start, end, category, terms, "topic")

    def _saying(self, match: Match) -> Saying:
        entry, start, end = match
        span = self.folded.span(start, end)
        return Saying(*span, entry.category, entry.term, entry.why, self._hidden(match))

    def _stands(self, match: Match) -> bool:
        """Nothing that ends a clause stands inside, and a Latin word is a whole one."""
        entry, start, end = match
        if any(not BORDERS.isdisjoint(gap) for gap in self._gaps(start, end)):
            return False
        if entry.spelled and self.string[start:end].isascii():
            return self._is_latin_word(start, end)
        return True

    def _gaps(self, start: int, end: int) -> Iterator[str]:
        """What stands between the characters of a folded range in the original."""
        offsets = self.folded.offsets[start:end].tolist()
        for before, after in pairwise(offsets):
            if after > before + 1:
                yield self.text.original[before + 1 : after]

    def _is_latin_word(self, start: int, end: int) -> bool:
        """Pinyin and abbreviations: no letter goes on, and short ones stand next to Chinese."""
        original = self.text.original
        first, last = self.folded.span(start, end)
        around = original[max(0, first - 1) : first] + original[last : last + 1]
        if any(char.isascii() and char.isalnum() for char in around):
            return False
        beside = code_points(self.string[max(0, start - 1) : start] + self.string[end : end + 1])
        return end - start > 4 or bool(is_han(beside).any())

    def _hidden(self, match: Match) -> bool:
        entry, start, end = match
        if entry.spelled:
            return True
        gaps = list(self._gaps(start, end))
        if all(BLANKS.issuperset(gap) for gap in gaps):
            return bool(gaps) and self._blanks_in_line(start) <= SPACES
        return True

    def _blanks_in_line(self, start: int) -> int:
        """Blanks between Chinese characters of the line that holds a folded position."""
        original, at = self.text.original, int(self.folded.offsets[start])
        end = original.find("\n", at)
        line = original[original.rfind("\n", 0, at) + 1 : end if end >= 0 else None]
        han = is_han(code_points(line)).tolist()
        return sum(
            char in BLANKS and 0 < place < len(line) - 1 and han[place - 1] and han[place + 1]
            for place, char in enumerate(line)
        )

    def _aimed(self, match: Match) -> bool:
        """Somebody of the game is named nearby in the same sentence."""
        entry, start, end = match
        sentences = _sentences(self.text)
        home = bisect_right(sentences, start)
        return any(
            other.category in ("", entry.category)
            and bisect_right(sentences, first) == home
            and max(start - last, first - end) <= NEAR
            for other, first, last in self.found.get("toward", ())
        )

    def _meant(self, match: Match) -> bool:
        """Not a part of something allowed, not about oneself, and a word of its own."""
        entry, start, end = match
        for other, first, last in self.found.get("allowed", ()):
            if other.category == entry.category and first <= start and end <= last:
                return False
        for other, _, last in self.found.get("unless", ()):
            if other.category == entry.category and start - BEFORE <= last <= start:
                return False
        return entry.spelled or self._is_word(start, end)

    def _is_word(self, start: int, end: int) -> bool:
        """Whether the dictionary's best cut of the clause has a border on either side."""
        first = self._clause_end(start, -1)
        last = self._clause_end(end - 1, 1) + 1
        borders, at = {first}, first
        for word in cut(self.string[first:last]):
            at += len(word)
            borders.add(at)
        return start in borders and end in borders

    def _clause_end(self, at: int, step: int) -> int:
        offsets, original = self.folded.offsets, self.text.original
        for _ in range(SIDE):
            beyond = at + step
            if not 0 <= beyond < len(offsets):
                break
            low, high = sorted((int(offsets[at]), int(offsets[beyond])))
            if not BORDERS.isdisjoint(original[low + 1 : high]):
                break
            at = beyond
        return at


def _together(matches: list[Match], lexicon: Lexicon) -> list[Match]:
    """The topics of the first stretch with enough different ones; empty: there is none."""
    matches = sorted(matches, key=lambda match: match[1])
    for at, (_, start, _) in enumerate(matches):
        near = [match for match in matches[at:] if match[2] <= start + lexicon.within]
        if len({entry.term for entry, _, _ in near}) >= lexicon.different:
            return near
    return []


@lru_cache(maxsize=1)
def _sentences(text: Text) -> list[int]:
    return [int(start) for start in split(text, ENDS).starts]


@lru_cache(maxsize=4)
def _automaton(lexicons: tuple[Lexicon, ...], roster: tuple[str, ...]) -> Any:
    """All words of all lexicons and the names of the players, folded as the text will be."""
    import ahocorasick

    entries: dict[str, list[tuple[int, _Entry]]] = {}

    def add(word: str, entry: _Entry) -> None:
        key = fold(code_points(word)).string()
        if key:
            entries.setdefault(key, []).append((len(key), entry))

    for lexicon in lexicons:
        whys: dict[str, str] = {}
        for why, words in (
            ("term", lexicon.terms), ("topic", lexicon.topics), ("directed", lexicon.directed),
            ("toward", lexicon.toward), ("unless", lexicon.unless), ("allowed", lexicon.allowed),
        ):  # fmt: skip
            for word in words:
                whys.setdefault(word, why)
                add(word, _Entry(lexicon.category, word, why))
        for word, written in lexicon.spellings:
            add(written, _Entry(lexicon.category, word, whys[word], spelled=True))
    for name in roster:
        if len(fold(code_points(name))) > 1:
            add(name, _Entry("", name, "toward"))
    automaton = ahocorasick.Automaton()
    for key, found in entries.items():
        automaton.add_word(key, tuple(found))
    automaton.make_automaton()
    return automaton
