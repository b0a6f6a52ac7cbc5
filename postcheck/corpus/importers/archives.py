"""Documents from saved threads, tables, books and archives of them: all that the readers know."""

from collections.abc import Collection, Iterator

from postcheck import readers
from postcheck.corpus.importers.entry import Entry, Notes, check_length
from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers import archive
from postcheck.readers.container import members


class _Told:
    """Holds back what the readers could not read: it stops an import only if all of it failed."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.errors: list[SourceError] = []

    def error(self, error: SourceError) -> None:
        if len(self.errors) < 1000:
            self.errors.append(error)

    def skip(self, note: SourceError) -> None:
        self.notes.skip(note)


def read_archive(source: str, notes: Notes, *, without: Collection[str] = ()) -> Iterator[Entry]:
    """Yields the documents of a file, folder or zip; files that end in `without` are not read."""
    told = _Told(notes)
    count = 0
    for post in _posts(source, told, without):
        count += 1
        try:
            check_length(post.text.original, post.source, None)
        except SourceError as error:
            notes.skip(error)
            continue
        yield _entry(post)
    for fault in told.errors:
        if count or without:
            notes.skip(fault)
        else:
            notes.error(fault)


def _posts(source: str, told: _Told, without: Collection[str]) -> Iterator[Post]:
    """A single file of no form that archives have is read, or refused, like a post."""
    if not without and archive.form_of(next(members(source, told))) is None:
        return iter(readers.read(source))
    return archive.documents(source, told, without)


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
