"""Equal windows of a sequence by prefix doubling (Karp, Miller and Rosenberg, 1972).

The class of a window of 2k characters is the pair of the classes of its halves, so a class
costs one sort: O(n log n) for any window length, without a pairwise comparison and without
a hash that could collide.
"""

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


def window_classes(codes: npt.NDArray[np.uint32], length: int) -> Ints:
    """Class of each window of `length` >= 1 codes; equal windows have equal classes."""
    _, classes = np.unique(codes, return_inverse=True)
    size = 1
    while size < length and len(classes):
        step = min(size, length - size)
        classes = _pair(classes[:-step], classes[step:])
        size += step
    return np.asarray(classes, dtype=np.int64)


def first_seen(classes: Ints) -> Ints:
    """For each position the first position of its class."""
    _, first, inverse = np.unique(classes, return_index=True, return_inverse=True)
    return np.asarray(first[inverse], dtype=np.int64)


def common_length(codes: npt.NDArray[np.uint32], one: int, other: int) -> int:
    """How many codes from `one` and from `other` on (`one` < `other`) are the same."""
    total, chunk = 0, 32
    while True:
        right = codes[other + total : other + total + chunk]
        differ = np.flatnonzero(codes[one + total : one + total + len(right)] != right)
        if len(differ):
            return total + int(differ[0])
        total += len(right)
        if len(right) < chunk:
            return total
        chunk *= 2


def _pair(left: Ints, right: Ints) -> Ints:
    _, classes = np.unique((left << 32) | right, return_inverse=True)
    return np.asarray(classes, dtype=np.int64)
