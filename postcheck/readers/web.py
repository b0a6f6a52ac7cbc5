"""Saved web pages in their "single file" wrappings: .mhtml, and .webarchive of Apple's Safari.

The charset of the wrapping (MIME, HTTP) beats what the page says of itself: a browser saves a
GBK page as UTF-8 and leaves its `<meta>` alone.
"""

import email.policy
import plistlib
import re
from email.parser import BytesParser
from itertools import islice
from typing import Any
from xml.parsers.expat import ExpatError

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers import forum

_MOST_WRAPPINGS = 10  # a saved page has one or two; each holds up every line that is in it
_WRAPPING = re.compile(rb"(?:^|[\r\n])content-type:[\s\x1c-\x1f]*(?:multipart|message)/", re.I)


def read_mhtml(data: bytes, source: str, *, bulk: bool = False) -> list[Post]:
    """The posts of the page that was saved; frames and adverts in parts of their own are left
    out. Raises SourceError: no page in it, nested too deep, and what `forum.read_page` raises.
    """
    if sum(1 for _ in islice(_WRAPPING.finditer(data), _MOST_WRAPPINGS + 1)) > _MOST_WRAPPINGS:
        raise SourceError("MHTML 里套了太多层", remedy="重新另存为网页", file=source)
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


def read_webarchive(data: bytes, source: str, *, bulk: bool = False) -> list[Post]:
    """The posts of the page that was saved. Raises SourceError: no page in it, and what
    `forum.read_page` raises."""
    try:
        page = plistlib.loads(data)["WebMainResource"]
        content = page["WebResourceData"]
    except (plistlib.InvalidFileException, ExpatError, KeyError, TypeError, ValueError,
            OverflowError, RecursionError):  # fmt: skip
        content = None
    if not isinstance(content, bytes) or not content.strip():
        raise SourceError("webarchive 里没有网页", remedy="重新另存为网页", file=source)
    charset = page.get("WebResourceTextEncodingName")
    return forum.read_page(
        content,
        source,
        declared=charset if isinstance(charset, str) else None,
        url=_web(page.get("WebResourceURL")),
        bulk=bulk,
    )


def _web(url: Any) -> str | None:
    return url if isinstance(url, str) and url.startswith(("http://", "https://")) else None
