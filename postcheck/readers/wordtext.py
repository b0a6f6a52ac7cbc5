"""The text of a WordprocessingML tree as Word counts it, with the East Asian hint a character.

Counted: runs, automatic labels, field results, tracked insertions, cells, text boxes, notes.
Not counted: field codes, tracked deletions, the fallback of alternate content, equations.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from lxml import etree

from postcheck.post import Hints
from postcheck.readers.numbering import Label, Numbering, W, child, is_on

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_SYMBOL = "{http://schemas.microsoft.com/office/word/2015/wordml/symex}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_VML = "{urn:schemas-microsoft-com:vml}"

_PARAGRAPH, _RUN, _TEXT, _BREAK = f"{W}p", f"{W}r", f"{W}t", f"{W}br"
_SYM, _EMOJI, _FIELD = f"{W}sym", f"{_SYMBOL}symEx", f"{W}fldChar"
_FIELD_KIND, _BREAK_KIND, _CODE = f"{W}fldCharType", f"{W}type", f"{W}char"
_BOX, _CHUNK = f"{W}txbxContent", f"{W}altChunk"
_CHOICE, _FALLBACK = f"{_MC}Choice", f"{_MC}Fallback"
_PARAGRAPH_PROPERTIES, _RUN_PROPERTIES = f"{W}pPr", f"{W}rPr"
_FONTS, _HINT, _VANISH = f"{W}rFonts", f"{W}hint", f"{W}vanish"

LINE_BREAK = "\v"
PAGE_BREAK = "\f"
_BREAKS = {"page": PAGE_BREAK, "column": PAGE_BREAK}
_CHARACTERS = {  # elements that stand for one character each
    f"{W}tab": "\t",
    f"{W}ptab": "\t",
    f"{W}cr": LINE_BREAK,
    f"{W}noBreakHyphen": "-",
    f"{W}softHyphen": "\u00ad",
}
_SKIPPED = {f"{W}del": "deleted", f"{W}moveFrom": "deleted", f"{_MATH}oMath": "equation"}
_GONE = (f"{W}del", f"{W}moveFrom")  # a paragraph mark that is tracked as deleted
_SILENT = {f"{W}{tag}" for tag in ("pPr", "rPr", "instrText", "delText", "rt", "sectPr", "tblPr")}
_IMAGES = {f"{_DRAWING}blip", f"{_VML}imagedata", f"{W}object"}
_VISITED = (
    *(_PARAGRAPH, _RUN, _TEXT, _BREAK, _SYM, _EMOJI, _FIELD, _BOX, _CHUNK, _FALLBACK),
    *_CHARACTERS,
    *_SKIPPED,
    *_SILENT,
    *_IMAGES,
)


@dataclass(slots=True)
class _Piece:
    """Growing text and its hints."""

    parts: list[str] = field(default_factory=list)
    hints: list[tuple[int, int]] = field(default_factory=list)  # (hint, how many characters)
    length: int = 0

    def add(self, text: str, hint: int) -> None:
        if text:
            self.parts.append(text)
            self.hints.append((hint, len(text)))
            self.length += len(text)

    def extend(self, other: "_Piece") -> None:
        self.parts += other.parts
        self.hints += other.hints
        self.length += other.length


@dataclass(slots=True)
class _Paragraph:
    text: _Piece
    label: Label | None
    mark_hint: int
    joined: bool  # its mark is deleted: the next paragraph goes on in it


@dataclass(slots=True)
class _Story:
    """The main text, or the content of one text box."""

    text: _Piece = field(default_factory=_Piece)
    paragraphs: list[_Paragraph] = field(default_factory=list)  # open ones; one but for bad files
    fields: list[str] = field(default_factory=list)  # open fields: "begin" code, "separate" result
    begun: bool = False
    hint: int = 0  # of the run that is open


class WordText:
    """Collects the stories of a document: the main text, then text boxes and notes."""

    def __init__(self, numbering: Numbering, *, boxes: bool) -> None:
        self._numbering = numbering
        self._boxes = boxes
        self._main = _Story()
        self._aside: list[_Piece] = []
        self._stack: list[_Story] = []
        self.seen: Counter[str] = Counter()  # deleted, equation, hidden, box, image, chunk

    def add_main(self, body: etree._Element) -> None:
        self._walk(body, self._main)

    def add_note(self, note: etree._Element) -> None:
        """A footnote or endnote; it goes behind everything so far."""
        story = _Story()
        self._walk(note, story)
        self._aside.append(story.text)

    def result(self) -> tuple[str, Hints]:
        """The text, paragraphs parted by a line feed, and one hint a character."""
        whole = _Piece()
        for piece in (self._main.text, *self._aside):
            if whole.length and piece.length:
                whole.add("\n", 0)
            whole.extend(piece)
        values = np.array([hint for hint, _ in whole.hints], dtype=np.uint8)
        lengths = np.array([length for _, length in whole.hints], dtype=np.int64)
        return "".join(whole.parts), np.repeat(values, lengths)

    def _walk(self, root: etree._Element, story: _Story) -> None:
        """One pass over the tree, without recursion: files may nest as deep as they like."""
        self._stack = [story]
        walk = etree.iterwalk(root, events=("start", "end"), tag=_VISITED)
        for event, element in walk:
            if event == "end":
                self._end(element)
            elif self._is_skipped(element):
                walk.skip_subtree()
            else:
                self._start(element)

    def _is_skipped(self, element: etree._Element) -> bool:
        tag = element.tag
        if tag in _SKIPPED:
            self.seen[_SKIPPED[tag]] += 1
            return True
        if tag == _FALLBACK:
            parent = element.getparent()
            return parent is not None and parent.find(_CHOICE) is not None
        if tag == _BOX:
            self.seen["box"] += 1
            return not self._boxes
        return tag in _SILENT

    def _start(self, element: etree._Element) -> None:
        tag = element.tag
        story = self._stack[-1]
        if tag == _BOX:
            self._stack.append(_Story())
        elif tag == _PARAGRAPH:
            self._open_paragraph(element, story)
        elif tag == _RUN:
            self._open_run(element, story)
        elif tag == _FIELD:
            _change_field(story.fields, element.get(_FIELD_KIND))
        elif tag in _IMAGES:
            self.seen["image"] += 1
        elif tag == _CHUNK:
            self.seen["chunk"] += 1
        elif story.paragraphs and "begin" not in story.fields:
            text, hint = _character(element, story.hint)
            story.paragraphs[-1].text.add(text, hint)

    def _end(self, element: etree._Element) -> None:
        story = self._stack[-1]
        if element.tag == _BOX and len(self._stack) > 1:
            self._stack.pop()
            self._aside.append(story.text)
        elif element.tag == _PARAGRAPH and story.paragraphs:
            _close_paragraph(story)

    def _open_paragraph(self, element: etree._Element, story: _Story) -> None:
        properties = child(element, _PARAGRAPH_PROPERTIES)
        mark = child(properties, _RUN_PROPERTIES)
        deleted = any(child(mark, tag) is not None for tag in _GONE)
        label = self._numbering.label(properties)
        story.paragraphs.append(_Paragraph(_Piece(), label, _hint(mark), deleted))

    def _open_run(self, element: etree._Element, story: _Story) -> None:
        properties = child(element, _RUN_PROPERTIES)
        story.hint = _hint(properties)
        if is_on(child(properties, _VANISH)):
            self.seen["hidden"] += 1


def _close_paragraph(story: _Story) -> None:
    """Appends the paragraph; the label of an empty one is not counted."""
    paragraph = story.paragraphs.pop()
    out = story.text
    if story.begun:
        out.add("\n", 0)
    if paragraph.text.length and paragraph.label is not None:
        label = paragraph.label
        hint = paragraph.mark_hint if label.hint is None else label.hint
        out.add(label.text, hint)
        out.add(label.suffix, 0)
    out.extend(paragraph.text)
    story.begun = not paragraph.joined


def _change_field(fields: list[str], kind: str | None) -> None:
    if kind == "begin":
        fields.append(kind)
    elif kind == "separate" and fields:
        fields[-1] = kind
    elif kind == "end" and fields:
        fields.pop()


def _character(element: etree._Element, hint: int) -> tuple[str, int]:
    """The text of an element inside a run, and its hint."""
    tag = element.tag
    if tag == _TEXT:
        return _text(element), hint
    if tag == _BREAK:
        return _BREAKS.get(element.get(_BREAK_KIND) or "", LINE_BREAK), 0
    if tag == _SYM:
        return chr(0xF000 | _hexadecimal(element.get(_CODE)) & 0xFFF), 0
    if tag == _EMOJI:
        code = _hexadecimal(element.get(f"{_SYMBOL}char"))
        return (chr(code) if code < 0xD800 or 0xE000 <= code < 0x110000 else "\ufffd"), hint
    return _CHARACTERS[tag], 0


def _text(element: etree._Element) -> str:
    """Word trims the blanks at both ends unless they are marked as kept; line feeds are blanks."""
    text = element.text or ""
    if element.get("{http://www.w3.org/XML/1998/namespace}space") != "preserve":
        text = text.strip(" \t\r\n")
    return text.replace("\r", " ").replace("\n", " ")


def _hint(properties: etree._Element | None) -> int:
    fonts = child(properties, _FONTS)
    return int(fonts is not None and fonts.get(_HINT) == "eastAsia")


def _hexadecimal(value: str | None) -> int:
    try:
        return int((value or "")[:8], 16)
    except ValueError:
        return 0xFFFD
