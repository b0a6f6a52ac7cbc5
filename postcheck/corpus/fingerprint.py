"""Fingerprints: a 44-bit hash of every 5 characters of a folded text.

Every position is kept (no winnowing): a quotation of eight characters must still be found.
Equal 5-grams have equal fingerprints; unequal ones meet by chance about once in 2**44 pairs,
so whoever uses a hit compares the texts.
"""

import numpy as np
import numpy.typing as npt

from postcheck.text import Codes

K = 5
HASH_BITS = 44
HASH_NAME = "polynomial-xorshift-44"

Words = npt.NDArray[np.uint64]

_BASE = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_SHIFT = np.uint64(64 - HASH_BITS)
_BLOCK = 32_768  # code points hashed at a time: the intermediate arrays stay in the cache


def fingerprints(codes: Codes) -> Words:
    """The hash of `codes[i : i + K]` at each i, `max(0, len(codes) - K + 1)` values.

    A polynomial in the code points modulo 2**64, finished by xor-shift and multiply.
    """
    count = max(0, len(codes) - K + 1)
    hashes = np.empty(count, dtype=np.uint64)
    for start in range(0, count, _BLOCK):
        end = min(start + _BLOCK, count)
        block = codes[start : end + K - 1].astype(np.uint64)
        mixed = block[: end - start].copy()
        for step in range(1, K):
            mixed *= _BASE
            mixed += block[step : step + end - start]
        mixed *= _BASE
        mixed ^= mixed >> _HALF
        mixed *= _MIX
        mixed ^= mixed >> _HALF
        mixed *= _MIX
        np.right_shift(mixed, _SHIFT, out=hashes[start:end])
    return hashes
