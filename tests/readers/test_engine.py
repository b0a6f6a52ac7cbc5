"""Which engine reads a page: none may make much more of it than stands in it."""

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from postcheck.errors import SourceError
from postcheck.readers.decode import Page
from postcheck.readers.dom import Dom, Node, Soup, TurboHtml
from postcheck.readers.engine import read
from postcheck.readers.forum import read_page
from postcheck.readers.memory import at_most

resource = pytest.importorskip("resource", reason="only Linux limits the memory of a page")

OPEN = "".join(f"<font a{at}>" for at in range(400))
FILLER = "<p>字</p>" * 6_000


def names(number: int, value: str = "", first: int = 0) -> str:
    return " ".join(f"a{at}{value}" for at in range(first, first + number))


def opened(between: Callable[[int], str], number: int = 400) -> str:
    return "".join(f"<font a{at}>{between(at)}" for at in range(number)) + FILLER


def inside(opening: str) -> str:
    """What is open at the end of a block is opened again in every paragraph."""
    return f"<div>{opening}</div>{FILLER}"


def post(number: int, body: str) -> str:
    box = f"<table id=pid{number}><tr><td class=plc>"
    return f"{box}<div id=postmessage_{number}>{body}</div></table>"


NESTED = "<div>" * 8
SWELLING = {
    "a paragraph each": "".join(f"<p><b a{at}>字</p>" for at in range(6_000)),
    "all at first": OPEN + FILLER,
    "in capitals": OPEN.upper() + FILLER,
    "closed in a comment": opened(lambda _: "<!-- </font> -->"),
    "closed in a value": opened(lambda _: '<p title="</font>">'),
    "closed in a script": opened(lambda _: "<script></font></script>"),
    "closed in a cell": opened(lambda _: "<table><tr><td></font></td></tr></table>"),
    "closed in a drawing": opened(lambda _: "<svg><desc></font></desc></svg>"),
    "closed behind a wrong cell": opened(lambda _: "<table><tr><td><table></td></font></table>"),
    "closed too early": "</font>" * 400 + OPEN + FILLER,
    "closed by another": opened(lambda _: "</b>"),
    "opened unseen": "<noscript>" + OPEN + "</noscript>" + FILLER,
    "opened in a drawing's title": "<table><svg><title><desc>" + OPEN + "</table>" + FILLER,
    "opened behind ignored raw text": "<template><col><xmp></template>" + inside(OPEN),
    "closed in a drawing's text": opened(lambda _: "</div><div><svg><![CDATA[></font>]]></svg>"),
    "closed in a choice": opened(lambda _: "</div><div><select><option></font></select>"),
    "closed in a value of many": inside("".join(f'<b a{at} x="</b>">' for at in range(400))),
    "closed by a longer name": inside("".join(f"<s a{at}>x</small>" for at in range(1_000))),
    "closed by a shorter name": inside("".join(f"<strong a{at}>x</s>" for at in range(1_000))),
    "closed eight blocks deep": "".join(
        f"<div><b a{at}>{NESTED}</b></div>{'</div>' * 8}" for at in range(400)
    ) + FILLER,
    "closed eight blocks deep that seem closed": "".join(
        f"<div><b a{at}>{'<div><ul></div></ul>' * 8}</b></div>" for at in range(200)
    ) + FILLER,
    "never broken": "<table>" + "".join(f"<svg><desc><nobr a{at}>" for at in range(400))
    + "</table>" + FILLER,
    "a link of many attributes": f"<p><a {names(3_000)}></p>" + FILLER,
    "a link of hidden attributes": "<p><a " + names(3_000, "='>'") + "></p>" + FILLER,
    "a link of attributes behind a hidden end":
        "<p><a x=\v\"b c=\"d>\" " + names(3_000) + "></p>" + FILLER,
    "bodies in a drawing's title": "<svg><title>"
    + "".join(f"<body a{at}>" for at in range(8_000)),
    "of many attributes": f"<b {names(5_000)}></p>" + FILLER,
    "of hidden attributes": "<B a='>' " + names(5_000, "='<'") + ">" + FILLER,
    "of a title": f"<p><b title='{'字' * 20_000}'></p>" + FILLER,
    "of a title in every post": post(0, f"<p><b title='{'z' * 50_000}'></p>{'<p>x' * 50}")
    + "".join(post(at, "<p>x" * 20) for at in range(1, 300)),
    "of attributes behind tabs": "<i\ta='\">\"'" + names(5_000).replace(" ", "\t") + ">" + FILLER,
    "of attributes in all": "".join(f"<small {names(9)} b{at}>" for at in range(50)) + FILLER,
    "bodies": "".join(f"<body a{at}>" for at in range(6_001)),
    "long bodies": "".join(
        f"<Body {names(15_000, first=15_000 * body)}>" for body in range(2)
    ),
}  # fmt: skip
USUAL = {
    "closed": "".join(f"<p><font a{at}>字</font></p>" for at in range(6_000)),
    "closed crosswise": "<p><b x>字<i y>字</b>字</i></p>" * 6_000,
    "in cells": "<table><tr><td><font a><b>字</b></font></td></tr></table>" * 3_000,
    "pages in one": "<html><body id=a><p>字</p></body></html>" * 3_000,
    "of values with ends in them": "<p><a href='?x=&gt;' title=\"a>b\">字</a></p>" * 6_000,
    "links without quotes": "<p><a href=? class=x nofollow>字</a>" * 6_000,
    "with icons": "<svg class=x><path d='M0'/></svg><p><font a>字<b x>字</b></font></p>" * 3_000,
    "paragraphs in fonts": "<font size=2><p>字<p>字<br><b x>字<br></b></font>" * 3_000,
    "forms": "<form action=/search.php?mod=forum method=post>字</form><hr>" * 6_000,
    "choices": "<select><option selected>字<option>字</select><b x><i y>字</i></b>" * 2_000,
    "a few open": "<font a><b>字" + FILLER,
    "a small page": OPEN + "<p>字</p>" * 100,
}


def engine_of(data: bytes, bulk: bool = True) -> Dom:
    def reading(_: Page, dom: Dom, root: Node) -> Dom:
        dom.html(root)
        return dom

    return read(data, "x.html", reading, bulk=bulk)


def most_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.mark.parametrize("name", SWELLING)
def test_a_page_that_swells_takes_neither_time_nor_memory(name: str) -> None:
    taken, start = most_memory(), time.process_time()
    with suppress(SourceError):
        read_page(SWELLING[name].encode(), "x.html", bulk=True)
    assert time.process_time() - start < 5
    assert most_memory() - taken < 250_000_000


@pytest.mark.parametrize("name", ["a link of many attributes", "of a title"])
def test_such_a_page_is_read_by_the_slower_engine(name: str) -> None:
    assert isinstance(engine_of(SWELLING[name].encode()), Soup)


@pytest.mark.parametrize("name", USUAL)
def test_a_page_that_does_not_is_read_by_the_faster(name: str) -> None:
    assert isinstance(engine_of(USUAL[name].encode()), TurboHtml)


def test_a_huge_page_that_swells_is_refused() -> None:
    page = (SWELLING["a paragraph each"] * 4).encode()
    for bulk in (True, False):
        with pytest.raises(SourceError, match="没有关上的标签"):
            read_page(page, "x.html", bulk=bulk)


def test_the_limit_is_gone_afterwards() -> None:
    usual = resource.getrlimit(resource.RLIMIT_DATA)
    with pytest.raises(MemoryError), at_most(10_000_000):
        bytearray(100_000_000)
    assert resource.getrlimit(resource.RLIMIT_DATA) == usual
    assert len(bytearray(100_000_000)) == 100_000_000


def test_a_huge_page_is_read_by_the_faster_engine() -> None:
    page = ("<p>" + "水" * 200 + "</p>") * 10_000
    assert isinstance(engine_of(page.encode(), bulk=False), TurboHtml)


def test_a_long_page_of_many_bodies_is_read_at_once() -> None:
    page = "<body id=a>" + "水" * 200_000
    page += "".join(f"<Body {names(100_000, first=100_000 * at)}>" for at in range(2)) + "火"
    start = time.process_time()
    (whole,) = read_page(page.encode(), "x.html", bulk=True)
    assert whole.text.original.endswith("水火")
    assert time.process_time() - start < 2


def test_pages_by_themselves_are_read_by_beautifulsoup() -> None:
    assert isinstance(engine_of(b"<p>x", bulk=True), TurboHtml)
    assert isinstance(engine_of(b"<p>x", bulk=False), Soup)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("一<embed src=x.swf>二<br>三", "一二\n三"),
        ("一<wbr>二</br>三", "一二\n三"),
        ("<pre>\n  一\n二</pre>三", "  一\n二\n三"),
        ("<pre>\r\n\r\n一</pre>", "一"),
        ("<embed src=x /><p>一", "一"),
    ],
)
@pytest.mark.parametrize("bulk", [False, True])
def test_both_engines_read_alike(written: str, shown: str, bulk: bool) -> None:
    first = f"<table id=pid1><tr><td class=plc>甲<td id=postmessage_1>{written}</table>"
    thread = first + first.replace("1", "2")
    texts = [found.text.original for found in read_page(thread.encode(), "x.html", bulk=bulk)]
    assert texts == [shown, shown]
