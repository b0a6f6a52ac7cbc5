"""Files one by one: of a folder, of a zip, or a single one. Nothing is unpacked to the disk.

for member in members("旧帖", faults):
    with member.open() as stream: ...
"""

import os
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Protocol

from postcheck.errors import SourceError

MOST_UNPACKED = 1 << 34  # bytes of one zip
_RATIO = 1000  # a member that grows more than so many times is a bomb; text grows 3 to 30 times
_SMALL = 1 << 24  # bytes below which the ratio does not matter
_SAVED = (".html", ".htm", ".xhtml")
_BESIDE = ("_files", ".files")
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


class Meter:
    """How far reading has come, in bytes on the disk, for whoever shows it."""

    def __init__(self) -> None:
        self.done = 0  # of files that are read
        self._stream: IO[bytes] | None = None

    def open(self, path: Path) -> IO[bytes]:
        """Opens the file that is read now; `finished` when it is done with."""
        self._stream = path.open("rb")
        return self._stream

    def finished(self, path: Path) -> None:
        self._stream = None
        with suppress(OSError):
            self.done += path.stat().st_size

    @property
    def position(self) -> int:
        stream = self._stream
        return self.done + (0 if stream is None or stream.closed else stream.tell())


def size_of(source: str) -> int:
    """Bytes of a file, or of all files below a folder; 0 where there is none."""
    path = Path(source)
    paths = _files(path) if path.is_dir() else iter([path])
    return sum(each.stat().st_size for each in paths if each.is_file())


def members(source: str, faults: Faults, meter: Meter | None = None) -> Iterator[Member]:
    """The files of `source` by path; those of a zip in a folder are below the zip's name.

    Names that begin with a dot are passed over, and what a browser keeps beside a saved page.
    Raises SourceError if there is no such source; damage in a zip goes to `faults`.
    """
    path = Path(source)
    meter = meter or Meter()
    if path.is_dir():
        yield from _folder(path, source, faults, meter)
    elif path.is_file():
        yield from _file(path, readable(Path(path.name)), source, faults, meter, top=True)
    else:
        raise SourceError("没有这个文件或文件夹", remedy="检查路径", file=source)


def _folder(folder: Path, source: str, faults: Faults, meter: Meter) -> Iterator[Member]:
    def told(error: OSError) -> None:
        where = f"{source}/{readable(Path(error.filename).relative_to(folder))}"
        faults.error(SourceError("打不开这个文件夹", remedy="检查权限", file=where))

    for path in _files(folder, told):
        if path.is_file():
            inside = readable(path.relative_to(folder))
            yield from _file(path, inside, f"{source}/{inside}", faults, meter)


def _files(folder: Path, told: Callable[[OSError], None] | None = None) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder, onerror=told):
        kept = _kept_beside(files)
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in kept)
        for name in sorted(files):
            if name[0] != ".":
                yield Path(parent, name)


def _kept_beside(files: Collection[str]) -> set[str]:
    """Names of the folders in which a browser keeps pictures and frames of saved pages."""
    stems = [PurePosixPath(name).stem for name in files if name.lower().endswith(_SAVED)]
    return {stem + ending for stem in stems for ending in _BESIDE}


def _file(
    path: Path, inside: str, shown: str, faults: Faults, meter: Meter, *, top: bool = False
) -> Iterator[Member]:
    if path.suffix.lower() == ".zip":
        above = "" if top else f"{inside}/"
        yield from _zip(path, above, shown, faults, meter)
    else:
        yield Member(inside, shown, lambda: meter.open(path))
    meter.finished(path)


def readable(path: Path) -> str:
    """The path as text; names that are no UTF-8 are taken for GBK."""
    raw = os.fsencode(path.as_posix())
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")


def _zip(path: Path, above: str, source: str, faults: Faults, meter: Meter) -> Iterator[Member]:
    unpacked = 0
    try:
        with meter.open(path) as stream, zipfile.ZipFile(stream) as archive:
            for info, name in _entries(archive):
                shown = f"{source}/{name}"
                unpacked += info.file_size
                if unpacked > MOST_UNPACKED:
                    faults.error(SourceError("压缩包解开后超过 16 GB，不再往下读", file=source))
                    return
                fault = _refused(info, name, shown)
                yield Member(above + name, shown, _zip_opener(archive, info), fault)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        remedy = "重新下载或解压后再导入"
        faults.error(
            SourceError("压缩包已损坏，或用了不支持的压缩方法", remedy=remedy, file=source)
        )


def _entries(archive: zipfile.ZipFile) -> Iterator[tuple[zipfile.ZipInfo, str]]:
    """What is to be read of a zip, with its names as they were meant."""
    names = (_name(info) for info in archive.infolist())
    pages = (name.rpartition(".")[0] for name in names if name.lower().endswith(_SAVED))
    kept = {page + ending for page in pages for ending in _BESIDE}
    for info in archive.infolist():
        name = _name(info)
        path = PurePosixPath(name)
        if info.is_dir() or path.name.startswith("."):
            continue
        if not kept or kept.isdisjoint(map(str, path.parents)):
            yield info, name


def _zip_opener(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    return lambda: archive.open(info)


def is_bomb(info: zipfile.ZipInfo) -> bool:
    """Does the member grow as no text does?"""
    return info.file_size > max(_SMALL, info.compress_size * _RATIO)


def _refused(info: zipfile.ZipInfo, name: str, shown: str) -> SourceError | None:
    """What speaks against a member."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        return SourceError("文件名指向压缩包之外，不读", file=shown)
    if info.flag_bits & _ENCRYPTED:
        return SourceError("文件加了密码", remedy="解压后再导入", file=shown)
    if is_bomb(info):
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
