"""What is shared but proves nothing: board templates, phrases of everybody, proverbs.

A passage is common when half or more of its 8-grams stand in documents of four or more authors
that are not copies of each other: a much reposted text is still a source, a signature line
that opens every post is not. Lines of verse are exempt, the famous ones are frequent.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from postcheck.corpus.align import Aligned
from postcheck.corpus.chains import Runs
from postcheck.corpus.clauses import Side
from postcheck.corpus.fingerprint import Words, fingerprints
from postcheck.corpus.library import Document
from postcheck.text import Offsets, Text

GRAM = 8
AUTHORS = 4
ENOUGH = 2 * AUTHORS  # documents asked for each 8-gram; some may be copies of one another
_AROUND = 500  # folded characters of a document on either side of the passage, for copies
_LEFT = 5  # characters beside idioms that a passage needs

Read = Callable[[int], tuple[Document, Side]]
Mask = npt.NDArray[np.bool_]


def crowds(runs: Runs, size: int) -> Offsets:
    """How many runs hold the 8-gram at each position of a post of `size` folded characters."""
    long = runs.take(runs.length >= GRAM)
    begin = np.bincount(long.post, minlength=size)
    return np.cumsum(begin - np.bincount(long.post + long.length - GRAM + 1, minlength=size))


def common_part(found: Aligned, runs: Runs, crowd: Offsets, read: Read) -> Mask:
    """Which 8-grams of a passage belong to four or more unrelated authors; `crowd` are the
    `crowds` of the runs."""
    grams = max(0, len(found) - GRAM + 1)
    if not half(crowd[found.start : found.start + grams] >= AUTHORS):
        return np.zeros(grams, dtype=np.bool_)
    covered = _covered(found, runs)
    held_by = np.zeros(grams, dtype=np.int64)
    asked: list[int] = []
    for doc in sorted(covered, key=lambda each: -np.count_nonzero(covered[each])):
        lacking = held_by < ENOUGH
        if not lacking.any():
            break
        if (covered[doc] & lacking).any():
            held_by += covered[doc]
            asked.append(doc)
    if not half(held_by >= AUTHORS):
        return np.zeros(grams, dtype=np.bool_)
    groups = _related(asked, runs, read)
    masks = [np.any([covered[doc] for doc in docs], axis=0) for docs in groups]
    return np.asarray(np.sum(masks, axis=0) >= AUTHORS, dtype=np.bool_)


def half(mask: Mask) -> bool:
    """Whether half or more of the 8-grams of a passage are so, of one at least."""
    return bool(len(mask) and 2 * np.count_nonzero(mask) >= len(mask))


def own_stretches(mask: Mask) -> list[tuple[int, int]]:
    """The stretches of the passage, from its start, that no common 8-gram touches."""
    common = np.zeros(len(mask) + GRAM - 1, dtype=np.bool_)
    for at in range(GRAM):
        common[at : at + len(mask)] |= mask
    edges = np.flatnonzero(np.diff(np.concatenate([[True], common, [True]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _covered(found: Aligned, runs: Runs) -> dict[int, Mask]:
    """For each document, which of the passage's 8-grams it has."""
    grams = len(found) - GRAM + 1
    near = (runs.length >= GRAM) & (runs.post <= found.end - GRAM)
    held = runs.take(near & (runs.post + runs.length >= found.start + GRAM))
    covered: dict[int, Mask] = {}
    columns = (held.doc.tolist(), held.post.tolist(), held.length.tolist())
    for doc, post, length in zip(*columns, strict=True):
        mask = covered.setdefault(doc, np.zeros(grams, dtype=np.bool_))
        first = post - found.start
        mask[max(0, first) : first + length - GRAM + 1] = True
    return covered


def _related(docs: list[int], runs: Runs, read: Read) -> list[list[int]]:
    """The documents in groups: of one author, or copies of one text."""
    groups: list[tuple[set[str | None], Words, list[int]]] = []
    for doc in docs:
        document, side = read(doc)
        same = [group for group in groups if document.author and document.author in group[0]]
        if same:
            same[0][2].append(doc)
            continue
        at = int(runs.start[runs.doc == doc][0])
        codes = side.folded.codes[max(0, at - _AROUND) : at + _AROUND]
        prints = np.unique(fingerprints(codes))
        copies = [group for group in groups if _copies(prints, group[1])]
        if copies:
            copies[0][0].add(document.author)
            copies[0][2].append(doc)
        else:
            groups.append(({document.author}, prints, [doc]))
    return [members for _, _, members in groups]


def _copies(left: Words, right: Words) -> bool:
    shared = len(np.intersect1d(left, right, assume_unique=True))
    return 5 * shared > 4 * min(len(left), len(right))


def mostly_idiom(text: str) -> bool:
    """Whether folded characters hold little beside idioms and proverbs."""
    for idiom in _idioms():
        if idiom in text:
            text = text.replace(idiom, "")
    return len(text) < _LEFT


@cache
def _idioms() -> tuple[str, ...]:
    """The folded phrases of `idioms.txt`, the longest first."""
    lines = files("postcheck.data").joinpath("idioms.txt").read_text(encoding="utf-8").splitlines()
    phrases = [Text(line).folded for line in lines if line and not line.startswith("#")]
    return tuple(sorted((phrase.string() for phrase in phrases), key=len, reverse=True))
