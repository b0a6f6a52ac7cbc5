"""How much memory may be taken while a page is read: what it will make is not known before."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import resource
except ImportError:  # Windows keeps no such account
    _USUAL = None
else:
    _USUAL = resource.getrlimit(resource.RLIMIT_DATA)
_ACCOUNT = "/proc/self/statm"
_DATA = 5  # its sixth number: pages of data and stack


@contextmanager
def at_most(more: int) -> Iterator[None]:
    """Within, taking more than `more` bytes of memory raises MemoryError.

    Only on Linux, and only in the main thread: all threads share the limit.
    """
    if _USUAL is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    soft, hard = _USUAL
    limit = _taken() + more
    if soft == resource.RLIM_INFINITY or limit < soft:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, _USUAL)


def _taken() -> int:
    with open(_ACCOUNT, "rb") as account:
        return int(account.read().split()[_DATA]) * resource.getpagesize()
