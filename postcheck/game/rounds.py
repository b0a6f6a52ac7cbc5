"""Rounds: their schedule and its adjustment, the close, and overtime (加时)."""

from datetime import datetime

from postcheck.game import alliances, ends
from postcheck.game.eggs import grant_flights
from postcheck.game.events import Event, parse_time
from postcheck.game.powers import Closing, run
from postcheck.game.state import MARK, Game, Plan
from postcheck.game.votes import count, overtime_cutoff, shown, standing


def plan_rounds(game: Game) -> None:
    """The schedule as printed; rounds after the last one are like it."""
    for one in game.ruleset.rounds:
        game.plans[one.number] = Plan(one.votes, one.vote_out, dict(one.kills), one.clause)
    _need_plan(game, game.round)


def _need_plan(game: Game, number: int) -> None:
    if number not in game.plans:
        last = game.plans[max(game.plans)]
        game.plans[number] = Plan(last.votes, last.vote_out, dict(last.kills), last.clause)


def adjust(game: Game, event: Event) -> None:
    """哨群调整进程: keys left out stay as they were."""
    number, schedule = event["round"], event["schedule"]
    if game.is_over(event):
        return
    if number < game.round:
        game.error(event, f"第 {number} 轮已经结束", "核对 round")
        return
    _need_plan(game, number)
    old = game.plans[number]
    game.plans[number] = Plan(
        schedule.get("votes", old.votes),
        schedule.get("vote_out", old.vote_out),
        dict(schedule.get("kills", old.kills)),
        old.clause,
        [*old.lines, *event.lines],
    )
    game.note(f"{MARK}round {number}", "adjusted", old.clause, event.lines)


def close(game: Game, event: Event) -> None:
    """The result post: ballots are counted, posts take effect, silence is punished."""
    number, overtime = event["round"], bool(event.get("overtime"))
    if game.is_over(event):
        return
    if number != game.round:
        game.error(event, f"现在开着的不是第 {number} 轮", "核对 round 和 at")
        return
    if overtime != (game.overtime is not None):
        what = "没有加时" if overtime else "还在加时"
        game.error(event, f"第 {number} 轮{what}", "核对 overtime")
        return
    if event.get("cutoff") is not None and game.value("time.cutoff_by") != "machine":
        game.error(event, "这套规则的截止以论坛时间为准，不能另写 cutoff", "去掉 cutoff")
        return
    if overtime:
        _close_overtime(game, event)
    else:
        _close_round(game, event)


def _cutoff(event: Event, default: datetime) -> datetime:
    return parse_time(event.get("cutoff")) or default


def _close_round(game: Game, event: Event) -> None:
    number = game.round
    plan = game.plans[number]
    ballots = game.ballots.get((number, 0), [])
    cutoff = _cutoff(event, game.calendar.cutoff(number))
    stands, void = standing(game, ballots, cutoff)
    counted = count(game, stands, names=plan.votes, seats=plan.vote_out)
    for name, ballot_reasons in void.items():
        for ballot, reason in ballot_reasons:
            game.note(name, f"ballot void {reason}", _void_clause(game, reason), ballot.lines)
    living = {name: player.alive for name, player in game.players.items()}
    silent = {
        name: [line for one, why in void.get(name, []) if why == "board" for line in one.lines]
        for name, alive in living.items()
        if alive and name not in stands and not _back_too_late(game, name, cutoff)
    }
    closing = Closing(game, event, number, living, counted, silent)
    run(closing)
    game.tally[str(number)] = shown(counted.rows)
    game.results[number] = event.at
    _finish_unless_tied(game, event, closing)


def _back_too_late(game: Game, name: str, cutoff: datetime) -> bool:
    """Whether a player came back when the vote was over already."""
    back = game.players[name].back_at
    return back is not None and back > cutoff


def _void_clause(game: Game, reason: str) -> str:
    names = {
        "late": "time.cutoff_by",
        "out": "vote.silence",
        "board": "vote.off_machine",
        "proxy_late": "proxy.until",
        "proxy_change": "proxy.changes_vote",
        "after_proxy": "proxy.final",
    }
    return game.clause(names[reason], "proxy.closed_before_end")


def _close_overtime(game: Game, event: Event) -> None:
    """The second close of a round: only the tied are voted on."""
    assert game.overtime is not None
    number, part = game.round, game.overtimes[game.round]
    cutoff = _cutoff(event, overtime_cutoff(game, number))
    stands, _ = standing(game, game.ballots.get((number, part), []), cutoff)
    among, seats = set(game.overtime["between"]), game.overtime["out"]
    counted = count(game, stands, names=game.value("vote.overtime_votes"), seats=seats, among=among)
    living = {name: player.alive for name, player in game.players.items()}
    closing = Closing(game, event, number, living, counted, {})
    run(closing, only=("vote", "take"))
    name = f"{number}-overtime" + (f"-{part}" if part > 1 else "")
    game.tally[name] = shown(counted.rows)
    gone = {row.player for row in counted.rows if row.out}
    for row in game.tally[str(number)]:
        row["out"] = row["out"] or row["player"] in gone
    game.results[number] = event.at
    game.overtime = None
    _finish_unless_tied(game, event, closing)


def after_exits(game: Game, since: int) -> None:
    """What follows from players having gone out: flights, alliances from `since` on, the end.

    All of it waits for the end of an overtime: only then is the round closed.
    """
    if game.overtime is not None:
        return
    if game.gone:
        for player in game.gone:
            grant_flights(game, player)
        game.gone.clear()
        alliances.check(game, since, ends.last_exits(game))
        game.end_open = True
    if game.end_open and game.winner is None:
        ends.check(game)
        game.end_open = ends.blocked(game)


def _finish_unless_tied(game: Game, event: Event, closing: Closing) -> None:
    """After a close: overtime where the tied are all equal, else the next round opens."""
    number = game.round
    if closing.count.tied:
        tied = {row.player for row in closing.count.tied}
        between = [name for name in game.players if name in tied]
        game.overtime = {"round": number, "between": between, "out": closing.count.seats}
        game.overtimes[number] = game.overtimes.get(number, 0) + 1
        subject = f"{MARK}round {number}"
        game.note(subject, "overtime", game.clause("vote.all_equal"), closing.lines())
        return
    alliances.after_round(game, number, event.lines)
    after_exits(game, number + 1)
    if game.winner is None:
        game.calendar.closed(number, event.at)
        game.round = number + 1
        _need_plan(game, game.round)
