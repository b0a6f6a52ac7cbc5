"""An application served to a browser, and how the browser is started."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from flask import Flask
from waitress.server import create_server
from waitress.wasyncore import close_all

ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The address of an application on a free loopback port, until the block ends."""
    channels: dict[int, Any] = {}
    server = create_server(app, map=channels, host="127.0.0.1", port=0, threads=8)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.task_dispatcher.shutdown()
        # In the server's own thread: closed from here, it may be waiting for these very sockets.
        server.trigger.pull_trigger(lambda: close_all(channels))
        thread.join(5)
