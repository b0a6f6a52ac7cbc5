"""The manifest of one stored corpus: which immutable segments are live, and how they were made.

A corpus is a folder of segment folders, tombstone files and `manifest.json`. Readers see
what the manifest names and nothing else; a writer prepares new files beside the live ones
and then swaps the manifest in one rename, so that a crash leaves the old or the new state.
"""

import json
import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from postcheck.corpus.faults import reindex_remedy, restore_remedy, system_fault
from postcheck.corpus.fingerprint import HASH_NAME, K
from postcheck.corpus.segment import INDEX
from postcheck.errors import SourceError
from postcheck.paths import home
from postcheck.text import FOLD_RULES, fold_table

FORMAT = 1
RECIPE = "recipe.json"  # of an export
MANIFEST = "manifest.json"
_BLOCK = 1 << 22


@dataclass(frozen=True, slots=True)
class FileSum:
    """Size, CRC-32 and time of writing (ns since 1970, 0: unknown) of one file of the store."""

    bytes: int
    crc32: int
    written: int = 0


@dataclass(frozen=True)
class SegmentEntry:
    """One live segment. `files` are paths inside the corpus folder; the counts leave out
    the documents that the tombstone file `dead` (a byte a document) marks as replaced."""

    name: str
    files: Mapping[str, FileSum]
    dead: str | None
    documents: int
    characters: int
    fingerprints: int


@dataclass(frozen=True)
class Manifest:
    """The live state of a corpus; `updated_at` is ISO 8601 with zone."""

    updated_at: str
    segments: tuple[SegmentEntry, ...]


def corpora_folder() -> Path:
    return home() / "corpora"


def corpus_folder(name: str) -> Path:
    """The folder of corpus `name`; raises `SourceError` on a name that cannot be a folder's."""
    if not re.fullmatch(r"[^\W_][\w\- .]{0,62}(?<![ .])", name) or name == "none":
        raise SourceError(
            f"语料名“{name}”不可用",
            remedy="用 1 到 63 个汉字、字母、数字、连字符或下划线，none 除外",
        )
    return corpora_folder() / name


def crawl_file(name: str) -> Path:
    """What the crawls into corpus `name` know, beside its folder."""
    return corpora_folder() / f".{name}.crawl.sqlite"


@cache
def fold_checksum() -> int:
    """CRC-32 of how texts are folded: another way makes stored fingerprints wrong."""
    return zlib.crc32(fold_table().data, FOLD_RULES)


def recipe() -> dict[str, int | str]:
    """What the fingerprints of a store depend on."""
    return {"k": K, "hash": HASH_NAME, "fold": fold_checksum()}


def save_recipe(folder: Path, of_state: str) -> None:
    """Leaves beside a corpus that travels how its fingerprints were made, and of what state."""
    text = json.dumps({**recipe(), "state": of_state})
    (folder / RECIPE).write_text(text, encoding="utf-8")


def state(folder: Path) -> str:
    """A digest of what a corpus holds; raises FileNotFoundError where there is none."""
    return sha256((folder / MANIFEST).read_bytes()).hexdigest()


def load(folder: Path, *, any_recipe: bool = False) -> Manifest:
    """The manifest in `folder`.

    Raises FileNotFoundError where there is none, `SourceError` where it is damaged or was
    made by another version; with `any_recipe` the fingerprints may be of another recipe.
    """
    path = folder / MANIFEST
    remedy = restore_remedy(folder.name)
    try:
        data = json.loads(path.read_bytes())
        version = data["format"]
    except FileNotFoundError:
        raise
    except OSError as error:
        raise system_fault(error, str(path)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError("语料清单损坏，读不懂", remedy=remedy, file=str(path)) from error
    if version != FORMAT:
        raise SourceError(
            f"语料库格式是第 {version} 版，本程序只认第 {FORMAT} 版", remedy=remedy, file=str(path)
        )
    if data.pop("checksum", None) != _checksum(data):
        raise SourceError("语料清单损坏，校验和不符", remedy=remedy, file=str(path))
    if data["recipe"] != recipe() and not any_recipe:
        raise SourceError(
            "语料库是用另一套折叠表或指纹算法建立的，不能混用",
            remedy=reindex_remedy(folder.name),
            file=str(path),
        )
    return Manifest(data["updated_at"], tuple(_segment_entry(each) for each in data["segments"]))


def save(folder: Path, manifest: Manifest) -> None:
    """Swaps the manifest of `folder` in one step; on return it is on the disk."""
    data: dict[str, Any] = {"format": FORMAT, "recipe": recipe(), **asdict(manifest)}
    data = json.loads(json.dumps(data))  # tuples become lists, as `load` will see them
    data["checksum"] = _checksum(data)
    path = folder / f"{MANIFEST}.new"
    with path.open("w", encoding="utf-8") as file:
        json.dump(data, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    path.replace(folder / MANIFEST)
    sync_folder(folder)


def damage(folder: Path, files: Mapping[str, FileSum], *, quick: bool = False) -> list[SourceError]:
    """What is wrong with the files of a segment: gone, cut short, or changed in any byte.

    `quick` reads only the files that were touched since they were written, by their time:
    a copied store, or a damaged one. All files are read else.
    """
    problems = []
    for path, expected in files.items():
        try:
            found = (folder / path).stat()
            intact = found.st_size == expected.bytes
            if intact and not (quick and found.st_mtime_ns == expected.written):
                intact = _crc32(folder / path) == expected.crc32
        except FileNotFoundError:
            message = "语料库缺了这个文件"
        else:
            if intact:
                continue
            message = "语料库文件已损坏"
        remedy = reindex_remedy if path.split("/")[-1] in INDEX else restore_remedy
        problems.append(SourceError(message, remedy=remedy(folder.name), file=str(folder / path)))
    return problems


def sync_folder(folder: Path) -> None:
    """Makes the names in `folder` durable, not only the files' contents."""
    if os.name == "nt":
        return  # Windows opens no folder, and writes names through
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _segment_entry(data: dict[str, Any]) -> SegmentEntry:
    files = {path: FileSum(**file_sum) for path, file_sum in data.pop("files").items()}
    return SegmentEntry(files=files, **data)


def _checksum(data: object) -> int:
    return zlib.crc32(json.dumps(data, sort_keys=True).encode())


def _crc32(path: Path) -> int:
    crc32 = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            crc32 = zlib.crc32(block, crc32)
    return crc32
