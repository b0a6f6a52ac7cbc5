"""How much a text reads like a document (公文, 说明文字) rather than literature: 0 to 1.

A linear model over single characters and pairs of neighbours, weighted as TF-IDF (sublinear
counts, unit length), then a logistic curve. The weights are plain arrays, made by
`make train-genre`; `postcheck/data/genre/MODEL.md` says from what, how good, and where not.
"""

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from postcheck.text import Codes, Text, code_points, fold_table

Keys = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float32]

MODEL = Path(__file__).parent.parent / "data/genre/model.npz"
# Marks that tell dialogue, verse and lists apart; width and shape of the rest say little.
_MARKS = "，。、；：？！“”（）《》【】…—\n"
_SAME = {",": "，", ";": "；", ":": "：", "?": "？", "!": "！", "(": "（", ")": "）",
         '"': "“", "「": "“", "」": "”", "『": "“", "』": "”", "\r": "\n"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Model:
    """`keys` ascend; the first `weights` stand for them, in the same order."""

    keys: Keys
    weights: Floats
    idf: Floats
    bias: float
    flag: float  # at or above: a document
    look: float  # at or above: not clear; below: literature, whatever the cues


@cache
def model() -> Model:
    """The shipped weights."""
    with np.load(MODEL, allow_pickle=False) as arrays:
        return Model(
            arrays["keys"],
            arrays["weights"].astype(np.float32),
            arrays["idf"].astype(np.float32),
            *(float(arrays[name]) for name in ("bias", "flag", "look")),
        )


def score(text: Text, trained: Model | None = None) -> float:
    """The model's belief that `text` is a document; below 200 characters it means nothing."""
    trained = trained or model()
    keys, counts = grams(text)
    places = np.minimum(np.searchsorted(trained.keys, keys), len(trained.keys) - 1)
    known = trained.keys[places] == keys
    places = places[known]
    values = (1 + np.log(counts[known])) * trained.idf[places]
    length = math.sqrt(float(values @ values)) or 1.0
    return 1 / (1 + math.exp(-float(values @ trained.weights[places]) / length - trained.bias))


def grams(text: Text) -> tuple[Keys, Floats]:
    """The single characters and pairs of a text, as keys in ascending order, and their numbers.

    A pair's key holds its two characters in 16 bits each, a single one has 0 before it.
    """
    symbols = _symbols(text.codes)
    pairs = symbols[:-1] << 16 | symbols[1:] if len(symbols) > 1 else symbols[:0]
    keys, counts = np.unique(np.concatenate([symbols, pairs]), return_counts=True)
    return keys, counts.astype(np.float32)


def _symbols(codes: Codes) -> Keys:
    """Script and width folded; a number is one 0, a Latin word one a, blank lines are one break."""
    symbols = _table()[codes]
    symbols = symbols[symbols > 0]
    runs = np.isin(symbols, code_points("0a\n"))
    again = np.concatenate([[False], symbols[1:] == symbols[:-1]]) if len(symbols) else runs
    return symbols[~(runs & again)]


@cache
def _table() -> Keys:
    """Code point → symbol in 16 bits, 0 for what is dropped."""
    table = fold_table().copy()
    table[table > 0xFFFF] = 0xFFFF
    table[(table >= ord("0")) & (table <= ord("9"))] = ord("0")
    table[(table >= ord("a")) & (table <= ord("z"))] = ord("a")
    table[code_points(_MARKS)] = code_points(_MARKS)
    for one, other in _SAME.items():
        table[ord(one)] = ord(other)
    return table
