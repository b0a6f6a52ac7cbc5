"""`postcheck.toml`: options of the commands, one table a command, and `postcheck config show`.

    [check]
    ruleset = "fengyun85"

    [corpus.add]
    author = "白鹭"

The nearest file counts, from the working folder upwards. Command line beats file beats
default. A file that an option names is looked for beside `postcheck.toml` first. An unknown
table or key is an error with the nearest right one, and so is a value of the wrong form.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from postcheck.cli.chinese import Command, Group, nearest
from postcheck.errors import SourceError, SourceErrors, toml_tables

NAME = "postcheck.toml"


@dataclass(frozen=True)
class Config:
    """`tables`: command → option → value, as written; `path` None: there is no file."""

    path: Path | None
    tables: dict[str, Any]
    text: str = ""

    def line(self, *keys: str) -> int | None:
        """The line that opens a table, or that sets a key in it."""
        from postcheck.ruleset.document import line_numbers  # only faults and `show` need it

        return line_numbers(self.text).get(keys)

    def fault(self, message: str, remedy: str, *keys: str) -> SourceError:
        return SourceError(message, remedy=remedy, file=str(self.path), line=self.line(*keys))


def load_config(folder: Path) -> Config:
    """The nearest `postcheck.toml` from `folder` upwards."""
    path = next((p for one in (folder, *folder.parents) if (p := one / NAME).is_file()), None)
    if path is None:
        return Config(None, {})
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError("读不出设置", remedy="须是 UTF-8 编码的文件", file=str(path)) from error
    return Config(path, toml_tables(text, str(path)), text)


def apply_config(ctx: click.Context) -> None:
    """Makes the file's values the defaults of the command about to run."""
    found = load_config(Path.cwd())
    ctx.obj = found
    group = ctx.command
    assert isinstance(group, Group)
    errors = list(_unknown_tables(found, group.list_commands(ctx)))
    name = ctx.invoked_subcommand
    command = group.get_command(ctx, name) if name in found.tables else None
    if name is not None and command is not None and not errors:
        ctx.default_map = {name: _settings(found, (name,), found.tables[name], command, errors)}
    if errors:
        raise SourceErrors(errors)


def _unknown_tables(found: Config, commands: list[str]) -> Iterator[SourceError]:
    for table, values in found.tables.items():
        if not isinstance(values, dict):
            yield found.fault(f"{table} 不能单独写", "写在 [check] 一类的节里", table)
        elif table not in commands:
            near = nearest(table, commands)
            yield found.fault(f"没有 [{table}] 这一节{near}", "节名是命令的名字", table)


def _settings(
    found: Config,
    keys: tuple[str, ...],
    table: dict[str, Any],
    command: click.Command,
    errors: list[SourceError],
) -> dict[str, Any]:
    """The values of a command's table by parameter name, of a group's by subcommand."""
    section = f"[{'.'.join(keys)}]"
    options = _options(command)
    below = command.commands if isinstance(command, click.Group) else {}
    names = [*options, *below]
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in below and isinstance(value, dict):
            values[key] = _settings(found, (*keys, key), value, below[key], errors)
        elif key not in options:
            remedy = f"可用的项见 postcheck {' '.join(keys)} --help"
            message = f"{section} 没有 {key} 这一项{nearest(key, names)}"
            errors.append(found.fault(message, remedy, *keys, key))
        elif wrong := _wrong_form(options[key], value):
            errors.append(found.fault(f"{section} {key} 的写法不对", wrong, *keys, key))
        else:
            values[options[key].name or key] = _value(found, options[key], value)
    return values


def _options(command: click.Command) -> dict[str, click.Option]:
    """Long name, without dashes → option."""
    return {
        name.removeprefix("--"): one
        for one in command.params
        if isinstance(one, click.Option) and not one.is_eager
        for name in one.opts
        if name.startswith("--")
    }


def _wrong_form(option: click.Option, value: object) -> str:
    """How the option's value has to be written, empty where it is."""
    if option.is_flag:
        return "" if isinstance(value, bool) else "写 true 或 false"
    if option.multiple:
        fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return "" if fits else '写成列表，如 ["甲", "乙"]'
    if isinstance(option.type, click.Choice):
        choices = [str(one) for one in option.type.choices]
        return "" if value in choices else f"只能是 {'、'.join(choices)}"
    if option.type is click.INT:
        return "" if type(value) is int else "写一个整数"
    return "" if isinstance(value, str | date) else "写成带引号的文字"


def _value(found: Config, option: click.Option, value: Any) -> Any:
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(option.type, click.Path) and found.path is not None:
        beside = found.path.parent / value
        return str(beside) if beside.is_file() else value
    return value


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
    errors: list[SourceError] = []
    lines: list[str] = []
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        assert command is not None
        chosen = _settings(found, (name,), found.tables.get(name, {}), command, errors)
        lines += _shown(found, (name,), command, chosen, origin)
    if errors:
        raise SourceErrors(errors)
    click.echo(f"设置文件：{found.path or '无'}")
    click.echo("\n".join(lines))


def _shown(
    found: Config, keys: tuple[str, ...], command: click.Command, chosen: dict[str, Any],
    origin: bool,
) -> Iterator[str]:  # fmt: skip
    """A command's section, and those of its subcommands, as they would stand in the file."""
    options = _options(command)
    if options:
        yield f"[{'.'.join(keys)}]"
    for key, option in options.items():
        written = option.name in chosen
        default = option.default is True if option.is_flag else option.default
        value = chosen[option.name or key] if written else default
        place = f"{found.path}:{found.line(*keys, key)}" if written else "默认"
        yield f"{key} = {_literal(value)}" + (f"    # {place}" if origin else "")
    for name, below in command.commands.items() if isinstance(command, click.Group) else ():
        yield from _shown(found, (*keys, name), below, chosen.get(name, {}), origin)


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | list) else "（未设置）"
