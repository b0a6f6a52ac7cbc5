"""Ledgers of the database replayed by the rules core; nothing of the rules is decided here."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from postcheck.errors import SourceError
from postcheck.game import words
from postcheck.game.calendar import SECOND
from postcheck.game.events import Event
from postcheck.game.explain import differences, explain_line
from postcheck.game.ledger import Ledger, line_of, parse
from postcheck.game.output import state
from postcheck.game.referee import replay
from postcheck.game.state import Game
from postcheck.report.terms import NAMES
from postcheck.ruleset import Ruleset, load
from postcheck.web.desk import ledgers
from postcheck.web.desk.database import Store

Record = dict[str, Any]
_KEPT = 32  # replayed games at hand


@dataclass(frozen=True)
class Replayed:
    """A game after its line `after`. The game itself is only read, never changed."""

    id: str
    after: int
    raw: bytes
    game: Game

    @property
    def title(self) -> str:
        return str(self.game.ledger.records[1]["title"])


@dataclass(frozen=True)
class Outcome:
    """What would follow if these lines were added; `line`: the number of the first."""

    game: Game
    line: int
    changes: list[str]
    steps: list[dict[str, str]]
    questions: list[dict[str, Any]]
    otherwise: list[str]


class Replays:
    """Games of a store, replayed with the rulesets that the site offers, and no other."""

    def __init__(self, store: Store, rulesets: Sequence[str]) -> None:
        self._store = store
        loaded = {name: load(name) for name in rulesets}
        self.rulesets: dict[str, Ruleset] = {one.id: one for one in loaded.values()}
        self.names = {one.id: name for name, one in loaded.items()}  # what each is loaded by
        self._of = lru_cache(_KEPT)(self._read)

    def of(self, game: str) -> Replayed:
        """The game as it stands."""
        return self._of(game, ledgers.length(self._store, game))

    def _read(self, game: str, after: int) -> Replayed:
        raw = ledgers.raw(ledgers.read(self._store, game)[:after])
        return Replayed(game, after, raw, self.fold(raw, "账本"))

    def fold(self, raw: bytes, shown: str) -> Game:
        """Replays a file's bytes. Raises SourceErrors: its faults, or rules not offered here."""
        ledger = parse(raw, shown)
        return replay(ledger, self._ruleset(ledger))

    def _ruleset(self, ledger: Ledger) -> Ruleset:
        """By its id alone: a ledger must not name files of this machine."""
        name = ledger.records.get(1, {}).get("ruleset")
        if not isinstance(name, str) or name not in self.rulesets:
            offered = "、".join(self.rulesets)
            ledger.fault(1, "这里没有这套规则", f"ruleset 写 {offered} 之一")
            raise SourceError(
                ledger.errors[0].message, remedy=ledger.errors[0].remedy,
                file=ledger.file, line=ledger.errors[0].line,
            )  # fmt: skip
        return self.rulesets[name]

    def outcome(self, now: Replayed, records: Sequence[Record]) -> Outcome:
        """What would follow; raises SourceErrors where the lines cannot be added."""
        block = b"".join(line_of(record) for record in records)
        after = self.fold(now.raw + block, now.title)
        first = now.after + 1
        before = {(one.subject, one.line) for one in now.game.questions}
        return Outcome(
            game=after,
            line=first,
            changes=changes(now.game, after),
            steps=steps_of(after, range(first, first + len(records))),
            questions=[
                {"on": one.subject, "clause": one.clause, "readings": one.readings}
                for one in after.questions
                if (one.subject, one.line) not in before
            ],
            otherwise=self._otherwise(now, after, block),
        )

    def _otherwise(self, now: Replayed, after: Game, block: bytes) -> list[str]:
        """What follows where a debt that these lines open is not met in its time."""
        known = {(debt.subject, debt.kind, debt.due) for debt in now.game.debts}
        dues = [
            debt.due
            for debt in after.debts
            if debt.status == "open" and (debt.subject, debt.kind, debt.due) not in known
        ]
        times = [due for due in dues if due is not None]
        if not times:
            return []
        clock = {"type": "assert", "at": (max(times) + SECOND).isoformat()}
        late = self.fold(now.raw + block + line_of(clock), now.title)
        return changes(after, late)


def event_of(game: Game, line: int) -> Event:
    """The event of a line that stands, as it was amended; also by the line of an amendment."""
    return next(event for event in game.ledger.events if line in event.lines)


def steps_of(game: Game, lines: Sequence[int]) -> list[dict[str, str]]:
    """What these lines had a part in, each once, with its clause."""
    found = [step for line in lines for step in explain_line(game, line, NAMES).steps]
    texts = {
        (step.subject, step.what): {
            "text": f"{words.subject(step.subject)} {words.phrase(step.what)}",
            "clause": step.clause,
        }
        for step in found
    }  # fmt: skip
    return list(texts.values())


def changes(before: Game, after: Game) -> list[str]:
    """What is different, for referees: players, posts, debts, complaints, rewards, alliances."""
    old, new = state(before), state(after)
    found = differences(old, new)
    found += [_reward(one) for one in new["rewards"] if one not in old["rewards"]]
    for one in new["alliances"]:
        if one not in old["alliances"]:
            side, kind = words.SIDES[one["side"]], words.ALLIANCES[one["kind"]]
            found.append(
                f"{side}{kind}（第 {one['since_round']} 轮起）：{'、'.join(one['members'])}"
            )
    return found


def _reward(one: dict[str, Any]) -> str:
    verb = {"forfeit": "没收", "owe": "欠", "award": "得"}[one["kind"]]
    what = "全部" if one["what"] == "all" else one["what"]
    since = f"，自第 {one['from_round']} 轮起" if one["from_round"] is not None else ""
    to = f"，归{'、'.join(one['to'])}" if one["to"] else ""
    return f"奖励：{one['player']} {verb} {what}{since}{to}"
