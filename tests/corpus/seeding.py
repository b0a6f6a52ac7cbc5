"""What a library says about five characters, seed by seed."""

import numpy as np

from postcheck.corpus.fingerprint import K
from postcheck.corpus.library import Library
from postcheck.text import Codes, Text


def seeds(library: Library, asked: str | Codes, limit: int = 1000) -> list[tuple[int, int, int]]:
    """(position, document, position in the document) of every seed, sorted."""
    codes = Text(asked).folded.codes if isinstance(asked, str) else asked
    runs = library.runs(codes, np.ones(max(0, len(codes) - K + 1), dtype=np.bool_), limit)
    columns = (runs.post.tolist(), runs.doc.tolist(), runs.start.tolist(), runs.length.tolist())
    return sorted(
        (post + step, doc, start + step)
        for post, doc, start, length in zip(*columns, strict=True)
        for step in range(length - K + 1)
    )
