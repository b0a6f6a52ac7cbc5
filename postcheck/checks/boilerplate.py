"""Text that is nobody's by the referee's own list: the rules, a signature, a thread's opening."""

from collections.abc import Iterator
from dataclasses import replace

from postcheck.checks.borrowed import places
from postcheck.corpus.clauses import Side
from postcheck.corpus.library import Document, Library
from postcheck.corpus.search import search
from postcheck.measure import Hit, Source
from postcheck.text import Text

LINE = 4  # content characters of a listed line that stands alone in a post


def greyed(text: Text, listed: Library) -> tuple[Hit, ...]:
    """The passages of a post that stand in the listed texts, altered or not, and their lines.

    A signature may be one line of verse: a line counts from `LINE` characters if it stands in
    the post as whole clauses.
    """
    found = search(text, listed)
    matches = [replace(one, why="boilerplate") for one in (*found.passages, *found.discounted)]
    hits = places(text, matches)
    for doc in listed.live():
        for line in _lines(text, listed.document(int(doc))):
            if not any(hit.start <= line.start and line.end <= hit.end for hit in hits):
                hits.append(line)
    return tuple(sorted(hits, key=lambda hit: hit.span))


def _lines(text: Text, document: Document) -> Iterator[Hit]:
    """The lines of one listed text wherever they stand in the post."""
    post, characters = Side(text.original, text.folded), text.folded.string()
    offset = 0
    for written in document.text.splitlines(keepends=True):
        line = Text(written).folded.string()
        at = characters.find(line) if len(line) >= LINE else -1
        while at >= 0:
            end = at + len(line)
            if post.boundaries(at, at) and post.boundaries(end, end):
                source = Source(
                    document.corpus, document.id, offset, offset + len(written.rstrip()),
                    text=written.rstrip(),
                )  # fmt: skip
                span = text.folded.span(at, end)
                yield Hit(*span, "verbatim", source=source, same=len(line), why="boilerplate")
            at = characters.find(line, end)
        offset += len(written)
