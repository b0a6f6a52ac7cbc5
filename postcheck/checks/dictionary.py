"""Words of Chinese by their frequency, and the likeliest cut of a few characters into words.

jieba's dictionary; the cut is the one with the most probable words, each for itself (a unigram
model, as jieba cuts without its hidden Markov model). Costs are integers.
"""

from functools import cache
from math import log

LONGEST = 8  # characters of a word that is looked up
TOTAL = 60_101_967  # sum of the frequencies in the dictionary
ORDINARY = 3
UNKNOWN = round(1000 * log(TOTAL))


def cut(text: str) -> list[str]:
    """The words of `text` in order; what is in no word is a word of one character."""
    best = [0] * (len(text) + 1)
    ends = [0] * len(text)
    for start in range(len(text) - 1, -1, -1):
        last = min(len(text), start + LONGEST)
        costs = [rarity(text[start:end]) + best[end] for end in range(start + 1, last + 1)]
        best[start] = min(costs)
        ends[start] = start + 1 + costs.index(best[start])
    words, at = [], 0
    while at < len(text):
        words.append(text[at : ends[at]])
        at = ends[at]
    return words


def rarity(word: str) -> int:
    """Thousandths of the natural logarithm of one in how many words is this one."""
    often = _entries()[0].get(word, 0)
    if often:
        return UNKNOWN - round(1000 * log(often))
    return UNKNOWN if len(word) == 1 else UNKNOWN * len(word)


def is_ordinary(word: str) -> bool:
    """A word of up to three characters that names no person; longer ones are idioms."""
    often, persons = _entries()
    return len(word) <= ORDINARY and word in often and word not in persons


@cache
def _entries() -> tuple[dict[str, int], frozenset[str]]:
    """Word → how often it stands in jieba's texts; the names of persons among them.

    Takes half a second, so it is read only when there is something to be looked up.
    """
    import jieba

    with jieba.get_dict_file() as lines:
        entries = [line.decode("utf-8").split() for line in lines]
    persons = frozenset(word for word, _, tag in entries if tag.startswith("nr"))
    return {word: int(often) for word, often, _ in entries}, persons
