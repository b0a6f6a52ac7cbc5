"""`crawl` against a real small forum on loopback: what it reads, keeps, refuses, survives."""

import contextlib
import gzip
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from forumsite import Odd, Reply, Site, notice, serving, whole
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.corpus import network
from postcheck.corpus.crawl import CrawlReport, Options, crawl
from postcheck.corpus.crawlstate import State, Visit
from postcheck.corpus.library import Document, open_library
from postcheck.corpus.manifest import corpora_folder
from postcheck.corpus.store import remove
from postcheck.errors import SourceErrors
from postcheck.post import Post
from postcheck.readers.dom import soup
from postcheck.text import Text

WORDS = "渡口的雨总是先落在对岸，船家说那边的山高，云走到那儿就走不动了。"


def replies(tid: int, count: int) -> list[Reply]:
    return [Reply(100 * tid + n, f"马甲{n % 2}", f"{WORDS}第{tid}题第{n}帖。")
            for n in range(1, count + 1)]  # fmt: skip


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Threads 1 to 5 with 7 posts each on three pages, listed on two pages of a board."""
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path))
    with serving(Site({tid: replies(tid, 7) for tid in range(1, 6)})) as found:
        yield found


def run(*seeds: str, **options: Any) -> CrawlReport:
    chosen = {"delay": 0, "allow_private": True, **options}
    return crawl("board", seeds, Options(**chosen))


def stored() -> dict[str, Document]:
    with open_library(["board"]) as library:
        documents = [library.document(int(doc)) for doc in library.live()]
    return {document.id.split("/")[-1]: document for document in documents}


def whys(report: CrawlReport) -> str:
    return " ".join(one.layout() for one in [*report.faults, *report.notes])


def test_a_thread_with_all_its_pages(site: Site) -> None:
    report = run(site.url(1))
    assert report.whole
    assert report.pages["read"] == 3
    assert (report.posts["read"], report.posts["new"]) == (7, 7)
    assert list(report.threads) == [f"题1 {site.url(1)}"]
    assert set(stored()) == {f"1-{pid}" for pid in range(101, 108)}
    post = stored()["1-105"]
    assert (post.author, post.title) == ("马甲1", "题1")
    assert post.text == f"{WORDS}第1题第5帖。"
    assert post.url == site.url(1, 2)
    assert post.published_at is not None
    assert post.published_at.isoformat() == "2024-05-01T21:00:00+08:00"


def test_a_board_with_its_own_threads_only(site: Site) -> None:
    report = run(site.board())
    assert report.posts["new"] == 35
    assert not any("thread-999" in path for path in site.asked)  # 热帖 of another board
    assert len(site.asked) == len(set(site.asked))


def test_a_page_from_the_middle_leads_to_all(site: Site) -> None:
    assert run(site.url(2, 3)).posts["new"] == 7


def test_what_is_no_board_is_a_text_of_its_own(site: Site) -> None:
    site.odd["/essay.html"] = Odd(body=whole(f"<p>{WORDS}</p>").encode())
    report = run(f"{site.base}/essay.html")
    assert report.posts["new"] == 1
    (document,) = stored().values()
    assert document.id == f"{site.base}/essay.html"
    assert WORDS in document.text


def test_again_only_what_changed(site: Site) -> None:
    site.etags = True
    run(site.url(1))
    site.threads[1][6].text = "改写过的一段话，和原来的没有一个字相同。"
    site.threads[1].append(Reply(108, "新人", WORDS))
    report = run(site.url(1))
    assert (report.pages["unchanged"], report.pages["read"]) == (2, 1)
    assert report.posts == {"read": 8, "same": 6, "changed": 1, "new": 1}
    assert stored()["1-107"].text.startswith("改写过")
    old = [one for id_, one in stored().items() if id_.startswith("1-107@")]
    assert [one.text for one in old] == [f"{WORDS}第1题第7帖。"]


def test_an_addition_replaces_what_it_holds(site: Site) -> None:
    run(site.url(1))
    site.threads[1][0].text = f"{site.threads[1][0].text}又添了一句。"
    assert run(site.url(1)).posts["changed"] == 1
    assert len(stored()) == 7
    assert stored()["1-101"].text.endswith("又添了一句。")


def test_what_the_board_deleted_since_keeps_its_text(site: Site) -> None:
    run(site.url(1), site.url(2))
    site.threads[1][1].text = None  # hidden by the moderators
    site.threads[1][2].text = " "  # emptied by its author
    del site.threads[1][5]
    del site.threads[2]
    report = run(site.url(1), site.url(2))
    assert report.posts["kept"] == 2
    assert report.vanished == 1
    assert "不存在或已删除" in whys(report)
    assert len(stored()) == 14
    assert stored()["1-102"].text == f"{WORDS}第1题第2帖。"


def test_floors_and_pages_that_shift_lose_nothing(site: Site) -> None:
    run(site.url(1))
    del site.threads[1][1]  # the last page goes with it
    report = run(site.url(1))
    assert (report.posts["same"], report.vanished, report.missing) == (6, 1, [])
    site.threads[1].insert(1, Reply(150, "甲", "后来插进来的一帖，各楼的楼层都变了。"))
    report = run(site.url(1))
    assert (report.posts["same"], report.posts["new"], report.missing) == (6, 1, [])
    assert stored()["1-102"].text == f"{WORDS}第1题第2帖。"
    assert len(stored()) == 8


def test_a_corpus_that_was_removed_is_read_anew(site: Site) -> None:
    site.etags = True
    run(site.url(1))
    remove("board")
    assert run(site.url(1)).posts["new"] == 7
    assert len(stored()) == 7


def test_robots_are_obeyed(site: Site) -> None:
    site.robots = "User-agent: *\nDisallow: /thread-*-2-*.html\nCrawl-delay: 9\n"
    pauses: list[float] = []
    report = run(site.url(1), sleep=pauses.append)
    assert "robots.txt 不许取" in whys(report)
    assert not any("-2-1.html" in path for path in site.asked)
    assert report.missing == ["主题 1：缺第 2 页，缺 4、5、6 楼"]
    assert max(pauses) > 8


def test_robots_that_cannot_be_had_forbid_all(site: Site) -> None:
    site.odd["/robots.txt"] = Odd(status=503)
    assert "取不到 robots.txt" in whys(run(site.url(1)))
    assert set(site.asked) == {"/robots.txt"}


def test_one_request_at_a_time_with_a_pause(site: Site) -> None:
    pauses: list[float] = []
    run(site.url(1), delay=3, sleep=pauses.append)
    assert site.busiest == 1
    assert len(pauses) == len(site.asked) - 1
    assert all(2 < pause <= 3 * len(pauses) for pause in pauses)


@pytest.mark.parametrize("hours", [0, 2])
def test_retry_after_is_waited_for_within_reason(site: Site, hours: int) -> None:
    later = datetime.now(UTC) + timedelta(hours=hours)
    wait = format_datetime(later, usegmt=True) if hours else "7"
    site.odd["/thread-1-2-1.html"] = Odd(status=503, headers={"Retry-After": wait}, times=1)
    pauses: list[float] = []
    report = run(site.url(1), sleep=pauses.append)
    if not hours:
        assert report.whole
        assert 6 < max(pauses) <= 7
    else:
        assert report.left == 2  # the page, and the one behind it
        assert not pauses
        assert "秒后再来" in whys(report)
        site.odd.clear()
        again = run(site.url(1))
        assert again.continued
        assert (again.pages["read"], again.left) == (2, 0)
        assert len(stored()) == 7


def test_a_server_that_stays_broken_is_given_up(site: Site) -> None:
    for tid in range(1, 6):
        for page in (1, 2, 3):
            site.odd[f"/thread-{tid}-{page}-1.html"] = Odd(status=500)
            site.odd[f"/thread-{tid}-{page}-2.html"] = Odd(status=500)
    site.threads.update({tid: replies(tid, 1) for tid in range(6, 12)})
    report = run(site.board(), *(site.url(tid) for tid in range(1, 6)))
    assert "服务器出错（500）" in whys(report)
    assert "先不再取" in whys(report)
    assert report.left > 0


def test_moved_pages_and_circles(site: Site) -> None:
    site.odd["/old"] = Odd(301, {"Location": "/thread-3-1-1.html"})
    site.odd["/round"] = Odd(302, {"Location": "/about"})
    site.odd["/about"] = Odd(302, {"Location": "/round"})
    for n in range(12):
        site.odd[f"/far-{n}"] = Odd(302, {"Location": f"/far-{n + 1}"})
    report = run(f"{site.base}/old", f"{site.base}/round", f"{site.base}/far-0")
    assert "成了圈" in whys(report)
    assert "转了 10 次" in whys(report)
    assert report.posts["new"] == 7
    assert site.asked.count("/thread-3-1-1.html") == 1


@pytest.mark.parametrize(
    "target",
    ["http://elsewhere.invalid/thread-1-1-1.html", "file:///etc/hostname", "http://u:p@BASE/",
     "http://[", "//169.254.169.254/latest"],
)  # fmt: skip
def test_redirects_do_not_leave_the_site(site: Site, target: str) -> None:
    site.odd["/leave"] = Odd(302, {"Location": target.replace("BASE", site.base[7:])})
    report = run(f"{site.base}/leave", site.url(1))
    assert len(report.faults) == 1
    assert report.posts["new"] == 7


def test_endless_pagination_ends(site: Site) -> None:
    site.endless = True
    report = run(site.url(1))
    assert report.posts["new"] == 7
    assert len(site.asked) < 8
    for n in range(2, 40):  # pages that never repeat
        site.odd[f"/thread-4-{n}-1.html"] = Odd(body=fresh(site, n))
    report = run(site.url(4), most_pages=10)
    assert "页数超过 10" in whys(report)
    assert sum(path.startswith("/thread-4-") for path in site.asked) <= 11


def fresh(site: Site, number: int) -> bytes:
    made = Site({4: replies(4, 3)}, endless=True)
    page = made.thread_page(4, number)
    for pid in (401, 402, 403):
        page = page.replace(str(pid), str(pid * 1000 + number))
    return page.encode()


def test_pages_that_are_none(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "LARGEST", 2_000_000)
    bomb = gzip.compress(b"0" * 3_000_000)
    site.odd |= {
        "/large": Odd(headers={"Content-Length": "60000000"}, body=b"x"),
        "/bomb": Odd(headers={"Content-Encoding": "gzip"}, body=bomb),
        "/twice": Odd(headers={"Content-Encoding": "gzip, gzip"}, body=bomb),
        "/broken": Odd(headers={"Content-Encoding": "gzip"}, body=b"no gzip"),
        "/cut": Odd(headers={"Content-Length": "5000"}, body=b"<html><p>"),
        "/picture": Odd(headers={"Content-Type": "image/png"}, body=b"\x89PNG"),
        "/captcha": Odd(body=whole("<p>请完成安全验证，拖动滑块</p>").encode()),
        "/login": Odd(body=notice("抱歉，您尚未登录，没有权限访问该版块").encode()),
        "/forbidden": Odd(status=403),
    }
    report = run(site.url(1), *(f"{site.base}{path}" for path in site.odd))
    said = {(one.file or "").removeprefix(site.base): one.message for one in report.faults}
    assert said.keys() == site.odd.keys()
    for path, why in (
        ("/large", "超过"), ("/bomb", "超过"), ("/twice", "好几层"), ("/broken", "压缩"),
        ("/cut", "不完整"), ("/picture", "不是网页"), ("/captcha", "验证"), ("/login", "登录"),
        ("/forbidden", "403"),
    ):  # fmt: skip
        assert why in said[path], path
    assert report.posts["new"] == 7


def test_a_page_made_to_hold_up_the_parser_is_not_read(site: Site) -> None:
    many = "".join(f"<p><b a{at}>字</p>" for at in range(150_000))
    site.odd["/thread-1-2-1.html"] = Odd(body=whole(many).encode())
    start = time.process_time()
    report = run(site.url(1))
    assert time.process_time() - start < 5
    assert "没有关上的标签" in whys(report)
    assert "1-101" in stored()


def test_a_site_full_of_walls_is_left_alone(site: Site) -> None:
    paths = [f"/p{n}" for n in range(15)]
    site.odd |= {path: Odd(body=whole("<p>请完成安全验证</p>").encode()) for path in paths}
    report = run(*(f"{site.base}{path}" for path in paths))
    assert report.left == 5
    assert "接连 10 页" in whys(report)


def test_a_slow_server_is_not_waited_for_for_ever(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    import httpx

    monkeypatch.setattr(network, "_TIMEOUT", httpx.Timeout(0.1))
    site.odd["/thread-1-1-1.html"] = Odd(wait=0.3, times=1)
    assert run(site.url(1)).whole  # the second try is answered
    site.odd["/thread-2-1-1.html"] = Odd(wait=0.3)
    assert "迟迟不答" in whys(run(site.url(2)))


PAGE = b"<html><body><p>" + b"x" * 9000
DRIPS = {
    "head": b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 9000,
    "body": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n" + PAGE,
    "body without a length": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE,
    "chunks": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"1\r\nx\r\n" * 9000,
}


@contextlib.contextmanager
def dripping(data: bytes) -> Iterator[str]:
    """A server that sends a byte every few milliseconds, so that no single wait is long."""

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = listener.accept()
                with line, contextlib.suppress(OSError):
                    line.recv(9999)
                    for byte in data:
                        line.sendall(bytes([byte]))
                        time.sleep(0.005)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.parametrize("drip", DRIPS)
def test_a_page_that_drips_in_is_cut_off(drip: str) -> None:
    with (
        dripping(DRIPS[drip]) as url,
        contextlib.closing(network.open_client(None, allow_private=True)) as client,
    ):
        start = time.monotonic()
        with pytest.raises(network.NotRead, match=r"0\.3 秒还没有收完") as caught:
            network.get(client, url, {}, longest=0.3)
        assert caught.value.passing
        assert time.monotonic() - start < 3


def test_the_longest_time_is_an_option_of_the_crawl(site: Site) -> None:
    site.odd["/thread-2-1-1.html"] = Odd(wait=1)
    report = run(site.url(1), site.url(2), longest=0.2)
    assert "0.2 秒还没有收完" in whys(report)
    assert report.posts["new"] == 7


def test_cookies_open_what_is_for_members(site: Site) -> None:
    from http.cookiejar import Cookie, CookieJar

    site.members.add(1)
    assert "登录" in whys(run(site.url(1)))
    jar = CookieJar()
    jar.set_cookie(Cookie(0, "auth", "ok", None, False, "127.0.0.1", True, False, "/", True,
                          False, None, True, None, None, {}))  # fmt: skip
    assert run(site.url(1), cookies=jar).posts["new"] == 7


def test_what_was_walled_is_tried_again_with_the_rest(site: Site) -> None:
    site.odd["/thread-1-1-1.html"] = Odd(body=notice("抱歉，您尚未登录").encode(), times=1)
    site.odd["/thread-2-1-1.html"] = Odd(status=503, headers={"Retry-After": "9999"}, times=1)
    report = run(site.url(1), site.url(2))
    assert report.pages["failed"] == report.pages["later"] == 1
    report = run(site.url(1), site.url(2))
    assert report.continued
    assert (report.posts["new"], report.whole) == (14, True)


def test_the_limit_stops_and_the_next_call_goes_on(site: Site) -> None:
    report = run(site.url(1), limit=2)
    assert (report.pages["read"], report.left, report.whole) == (2, 1, False)
    report = run(site.url(1))
    assert report.continued
    assert (report.pages["read"], report.posts["new"]) == (1, 1)
    assert len(stored()) == 7


KILLED = """
import sys
from postcheck.corpus.crawl import Options, crawl
def tell(done, known):
    print(done, flush=True)
crawl("board", [sys.argv[1]], Options(delay=0, allow_private=True), tell)
"""


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_killed_at_any_moment_it_goes_on_where_it_was(site: Site) -> None:
    site.odd["/forum.php?mod=forumdisplay&fid=2&page=2"] = Odd(wait=0.05)
    kills = 0
    while kills < 2:
        with subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(KILLED), site.board()],
            stdout=subprocess.PIPE,
            env=dict(os.environ),
        ) as process:
            assert process.stdout is not None
            for _ in range(2):
                process.stdout.readline()
            time.sleep(0.002 * kills)
            process.send_signal(signal.SIGKILL)
        kills += 1
    report = run(site.board())
    assert report.continued
    assert not report.left
    assert len(stored()) == 35
    pages = [path for path in site.asked if path != "/robots.txt"]
    assert len(pages) - len(set(pages)) <= kills  # at most the page in hand is asked again


def test_two_crawls_into_one_corpus_do_not_meet(site: Site) -> None:
    seen: list[str] = []

    def second(done: int, known: int) -> None:
        with pytest.raises(SourceErrors) as caught:
            run(site.url(2))
        seen.append(str(caught.value))

    crawl("board", [site.url(1)], Options(delay=0, allow_private=True), second)
    assert "另一个程序" in seen[0]


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
     "0.0.0.0", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "fe80::1%eth0", "fd00::1",
     "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "::127.0.0.1", "ff02::1"],
)  # fmt: skip
def test_private_addresses(address: str) -> None:
    assert not network.is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "114.114.114.114", "2400:3200::1"])
def test_public_addresses(address: str) -> None:
    assert network.is_public(address)


def test_private_networks_are_refused_unless_told(site: Site) -> None:
    report = run(site.url(1), allow_private=False)
    assert "--allow-private" in whys(report)
    assert not site.asked


def test_the_address_that_was_checked_is_the_one_that_is_asked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: a name is looked up once, whatever it would answer the next time."""
    answers = iter(["127.0.0.1"])
    asked: list[str] = []

    def lookup(host: str, port: int, *_: object, **__: object) -> list[Any]:
        if host != "127.0.0.1":  # else the connection itself, to what was checked
            asked.append(host)
        return [(2, 1, 6, "", (next(answers, "127.0.0.1"), port))]

    monkeypatch.setattr("socket.getaddrinfo", lookup)
    with contextlib.closing(network.open_client(None, allow_private=True)) as client:
        port = site.base.rsplit(":", 1)[1]
        answer = network.get(client, f"http://rebind.example:{port}/thread-1-1-1.html", {})
    assert answer.status == 200
    assert asked == ["rebind.example"]


def test_a_host_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    mixed: Callable[..., list[Any]] = lambda host, port, **_: [  # noqa: E731
        (2, 1, 6, "", (address, port)) for address in ("1.1.1.1", "192.168.0.9")
    ]
    monkeypatch.setattr("socket.getaddrinfo", mixed)
    with pytest.raises(network.NotRead):
        network.resolve("two.example", 80, allow_private=False)


@pytest.mark.parametrize("seed", ["ftp://a.example/", "a.example/x", "http://u:p@a.example/", ""])
def test_seeds_that_are_no_web_address(seed: str, site: Site) -> None:
    with pytest.raises(SourceErrors, match="不是网址"):
        run(seed)


@given(st.lists(st.sampled_from([None, " ", WORDS, f"{WORDS}又添一句。", "改写了。", "又改写了。"]),
                min_size=1, max_size=6))  # fmt: skip
@settings(max_examples=15, deadline=None)
def test_no_text_that_was_once_shown_is_lost(shown: list[str | None]) -> None:
    """Whatever becomes of a post from visit to visit: shown, hidden, emptied, rewritten."""
    facts = {"engine": "discuz_x", "site": "bbs.example.org", "thread": "1"}
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("POSTCHECK_HOME", folder)
        corpora_folder().mkdir()
        for text in shown:
            with State("board") as state:
                state.begin()
                state.want([("k", "u", "s", "seed", "t")])
                (task,) = state.heads()
                post = Post(Text(text or ""), id="s/1-1", extra=facts,
                            unknown="hidden" if text is None else None)  # fmt: skip
                state.done(task, Visit("k", "u", "thread", [], None, None), [post], [])
                kept = [entry.text for entry in state.unstored(afresh=True)]
                state.end()
    for text in shown:
        assert not (text or "").strip() or any((text or "") in one for one in kept)


@pytest.mark.parametrize("engine", ["turbohtml", "bs4"])
def test_odd_characters_do_not_stop_a_crawl(
    site: Site, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine == "bs4":
        monkeypatch.setattr("postcheck.readers.engine.TurboHtml", lambda most: soup())
    site.threads[8] = [Reply(81, "甲&#xD800;&#0;", f"{WORDS}&#xDFFF;&#0;\x01𠮷")]
    page = site.thread_page(8, 1).replace("</body>", '<a href="/thread-8-&#xD800;2-1.html">2</a>')
    site.odd["/thread-8-1-1.html"] = Odd(body=page.encode())
    assert run(site.url(8)).posts["new"] == 1
    assert any("𠮷" in document.text for document in stored().values())
