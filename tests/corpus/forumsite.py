"""A small forum of Discuz! X markup on loopback, which can be slow, broken, moved or changed."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PER_PAGE = 3


@dataclass
class Reply:
    """A post; `text` None: the moderators hid it."""

    pid: int
    author: str
    text: str | None
    when: str = "2024-5-1 21:00:00"


@dataclass
class Odd:
    """How the site answers a path instead of the page: status, headers, body, seconds waited.
    `times`: so often, then as usual."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    wait: float = 0
    times: int = 10**9


@dataclass
class Site:
    threads: dict[int, list[Reply]] = field(default_factory=dict)
    robots: str = ""
    etags: bool = False
    endless: bool = False  # every page of a thread leads to another one
    odd: dict[str, Odd] = field(default_factory=dict)
    members: set[int] = field(default_factory=set)  # threads for those who are logged in
    asked: list[str] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    busy: int = 0
    busiest: int = 0
    base: str = ""

    def url(self, tid: int, page: int = 1) -> str:
        return f"{self.base}/thread-{tid}-{page}-1.html"

    def board(self, page: int = 1) -> str:
        return f"{self.base}/forum.php?mod=forumdisplay&fid=2&page={page}"

    def answer(self, target: str, cookie: str, known: str) -> tuple[int, dict[str, str], bytes]:
        odd = self.odd.get(target)
        if odd and odd.times > 0:
            odd.times -= 1
            time.sleep(odd.wait)
            if odd.status != 200 or odd.body or odd.headers:
                return odd.status, odd.headers, odd.body
        page = self.page(target, cookie)
        if page is None:
            return 404, {}, b""
        data = page.encode()
        etag = f'"{sha256(data).hexdigest()[:12]}"'
        if self.etags and known == etag:
            return 304, {"ETag": etag}, b""
        headers = {"ETag": etag} if self.etags else {}
        return 200, {"Content-Type": "text/html; charset=utf-8", **headers}, data

    def page(self, target: str, cookie: str) -> str | None:
        parts = urlsplit(target)
        query = parse_qs(parts.query)
        if parts.path == "/robots.txt":
            return self.robots or None
        if parts.path == "/forum.php":
            return self.list_page(int(query.get("page", ["1"])[0]))
        if parts.path.startswith("/thread-"):
            tid, page = map(int, parts.path.split("-")[1:3])
            if tid not in self.threads:
                return notice("抱歉，指定的主题不存在或已被删除或正在被审核")
            if tid in self.members and "auth=ok" not in cookie:
                return notice("抱歉，您尚未登录，没有权限访问该版块")
            return self.thread_page(tid, page)
        return None

    def list_page(self, page: int) -> str:
        tids = list(self.threads)[(page - 1) * PER_PAGE : page * PER_PAGE]
        rows = "".join(f'<tr><th><a href="thread-{tid}-1-{page}.html">题{tid}</a></th></tr>'
                       for tid in tids)  # fmt: skip
        last = max(1, -(-len(self.threads) // PER_PAGE))
        more = f'<a class="nxt" href="forum.php?mod=forumdisplay&amp;fid=2&amp;page={page + 1}">'
        return whole(
            f'<div id="threadlist"><table>{rows}</table></div>'
            f'<div class="pg">{more + "下一页</a>" if page < last else ""}</div>'
            '<div id="hot"><a href="thread-999-1-1.html">热帖</a></div>'
        )

    def thread_page(self, tid: int, page: int) -> str:
        replies = self.threads[tid]
        last = max(1, -(-len(replies) // PER_PAGE))
        number = page if self.endless else min(page, last)
        start = (min(page, last) - 1) * PER_PAGE
        boxes = "".join(box(reply, tid, start + n + 1)
                        for n, reply in enumerate(replies[start : start + PER_PAGE]))  # fmt: skip
        pages = "".join(f'<a href="thread-{tid}-{n}-1.html">{n}</a>'
                        for n in range(1, last + 1) if n != number)  # fmt: skip
        if number < last or self.endless:
            pages += f'<a class="nxt" href="thread-{tid}-{number + 1}-1.html">下一页</a>'
        return whole(
            f'<h1><span id="thread_subject">题{tid}</span></h1><div class="pg"><strong>{number}'
            f'</strong><span title="共 {last} 页"> / {last} 页</span>{pages}</div>{boxes}'
            '<a href="http://elsewhere.invalid/thread-1-1-1.html">友情链接</a>'
        )


def box(reply: Reply, tid: int, floor: int) -> str:
    body = '<div class="locked">提示: <em>该帖被管理员或版主屏蔽</em></div>'
    if reply.text is not None:
        cell = f'<td class="t_f" id="postmessage_{reply.pid}">{reply.text}</td>'
        body = f"<table><tr>{cell}</tr></table>"
    return (
        f'<table id="pid{reply.pid}"><tr><td class="pls"><div class="authi"><a class="xw1">'
        f'{reply.author}</a></div></td><td class="plc"><a id="postnum{reply.pid}" '
        f'href="forum.php?mod=redirect&amp;goto=findpost&amp;ptid={tid}&amp;pid={reply.pid}">'
        f'<em>{floor}</em>楼</a><em id="authorposton{reply.pid}">发表于 {reply.when}</em>'
        f"{body}</td></tr></table>"
    )


def whole(body: str) -> str:
    return f"<!DOCTYPE html><html><head><title>论坛</title></head><body>{body}</body></html>"


def notice(words: str) -> str:
    return whole(f'<div id="messagetext" class="alert_error"><p>{words}</p></div>')


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    """The site at 127.0.0.1 until the end of the block; `site.base` is its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.busy += 1
            site.busiest = max(site.busiest, site.busy)
            site.asked.append(self.path)
            site.at.append(time.monotonic())
            headers = self.headers
            status, fields, body = site.answer(
                self.path, headers.get("Cookie", ""), headers.get("If-None-Match", "")
            )
            site.busy -= 1
            self.send_response(status)
            for name, value in fields.items():
                self.send_header(name, value.replace("BASE", site.base))
            if "Content-Length" not in fields:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    site.base = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
