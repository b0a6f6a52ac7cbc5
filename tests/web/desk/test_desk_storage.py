"""What is stored: the same on SQLite and on a real PostgreSQL, and whole after kill -9."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from desk_kit import PASSWORD, add_people
from desk_story import closed, ledger, records

from postcheck.errors import SourceError
from postcheck.game.ledger import parse
from postcheck.game.referee import replay, ruleset_of
from postcheck.web.desk import accounts, ledgers, sessions
from postcheck.web.desk.database import Store, opened
from postcheck.web.desk.ledgers import Checked, Stale, Waived

pytest_plugins = ("desk_fixtures",)


def stored(store: Store, raw: bytes) -> tuple[str, accounts.Account]:
    add_people(store)
    account = accounts.named(store, "哨甲")
    return ledgers.create(store, "春局", raw, account), account


@pytest.mark.parametrize(
    "raw",
    [
        ledger(closed()),
        ledger(records()).replace(b"\n", b"\n\n", 3),
        ledger(records()).replace(b"\n", b"\r\n"),
        ledger(records(title="山\u200b\u202e𠮷😀 <b>'\"\\")),
    ],
    ids=["plain", "blank lines", "crlf", "odd characters"],
)
def test_a_ledger_comes_out_as_it_went_in(any_store: Store, raw: bytes) -> None:
    game, _ = stored(any_store, raw)
    assert ledgers.raw(ledgers.read(any_store, game)) == raw
    found = parse(ledgers.raw(ledgers.read(any_store, game)), "x")
    replay(found, ruleset_of(found))


def test_lines_are_added_with_who_and_when(any_store: Store) -> None:
    game, account = stored(any_store, ledger(records()))
    before = ledgers.length(any_store, game)
    ledgers.append(any_store, game, before, ['{"a": 1}', '{"a": 2}'], account)
    added = ledgers.read(any_store, game, before)
    assert [(one.number, one.text, one.by) for one in added] == [
        (before + 1, '{"a": 1}', "哨甲"), (before + 2, '{"a": 2}', "哨甲"),
    ]  # fmt: skip
    assert all(one.recorded_at.endswith("+00:00") for one in added)


@pytest.mark.parametrize("shift", [-5, -1, 1, 7])
def test_a_writer_behind_or_ahead_writes_nothing(any_store: Store, shift: int) -> None:
    game, account = stored(any_store, ledger(records()))
    before = ledgers.length(any_store, game)
    with pytest.raises(Stale):
        ledgers.append(any_store, game, before + shift, ["{}"], account)
    assert ledgers.length(any_store, game) == before


def test_two_referees_who_take_out_each_other_at_once_leave_one(any_store: Store) -> None:
    game, first = stored(any_store, ledger(records()))
    second = accounts.named(any_store, "哨乙")
    together = Barrier(2)

    def take_out(account: accounts.Account) -> bool:
        together.wait(10)
        try:
            accounts.set_member(any_store, game, account, None)
        except SourceError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        for _ in range(15):
            for one in (first, second):
                accounts.set_member(any_store, game, one, "referee")
            assert sorted(pool.map(take_out, (first, second))) == [False, True]


def test_of_many_writers_at_once_one_wins_each_time(any_store: Store) -> None:
    """Nobody's line is lost, doubled or put in another's place."""
    game, account = stored(any_store, ledger(records()))
    before = ledgers.length(any_store, game)

    def write(name: int) -> int:
        done = 0
        while done < 10:
            try:
                after = ledgers.length(any_store, game)
                ledgers.append(any_store, game, after, [f"[{name}, {done}]"], account)
                done += 1
            except Stale:
                continue
        return done

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(write, range(4))) == [10] * 4
    added = [json.loads(one.text) for one in ledgers.read(any_store, game, before)]
    assert sorted(added) == [[name, turn] for name in range(4) for turn in range(10)]
    for name in range(4):
        assert [turn for one, turn in added if one == name] == list(range(10))


def test_a_post_and_its_waivers_come_with_their_line(any_store: Store) -> None:
    game, account = stored(any_store, ledger(records()))
    line = ledgers.length(any_store, game) + 1
    checked = Checked({"text": "甲\x00\ud800𠮷"}, {"counts": {"words": 4}})
    ledgers.append(any_store, game, line - 1, ["{}"], account, {line: checked})
    waived = Waived(line, line + 1, {"measure": "quoted", "start": 0, "end": 3}, {"n": 1})
    ledgers.append(any_store, game, line, ["{}"], account, waived=[waived])
    assert ledgers.checked_of(any_store, game, line) == checked
    assert ledgers.checked_of(any_store, game, line + 1) is None
    assert ledgers.waived_in(any_store, game, line) == [waived]


def test_accounts(any_store: Store) -> None:
    accounts.add(any_store, "哨甲", PASSWORD, "referee")
    assert accounts.check(any_store, "哨甲", PASSWORD) is not None
    assert accounts.check(any_store, "哨甲", PASSWORD + "!") is None
    assert accounts.check(any_store, "哨乙", PASSWORD) is None
    with pytest.raises(SourceError, match="已有账号"):
        accounts.add(any_store, " 哨甲 ", PASSWORD, "observer")
    account = accounts.named(any_store, "哨甲")
    accounts.set_active(any_store, account, False)
    assert accounts.check(any_store, "哨甲", PASSWORD) is None
    accounts.set_active(any_store, account, True)
    accounts.set_password(any_store, account, "another long one")
    assert accounts.check(any_store, "哨甲", PASSWORD) is None
    assert accounts.check(any_store, "哨甲", "another long one") is not None


@pytest.mark.parametrize(
    ("name", "password"),
    [("", PASSWORD), ("甲\n乙", PASSWORD), ("甲" * 41, PASSWORD), ("哨", "short"),
     ("哨", "a" * 201), ("哨", "aaaaaaaaaaaa"), ("哨子哨子哨子哨子哨子", "哨子哨子哨子哨子哨子")],
)  # fmt: skip
def test_poor_names_and_passwords_are_refused(any_store: Store, name: str, password: str) -> None:
    with pytest.raises(SourceError):
        accounts.add(any_store, name, password, "referee")
    assert accounts.everyone(any_store) == []


def test_passwords_and_tokens_are_not_stored(any_store: Store, tmp_path: Path) -> None:
    from sqlalchemy import text

    accounts.add(any_store, "哨甲", PASSWORD, "referee")
    token = sessions.start(any_store, accounts.named(any_store, "哨甲"))
    with any_store.reading() as connection:
        rows = [*connection.execute(text("SELECT * FROM accounts")),
                *connection.execute(text("SELECT * FROM sessions"))]  # fmt: skip
    assert PASSWORD not in str(rows)
    assert token not in str(rows)
    assert "$argon2id$" in str(rows)


def test_a_session_ends_when_idle_and_when_old(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.add(any_store, "哨甲", PASSWORD, "referee")
    clock = [1_000_000]
    monkeypatch.setattr(sessions, "now", lambda: clock[0])
    account = accounts.named(any_store, "哨甲")
    token = sessions.start(any_store, account)
    clock[0] += sessions.IDLE
    assert sessions.find(any_store, token) == account
    clock[0] += sessions.IDLE + 1
    assert sessions.find(any_store, token) is None
    token = sessions.start(any_store, account)
    started = clock[0]
    while clock[0] + 3600 <= started + sessions.OLDEST:
        clock[0] += 3600
        assert sessions.find(any_store, token) == account
    clock[0] = started + sessions.OLDEST + 1
    assert sessions.find(any_store, token) is None


def test_a_game_keeps_a_referee(any_store: Store) -> None:
    game, account = stored(any_store, ledger(records()))
    for role in ("observer", None):
        with pytest.raises(SourceError, match="至少要有一个哨子"):
            accounts.set_member(any_store, game, account, role)
    assert accounts.role_in(any_store, game, account) == "referee"


def test_nobody_is_more_in_a_game_than_the_account_may_be(any_store: Store) -> None:
    game, _ = stored(any_store, ledger(records()))
    observer = accounts.named(any_store, "旁观丁")
    assert accounts.role_in(any_store, game, observer) is None
    accounts.set_member(any_store, game, observer, "referee")
    assert accounts.role_in(any_store, game, observer) == "observer"


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    opened(f"sqlite:///{tmp_path / 'below' / 'desk.sqlite'}").engine.dispose()
    assert (tmp_path / "below" / "desk.sqlite").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("address", ["nonsense", "oracle9://x", "sqlite:////dev/null/x.db"])
def test_a_bad_address_is_said_so(address: str) -> None:
    with pytest.raises(SourceError):
        opened(address)


WRITERS = """
import os, sys
from postcheck.web.desk import accounts, ledgers
from postcheck.web.desk.database import opened

def write(address, game):
    store = opened(address)
    account = accounts.everyone(store)[0]
    print(os.getpid(), flush=True)
    while True:
        after = ledgers.length(store, game)
        block = ['{"after": %d, "pad": "%s"}' % (after, "字" * 3000)] * 3
        ledgers.append(store, game, after, block, account)

for _ in sys.stdin:  # a writer a line: libraries are loaded once
    child = os.fork()
    if child == 0:
        write(*sys.argv[1:])
    os.waitpid(child, 0)
"""


def test_kill_9_at_any_moment_leaves_whole_ledgers(cheap: None, tmp_path: Path) -> None:
    """Thirty writers killed while they write: each block of three lines is there or is not."""
    address = f"sqlite:///{tmp_path / 'desk.sqlite'}"
    store = opened(address)
    raw = ledger(records())
    game, account = stored(store, raw)
    before = ledgers.length(store, game)
    store.engine.dispose()
    dice, grown = random.Random(7), [before]
    with subprocess.Popen(
        [sys.executable, "-c", WRITERS, address, game],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as writers:  # fmt: skip
        assert writers.stdin is not None
        assert writers.stdout is not None
        for _ in range(30):
            writers.stdin.write("\n")
            writer = int(writers.stdout.readline())
            wanted = grown[-1] + 3 * dice.randrange(3)
            while ledgers.length(store, game) < wanted:
                time.sleep(0.001)
            time.sleep(dice.random() * 0.01)
            os.kill(writer, signal.SIGKILL)
            grown.append(ledgers.length(store, game))
    assert grown == sorted(grown)
    lines = ledgers.read(store, game)
    assert [one.number for one in lines] == list(range(1, len(lines) + 1))
    assert ledgers.raw(lines[:before]) == raw
    added = [json.loads(one.text)["after"] for one in lines[before:]]
    assert added == [after for after in range(before, len(lines), 3) for _ in range(3)]
    assert len(set(grown)) > 10  # most were killed with something written
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    ledgers.append(store, game, len(lines), ["{}"], account)
    store.engine.dispose()
