"""One GET at a time, bounded in size and time, into the public network only.

Every address that a host resolves to is checked, and the connection goes to the very address
that was checked: a name that changes its mind in between (DNS rebinding) gains nothing.
"""

import re
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.cookiejar import CookieJar
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

import httpx

import postcheck

LARGEST = 50_000_000  # bytes of one page, unpacked
AGENT = f"postcheck/{postcheck.__version__}"

LONGEST = 180  # seconds of one page, from the first address asked to the last byte

_TIMEOUT = httpx.Timeout(30, connect=15)  # seconds without a sign of life
_TRIED = 3  # addresses of a host, one after the other
_NAT64 = IPv6Network("64:ff9b::/96")
_CHARSET = re.compile(r"charset\s*=\s*\"?([\w-]{2,30})", re.I)


class NotRead(Exception):
    """Why a page was not read, in Chinese. `passing`: another try may do; `wait`: how many
    seconds the site asks for first; `outside`: it must not be asked for at all."""

    def __init__(
        self, why: str, *, passing: bool = False, wait: int | None = None, outside: bool = False
    ) -> None:
        super().__init__(why)
        self.why = why
        self.passing = passing
        self.wait = wait
        self.outside = outside


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server sent. `headers` in lower case; `data` is empty but for status 200."""

    url: str
    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def charset(self) -> str | None:
        found = _CHARSET.search(self.headers.get("content-type", ""))
        return found[1] if found else None


def is_public(written: str) -> bool:
    """Is this IP address one of the public network, also inside a wrapping IPv6 address?"""
    address = ip_address(written.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address.teredo:
            inner = address.teredo[1]
        if address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolve(host: str, port: int, *, allow_private: bool) -> list[str]:
    """The IP addresses of a host; raises NotRead if one of them must not be asked."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotRead(f"找不到服务器 {host}", passing=True) from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not allow_private and not all(map(is_public, addresses)):
        raise NotRead(f"{host} 在本机或内网，不取（确要取时加 --allow-private）", outside=True)
    return addresses


class _Guard(httpx.HTTPTransport):
    """Connects to the checked address; name and certificate stay those of the host. No connection
    is kept: one that was opened under another name must not serve this one."""

    def __init__(self, allow_private: bool) -> None:
        super().__init__(trust_env=False, limits=httpx.Limits(max_keepalive_connections=0))
        self.allow_private = allow_private

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        host = request.url.host
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        addresses = resolve(host, port, allow_private=self.allow_private)
        *first, last = addresses[:_TRIED]
        for address in first:
            try:
                return super().handle_request(_aimed(request, address))
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return super().handle_request(_aimed(request, last))


def _aimed(request: httpx.Request, address: str) -> httpx.Request:
    return httpx.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )


def open_client(cookies: CookieJar | None, *, allow_private: bool) -> httpx.Client:
    """A client that follows no redirect by itself and asks no proxy. Cookies go to their own
    domain only."""
    headers = {
        "User-Agent": AGENT,
        "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
        "Accept-Language": "zh-CN,zh;q=0.9",
        "Accept-Encoding": "gzip, deflate",
    }
    return httpx.Client(
        transport=_Guard(allow_private),
        cookies=cookies,
        headers=headers,
        timeout=_TIMEOUT,
        follow_redirects=False,
        trust_env=False,
    )


class _Deadline:
    """Cuts the connection off when the time is over: a server that sends a byte now and then
    never keeps a single wait too long."""

    def __init__(self, seconds: float) -> None:
        self.over = False
        self._lines: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> "_Deadline":
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._timer.join()
        for line in self._lines:
            line.close()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """What httpcore tells of; the copy of the socket reaches the line whoever holds it."""
        if event == "connection.connect_tcp.complete":
            self._lines.append(info["return_value"].get_extra_info("socket").dup())
            if self.over:
                self._cut()

    def _cut(self) -> None:
        self.over = True
        for line in self._lines:
            with suppress(OSError):  # closed by the other side
                line.shutdown(socket.SHUT_RDWR)


def get(
    client: httpx.Client, url: str, headers: Mapping[str, str], longest: float = LONGEST
) -> Answer:
    """One request of at most `longest` seconds; raises NotRead for what the network did, not for
    what the status says."""
    with _Deadline(longest) as deadline:
        try:
            answer = _answer(client, url, headers, deadline)
        except NotRead:
            if deadline.over:
                raise _late(longest) from None
            raise
    if deadline.over:  # what came may look whole where the end of the line ends the page
        raise _late(longest)
    return answer


def _late(seconds: float) -> NotRead:
    return NotRead(f"{seconds:g} 秒还没有收完", passing=True)


def _answer(
    client: httpx.Client, url: str, headers: Mapping[str, str], deadline: _Deadline
) -> Answer:
    extensions = {"trace": deadline.trace}
    try:
        with client.stream("GET", url, headers=dict(headers), extensions=extensions) as response:
            data = _body(response) if response.status_code == httpx.codes.OK else b""
            return Answer(url, response.status_code, response.headers, data)
    except httpx.TimeoutException:
        raise NotRead("服务器迟迟不答", passing=True) from None
    except httpx.DecodingError:
        raise NotRead("压缩的数据是坏的") from None
    except httpx.RemoteProtocolError:
        raise NotRead("连接中断，网页不完整", passing=True) from None
    except httpx.TransportError:
        raise NotRead("连不上服务器", passing=True) from None
    except (httpx.InvalidURL, UnicodeError):
        raise NotRead("网址不成形") from None


def _body(response: httpx.Response) -> bytes:
    """The page, unpacked; raises NotRead past the bounds."""
    if "," in response.headers.get("content-encoding", ""):
        raise NotRead("网页压缩了好几层，不取")
    too_large = NotRead(f"网页超过 {LARGEST // 1_000_000} MB，不取")
    length = response.headers.get("content-length", "")
    if length.isdecimal() and int(length[:18]) > LARGEST:
        raise too_large
    data = bytearray()
    for chunk in response.iter_bytes(1 << 16):
        data += chunk
        if len(data) > LARGEST:
            raise too_large
    return bytes(data)
