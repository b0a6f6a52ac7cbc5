"""Which importer reads which source."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.importers.jsonl import read_jsonl


def read_sources(sources: Sequence[str], format_: str | None, notes: Notes) -> Iterator[Entry]:
    """Yields the documents of all sources in order; faults go to `notes`."""
    for source in sources:
        yield from read_jsonl(Path(source), source, notes)
