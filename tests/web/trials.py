"""Small jobs for the tests of the pool; a module of its own, quick to load in a new process."""

import os
import time
from typing import Any

from postcheck.errors import SourceError


def trials() -> Any:
    """What does the jobs, by name."""
    jobs: dict[str, Any] = {
        "add": lambda a, b: a + b,
        "sleep": time.sleep,
        "die": lambda: os._exit(1),
        "pid": os.getpid,
        "fault": fault,
        "defect": int,
    }
    return lambda job, arguments: jobs[job](*arguments)


def fault() -> None:
    raise SourceError("读不了", remedy="换一个")
