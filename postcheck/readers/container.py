"""Files one by one: of a folder, of a zip, or a single one. Nothing is unpacked to the disk."""

import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Protocol

from postcheck.errors import SourceError

MOST_UNPACKED = 1 << 34  # bytes of one zip
_RATIO = 1000  # a member that grows more than so many times is a bomb; text grows 3 to 30 times
_SMALL = 1 << 24  # bytes below which the ratio does not matter
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1


class Faults(Protocol):
    """Where a reader tells what is wrong (`error`) and what it leaves out (`skip`)."""

    def error(self, error: SourceError) -> None: ...
    def skip(self, note: SourceError) -> None: ...


@dataclass(frozen=True, slots=True)
class Member:
    """`name`: the path inside the folder or zip, with `/`; `shown`: for messages. `open` gives
    the bytes, which can be sought; the caller closes it. `fault`: why it must not be read."""

    name: str
    shown: str
    open: Callable[[], IO[bytes]]
    fault: SourceError | None = None

    @property
    def suffix(self) -> str:
        """Lower case; of `.jsonl.gz` and its like both parts."""
        path = PurePosixPath(self.name.lower())
        packed = path.suffix in (".gz", ".bz2")
        return "".join(path.suffixes[-2:]) if packed else path.suffix

    def read(self, most: int) -> bytes:
        """All bytes; raises SourceError if they are more than `most`."""
        with self.open() as stream:
            data = stream.read(most + 1)
        if len(data) > most:
            raise SourceError(
                f"文件超过 {most // 1_000_000} MB", remedy="拆成几个文件", file=self.shown
            )
        return data


def members(source: str, faults: Faults) -> Iterator[Member]:
    """The files of `source` by path. Names that begin with a dot are passed over.

    Raises SourceError if there is no such source; damage in a zip goes to `faults`.
    """
    path = Path(source)
    if path.is_dir():
        yield from _folder(path, source)
    elif path.suffix.lower() == ".zip" and zipfile.is_zipfile(path):
        yield from _zip(path, source, faults)
    elif path.is_file():
        yield Member(readable(Path(path.name)), source, _opener(path))
    else:
        raise SourceError("没有这个文件或文件夹", remedy="检查路径", file=source)


def _folder(folder: Path, source: str) -> Iterator[Member]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file():
                inside = readable(path.relative_to(folder))
                yield Member(inside, f"{source}/{inside}", _opener(path))


def readable(path: Path) -> str:
    """The path as text; names that are no UTF-8 are taken for GBK."""
    raw = os.fsencode(path.as_posix())
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")


def _opener(path: Path) -> Callable[[], IO[bytes]]:
    return lambda: path.open("rb")


def _zip(path: Path, source: str, faults: Faults) -> Iterator[Member]:
    unpacked = 0
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                name = _name(info)
                shown = f"{source}/{name}"
                if info.is_dir() or PurePosixPath(name).name.startswith("."):
                    continue
                unpacked += info.file_size
                if unpacked > MOST_UNPACKED:
                    faults.error(SourceError("压缩包解开后超过 16 GB，不再往下读", file=source))
                    return
                fault = _refused(info, name, shown)
                yield Member(name, shown, _zip_opener(archive, info), fault)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        remedy = "重新下载或解压后再导入"
        faults.error(
            SourceError("压缩包已损坏，或用了不支持的压缩方法", remedy=remedy, file=source)
        )


def _zip_opener(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    return lambda: archive.open(info)


def _refused(info: zipfile.ZipInfo, name: str, shown: str) -> SourceError | None:
    """What speaks against a member."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        return SourceError("文件名指向压缩包之外，不读", file=shown)
    if info.flag_bits & _ENCRYPTED:
        return SourceError("文件加了密码", remedy="解压后再导入", file=shown)
    if info.file_size > max(_SMALL, info.compress_size * _RATIO):
        remedy = "确认无误可自行解压后再导入"
        return SourceError("像压缩炸弹（解开后大得异常），不读", remedy=remedy, file=shown)
    return None


def _name(info: zipfile.ZipInfo) -> str:
    """The path as it was meant: without the UTF-8 mark it is mostly GBK, sometimes UTF-8."""
    name = info.filename
    if not info.flag_bits & _UTF8_NAME:
        raw = name.encode("cp437")
        for encoding in ("utf-8", "gb18030"):
            try:
                name = raw.decode(encoding)
                break
            except UnicodeDecodeError:
                continue
    return name.replace("\\", "/")
