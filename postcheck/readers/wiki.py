"""MediaWiki dumps (.xml, .xml.bz2): an article a document, the markup taken off."""

import bz2
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from lxml import etree

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers.container import Faults, Member
from postcheck.text import Text

_LONGEST = 1 << 24  # characters of one article
# From the inside out: templates and tables may hold others, links may hold links in captions.
_INNERMOST = re.compile(r"\{\{[^{}]*\}\}|\{\|[^{}]*\|\}")
_DEPTH = 20
_GONE = re.compile(
    r"<!--.*?-->|<(ref|math|gallery|timeline|nowiki|poem-meta)\b[^<>]*(?:/>|>.*?</\1>)"
    r"|\[\[(?:File|Image|Category|文件|档案|檔案|图像|圖像|分类|分類):[^\[\]]*\]\]|__[A-Z]+__",
    re.S | re.I,
)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_OUTSIDE = re.compile(r"\[(?:https?:)?//\S+ ?([^\]]*)\]")
_VARIANT = re.compile(r"-\{(?:[^{}|]*\|)?([^{}|]*)\}-")
_MARKS = re.compile(r"'{2,5}|</?[a-z][^<>]*>|^=+\s*|\s*=+$|^[*#:;]+\s*", re.M | re.I)


def read_wiki(member: Member, faults: Faults) -> Iterator[Post]:
    """Articles in the main namespace, redirects left out. Raises SourceError: no such dump."""
    with member.open() as stream:
        plain: Any = bz2.BZ2File(stream) if member.suffix.endswith(".bz2") else stream
        pages = etree.iterparse(
            plain, events=("end",), resolve_entities=False, no_network=True, load_dtd=False,
            huge_tree=True, recover=True,
        )  # fmt: skip
        root: Any = None
        try:
            for _, element in pages:
                if root is None:
                    root = element.getroottree().getroot()
                    if etree.QName(root).localname != "mediawiki":
                        remedy = "只读维基的备份；文档用 Word 打开，“另存为”.docx"
                        raise SourceError("不认识这种 XML", remedy=remedy, file=member.shown)
                if etree.QName(element).localname == "page":
                    if post := _article(element, member):
                        yield post
                    element.clear()
                    while element.getprevious() is not None:
                        del element.getparent()[0]
        except (etree.XMLSyntaxError, OSError, EOFError):
            faults.error(SourceError("数据不完整或已损坏，读到这里为止", file=member.shown))


def _article(page: Any, member: Member) -> Post | None:
    text = page.findtext("{*}revision/{*}text") or ""
    namespace = page.findtext("{*}ns") or "0"
    if namespace != "0" or page.find("{*}redirect") is not None or len(text) > _LONGEST:
        return None
    words = plain_text(text)
    stamp = page.findtext("{*}revision/{*}timestamp")
    try:
        when = datetime.fromisoformat(stamp) if stamp else None
    except ValueError:
        when = None
    return Post(
        text=Text(words),
        source=member.shown,
        id=f"{member.name}#{page.findtext('{*}id')}",
        title=page.findtext("{*}title"),
        posted_at=when if when and when.tzinfo else None,
    )


def plain_text(markup: str) -> str:
    """Wikitext without templates, tables, references, files and marks."""
    text = _GONE.sub("", markup)
    text = _VARIANT.sub(r"\1", text)
    for _ in range(_DEPTH):
        text, changed = _INNERMOST.subn("", text)
        if not changed:
            break
    text = _OUTSIDE.sub(r"\1", _LINK.sub(r"\1", _LINK.sub(r"\1", text)))
    lines = (line.strip() for line in _MARKS.sub("", text).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
