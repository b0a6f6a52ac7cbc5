"""The desk for tests: an application with a database, accounts that are cheap to check, a game."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from desk_story import ledger, records
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from postcheck.web.app import create_app
from postcheck.web.config import Config
from postcheck.web.desk import accounts, ledgers
from postcheck.web.desk.access import KEY
from postcheck.web.desk.database import Store
from postcheck.web.limits import limiter

PASSWORD = "one long phrase"
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
PEOPLE = {"哨甲": "referee", "哨乙": "referee", "助手丙": "assistant", "旁观丁": "observer"}


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that take no time; no login of another test counts against a limit."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(accounts, "hasher", lambda: cheap)
    accounts._nobodys.cache_clear()
    limiter.reset() if limiter.initialized else None


@pytest.fixture
def config(config: Config, tmp_path: Path) -> Config:  # type: ignore[no-redef]
    return replace(config, database=f"sqlite:///{tmp_path / 'desk.sqlite'}")


@pytest.fixture
def app(config: Config) -> Flask:
    made = create_app(config)
    limiter.reset()
    return made


@pytest.fixture
def store(app: Flask) -> Store:
    """With the accounts of PEOPLE, and one that belongs to no game."""
    found: Store = app.extensions[KEY].store
    for name, role in {**PEOPLE, "路人": "referee"}.items():
        accounts.add(found, name, PASSWORD, role)
    return found


class Visitor:
    """A browser of somebody who is logged in (`name` None: nobody)."""

    def __init__(self, app: Flask, name: str | None) -> None:
        self.client: FlaskClient = app.test_client()
        self.name = name
        if name is not None:
            answer = self.post("/desk/login", {"name": name, "password": PASSWORD}, "/desk/login")
            assert answer.status_code == 303

    def get(self, path: str) -> TestResponse:
        return self.client.get(path)

    def token(self, page: str) -> str:
        found = TOKEN.search(self.client.get(page).text)
        assert found is not None, page
        return found[1]

    def post(self, path: str, data: dict[str, Any], page: str = "/desk/") -> TestResponse:
        """Sends a form with the token of `page`."""
        return self.client.post(path, data={"csrf_token": self.token(page), **data})


Login = Callable[[str | None], Visitor]


@pytest.fixture
def login(app: Flask, store: Store) -> Login:
    return lambda name: Visitor(app, name)


@pytest.fixture
def referee(login: Login) -> Visitor:
    return login("哨甲")


def imported(referee: Visitor, raw: bytes) -> str:
    """A game from a ledger file; gives its address."""
    answer = referee.post("/desk/new", {"ledger": (BytesIO(raw), "局.jsonl")})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


@pytest.fixture
def game(referee: Visitor, store: Store) -> str:
    """The address of the small game, with all of PEOPLE in it."""
    address = imported(referee, ledger(records()))
    join(store, address)
    return address


def join(store: Store, address: str) -> None:
    """Everyone of PEOPLE belongs to a game."""
    for account in accounts.everyone(store):
        if account.name in PEOPLE:
            accounts.set_member(store, address.rsplit("/", 1)[1], account, PEOPLE[account.name])


def length(store: Store, address: str) -> int:
    return ledgers.length(store, address.rsplit("/", 1)[1])


def texts(store: Store, address: str) -> list[str]:
    return [line.text for line in ledgers.read(store, address.rsplit("/", 1)[1])]
