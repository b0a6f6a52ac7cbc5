"""Writes docs/commands.md from the commands' help and docs/errors.md from tests/bad/cli.

Run it after a change of either; tests/test_docs.py fails until it was run.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from postcheck.cli.main import cli

DOCS = Path(__file__).parent
CASES = DOCS.parent / "tests" / "bad" / "cli"
WIDTH = 88

COMMANDS_HEAD = """\
# 命令

每个命令的 `--help`，由程序生成。
选项也可以写进 `postcheck.toml`，一个命令一节，项名是选项去掉两个短横。
"""
ERRORS_HEAD = """\
# 错误一览

输入或用法有错时，每个错占一行，写到标准错误，退出码是 2，什么也不会写到一半：

```text
错误：文件:行: 哪里不对 —— 怎么办
```

帖子本身的毛病（太短、重复、引用过度……）不是错误，而是检查的结果，见 [报告](report.md)。
下面的例子都由测试逐字核对。路径前的“…”是所在的文件夹。
"""


def commands() -> str:
    return "\n".join([COMMANDS_HEAD, *_helps(cli, "postcheck")])


def _helps(command: click.Command, path: str) -> Iterator[str]:
    """The help of a command, then of those inside it."""
    context = click.Context(command, info_name=path, terminal_width=WIDTH)
    yield f"## {path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _helps(inner, f"{path} {name}")


def errors() -> str:
    pages = [
        tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*.toml"))
    ]
    return "\n".join([ERRORS_HEAD, *(part for page in pages for part in _gallery(page))])


def _gallery(page: dict[str, Any]) -> Iterator[str]:
    yield f"## {page['title']}\n"
    for case in page["case"]:
        call = " ".join(["postcheck", *case["args"]])
        yield (
            f"### {case['name']}\n\n```text\n$ {call}\n{case['says'].strip()}\n```\n\n"
            f"{case['means']}{case['remedy']}\n"
        )


PAGES = {"commands.md": commands, "errors.md": errors}

if __name__ == "__main__":
    for name, make in PAGES.items():
        (DOCS / name).write_text(make(), encoding="utf-8")
