"""`Text`: one string, never edited, and a folded view of it that leads back.

The folded view is what comparisons work on: Traditional→Simplified one-to-one, width, case,
variant, radical and homoglyph folding; punctuation, spaces, symbols and invisible characters
are dropped. Offsets are half-open code points everywhere.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint32]
Offsets = npt.NDArray[np.int64]

_UNICODE = 0x110000
FOLD_RULES = 1  # to be raised when `fold` itself changes: stored fingerprints depend on it


@dataclass(frozen=True, slots=True)
class Folded:
    """`codes[i]` is the folded form of the original character at `offsets[i]` (ascending)."""

    codes: Codes
    offsets: Offsets

    def __len__(self) -> int:
        return len(self.codes)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original range from folded position `start` to before `end`; 0 <= start < end."""
        return int(self.offsets[start]), int(self.offsets[end - 1]) + 1

    def string(self, start: int = 0, end: int | None = None) -> str:
        """The folded characters of a range as a string."""
        return string_of(self.codes[start:end])

    def position(self, offset: int) -> int:
        """The first folded position whose character stands at or after `offset`."""
        return int(np.searchsorted(self.offsets, offset))


class Text:
    """A string with its code points and its folded view, each computed once on demand."""

    def __init__(self, original: str) -> None:
        self.original = original

    def __len__(self) -> int:
        return len(self.original)

    def __getitem__(self, span: slice) -> str:
        return self.original[span]

    @cached_property
    def codes(self) -> Codes:
        return code_points(self.original)

    @cached_property
    def folded(self) -> Folded:
        return fold(self.codes)

    @cached_property
    def line_starts(self) -> Offsets:
        """Offsets at which the lines start, 0 first."""
        return np.concatenate([[0], np.flatnonzero(self.codes == 10) + 1])

    def line(self, offset: int) -> int:
        """The line, counted from 1, that holds `offset`."""
        return int(np.searchsorted(self.line_starts, offset, side="right"))


def code_points(text: str) -> Codes:
    """The code points of `text`, lone surrogates included."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def string_of(codes: Codes) -> str:
    """The string of these code points, lone surrogates included."""
    return codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


def fold_each(codes: Codes) -> str:
    """The folded string of the same length: what has no folded form stays as it is."""
    folded = fold_table()[codes]
    return string_of(np.where(folded > 0, folded, codes))


def fold(codes: Codes) -> Folded:
    """Folds code points by table. A single Latin letter between two Han characters is noise."""
    table = fold_table()
    folded = table[codes]
    offsets = np.flatnonzero(folded != 0)
    folded = folded[offsets]
    latin = np.flatnonzero((folded >= ord("a")) & (folded <= ord("z")))
    latin = latin[(latin > 0) & (latin < len(folded) - 1)]
    if len(latin):
        noise = latin[is_han(folded[latin - 1]) & is_han(folded[latin + 1])]
        folded, offsets = np.delete(folded, noise), np.delete(offsets, noise)
    return Folded(folded, offsets)


def is_han(codes: Codes) -> npt.NDArray[np.bool_]:
    """Which code points are Han ideographs (unified, extensions A to J, 〇)."""
    unified = (codes >= 0x4E00) & (codes <= 0x9FFF)
    extended = (codes >= 0x3400) & (codes <= 0x4DBF) | (codes >= 0x20000) & (codes <= 0x3FFFF)
    return np.asarray(unified | extended | (codes == 0x3007), dtype=np.bool_)


@cache
def fold_table() -> Codes:
    """Code point → folded code point, 0 for what is dropped; 4.5 MB, built in milliseconds."""
    table = np.zeros(_UNICODE, dtype=np.uint32)
    for line in data_lines("content.tsv"):
        start, end = (int(part, 16) for part in line.split("\t"))
        table[start:end] = np.arange(start, end, dtype=np.uint32)
    seen, meant = zip(*(line.split("\t") for line in data_lines("fold.tsv")), strict=True)
    table[code_points("".join(seen))] = code_points("".join(meant))
    table.flags.writeable = False
    return table


def data_lines(name: str) -> list[str]:
    """The lines of a table in `postcheck/data`, comments left out."""
    data = (Path(__file__).parent / "data" / name).read_text(encoding="utf-8")
    return [line for line in data.splitlines() if line and not line.startswith("#")]
