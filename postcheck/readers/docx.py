"""Word documents (.docx): opened with python-docx, after a look at what is inside.

Only the parts that Word counts are unpacked: no pictures, no outside links, no macros, and
never more than the limits below.
"""

import lzma
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import PurePath
from posixpath import join, normpath, split

from docx import Document
from docx.opc.constants import RELATIONSHIP_TYPE as RT
from docx.oxml import parse_xml
from lxml import etree

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers.numbering import Numbering, W, is_on
from postcheck.readers.wordtext import WordText
from postcheck.text import Text

LARGEST_PARTS = 20_000_000  # bytes of XML that are unpacked
MOST_TAGS = 1_500_000  # in them: a tree takes more room than its XML
LARGEST_TOTAL = 500_000_000  # bytes of everything in the file, as it says itself
HIGHEST_RATIO = 200  # unpacked to packed
MOST_MEMBERS = 20_000

_MEMBER = b"PK\x01\x02"  # how an entry of the archive's directory begins
_HUGE = ("文档解开后大得出奇，不予打开", "用 Word 打开并重新保存，或把文字复制到 .txt")

_CONTENT_TYPES = "[Content_Types].xml"
_ROOT_LINKS = "_rels/.rels"
_COUNTED = (RT.STYLES, RT.NUMBERING, RT.SETTINGS, RT.FOOTNOTES, RT.ENDNOTES)
_NOTES = ((RT.FOOTNOTES, "footnote"), (RT.ENDNOTES, "endnote"))
_OTHERS = (  # a member's name, message
    ("xl/workbook.xml", "这是 Excel 表格，读不了"),
    ("ppt/presentation.xml", "这是 PowerPoint 文件，读不了"),
    ("META-INF/container.xml", "这是 EPUB 电子书，读不了"),
    ("content.xml", "这是 OpenDocument 文件，读不了"),
)
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError),
    *(etree.LxmlError, KeyError, ValueError, AttributeError, TypeError, IndexError),
)


class _Fault(Exception):
    """What is wrong with the file, and the remedy."""


def read(data: bytes, source: str, *, notes: bool = True, most_tags: int = MOST_TAGS) -> Post:
    """The document as one post; see `Post` for what stands where in its text.

    `most_tags` bounds time and memory: some microseconds and half a kilobyte a tag.
    Raises SourceError: damaged, no Word document, password, more than the limits.
    """
    try:
        main = Document(_counted_parts(data, most_tags)).part
        links = {link.reltype: link.target_part for link in main.rels.values()}
        parts = {kind: parse_xml(part.blob) for kind, part in links.items()}
    except _Fault as fault:
        message, remedy = fault.args
        raise SourceError(message, remedy=remedy, file=source) from None
    except _DAMAGED:
        raise SourceError(
            "文档已损坏，打不开",
            remedy="用 Word 或 WPS 打开并重新保存，或把文字复制到 .txt",
            file=source,
        ) from None
    return _post(main.element, parts, source, notes=notes)


def _counted_parts(data: bytes, most_tags: int) -> BytesIO:
    """The same package with nothing but the main text and the parts that its count depends on."""
    if data.count(_MEMBER) > MOST_MEMBERS:
        raise _Fault(*_HUGE)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        _check_sizes(archive, len(data))
        contents = _contents(_Parts(archive, most_tags))
    slim = BytesIO()
    with zipfile.ZipFile(slim, "w") as target:
        for name, content in contents.items():
            target.writestr(name, content)
    slim.seek(0)
    return slim


def _contents(parts: "_Parts") -> dict[str, bytes]:
    """The parts by name, links to all others taken out."""
    types = parts.read(_CONTENT_TYPES)
    root = parse_xml(parts.read(_ROOT_LINKS))
    main = next(iter(_keep(root, "", parts.names, ("/officeDocument",))), None)
    if main is None:
        raise _Fault("Word 文档里没有正文", "用 Word 打开并重新保存")
    if b"wordprocessingml.document.main+xml" not in types:
        if main.startswith("word/"):  # a macro document, a template
            raise _Fault("这不是普通的 Word 文档", "用 Word 打开，“另存为”.docx")
        raise _no_word({*parts.names})
    links = etree.tostring(root)
    if b"purl.oclc.org" in links:
        raise _Fault("这是“Strict Open XML”文档", "在 Word 里“另存为”普通的 .docx")
    contents = {_CONTENT_TYPES: types, _ROOT_LINKS: links, main: parts.read(main)}
    folder, file = split(main)
    own = join(folder, "_rels", f"{file}.rels")
    if own in parts.names:
        root = parse_xml(parts.read(own))
        contents |= {name: parts.read(name) for name in _keep(root, folder, parts.names, _COUNTED)}
        contents[own] = etree.tostring(root)
    return contents


class _Parts:
    """Reads members of the archive until a limit is used up."""

    def __init__(self, archive: zipfile.ZipFile, most_tags: int) -> None:
        self._archive = archive
        self._left = LARGEST_PARTS
        self._tags_left = most_tags
        self.names = frozenset(archive.namelist())

    def read(self, name: str) -> bytes:
        self._left -= self._archive.getinfo(name).file_size  # no more than this is unpacked
        if self._left < 0:
            raise _Fault("文档太大", "请拆成几个小文档")
        part = self._archive.read(name)
        self._tags_left -= part.count(b"<")
        if self._tags_left < 0:
            raise _Fault("文档太大", "请拆成几个小文档")
        if b"<!DOCTYPE" in part.replace(b"\0", b""):  # in UTF-16 too
            raise _Fault("文档里有 Word 不会写的 DOCTYPE 声明", "用 Word 打开并重新保存")
        return part


def _check_sizes(archive: zipfile.ZipFile, packed: int) -> None:
    members = archive.infolist()
    names = {member.filename for member in members}
    if not {_CONTENT_TYPES, _ROOT_LINKS} <= names:
        raise _no_word(names)
    if any(member.flag_bits & 1 for member in members):
        raise _Fault("压缩的文档有密码", "去掉密码再保存")
    total = sum(member.file_size for member in members)
    if total > LARGEST_TOTAL or total > max(LARGEST_PARTS, packed * HIGHEST_RATIO):
        raise _Fault(*_HUGE)


def _no_word(names: set[str]) -> _Fault:
    for name, message in _OTHERS:
        if name in names:
            return _Fault(message, "把文字复制到 .txt 或 .docx 再检查")
    return _Fault("这是压缩包，不是 Word 文档", "请先解压，再给里面的文件")


def _keep(
    root: etree._Element, folder: str, names: frozenset[str], types: tuple[str, ...]
) -> list[str]:
    """Drops all relationships but the first of each of `types`; returns the parts they lead to."""
    wanted, parts = list(types), []
    for link in list(root):
        kind = next((kind for kind in wanted if (link.get("Type") or "").endswith(kind)), None)
        part = normpath(join("/", folder, link.get("Target") or ""))[1:]
        if kind is None or link.get("TargetMode") == "External" or part not in names:
            root.remove(link)
        else:
            wanted.remove(kind)
            parts.append(part)
    return parts


def _post(
    main: etree._Element, parts: Mapping[str, etree._Element], source: str, *, notes: bool
) -> Post:
    excluded = _says_no_notes(parts.get(RT.SETTINGS))
    notes = notes and not excluded
    words = WordText(Numbering(parts.get(RT.NUMBERING), parts.get(RT.STYLES)), boxes=notes)
    words.add_main(main)
    found = [note for kind, tag in _NOTES for note in _notes(parts.get(kind), tag)]
    for note in found if notes else ():
        words.add_note(note)
    text, hints = words.result()
    seen = words.seen
    left_out = "" if notes else _left_out(seen["box"], len(found), excluded)
    return Post(
        text=Text(text),
        source=source,
        id=PurePath(source).name,
        hints=hints,
        images_only=seen["image"] > 0 and not text.strip(),
        images=seen["image"],
        notices=tuple(filter(None, (left_out, *_notices(seen)))),
    )


def _says_no_notes(settings: etree._Element | None) -> bool:
    """The dialog's tick box 包括文本框、脚注和尾注 as the document keeps it."""
    return settings is not None and is_on(settings.find(f"{W}doNotIncludeSubdocsInStats"))


def _notes(root: etree._Element | None, tag: str) -> list[etree._Element]:
    """The notes proper, without the separators that stand in the same part."""
    if root is None:
        return []
    notes = root.findall(f"{W}{tag}")
    return [note for note in notes if note.get(f"{W}type") in (None, "normal")]


def _left_out(boxes: int, notes: int, by_document: bool) -> str:
    if not boxes + notes:
        return ""
    why = "文档里没有勾选“包括文本框、脚注和尾注”" if by_document else "按选项"
    return f"文本框 {boxes} 个、脚注和尾注 {notes} 条未计入（{why}）"


def _notices(seen: Mapping[str, int]) -> Iterator[str]:
    if seen["deleted"]:
        yield f"修订中已删除的内容 {seen['deleted']} 处未计入"
    if seen["equation"]:
        yield f"公式 {seen['equation']} 个未计入"
    if seen["chunk"]:
        yield f"嵌入的其他文档 {seen['chunk']} 个未计入"
    if seen["hidden"]:
        yield f"隐藏文字 {seen['hidden']} 处已计入"
