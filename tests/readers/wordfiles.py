"""Small Word documents, put together from the XML that matters for a test."""

import io
import zipfile

from postcheck.checks.length import count
from postcheck.measure import Counts
from postcheck.post import Post

SPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "v": "urn:schemas-microsoft-com:vml",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "w16se": "http://schemas.microsoft.com/office/word/2015/wordml/symex",
    }.items()
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
ROOTS = {"document": "document", "styles": "styles", "numbering": "numbering",
         "settings": "settings", "footnotes": "footnotes", "endnotes": "endnotes"}  # fmt: skip


def run(text: str, *, hint: bool = False, properties: str = "") -> str:
    """A `w:r`; `hint` marks it as East Asian."""
    fonts = '<w:rFonts w:hint="eastAsia"/>' if hint else ""
    space = 'xml:space="preserve"'
    return f"<w:r><w:rPr>{fonts}{properties}</w:rPr><w:t {space}>{text}</w:t></w:r>"


def par(*runs: str, properties: str = "") -> str:
    """A `w:p` of runs; plain strings become runs."""
    content = "".join(each if each.startswith("<") else run(each) for each in runs)
    return f"<w:p><w:pPr>{properties}</w:pPr>{content}</w:p>"


def package(
    body: str, *, links: str = "", files: dict[str, str] | None = None, **parts: str
) -> bytes:
    """The bytes of a .docx; `parts` are the insides of styles, numbering, footnotes …"""
    inside = {"document": f"<w:body>{body}</w:body>", **parts}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        overrides = "".join(
            f'<Override PartName="/word/{name}.xml" ContentType="{WORD}.'
            f'{"document.main" if name == "document" else name}+xml"/>'
            for name in inside
        )
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType='
            f'"application/vnd.openxmlformats-package.relationships+xml"/>{overrides}</Types>',
        )
        archive.writestr("_rels/.rels", _links(_link("officeDocument", "word/document.xml")))
        own = "".join(_link(name, f"{name}.xml") for name in inside if name != "document")
        archive.writestr("word/_rels/document.xml.rels", _links(own + links))
        for name, content in inside.items():
            archive.writestr(f"word/{name}.xml", f"<w:{name} {SPACES}>{content}</w:{name}>")
        for name, content in (files or {}).items():
            archive.writestr(name, content)
    return out.getvalue()


def _link(kind: str, target: str) -> str:
    return f'<Relationship Id="r{kind}" Type="{OFFICE}/{kind}" Target="{target}"/>'


def _links(content: str) -> str:
    return f'<Relationships xmlns="{PACKAGE}/relationships">{content}</Relationships>'


def counted(post: Post) -> Counts:
    return count(post.text.codes, post.hints)
