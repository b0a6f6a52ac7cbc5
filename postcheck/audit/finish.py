"""The files that people read, put together as the rows come: the table, the page, the summary."""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from postcheck.audit import workbook
from postcheck.audit.page import Heading, write_page
from postcheck.audit.summary import write_summary
from postcheck.audit.totals import Totals
from postcheck.audit.view import View, view

Json = dict[str, Any]


@contextmanager
def files(folder: Path, heading: Heading, extra: Iterable[str] = ()) -> Iterator["Files"]:
    """The files of one audit, to be written into `folder`; `extra`: the columns that the table
    of complaints had besides."""
    book = workbook.Book(extra, cases=heading.cases)
    with TemporaryFile(dir=folder) as kept:
        try:
            yield Files(folder, heading, book, _Views(kept))
        except BaseException:
            book.drop()
            raise


class Files:
    """audit.xlsx, index.html and summary.md as they come; memory does not grow with the rows."""

    def __init__(
        self, folder: Path, heading: Heading, book: workbook.Book, views: "_Views"
    ) -> None:
        self._folder, self._heading, self._book, self._views = folder, heading, book, views

    def add(self, row: Json) -> None:
        """Takes the next row, as `rows.row` made it; texts and places are not needed."""
        one = view(row)
        self._book.add(one)
        self._views.add(one)

    def write(self, totals: Totals) -> None:
        """Writes the three files, each whole or not at all."""
        self._book.save(self._folder / workbook.NAME, totals)
        write_page(self._folder, self._heading, totals, self._views)
        write_summary(self._folder, self._heading, totals, self._views)


class _Views:
    """Views in a file, to be gone through as often as one likes."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._number = 0

    def add(self, one: View) -> None:
        pickle.dump(one, self._file, pickle.HIGHEST_PROTOCOL)
        self._number += 1

    def __iter__(self) -> Iterator[View]:
        self._file.seek(0)
        for _ in range(self._number):
            yield pickle.load(self._file)
