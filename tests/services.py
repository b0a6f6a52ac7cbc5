"""Programs that some tests start themselves: a browser, a database server, Java."""

import os
import shutil

import pytest


def program(*names: str) -> str:
    """The path of the first of these programs that is there.

    Where none is, the test is skipped, saying so; in CI (`CI` is set) it fails, since a skip
    there would hide a missing step of the set-up.
    """
    for name in names:
        if found := shutil.which(name):
            return found
    reason = f"none of {', '.join(names)} is installed: this was NOT tested"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
