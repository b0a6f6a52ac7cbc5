"""`postcheck.toml`: options of the commands, one table a command, and `postcheck config show`.

The nearest file counts, from the working folder upwards. Command line beats file beats
default. An unknown table or key is an error with the nearest right one.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from postcheck.cli.chinese import Command, Group, nearest
from postcheck.errors import SourceError, SourceErrors

NAME = "postcheck.toml"


@dataclass(frozen=True)
class Config:
    """`tables`: command → option → value, as written; `path` None: there is no file."""

    path: Path | None
    tables: dict[str, dict[str, Any]]
    text: str = ""

    def line(self, table: str, key: str | None = None) -> int | None:
        """The line that opens `table`, or that sets `key` in it."""
        inside = False
        for number, line in enumerate(self.text.splitlines(), 1):
            stripped = line.strip()
            if stripped.startswith("["):
                inside = stripped.strip("[] ") == table
                if inside and key is None:
                    return number
            elif inside and stripped.partition("=")[0].strip(' "') == key:
                return number
        return None


def load_config(folder: Path) -> Config:
    """The nearest `postcheck.toml` from `folder` upwards."""
    for place in (folder, *folder.parents):
        path = place / NAME
        if not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
            tables = tomllib.loads(text)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise SourceError(
                f"读不出设置：{error}", remedy="设置文件须是 UTF-8 编码的 TOML", file=str(path)
            ) from error
        return Config(path, tables, text)
    return Config(None, {})


def apply_config(ctx: click.Context) -> None:
    """Makes the file's values the defaults of the command about to run."""
    found = load_config(Path.cwd())
    group = ctx.command
    assert isinstance(group, Group)
    _check_tables(found, group.list_commands(ctx))
    ctx.obj = found
    name = ctx.invoked_subcommand
    if name in found.tables:
        command = group.get_command(ctx, name)
        assert command is not None
        ctx.default_map = {name: _checked(found, name, command, ctx)}


def _check_tables(found: Config, commands: list[str]) -> None:
    errors = [
        SourceError(
            f"没有 [{table}] 这一节{nearest(table, commands)}",
            remedy=f"可用的节：{'、'.join(commands)}",
            file=str(found.path),
            line=found.line(table),
        )
        for table, values in found.tables.items()
        if table not in commands or not isinstance(values, dict)
    ]
    if errors:
        raise SourceErrors(errors)


def _checked(
    found: Config, table: str, command: click.Command, ctx: click.Context
) -> dict[str, Any]:
    """The table's values by parameter name; unknown keys are errors, all at once."""
    names = {
        opt.removeprefix("--"): param
        for param in command.get_params(ctx)
        if isinstance(param, click.Option) and param.name != "help"
        for opt in param.opts
        if opt.startswith("--")
    }
    errors = []
    values = {}
    for key, value in found.tables[table].items():
        place = {"file": str(found.path), "line": found.line(table, key)}
        if key not in names:
            errors.append(SourceError(f"[{table}] 没有 {key} 这一项{nearest(key, names)}",
                                      remedy=f"可用的项：{'、'.join(names)}", **place))  # type: ignore[arg-type]  # fmt: skip
        elif names[key].multiple != isinstance(value, list) or isinstance(value, dict):
            form = "用方括号写成列表" if names[key].multiple else "只写一个值"
            errors.append(SourceError(f"[{table}] {key} 的写法不对", remedy=f"须{form}", **place))  # type: ignore[arg-type]
        else:
            values[names[key].name or key] = value
    if errors:
        raise SourceErrors(errors)
    return values


@click.group(cls=Group)
def config() -> None:
    """查看生效的设置。"""


@config.command(cls=Command)
@click.option("--origin", is_flag=True, help="同时显示每一项的来源（文件与行号，或默认值）。")
@click.pass_context
def show(ctx: click.Context, origin: bool) -> None:
    """列出各命令生效的选项；未设置的显示默认值。"""
    root = ctx.find_root()
    group, found = root.command, root.obj
    assert isinstance(group, Group)
    click.echo(f"设置文件：{found.path or '无'}")
    for table in ("count", "check"):
        command = group.get_command(root, table)
        assert command is not None
        chosen = _checked(found, table, command, root) if table in found.tables else {}
        click.echo(f"[{table}]")
        for param in command.get_params(root):
            if not isinstance(param, click.Option) or param.name == "help":
                continue
            key = param.opts[0].removeprefix("--")
            value = chosen.get(param.name or "", param.get_default(root))
            at = f"{found.path}:{found.line(table, key)}" if param.name in chosen else "默认"
            click.echo(f"{key} = {_shown(value)}" + (f"    # {at}" if origin else ""))


def _shown(value: object) -> str:
    if value is None or "UNSET" in repr(value):
        return "（未设置）"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(list(value) if isinstance(value, tuple) else value)
