"""A table that is handed in, pasted, .csv, tab-separated or .xlsx → its cells."""

import csv
import io
import re
import zipfile
from datetime import datetime
from typing import Any

from postcheck.errors import SourceError
from postcheck.readers import encoding

_ZIP = b"PK\x03\x04"
_MOST_ROWS, _MOST_COLUMNS = 5000, 50
# Of an .xlsx, unpacked: openpyxl takes microseconds and a kilobyte for every tag of it.
_MOST_BYTES, _MOST_PARTS, _MOST_TAGS = 20_000_000, 1000, 500_000
_STYLES, _MOST_STYLES = "xl/styles.xml", 20_000  # tags; they take the most time


def read_table(pasted: str, data: bytes) -> list[list[str]]:
    """The cells of the table, empty rows left out. Raises SourceError."""
    if data.startswith(_ZIP):
        rows = _xlsx(data)
    else:
        text = encoding.decode(data, "表格").text if data else pasted
        rows = _cells(text)
    rows = [row for row in rows if any(row)]
    if not rows:
        raise SourceError("表格是空的", remedy="粘贴投票机的表格，或选择文件")
    if len(rows) > _MOST_ROWS:
        raise SourceError(f"表格超过 {_MOST_ROWS} 行", remedy="只给这一轮的票")
    if any(len(row) > _MOST_COLUMNS for row in rows):
        raise SourceError(f"表格超过 {_MOST_COLUMNS} 列", remedy="只留时间、投票人和票")
    return rows


def _cells(text: str) -> list[list[str]]:
    lines = text.replace("\0", "").splitlines()
    head = "\n".join(lines[:5])
    if "\t" in head:
        mark = "\t"
    elif "," in head:
        mark = ","
    else:
        return [re.split(r"\s{2,}|　+", line.strip()) for line in lines]
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=mark)]
    except csv.Error:
        raise SourceError("表格读不了", remedy="另存为 .csv 再试") from None


def _xlsx(data: bytes) -> list[list[str]]:
    """The first sheet; values, no formula is computed."""
    import openpyxl  # takes a tenth of a second

    try:
        _refuse_large(data)
        book = openpyxl.load_workbook(
            io.BytesIO(data), read_only=True, data_only=True, keep_links=False
        )
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_row=_MOST_ROWS + 1, max_col=_MOST_COLUMNS, values_only=True)
        return [[_cell(value) for value in row] for row in rows]
    except SourceError:
        raise
    except Exception as error:  # openpyxl raises all sorts on a damaged file
        raise SourceError("不是完好的 .xlsx 文件", remedy="用 Excel 或 WPS 另存为 .xlsx") from error


def _refuse_large(data: bytes) -> None:
    """Raises SourceError for a workbook that takes long to open."""
    large = SourceError("表格太大", remedy="只给这一轮的票，或复制单元格来粘贴")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > _MOST_PARTS or sum(one.file_size for one in parts) > _MOST_BYTES:
            raise large
        left = _MOST_TAGS
        for part in parts:
            tags = archive.read(part).count(b"<")
            left -= tags
            if left < 0 or (part.filename.lower() == _STYLES and tags > _MOST_STYLES):
                raise large


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = value.isoformat(" ") if isinstance(value, datetime) else str(value).strip()
    return text.encode("utf-8", "replace").decode()
