"""What bytes are: a web page, a page saved as MHTML or webarchive.

By content; a name only helps with pieces.
"""

import re

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


def is_webarchive(data: bytes) -> bool:
    """A whole file of Safari's; its names may stand at the end."""
    return data.startswith((b"bplist0", b"<?xml")) and b"WebMainResource" in data
