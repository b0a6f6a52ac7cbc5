"""The peers of the overlap benchmark: other ways to find reused text, each small.

All are given the folded text (letters and digits only, simplified, one width), as the tools
themselves know nothing of script or punctuation. A peer is built from the documents and then
finds spans `(start, end, document id)` in a folded post. What works by sentence cuts both
sides at 。！？；… and line ends. `difflib` and `rapidfuzz` compare pairs: the candidates are the
best 8 windows of 600 characters for each 600 of the post, by TF-IDF on 2-grams.
"""

import difflib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from postcheck.text import Text

Found = list[tuple[int, int, str]]
Finder = Callable[["Folded"], Found]
WINDOW, STEP, BEST = 600, 500, 8
SHORTEST = 6  # folded characters of a sentence


class Folded(NamedTuple):
    """A text as the peers are given it; `sentences` are ranges of `string`."""

    string: str
    sentences: list[tuple[int, int]]


def folded(text: Text) -> Folded:
    """The folded text, cut where the original has the end of a sentence or a line."""
    cuts = {text.folded.position(i) for i, c in enumerate(text.original) if c in "。！？；…!?;\n"}
    edges = sorted({0, *cuts, len(text.folded)})
    ranges = [(a, b) for a, b in pairwise(edges) if b - a >= SHORTEST]
    return Folded(text.folded.string(), ranges)


def exact(length: int) -> Callable[[Mapping[str, Folded]], Finder]:
    """Every run of `length` equal characters (8: the 枝网 rule; 13: the folk rule of CNKI)."""

    def build(documents: Mapping[str, Folded]) -> Finder:
        ids = list(documents)
        parts = [_hashes(each.string, length) for each in documents.values()]
        hashes = np.concatenate(parts)
        docs = np.repeat(np.arange(len(ids), dtype=np.int32), [len(part) for part in parts])
        order = np.argsort(hashes, kind="stable")
        hashes, docs = hashes[order], docs[order]

        def find(post: Folded) -> Found:
            wanted = _hashes(post.string, length)
            first = np.minimum(np.searchsorted(hashes, wanted), len(hashes) - 1)
            hits = np.flatnonzero(hashes[first] == wanted)
            runs = np.split(hits, np.flatnonzero(np.diff(hits) > 1) + 1) if len(hits) else []
            return [
                (int(run[0]), int(run[-1]) + length,
                 ids[Counter(docs[first[run]].tolist()).most_common(1)[0][0]])
                for run in runs
            ]  # fmt: skip

        return find

    return build


def _hashes(string: str, length: int) -> npt.NDArray[np.uint64]:
    """A 64-bit polynomial hash at each position."""
    codes = np.frombuffer(string.encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    count = max(0, len(codes) - length + 1)
    mixed = np.zeros(count, dtype=np.uint64)
    for step in range(length):
        mixed = (mixed + codes[step : step + count]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


def copydetect(documents: Mapping[str, Folded]) -> Finder:
    """copydetect: winnowed 8-grams, window 4, its own slices for each document that shares."""
    from copydetect.utils import get_copied_slices, hashed_kgrams, winnow

    index: dict[int, list[str]] = defaultdict(list)
    for id_, each in documents.items():
        if len(each.string) >= 11:
            for value in winnow(hashed_kgrams(each.string, 8), 4)[0].tolist():
                index[value].append(id_)

    def find(post: Folded) -> Found:
        places: dict[str, list[int]] = defaultdict(list)
        chosen, at = winnow(hashed_kgrams(post.string, 8), 4, remove_duplicates=False)
        for value, place in zip(chosen.tolist(), at.tolist(), strict=True):
            for id_ in index.get(value, ()):
                places[id_].append(place)
        return [
            (int(start), int(end), id_)
            for id_, hits in places.items()
            for start, end in get_copied_slices(np.array(hits), 8).T.tolist()
        ]

    return find


def minhash(documents: Mapping[str, Folded]) -> Finder:
    """datasketch: MinHash LSH of the sentences' 3-grams, Jaccard 0.5, 64 permutations."""
    from datasketch import MinHash, MinHashLSH

    def sketch(sentence: str) -> MinHash:
        made = MinHash(num_perm=64)
        made.update_batch({sentence[i : i + 3].encode() for i in range(len(sentence) - 2)})
        return made

    index = MinHashLSH(threshold=0.5, num_perm=64)
    with index.insertion_session() as session:
        for number, (id_, sentence) in enumerate(_sentences(documents)):
            session.insert((number, id_), sketch(sentence), check_duplication=False)

    def find(post: Folded) -> Found:
        near = ((a, b, index.query(sketch(post.string[a:b]))) for a, b in post.sentences)
        return [(a, b, keys[0][1]) for a, b, keys in near if keys]

    return find


def tfidf(documents: Mapping[str, Folded]) -> Finder:
    """scikit-learn: TF-IDF of the sentences' 2-grams, cosine 0.5."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    ids, sentences = zip(*_sentences(documents), strict=True)
    vectors = TfidfVectorizer(analyzer="char", ngram_range=(2, 2), dtype=np.float32)
    matrix = vectors.fit_transform(sentences).T.tocsr()

    def find(post: Folded) -> Found:
        if not post.sentences:
            return []
        near = vectors.transform([post.string[a:b] for a, b in post.sentences]) @ matrix
        best, score = near.argmax(axis=1).A1, near.max(axis=1).toarray().ravel()
        return [
            (a, b, ids[doc])
            for (a, b), doc, cosine in zip(post.sentences, best.tolist(), score, strict=True)
            if cosine >= 0.5
        ]

    return find


def difflib_blocks(documents: Mapping[str, Folded]) -> Finder:
    """difflib: matching blocks of 8 and more with each candidate."""
    candidates = _candidates(documents)

    def find(post: Folded) -> Found:
        found = []
        matcher = difflib.SequenceMatcher(None, autojunk=False)
        matcher.set_seq2(post.string)
        for id_, window in candidates(post.string):
            matcher.set_seq1(window)
            blocks = matcher.get_matching_blocks()
            found += [(b.b, b.b + b.size, id_) for b in blocks if b.size >= 8]
        return found

    return find


def partial_ratio(documents: Mapping[str, Folded]) -> Finder:
    """rapidfuzz: sentences with a partial ratio of 75 and more to a candidate."""
    from rapidfuzz import fuzz

    candidates = _candidates(documents)

    def find(post: Folded) -> Found:
        near = candidates(post.string)
        found = []
        for start, end in post.sentences:
            sentence = post.string[start:end]
            id_ = next(
                (id_ for id_, window in near
                 if fuzz.partial_ratio(sentence, window, score_cutoff=75)), None
            )  # fmt: skip
            if id_ is not None:
                found.append((start, end, id_))
        return found

    return find


def _sentences(documents: Mapping[str, Folded]) -> Iterator[tuple[str, str]]:
    for id_, each in documents.items():
        for start, end in each.sentences:
            yield id_, each.string[start:end]


def _candidates(
    documents: Mapping[str, Folded],
) -> Callable[[str], list[tuple[str, str]]]:
    """The best windows for a post as (document id, window), by TF-IDF on 2-grams."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    windows = [
        (id_, each.string[start : start + WINDOW])
        for id_, each in documents.items()
        for start in range(0, max(1, len(each.string) - (WINDOW - STEP)), STEP)
    ]
    vectors = TfidfVectorizer(analyzer="char", ngram_range=(2, 2), dtype=np.float32)
    matrix = vectors.fit_transform(text for _, text in windows).T.tocsr()

    def near(post: str) -> list[tuple[str, str]]:
        pieces = [post[start : start + WINDOW] for start in range(0, len(post), STEP)]
        scores = (vectors.transform(pieces) @ matrix).toarray()
        best = np.argsort(-scores, axis=1, kind="stable")[:, :BEST]
        return [windows[number] for number in dict.fromkeys(best.ravel().tolist())]

    return near


PEERS: dict[str, Callable[[Mapping[str, Folded]], Finder]] = {
    "exact 8-grams": exact(8),
    "exact 13-grams": exact(13),
    "copydetect": copydetect,
    "datasketch MinHash": minhash,
    "scikit-learn TF-IDF": tfidf,
    "difflib": difflib_blocks,
    "rapidfuzz partial": partial_ratio,
}
