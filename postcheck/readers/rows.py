"""Tables and records → documents: CSV, TSV, XLSX, JSON, JSON Lines, Parquet, row by row.

Columns are found by name, English or Chinese. A cell is text, whatever it begins with: no
formula is ever computed.
"""

import csv
import gzip
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import IO, Any

from postcheck.errors import SourceError, not_installed
from postcheck.post import Post
from postcheck.readers.container import Faults, Member, is_bomb
from postcheck.readers.decode import decode_page
from postcheck.readers.times import Clock, board_zone, read_time
from postcheck.text import Text

NAMES: dict[str, tuple[str, ...]] = {
    "text": ("text", "content", "内容", "正文", "body", "文本", "paragraphs", "全文", "帖子内容"),
    "id": ("id", "编号", "序号", "pid", "doc_id", "帖子编号"),
    "author": ("author", "作者", "user", "用户", "用户名", "发帖人", "马甲", "writer"),
    "title": ("title", "题目", "标题", "name", "篇名", "rhythmic", "词牌", "主题"),
    "time": ("published_at", "posted_at", "time", "date", "时间", "日期", "发表时间", "发帖时间",
             "发布时间"),
    "url": ("url", "link", "网址", "链接", "地址"),
}  # fmt: skip
FORMS = frozenset(["回复", *NAMES["text"]])  # keys of a row that holds a text, or a thread
_LONGEST_LINE = 1 << 27  # bytes
_LONGEST_JSON = 1 << 28
_STRINGS, _MOST_STRINGS = "sharedStrings.xml", 1 << 28  # bytes
_LONGEST_CELL = 1 << 24  # characters
_ROWS = 50  # of a Parquet file in memory: a few bytes of it may be a row of millions of characters
_CLOCK = Clock(board_zone("+08:00"))
Row = Mapping[str, Any]


def read_csv(member: Member, faults: Faults) -> Iterator[Post]:
    """.csv and .tsv in any encoding the archives have; the first row names the columns."""
    with member.open() as stream:
        encoding = decode_page(stream.read(1 << 20)).encoding
    csv.field_size_limit(_LONGEST_CELL)
    with member.open() as stream:
        text = io.TextIOWrapper(stream, encoding, "replace", newline="")
        first = text.readline().removeprefix("\ufeff")
        mark = "\t" if member.suffix == ".tsv" or first.count("\t") > first.count(",") else ","
        rows = csv.DictReader(_with(first, text), delimiter=mark, strict=False)
        found = _numbered_csv(rows, member, faults)
        yield from _posts(found, member, faults)


def _with(first: str, rest: Iterable[str]) -> Iterator[str]:
    yield first
    for line in rest:
        yield line.replace("\0", "")


def _numbered_csv(
    rows: "csv.DictReader[str]", member: Member, faults: Faults
) -> Iterator[tuple[int, Row]]:
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            faults.error(
                SourceError(f"这一行读不了：{error}", file=member.shown, line=rows.line_num)
            )
            continue
        if row is None:
            return
        yield rows.line_num, {str(key): value for key, value in row.items() if key is not None}


def read_xlsx(member: Member, faults: Faults) -> Iterator[Post]:
    """All sheets; the first row that is not empty names the columns. Values, not formulas."""
    import openpyxl

    with member.open() as stream:
        _refuse_bomb(stream, member)
        try:
            book = openpyxl.load_workbook(stream, read_only=True, data_only=True)
        except Exception as error:  # openpyxl raises all sorts on a damaged file
            raise SourceError(
                "不是完好的 .xlsx 文件", remedy="用 Excel 或 WPS 另存为 .xlsx", file=member.shown
            ) from error
        for sheet in book.worksheets:
            yield from _posts(_sheet_rows(sheet), member, faults, part=sheet.title)
        book.close()


def _refuse_bomb(stream: IO[bytes], member: Member) -> None:
    """Raises SourceError on a workbook that would fill the memory: its strings are kept there."""
    try:
        with zipfile.ZipFile(stream) as packed:
            infos = packed.infolist()
    except zipfile.BadZipFile:
        infos = []
    strings = sum(info.file_size for info in infos if info.filename.endswith(_STRINGS))
    if strings > _MOST_STRINGS or any(map(is_bomb, infos)):
        raise SourceError(
            "像压缩炸弹（解开后大得异常），不读", remedy="另存为 .csv 再导入", file=member.shown
        )
    stream.seek(0)


def _sheet_rows(sheet: Any) -> Iterator[tuple[int, Row]]:
    names: list[str] = []
    for number, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
        if not names:
            names = [str(cell).strip() for cell in cells if cell is not None]
            names = [str(cell or "").strip() for cell in cells] if names else []
        elif any(cell is not None for cell in cells):
            yield number, dict(zip(names, cells, strict=False))


def read_jsonl(member: Member, faults: Faults) -> Iterator[Post]:
    """.jsonl and .jsonl.gz, an object a line; a thread with its replies becomes one a reply."""
    with member.open() as stream:
        lines: Any = gzip.GzipFile(fileobj=stream) if member.suffix.endswith(".gz") else stream
        yield from _posts(_json_lines(lines, member, faults), member, faults)


def _json_lines(stream: IO[bytes], member: Member, faults: Faults) -> Iterator[tuple[int, Row]]:
    number = 0
    try:
        while line := stream.readline(_LONGEST_LINE):
            number += 1
            if line.isspace():
                continue
            try:
                row = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
            except (ValueError, RecursionError):
                row = None
            if isinstance(row, dict):
                yield from ((number, one) for one in _thread(row))
            else:
                faults.error(
                    SourceError(
                        "这一行不是 JSON 对象",
                        remedy="每行写一个对象",
                        file=member.shown,
                        line=number,
                    )
                )
    except (EOFError, OSError) as error:
        faults.error(SourceError("gzip 压缩数据不完整或已损坏", file=member.shown, line=number + 1))
        del error


def _thread(row: Row) -> list[Row]:
    """The MNBVC layout of a forum thread: 主题, 回复 = [{楼ID, 回复}], 元数据."""
    replies = row.get("回复")
    if not isinstance(replies, list):
        return [row]
    meta = row.get("元数据") if isinstance(row.get("元数据"), dict) else {}
    assert isinstance(meta, dict)
    return [
        {
            "id": f"{row.get('ID')}-{reply.get('楼ID')}",
            "text": reply.get("回复"),
            "title": row.get("主题"),
            "author": _inner(reply.get("扩展字段")).get("回复人"),
            "time": _inner(reply.get("扩展字段")).get("回复时间")
            or (meta.get("发帖时间") if number == 0 else None),
        }
        for number, reply in enumerate(replies)
        if isinstance(reply, dict)
    ]


def _inner(value: Any) -> dict[str, Any]:
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


def is_lines(head: bytes) -> bool:
    """Does a file begin with a line that is a JSON object, whatever its name?"""
    line = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
    if not line.startswith(b'{"'):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_json(member: Member, faults: Faults) -> Iterator[Post]:
    """An array of objects, one object, or an object a line; also the files of chinese-poetry."""
    with member.open() as stream:
        first = stream.readline(_LONGEST_LINE)
        lines = is_lines(first) and bool(stream.readline(2))
    if lines:
        yield from read_jsonl(member, faults)
        return
    data = decode_page(member.read(_LONGEST_JSON)).text
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise SourceError("不是完好的 JSON", remedy="检查文件是否完整", file=member.shown) from None
    rows = found if isinstance(found, list) else [found]
    numbered = ((at, row) for at, row in enumerate(rows, start=1) if isinstance(row, dict))
    yield from _posts(((at, one) for at, row in numbered for one in _thread(row)), member, faults)


def read_parquet(member: Member, faults: Faults) -> Iterator[Post]:
    """As `parquet_rows`."""
    with member.open() as stream:
        rows = parquet_rows(stream, member.shown)
        yield from _posts(enumerate(rows, start=1), member, faults)


def parquet_rows(stream: IO[bytes], file: str) -> Iterator[Row]:
    """The rows of a Parquet file, `_ROWS` in memory. Needs pyarrow, the extra `parquet`;
    raises SourceError without it, or on a damaged file."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise not_installed("读 Parquet 需要 pyarrow", "parquet", file) from None
    try:
        for batch in parquet.ParquetFile(stream).iter_batches(batch_size=_ROWS):
            yield from batch.to_pylist()
    except (ArrowException, OSError, ValueError):
        raise SourceError("不是完好的 Parquet 文件", remedy="检查文件是否完整", file=file) from None
    except (OverflowError, LookupError):  # years beyond 9999, zones that nobody knows
        message, remedy = "Parquet 里有读不了的时间", "把这一列的时间存成文字"
        raise SourceError(message, remedy=remedy, file=file) from None


def parquet_count(path: str) -> int:
    """How many rows a Parquet file says that it has; 1 where it cannot be asked."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        return 1
    try:
        return int(parquet.read_metadata(path).num_rows)
    except (ArrowException, OSError, ValueError):
        return 1


def _posts(
    rows: Iterable[tuple[int, Row]], member: Member, faults: Faults, part: str = ""
) -> Iterator[Post]:
    """One post a row. `part` names a sheet; rows without an id are named by their number."""
    columns: dict[str, str] | None = None
    for number, row in rows:
        if columns is None or columns["text"] not in row:
            columns = _columns(row)
            if "text" not in columns:
                names = "、".join(str(key) for key in list(row)[:9])
                raise SourceError(
                    f"没有正文那一列，只有：{names[:100]}",
                    remedy="把列名写成 text 或 正文",
                    file=member.shown,
                    line=number,
                )
        text = _words(row.get(columns["text"]))
        if not text.strip():
            faults.skip(SourceError("这一行没有正文", file=member.shown, line=number))
            continue
        values = {key: _words(row.get(name)) for key, name in columns.items() if key != "text"}
        where = f"{member.name}{'!' + part if part else ''}:{number}"
        yield Post(
            text=Text(text),
            source=member.shown,
            id=values.get("id") or where,
            author=values.get("author") or None,
            title=values.get("title") or None,
            posted_at=read_time(values.get("time", ""), _CLOCK),
            url=values.get("url") or None,
        )


def _columns(row: Row) -> dict[str, str]:
    by_name = {str(key).strip().lower(): str(key) for key in row}
    return {
        key: by_name[found]
        for key, names in NAMES.items()
        if (found := next((name for name in names if name in by_name), None)) is not None
    }


def _words(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(_words(one) for one in value)
    if isinstance(value, datetime):
        return value.isoformat(" ")
    return "" if value is None else str(value)
