"""WARC files, plain or gzipped by record or as a whole: the saved pages in them.

What is damaged is told and passed over: reading goes on at the next gzip member or the next
line that opens a record.
"""

import io
import re
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass
from typing import IO, Any

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from postcheck.errors import SourceError

Report = Callable[[SourceError], None]

GZIP = b"\x1f\x8b\x08"
LARGEST = 100_000_000  # bytes of one page
_CHUNK = 1 << 16
_OVERLAP = 32
_GZIP_MEMBER = re.compile(rb"(\x1f\x8b\x08[\x00-\x1f])")
_OPENING = re.compile(rb"\n(WARC/\d\.\d\r?\nWARC-)|(\x1f\x8b\x08[\x00-\x1f])")
_DAMAGE = (ArchiveLoadFailed, zlib.error, EOFError, ValueError)
_CHARSET = re.compile(r"charset\s*=\s*\"?([\w-]+)", re.I)
_PAGES = ("text/html", "application/xhtml")


@dataclass(frozen=True, slots=True)
class Saved:
    """A page as the server sent it; `charset` from the HTTP header; `whole`: nothing is cut."""

    url: str
    data: bytes
    charset: str | None
    whole: bool


def pages(stream: IO[bytes], source: str, report: Report) -> Iterator[Saved]:
    """The HTML pages with status 200 in `stream`, which can be sought."""
    start: int | None = 0
    while start is not None:
        stream.seek(start)
        packed = stream.read(len(GZIP)) == GZIP
        stream.seek(start)
        if packed:
            start = yield from _member_pages(stream, start, source, report)
        else:
            start = yield from _plain_pages(stream, start, source, report)


def _member_pages(
    stream: IO[bytes], start: int, source: str, report: Report
) -> Generator[Saved, None, int | None]:
    """Returns where the next gzip member begins, None at the end of the file."""
    member = _Member(stream)
    try:
        yield from _records(ArchiveIterator(io.BufferedReader(member, _CHUNK)), source, report)
        while member.end is None:
            member.read(_CHUNK)
    except _DAMAGE:
        report(_damaged(start, source))
        return _find(stream, _GZIP_MEMBER, start + 1)
    stream.seek(member.end)
    return member.end if stream.read(1) else None


def _plain_pages(
    stream: IO[bytes], start: int, source: str, report: Report
) -> Generator[Saved, None, int | None]:
    records = ArchiveIterator(stream)
    try:
        yield from _records(records, source, report)
    except _DAMAGE:
        report(_damaged(records.offset, source))
        return _find(stream, _OPENING, max(start, records.offset) + 1)
    return None


def _damaged(offset: int, source: str) -> SourceError:
    return SourceError(
        f"第 {offset} 字节处的记录已损坏，略过", remedy="重新下载可补全", file=source
    )


def _find(stream: IO[bytes], opening: re.Pattern[bytes], start: int) -> int | None:
    """The offset at or after `start` of what a group of `opening` matches."""
    stream.seek(start)
    kept = b""
    while chunk := stream.read(_CHUNK):
        window = kept + chunk
        if found := opening.search(window):
            return start - len(kept) + found.start(found.lastindex or 0)
        start += len(chunk)
        kept = window[-_OVERLAP:]
    return None


class _Member(io.RawIOBase):
    """One gzip member, unpacked as it is read. `end`: where the next one begins."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.unpacker = zlib.decompressobj(31)
        self.end: int | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self.unpacker.eof:
            packed = self.unpacker.unconsumed_tail or self.stream.read(_CHUNK)
            if not packed:
                raise zlib.error("cut off")
            data = self.unpacker.decompress(packed, len(buffer))
            if data:
                buffer[: len(data)] = data
                return len(data)
        self.end = self.stream.tell() - len(self.unpacker.unused_data)
        return 0


def _records(records: Any, source: str, report: Report) -> Iterator[Saved]:
    while True:
        with redirect_stderr(io.StringIO()):  # warcio prints its warnings
            record = next(records, None)
        if record is None:
            return
        if record.rec_type == "response" and (page := _page(record, source, report)):
            yield page


def _page(record: Any, source: str, report: Report) -> Saved | None:
    http = record.http_headers
    kind = (http.get_header("content-type") if http else None) or ""
    if http is None or http.get_statuscode() != "200" or not kind.lower().startswith(_PAGES):
        return None
    url = record.rec_headers.get_header("WARC-Target-URI") or ""
    data = record.content_stream().read(LARGEST + 1)
    if len(data) > LARGEST:
        report(SourceError(f"网页超过 {LARGEST // 1_000_000} MB，略过", file=f"{source}/{url}"))
        return None
    if b"\nWARC/1." in data and _OPENING.search(data):
        raise ValueError("a wrong Content-Length: the next record is in this one")
    charset = _CHARSET.search(kind)
    whole = not getattr(record.raw_stream, "limit", 0)
    return Saved(url, data, charset.group(1) if charset else None, whole)
