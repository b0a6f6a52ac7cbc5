"""Saved web pages: what is one, and the "single file" wrapping .mhtml.

The charset of the wrapping (MIME, HTTP) beats what the page says of itself: a browser saves a
GBK page as UTF-8 and leaves its `<meta>` alone.
"""

import email.policy
import re
from email.parser import BytesParser
from typing import Any

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers import forum

_HEAD = 4096
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|title)\b",
    re.I | re.S,
)
_FRAGMENT = re.compile(
    rb"\s*(?:<!--.*?-->\s*)*<(?:table|div|p|td|span|h[1-6]|ul|center|script)\b", re.I | re.S
)
_NAMES = (".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp")
_MHTML = re.compile(rb"\A(?:[A-Za-z-]+:.*\r?\n|[ \t]+.*\r?\n)*?MIME-Version:", re.I)


def is_html(data: bytes, name: str) -> bool:
    """By content: a page begins like one. A piece of one counts where the name says so."""
    head = data[:_HEAD].replace(b"\0", b"").removeprefix(b"\xef\xbb\xbf")
    head = head.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    if _HTML.match(head):
        return True
    return name.lower().endswith(_NAMES) and _FRAGMENT.match(head) is not None


def is_mhtml(data: bytes) -> bool:
    head = data[:_HEAD]
    return _MHTML.match(head) is not None and b"multipart/related" in head.lower()


def read_mhtml(data: bytes, source: str, *, bulk: bool = False) -> list[Post]:
    """The posts of the page that was saved; frames and adverts in parts of their own are left
    out. Raises SourceError: no page in it, and what `forum.read_page` raises."""
    message = BytesParser(policy=email.policy.compat32).parsebytes(data)
    root = str(message.get("Snapshot-Content-Location") or "").strip()
    pages = [part for part in message.walk() if part.get_content_type() == "text/html"]
    if not pages:
        raise SourceError("MHTML 里没有网页", remedy="重新另存为网页", file=source)
    page = next((one for one in pages if one.get("Content-Location") == root), pages[0])
    content = page.get_payload(decode=True)
    if not isinstance(content, bytes) or not content.strip():
        raise SourceError("MHTML 里的网页是空的", remedy="重新另存为网页", file=source)
    charset = page.get_content_charset()
    url = root or page.get("Content-Location")
    return forum.read_page(content, source, declared=charset, url=_web(url), bulk=bulk)


def _web(url: Any) -> str | None:
    return url if isinstance(url, str) and url.startswith(("http://", "https://")) else None
