"""A small game, written line by line as a ledger: `Play` for the tests of the rules of play."""

import json
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeVar

from postcheck.game.ledger import line_of, parse
from postcheck.game.output import full, holds, state
from postcheck.game.referee import replay
from postcheck.game.state import Game
from postcheck.ruleset import Ruleset, load

START = datetime.fromisoformat("2026-03-02T21:00:00+08:00")
TITLES = {"fengyun85": "[投诉]", "ziyou48": "投诉", "wuyue161": "投诉某某杀帖不合格"}
PROOFS: dict[tuple[str, str], list[str]] = {}
Test = TypeVar("Test", bound=Callable[..., None])


def proves(ruleset: str, *clauses: str) -> Callable[[Test], Test]:
    """Marks a test as the proof of clauses; docs/clauses.md lists them."""

    def mark(test: Test) -> Test:
        for clause in clauses:
            PROOFS.setdefault((ruleset, clause), []).append(f"{test.__module__}::{test.__name__}")
        return test

    return mark


@cache
def rules(name: str) -> Ruleset:
    return load(name)


def counts(number: int, **parts: Any) -> dict[str, Any]:
    return {
        "words": number, "cjk": number, "non_cjk_words": 0, "chars": number,
        "chars_with_spaces": number, **parts,
    }  # fmt: skip


class Play:
    """A ledger in the making.

    `cast`: one player a string, "甲 A 竹林", "乙 独刺 垂钓", "丙 游侠", with options such as
    "posts=3", "out=voted" or "owner=某". Names of one character let "甲乙>丙 丙>甲" be
    ballots. A time "21:10" or later lies on the evening that the round begins, an earlier one
    on the day after; "+1 08:00" is a day later.
    """

    def __init__(
        self,
        ruleset: str,
        *cast: str,
        number: int = 2,
        kills: dict[str, int] | None = None,
        votes: int = 1,
        out: int = 1,
        adjusted: bool = True,
        **head: Any,
    ) -> None:
        self.records: list[dict[str, Any]] = []
        self.round = number
        self.day = 0
        self.plan = {"votes": votes, "vote_out": out, "kills": kills or {}}
        self.ruleset = ruleset
        self.add("game", "21:00", ruleset=ruleset, title="试局", first_round=START.isoformat(),
                 round=number, **head)  # fmt: skip
        for player in cast:
            self._player(player)
        self.adjusted = adjusted
        if adjusted:
            self.adjust(**self.plan)

    def _player(self, text: str) -> None:
        words = text.split()
        options = dict(word.split("=") for word in words if "=" in word)
        plain = [word for word in words if "=" not in word]
        group = plain[1] if plain[1] in "ABCD" else None
        role = "联合杀" if group or plain[1] == "杀" else plain[1]
        record: dict[str, Any] = {
            "name": plain[0], "role": role, "group": group,
            "code": plain[2] if len(plain) > 2 else None, "owner": options.pop("owner", None),
        }  # fmt: skip
        if "posts" in options:
            record["posts"] = int(options.pop("posts"))
        self.add("player", "21:00", **record, **options)

    def when(self, text: str) -> datetime:
        extra, _, clock = text.rpartition(" ")
        hour, minute, *second = (int(part) for part in clock.split(":"))
        day = self.day + (hour < 21) + int(extra or 0)
        midnight = START.replace(hour=0) + timedelta(days=day)
        return midnight + timedelta(hours=hour, minutes=minute, seconds=(second or [0])[0])

    def add(self, kind: str, when: str, **fields: Any) -> int:
        """Appends an event and returns its line."""
        record = {"type": kind, "at": self.when(when).isoformat(), **fields}
        self.records.append(record)
        return len(self.records)

    def adjust(self, when: str = "21:02", **schedule: Any) -> int:
        return self.add("adjust", when, round=self.round, schedule=schedule, reason="缩编")

    def kill(
        self,
        name: str,
        author: str,
        unit: str,
        target: str,
        when: str = "21:10",
        *,
        iou: bool = False,
        number: int = 1300,
        code: str | None = "",
        **parts: Any,
    ) -> int:
        """A kill post; `code` is the author's own unless given; `number` its characters."""
        if code == "":
            code = next(r["code"] for r in self.records if r.get("name") == author)
        body = {} if iou else {"counts": counts(number, **parts)}
        return self.add("kill", when, id=name, round=self.round, author=author, code=code,
                        **{"for": unit}, target=target, iou=iou, **body)  # fmt: skip

    def act(self, author: str | None, power: str, target: str | None = None,
            when: str = "21:12", **more: Any) -> int:  # fmt: skip
        return self.add("act", when, round=self.round, author=author, power=power, target=target,
                        **more)  # fmt: skip

    def votes(self, ballots: str, when: str = "10:00", via: str = "machine", **more: Any) -> None:
        """ "甲乙>丙 丙>甲丁": each voter of a group in turn, a minute apart."""
        at = self.when(when)
        for group in ballots.split():
            voters, targets = group.split(">")
            for voter in voters:
                record = {"type": "vote", "at": at.isoformat(), "round": self.round,
                          "voter": voter, "targets": list(targets), "via": via, **more}  # fmt: skip
                self.records.append(record)
                at += timedelta(minutes=1)

    def everyone(self, target: str, other: str = "", when: str = "10:00") -> None:
        """All who are in vote for `target`, who votes for `other` (else for the first voter)."""
        living = [name for name, one in self.state()["players"].items() if one["alive"]]
        rest = "".join(name for name in living if name != target)
        self.votes(f"{rest}>{target} {target}>{other or rest[0]}", when)

    def close(self, when: str = "21:05", *, opens: bool = True, **more: Any) -> int:
        """The result post on the evening that ends the round; `opens`: the next one begins."""
        line = self.add("close", f"+1 {when}", round=self.round, **more)
        self.day += opens
        self.round += opens
        return line

    def next_plan(self, **schedule: Any) -> int:
        return self.adjust("21:06", **(self.plan | schedule))

    def complain(self, name: str, by: str, on: str, finding: str, when: str = "11:00",
                 **more: Any) -> int:  # fmt: skip
        fields = {"title": TITLES[self.ruleset], "evidence": ["截图"]} | more
        return self.add("complaint", when, id=name, by=by, on=on, finding=finding, **fields)

    def rule(self, on: str, finding: str, when: str = "12:30", outcome: str = "upheld",
             **more: Any) -> int:  # fmt: skip
        return self.add("ruling", when, on=on, outcome=outcome, finding=finding, by="哨子", **more)

    def fill(self, name: str, number: int, when: str) -> int:
        return self.add("fill", when, kill=name, counts=counts(number))

    def tick(self, when: str) -> int:
        """Lets the clock go on to `when`."""
        return self.add("assert", when)

    # -- results -------------------------------------------------------------------------

    def bytes(self) -> bytes:
        return b"".join(line_of(record) for record in self.records)

    def game(self) -> Game:
        return replay(parse(self.bytes(), "试局.jsonl"), rules(self.ruleset))

    def state(self) -> dict[str, Any]:
        return state(self.game())

    def full(self) -> dict[str, Any]:
        return full(self.game())

    def holds(self, **wanted: Any) -> None:
        """Asserts a part of the state."""
        actual = self.state()
        for key, value in wanted.items():
            shown = json.dumps(actual[key], ensure_ascii=False)
            assert holds(value, actual[key]), f"{key}: {value} is not in {shown}"

    def out(self, **causes: str | None) -> None:
        """甲="voted": is out by that cause; 乙=None: is in."""
        players = self.state()["players"]
        for name, cause in causes.items():
            out = players[name]["out"]
            assert (out and out["cause"]) == cause, f"{name}: {out}"


def names(players: Iterable[dict[str, Any]]) -> list[str]:
    return [one["player"] for one in players]
