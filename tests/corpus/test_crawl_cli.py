"""`postcheck crawl` from the command line: status, table, JSON, cookies, bad usage."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from forumsite import Odd, Reply, Site, serving

from postcheck.cli.main import run
from postcheck.corpus import addresses

WORDS = "渡口的雨总是先落在对岸，船家说那边的山高，云走到那儿就走不动了。"
Called = Callable[..., tuple[int, str, str]]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POSTCHECK_HOME", "home")
    threads = {tid: [Reply(10 * tid + n, "甲", f"{WORDS}{tid}之{n}") for n in range(1, 5)]
               for tid in (1, 2)}  # fmt: skip
    with serving(Site(threads)) as found:
        yield found


@pytest.fixture
def call(site: Site, capsys: pytest.CaptureFixture[str]) -> Called:
    def called(*words: str) -> tuple[int, str, str]:
        status = run(["crawl", *words, "--corpus", "旧帖", "--delay", "0", "--allow-private"])
        output = capsys.readouterr()
        return status, output.out, output.err

    return called


def test_a_list_of_addresses_and_the_table(site: Site, call: Called) -> None:
    Path("list.txt").write_text(f"# 两个主题\n{site.url(1)}\n\n{site.url(2)}\n", encoding="utf-8")
    status, out, err = call("list.txt")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "旧帖：读 4 页，未变 0 页，没取到 0 页，不取 0 页"
    assert out.splitlines()[1].split() == [
        "读", "新增", "有改动", "相同", "保留旧文", "略过", "主题",
    ]  # fmt: skip
    assert out.splitlines()[-1].split() == ["8", "8", "0", "0", "0", "0", "合计"]


def test_some_failed_is_status_3_with_the_reason(site: Site, call: Called) -> None:
    site.odd["/thread-1-2-1.html"] = Odd(status=403)
    status, out, _ = call(site.url(1))
    assert status == 3
    assert f"没取到：{site.url(1, 2)}: 站点不让看（403），也许要登录" in out
    assert "注意：主题 1：缺第 2 页" in out


def test_nothing_at_all_is_status_2(site: Site, call: Called) -> None:
    status, out, err = call(f"{site.base}/nowhere")
    assert (status, out) == (2, "")
    assert "没有这一页（404）" in err


def test_json_says_the_same(site: Site, call: Called) -> None:
    _, out, _ = call(site.url(1), "--json")
    result = json.loads(out)
    assert result["posts"] == {"read": 4, "new": 4}
    assert result["pages"]["read"] == 2
    assert (result["left"], result["faults"]) == (0, [])


def test_titles_cannot_steer_the_terminal(site: Site, call: Called) -> None:
    site.threads[7] = [Reply(71, "甲", WORDS)]
    page = site.thread_page(7, 1).replace("题7", "题\x1b[2J\u202e")
    site.odd["/thread-7-1-1.html"] = Odd(body=page.encode())
    _, out, _ = call(site.url(7))
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_cookies_come_from_the_browsers_file(site: Site, call: Called) -> None:
    site.members.add(1)
    row = "127.0.0.1\tFALSE\t/\tFALSE\t0\tauth\tok\n"
    Path("cookies.txt").write_text(f"# Netscape HTTP Cookie File\n{row}", encoding="utf-8")
    assert call(site.url(1))[0] == 2
    assert call(site.url(1), "--cookies", "cookies.txt")[0] == 0


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "没有这个文件"),
        ("{}", "不是 cookies.txt"),
        ("# Netscape HTTP Cookie File\n", "没有还有效的 cookie"),
        ("# Netscape HTTP Cookie File\na\tb\n", "不是 cookies.txt"),
    ],
)
def test_a_bad_cookie_file(content: str | None, says: str, site: Site, call: Called) -> None:
    if content is not None:
        Path("cookies.txt").write_text(content, encoding="utf-8")
    status, _, err = call(site.url(1), "--cookies", "cookies.txt")
    assert status == 2
    assert says in err
    assert not site.asked


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("bbs.example.org/thread-1-1-1.html",), "不是网址，也不是文件"),
        (("ftp://bbs.example.org/",), "不是网址"),
        (("http://bbs.example.org/", "--delay", "-1"), "--delay"),
        (("http://bbs.example.org/", "--limit", "0"), "--limit"),
    ],
)
def test_bad_usage(words: tuple[str, ...], says: str, site: Site) -> None:
    error = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", error)
        assert run(["crawl", *words, "--corpus", "旧帖"]) == 2
    assert says in error.getvalue()


def test_the_record_goes_with_the_corpus(site: Site, call: Called) -> None:
    call(site.url(1))
    assert Path("home/corpora/.旧帖.crawl.sqlite").exists()
    assert run(["corpus", "remove", "旧帖"]) == 0
    assert not Path("home/corpora/.旧帖.crawl.sqlite").exists()


def test_a_damaged_record_is_told(site: Site, call: Called) -> None:
    call(site.url(1))
    Path("home/corpora/.旧帖.crawl.sqlite").write_bytes(b"no database" * 1000)
    status, _, err = call(site.url(1))
    assert status == 2
    assert "抓取记录损坏" in err


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")
def test_a_terminal_sees_rate_and_time_left(site: Site) -> None:
    import pty

    site.odd["/thread-1-2-1.html"] = Odd(wait=0.3)
    leader, follower = pty.openpty()
    words = ["postcheck", "crawl", site.url(1), site.url(2), "--corpus",
               "旧帖", "--delay", "0", "--allow-private"]  # fmt: skip
    code = "import sys; from postcheck.cli.main import main; sys.argv = sys.argv[1:]; main()"
    command = [sys.executable, "-c", code, *words]
    with subprocess.Popen(command, stderr=follower, stdout=subprocess.PIPE) as process:
        os.close(follower)
        seen = b""
        while True:
            try:
                chunk = os.read(leader, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            seen += chunk
    os.close(leader)
    assert process.returncode == 0
    assert "页/分" in seen.decode()
    assert "还知道" in seen.decode()


@pytest.mark.parametrize(
    ("path", "kind", "number", "page"),
    [
        ("/thread-77-2-1.html", "thread", "77", 2),
        ("/bbs/forum.php?mod=viewthread&tid=77&extra=page%3D3&page=2", "thread", "77", 2),
        ("/forum.php?tid=77&mod=viewthread", "thread", "77", 1),
        ("/forum.php?mod=forumdisplay&fid=2&page=5", "list", "2", 5),
        ("/forum-2-5.html", "list", "2", 5),
        ("/t77-2-1", "thread", "77", 2),
        ("/viewthread.php?tid=77&page=2", "thread", "77", 2),
        ("/archiver/tid-77-page-2.html", "thread", "77", 2),
        ("/archiver/?tid-77.html", "thread", "77", 1),
        ("/read.php?tid=77&page=2", "thread", "77", 2),
        ("/read.php?tid-77-page-2.html", "thread", "77", 2),
        ("/thread.php?fid=3&page=2", "list", "3", 2),
        ("/p/77?pn=2", "thread", "77", 2),
        ("/group/topic/77/?start=100", "thread", "77", 100),
        ("/viewtopic.php?f=1&t=77&start=20", "thread", "77", 20),
        ("/dispbbs.asp?boardid=1&id=77&star=2", "thread", "77", 2),
        ("/forum.php?mod=viewthread&tid=77&authorid=5", None, "", 0),
        ("/forum.php?mod=redirect&goto=findpost&ptid=77&pid=5", None, "", 0),
        ("/member.php?mod=logging&action=login", None, "", 0),
    ],
)
def test_addresses_of_boards(path: str, kind: str | None, number: str, page: int) -> None:
    place = addresses.place_of(f"https://bbs.example.org{path}")
    found = (place.kind, place.number, place.page) if place else (None, "", 0)
    assert found == (kind, number, page)


def test_addresses_of_a_users_own_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "addresses"
    folder.mkdir()
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path))
    (folder / "mine.toml").write_text(
        '[[address]]\nkind = "thread"\npath = \'\\bshow\\.asp$\'\nnumber = "id"\npage = "p"\n',
        encoding="utf-8",
    )
    place = addresses.place_of("https://old.example.org/bbs/show.asp?id=9&p=3")
    assert place == addresses.Place("thread", "9", 3)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://BBS.Example.org:443/a", "bbs.example.org"),
        ("http://bbs.example.org./a", "bbs.example.org"),
        ("http://bbs.example.org:8080/a", "bbs.example.org:8080"),
        ("http://[::1]:8080/", "::1:8080"),
    ],
)
def test_sites_by_host_and_port(url: str, site: str) -> None:
    assert addresses.site_of(url) == site


def test_a_further_site_may_be_allowed(site: Site, call: Called) -> None:
    with serving(Site(site.threads)) as other:
        site.odd["/moved"] = Odd(301, {"Location": other.url(1)})
        assert call(f"{site.base}/moved")[0] == 2
        status, out, _ = call(f"{site.base}/moved", "--site", other.base.removeprefix("http://"))
    assert status == 0
    assert out.splitlines()[-1].split()[:2] == ["4", "4"]
