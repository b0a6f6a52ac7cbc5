"""Documents from text files: one .txt or .md, a folder or a zip of them.

A document's id is its path inside the folder or zip, its title the name without extension.
"""

import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from postcheck.corpus.faults import system_fault
from postcheck.corpus.importers.entry import MOST_CHARACTERS, Entry, Notes, check_length
from postcheck.errors import SourceError
from postcheck.readers.encoding import decode

SUFFIXES = (".txt", ".md")
_MOST_BYTES = 4 * MOST_CHARACTERS
_MOST_UNPACKED = 1 << 34  # bytes of one zip
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1


def read_file(path: Path, source: str) -> Entry:
    """The one document of a text file; raises `SourceError`."""
    with path.open("rb") as file:
        return _entry(_readable(Path(path.name)), file.read(_MOST_BYTES + 1), source)


def read_folder(folder: Path, source: str, notes: Notes) -> Iterator[Entry]:
    """Yields the text files under `folder` by path; what cannot be read is skipped and noted.

    Names that begin with a dot are passed over.
    """

    def skip(error: OSError) -> None:
        notes.skip(system_fault(error, source))

    for parent, folders, files in os.walk(folder, onerror=skip):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(parent, name)
            if name.startswith(".") or path.suffix.lower() not in SUFFIXES:
                continue
            id_ = _readable(path.relative_to(folder))
            try:
                with path.open("rb") as file:
                    yield _entry(id_, file.read(_MOST_BYTES + 1), f"{source}/{id_}")
            except SourceError as fault:
                notes.skip(fault)
            except OSError as error:
                skip(error)


def read_zip(path: Path, source: str, notes: Notes) -> Iterator[Entry]:
    """Yields the text files of a zip in its order; nothing is unpacked to the disk."""
    unpacked = 0
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                name = _member_name(member)
                shown = f"{source}/{name}"
                suffix = PurePosixPath(name).suffix.lower()
                hidden = PurePosixPath(name).name.startswith(".")
                if member.is_dir() or hidden or suffix not in SUFFIXES:
                    continue
                if _leaves_folder(name):
                    notes.skip(SourceError("文件名指向压缩包之外，不读", file=shown))
                elif member.flag_bits & _ENCRYPTED:
                    notes.error(SourceError("文件加了密码", remedy="解压后再导入", file=shown))
                else:
                    with archive.open(member) as file:
                        data = file.read(_MOST_BYTES + 1)
                    unpacked += len(data)
                    if unpacked > _MOST_UNPACKED:
                        notes.error(SourceError("压缩包解开后超过 16 GB，不再往下读", file=source))
                        return
                    try:
                        yield _entry(name, data, shown)
                    except SourceError as error:
                        notes.skip(error)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        remedy = "重新下载或解压后再导入"
        notes.error(SourceError("压缩包已损坏，或用了不支持的压缩方法", remedy=remedy, file=source))


def _readable(path: Path) -> str:
    """The path as text; names that are no UTF-8 are taken for GBK."""
    raw = os.fsencode(path.as_posix())
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")


def _entry(id_: str, data: bytes, shown: str) -> Entry:
    if len(data) > _MOST_BYTES:
        raise SourceError("文件超过 64 MB", remedy="拆成几个文件再导入", file=shown)
    text = decode(data, shown).text
    if not text.strip():
        raise SourceError("文件里没有文字", file=shown)
    check_length(text, shown, None)
    return Entry(id_, text, title=PurePosixPath(id_).stem, file=shown)


def _member_name(member: zipfile.ZipInfo) -> str:
    """The path as it was meant: without the UTF-8 mark it is mostly GBK, sometimes UTF-8."""
    name = member.filename
    if not member.flag_bits & _UTF8_NAME:
        raw = name.encode("cp437")
        for encoding in ("utf-8", "gb18030"):
            try:
                name = raw.decode(encoding)
                break
            except UnicodeDecodeError:
                continue
    return name.replace("\\", "/")


def _leaves_folder(name: str) -> bool:
    path = PurePosixPath(name)
    return path.is_absolute() or ".." in path.parts or ":" in path.parts[0]
