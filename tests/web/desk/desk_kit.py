"""Helpers of the desk's tests: a visitor with cookies, a game in the database, PostgreSQL."""

import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from glob import glob
from io import BytesIO
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from services import program
from werkzeug.test import TestResponse

from postcheck.web.desk import accounts, ledgers
from postcheck.web.desk.database import Store

PASSWORD = "one long phrase"
PEOPLE = {"哨甲": "referee", "哨乙": "referee", "助手丙": "assistant", "旁观丁": "observer"}
STRANGER = "路人"  # a referee of other games
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


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

    def json(self, path: str) -> Any:
        answer = self.client.get(f"{path}.json")
        assert answer.status_code == 200, answer.text
        return answer.json

    def token(self, page: str) -> str:
        found = TOKEN.search(self.client.get(page).text)
        assert found is not None, page
        return found[1]

    def post(self, path: str, data: dict[str, Any], page: str = "/desk/") -> TestResponse:
        """Sends a form with the token of `page`."""
        return self.client.post(path, data={"csrf_token": self.token(page), **data})

    def add(self, game: str, after: int, **fields: Any) -> TestResponse:
        """Records an event at once; `kind` is its type."""
        form = {"after": after, "confirm": "yes", "type": fields.pop("kind"), **fields}
        return self.post(f"{game}/add", form)


Login = Callable[[str | None], Visitor]


def add_people(store: Store) -> None:
    """The accounts of PEOPLE, and one that belongs to no game."""
    for name, role in {**PEOPLE, STRANGER: "referee"}.items():
        accounts.add(store, name, PASSWORD, role)


def imported(referee: Visitor, raw: bytes) -> str:
    """A game from a ledger file; gives its address."""
    answer = referee.post("/desk/new", {"ledger": (BytesIO(raw), "局.jsonl")})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def game_id(address: str) -> str:
    return address.rsplit("/", 1)[1]


def join(store: Store, address: str) -> None:
    """Everyone of PEOPLE belongs to a game."""
    for account in accounts.everyone(store):
        if account.name in PEOPLE:
            accounts.set_member(store, game_id(address), account, PEOPLE[account.name])


def length(store: Store, address: str) -> int:
    return ledgers.length(store, game_id(address))


def texts(store: Store, address: str) -> list[str]:
    return [line.text for line in ledgers.read(store, game_id(address))]


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a server of our own, on a socket in a folder of its own, until the end.

    It runs as an unprivileged user, since PostgreSQL refuses to run as root.
    """
    server = Path(program(*sorted(glob("/usr/lib/postgresql/*/bin/postgres")), "postgres"))
    user = _nobody()
    folder = Path(tempfile.mkdtemp(prefix="pc-pg-"))
    if user is not None:
        os.chown(folder, user, -1)
    data = folder / "data"
    started: subprocess.Popen[bytes] | None = None
    try:
        make = [str(server.with_name("initdb")), "-D", str(data), "-U", "desk", "-A", "trust",
                "-E", "UTF8", "--no-locale", "--no-sync"]  # fmt: skip
        subprocess.run(make, check=True, capture_output=True, user=user, cwd=folder)
        run = [str(server), "-D", str(data), "-k", str(folder), "-c", "listen_addresses="]
        with open(os.devnull, "wb") as nowhere:
            started = subprocess.Popen(run, stdout=nowhere, stderr=nowhere, user=user, cwd=folder)
        _wait(server.with_name("pg_isready"), folder)
        yield f"postgresql+psycopg://desk@/postgres?host={folder}"
    finally:
        if started is not None:
            started.send_signal(signal.SIGINT)  # at once, whoever is still connected
            started.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _nobody() -> int | None:
    """Whom to be where we are root."""
    if os.geteuid() != 0:
        return None
    known = {one.pw_name: one.pw_uid for one in pwd.getpwall()}
    return known.get("postgres", known["nobody"])


def _wait(ready: Path, folder: Path) -> None:
    for _ in range(200):
        if subprocess.call([str(ready), "-q", "-h", str(folder), "-U", "desk"]) == 0:
            return
        time.sleep(0.05)
    raise AssertionError("PostgreSQL did not start")


def fields_of(page: str, action: str) -> dict[str, str]:
    """What a browser would send back of the form with this action, as the page holds it."""
    form = BeautifulSoup(page, "lxml").find("form", action=action)
    assert form is not None, action
    boxes = {str(one["name"]): one.get_text() for one in form.find_all("textarea")}
    inputs = {
        str(one["name"]): str(one.get("value", ""))
        for one in form.find_all("input")
        if one.get("name") and one.get("type") != "file"
    }
    return {**inputs, **boxes}
