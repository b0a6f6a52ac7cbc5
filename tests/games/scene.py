"""Scenes: a small cast, a few events, and the part of the state that must come out.

The expectations are derived by hand from the clauses that a scene names. Players have names of
one character, so that "甲乙>丙" are two ballots. tests/game/test_scenes.py replays them all.
"""

from datetime import date, timedelta
from typing import Any

DAY = date(2026, 6, 1)
TITLES = {"fengyun85": "[投诉]", "ziyou48": "投诉", "wuyue161": "投诉杀帖不合格"}
LIVE = {"alive": True, "out": None}
FULL = LIVE | {"vote": "full"}
SCENES: list["Scene"] = []


def gone(cause: str | None = None, number: int | None = None) -> dict[str, Any]:
    """A player who is out, by that cause and in that round where they are given."""
    out = {"cause": cause, "round": number}
    return {"alive": False, "out": {key: one for key, one in out.items() if one is not None}}


def plain(names: Any) -> str:
    """游侠 of these names."""
    return ";".join(f"{name} 游侠" for name in names)


def counts(number: int, **parts: Any) -> dict[str, Any]:
    return {
        "words": number, "cjk": number, "non_cjk_words": 0, "chars": number,
        "chars_with_spaces": number, **parts,
    }  # fmt: skip


class Scene:
    """A ledger in the making; every method but `when` and `line` returns the scene.

    Times: "21:10" or later is the evening that the round begins, an earlier one the day after;
    "+21:05" the evening that ends it, "-15:00" the day it begins.
    """

    def __init__(self, name: str, ruleset: str, number: int, why: str, clauses: list[str]) -> None:
        self.name, self.ruleset, self.why, self.clauses = name, ruleset, why, clauses
        self.first = self.round = number
        self.events: list[dict[str, Any]] = []
        self.away = ""
        self.state: dict[str, Any] = {}
        self.not_: list[dict[str, Any]] = []
        self.faults: list[int] = []

    def join(self, cast: str) -> None:
        """ "甲 联合杀 A 竹林 posts=3;乙 游侠": the players, out already with out=voted."""
        for place, words in enumerate(player.split() for player in cast.split(";") if player):
            record: dict[str, Any] = {
                "type": "player", "at": f"{DAY}T12:{place % 60:02}:00+08:00", "name": words[0],
                "role": words[1], "group": None, "code": None, "owner": None,
            }  # fmt: skip
            for word in words[2:]:
                key, equals, value = word.partition("=")
                if equals:
                    record[key] = int(value) if key == "posts" else value
                else:
                    record["group" if word in "ABCD" else "code"] = word
            self.events.append(record)

    def when(self, clock: str) -> str:
        day = DAY + timedelta(days=self.round - self.first)
        if clock[0] == "+" or (clock[0] != "-" and int(clock[:2]) < 21):
            day += timedelta(days=1)
        clock = clock.lstrip("+-")
        return f"{day}T{clock}{':00' * (clock.count(':') == 1)}+08:00"

    @property
    def line(self) -> int:
        """The number of the last line."""
        return len(self.events)

    def add(self, kind: str, clock: str, **fields: Any) -> "Scene":
        self.events.append({"type": kind, "at": self.when(clock), **fields})
        return self

    def plan(self, votes: int = 1, out: int = 1, at: str = "21:06", **kills: int) -> "Scene":
        schedule = {"votes": votes, "vote_out": out, "kills": kills}
        return self.add("adjust", at, round=self.round, schedule=schedule, reason="缩编")

    def kill(
        self,
        name: str,
        author: str,
        code: str | None,
        unit: str,
        target: str,
        at: str = "21:10",
        iou: bool = False,
        n: int = 1000,
        **parts: Any,
    ) -> "Scene":
        fields = {"id": name, "round": self.round, "author": author, "code": code, "for": unit,
                  "target": target, "iou": iou}  # fmt: skip
        return self.add("kill", at, **fields, **({} if iou else {"counts": counts(n, **parts)}))

    def act(
        self,
        author: str | None,
        power: str,
        target: str | None = None,
        at: str = "21:12",
        for_: str | None = None,
        **more: Any,
    ) -> "Scene":
        unit = {} if for_ is None else {"for": for_}
        fields = {"round": self.round, "author": author, "power": power, "target": target}
        return self.add("act", at, **fields, **unit, **more)

    def fill(self, name: str, number: int, at: str) -> "Scene":
        return self.add("fill", at, kill=name, counts=counts(number))

    def report(self, player: str, number: int, at: str, **parts: Any) -> "Scene":
        return self.add("report", at, player=player, counts=counts(number, **parts))

    def votes(self, ballots: str, via: str = "machine", ot: bool = False) -> "Scene":
        """ "甲乙>丙 丁@20:00>甲戊": from ten o'clock on where no time is given."""
        minute = 600
        for ballot in ballots.split():
            voters, targets = ballot.split(">")
            voters, _, clock = voters.partition("@")
            for voter in voters:
                at = clock or f"{minute // 60:02}:{minute % 60:02}"
                minute += 0 if clock else 7
                more = {"overtime": True} if ot else {}
                self.add("vote", f"+{at.lstrip('+')}" if ot else at, round=self.round, voter=voter,
                         targets=list(targets), via=via, **more)  # fmt: skip
        return self

    def poll(self, ballots: str, rest: str | None = None, other: str | None = None) -> "Scene":
        """`ballots`; then all who are in and not `away` vote `rest`, who votes `other`."""
        self.votes(ballots)
        cast = [one for one in self.events if one["type"] == "player" and not one.get("out")]
        voted = {
            one["voter"]
            for one in self.events
            if one["type"] == "vote" and one["round"] == self.round
        }
        minute = 720
        for name in (one["name"] for one in cast):
            if rest is not None and name not in voted and name not in self.away:
                at = f"{minute // 60:02}:{minute % 60:02}"
                targets = [rest if name != rest else other]
                self.add("vote", at, round=self.round, voter=name, targets=targets, via="machine")
                minute += 5
        return self

    def close(self, at: str = "+21:05", stay: bool = False, **more: Any) -> "Scene":
        """The result post; `stay`: overtime follows."""
        self.add("close", at, round=self.round, **more)
        self.round += not stay
        return self

    def complain(
        self, name: str, by: str, on: str, finding: str, at: str, title: str = "", **more: Any
    ) -> "Scene":
        fields = {"title": title or TITLES[self.ruleset], "evidence": ["截图"], **more}
        return self.add("complaint", at, id=name, by=by, on=on, finding=finding, **fields)

    def rule(self, on: str, finding: str, at: str, outcome: str = "upheld", **more: Any) -> "Scene":
        return self.add("ruling", at, on=on, outcome=outcome, finding=finding, by="哨子", **more)

    def check(self, at: str, **state: Any) -> "Scene":
        """What must hold at that time already."""
        return self.add("assert", at, **state)

    def expect(self, no: list[dict[str, Any]] | None = None, **state: Any) -> "Scene":
        """What must hold at the end; `no`: parts that must not."""
        self.state, self.not_ = state, no or []
        return self

    def faulty(self, *lines: int) -> "Scene":
        """The lines that must be refused, else the last one."""
        self.faults = list(lines or (self.line,))
        return self


def scene(
    name: str,
    ruleset: str,
    number: int,
    cast: str,
    why: str,
    clauses: list[str],
    report_until: str | None = None,
) -> Scene:
    """A new scene, in `SCENES`; `number`: the round in which it begins."""
    found = Scene(name, ruleset, number, why, clauses)
    head = {"ruleset": ruleset, "title": name, "first_round": found.when("21:00"), "round": number}
    if report_until is not None:
        head["report_until"] = found.when("-" + report_until)
    found.add("game", "-12:00", **head)
    found.join(cast)
    SCENES.append(found)
    return found
