"""The security headers of every response, errors and static files included; and by which names
the page may be called and from which pages it may be sent to: no other site's page reaches it."""

from collections.abc import Collection
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

POLICY = "; ".join((
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
))  # fmt: skip
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def register(app: Flask, hosts: Collection[str], secure: bool) -> None:
    """Adds them to all that the application answers; `hosts` empty: any name.

    `secure`: the page is reached by https alone, and browsers are told to remember that.
    """

    def refuse_foreign() -> None:
        if hosts and _host_name() not in hosts:
            abort(421)
        if request.method not in ("GET", "HEAD", "OPTIONS") and not _from_here():
            abort(403)

    def head(response: Response) -> Response:
        response.headers.update(HEADERS)
        if secure:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        if request.endpoint not in ("static", "assets"):
            # What a visitor checks is nobody else's.
            response.headers["Cache-Control"] = "no-store"
        return response

    app.before_request(refuse_foreign)
    app.after_request(head)


def _host_name() -> str | None:
    """The name by which the page was called; None: it is none."""
    try:
        return urlsplit(f"//{request.host}").hostname
    except ValueError:
        return None


def _from_here() -> bool:
    """Was it sent by one of our pages, or by no page at all? Another site's page may not."""
    if (site := request.headers.get("Sec-Fetch-Site")) is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:  # a half of an IPv6 address
        return False
