"""The fixtures of the desk's tests, a plugin of each test file.

One application serves all tests of a process; each test has games of its own in it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from desk_kit import Login, Visitor, add_people, imported, join, postgresql
from desk_story import ledger, records
from flask import Flask

from postcheck.web.app import create_app
from postcheck.web.config import Config
from postcheck.web.desk import accounts
from postcheck.web.desk.access import KEY
from postcheck.web.desk.database import Store, metadata, opened
from postcheck.web.limits import limiter


@pytest.fixture(scope="session")
def cheap() -> Iterator[None]:
    """Passwords that take no time."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(accounts, "hasher", lambda: quick)
        accounts.nobodys_hash.cache_clear()
        yield


@pytest.fixture(scope="session")
def shared(cheap: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    database = tmp_path_factory.mktemp("desk") / "desk.sqlite"
    made = create_app(
        Config(secret_key=b"0" * 32, corpora=(), workers=0, database=f"sqlite:///{database}")
    )
    add_people(made.extensions[KEY].store)
    yield made
    made.extensions[KEY].store.engine.dispose()


@pytest.fixture
def desk(shared: Flask) -> Flask:
    """The application; the logins of other tests count against no limit."""
    limiter.reset()
    return shared


@pytest.fixture
def store(desk: Flask) -> Store:
    """Its database, with the accounts of PEOPLE and the stranger."""
    found: Store = desk.extensions[KEY].store
    return found


@pytest.fixture
def login(desk: Flask) -> Login:
    return lambda name: Visitor(desk, name)


@pytest.fixture
def referee(login: Login) -> Visitor:
    return login("哨甲")


@pytest.fixture
def game(referee: Visitor, store: Store) -> str:
    """The address of the small game, with all of PEOPLE in it."""
    address = imported(referee, ledger(records()))
    join(store, address)
    return address


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """One PostgreSQL server for all tests of a process."""
    with postgresql() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def any_store(cheap: None, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        found = opened(f"sqlite:///{tmp_path / 'any.sqlite'}")
    else:
        found = opened(request.getfixturevalue("server"))
        with found.writing() as connection:
            tables = ", ".join(metadata.tables)
            connection.exec_driver_sql(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
    yield found
    found.engine.dispose()
