"""Sentences of a folded text: what stands between two sentence ends or line ends."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from postcheck.text import Codes, Offsets, Text, code_points

LINE_ENDS = code_points("\n\r\v\f\u2028\u2029")
ENDS = np.concatenate([LINE_ENDS, code_points("。．！？；…!?;")])
# Not the colon: a speech tag is no clause, whoever speaks comes again.
CLAUSE_ENDS = np.concatenate([ENDS, code_points("，、,—～~|/")])


@dataclass(frozen=True, slots=True)
class Units:
    """Unit `i` is the folded range from `starts[i]` to before `starts[i + 1]`.

    `starts` ends with the length of the folded view; no unit is empty.
    """

    starts: Offsets

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> Offsets:
        return np.diff(self.starts)

    def bounds(self, unit: int) -> tuple[int, int]:
        return int(self.starts[unit]), int(self.starts[unit + 1])

    def count(self, mask: npt.NDArray[np.bool_]) -> Offsets:
        """How many characters of each unit the folded `mask` marks."""
        return np.diff(np.concatenate([[0], np.cumsum(mask)])[self.starts])

    def inside(self, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Which units lie wholly where the folded `mask` is set."""
        return np.asarray(self.count(mask) == self.lengths)


def split(text: Text, ends: Codes) -> Units:
    """The folded view cut wherever a code point of `ends` stands between two characters."""
    folded = text.folded
    if not len(folded):
        return Units(np.zeros(1, dtype=np.int64))
    seen = np.cumsum(np.isin(text.codes, ends))[folded.offsets]
    borders = np.flatnonzero(np.diff(seen)) + 1
    return Units(np.concatenate([[0], borders, [len(folded)]]))
