"""Trains the genre model: `make train-genre DATA=../shared/eval/genre/dev.jsonl`.

Needs scikit-learn (extra `train`). Trains on the rows of DATA that may be passed on (see
genre_rows.py) and that are not `hard`, and on the project's own texts in genre_texts/. Writes
`postcheck/data/genre/model.npz`: plain arrays, no pickle. The two thresholds are taken from
texts of sources that the model had not seen (`out_of_source`). `genre.py` tells how good it is.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from genre_rows import Row, own, shared
from scipy.sparse import csr_matrix, diags
from sklearn.linear_model import LogisticRegression

from postcheck.checks.genre_score import MODEL, Keys, Model, score

SOURCES = 3  # a pair of characters counts if it stands in texts of that many sources
STRENGTH = 10.0  # inverse of the regularisation


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="dev.jsonl")
    rows = [*shared(parser.parse_args().data), *own()]
    scores = out_of_source(rows)
    soft = [row for row in rows if not row.hard]
    flag, look = thresholds(soft, scores)
    trained = fit([row for row in soft if row.free], flag, look)
    save(trained)
    print(f"{len(trained.keys)} n-grams, {MODEL.stat().st_size} bytes, flag {flag}, look {look}")


def out_of_source(rows: Sequence[Row]) -> dict[str, float]:
    """The score of each row by a model that saw no text of its source."""
    soft = [row for row in rows if not row.hard]
    free = [row for row in soft if row.free]
    scores: dict[str, float] = {}
    whole = fit(free)
    for source in sorted({row.source for row in soft}):
        held = [row for row in soft if row.source == source]
        rest = [row for row in free if row.source != source]
        trained = fit(rest) if len(rest) < len(free) else whole
        scores |= {row.id: score(row.text, trained) for row in held}
    return scores


def fit(rows: Sequence[Row], flag: float = 0.0, look: float = 0.0) -> Model:
    """Logistic regression on TF-IDF of the n-grams that `SOURCES` sources share."""
    spread: Counter[int] = Counter()
    for source in {row.source for row in rows}:
        found = [row.grams[0] for row in rows if row.source == source]
        spread.update(np.unique(np.concatenate(found)).tolist())
    keys = np.array(sorted(key for key, n in spread.items() if n >= SOURCES), dtype=np.uint32)
    counts = matrix(rows, keys)
    frequency = np.asarray((counts > 0).sum(axis=0)).ravel()
    idf = (np.log((1 + len(rows)) / (1 + frequency)) + 1).astype(np.float16)
    counts.data = 1 + np.log(counts.data)
    values = counts @ diags(idf.astype(np.float64))
    lengths = np.sqrt(np.asarray(values.multiply(values).sum(axis=1)).ravel())
    sizes = Counter(map(kind, rows))
    documents = np.array([row.document for row in rows])
    weights = np.array([sizes[kind(row)] ** -0.5 for row in rows])  # many alike count for less
    for side in (documents, ~documents):
        weights[side] *= len(rows) / 2 / weights[side].sum()
    regression = LogisticRegression(C=STRENGTH, max_iter=500)
    regression.fit(diags(1 / lengths) @ values, documents, sample_weight=weights)
    return Model(
        keys, regression.coef_[0].astype(np.float16).astype(np.float32),
        idf.astype(np.float32), float(regression.intercept_[0]), flag, look,
    )  # fmt: skip


def kind(row: Row) -> tuple[str, str]:
    return row.genre, row.source


def matrix(rows: Sequence[Row], keys: Keys) -> "csr_matrix[np.float64]":
    """Numbers of the n-grams `keys`, one row a text."""
    columns, values, starts = [], [], [0]
    for row in rows:
        found, counts = row.grams
        known = np.isin(found, keys)
        columns.append(np.searchsorted(keys, found[known]))
        values.append(counts[known].astype(np.float64))
        starts.append(starts[-1] + int(known.sum()))
    shape = (len(rows), len(keys))
    return csr_matrix((np.concatenate(values), np.concatenate(columns), starts), shape=shape)


def thresholds(rows: Sequence[Row], scores: dict[str, float]) -> tuple[float, float]:
    """`look`: 98 % of the literature of unseen sources stays below it. `flag`: half-way from what
    99 % of it stays below to what 97 % of the shared documents reach (our own are meant to be
    hard)."""
    literature = [scores[row.id] for row in rows if not row.document]
    documents = [scores[row.id] for row in rows if row.document and row.id.startswith("dev-")]
    low, reach = float(np.quantile(literature, 0.99)), float(np.quantile(documents, 0.03))
    return round((low + reach) / 2, 2), round(float(np.quantile(literature, 0.98)), 2)


def save(trained: Model) -> None:
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "keys": trained.keys,
        "weights": trained.weights.astype(np.float16),
        "idf": trained.idf.astype(np.float16),
        **{name: np.array(getattr(trained, name)) for name in ("bias", "flag", "look")},
    }
    MODEL.parent.mkdir(exist_ok=True)
    np.savez_compressed(MODEL, allow_pickle=False, **arrays)


if __name__ == "__main__":
    main()
