"""Word's 字数统计: six counts of a text, of what is left when passages are cut, of the passages.

Every character belongs to one class; the classes and their effects were read off files that
Word saved, and off MS-OI29500 2.1.88 for the ranges where the run's hint decides.

class     | counts in
----------|---------------------------------------------------------------
ASIAN     | words, cjk, chars, chars_with_spaces
OTHER     | chars, chars_with_spaces; a run of them is one of words and non_cjk_words
DASH      | chars, chars_with_spaces; ends a run
SPACE     | chars_with_spaces; ends a run
BREAK     | nothing; ends a run
PARAGRAPH | nothing; ends a run and the paragraph
IGNORED   | nothing; a run goes on behind it
MARKED    | ASIAN where the run has Word's East Asian hint, else OTHER

`paragraphs` counts those that hold a character of ASIAN, OTHER or DASH.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt

from postcheck.measure import Counts
from postcheck.post import Hints, Post, Span
from postcheck.text import Codes, code_points

Passage = Span | tuple[int, int]
_Classes = npt.NDArray[np.uint8]
_Mask = npt.NDArray[np.bool_]

_IGNORED, _PARAGRAPH, _BREAK, _SPACE, _DASH, _OTHER, _ASIAN = range(7)
_CHUNK = 1 << 16  # characters; the arrays of one chunk stay in the processor's cache

# Inclusive ranges; what is in none of them is OTHER.
_ASIAN_RANGES = (
    (0x1100, 0x11FF),  # hangul
    (0x2E80, 0x303F),  # radicals, CJK punctuation (U+3000 is taken out below)
    (0x3040, 0xA4CF),  # kana, bopomofo, CJK compatibility, Han, Yi
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE6F),
    (0xFF00, 0xFFEF),  # full-width forms, half-width katakana
    (0x1B000, 0x1B16F),
    (0x20000, 0x3FFFF),  # Han, extensions B and later
)
_MARKED_RANGES = (
    *((0xA1, 0xA1), (0xA4, 0xA4), (0xA7, 0xA8), (0xAA, 0xAA), (0xAD, 0xAD), (0xAF, 0xAF)),
    *((0xB0, 0xB4), (0xB6, 0xBA), (0xBC, 0xBF), (0xD7, 0xD7), (0xF7, 0xF7)),
    # The letters of pinyin, as the East Asian language is Chinese.
    *((0xE0, 0xE1), (0xE8, 0xEA), (0xEC, 0xED), (0xF2, 0xF3), (0xF9, 0xFA), (0xFC, 0xFC)),
    (0x100, 0x2AF),
    (0x2B0, 0x36F),
    (0x370, 0x3CF),
    (0x400, 0x4FF),
    (0x1E00, 0x1EFF),
    (0x2000, 0x2BFF),  # “ ” ‘ ’ … ① ─ ● √ and the like
    (0xE000, 0xF8FF),  # private use
    (0xFB00, 0xFB1C),
)
_FIXED_RANGES = (
    (0x0A, 0x0A, _PARAGRAPH),
    (0x0D, 0x0D, _PARAGRAPH),  # \r\n ends a paragraph and an empty one, which counts nowhere
    (0x0B, 0x0C, _BREAK),
    (0x09, 0x09, _SPACE),
    (0x20, 0x20, _SPACE),
    (0xA0, 0xA0, _SPACE),
    (0x2000, 0x200A, _SPACE),
    (0x202F, 0x202F, _SPACE),
    (0x205F, 0x205F, _SPACE),
    (0x3000, 0x3000, _SPACE),
    (0x2013, 0x2014, _DASH),
    (0x200B, 0x200B, _IGNORED),
    (0xFE00, 0xFE0F, _IGNORED),  # variation selectors
    (0xFEFF, 0xFEFF, _IGNORED),
    (0xE0100, 0xE01EF, _IGNORED),  # more of them
    (0x200C, 0x200D, _OTHER),  # joiners
)


def count(text: str | Codes, hints: Hints | None = None, *, marked: bool = True) -> Counts:
    """Counts `text` as Word does.

    `hints` (one a character) settle the MARKED characters; without them `marked` decides for
    all: as typed in Chinese Word (True), or as pasted without the hint (False).
    """
    words = cjk = chars = spaces = paragraphs = 0
    in_word = in_paragraph = False
    for start in range(0, len(text), _CHUNK):
        piece = text[start : start + _CHUNK]
        codes = code_points(piece) if isinstance(piece, str) else piece
        classes = _classes(codes, None if hints is None else hints[start : start + _CHUNK], marked)
        asian = int(np.count_nonzero(classes == _ASIAN))
        cjk += asian
        spaces += int(np.count_nonzero(classes == _SPACE))
        chars += int(np.count_nonzero(classes >= _DASH))
        begun, in_word = _words(classes, in_word)
        words += begun
        begun, in_paragraph = _paragraphs(classes, in_paragraph)
        paragraphs += begun
    return Counts(cjk + words, cjk, words, chars, chars + spaces, paragraphs)


def count_rest(post: Post, spans: Iterable[Passage], *, marked: bool = True) -> Counts:
    """What remains of the post when the passages are cut out and the ends glued."""
    return count(*cut(post, spans), marked=marked)


def count_part(post: Post, spans: Iterable[Passage], *, marked: bool = True) -> Counts:
    """The sum of the counts of the passages, overlapping and touching ones united first."""
    inside = _union(len(post.text), spans)
    ends = np.zeros(len(inside) + 1, dtype=np.bool_)
    ends[1:] = inside
    ends[1:-1] &= ~inside[1:]
    codes = np.append(post.text.codes, np.uint32(0))
    codes[ends] = ord("\n")  # a passage is a text of its own
    ends[:-1] |= inside
    hints = None if post.hints is None else np.append(post.hints, np.uint8(0))[ends]
    return count(codes[ends], hints, marked=marked)


def cut(post: Post, spans: Iterable[Passage]) -> tuple[Codes, Hints | None]:
    """The code points and hints outside the union of the passages."""
    keep = ~_union(len(post.text), spans)
    return post.text.codes[keep], None if post.hints is None else post.hints[keep]


def has_unmarked(text: str | Codes, hints: Hints | None = None) -> bool:
    """Is there a character whose class the text leaves open? Then `marked` makes a difference."""
    if hints is not None:
        return False
    codes = code_points(text) if isinstance(text, str) else text
    return bool((_table(True)[codes] != _table(False)[codes]).any())


def _union(length: int, spans: Iterable[Passage]) -> _Mask:
    """Which of the `length` positions lie in a passage."""
    bounds = [(s.start, s.end) if isinstance(s, Span) else s for s in spans]
    steps = np.zeros(length + 1, dtype=np.int32)
    if bounds:
        starts, ends = np.array(bounds, dtype=np.int64).T
        np.add.at(steps, starts, 1)
        np.add.at(steps, ends, -1)
    return np.cumsum(steps[:-1]) > 0


def _classes(codes: Codes, hints: Hints | None, marked: bool) -> _Classes:
    if hints is None:
        return _table(marked)[codes]
    return np.where(hints, _table(True)[codes], _table(False)[codes])


def _words(classes: _Classes, in_word: bool) -> tuple[int, bool]:
    """Runs of OTHER that begin here, and whether one is still open at the end."""
    ignored = classes == _IGNORED
    if ignored.any():
        classes = classes[~ignored]
    other = classes == _OTHER
    if not len(other):
        return 0, in_word
    begun = int(np.count_nonzero(other[1:] > other[:-1])) + int(bool(other[0]) and not in_word)
    return begun, bool(other[-1])


def _paragraphs(classes: _Classes, in_paragraph: bool) -> tuple[int, bool]:
    """Paragraphs that get their first character here, and whether the last one has one."""
    content = classes >= _DASH
    ends = np.flatnonzero(classes == _PARAGRAPH)
    starts = np.concatenate([[0], ends])  # each stretch from a mark to before the next
    filled = np.logical_or.reduceat(content, starts)
    begun = int(np.count_nonzero(filled[1:])) + int(bool(filled[0]) and not in_paragraph)
    return begun, bool(filled[-1]) or (in_paragraph and not len(ends))


@cache
def _table(marked: bool) -> _Classes:
    """Code point → class, the MARKED ones settled."""
    table = np.full(0x110000, _OTHER, dtype=np.uint8)
    for start, end in _ASIAN_RANGES + (_MARKED_RANGES if marked else ()):
        table[start : end + 1] = _ASIAN
    for start, end, settled in _FIXED_RANGES:
        table[start : end + 1] = settled
    return table
