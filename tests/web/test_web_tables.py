"""Tables that are handed in: what an .xlsx may make the page do is bounded."""

import re
import time
import tracemalloc
import zipfile
from datetime import datetime
from io import BytesIO

import openpyxl
import pytest

from postcheck.errors import SourceError
from postcheck.web.tables import read_table


def workbook(rows: int) -> bytes:
    book = openpyxl.Workbook()
    for row in range(rows):
        book.active.append([datetime(2026, 3, 2, 22, row // 60 % 60, row % 60), f"甲{row}", "乙"])
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def changed(data: bytes, part: str, before: str, more: str) -> bytes:
    """The workbook with `more` in one of its parts."""
    stream = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(data)) as source,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            content = source.read(name).decode()
            if name == part:
                content = re.sub(before, lambda found: more + found[0], content, count=1)
            target.writestr(name, content)
    return stream.getvalue()


SMALL = workbook(3)
SHEET = "xl/worksheets/sheet1.xml"
BOMBS = {
    "formats": changed(SMALL, "xl/styles.xml", "</cellXfs>", "<xf/>" * 2_400_000),
    "fewer formats": changed(SMALL, "xl/styles.xml", "</cellXfs>", "<xf/>" * 30_000),
    "cells": changed(SMALL, SHEET, "</sheetData>", "<row>" + "<c/>" * 600_000 + "</row>"),
    "bytes": changed(SMALL, SHEET, "</sheetData>", " " * 30_000_000),
    "another part": changed(SMALL, "docProps/core.xml", "</cp:", "<a/>" * 600_000),
}


@pytest.mark.parametrize("name", list(BOMBS))
def test_a_small_file_that_unpacks_to_much_is_not_opened(name: str) -> None:
    assert len(BOMBS[name]) < 120_000
    start = time.process_time()
    tracemalloc.start()
    with pytest.raises(SourceError, match="表格太大"):
        read_table("", BOMBS[name])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.process_time() - start < 2
    assert peak < 60_000_000


def test_the_longest_table_is_read_with_its_times() -> None:
    rows = read_table("", workbook(5000))
    assert (len(rows), rows[61][:3]) == (5000, ["2026-03-02 22:01:01", "甲61", "乙"])


def test_a_table_of_many_columns_is_refused() -> None:
    with pytest.raises(SourceError, match="超过 50 列"):
        read_table("a\t" * 200_000, b"")
