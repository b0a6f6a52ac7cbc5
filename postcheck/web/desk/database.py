"""The tables of the desk, in any database that SQLAlchemy knows; SQLite where none is named.

Nothing of a game is ever changed: its lines are added, numbered from 1 without gaps, and the
number is unique in a game, so that two referees cannot both write the next one.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from postcheck import paths
from postcheck.errors import SourceError

metadata = MetaData()
accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("role", String(12), nullable=False),
    Column("active", Boolean, nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of what the cookie holds
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("opened", Integer, nullable=False),  # seconds
    Column("seen", Integer, nullable=False),
)
games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("title", Text, nullable=False),
    Column("created_at", String(32), nullable=False),
)
members = Table(
    "members",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("role", String(12), nullable=False),
)
lines = Table(
    "lines",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("recorded_at", String(32), nullable=False),
)
texts = Table(  # the post that came with a line, and what the checks found in it
    "texts",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("draft", LargeBinary, nullable=False),
    Column("result", LargeBinary, nullable=False),
)
waivers = Table(  # what a referee left out by hand; `line`: the verdict that rests on it
    "waivers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False, index=True),
    Column("post", Integer, nullable=False),
    Column("line", Integer, nullable=False),
    Column("what", Text, nullable=False),
    Column("result", LargeBinary, nullable=False),
)
_WAIT = 30  # seconds that a writer waits for another


class Store:
    """A database that is open: `reading()` and `writing()` are transactions."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writer = engine.execution_options(writes=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All of the block or nothing; on disk when it ends."""
        with self._writer.begin() as connection:
            yield connection


def default_address() -> str:
    """The file `desk.sqlite` in the user's own folder."""
    return URL.create("sqlite", database=str(paths.home() / "desk.sqlite")).render_as_string(False)


def opened(address: str) -> Store:
    """Opens the database and makes what tables it lacks. Raises SourceError."""
    try:
        url = make_url(address)
        if url.get_backend_name() == "sqlite":
            _own_file(url.database)
            engine = create_engine(url, connect_args={"timeout": _WAIT})
            event.listen(engine, "connect", _on_connect)
            event.listen(engine, "begin", _on_begin)
        else:
            engine = create_engine(url, pool_pre_ping=True)
        metadata.create_all(engine)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise SourceError(
            "数据库地址不对", remedy="写成 sqlite:///文件 或 postgresql+psycopg://用户@主机/库"
        ) from error
    except (DBAPIError, OSError) as error:
        raise SourceError("打不开数据库", remedy="核对地址、权限，数据库是否开着") from error
    return Store(engine)


def _own_file(database: str | None) -> None:
    """Makes the file readable by its owner alone before anything is in it."""
    if database and database != ":memory:" and not Path(database).exists():
        Path(database).parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))


def _on_connect(raw: object, _: object) -> None:
    """The log is on disk before a commit returns; transactions begin where we say."""
    raw.isolation_level = None  # type: ignore[attr-defined]
    cursor = raw.cursor()  # type: ignore[attr-defined]
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    """A writer takes the lock at once: it never reads what another is about to change."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
