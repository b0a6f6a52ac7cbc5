"""Bad input of ours: one exception class and its one layout on screen.

What is wrong with a *post* is never an exception, it is a finding. What is wrong with a
ruleset, a ledger, a manifest, a file name or a file's bytes is a `SourceError`; a stage
that finds several raises them together as a `SourceErrors`.
"""

import re
import tomllib
from collections.abc import Iterable
from typing import Any


class SourceErrors(Exception):
    """One or more `SourceError`, to be shown all at once; commands exit with status 2."""

    def __init__(self, errors: "Iterable[SourceError]") -> None:
        self.errors: tuple[SourceError, ...] = tuple(errors)
        super().__init__("\n".join(error.layout() for error in self.errors))


class SourceError(SourceErrors):
    """A fault in one place of an input.

    `file` is printed as the user gave it (None: no file), `line` counts from 1 (None: the
    whole file), `message` says what is wrong and `remedy` what to do, both in Chinese.
    """

    def __init__(
        self, message: str, *, remedy: str = "", file: str | None = None, line: int | None = None
    ) -> None:
        self.message = message
        self.remedy = remedy
        self.file = file
        self.line = line
        super().__init__((self,))

    def layout(self) -> str:
        """`文件:行: 说明 —— 办法`, without the parts that are unknown."""
        place = ""
        if self.file:
            place = f"{self.file}:{self.line}: " if self.line is not None else f"{self.file}: "
        return f"{place}{self.message}" + (f" —— {self.remedy}" if self.remedy else "")


def not_installed(message: str, extra: str, file: str | None = None) -> SourceError:
    """What needs an extra of postcheck that is not there."""
    remedy = f"在 postcheck 的源文件夹里运行 pip install '.[{extra}]'"
    return SourceError(message, remedy=remedy, file=file)


def toml_tables(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML file; raises SourceError for what is none, or is made to break it."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers of 5,000 digits, thousands of levels
        raise toml_fault(error, text, file) from error


def toml_fault(error: ValueError | RecursionError, text: str, file: str) -> SourceError:
    """What is wrong with a TOML file, with the line that the parser names (else the last)."""
    found = re.search(r"at line (\d+)", str(error))
    line = int(found[1]) if found else text.rstrip().count("\n") + 1
    if "overwrite" in str(error) or "twice" in str(error):
        return SourceError("同一个键写了两次", remedy="只留一个", file=file, line=line)
    return SourceError(
        "不是合法的 TOML", remedy="核对这一行的引号、方括号和等号", file=file, line=line
    )
