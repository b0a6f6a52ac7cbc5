"""Files of rows: .csv, .xlsx, .jsonl → `Table`. A cell is what it holds; nothing is computed."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from postcheck.errors import SourceError
from postcheck.readers import encoding, read_bytes, table

_LONGEST_CELL = 1 << 20  # characters
_MOST_ROWS = 200_000
_MOST_UNPACKED = 500_000_000  # bytes


@dataclass(frozen=True)
class Table:
    """`rows`: line number and cells; the header is among them. `shown` names it for people."""

    file: str
    shown: str
    rows: list[tuple[int, list[Any]]]


def tables(source: str) -> list[Table]:
    """The tables of a file, by its content; raises SourceErrors where it is none."""
    data = read_bytes(source)
    if not data.strip():
        raise SourceError("文件是空的", remedy="检查是否存错了文件", file=source)
    if data.startswith(b"PK\x03\x04"):
        return _xlsx(data, source)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise SourceError("这是旧式的 .xls", remedy="用 Excel 或 WPS 另存为 .xlsx", file=source)
    text = encoding.decode(data, source).text
    rows = _jsonl(text, source) if table.is_jsonl(text, source) else _csv(text, source)
    return [Table(source, source, rows)]


def _csv(text: str, source: str) -> list[tuple[int, list[Any]]]:
    first = text.lstrip().split("\n", 1)[0]
    mark = max("\t,;", key=first.count) if any(one in first for one in "\t,;") else ","
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    rows: list[tuple[int, list[Any]]] = []
    start = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((start, list(cells)))
            start = reader.line_num + 1
    except csv.Error as error:
        raise SourceError(
            "从这一行起不是 CSV", remedy="核对引号，或用表格软件另存为 CSV", file=source, line=start
        ) from error
    return rows


def _jsonl(text: str, source: str) -> list[tuple[int, list[Any]]]:
    """Objects as rows under one header: all keys, in order of their first appearance."""
    objects: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise SourceError(
                "这一行不是 JSON 对象", remedy="每行写一个 {…}", file=source, line=number
            )
        objects.append((number, row))
    names = list(dict.fromkeys(name for _, row in objects for name in row))
    rows: list[tuple[int, list[Any]]] = [(1, list(names))]
    return rows + [(number, [row.get(name) for name in names]) for number, row in objects]


def _xlsx(data: bytes, source: str) -> list[Table]:
    import openpyxl  # a fifth of a second

    _refuse_bomb(data, source)
    try:
        shown, written = (
            openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=values)
            for values in (True, False)
        )
        found = [
            Table(source, f"{source}!{sheet.title}", list(_rows(sheet, written[sheet.title])))
            for sheet in shown.worksheets
            if sheet.sheet_state == "visible"
        ]
    except SourceError:
        raise
    except Exception as error:  # openpyxl raises all sorts on a damaged file
        raise SourceError(
            "不是完好的 .xlsx 文件", remedy="用 Excel 或 WPS 另存为 .xlsx", file=source
        ) from error
    if len(found) == 1:
        return [Table(source, source, found[0].rows)]
    return [one for one in found if one.rows]


def _refuse_bomb(data: bytes, source: str) -> None:
    try:
        sizes = [member.file_size for member in zipfile.ZipFile(io.BytesIO(data)).infolist()]
    except zipfile.BadZipFile:
        return
    if sum(sizes) > _MOST_UNPACKED:
        raise SourceError("像压缩炸弹（解开后大得异常），不读", remedy="核对来源", file=source)


def _rows(shown: Any, written: Any) -> Iterator[tuple[int, list[Any]]]:
    """What the program that saved the file showed; where it saved no value, what was typed in."""
    pairs = zip(shown.iter_rows(values_only=True), written.iter_rows(values_only=True), strict=True)
    for number, (values, typed) in enumerate(pairs, start=1):
        if number > _MOST_ROWS:
            raise SourceError(f"超过 {_MOST_ROWS} 行", remedy="拆成几个文件", file=shown.title)
        cells = [two if one is None else one for one, two in zip(values, typed, strict=True)]
        if any(cell is not None for cell in cells):
            yield number, cells
