"""Input forms → `Post`. `read` picks the reader by content, not by name."""

import re
import sys
from pathlib import PurePath

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers import encoding, plain, sniff, table

LIMIT = 50_000_000  # bytes of one source

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FOREIGN = (  # how files that are not read begin, message, remedy
    (b"%PDF", "这是 PDF 文件，读不了", "把文字复制到 .txt 或 .docx 再检查"),
    (b"{\\rtf", "这是 RTF 文件，读不了", "用 Word 或 WPS 打开，“另存为”.docx"),
    (b"\x89PNG", "这是图片，读不了", "图片里的字读不出来，请给文字版"),
    (b"\xff\xd8\xff", "这是图片，读不了", "图片里的字读不出来，请给文字版"),
    (b"GIF8", "这是图片，读不了", "图片里的字读不出来，请给文字版"),
    (b"BM", "这是图片，读不了", "图片里的字读不出来，请给文字版"),
    (b"Rar!", "这是压缩包，读不了", "请先解压，再给里面的文件"),
    (b"7z\xbc\xaf", "这是压缩包，读不了", "请先解压，再给里面的文件"),
    (b"PAR1", "这是 Parquet 表格，这里不读", "交给 postcheck audit，或导出成 .jsonl"),
    (b"\x1f\x8b", "这是压缩包，读不了", "请先解压，再给里面的文件"),
    (b"WARC/", "这是 WARC 档案，不是一篇", "用 postcheck read 看，或 corpus add 加进语料库"),
)
_OFFICE = {".docx": "Word 文档", ".docm": "Word 文档", ".xlsx": "Excel 表格",
           ".xlsm": "Excel 表格"}  # fmt: skip
_TABLES = (".csv", ".tsv")
_XML = re.compile(r"\s*<\?xml\b")


def read(source: str, *, notes: bool = True, faults: list[SourceError] | None = None) -> list[Post]:
    """The posts of a file, or of standard input (`-`); a .jsonl has one a line, a saved thread
    (.html, .mhtml, .webarchive) all that are on the page.

    `notes=False` leaves out the text boxes, footnotes and endnotes of a .docx. `faults` takes
    the bad lines of a .jsonl, whose other lines are read all the same.
    Raises SourceErrors: missing, too large, empty, damaged, or in a form that is not read.
    """
    return read_data(read_bytes(source), source, notes=notes, faults=faults)


def read_data(
    data: bytes,
    source: str,
    *,
    notes: bool = True,
    faults: list[SourceError] | None = None,
    most_tags: int | None = None,
) -> list[Post]:
    """The posts of a file's bytes; `source` is its name. As `read`.

    `most_tags`: of a .docx, for a caller with little time; None: as many as are read at all.
    """
    if not data:
        raise SourceError("文件是空的", remedy="检查是否存错了文件", file=source)
    if data.startswith(_ZIP):
        from postcheck.readers import docx  # lxml and python-docx take a tenth of a second

        return [docx.read(data, source, notes=notes, most_tags=most_tags or docx.MOST_TAGS)]
    _refuse_foreign(data, source)
    if sniff.is_mhtml(data):
        from postcheck.readers import web

        return web.read_mhtml(data, source)
    if sniff.is_webarchive(data):
        from postcheck.readers import web

        return web.read_webarchive(data, source)
    if sniff.is_html(data, source):
        from postcheck.readers import forum

        return forum.read_page(data, source)
    _refuse_misnamed(source)
    decoded = encoding.decode(data, source)
    if not decoded.text:
        raise SourceError("文件是空的", remedy="检查是否存错了文件", file=source)
    _refuse_xml(decoded.text, source)
    if table.is_jsonl(decoded.text, source):
        return table.read(decoded, source, faults)
    return [plain.read(decoded, source)]


def read_text(source: str) -> str:
    """The text of a list or case file in whatever encoding; raises SourceErrors."""
    return encoding.decode(read_bytes(source), source).text


def read_bytes(source: str) -> bytes:
    """The bytes of a file or of standard input (`-`); raises SourceErrors past `LIMIT`."""
    try:
        if source == "-":
            data = sys.stdin.buffer.read(LIMIT + 1)
        else:
            with open(source, "rb") as stream:
                data = stream.read(LIMIT + 1)
    except FileNotFoundError:
        raise SourceError("没有这个文件", remedy="检查路径和文件名", file=source) from None
    except IsADirectoryError:
        raise SourceError("这是文件夹", remedy="请给其中的文件", file=source) from None
    except PermissionError:
        raise SourceError("没有权限读这个文件", remedy="检查文件权限", file=source) from None
    except (OSError, ValueError):
        raise SourceError("文件打不开", remedy="检查路径和文件名", file=source) from None
    if len(data) > LIMIT:
        raise SourceError(
            f"文件超过 {LIMIT // 1_000_000} MB", remedy="请拆成几个小文件", file=source
        )
    return data


def _refuse_foreign(data: bytes, source: str) -> None:
    """Raises for binary files of well-known forms."""
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise SourceError("文档有打开密码", remedy="在 Word 里去掉密码再保存", file=source)
        raise SourceError(
            "这是旧式 Office 文档（.doc、.wps 等）",
            remedy="用 Word 或 WPS 打开，“另存为”.docx",
            file=source,
        )
    for start, message, remedy in _FOREIGN:
        if data.startswith(start) and (len(start) > 2 or b"\0" in data[:64]):
            raise SourceError(message, remedy=remedy, file=source)


def _refuse_misnamed(source: str) -> None:
    """Raises where the name says Office and the bytes, being no zip, do not; and for a table.

    A damaged document would else be counted as if its bytes were the text, a table as one post.
    """
    suffix = PurePath(source).suffix.lower()
    if suffix in _TABLES:
        remedy = "一行一帖列成 .jsonl；只有一篇就把文字存成 .txt"
        raise SourceError(f"这是 {suffix} 表格，不是一篇", remedy=remedy, file=source)
    if suffix in _OFFICE:
        raise SourceError(
            f"名字是 {suffix}，里面却不是 {_OFFICE[suffix]}",
            remedy="本是文本就把后缀改成 .txt；本是文档就重新保存或重新下载",
            file=source,
        )


def _refuse_xml(text: str, source: str) -> None:
    """Raises for XML that is no web page: its tags would count as words."""
    if _XML.match(text[:4096]):
        raise SourceError(
            "这是 XML 文件，读不了", remedy="用 Word 打开，“另存为”.docx", file=source
        )
