"""Broken inputs: one clear message each, and nothing else ever comes out of a reader."""

import contextlib
import io
import random
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from wordfiles import package, par

from postcheck import readers
from postcheck.errors import SourceErrors
from postcheck.readers import read

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "bad/readers/files.toml").read_text(encoding="utf-8")
)["case"]
GOOD = package(par("他说“好”。"), styles="", numbering="", footnotes="", settings="")
DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'


def changed(changes: dict[str, bytes | None], data: bytes = GOOD) -> bytes:
    """The package with members replaced or, where None, left out."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        contents: dict[str, bytes | None] = {name: old.read(name) for name in old.namelist()}
        for name, content in (contents | changes).items():
            if content is not None:
                new.writestr(name, content)
    return out.getvalue()


def member(name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(GOOD)) as archive:
        return archive.read(name).decode()


def document(text: str) -> bytes:
    return changed({"word/document.xml": text.encode()})


def archive(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        target.writestr(name, "x")
    return out.getvalue()


def lying_size() -> bytes:
    """The directory of the archive says less than there is."""
    body = package(par("甲" * 5000))
    place = body.rindex(b"word/document.xml") - 22  # uncompressed size in the directory
    return body[:place] + (100).to_bytes(4, "little") + body[place + 4 :]


def bad_crc() -> bytes:
    place = GOOD.rindex(b"word/document.xml") - 30
    return GOOD[:place] + b"\0\0\0\0" + GOOD[place + 4 :]


def encrypted_zip() -> bytes:
    place = GOOD.rindex(b"word/document.xml") - 38  # flags
    return GOOD[:place] + b"\x01\x00" + GOOD[place + 2 :]


MAKERS: dict[str, Callable[[], bytes]] = {
    "half": lambda: GOOD[: len(GOOD) // 2],
    "bad_xml": lambda: document("<w:document><w:body>"),
    "deep": lambda: document(
        member("word/document.xml").replace("<w:p>", "<w:sdt>" * 9999).replace("</w:p>", "")
    ),
    "bad_crc": bad_crc,
    "lying_size": lying_size,
    "no_document": lambda: changed({"word/document.xml": None}),
    "entities": lambda: document(DOCTYPE + member("word/document.xml")),
    "entities_utf16": lambda: changed(
        {"word/document.xml": (DOCTYPE + member("word/document.xml")).encode("utf-16")}
    ),
    "bomb": lambda: changed({"word/media/x.bin": bytes(60_000_000)}),
    "many_tags": lambda: package("<w:p/>" * 1_600_000),
    "macro": lambda: changed({
        "[Content_Types].xml": member("[Content_Types].xml")
        .replace("wordprocessingml.document.main", "macro.main").encode()
    }),
    "strict": lambda: changed({
        "_rels/.rels": member("_rels/.rels")
        .replace("http://schemas.openxmlformats.org/officeDocument/2006",
                 "http://purl.oclc.org/ooxml/officeDocument").encode()
    }),
    "encrypted_zip": encrypted_zip,
    "excel": lambda: archive("xl/workbook.xml"),
    "archive": lambda: archive("a.txt"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_messages(case: dict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if "make" in case:
        data = MAKERS[case["make"]]()
    else:
        data = bytes.fromhex(case["hex"]) if "hex" in case else case["text"].encode()
    Path(case["name"]).write_bytes(data)
    with pytest.raises(SourceErrors) as caught:
        read(case["name"])
    assert str(caught.value) == case["message"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gone.txt", "gone.txt: 没有这个文件 —— 检查路径和文件名"),
        (".", ".: 这是文件夹 —— 请给其中的文件"),
        ("a\0b", "a\0b: 文件打不开 —— 检查路径和文件名"),
    ],
)
def test_what_is_no_file(name: str, message: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceErrors) as caught:
        read(name)
    assert str(caught.value) == message


def test_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(readers, "LIMIT", 2_000_000)
    Path("big.txt").write_bytes(b"a" * 2_000_001)
    with pytest.raises(SourceErrors) as caught:
        read("big.txt")
    assert str(caught.value) == "big.txt: 文件超过 2 MB —— 请拆成几个小文件"


def test_an_outside_entity_is_not_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("机密")
    xml = member("word/document.xml").replace("他说", "&x;")
    path = tmp_path / "a.docx"
    path.write_bytes(document(f'<!DOCTYPE x [<!ENTITY x SYSTEM "{secret}">]>{xml}'))
    with pytest.raises(SourceErrors):
        read(str(path))


@pytest.mark.parametrize("seed", range(6))
def test_damaged_documents_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    path = tmp_path / "a.docx"
    parts = ["word/document.xml", "word/numbering.xml", "[Content_Types].xml", "_rels/.rels"]
    for _ in range(15):
        name = dice.choice(parts)
        inside = bytearray(member(name).encode())
        whole = bytearray(GOOD)
        for data in (inside, whole):
            for _ in range(dice.randint(1, 4)):
                data[dice.randrange(len(data))] = dice.randrange(256)
        for data in (bytes(whole), changed({name: bytes(inside)})):
            path.write_bytes(data)
            with contextlib.suppress(SourceErrors):
                (post,) = read(str(path))
                assert post.hints is None or len(post.hints) == len(post.text)
