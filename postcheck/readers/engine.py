"""Which parser reads a page from anywhere: none may be held up by it, or fill the memory."""

from dataclasses import replace

from postcheck.errors import SourceError
from postcheck.readers.decode import Page, decode_page
from postcheck.readers.dom import Dom, Node, fastest, soup
from postcheck.readers.swell import swells

_LONG = 2_000_000  # characters; beautifulsoup4 takes seconds for so many
_MANY = 20_000  # and for so many tags or attributes


def parse(
    data: bytes, source: str, *, declared: str | None = None, bulk: bool = True
) -> tuple[Page, Dom, Node]:
    """A page as text, the engine for it, and its root. `declared`: the charset of the HTTP or MIME
    header; `bulk`: the fastest engine for all pages, else for large ones.

    Raises SourceError on a large page that only the slower engine could read.
    """
    page = decode_page(data, declared)
    if b"\0" in data:
        page = replace(page, text=page.text.replace("\0", ""))
        data = page.text.encode(errors="surrogatepass")
    dom = fastest() if bulk or _is_large(page.text, data) else soup()
    if dom is not soup() and swells(data, page.text):
        if _is_large(page.text, data):
            raise SourceError(
                "网页里有成百个没有关上的标签，不读", remedy="也许文件已损坏", file=source
            )
        dom = soup()
    return page, dom, dom.parse(page.text)


def _is_large(text: str, data: bytes) -> bool:
    return len(text) > _LONG or max(data.count(b"<"), data.count(b"=")) > _MANY
