"""What is shared but proves nothing: board templates, phrases of everybody, proverbs.

A passage is common when half or more of its 8-grams stand in documents of four or more authors
that are not copies of each other: a much reposted text is still a source, a signature line
that opens every post is not. Lines of verse are exempt, the famous ones are frequent.
"""

from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from postcheck.corpus.align import Aligned
from postcheck.corpus.chains import Runs
from postcheck.corpus.fingerprint import Words, fingerprints
from postcheck.corpus.library import Document, Library
from postcheck.text import Text

GRAM = 8
AUTHORS = 4
_ASKED = 16  # documents looked at; more change nothing
_AROUND = 1000  # folded characters of a document on either side of the passage, for copies
_LEFT = 5  # characters beside idioms that a passage needs

Mask = npt.NDArray[np.bool_]


def common_to_many(found: Aligned, runs: Runs, library: Library) -> bool:
    """Whether half or more of a passage's 8-grams belong to four or more unrelated authors."""
    covered = _covered(found, runs)
    if not _half(list(covered.values())):
        return False
    largest = sorted(covered, key=lambda doc: -int(covered[doc].sum()))[:_ASKED]
    groups = _related(largest, runs, library)
    return _half([np.any([covered[doc] for doc in docs], axis=0) for docs in groups])


def _covered(found: Aligned, runs: Runs) -> dict[int, Mask]:
    """For each document, which of the passage's 8-grams it has."""
    grams = len(found) - GRAM + 1
    if grams <= 0:
        return {}
    near = (runs.length >= GRAM) & (runs.post <= found.end - GRAM)
    held = runs.take(near & (runs.post + runs.length >= found.start + GRAM))
    covered: dict[int, Mask] = {}
    columns = (held.doc.tolist(), held.post.tolist(), held.length.tolist())
    for doc, post, length in zip(*columns, strict=True):
        mask = covered.setdefault(doc, np.zeros(grams, dtype=np.bool_))
        first = post - found.start
        mask[max(0, first) : first + length - GRAM + 1] = True
    return covered


def _half(masks: list[Mask]) -> bool:
    if len(masks) < AUTHORS:
        return False
    held_by = np.sum(masks, axis=0)
    return bool(2 * np.count_nonzero(held_by >= AUTHORS) >= len(held_by))


def _related(docs: list[int], runs: Runs, library: Library) -> list[list[int]]:
    """The documents in groups: of one author, or copies of one text."""
    groups: list[list[tuple[int, Document, Words]]] = []
    for doc in docs:
        document = library.document(doc)
        at = int(runs.start[runs.doc == doc][0])
        codes = Text(document.text).folded.codes[max(0, at - _AROUND) : at + _AROUND]
        prints = np.unique(fingerprints(codes))
        for group in groups:
            if any(
                (document.author and document.author == other.author) or _copies(prints, others)
                for _, other, others in group
            ):
                group.append((doc, document, prints))
                break
        else:
            groups.append([(doc, document, prints)])
    return [[doc for doc, _, _ in group] for group in groups]


def _copies(left: Words, right: Words) -> bool:
    shared = len(np.intersect1d(left, right, assume_unique=True))
    return 2 * shared > min(len(left), len(right))


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
