"""The texts that the genre model is trained on and measured with."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from postcheck.checks.genre_score import Floats, Keys, grams
from postcheck.text import Text

TEXTS = Path(__file__).parent / "genre_texts"
LITERARY = {
    "prose_essay", "fiction", "fiction_classical", "poetry_modern", "poetry_classical",
    "prose_classical", "essay_argument", "drama", "appreciation",
}  # fmt: skip
KEPT_BACK = ("NC", "no licence", "not cleared")  # in a licence: the row is not trained on
OWN_FOLDS = 5  # the own texts count as so many sources

Grams = tuple[Keys, Floats]


@dataclass(frozen=True)
class Row:
    id: str
    genre: str
    document: bool
    source: str
    text: Text
    grams: Grams
    hard: bool
    free: bool  # may be passed on


def shared(path: Path) -> Iterator[Row]:
    """The rows of the shared set."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = Text(row["text"])
        free = not any(word in row["licence"] for word in KEPT_BACK)
        yield Row(
            row["id"], row["genre"], not row["literary"], row["source"].partition("@")[0],
            text, grams(text), row["hard"], free,
        )  # fmt: skip


def own() -> Iterator[Row]:
    """The project's own texts: a file holds texts after lines `%% genre`."""
    for path in sorted(TEXTS.glob("*.txt")):
        for number, part in enumerate(path.read_text(encoding="utf-8").split("%%")[1:]):
            genre, _, body = part.partition("\n")
            genre, text = genre.strip(), Text(body.strip())
            yield Row(
                f"{path.stem}-{number}", genre, genre not in LITERARY, f"own{number % OWN_FOLDS}",
                text, grams(text), False, True,
            )  # fmt: skip
