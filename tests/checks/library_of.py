"""A library of a few texts for the tests, through the real store; cases marked with ⟦ and ⟧."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.library import Library, open_library
from postcheck.corpus.manifest import corpus_folder
from postcheck.corpus.writer import Writer


@contextmanager
def library_of(*documents: Mapping[str, str]) -> Iterator[Library]:
    """Documents with `id`, `text` and, if known, `author`, `title`, `url`, `published_at`."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("POSTCHECK_HOME", str(Path(folder)))
        with Writer(corpus_folder("texts"), Notes()) as writer:
            for each in documents:
                writer.append(Entry(**each))
            writer.commit()
        with open_library(["texts"]) as library:
            yield library


def unmark(marked: str) -> tuple[str, set[int]]:
    """The text without ⟦ and ⟧, and the letters and figures that stood between them."""
    text, inside, positions = "", False, set()
    for char in marked:
        if char in "⟦⟧":
            inside = char == "⟦"
            continue
        if inside and char.isalnum():
            positions.add(len(text))
        text += char
    return text, positions


def inside(text: str, spans: Iterable[tuple[int, int]]) -> set[int]:
    """The letters and figures of the text that the spans hold."""
    return {at for start, end in spans for at in range(start, end) if text[at].isalnum()}
