"""A new Word document: A4, Chinese fonts, plain words only, the same bytes for the same content.

Nothing here makes a field, a link or a macro; a character that XML 1.0 forbids, or that nobody
sees, is written by its name.
"""

import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docx import Document
from docx.comments import Comment
from docx.enum.text import WD_BREAK
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Mm, Pt
from docx.text.paragraph import Paragraph
from docx.text.run import Run
from lxml import etree

from postcheck.report.hidden import show

_LATIN, _CHINESE = "Times New Roman", "宋体"
_MADE = datetime(2000, 1, 1)  # the same report is the same file
_WIDTH = 160  # mm between the margins


class Sheet:
    """A document that is written from top to bottom."""

    def __init__(self, title: str) -> None:
        self.document = Document()
        self._end = self.document.element.body.sectPr
        section = self.document.sections[0]
        section.page_width, section.page_height = Mm(210), Mm(297)
        section.left_margin = section.right_margin = Mm((210 - _WIDTH) // 2)
        _set_fonts(self.document.styles.element)
        normal = self.document.styles["Normal"]
        normal.font.size = Pt(11)
        normal.paragraph_format.space_after = Pt(4)
        about = self.document.core_properties
        about.title, about.author, about.comments = title, "postcheck", ""
        about.created = about.modified = _MADE
        about.language = "zh-CN"

    def paragraph(self) -> Paragraph:
        """An empty paragraph; python-docx's own search for the end takes longer with each."""
        element: Any = OxmlElement("w:p")
        self._end.addprevious(element)
        return Paragraph(element, self.document._body)

    def line(self, words: str, *, bold: bool = False) -> None:
        self.paragraph().add_run(show(words)).bold = bold or None

    def heading(self, words: str, level: int) -> None:
        self.document.add_heading(show(words), level)

    def new_page(self) -> None:
        self.paragraph().add_run().add_break(WD_BREAK.PAGE)

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[Iterable[str]]], shares: Sequence[int]
    ) -> None:
        """Each cell is given as its lines; `shares`: the columns' parts of the width."""
        widths = [Mm(_WIDTH * share / sum(shares)) for share in shares]
        table = self.document.add_table(1, len(heads), "Table Grid")
        table.autofit = False
        for column, width in zip(table.columns, widths, strict=True):
            column.width = width  # LibreOffice goes by these, Word by those of the cells
        table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
        for cell, words, width in zip(table.rows[0].cells, heads, widths, strict=True):
            cell.width = width
            cell.paragraphs[0].add_run(show(words)).bold = True
        for row in rows:
            for cell, lines, width in zip(table.add_row().cells, row, widths, strict=True):
                cell.width = width
                cell.text = "\n".join(map(show, lines))
        self.paragraph()

    def comment(self, first: Run, last: Run, initials: str) -> Comment:
        """An empty comment on all that stands from `first` to `last`; it bears no time."""
        made = self.document.add_comment([first, last], author="postcheck", initials=initials)
        made._comment_elm.date = None
        return made

    def save(self, stream: BinaryIO) -> None:
        """Writes the document; the parts of the archive bear no time either."""
        made = io.BytesIO()
        self.document.save(made)
        with ZipFile(made) as parts, ZipFile(stream, "w") as packed:
            for name in parts.namelist():
                packed.writestr(ZipInfo(name), parts.read(name), ZIP_DEFLATED)


def _set_fonts(styles: etree._Element) -> None:
    """Fonts by name, for each style: the theme of an empty document knows no Chinese one.

    The hint makes Word draw “ ” … · in the Chinese font.
    """
    fonts = {"ascii": _LATIN, "hAnsi": _LATIN, "eastAsia": _CHINESE, "hint": "eastAsia"}
    for element in styles.iter(qn("w:rFonts")):
        element.attrib.clear()
        for name, value in fonts.items():
            element.set(qn(f"w:{name}"), value)
    for element in styles.iter(qn("w:lang")):
        for name in ("val", "eastAsia"):
            element.set(qn(f"w:{name}"), "zh-CN")
