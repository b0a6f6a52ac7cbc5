"""Fingerprints of folded texts."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from postcheck.corpus import fingerprint
from postcheck.corpus.fingerprint import HASH_BITS, K, fingerprints
from postcheck.text import code_points

TEXTS = st.text(st.sampled_from("天地玄黄宇宙洪荒"), max_size=60)


@given(TEXTS)
def test_one_fingerprint_a_position_equal_exactly_for_equal_grams(text: str) -> None:
    hashes = fingerprints(code_points(text)).tolist()
    grams = [text[i : i + K] for i in range(len(text) - K + 1)]
    assert len(hashes) == len(grams)
    assert len(set(zip(hashes, grams, strict=True))) == len(set(hashes)) == len(set(grams))
    assert all(value < 1 << HASH_BITS for value in hashes)


def test_blocks_do_not_show(monkeypatch: object) -> None:
    codes = np.random.default_rng(1).integers(0x4E00, 0x9FFF, 100_000).astype(np.uint32)
    whole = fingerprints(codes)
    parts = [fingerprints(codes[i : i + 1000 + K - 1]) for i in range(0, 100_000, 1000)]
    assert len(codes) > fingerprint._BLOCK
    assert np.array_equal(whole, np.concatenate(parts))


def test_fingerprints_spread_over_all_buckets() -> None:
    codes = np.random.default_rng(2).integers(0x4E00, 0x9FFF, 400_000).astype(np.uint32)
    counts = np.bincount((fingerprints(codes) >> np.uint64(HASH_BITS - 12)).astype(np.int64))
    assert len(counts) == 4096
    assert counts.max() < 2 * counts.mean()
