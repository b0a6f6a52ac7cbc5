"""Scenes: a small cast, a few events, and the part of the state that must come out.

*.scenes hold them: name, round and clauses; why; the cast; the events; after "= " what must hold.
"""

import json
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import zip_longest
from pathlib import Path
from typing import Any

DAY = date(2026, 6, 1)
TITLES = {"fengyun85": "[投诉]", "ziyou48": "投诉", "wuyue161": "投诉杀帖不合格"}
CLOCKS = ("edited_at", "act_at", "cutoff", "report_until", "results_at", "due")
WORDS = ("iou", "stay", "overtime", "dismissed")


@dataclass
class Scene:
    """`events`: the ledger. `state`, `not_`: parts that must hold, and must not; or `faults`,
    the lines that must be refused."""

    name: str
    ruleset: str
    why: str
    clauses: list[str]
    first: int
    events: list[dict[str, Any]] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    not_: list[dict[str, Any]] = field(default_factory=list)
    faults: list[int] = field(default_factory=list)
    round: int = 0
    away: str = ""

    # -- writing events ------------------------------------------------------------------

    def when(self, clock: str) -> str:
        """ "21:10" or later: the evening that the round begins; earlier: the day after.

        "+21:05": the evening that ends it, "-15:00": the day it begins. A whole time stays.
        """
        if "T" in clock:
            return clock
        day = DAY + timedelta(days=self.round - self.first)
        if clock[0] == "+" or (clock[0] != "-" and int(clock[:2]) < 21):
            day += timedelta(days=1)
        clock = clock.lstrip("+-")
        return f"{day}T{clock}{':00' * (clock.count(':') == 1)}+08:00"

    def add(self, kind: str, clock: str, **fields: Any) -> None:
        self.events.append({"type": kind, "at": self.when(clock), **fields})

    def join(self, cast: str) -> None:
        """ "甲乙 联合杀 A 竹林、幽馆 posts=3; 丙丁 游侠": the players; out=voted: out already."""
        place = 0
        for names, role, *words in (part.split() for part in cast.split(";") if part.strip()):
            shared: dict[str, Any] = {"role": role, "group": None, "code": None, "owner": None}
            codes: list[str] = []
            for word in words:
                key, equals, value = word.partition("=")
                if equals:
                    shared[key] = int(value) if key == "posts" else value
                elif word in "ABCD":
                    shared["group"] = word
                else:
                    codes = word.split("、")
            for name, code in zip_longest(_names(names), codes):
                at = f"{DAY}T12:{place % 60:02}:00+08:00"
                record = {"type": "player", "at": at, "name": name} | shared
                self.events.append(record | ({"code": code} if code else {}))
                place += 1

    def run(self, line: str) -> None:
        """One line: a verb, its words, its options."""
        words, options = _split(line)
        clock = options.pop("@", "")
        for key in CLOCKS:
            if key in options:
                options[key] = self.when(options[key])
        WRITERS[words[0]](self, clock, words, options)

    def ballots(self, text: str, minute: int = 600, step: int = 7, **more: Any) -> None:
        """ "甲乙>丙 丁@20:00>甲戊": from `minute` on, `step` minutes apart, where no time is."""
        for ballot in text.split():
            voters, targets = ballot.split(">")
            voters, _, clock = voters.partition("@")
            for voter in voters:
                at = clock or f"{minute // 60:02}:{minute % 60:02}"
                minute += 0 if clock else step
                at = f"+{at.lstrip('+')}" if "overtime" in more else at
                self.add("vote", at, round=self.round, voter=voter, targets=list(targets), **more)

    def rest(self, target: str, other: str) -> None:
        """All who are in, have not voted and are not `away` vote `target`, who votes `other`."""
        voted = {one["voter"] for one in self.events
                 if one["type"] == "vote" and one["round"] == self.round}  # fmt: skip
        names = [one["name"] for one in self.events
                 if one["type"] == "player" and not one.get("out")
                 and one["name"] not in voted and one["name"] not in self.away]  # fmt: skip
        cast = [f"{name}>{other if name == target else target}" for name in names]
        self.ballots(" ".join(cast), minute=720, step=5, via="machine")

    # -- what must come out --------------------------------------------------------------

    def expect(self, line: str) -> None:
        """ "甲乙 in", "丁 out killed 3", "戊 {…}": players; "debts […]": another part."""
        wrong = line.startswith("not ")
        key, _, value = line.removeprefix("not ").partition(" ")
        if key == "faulty":
            self.faults = [int(word) for word in value.split()] or [len(self.events)]
        elif wrong:
            self.not_.append({key: _dated(json.loads(value))})
        elif key.isascii():
            self.state[key] = _dated(json.loads(value))
        else:
            players = self.state.setdefault("players", {})
            players.update({name: _dated(_player(value)) for name in key})


def _split(line: str) -> tuple[list[str], dict[str, Any]]:
    """Words and options: "@21:10", "minutes=60", a word of WORDS, and a JSON object at the end."""
    head, brace, tail = line.partition("{")
    options: dict[str, Any] = {}
    words = []
    for word in head.split():
        key, equals, value = word.partition("=")
        if word[0] == "@" and word[1] in "+-012":
            options["@"] = word[1:]
        elif equals:
            options[key] = int(value) if value.isdigit() else value
        elif word in WORDS:
            options[word] = True
        else:
            words.append(word)
    return words, options | (_dated(json.loads(brace + tail)) if brace else {})


def _player(value: str) -> dict[str, Any]:
    if value.startswith("{"):
        return dict(json.loads(value))
    state, *more = value.split()
    if state == "in":
        return {"alive": True, "out": None} | ({"vote": more[0]} if more else {})
    out = {"round" if word.isdigit() else "cause": int(word) if word.isdigit() else word
           for word in more}  # fmt: skip
    return {"alive": False, "out": out}


def _dated(value: Any) -> Any:
    """Times as "D1 12:00": so many days after the first."""
    if isinstance(value, dict):
        return {key: _dated(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_dated(one) for one in value]
    if isinstance(value, str) and value[:1] == "D" and value[1:2].isdigit():
        days, clock = value[1:].split()
        seconds = ":00" * (clock.count(":") == 1)
        return f"{DAY + timedelta(days=int(days))}T{clock}{seconds}+08:00"
    return value


def _names(text: str) -> list[str]:
    """Names of one character each, or longer ones with 、 after each but the last."""
    return [name for name in text.split("、") if name] if "、" in text else list(text)


def counts(number: int, **parts: Any) -> dict[str, Any]:
    return {
        "words": number, "cjk": number, "non_cjk_words": 0, "chars": number,
        "chars_with_spaces": number, **parts,
    }  # fmt: skip


# -- one line each ---------------------------------------------------------------------------

Words = list[str]
Options = dict[str, Any]


def _plan(one: Scene, clock: str, words: Words, options: Options) -> None:
    schedule = {"votes": options.pop("votes", 1), "vote_out": options.pop("out", 1)}
    schedule["kills"] = options
    one.add("adjust", clock or "21:06", round=one.round, schedule=schedule, reason="缩编")


def _kill(one: Scene, clock: str, words: Words, options: Options) -> None:
    """kill ID AUTHOR FOR TARGET [code=, - for none] [iou] [n=1000] [parts of counts]."""
    _, name, author, unit, target = words
    own = next(event["code"] for event in one.events if event.get("name") == author)
    code = options.pop("code", own)
    iou, number = options.pop("iou", False), options.pop("n", 1000)
    one.add("kill", clock or "21:10", id=name, round=one.round, author=author,
            code=None if code == "-" else code, **{"for": unit}, target=target, iou=iou,
            **({} if iou else {"counts": counts(number, **options)}))  # fmt: skip


def _act(one: Scene, clock: str, words: Words, options: Options) -> None:
    """act AUTHOR POWER [TARGET], - for none."""
    _, author, power, *target = (None if word == "-" else word for word in words)
    one.add("act", clock or "21:12", round=one.round, author=author, power=power,
            target=target[0] if target else None, **options)  # fmt: skip


def _fill(one: Scene, clock: str, words: Words, options: Options) -> None:
    one.add("fill", clock, kill=words[1], counts=counts(int(words[2])))


def _report(one: Scene, clock: str, words: Words, options: Options) -> None:
    one.add("report", clock, player=words[1], counts=counts(int(words[2]), **options))


def _votes(one: Scene, clock: str, words: Words, options: Options) -> None:
    """votes BALLOTS [via=] [overtime]: from ten o'clock on."""
    one.ballots(" ".join(words[1:]), **{"via": "machine"} | options)


def _poll(one: Scene, clock: str, words: Words, options: Options) -> None:
    """poll TARGET OTHER [but=NAMES]: all who have not voted yet."""
    one.away = options.get("but", one.away)
    one.rest(words[1], words[2])


def _close(one: Scene, clock: str, words: Words, options: Options) -> None:
    """close [stay, where overtime follows]."""
    stay = options.pop("stay", False)
    one.add("close", clock or "+21:05", round=one.round, **options)
    one.round += not stay


def _complain(one: Scene, clock: str, words: Words, options: Options) -> None:
    _, name, by, on, finding = words
    fields = {"title": TITLES[one.ruleset], "evidence": ["截图"]} | options
    one.add("complaint", clock, id=name, by=by, on=on, finding=finding, **fields)


def _rule(one: Scene, clock: str, words: Words, options: Options) -> None:
    outcome = "dismissed" if options.pop("dismissed", False) else "upheld"
    one.add("ruling", clock, on=words[1], outcome=outcome, finding=words[2], by="哨子", **options)


def _check(one: Scene, clock: str, words: Words, options: Options) -> None:
    """check @TIME {a part of the state}: what must hold at that time already."""
    one.add("assert", clock, **options)


def _plain(one: Scene, clock: str, words: Words, options: Options) -> None:
    """event TYPE: any event, its fields as options."""
    one.add(words[1], clock, **options)


WRITERS = {
    "plan": _plan, "kill": _kill, "act": _act, "fill": _fill, "report": _report, "votes": _votes,
    "poll": _poll, "close": _close, "complain": _complain, "rule": _rule, "check": _check,
    "event": _plain,
}  # fmt: skip


def load(path: Path) -> list[Scene]:
    """All scenes of a file; its first block names the openings that several of them share."""
    first, *blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    casts = dict(line.split(" = ") for line in first.splitlines())
    return [_scene(path.stem, casts, block.splitlines()) for block in blocks]


def _scene(ruleset: str, casts: dict[str, str], block: list[str]) -> Scene:
    """Name, round, clauses, options; why; the cast; then events, and "= " what must hold."""
    head, why, cast, *lines = block
    name, number, clauses, *options = head.split()
    one = Scene(name, ruleset, why, clauses.split("、"), int(number))
    one.round = one.first
    times = {key: one.when(value) for key, value in (word.split("=") for word in options)}
    one.add("game", "-12:00", ruleset=ruleset, title=name, first_round=one.when("21:00"),
            round=one.first, **times)  # fmt: skip
    one.join(";".join(casts.get(part.strip(), part) for part in cast.split(";")))
    for line in lines:
        for part in line.removeprefix("= ").split(" | "):
            (one.expect if line.startswith("= ") else one.run)(part)
    return one


SCENES = [one for path in sorted(Path(__file__).parent.glob("*.scenes")) for one in load(path)]
