"""Documents from texts, saved threads, tables, books and archives: all that the readers know."""

from collections.abc import Iterator
from pathlib import Path

from postcheck import readers
from postcheck.corpus.importers.entry import Entry, Notes, check_length
from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers import archive
from postcheck.readers.container import members


def read_archive(source: str, notes: Notes, *, split: bool = False) -> Iterator[Entry]:
    """Yields the documents of a file, folder or zip; `split` as in `archive.documents`."""
    for post in _posts(source, notes, split):
        try:
            check_length(post.text.original, post.source, None)
        except SourceError as error:
            notes.error(error)
        else:
            yield _entry(post)


def _posts(source: str, notes: Notes, split: bool) -> Iterator[Post]:
    """A single file of no form that archives have is read, or refused, like a post."""
    path = Path(source)
    if path.is_file() and path.suffix.lower() != ".zip":
        member = next(members(source, notes))
        if archive.form_of(member) is None:
            return iter(readers.read(source))
    return archive.documents(source, notes, notes.meter, split=split)


def _entry(post: Post) -> Entry:
    return Entry(
        post.id,
        post.text.original,
        post.author,
        post.title,
        post.url,
        post.posted_at.isoformat() if post.posted_at else None,
        post.source,
    )
