"""The working folder of a case in tests/bad/cli: its files, what ran before, what was damaged."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def document(**changes: bytes) -> bytes:
    """A small .docx; `changes` replaces or adds members, "/" written as "__"."""
    made, out = io.BytesIO(), io.BytesIO()
    page = docx.Document()
    page.add_paragraph("渡口的雨总是先落在对岸。")
    page.save(made)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        members = {name: old.read(name) for name in old.namelist()}
        members |= {name.replace("__", "/"): data for name, data in changes.items()}
        for name, data in members.items():
            new.writestr(name, data)
    return out.getvalue()


def entity_bomb() -> bytes:
    """Nine entities, each ten times the one before."""
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    body = '<w:document xmlns:w="x">&l9;</w:document>'
    bomb = f'<!DOCTYPE w [<!ENTITY l0 "哈">{levels}]>{body}'
    return document(**{"word__document.xml": bomb.encode()})


def folder_of_zip(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        target.writestr(name, "x")
    return out.getvalue()


MAKERS: dict[str, Callable[[], bytes]] = {
    "old_word": lambda: OLE + bytes(504),
    "password": lambda: OLE + bytes(504) + "EncryptedPackage".encode("utf-16-le"),
    "half_document": lambda: document()[: len(document()) // 2],
    "zip_bomb": lambda: document(**{"word__media__x.bin": bytes(60_000_000)}),
    "entity_bomb": entity_bomb,
    "excel": lambda: folder_of_zip("xl/workbook.xml"),
    "zip": lambda: folder_of_zip("a.txt"),
    "book": ("甲乙丙丁戊\n" * 200_000).encode,
    "huge": lambda: b"a" * 50_000_001,
}


def set_up(case: dict[str, Any], folder: Path) -> None:
    """Writes the files of a case: {name: text}, `hex` {name: bytes}, `make` {name: maker}."""
    for name, text in case.get("files", {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    for name, data in case.get("hex", {}).items():
        (folder / name).write_bytes(bytes.fromhex(data))
    for name, maker in case.get("make", {}).items():
        (folder / name).write_bytes(MAKERS[maker]())


def spoil(pattern: str, how: str) -> Path:
    """Damages the one file that fits `pattern`: cut short, one byte flipped, emptied, gone."""
    (path,) = Path().glob(pattern)
    data = path.read_bytes()
    if how == "gone":
        path.unlink()
        return path
    middle = len(data) // 2
    changed = {
        "cut": data[:middle],
        "flipped": data[:middle] + bytes([data[middle] ^ 0x10]) + data[middle + 1 :],
        "emptied": b"",
    }
    path.write_bytes(changed[how])
    return path
