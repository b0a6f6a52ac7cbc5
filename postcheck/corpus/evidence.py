"""How much a shared passage proves, in quarter characters.

Length alone is a bad measure: nine letters of one foreign word, a date, a stock phrase of the
trade are long and prove nothing. A Han character is worth one character, a letter or a digit
a quarter (a word of them is one choice, not nine); a run is worth less the oftener its 5-grams
stand in the corpora; what was replaced is paid for; and a passage that begins and ends where
clauses do, on both sides, was taken over as a whole rather than met by chance.
"""

import numpy as np

from postcheck.corpus.align import MATCH, Aligned, hole_cost
from postcheck.corpus.clauses import Side
from postcheck.corpus.fingerprint import K
from postcheck.text import Codes, Offsets

CHARACTER = 4  # the unit
SURE = 16 * CHARACTER  # proves itself wherever it stands
WHOLE = 13 * CHARACTER  # proves itself if it stands in whole clauses on both sides
LEAST = 7 * CHARACTER
SHORT = 11 * CHARACTER  # short ones, whole clauses counted in
CROSSING = 3 * CHARACTER  # what a sentence end costs that only the post has
LONGEST = 9  # identical characters in a row that a short one needs
_RARE = np.array([4, 16, 64, 256])  # occurrences up to which a 5-gram is worth 4, 3, 2, 1 quarters


class Evidence:
    """The worth of the characters of one post."""

    def __init__(self, codes: Codes, frequency: Offsets) -> None:
        worth = np.where(codes < 0x2E80, 1, CHARACTER)
        worth[1:][codes[1:] == codes[:-1]] = 1  # 哈哈哈, or the □□□ of a lacuna
        rarity = CHARACTER - np.searchsorted(_RARE, frequency)
        self._worth = np.concatenate([[0], np.cumsum(worth)])
        self._rarity = np.concatenate([[0], np.cumsum(rarity)])

    def runs(self, start: Offsets, length: Offsets) -> Offsets:
        """What identical stretches of the post prove, each of `K` characters or more."""
        grams = length - K + 1
        worth = self._worth[start + length] - self._worth[start]
        rarity = self._rarity[start + grams] - self._rarity[start]
        return np.asarray(worth * rarity // (CHARACTER * grams), dtype=np.int64)

    def run(self, start: int, length: int) -> int:
        """What an identical stretch of the post proves."""
        worth = int(self._worth[start + length] - self._worth[start])
        grams = length - K + 1
        if grams <= 0:
            return worth
        rarity = int(self._rarity[start + grams] - self._rarity[start])
        return worth * rarity // (CHARACTER * grams)

    def passage(self, found: Aligned) -> int:
        """The identical stretches less the holes between them and at the edges."""
        total = sum(self.run(i, length) for i, _, length in found.blocks)
        at, doc_at = found.start, found.doc_start
        for i, j, length in (*found.blocks, (found.end, found.doc_end, 0)):
            total -= hole_cost(i - at, j - doc_at) * CHARACTER // MATCH
            at, doc_at = i + length, j + length
        return total

    def holds(self, found: Aligned, post: Side, source: Side) -> bool:
        """Whether a passage is more than a coincidence."""
        proof = self.passage(found)
        if proof >= SURE:
            return True
        proof -= CROSSING * crossings(found, post, source)
        if proof < LEAST:
            return False
        ends = clause_ends(found, post, source)
        if proof >= WHOLE and ends == 4:
            return True
        return found.longest >= LONGEST and proof + CHARACTER * ends >= SHORT


def crossings(found: Aligned, post: Side, source: Side) -> int:
    """How often a sentence of the post ends where the source goes on without any mark."""
    return sum(
        1
        for i, j, length in found.blocks
        for at in post.boundaries(i + 1, i + length - 1)
        if post.ends_sentence(at) and not source.boundaries(j + at - i, j + at - i)
    )


def clause_ends(found: Aligned, post: Side, source: Side) -> int:
    """How many of the four ends stand on a clause boundary."""
    return sum(
        bool(side.boundaries(at, at))
        for side, at in (
            (post, found.start),
            (post, found.end),
            (source, found.doc_start),
            (source, found.doc_end),
        )
    )
