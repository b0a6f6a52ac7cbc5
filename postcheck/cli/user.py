"""`postcheck user`: the accounts of the referee's desk."""

import importlib
import json
import sys
import warnings
from getpass import GetPassWarning
from typing import TYPE_CHECKING

import click

from postcheck.cli.chinese import Command, Group
from postcheck.errors import SourceError, not_installed

if TYPE_CHECKING:
    from postcheck.web.desk.database import Store

NAME = click.argument("name", metavar="账号")
DATABASE = click.option(
    "--database", metavar="地址",
    help="数据库（SQLAlchemy 地址），默认用数据文件夹里的 SQLite；与 serve 的相同。",
)  # fmt: skip
STDIN = click.option("--stdin", is_flag=True, help="密码从标准输入的第一行读，不问。")


@click.group(cls=Group)
def user() -> None:
    """哨子台的账号：加、列、改密码、停用。"""


@user.command(cls=Command)
@NAME
@click.option(
    "--role", type=click.Choice(["referee", "assistant", "observer"]), default="referee",
    help="在任何一局里最多可作：referee 哨子（也能开局，默认），assistant 助手，observer 旁观。",
)  # fmt: skip
@STDIN
@DATABASE
def add(name: str, role: str, stdin: bool, database: str | None) -> None:
    """加一个账号；密码会问，不写在命令里。"""
    store = _store(database)
    from postcheck.web.desk import accounts

    accounts.add(store, name, _password(stdin), role)
    click.echo(f"已加账号“{name.strip()}”，{accounts.ROLES[role]}")


@user.command(name="list", cls=Command)
@DATABASE
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def list_(database: str | None, as_json: bool) -> None:
    """列出账号。"""
    store = _store(database)
    from postcheck.web.desk import accounts

    found = accounts.everyone(store)
    if as_json:
        rows = [{"name": one.name, "role": one.role, "active": one.active} for one in found]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for one in found:
        click.echo(f"{one.name}　{accounts.ROLES[one.role]}{'' if one.active else '　已停用'}")


@user.command(cls=Command)
@NAME
@STDIN
@DATABASE
def password(name: str, stdin: bool, database: str | None) -> None:
    """改一个账号的密码；它在各处都要重新登录。"""
    store = _store(database)
    from postcheck.web.desk import accounts

    accounts.set_password(store, accounts.named(store, name), _password(stdin))
    click.echo(f"已改“{name}”的密码")


@user.command(cls=Command)
@NAME
@click.option("--undo", is_flag=True, help="重新启用。")
@DATABASE
def disable(name: str, undo: bool, database: str | None) -> None:
    """停用一个账号；它记下的事都还在。"""
    store = _store(database)
    from postcheck.web.desk import accounts

    accounts.set_active(store, accounts.named(store, name), undo)
    click.echo(f"已{'重新启用' if undo else '停用'}“{name}”")


def _store(database: str | None) -> "Store":
    for module in ("flask", "sqlalchemy", "argon2"):
        try:
            importlib.import_module(module)
        except ImportError:
            raise not_installed("哨子台要用的库还没有装", "web") from None
    from postcheck.web.desk.database import default_address, opened

    store = opened(database or default_address())
    click.get_current_context().call_on_close(store.engine.dispose)
    return store


def _password(stdin: bool) -> str:
    if stdin:
        return sys.stdin.readline().rstrip("\r\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error", GetPassWarning)
        try:
            asked: str = click.prompt("密码", hide_input=True, confirmation_prompt="再写一遍")
        except GetPassWarning:
            raise SourceError(
                "这里没有终端，问不了密码", remedy="加 --stdin，密码从标准输入的第一行读"
            ) from None
    return asked
