"""click speaking Chinese: help pages and usage errors. Everything a user reads is Chinese."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module

import click


class Command(click.Command):
    """A command whose help page is Chinese."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "显示本页。"
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        chinese = pieces.replace("[OPTIONS]", "[选项]").replace("COMMAND [ARGS]...", "命令 …")
        formatter.write_usage(ctx.command_path, chinese, prefix="用法：")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        records = [record for one in options if (record := one.get_help_record(ctx))]
        with formatter.section("选项"):
            formatter.write_dl([(name, _in_chinese(says)) for name, says in records])


def _in_chinese(says: str) -> str:
    """What click itself adds to the line of an option."""
    says = re.sub(r"\[(\d+)<=x<=(\d+)\]", r"［\1 到 \2］", says.replace("[required]", "［必填］"))
    return re.sub(r"\[x>=(\d+)\]", r"［从 \1 起］", says)


class Group(Command, click.Group):
    """A group of commands; each is imported from its module only when it is used.

    `lazy` maps a command's name to ("module:attribute", one line of help), so that the
    help page costs no import.
    """

    command_class = Command

    def __init__(self, *, lazy: dict[str, tuple[str, str]] | None = None, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.lazy = lazy or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, attribute = self.lazy[cmd_name][0].split(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        rows = [(name, self._short_help(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("命令"):
            formatter.write_dl(rows)

    def _short_help(self, ctx: click.Context, name: str) -> str:
        if name in self.lazy:
            return self.lazy[name][1]
        command = self.get_command(ctx, name)
        return command.get_short_help_str(60) if command else ""


def usage_message(error: click.UsageError) -> str:
    """One Chinese line: what is wrong with the call, and the nearest right word."""
    match error:
        case click.NoSuchOption():
            name = error.option_name
            return f"没有选项 {name}{nearest(name, _options(error.ctx))}"
        case click.exceptions.NoSuchCommand():
            name = error.command_name
            return f"没有命令 {name}{nearest(name, _commands(error.ctx))}"
        case click.MissingParameter():
            return f"缺少{_parameter(error)}"
        case click.BadParameter():
            kind = error.param.type if error.param else None
            if isinstance(kind, click.Choice):
                return f"{_parameter(error)} 只能是 {'、'.join(map(str, kind.choices))}"
            return f"{_parameter(error)} {_wanted(kind)}"
        case click.BadOptionUsage():
            wrong = "不带值" if "does not take" in error.message else "后面缺少值"
            return f"选项 {error.option_name} {wrong}"
    if "Missing command" in error.message:
        return "缺少命令"
    if "unexpected extra argument" in error.message:
        return f"多余的参数：{error.message.partition('(')[2].rstrip(')')}"
    return error.message


def _wanted(kind: object) -> str:
    """How a value has to be written."""
    if not isinstance(kind, click.types.IntParamType):
        return "的值不对"
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is None:
        return "要写整数"
    return f"要写 {least} 到 {most} 的整数" if most is not None else f"要写整数，从 {least} 起"


def nearest(word: str, known: Iterable[str]) -> str:
    """`，是不是 X？` with the known word that is nearest to `word`, or nothing."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"，是不是 {near[0]}？" if near else ""


def _commands(ctx: click.Context | None) -> list[str]:
    return ctx.command.list_commands(ctx) if ctx and isinstance(ctx.command, click.Group) else []


def _options(ctx: click.Context | None) -> list[str]:
    return [name for one in ctx.command.get_params(ctx) for name in one.opts] if ctx else []


def _parameter(error: click.BadParameter) -> str:
    if error.param is None or error.ctx is None:
        return "参数"
    if isinstance(error.param, click.Argument):
        return f"参数 {error.param.make_metavar(error.ctx)}"
    return f"选项 {'/'.join(error.param.opts)}"
