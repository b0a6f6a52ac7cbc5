"""Which language and script a post is written in.

Measures: the share of characters that only Traditional text has among those that tell the
two scripts apart, and whether Chinese is the main language. Does not count: quotation, names.
Clauses: fengyun85 杀帖5 (simplified), wuyue161 杀帖4 (Chinese).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt

from postcheck.text import Codes, Text, code_points, data_lines, fold_table, is_han

_UNTOLD, _HANT, _HANS = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Language:
    """`label`: zh-Hans, zh-Hant, other, or None where there is nothing to tell from."""

    label: str | None
    traditional_share: Fraction


def measure(text: Text) -> Language:
    """Chinese is the main language where Han characters outnumber the words of any other."""
    codes = text.codes
    han = is_han(codes)
    foreign = (fold_table()[codes] != 0) & ~han & ~_is_digit(codes)
    words = int(np.count_nonzero(foreign & ~_continues(foreign, codes)))
    if not han.any() and not words:
        return Language(None, Fraction(0))
    script = _scripts()[codes[han & (codes < 0x10000)]]
    hant, hans = (int(np.count_nonzero(script == one)) for one in (_HANT, _HANS))
    share = Fraction(hant, hant + hans) if hant + hans else Fraction(0)
    if int(np.count_nonzero(han)) <= words:
        return Language("other", share)
    return Language("zh-Hant" if 2 * share > 1 else "zh-Hans", share)


def _is_digit(codes: Codes) -> npt.NDArray[np.bool_]:
    folded = fold_table()[codes]
    return (folded >= ord("0")) & (folded <= ord("9"))


def _continues(foreign: npt.NDArray[np.bool_], codes: Codes) -> npt.NDArray[np.bool_]:
    """Inside a word of an alphabet; kana and hangul syllables are a word each."""
    alphabetic = foreign & (codes < 0x1100)
    return np.concatenate([[False], alphabetic[1:] & alphabetic[:-1]])


@cache
def _scripts() -> npt.NDArray[np.uint8]:
    table = np.zeros(0x10000, dtype=np.uint8)
    for line in data_lines("scripts.tsv"):
        script, chars = line.split("\t")
        table[code_points(chars)] = _HANT if script == "Hant" else _HANS
    return table
