"""How much memory may be taken while a page is read: what it will make is not known before."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

_ACCOUNT = "/proc/self/statm"
_DATA = 5  # its sixth number: pages of data and stack
if _ON_LINUX := os.path.exists(_ACCOUNT):
    import resource

    _USUAL = resource.getrlimit(resource.RLIMIT_DATA)


@contextmanager
def at_most(more: int) -> Iterator[None]:
    """Within, taking more than `more` bytes of memory raises MemoryError.

    Only on Linux, and only in the main thread: all threads share the limit.
    """
    if not _ON_LINUX or threading.current_thread() is not threading.main_thread():
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
    return int(os.pread(_account(os.getpid()), 200, 0).split()[_DATA]) * resource.getpagesize()


@cache
def _account(_: int) -> int:
    """Open as long as the process lives: to open it for each page takes longer than all else."""
    return os.open(_ACCOUNT, os.O_RDONLY)
