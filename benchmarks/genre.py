"""How right the genre check is: `python benchmarks/genre.py [DATA] [--folds]`.

Scores the project's own cases (tests/cases/genre, never trained on) always. With DATA
(../shared/eval/genre/dev.jsonl) also its rows that the shipped model never saw, and with
`--folds` all of its rows and the training texts, each by a model that saw no text of its source
(needs scikit-learn, takes minutes). The worst genre comes first.
"""

import argparse
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import genre_rows

from postcheck.checks import genre
from postcheck.text import Text

CASES = Path(__file__).parent.parent / "tests/cases/genre"
SHARED = Path(__file__).parent.parent / "../shared/eval/genre/dev.jsonl"


@dataclass(frozen=True)
class Answer:
    part: str
    id: str
    genre: str
    document: bool
    band: str
    label: str | None

    @property
    def right(self) -> bool:
        """A document is flagged, literature is not."""
        return (self.band == "document") == self.document


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--folds", action="store_true")
    options = parser.parse_args()
    answers = list(own())
    if options.data:
        answers += folds(options.data) if options.folds else unseen(options.data)
    for part in dict.fromkeys(answer.part for answer in answers):
        table(part, [answer for answer in answers if answer.part == part])
    print(f"CPU {milliseconds():.1f} ms a post")


def own() -> Iterator[Answer]:
    """The answers to tests/cases/genre."""
    for name, document in (("literary", False), ("documents", True)):
        cases = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))["case"]
        for case in cases:
            found = genre.measure(Text(case["text"].strip()))
            yield Answer("own cases", case["id"], case["genre"], document, found.band, found.label)


def unseen(path: Path) -> Iterator[Answer]:
    """The answers to the rows of the shared set that the shipped model never saw."""
    for row in genre_rows.shared(path):
        if row.hard or not row.free:
            found = genre.measure(row.text)
            part = "hard" if row.hard else "never trained on"
            yield Answer(part, row.id, row.genre, row.document, found.band, found.label)


def folds(path: Path) -> Iterator[Answer]:
    """The answers to all rows, each by a model that saw no text of its source."""
    from genre_train import out_of_source

    rows = [*genre_rows.shared(path), *genre_rows.own()]
    scores = out_of_source(rows)
    for row in rows:
        found = genre.measure(row.text, scores.get(row.id))
        part = "training texts" if row.source.startswith("own") else "source-disjoint"
        part = "hard" if row.hard else part
        yield Answer(part, row.id, row.genre, row.document, found.band, found.label)


def rates(answers: Iterable[Answer]) -> tuple[float, float]:
    """Recall of documents, and the share of literature that is flagged."""
    answers = list(answers)
    recall, alarms = (
        [answer.band == "document" for answer in answers if answer.document == side]
        for side in (True, False)
    )
    return sum(recall) / max(1, len(recall)), sum(alarms) / max(1, len(alarms))


def table(part: str, answers: list[Answer]) -> None:
    recall, alarms = rates(answers)
    print(f"{part}: {len(answers)} texts, recall {recall:.3f}, false alarms {alarms:.3f}")
    groups: dict[tuple[str, bool], list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.genre, answer.document].append(answer)
    lines = []
    for (name, document), found in groups.items():
        right = sum(answer.right for answer in found) / len(found)
        unclear = sum(answer.band == "unclear" for answer in found)
        named = sum(answer.label == name for answer in found)
        kind = "document" if document else "literary"
        lines.append((right, f"  {name:18}{kind}  right {right:.3f} of {len(found):3}, "
                             f"unclear {unclear}, named {named}"))  # fmt: skip
    for _, line in sorted(lines):
        print(line)
    for answer in answers:
        if not answer.right:
            print(f"  missed: {answer.id} ({answer.genre}) {answer.band}")


def milliseconds() -> float:
    """CPU time of one post of some 1,000 characters, the model loaded."""
    cases = tomllib.loads((CASES / "literary.toml").read_text(encoding="utf-8"))["case"]
    texts = [(case["text"] * 4)[:1000] for case in cases]
    genre.measure(Text(texts[0]))
    begun = time.process_time()
    for text in texts:
        genre.measure(Text(text))
    return 1000 * (time.process_time() - begun) / len(texts)


if __name__ == "__main__":
    main()
