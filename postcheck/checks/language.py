"""Which language and script a post is written in.

Measures: the share of characters that only Traditional text has among those that tell the two
scripts apart, where they stand, whether Chinese is the main language, and the share of long
foreign passages. What both scripts have (后 里 干) tells nothing. Does not count: quotation
marks' content for the script, names. Dialect and 文言 are Chinese like any other.
Clauses: fengyun85 杀帖5 (simplified), wuyue161 杀帖4 (Chinese).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from postcheck.checks.units import ENDS
from postcheck.post import Span, spans_object
from postcheck.text import Codes, Offsets, Text, code_points, data_lines, fold_table, is_han

_UNTOLD, _HANT, _HANS = 0, 1, 2
LONG = 8  # foreign words in a row: a passage, not a name or a term
KANA, KANA_SHARE = 3, 5  # so many kana, and one in five characters: the sentence is Japanese
MIXED = Fraction(1, 5)  # of the own text in the other script; below it stands here and there
TOLD = 20  # characters that tell the scripts apart; fewer do not show a mixture
_OPEN, _CLOSE = code_points("“‘「『"), code_points("”’」』")

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Language:
    """`label`: zh-Hans, zh-Hant, other, or None where there is nothing to tell from.

    `traditional_share` is of all characters that tell; label and `mixed` (both scripts, each
    a fifth or more) go by what stands outside quotation marks. `traditional`: passages without
    a simplified character; `characters`: their traditional ones, each once. `foreign`: passages
    of `LONG` words or more; `foreign_share` is of all Han characters and foreign words.
    """

    label: str | None
    traditional_share: Fraction = Fraction(0)
    mixed: bool = False
    traditional: tuple[Span, ...] = ()
    characters: str = ""
    foreign: tuple[Span, ...] = ()
    foreign_share: Fraction = Fraction(0)

    def label_object(self) -> dict[str, object]:
        """The JSON object of the reports; shares rounded for the eye, nothing compares them."""
        return {
            "label": self.label,
            "traditional_share": round(float(self.traditional_share), 4),
            "mixed": self.mixed,
            "traditional": spans_object(self.traditional),
            "characters": self.characters,
            "foreign": spans_object(self.foreign),
            "foreign_share": round(float(self.foreign_share), 4),
        }


def measure(text: Text) -> Language:
    """Chinese is the main language where its characters outnumber the words of any other."""
    codes = text.codes
    han = is_han(codes)
    words = _word_starts(codes, han)
    if not han.any() and not words.any():
        return Language(None)
    japanese = _japanese(codes, han)
    chinese = han & ~japanese
    other = words | (han & japanese)
    passages, size = _foreign(chinese, other, np.flatnonzero(fold_table()[codes]))
    share = Fraction(size, int(np.count_nonzero(han | words)))
    script = np.where(chinese & (codes < 0x10000), _scripts()[codes % 0x10000], _UNTOLD)
    told = _share(script)
    places = _traditional(script, chinese, codes)
    seen = dict.fromkeys(chr(code) for code in codes[script == _HANT].tolist())
    if np.count_nonzero(chinese) <= np.count_nonzero(other):
        return Language("other", told, False, places, "".join(seen), passages, share)
    own = np.where(_quoted(codes), _UNTOLD, script)
    if not own.any():
        own = script
    traditional = _share(own)
    enough = np.count_nonzero(own) >= TOLD
    mixed = bool(enough and MIXED <= traditional <= 1 - MIXED)
    label = "zh-Hant" if 2 * traditional > 1 else "zh-Hans"
    return Language(label, told, mixed, places, "".join(seen), passages, share)


def _share(script: npt.NDArray[np.uint8]) -> Fraction:
    hant, hans = (int(np.count_nonzero(script == one)) for one in (_HANT, _HANS))
    return Fraction(hant, hant + hans) if hant + hans else Fraction(0)


def _word_starts(codes: Codes, han: Mask) -> Mask:
    """The first letter of each foreign word; kana and hangul syllables are a word each."""
    folded = fold_table()[codes]
    foreign = (folded != 0) & ~han & ~((folded >= ord("0")) & (folded <= ord("9")))
    alphabetic = foreign & (codes < 0x1100)
    inside = np.concatenate([[False], alphabetic[1:] & alphabetic[:-1]])
    return np.asarray(foreign & ~inside, dtype=np.bool_)


def _japanese(codes: Codes, han: Mask) -> Mask:
    """The sentences that have kana throughout: their Han characters are not Chinese."""
    kana = (codes >= 0x3041) & (codes <= 0x30FA)
    if np.count_nonzero(kana) < KANA:
        return np.zeros(len(codes), dtype=np.bool_)
    sentence = np.cumsum(np.isin(codes, ENDS))
    kanas = np.bincount(sentence, kana)
    both = kanas + np.bincount(sentence, han)
    return np.asarray(((kanas >= KANA) & (KANA_SHARE * kanas >= both))[sentence], dtype=np.bool_)


def _foreign(chinese: Mask, other: Mask, content: Offsets) -> tuple[tuple[Span, ...], int]:
    """Passages of `LONG` words or more with no Chinese between, and their words together."""
    counted = np.concatenate([[0], np.cumsum(other)])
    places = np.flatnonzero(other)
    borders = [-1, *np.flatnonzero(chinese).tolist(), len(chinese)]
    spans, size = [], 0
    for before, after in pairwise(borders):
        first, last = int(counted[before + 1]), int(counted[after])
        if last - first >= LONG:
            size += last - first
            end = int(content[np.searchsorted(content, after) - 1]) + 1
            spans.append(Span(int(places[first]), end))
    return tuple(spans), size


def _traditional(script: npt.NDArray[np.uint8], chinese: Mask, codes: Codes) -> tuple[Span, ...]:
    """Stretches of Chinese characters in a row, none of them only simplified, that hold one
    that is only traditional."""
    fits = chinese & (script != _HANS)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], fits, [False]])))
    counted = np.concatenate([[0], np.cumsum(script == _HANT)])
    return tuple(
        Span(start, end)
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
        if counted[end] > counted[start]
    )


def _quoted(codes: Codes) -> Mask:
    """What stands inside quotation marks; a mark that is never closed opens nothing."""
    depth = np.cumsum(np.isin(codes, _OPEN).astype(np.int64) - np.isin(codes, _CLOSE))
    low = np.minimum.accumulate(np.minimum(depth, 0))
    lasting = np.minimum.accumulate((depth - low)[::-1])[::-1]
    return np.asarray(depth - low > lasting, dtype=np.bool_)


@cache
def _scripts() -> npt.NDArray[np.uint8]:
    table = np.zeros(0x10000, dtype=np.uint8)
    for line in data_lines("scripts.tsv"):
        script, chars = line.split("\t")
        table[code_points(chars)] = _HANT if script == "Hant" else _HANS
    return table
