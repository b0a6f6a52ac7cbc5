"""The log of requests: method, address, status and time. No query, no body, nothing of a draft."""

import logging
import time
from urllib.parse import quote

from flask import Flask, Response, g, request

LOG = logging.getLogger("postcheck.web")


def register(app: Flask) -> None:
    """Writes a line for every answer."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.begun = time.perf_counter()


def _end(response: Response) -> Response:
    spent = 1000 * (time.perf_counter() - g.pop("begun", time.perf_counter()))
    path = quote(request.path)  # an address may hold anything, line ends included
    LOG.info("%s %s %d %.0f ms", request.method, path, response.status_code, spent)
    return response
