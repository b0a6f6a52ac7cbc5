"""Command lines of the tests of audits, each in a folder of its own."""

import contextlib
import io
import os
from collections.abc import Iterator
from pathlib import Path

from postcheck.cli.main import run


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """`folder` as the working folder, with a store of its own."""
    old, home = Path.cwd(), os.environ.get("POSTCHECK_HOME")
    os.chdir(folder)
    os.environ["POSTCHECK_HOME"] = str(folder / "home")
    try:
        yield
    finally:
        os.chdir(old)
        if home is None:
            del os.environ["POSTCHECK_HOME"]
        else:
            os.environ["POSTCHECK_HOME"] = home


def called(*words: str) -> tuple[int, str, str]:
    """Exit status, standard output and messages of one command line."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(list(words))
    return status, out.getvalue(), err.getvalue()
