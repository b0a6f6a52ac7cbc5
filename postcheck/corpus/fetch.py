"""Asking a site with manners: its own addresses only, robots.txt, a pause between two requests,
the waiting time that it asks for, a bounded number of tries and of redirects.
"""

import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar
from types import TracebackType
from urllib.parse import urljoin

from protego import Protego

from postcheck.corpus.addresses import site_of
from postcheck.corpus.network import AGENT, LONGEST, Answer, NotRead, get, open_client

TRIES = 3
PATIENCE = 300  # seconds; a site that asks for more is left alone until another run
REDIRECTS = 10
GIVEN_UP = 5  # failures of a host, one after the other, after which it is left alone

_MOVED = (301, 302, 303, 307, 308)
_PAGES = ("text/html", "application/xhtml", "text/plain")
_ROBOTS_MOST = 512_000  # bytes that are looked at (RFC 9309)


class Fetcher:
    """One request at a time; `sites` are the only ones that are asked. `longest`: seconds that
    one request may take in all."""

    def __init__(
        self,
        sites: Collection[str],
        *,
        cookies: CookieJar | None = None,
        delay: float = 2,
        allow_private: bool = False,
        longest: float = LONGEST,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.sites = frozenset(sites)
        self.closed: dict[str, str] = {}  # site → why it is left alone in this run
        self._delay = delay
        self._longest = longest
        self._sleep = sleep
        self._client = open_client(cookies, allow_private=allow_private)
        self._robots: dict[str, Protego] = {}
        self._ready: dict[str, float] = {}
        self._failures: dict[str, int] = {}

    def __enter__(self) -> "Fetcher":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    def ready(self, site: str) -> float:
        """When the site may be asked again, on the monotonic clock."""
        return self._ready.get(site, 0)

    def fetch(self, url: str, etag: str | None = None, modified: str | None = None) -> Answer:
        """The page behind `url`, status 200, or 304 where it is as `etag` and `modified` say.

        Raises NotRead: refused, gone, moved in a circle, failed after all tries.
        """
        marks = {"If-None-Match": etag, "If-Modified-Since": modified}
        headers = {name: value for name, value in marks.items() if value}
        site = self._checked(url)
        try:
            answer = self._follow(url, headers)
        except NotRead as fault:
            self.failed(site, fault)
            raise
        self._failures[site] = 0
        return answer

    def failed(self, site: str, fault: NotRead) -> None:
        """Counts what may pass, and leaves a site alone that fails again and again."""
        if not fault.passing:
            return
        self._failures[site] = self._failures.get(site, 0) + 1
        if fault.wait is not None and fault.wait > PATIENCE:
            self.closed[site] = f"站点要求 {fault.wait} 秒后再来"
        elif self._failures[site] >= GIVEN_UP:
            self.closed[site] = f"接连 {GIVEN_UP} 次取不到（{fault.why}），先不再取"

    def _follow(self, url: str, headers: dict[str, str]) -> Answer:
        seen = {url}
        while True:
            if not self._allowed(url):
                raise NotRead("robots.txt 不许取这一页", outside=True)
            answer = self._tried(url, headers)
            if answer.status not in _MOVED:
                return _page(answer)
            url = _target(answer)
            if url in seen:
                raise NotRead("转来转去成了圈")
            if len(seen) > REDIRECTS:
                raise NotRead(f"转了 {REDIRECTS} 次还没有到")
            seen.add(url)
            self._checked(url)

    def _checked(self, url: str) -> str:
        try:
            site = site_of(url)
        except ValueError:
            raise NotRead("不是网页的地址", outside=True) from None
        if site not in self.sites:
            raise NotRead(f"在别的站点 {site}，不取", outside=True)
        if site in self.closed:
            raise NotRead(self.closed[site], passing=True)
        return site

    def _tried(self, url: str, headers: dict[str, str]) -> Answer:
        """Asks again where that may help. Raises NotRead."""
        site = site_of(url)
        for left in range(TRIES - 1, -1, -1):
            self._pause(site)
            try:
                return _whole(get(self._client, url, headers, self._longest))
            except NotRead as fault:
                if not (fault.passing and left) or (fault.wait or 0) > PATIENCE:
                    raise
                longer = self._delay * 2 ** (TRIES - left)
                self._ready[site] = time.monotonic() + max(fault.wait or 0, longer)
        raise AssertionError("the last try returns or raises")

    def _pause(self, site: str) -> None:
        wait = self._ready.get(site, 0) - time.monotonic()
        if wait > 0:
            self._sleep(wait)
        self._ready[site] = time.monotonic() + self._pace(site)

    def _pace(self, site: str) -> float:
        robots = self._robots.get(site)
        asked = robots.crawl_delay(AGENT) if robots else None
        return max(self._delay, asked or 0)

    def _allowed(self, url: str) -> bool:
        site = site_of(url)
        if site not in self._robots:
            self._robots[site] = Protego.parse(self._read_robots(url))
        return bool(self._robots[site].can_fetch(url, AGENT))

    def _read_robots(self, url: str) -> str:
        """RFC 9309: none (4xx) allows everything; one that cannot be had nothing."""
        url = urljoin(url, "/robots.txt")
        for _ in range(REDIRECTS):
            try:
                answer = self._tried(url, {})
            except NotRead as fault:
                if fault.outside:
                    raise
                raise NotRead(f"取不到 robots.txt：{fault.why}", passing=fault.passing,
                              wait=fault.wait) from None  # fmt: skip
            if answer.status not in _MOVED:
                return answer.data[:_ROBOTS_MOST].decode("utf-8", "replace")
            url = _target(answer)
            self._checked(url)
        return ""


def _target(answer: Answer) -> str:
    """Where a redirect leads to; raises NotRead where that is no address."""
    try:
        return urljoin(answer.url, answer.headers.get("location", ""))
    except ValueError:
        raise NotRead("转向的地址不成形") from None


def _whole(answer: Answer) -> Answer:
    """Raises NotRead where the server is busy or broken."""
    if answer.status == 429 or answer.status >= 500:
        wait = _retry_after(answer.headers.get("retry-after", ""))
        words = "太频繁" if answer.status == 429 else "服务器出错"
        raise NotRead(f"{words}（{answer.status}）", passing=True, wait=wait)
    return answer


def _retry_after(written: str) -> int | None:
    """Seconds, from a number or a date. None: it does not say."""
    if written.isdecimal():
        return int(written[:9])
    try:
        left = parsedate_to_datetime(written) - datetime.now(UTC)
    except (TypeError, ValueError):
        return None
    return max(0, round(left.total_seconds()))


def _page(answer: Answer) -> Answer:
    """Raises NotRead on what is no page."""
    status = answer.status
    if status in (404, 410):
        raise NotRead(f"没有这一页（{status}），也许已被删除")
    if status in (401, 403):
        raise NotRead(f"站点不让看（{status}），也许要登录")
    if status not in (200, 304):
        raise NotRead(f"站点答复 {status}")
    kind = answer.headers.get("content-type", "text/html").lower()
    if status == 200 and not kind.startswith(_PAGES):
        raise NotRead(f"不是网页（{kind.partition(';')[0][:40]}）")
    return answer
