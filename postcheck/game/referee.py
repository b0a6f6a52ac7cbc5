"""`replay(ledger, ruleset) -> Game`: folds all events, in the order of their times."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from postcheck.errors import SourceErrors
from postcheck.game import alliances, complaints, ends, kills, reports, rounds, rulings, votes
from postcheck.game.calendar import Calendar
from postcheck.game.debts import overdue
from postcheck.game.eggs import grant_flights
from postcheck.game.events import Event, parse_time
from postcheck.game.ledger import Ledger, read
from postcheck.game.output import PARTS, holds
from postcheck.game.references import PLAYERS, SECRET, check
from postcheck.game.state import Exit, Game, Player
from postcheck.ruleset import Ruleset, load

HANDLERS: dict[str, Callable[[Game, Event], None]] = {
    "report": reports.report,
    "substitute": reports.substitute,
    "vote": votes.vote,
    "kill": kills.kill,
    "act": kills.act,
    "fill": kills.fill,
    "withdraw": kills.withdraw,
    "verdict": kills.verdict,
    "complaint": complaints.complaint,
    "ruling": rulings.ruling,
    "close": rounds.close,
    "adjust": rounds.adjust,
    "end": ends.end,
}


def replay_file(path: Path, ruleset: str | None = None) -> Game:
    """Reads and replays a ledger; `ruleset` in place of its own. Raises SourceErrors."""
    ledger = read(path)
    return replay(ledger, ruleset_of(ledger, ruleset))


def ruleset_of(ledger: Ledger, other: str | None = None) -> Ruleset:
    """The ruleset that line 1 names. Raises SourceErrors where there is none to be had."""
    if other is not None:
        return load(other)
    name = ledger.records.get(1, {}).get("ruleset")
    if not isinstance(name, str):
        raise SourceErrors(ledger.errors)
    try:
        return load(name)
    except SourceErrors as errors:
        for error in errors.errors:
            ledger.fault(1, error.message, error.remedy)
        raise SourceErrors(ledger.errors) from None


def replay(ledger: Ledger, ruleset: Ruleset) -> Game:
    """The state after the last event. Raises SourceErrors with every fault of the ledger."""
    game: Game | None = None
    for _, now in steps(ledger, ruleset):
        game = now
    if ledger.errors or game is None:
        raise SourceErrors(sorted(ledger.errors, key=lambda error: error.line or 0))
    return game


def steps(ledger: Ledger, ruleset: Ruleset) -> Iterator[tuple[Event, Game]]:
    """The state after every event, the same object each time; faults gather in `ledger`."""
    check(ledger, ruleset)
    first = ledger.events[0] if ledger.events and ledger.events[0].type == "game" else None
    if first is None:
        return
    game = Game(ledger, ruleset)
    start(game, first)
    for event in ledger.events:
        if event.type == "player" and event.line not in ledger.faulty:
            join(game, event)
    for player in game.players.values():
        grant_flights(game, player)
    for event in ledger.events:
        if event.type not in ("game", "player"):
            pass_time(game, event.at)
        game.event, game.now = event, event.at
        if event.line not in ledger.faulty:
            if event.type == "assert":
                _assert(game, event)
            elif event.type in HANDLERS and _all_there(game, event):
                HANDLERS[event.type](game, event)
                rounds.after_exits(game, game.round)
                _deferred(game)
        yield event, game
    if ledger.clock is not None:
        pass_time(game, ledger.clock)


def start(game: Game, event: Event) -> None:
    """Line 1: the clock, the first round and its schedule."""
    game.event = event
    game.round = event.get("round") or 1
    begin = parse_time(event["first_round"])
    assert begin is not None
    game.calendar = Calendar(game.round, begin, game.value("time.round_hours"))
    rounds.plan_rounds(game)
    until = parse_time(event.get("report_until"))
    if until is not None:
        game.report_until = game.calendar.local(until)
        game.set_timer(until, None)
    results = parse_time(event.get("results_at"))
    if results is not None:
        game.results[game.round - 1] = results
    alliances.after_round(game, game.round - 1, event.lines)


def join(game: Game, event: Event) -> None:
    """A player of the cast; in a game taken over it may be out already."""
    role = next(
        role
        for role in game.ruleset.roles
        if (role.name, role.group) == (event["role"], event["group"])
    )
    player = Player(
        name=event["name"],
        role=role,
        line=event.line,
        code=event["code"],
        owner=event["owner"],
        posts=event.get("posts") or 0,
        side=role.side,
    )
    game.players[player.name] = player
    if event.get("out") is not None:
        # When it went out is not known: its partner's right to fly is not held against it.
        clause = game.ruleset.rounds[0].clause
        player.out = Exit(game.round - 1, event["out"], clause, event.lines)


def pass_time(game: Game, until: datetime) -> None:
    """Everything that falls due before `until`."""
    while True:
        found, debt = game.next_timer(until)
        if not found:
            return
        game.event = None
        if debt is None:
            reports.check_in_ends(game)
        else:
            overdue(game, debt)
        rounds.after_exits(game, game.round)


def _all_there(game: Game, event: Event) -> bool:
    """Whether every player that the event names is in the game by now; else a fault."""
    fields = () if event.type == "substitute" else PLAYERS.get(event.type, ())
    named = [(field, event.get(field)) for field in fields]
    named += [("targets", name) for name in event.get("targets") or ()]
    for field, name in named:
        if name is not None and game.player(name) is None:
            who = "这位替补" if field in SECRET else f"替补“{name}”"
            game.error(event, f"{who}此时还没有下场", "核对 at，或先写 substitute")
            return False
    return True


def _deferred(game: Game) -> None:
    """Posts that came before their round was open are folded once it is."""
    ready = [event for event in game.deferred if event["round"] == game.round]
    game.deferred = [event for event in game.deferred if event["round"] != game.round]
    for event in ready:
        game.event = event
        HANDLERS[event.type](game, event)
        rounds.after_exits(game, game.round)


def _assert(game: Game, event: Event) -> None:
    """The referee's own statement of the state; the replay fails where it does not hold."""
    wanted = {
        name: value
        for name, value in event.data.items()
        if name not in ("type", "at", "note", "source", "recorded_at")
    }
    for name, value in wanted.items():
        if not holds(value, PARTS[name](game) if name in PARTS else None):
            game.error(event, f"断言不成立：{name} 与重放的结果不同", "核对前面的事件，或改断言")
