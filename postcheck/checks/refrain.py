"""Repeats that a form of writing may ask for: the pattern is named, the referee decides.

Measures nothing: every hit stays counted. The patterns: a refrain of a poem or song (refrain,
叠句), stanzas that vary one another (stanza, 叠章), a thing said twice with little between
(doubling, 反复), an end taken up as a beginning (anadiplosis, 顶真), a phrase turned round
(palindrome, 回环), parallel sentences side by side (parallel, 排比), one sentence at the beginning
or end of paragraphs (paragraphs, 章句), earlier words taken up inside another sentence or in
quotation marks (echo, 引述), titles in lines of their own (title, 题目).
Clauses: wuyue161 杀帖7(2), 报道3.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from postcheck.checks.units import CLAUSE_ENDS, ENDS, LINE_ENDS, Units, split
from postcheck.measure import Hit
from postcheck.text import Text

VERSE_LINE = 32  # characters of a line of verse or song, two or three sentences included
AROUND = 3  # lines before and after that are looked at
SHORT = 4, 5  # four of five of them are lines of verse
CLAUSES = 4  # a paragraph of so many clauses, three of five of one size, is verse in a row
REGULAR = 3, 5
SIZES = range(3, 9)  # characters of a clause of verse
TITLE = 12  # characters of a title in a line of its own
BESIDE = 40  # characters between parallel sentences
ROW = 6  # clauses after the first that begin or end alike; more is padding
WHOLE_ROW = 5  # sentences alike from end to end, the first included
PLACE = 16  # characters of such a sentence to each place where it says another thing
# Words that say nothing new: who changes only these changes nothing.
LITTLE = frozenset(
    "的地得了着过也都就又还便才再只很更真却则已曾将要会能可吗呢吧啊呀哦嘛我你您他她它们咱"
    "这那此其之于在从到和与跟同把被给让个位些次回不没有是为说道讲而但因所以"
)
ON_END = 4  # times that a word is said on end; more is padding
PHRASE = 20  # characters of what a sentence takes up of another
SENTENCE = 30  # of a sentence that opens or closes paragraphs, and of what is said twice on end
MOST = 3, 5  # where more than three fifths of a post repeat, no form asks for it
QUOTES = frozenset('“‘「『"')

Range = tuple[int, int]


def proposed(text: Text, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits, those of a pattern with its name; of a post that is mostly repeats, none."""
    if not hits:
        return ()
    page = _Page(text, hits)
    named = tuple(replace(hit, pattern=page.pattern(hit)) for hit in hits)
    covered = sum(hit.end - hit.start for hit in named if hit.pattern)
    return named if covered * MOST[1] <= len(text) * MOST[0] else tuple(hits)


class _Page:
    """A text and what repeats in it; ranges are of the folded view."""

    def __init__(self, text: Text, hits: Sequence[Hit]) -> None:
        self.text, self.folded = text, text.folded
        self.lines = split(text, LINE_ENDS)
        self.verse = self.lines.lengths <= VERSE_LINE
        self.verse &= ~np.array([self._is_quoted(at) for at in self._line_starts()], dtype=bool)
        self.rows: dict[int, list[Range]] = {}  # start of an earlier passage → its standings
        for hit in hits:
            if hit.first:
                first, first_end = self._range(hit.first.start, hit.first.end)
                self.rows.setdefault(first, [(first, first_end)])
                self.rows[first].append(self._range(hit.start, hit.end))

    @cached_property
    def sentences(self) -> Units:
        return split(self.text, ENDS)

    @cached_property
    def clauses(self) -> Units:
        return split(self.text, CLAUSE_ENDS)

    def pattern(self, hit: Hit) -> str | None:
        """What the repeat may be; None: nothing of the kind."""
        own = start, end = self._range(hit.start, hit.end)
        if hit.first is None:
            half = (start + end) // 2
            return "palindrome" if self._turned((start, half), (half, end)) else None
        earlier = first, first_end = self._range(hit.first.start, hit.first.end)
        times = len(self.rows[first]) - 1
        once = times == 1 and end - start <= first_end - first  # longer: it goes on and on
        if hit.kind == "monotone":
            unit = first_end - first
            return "doubling" if unit > 1 and end - start < ON_END * unit else None
        if self._is_title(own):
            return "title"
        if self._turned(earlier, own):
            return "palindrome"
        near = hit.kind == "near"
        before = max(end for _, end in self.rows[first] if end <= start)
        beside = start - before <= BESIDE and end - start <= BESIDE
        if near and beside and not self._is_varied(first, own):
            return None
        if self._is_verse(start) and self._is_verse(first):
            return "stanza" if near else "refrain"
        if near and beside:
            return "parallel"
        if first_end == start and once and end - start <= SENTENCE:
            return "doubling" if _borders(self.clauses, first) else "anadiplosis"
        if self._is_quoted(hit.start) != self._is_quoted(hit.first.start):
            return "echo"
        if beside:
            if times <= ROW and not self._is_whole(own):
                return "parallel"
            if once:
                return "doubling"
        if once and end - start <= PHRASE and not self._is_whole(own):
            return "echo"
        return "paragraphs" if self._at_edges(own, earlier) else None

    def _line_starts(self) -> list[int]:
        """Original offsets of the first character of each line."""
        return [int(self.folded.offsets[at]) for at in self.lines.starts[:-1]]

    def _range(self, start: int, end: int) -> Range:
        return self.folded.position(start), self.folded.position(end)

    def _is_title(self, own: Range) -> bool:
        """A short line of its own without a mark at its end, among lines that have one."""
        start, end = own
        line = _unit(self.lines, start)
        if self.lines.bounds(line) != own or end - start > TITLE or line + 1 == len(self.lines):
            return False
        return [self._is_marked(at) for at in (line - 1, line, line + 1)] == [True, False, True]

    def _is_marked(self, line: int) -> bool:
        """Whether anything but a blank or a line end stands behind the line; before all, yes."""
        if line < 0:
            return True
        last = int(self.folded.offsets[self.lines.bounds(line)[1] - 1]) + 1
        return bool(self.text.original[last : last + 1].strip())

    def _turned(self, one: Range, other: Range) -> bool:
        """The halves the other way round: 一字字一行行，一行行一字字."""
        first, second = self.folded.string(*one), self.folded.string(*other)
        return len(first) == len(second) and first != second and second in first + first

    def _is_varied(self, first: int, own: Range) -> bool:
        """Whether a row of like sentences is a short one and says something new each time."""
        if self._in_short_lines(first) and self._in_short_lines(own[0]):
            return True
        if len(self.rows[first]) > WHOLE_ROW:
            return False
        sentence = self.folded.string(*own)
        others = (self.folded.string(*row) for row in self.rows[first] if row != own)
        return all(
            _places(other, sentence) * PLACE >= min(len(other), len(sentence)) for other in others
        )

    def _in_short_lines(self, position: int) -> bool:
        """Lines of verse around that are no dialogue."""
        line = _unit(self.lines, position)
        around = self.verse[max(0, line - AROUND) : line + AROUND + 1]
        short = int(np.count_nonzero(around))
        return len(around) >= CLAUSES and short * SHORT[1] >= len(around) * SHORT[0]

    def _is_verse(self, position: int) -> bool:
        """Lines of verse, or a paragraph with clauses of one size."""
        if self._in_short_lines(position):
            return True
        line = _unit(self.lines, position)
        low, high = np.searchsorted(self.clauses.starts, self.lines.bounds(line)).tolist()
        if high - low < CLAUSES:
            return False
        size, often = Counter(self.clauses.lengths[low:high].tolist()).most_common(1)[0]
        return size in SIZES and often * REGULAR[1] >= (high - low) * REGULAR[0]

    def _is_quoted(self, offset: int) -> bool:
        return not QUOTES.isdisjoint(self.text.original[max(0, offset - 1) : offset + 1])

    def _is_whole(self, own: Range) -> bool:
        """From the beginning of a sentence to the end of one."""
        return _borders(self.sentences, own[0]) and _borders(self.sentences, own[1])

    def _at_edges(self, own: Range, earlier: Range) -> bool:
        """The same sentence opens, or closes, two paragraphs."""
        if len(self.lines) < CLAUSES or own[1] - own[0] > SENTENCE:
            return False
        opens, closes = (
            _borders(self.lines, own[edge]) and _borders(self.lines, earlier[edge])
            for edge in (0, 1)
        )
        return opens or closes


def _places(one: str, other: str) -> int:
    """In how many places two sentences say different things, little words apart."""
    from rapidfuzz.distance import Levenshtein

    places, old, new = 0, "", ""
    for part in (*Levenshtein.opcodes(one, other), None):
        if part and part.tag != "equal":
            old += one[part.src_start : part.src_end]
            new += other[part.dest_start : part.dest_end]
        else:
            places += bool(set(old) - LITTLE) and bool(set(new) - LITTLE)
            old = new = ""
    return places


def _unit(units: Units, position: int) -> int:
    return int(np.searchsorted(units.starts, position, side="right")) - 1


def _borders(units: Units, position: int) -> bool:
    """Whether a unit begins, or the last one ends, at the position."""
    at = int(np.searchsorted(units.starts, position))
    return at < len(units.starts) and int(units.starts[at]) == position
