"""The files that people read, made from results.jsonl: the table, the page, the summary."""

from pathlib import Path

from postcheck.audit import workbook
from postcheck.audit.page import Heading, write_page
from postcheck.audit.store import rows
from postcheck.audit.summary import write_summary
from postcheck.audit.totals import Totals
from postcheck.audit.view import view


def finish(folder: Path, heading: Heading, totals: Totals) -> None:
    """Writes audit.xlsx, index.html and summary.md beside results.jsonl, each whole or not."""
    book = workbook.Book(totals.extra, cases=heading.cases)
    for row in rows(folder):
        book.add(view(row))
    book.save(folder / workbook.NAME, totals)
    write_page(folder, heading, totals)
    write_summary(folder, heading, totals)
