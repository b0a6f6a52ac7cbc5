"""`postcheck user`: accounts from the command line; and the whole desk on PostgreSQL."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from desk_kit import PASSWORD, Visitor, add_people, imported
from desk_story import ledger, records

from postcheck.cli.user import user
from postcheck.errors import SourceError
from postcheck.web.app import create_app
from postcheck.web.config import Config
from postcheck.web.desk import accounts
from postcheck.web.desk.access import KEY
from postcheck.web.desk.database import Store, opened
from postcheck.web.limits import limiter

pytest_plugins = ("desk_fixtures",)


@pytest.fixture
def address(cheap: None, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'desk.sqlite'}"


def run(address: str, *arguments: str, typed: str = "") -> Result:
    call = [*arguments, "--database", address]
    return CliRunner().invoke(user, call, input=typed, catch_exceptions=False)


def test_an_account_is_added_listed_disabled(address: str) -> None:
    assert run(address, "add", "哨甲", typed=f"{PASSWORD}\n{PASSWORD}\n").exit_code == 0
    assert (
        run(address, "add", "旁观", "--role", "observer", "--stdin", typed=PASSWORD).exit_code == 0
    )
    assert run(address, "disable", "旁观").exit_code == 0
    listed = json.loads(run(address, "list", "--json").output)
    assert listed == [
        {"name": "哨甲", "role": "referee", "active": True},
        {"name": "旁观", "role": "observer", "active": False},
    ]
    assert run(address, "list").output == "哨甲　哨子\n旁观　旁观　已停用\n"
    assert run(address, "disable", "旁观", "--undo").exit_code == 0
    assert json.loads(run(address, "list", "--json").output)[1]["active"] is True


def test_a_password_is_asked_for_and_never_printed(address: str) -> None:
    asked = run(address, "add", "哨甲", typed=f"{PASSWORD}\n{PASSWORD}\n")
    assert PASSWORD not in asked.output
    changed = run(address, "password", "哨甲", "--stdin", typed="another long one\n")
    assert changed.output == "已改“哨甲”的密码\n"
    store = opened(address)
    assert accounts.check(store, "哨甲", "another long one") is not None
    assert accounts.check(store, "哨甲", PASSWORD) is None
    store.engine.dispose()


def test_without_a_terminal_the_way_out_is_named(address: str, tmp_path: Path) -> None:
    program = "from postcheck.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "user", "add", "哨甲", "--database", address],
        stdin=subprocess.DEVNULL, capture_output=True, check=False, start_new_session=True,
    )  # fmt: skip
    assert done.returncode == 2
    said = done.stderr.decode("utf-8").strip()
    assert said == "错误：这里没有终端，问不了密码 —— 加 --stdin，密码从标准输入的第一行读"


@pytest.mark.parametrize(
    ("arguments", "typed", "said"),
    [(("add", "哨甲", "--stdin"), "short", "密码须有 10 至 200 个字符"),
     (("add", "", "--stdin"), PASSWORD, "账号名须是"),
     (("password", "无名", "--stdin"), PASSWORD, "没有账号“无名”"),
     (("disable", "无名"), "", "没有账号“无名”")],
)  # fmt: skip
def test_mistakes_are_told(address: str, arguments: tuple[str, ...], typed: str, said: str) -> None:
    with pytest.raises(SourceError, match=said):
        run(address, *arguments, typed=typed)


def test_the_desk_works_on_any_database(any_store: Store) -> None:
    """Login, import, ruling, undo, export: on SQLite and on PostgreSQL."""
    add_people(any_store)
    url = any_store.engine.url.render_as_string(hide_password=False)
    app = create_app(Config(secret_key=b"0" * 32, corpora=(), workers=0, database=url))
    limiter.reset()
    referee = Visitor(app, "哨甲")
    raw, lines = ledger(records()), len(records())
    game = imported(referee, raw)
    ruling = {"kind": "ruling", "on": "C1", "outcome": "dismissed", "finding": "over_quoted"}
    assert referee.add(game, lines, at="2026-03-02T22:55", **ruling).status_code == 303
    assert referee.add(game, lines, at="2026-03-02T22:55", **ruling).status_code == 409
    form = {"after": lines + 1, "reason": "误", "at": "2026-03-02T22:56"}
    assert referee.post(f"{game}/lines/{lines + 1}/undo", form).status_code == 303
    post = {"kind": "report", "player": "阿福", "at": "2026-03-02T22:57", "text": "桥下的水声\0夜"}
    assert referee.add(game, lines + 2, **post).status_code == 303
    assert referee.json(f"{game}/complaints")["complaints"][1]["status"] == "accepted"
    with referee.get(f"{game}/ledger.jsonl") as answer:
        assert answer.data.startswith(raw)
        assert answer.data.count(b"\n") == lines + 4
    app.extensions[KEY].store.engine.dispose()
