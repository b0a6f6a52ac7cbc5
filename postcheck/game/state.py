"""What a replay builds up: players, posts, debts, complaints, rewards, and the trace of causes."""

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from postcheck.game.calendar import Calendar
from postcheck.game.events import Event
from postcheck.game.ledger import Ledger
from postcheck.ruleset import Ruleset
from postcheck.ruleset.rules import Role

STANDS = ("valid", "iou")
# Steps and questions that are about no player, post or complaint: no name starts like these.
MARK = "@"
ALLIANCE, WHOLE = MARK + "alliance", MARK + "game"
# The answer of a question that needs none any more.
MOOT = "moot"


@dataclass(frozen=True, slots=True)
class Exit:
    """出局: `cause` is voted, killed, fireworks, taken, suicide, ruled or mined.

    `post`: the post that did it, where one did.
    """

    round: int
    cause: str
    clause: str
    causes: tuple[int, ...]
    post: str | None = None


@dataclass(slots=True)
class Player:
    """A name of the game (马甲). `posts`: kill posts so far.

    `also`: what else has put it out, were the first reason to fall away. `spent`: its
    fireworks are gone. `barred`: may hand in no post any more. `flights`: rounds in which it
    may fly.
    """

    name: str
    role: Role
    line: int
    code: str | None = None
    owner: str | None = None
    posts: int = 0
    side: str = "white"
    out: Exit | None = None
    also: list[Exit] = field(default_factory=list)
    revived: dict[str, Any] | None = None
    back_at: datetime | None = None
    substitute: str | None = None
    spent: bool = False
    barred: bool = False
    flights: set[int] = field(default_factory=set)
    flown: bool = False
    changes: int = 0

    @property
    def alive(self) -> bool:
        return self.out is None

    def release(self) -> None:
        """The reason for which it is out falls away; the next one holds, if there is any."""
        self.out = self.also.pop(0) if self.also else None


@dataclass(slots=True)
class Post:
    """A kill post, or one that rescues or mines (`power`); `text_at`: when its text was there.

    `lines`: the events that made it what it is. `sticks`: it failed, yet its target goes out.
    """

    id: str
    round: int
    author: str
    unit: str
    target: str
    at: datetime
    lines: list[int]
    code: str | None = None
    power: str = "kill"
    status: str = "valid"
    effect: str = "none"
    stand_in: bool = False
    text_at: datetime | None = None
    named: bool = True
    sticks: bool = False
    upheld: list[str] = field(default_factory=list)

    @property
    def hits(self) -> bool:
        """Whether it is a kill post that its target still has to reckon with."""
        return self.power == "kill" and (self.status in STANDS or self.sticks)


@dataclass(slots=True)
class Debt:
    """Something owed by `due` (None: the referee named no time): IOU, rewrite or new report."""

    player: str
    kind: str
    subject: str
    min_count: int | None
    due: datetime | None
    clause: str
    lines: list[int]
    status: str = "open"
    otherwise: tuple[str, ...] = ()


@dataclass(slots=True)
class Complaint:
    """A complaint; `at` is the time that counts. `why`: the reason of a refusal.

    `clause`: that of the refusal; `wanted`: the words that the title should have had.
    `act_at`: when the act was done, where it is about conduct; `posted`: when it was first made.
    """

    id: str
    by: str
    on: str
    finding: str
    at: datetime
    posted: datetime
    line: int
    status: str = "accepted"
    why: str | None = None
    clause: str = ""
    wanted: tuple[str, ...] = ()
    evidence: tuple[Any, ...] = ()
    act_at: datetime | None = None


@dataclass(slots=True)
class Reward:
    """`player` loses (forfeit), owes (owe) or is given (award) `what`."""

    player: str
    kind: str
    what: str
    to: tuple[str, ...]
    clause: str
    lines: list[int]
    from_round: int | None = None


@dataclass(slots=True)
class Alliance:
    side: str
    kind: str
    since_round: int
    units: tuple[str, ...]
    clause: str
    lines: tuple[int, ...]


@dataclass(slots=True)
class Question:
    """A place the rules leave to the referee: each reading with what would follow."""

    subject: str
    clause: str
    line: int
    readings: dict[str, str]
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One consequence: `subject` (player, post, complaint, round) and what became of it."""

    line: int
    subject: str
    what: str
    clause: str
    causes: tuple[int, ...]


@dataclass(slots=True)
class Plan:
    """The schedule of one round: names a ballot, how many go out, whose posts."""

    votes: int
    vote_out: int
    kills: dict[str, int]
    clause: str
    lines: list[int] = field(default_factory=list)


class Game:
    """The state of a game between two events; handlers change it, nothing else does."""

    def __init__(self, ledger: Ledger, ruleset: Ruleset) -> None:
        self.ledger = ledger
        self.ruleset = ruleset
        self.event: Event | None = None
        self.now: datetime | None = None
        self.round = 1
        self.winner: str | None = None
        self.ended_at: datetime | None = None
        self.calendar: Calendar
        self.report_until: datetime | None = None
        self.players: dict[str, Player] = {}
        self.aliases: dict[str, str] = {}
        self.reports: dict[str, list[int]] = {}
        self.posts: dict[str, Post] = {}
        self.ballots: dict[tuple[int, int], list[Event]] = {}
        self.overtimes: dict[int, int] = {}
        self.overtime: dict[str, Any] | None = None
        self.tally: dict[str, list[dict[str, Any]]] = {}
        self.takes: dict[int, list[Event]] = {}
        self.forgone: dict[int, list[Event]] = {}
        self.debts: list[Debt] = []
        self.complaints: dict[str, Complaint] = {}
        self.rewards: list[Reward] = []
        self.alliances: list[Alliance] = []
        self.plans: dict[int, Plan] = {}
        self.questions: list[Question] = []
        self.asked: dict[str, list[Question]] = {}
        self.readings: dict[str, str] = {}
        self.results: dict[int, datetime] = {}
        self.excused: set[str] = set()
        self.fills: dict[str, Event] = {}
        self.unasked: dict[str, list[Event]] = {}
        self.verdicts: dict[str, Event] = {}
        self.trace: list[Step] = []
        self.gone: list[Player] = []
        self.end_open = False
        self.sentence: tuple[str, str, list[int]] | None = None
        self.deferred: list[Event] = []
        self._timers: list[tuple[datetime, int, Debt | None]] = []
        self._timer_count = 0

    # -- looking up ----------------------------------------------------------------------

    def player(self, name: str | None) -> Player | None:
        """The player of that name, or of the name that a substitute brought along."""
        if name is None:
            return None
        return self.players.get(self.known_as(name))

    def known_as(self, name: str) -> str:
        """The player for the name of a substitute, which is secret; any other name as it is."""
        return self.aliases.get(name, name)

    def value(self, name: str) -> Any:
        """The ruleset's `section.key`, None where this game has no such rule."""
        return self.ruleset.value(name)

    def clause(self, *names: str) -> str:
        """The clause of the first `section.key` that this game has; empty where it has none."""
        entries = [self.ruleset.entry(name) for name in names]
        return next((entry.clause for entry in entries if entry is not None), "")

    def time_of(self, line: int) -> datetime:
        """The time of the event on a line, or of the one that a correction on it shaped."""
        return next(event.at for event in self.ledger.events if line in event.lines)

    def round_posts(self, number: int) -> list[Post]:
        return [post for post in self.posts.values() if post.round == number]

    # -- noting --------------------------------------------------------------------------

    def note(self, subject: str, what: str, clause: str, causes: Iterable[int]) -> None:
        """Adds a consequence to the trace, with every line that caused it."""
        lines = tuple(sorted(set(causes)))
        line = self.event.line if self.event is not None else lines[-1]
        self.trace.append(Step(line, subject, what, clause, lines))

    def is_over(self, event: Event) -> bool:
        """Whether the game has ended; what still comes is noted, and changes nothing."""
        if self.winner is not None:
            clause = self.clause("end.agreed", "end.black_in_last")
            self.note(WHOLE, "ended already", clause, event.lines)
        return self.winner is not None

    def error(self, event: Event, message: str, remedy: str) -> None:
        """A fault of the ledger that only the replay can see."""
        self.ledger.fault(event.line, message, remedy)

    def ask(self, subject: str, clause: str, causes: Iterable[int], **readings: str) -> None:
        """Leaves a question to the referee."""
        line = max(causes)
        question = Question(subject, clause, line, readings)
        self.questions.append(question)
        self.asked.setdefault(subject, []).append(question)

    # -- going out and time --------------------------------------------------------------

    def put_out(
        self,
        player: Player,
        cause: str,
        clause: str,
        causes: Iterable[int],
        number: int = 0,
        post: str | None = None,
    ) -> bool:
        """Sends a player out once; False if it was out already. `number`: the round, else now.

        `post`: the post that does it; where it falls away later, so does this reason.
        """
        lines = tuple(sorted(set(causes)))
        reason = Exit(number or self.round, cause, clause, lines, post)
        if not player.alive:
            player.also.append(reason)
            return False
        player.out = reason
        player.revived = None
        self.gone.append(player)
        self.note(player.name, f"out {cause}", clause, lines)
        return True

    def owe(self, debt: Debt) -> None:
        """Opens a debt and sets its timer."""
        self.debts.append(debt)
        self.note(debt.player, f"{debt.kind} open", debt.clause, debt.lines)
        if debt.due is not None:
            self.set_timer(debt.due, debt)

    def set_timer(self, due: datetime, debt: Debt | None) -> None:
        """`debt` None: the end of check-in."""
        self._timer_count += 1
        heapq.heappush(self._timers, (due, self._timer_count, debt))

    def next_timer(self, before: datetime) -> tuple[bool, Debt | None]:
        """Takes the next timer that is due before `before` (not at it), if any."""
        if self._timers and self._timers[0][0] < before:
            self.now = self._timers[0][0]
            return True, heapq.heappop(self._timers)[2]
        return False, None


def ascending(*groups: Iterable[int]) -> list[int]:
    """All lines of the groups, each once, ascending."""
    return sorted({line for group in groups for line in group})


def penalties(ruleset: Ruleset, kind: str, finding: str) -> Mapping[str, Any]:
    """Remedy code → penalty for a finding of a report or kill post; empty where none is named."""
    for rule in ruleset.rules(kind):
        for tier in (rule.on_hit, *rule.tiers):
            if tier is not None and tier.code == finding and tier.remedies:
                return {penalty.code: penalty for penalty in tier.remedies}
    return {}
