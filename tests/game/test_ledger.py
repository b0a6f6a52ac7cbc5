"""The file itself: faults with line and excerpt, corrections, and whole lines whatever happens."""

import json
import multiprocessing
import os
import signal
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from play import Play, rules

from postcheck.errors import SourceError, SourceErrors
from postcheck.game.ledger import append, create, parse, read, whole_lines
from postcheck.game.referee import replay

BAD = tomllib.loads(
    (Path(__file__).parents[1] / "bad" / "ledgers" / "cases.toml").read_text(encoding="utf-8")
)
FIRST = {"type": "game", "at": "2026-03-02T12:00:00+08:00", "ruleset": "ziyou48", "title": "局",
         "first_round": "2026-03-02T21:00:00+08:00"}  # fmt: skip
TICK = {"type": "assert", "at": "2026-03-02T22:00:00+08:00"}


@pytest.mark.parametrize("case", BAD["case"], ids=[case["name"] for case in BAD["case"]])
def test_bad_ledgers(case: dict[str, Any]) -> None:
    raw = (BAD["head"].lstrip() + case["lines"].lstrip()).encode()
    ledger = parse(raw, "坏局.jsonl")
    with pytest.raises(SourceErrors) as caught:
        replay(ledger, rules("fengyun85"))
    assert [error.layout() for error in caught.value.errors] == case["says"]


def test_no_file_and_no_game() -> None:
    with pytest.raises(SourceError, match="读不到账本"):
        read(Path("没有.jsonl"))
    ledger = parse(b'{"type": "assert", "at": "2026-03-02T22:00:00+08:00"}\n', "x.jsonl")
    assert [error.line for error in ledger.errors] == [1]
    assert parse(b"", "x.jsonl").errors[0].line == 1
    assert parse(b"\xff\xfe\n", "x.jsonl").errors[0].message.startswith("不是 UTF-8")


def test_a_line_end_in_a_name_does_not_break_the_message() -> None:
    slip = {**TICK, "type": "void", "line": 1, "reason": "误", "a\nb\x1b[2J": 1}
    ledger = parse(b"".join(json.dumps(one).encode() + b"\n" for one in (FIRST, slip)), "x.jsonl")
    said = [error.layout() for error in ledger.errors]
    assert said
    assert all("\n" not in one and "\x1b" not in one for one in said)


def test_lines_fold_by_time_not_by_place() -> None:
    play = Play("ziyou48", "甲 杀 英俊潇洒", "乙 游侠", "丙 游侠", "丁 游侠", number=3)
    play.votes("甲乙丙>丁 丁>甲")
    play.close()
    play.records.append({"type": "vote", "at": "2026-03-03T12:00:00+08:00", "round": 3,
                         "voter": "乙", "targets": ["甲"], "via": "machine"})  # fmt: skip
    play.records.append({"type": "vote", "at": "2026-03-03T04:30:00Z", "round": 3,
                         "voter": "丙", "targets": ["甲"], "via": "machine"})  # fmt: skip
    play.out(甲="voted", 丁=None)


def test_void_of_a_void_and_amend_of_an_amend() -> None:
    play = Play("ziyou48", "甲 杀 英俊潇洒", "乙 游侠", "丙 游侠", "丁 游侠", number=3)
    play.votes("甲>丁 乙>丁 丙>丁 丁>甲")
    ballot = len(play.records)
    play.close()
    void = play.add("void", "22:00", line=ballot, reason="误录")
    play.out(丁="voted")
    play.holds(tally={"3": [{"player": "丁", "full": 3}]})
    play.add("void", "22:01", line=void, reason="没有误录")
    play.holds(tally={"3": [{"player": "甲", "full": 1}]})
    amend = play.add("amend", "22:02", line=ballot, reason="改", **{"with": {"targets": ["乙"]}})
    play.holds(tally={"3": [{"player": "乙", "full": 1}]})
    play.add("amend", "22:03", line=amend, reason="再改",
             **{"with": {"with": {"targets": ["丙"]}}})  # fmt: skip
    play.holds(tally={"3": [{"player": "丙", "full": 1}]})


def test_an_amendment_may_mend_a_fault_or_make_one() -> None:
    play = Play("ziyou48", "甲 杀 英俊潇洒", "乙 游侠", "丙 游侠", "丁 游侠", number=3)
    bad = play.add("vote", "10:00", round=3, voter="乙", targets=["甲"], via="mail")
    play.add("amend", "11:00", line=bad, reason="写错", **{"with": {"via": "machine"}})
    play.state()
    play.add("amend", "12:00", line=bad, reason="写错", **{"with": {"round": "三"}})
    with pytest.raises(SourceErrors) as caught:
        play.state()
    assert [error.line for error in caught.value.errors] == [len(play.records)]


def test_append_keeps_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "局.jsonl"
    create(path, [FIRST])
    with pytest.raises(SourceError, match="已经存在"):
        create(path, [FIRST])
    path.write_bytes(path.read_bytes() + b'{"type": "ass')
    append(path, [TICK])
    assert [json.loads(line) for line in path.read_text("utf-8").splitlines()] == [FIRST, TICK]
    path.write_bytes(path.read_bytes().rstrip())
    append(path, [TICK])
    assert path.read_text("utf-8").count("\n") == 3
    assert whole_lines(b"") == b""


def test_a_refused_append_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "局.jsonl"
    create(path, [FIRST])
    before = path.read_bytes()

    def refuse(raw: bytes) -> None:
        assert raw.startswith(before)
        raise SourceError("不成立")

    with pytest.raises(SourceError):
        append(path, [TICK], refuse)
    assert path.read_bytes() == before


def _write(path: Path, number: int) -> None:
    for _ in range(number):
        append(path, [TICK | {"note": "长" * 5000}])


def test_two_writers_do_not_interleave_and_a_kill_leaves_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "局.jsonl"
    create(path, [FIRST])
    fork = multiprocessing.get_context("spawn")
    writers = [fork.Process(target=_write, args=(path, 20)) for _ in range(2)]
    victim = fork.Process(target=_write, args=(path, 10_000))
    for one in (*writers, victim):
        one.start()
    for one in writers:
        one.join()
    time.sleep(0.05)
    os.kill(victim.pid or 0, signal.SIGKILL)
    victim.join()
    append(path, [TICK])
    lines = path.read_bytes().split(b"\n")
    assert lines[-1] == b""
    assert len([json.loads(line) for line in lines[:-1]]) >= 42
