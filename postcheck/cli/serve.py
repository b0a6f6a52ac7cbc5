"""`postcheck serve`: the web page, on this machine unless told otherwise."""

import importlib
import logging
import signal
import sys
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NoReturn

import click

from postcheck.cli.chinese import Command
from postcheck.corpus.library import open_library
from postcheck.errors import SourceError, not_installed
from postcheck.paths import home
from postcheck.ruleset import ids

if TYPE_CHECKING:
    from postcheck.web.config import Config

THREADS = 128  # those that wait for a check must leave some to the live count
CONNECTIONS = 800  # a browser holds up to six
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command(cls=Command)
@click.option("--host", default="127.0.0.1", metavar="地址", help="听哪个地址，默认只听本机。")
@click.option("--port", default=8000, metavar="端口", help="默认 8000；0 为任选一个空的。")
@click.option(
    "--database", metavar="地址",
    help="哨子台的数据库（SQLAlchemy 地址），默认用数据文件夹里的 SQLite；none 为不开哨子台。",
)  # fmt: skip
@click.option(
    "--corpus", "corpora", multiple=True, metavar="名称",
    help="对照的语料库，可多次；none 为不对照；不写则对照全部。",
)  # fmt: skip
@click.option(
    "--ruleset", "rulesets", multiple=True, metavar="ID|文件",
    help="可选的规则，可多次，头一个是预选的；不写则内置的都可选。",
)  # fmt: skip
@click.option("--workers", default=2, metavar="个数", help="检查帖子的进程数，默认 2。")
@click.option(
    "--checks-a-minute", default=120, metavar="次数",
    help="同一来访地址每分钟最多检查几次，默认 120；0 为不限。",
)  # fmt: skip
@click.option(
    "--name", "names", multiple=True, metavar="域名",
    help="别人用来打开网页的域名，可多次；别的域名一律不答。",
)  # fmt: skip
@click.option(
    "--proxy", metavar="地址", help="反向代理的地址，只信它转告的访客地址（X-Forwarded-For）。"
)
@click.option("--https", is_flag=True, help="访客只经 https 打开（由反向代理解开）。")
def serve(
    host: str,
    port: int,
    database: str | None,
    corpora: tuple[str, ...],
    rulesets: tuple[str, ...],
    workers: int,
    checks_a_minute: int,
    names: tuple[str, ...],
    proxy: str | None,
    https: bool,
) -> None:
    """开网页：玩家自查，哨子在哨子台办事。按 Ctrl+C 停止。

    默认只听本机。给别人用时放在反向代理后面，做法见 docs/web.md。
    """
    for name in ("flask", "flask_limiter", "waitress"):
        _need(name)
    from postcheck.web.config import Config, secret_key

    if not 1 <= workers <= 64:
        raise SourceError(f"--workers {workers} 不行", remedy="写 1 到 64 之间的数")
    chosen = () if "none" in corpora else corpora or None
    if chosen != ():
        open_library(chosen).close()  # a wrong name is told now, not at the first check
    config = Config(
        secret_key=secret_key(home()),
        rulesets=rulesets or tuple(ids()),
        corpora=chosen,
        database=_database(database),
        hosts=_hosts(host, names),
        secure=https,
        workers=workers,
        checks_a_minute=max(checks_a_minute, 0),
    )
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
    _run(config, host, port, proxy)


def _need(module: str) -> None:
    try:
        importlib.import_module(module)
    except ImportError:
        raise not_installed("网页要用的库还没有装", "web") from None


def _database(address: str | None) -> str | None:
    if address == "none":
        return None
    for name in ("sqlalchemy", "flask_login", "flask_wtf", "argon2"):
        _need(name)
    from postcheck.web.desk.database import default_address

    return address or default_address()


def _hosts(host: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """By which names the page answers: those given, and on a loopback address this machine's."""
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = host == "localhost"
    return (*names, *LOOPBACK) if names or local else ()


def _run(config: "Config", host: str, port: int, proxy: str | None) -> None:
    from waitress.server import create_server  # type: ignore[import-untyped]

    from postcheck.web.app import create_app

    app = create_app(config)
    size = config.upload_bytes + 200_000
    trusted: dict[str, Any] = (
        {
            "trusted_proxy": proxy,
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
            "clear_untrusted_proxy_headers": True,
        }
        if proxy
        else {}
    )
    try:
        server = create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=CONNECTIONS,
            asyncore_use_poll=True,
            max_request_body_size=size,
            inbuf_overflow=2 * size,  # a draft stays in memory, and never becomes a file
            outbuf_overflow=50_000_000,
            ident=None,
            **trusted,
        )
    except (OSError, ValueError) as error:
        app.extensions["postcheck.pool"].close()
        raise SourceError(
            f"不能在 {host}:{port} 上开网页", remedy="端口可能被占了，换一个；或核对地址"
        ) from error
    port = getattr(server, "effective_port", port)
    click.echo(f"网页在 http://{f'[{host}]' if ':' in host else host}:{port}/ ，按 Ctrl+C 停止")
    signal.signal(signal.SIGTERM, _stop)
    try:
        server.run()
    finally:
        server.close()
        app.extensions["postcheck.pool"].close()


def _stop(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(0)
