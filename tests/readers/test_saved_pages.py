"""Pages as browsers save them: complete with a folder, as one file of each kind, on telephones.

Every form of a page must give the posts of the page itself.
"""

import plistlib
import quopri
import time
import tomllib
from base64 import encodebytes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import turbohtml

from postcheck import readers
from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers import archive
from postcheck.readers.container import Meter
from postcheck.readers.web import read_mhtml

CASES = Path(__file__).parent.parent / "cases" / "forum"
EXPECTED: dict[str, Any] = tomllib.loads((CASES / "expected.toml").read_text(encoding="utf-8"))
FLAT = {"discuz_archiver.html", "discuz_print.html"}  # views that nobody saves with pictures
URL = "https://bbs.example.org/thread-9-2-1.html"


def page(name: str) -> str:
    return (CASES / name).read_text(encoding="utf-8")


def as_shown(name: str) -> str:
    """The page as a browser writes it out: its own tags in place, pictures in the folder."""
    text = turbohtml.parse(page(name)).html
    return text.replace('src="static/image/', 'src="./题_files/')


def complete(text: str) -> bytes:
    """Chrome and Edge, "网页，全部"."""
    return f"<!DOCTYPE html>\n<!-- saved from url=(0041){URL} -->\n{text}".encode()


def complete_in_gbk(text: str) -> bytes:
    """A board's own encoding stays when the page is saved complete."""
    return text.replace("charset=utf-8", "charset=gbk").encode("gb18030", "xmlcharrefreplace")


def single_file(text: str) -> bytes:
    """The extension SingleFile."""
    note = f"<!--\n Page saved with SingleFile \n url: {URL} \n saved date: Mon May 06 2024 \n-->"
    return f"<!DOCTYPE html> {text.replace('<html>', f'<html lang=zh>{note}', 1)}".encode()


def mhtml_of_blink(text: str) -> bytes:
    """Chrome, Edge and their relatives on telephones: no charset in the part, which is UTF-8."""
    return (
        b"From: <Saved by Blink>\r\n"
        + f"Snapshot-Content-Location: {URL}\r\n".encode()
        + b"Subject: =?utf-8?Q?=E6=B8=A1=E5=8F=A3?=\r\n"
        b"Date: Mon, 6 May 2024 21:00:00 -0000\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n'
        b'\tboundary="----MultipartBoundary--kL9----"\r\n\r\n\r\n'
        b"------MultipartBoundary--kL9----\r\nContent-Type: text/html\r\n"
        b"Content-ID: <frame-A@mhtml.blink>\r\nContent-Transfer-Encoding: quoted-printable\r\n"
        + f"Content-Location: {URL}\r\n\r\n".encode()
        + quopri.encodestring(text.encode()).replace(b"\n", b"\r\n")
        + b"\r\n------MultipartBoundary--kL9----\r\nContent-Type: text/css\r\n"
        b"Content-Transfer-Encoding: quoted-printable\r\n"
        b"Content-Location: cid:css-1@mhtml.blink\r\n\r\n@charset =22utf-8=22;\r\n"
        b"------MultipartBoundary--kL9----\r\nContent-Type: text/html\r\n"
        b"Content-ID: <frame-B@mhtml.blink>\r\nContent-Transfer-Encoding: quoted-printable\r\n"
        b"Content-Location: https://ads.example.org/\r\n\r\n<html><body>ad</body></html>\r\n"
        b"------MultipartBoundary--kL9------\r\n"
    )


def mht_of_the_old_edge(text: str, coding: str = "quoted-printable") -> bytes:
    """Internet Explorer, the Edge before 2020 and browsers built on them: in GBK."""
    data = text.encode("gb18030", "xmlcharrefreplace")
    body = quopri.encodestring(data) if coding == "quoted-printable" else encodebytes(data)
    return (
        b"From: =?gb2312?B?PNPJIFdpbmRvd3Mgsaa05j4=?=\r\nSubject: =?gb2312?B?ts+/2g==?=\r\n"
        b"Date: Mon, 6 May 2013 21:00:00 +0800\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n'
        b'\tboundary="----=_NextPart_000_0000_01CE4A5B"\r\n'
        b"X-MimeOLE: Produced By Microsoft MimeOLE V6.1.7601.17609\r\n\r\n"
        b"This is a multi-part message in MIME format.\r\n\r\n"
        b'------=_NextPart_000_0000_01CE4A5B\r\nContent-Type: text/html;\r\n\tcharset="gb2312"\r\n'
        + f"Content-Transfer-Encoding: {coding}\r\nContent-Location: {URL}\r\n\r\n".encode()
        + body.replace(b"\n", b"\r\n")
        + b"\r\n------=_NextPart_000_0000_01CE4A5B\r\nContent-Type: image/gif\r\n"
        b"Content-Transfer-Encoding: base64\r\n"
        b"Content-Location: https://bbs.example.org/a.gif\r\n\r\nR0lGODlhAQABAAAAADs=\r\n"
        b"------=_NextPart_000_0000_01CE4A5B--\r\n"
    )


def mht_in_base64(text: str) -> bytes:
    """Some browsers of telephones."""
    return mht_of_the_old_edge(text, "base64")


def webarchive(text: str, form: plistlib.PlistFormat = plistlib.FMT_BINARY) -> bytes:
    """Safari on iPhone and Mac."""
    main = {
        "WebResourceData": text.encode("gb18030", "xmlcharrefreplace"),
        "WebResourceMIMEType": "text/html",
        "WebResourceTextEncodingName": "GBK",
        "WebResourceURL": URL,
        "WebResourceFrameName": "",
    }
    picture = {"WebResourceData": b"GIF89a", "WebResourceMIMEType": "image/gif"}
    return plistlib.dumps({"WebMainResource": main, "WebSubresources": [picture]}, fmt=form)


def webarchive_in_xml(text: str) -> bytes:
    return webarchive(text, plistlib.FMT_XML)


FORMS: dict[Callable[[str], bytes], str] = {
    complete: ".html", complete_in_gbk: ".htm", single_file: ".html", mhtml_of_blink: ".mhtml",
    mht_of_the_old_edge: ".mht", mht_in_base64: ".mht", webarchive: ".webarchive",
    webarchive_in_xml: ".webarchive",
}  # fmt: skip
SAYS_WHERE = {complete, single_file, mhtml_of_blink, mht_of_the_old_edge, mht_in_base64,
              webarchive, webarchive_in_xml}  # fmt: skip


class Faults:
    def error(self, error: SourceError) -> None:
        raise error

    def skip(self, note: SourceError) -> None:
        raise note


def facts(post: Post) -> tuple[object, ...]:
    return (
        post.author, post.title, post.posted_at, post.floor, post.edited, post.edited_at,
        post.kind, post.text.original, post.quotes, post.images, post.locked, post.unknown,
    )  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("name", sorted(set(EXPECTED) - FLAT))
def test_every_form_gives_the_posts_of_the_page(
    name: str, form: Callable[[str], bytes], tmp_path: Path
) -> None:
    wanted = [facts(post) for post in readers.read(str(CASES / name))]
    path = tmp_path / f"题{FORMS[form]}"
    path.write_bytes(form(as_shown(name)))
    if FORMS[form].startswith(".htm"):
        (tmp_path / "题_files").mkdir()
        (tmp_path / "题_files" / "frame.html").write_bytes(b"<html><body>ad</body></html>")
    posts = readers.read(str(path))
    assert [facts(post) for post in posts] == wanted
    if form in SAYS_WHERE:
        assert {post.extra["site"] for post in posts} == {"bbs.example.org"}
    in_bulk = list(archive.posts(str(tmp_path), Faults(), Meter()))
    assert [facts(post) for post in in_bulk] == wanted


@pytest.mark.parametrize(
    "data",
    [
        plistlib.dumps({"WebMainResource": {}}, fmt=plistlib.FMT_BINARY),
        plistlib.dumps({"WebMainResource": "x"}),
        webarchive("x")[:-9],
        webarchive(""),
    ],
)
def test_a_webarchive_without_a_page(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.webarchive").write_bytes(data)
    with pytest.raises(SourceError, match="webarchive 里没有网页"):
        readers.read(str(tmp_path / "a.webarchive"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("kind", ["multipart/related; boundary=b{0}", "message/rfc822"])
@pytest.mark.parametrize("depth", [400, 20_000])
def test_wrappings_nested_by_the_hundred_are_refused_at_once(
    kind: str, depth: int, end: str
) -> None:
    head = f"MIME-Version: 1.0{end}Content-Type: multipart/related; boundary=b{end}{end}--b{end}"
    data = head + "".join(
        f"Content-Type: {kind.format(at)}{end}{end}"
        + (f"--b{at}{end}" if "multipart" in kind else "")
        for at in range(depth)
    )
    start = time.process_time()
    with pytest.raises(SourceError, match="MHTML"):
        read_mhtml(data.encode(), "a.mhtml")
    assert time.process_time() - start < 1
