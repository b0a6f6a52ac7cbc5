"""audit.xlsx: a row an input, with a fixed header, filters, real numbers and dates, links.

Every text of an input is written as a text cell, whatever it begins with: no formula can come
of it, and Excel's apostrophe mark keeps it so when the cell is edited. The same rows give the
same bytes: entries, properties and order carry no time of writing.
"""

import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.styles.cell_style import StyleArray
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import WorkbookAlreadySaved
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from postcheck.audit.store import replaced
from postcheck.audit.totals import Totals
from postcheck.audit.view import COMPARISONS, OUTCOMES, ROW_STATUS, View
from postcheck.report.hidden import show
from postcheck.report.terms import PARTS, STATUS

NAME = "audit.xlsx"
MOST_ROWS = 1_000_000  # of a sheet; Excel takes 48,576 more
MOST_LINKS = 65_000  # of a sheet; Excel takes 530 more
_PAGE = 400  # characters, the widths of columns, side by side on a printed page
_LONGEST = 32_000  # characters of a cell
_EPOCH = (1980, 1, 1, 0, 0, 0)
_STAMP = datetime(1980, 1, 1)
_ESCAPE = re.compile(r"_x[0-9A-Fa-f]{4}_")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_TOP = Alignment(vertical="top")
_WRAPPED = Alignment(vertical="top", wrap_text=True)
_STYLES: dict[str, dict[str, object]] = {
    "plain": {"alignment": _TOP},
    "wrapped": {"alignment": _WRAPPED},
    "quoted": {"alignment": _WRAPPED, "quotePrefix": True},
    "share": {"alignment": _TOP, "number_format": "0.00%"},
    "time": {"alignment": _TOP, "number_format": "yyyy-mm-dd hh:mm:ss"},
    "link": {"alignment": _TOP, "font": Font(color="174F86", underline="single")},
    "head": {"alignment": _WRAPPED, "font": Font(bold=True),
             "fill": PatternFill("solid", fgColor="EDE9DF")},
}  # fmt: skip
Value = str | int | float | datetime | None
Column = tuple[str, int, Callable[[View], Value]]


def _cut(part: int | None, total: int | None) -> float | None:
    """A share as a number, four decimals cut off and not rounded: it never seems to reach more."""
    return 10000 * part // total / 10000 if part is not None and total else None


def _share(name: str) -> Callable[[View], Value]:
    return lambda one: _cut(one.parts.get(name), one.total)


_POST: tuple[Column, ...] = (
    ("序号", 7, lambda one: one.number),
    ("状态", 9, lambda one: one.status),
    ("判定", 10, lambda one: one.verdict),
    ("帖子", 16, lambda one: one.post),
    ("类别", 7, lambda one: one.kind),
    ("作者", 12, lambda one: one.author),
    ("标题", 24, lambda one: one.title),
    ("代号", 9, lambda one: one.code),
    ("轮次", 7, lambda one: one.round),
    ("发帖时间", 18, lambda one: one.posted_at),
)
_FOUND: tuple[Column, ...] = (
    ("字数", 8, lambda one: one.total),
    *((PARTS[name], 8, lambda one, name=name: one.parts.get(name)) for name in PARTS
      if name in ("repeated", "listed", "quoted", "prior")),
    ("引用占比", 9, _share("quoted")),
    ("旧文占比", 9, _share("prior")),
    ("发现", 20, lambda one: one.findings),
    ("条款", 12, lambda one: one.clauses),
    ("说明", 40, lambda one: "\n".join(one.messages)),
    ("原因", 24, lambda one: one.reason),
    ("输入", 24, lambda one: one.place),
)  # fmt: skip


def _of_case(name: str) -> Callable[[View], Value]:
    def value(one: View) -> Value:
        found = getattr(one.case, name) if one.case else None
        return "\n".join(found) if isinstance(found, tuple) else found

    return value


_CASE: tuple[Column, ...] = (
    ("对照", 10, _of_case("comparison")),
    ("投诉编号", 10, _of_case("id")),
    ("投诉人", 12, _of_case("by")),
    ("被投诉帖", 14, _of_case("on")),
    ("理由", 18, _of_case("reason")),
    ("投诉时间", 18, _of_case("at")),
    ("受理", 22, _of_case("standing")),
    ("时限", 18, _of_case("limit")),
    ("规则的结果", 20, _of_case("rules")),
    ("依据", 24, _of_case("why")),
    ("原判", 18, _of_case("ruled")),
    ("判者", 10, _of_case("ruled_by")),
    ("投诉标题", 20, _of_case("title")),
    ("证据", 24, _of_case("evidence")),
    ("注意", 20, _of_case("notes")),
    ("账本行", 8, _of_case("line")),
)


class Book:
    """The workbook as it is written, row by row; what it holds in memory does not grow."""

    def __init__(self, extra: Iterable[str], *, cases: bool) -> None:
        self._book = Workbook(write_only=True)
        self._extra = tuple(extra)
        head = (*_POST[:3], *_CASE, *_POST[3:]) if cases else _POST
        self._columns = (*head, *_FOUND)
        self._styles: dict[str, Any] = {}
        self._sheets = 0
        self._rows = 0
        self._sheet: Any = None

    def add(self, one: View) -> None:
        if self._sheet is None or self._rows == MOST_ROWS:
            self._open()
        self._rows += 1
        extra = one.case.extra if one.case else {}
        cells = [self._cell(value(one), name) for name, _, value in self._columns]
        cells += [self._cell(extra.get(name), name) for name in self._extra]
        if one.page is not None and self._rows <= MOST_LINKS:
            cells[0].hyperlink = one.page
            self._dress(cells[0], "link")
        self._sheet.append(cells)

    def _open(self) -> None:
        self._close_sheet()
        self._sheets += 1
        self._rows = 0
        name = "明细" if self._sheets == 1 else f"明细{self._sheets}"
        columns = [*((title, width) for title, width, _ in self._columns)]
        columns += [(f"原表：{title}", 18) for title in self._extra]
        self._sheet = self._new(name, columns)

    def _new(self, name: str, columns: list[tuple[str, int]]) -> Any:
        sheet = self._book.create_sheet(name)
        sheet.freeze_panes = "B2"
        for number, (_, width) in enumerate(columns, 1):
            sheet.column_dimensions[get_column_letter(number)].width = width
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}1"
        _for_print(sheet, sum(width for _, width in columns))
        self._width = len(columns)
        sheet.append([self._head(sheet, name) for name, _ in columns])
        return sheet

    def _head(self, sheet: Any, title: str) -> Any:
        cell = self._text(title, sheet)
        self._dress(cell, "head")
        return cell

    def _close_sheet(self) -> None:
        if self._sheet is not None:
            self._sheet.auto_filter.ref = f"A1:{get_column_letter(self._width)}{self._rows + 1}"

    def _cell(self, value: Value, name: str) -> Any:
        if value is None or value == "":
            return None  # no cell at all
        if isinstance(value, datetime) and value.year < 1900:  # before Excel's first day
            value = value.isoformat(" ")
        if isinstance(value, str):
            return self._text(value, self._sheet)
        style = "share" if name.endswith("占比") else "plain"
        if isinstance(value, datetime):
            value, style = value.replace(tzinfo=None), "time"
        cell = WriteOnlyCell(self._sheet, value=value)
        self._dress(cell, style)
        return cell

    def _text(self, text: str, sheet: Any) -> Any:
        """A text cell; what begins like a formula keeps Excel's mark that it is none."""
        cell = WriteOnlyCell(sheet)
        cell._value = _safe(text)
        cell.data_type = "s"
        if text.lstrip(" ").startswith(_FORMULA):
            self._dress(cell, "quoted")
        else:
            self._dress(cell, "wrapped" if "\n" in text else "plain")
        return cell

    def _dress(self, cell: Any, name: str) -> None:
        """Gives a cell one of the styles of `_STYLES`; to look each up anew is slow."""
        if name not in self._styles:
            cell._style = StyleArray()  # not the one that other cells share
            for attribute, value in _STYLES[name].items():
                setattr(cell, attribute, value)
            self._styles[name] = cell._style
        cell._style = self._styles[name]

    def drop(self) -> None:
        """Lets go of a book that will not be saved."""
        for sheet in self._book.worksheets:
            with suppress(WorkbookAlreadySaved):
                sheet.close()

    def save(self, path: Path, totals: Totals) -> None:
        """Adds the sheet of sums and writes the file, whole or not at all."""
        if self._sheet is None:
            self._open()
        self._close_sheet()
        names = ("项", "帖数", *STATUS.values(), "字数", "引用", "旧文", "引用占比", "旧文占比")
        sums = self._sheet = self._new("汇总", [("类", 18), *((name, 12) for name in names)])
        self._rows = 0
        for line in _sums(totals):
            self._rows += 1
            sums.append([self._cell(*one) for one in zip(line, ("类", *names), strict=False)])
        self._close_sheet()
        self._book.properties.creator = "postcheck"
        self._book.properties.created = _STAMP
        with TemporaryFile(dir=path.parent) as written:
            self._book.save(written)
            with replaced(path) as file:
                _without_times(written, file)


def _for_print(sheet: Any, width: int) -> None:
    """Broad A4 pages, as few side by side as can still be read; header and number on each."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth = -(-width // _PAGE)
    sheet.page_setup.fitToHeight = 0  # as many as it takes
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"
    sheet.print_title_cols = "A:A"


def _sums(totals: Totals) -> Iterator[list[Value]]:
    """The lines of the sheet of sums: numbers of rows, then of posts by time and by author."""
    yield ["全部", "", totals.rows]
    for group, words, counts in (
        ("状态", ROW_STATUS, totals.status),
        ("判定", STATUS, totals.verdicts),
        ("对照", COMPARISONS, totals.comparisons),
        ("未判的，规则的结果", OUTCOMES, totals.proposed),
    ):
        for code, word in words.items():
            if counts[code]:
                yield [group, word, counts[code]]
    for group, sums in (("时间", totals.times), ("作者", totals.authors)):
        for name, one in sorted(sums.items()):
            verdicts = (one.status[code] for code in STATUS)
            parts = [one.parts.get(part, (None, None)) for part in ("quoted", "prior")]
            found, shares = (count for count, _ in parts), (_cut(*part) for part in parts)
            yield [group, name, one.posts, *verdicts, one.total, *found, *shares]


def _safe(text: str) -> str:
    """A text that XML can hold, and that Excel shows as it is."""
    shown = show(text)
    shown = "".join(char if _legal(char) else f"‹U+{ord(char):04X}›" for char in shown)
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]}……"
    return _ESCAPE.sub(lambda found: f"_x005F{found[0]}", shown)


def _legal(char: str) -> bool:
    if char < " ":
        return char in "\t\n"
    return not "\ud800" <= char < "\ue000" and char not in "\ufffe\uffff"


def _without_times(written: IO[bytes], file: IO[bytes]) -> None:
    """The same zip, every entry of the same date, and no time of saving in the properties."""
    with zipfile.ZipFile(written) as old, zipfile.ZipFile(file, "w") as new:
        for name in sorted(old.namelist()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            if name == "docProps/core.xml":
                stamp = _STAMP.isoformat().encode() + b"Z"
                content = re.sub(
                    rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + stamp, old.read(name)
                )
                new.writestr(entry, content)
                continue
            with old.open(name) as source, new.open(entry, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target)
