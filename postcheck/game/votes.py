"""Ballots (票): which stand, what they add up to, and who goes out.

Inside, votes are whole numbers of half votes; a half ballot is one by a player killed in this
round. The total that is shown is the total that decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from postcheck.game.calendar import SECOND
from postcheck.game.events import Event
from postcheck.game.state import Game, Player

FULL, HALF = 2, 1
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)


@dataclass(slots=True)
class Row:
    """The ballots for one player: `times` latest first; `lines` of the ballots."""

    player: str
    full: int = 0
    half: int = 0
    times: list[datetime] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    rank: int = 0
    out: bool = False


@dataclass(slots=True)
class Count:
    """The count of one vote: rows most first, who is clear, who still ties for `seats`.

    `standing` are the ballots counted, with at most `names` names each.
    """

    rows: list[Row]
    clear: list[Row]
    tied: list[Row] = field(default_factory=list)
    seats: int = 0
    standing: list[Event] = field(default_factory=list)
    names: int = 1


def vote(game: Game, event: Event) -> None:
    """A ballot arrives. Whether it counts is decided at the close."""
    voter = game.player(event["voter"])
    if voter is None:
        return
    if game.is_over(event):
        return
    if not voter.alive and not _in_overtime(game, event, voter):
        game.error(
            event, f"{voter.name} 已经出局，不能投票", "核对投票人，或先更正让其出局的那一行"
        )
        return
    number = event["round"]
    if number > game.round + 1:
        game.error(event, f"第 {number} 轮还没有开始", "核对 round")
        return
    overtime = game.overtimes.get(number, 0) if event.get("overtime") else 0
    if event.get("overtime") and (game.overtime is None or game.overtime["round"] != number):
        game.error(event, f"第 {number} 轮没有加时", "去掉 overtime，或核对 round")
        return
    if number < game.round:
        game.note(voter.name, "ballot late", game.clause("vote.silence"), event.lines)
        return
    game.ballots.setdefault((number, overtime), []).append(event)


def _in_overtime(game: Game, event: Event, voter: Player) -> bool:
    """A player hit in this round still has its half vote in the round's overtime."""
    out = voter.out
    return (
        bool(event.get("overtime"))
        and game.overtime is not None
        and out is not None
        and (out.round, out.cause) in ((game.round, "killed"), (game.round, "fireworks"))
    )


def standing(
    game: Game, ballots: Sequence[Event], cutoff: datetime
) -> tuple[dict[str, Event], dict[str, list[tuple[Event, str]]]]:
    """The ballot that stands for each voter, and by voter those that are void, with the reason."""
    stands: dict[str, Event] = {}
    void: dict[str, list[tuple[Event, str]]] = {}
    for ballot in ballots:
        voter = game.player(ballot["voter"])
        assert voter is not None
        reason = _void_reason(game, ballot, stands.get(voter.name), cutoff)
        if reason is None:
            stands[voter.name] = ballot
        else:
            void.setdefault(voter.name, []).append((ballot, reason))
    return stands, void


def _void_reason(game: Game, ballot: Event, earlier: Event | None, cutoff: datetime) -> str | None:
    """late, out, board, proxy_late, proxy_change or after_proxy; None where the ballot counts."""
    voter = game.players[game.aliases.get(ballot["voter"], ballot["voter"])]
    if voter.out is not None and voter.out.round < ballot["round"]:
        return "out"
    if ballot.at > cutoff:
        return "late"
    if ballot["via"] == "board":
        return "board"
    if ballot["via"] == "proxy":
        if _proxy_late(game, ballot):
            return "proxy_late"
        if earlier is not None and game.value("proxy.changes_vote") is False:
            return "proxy_change"
    elif earlier is not None and earlier["via"] == "proxy" and game.value("proxy.final"):
        return "after_proxy"
    return None


def _proxy_late(game: Game, ballot: Event) -> bool:
    end = game.calendar.end(ballot["round"])
    until = game.value("proxy.until")
    if until is not None:
        limit = game.calendar.same_day(end, until)
        return ballot.at > limit if game.value("proxy.until_included") else ballot.at >= limit
    minutes = game.value("proxy.closed_before_end")
    return minutes is not None and ballot.at >= end - timedelta(minutes=minutes)


def names_on(ballot: Event, most: int) -> list[str]:
    """The names of a ballot, each once, and no more than the round allows."""
    return list(dict.fromkeys(ballot["targets"]))[:most]


def count(
    game: Game,
    stands: Mapping[str, Event],
    *,
    names: int,
    seats: int,
    among: set[str] | None = None,
) -> Count:
    """Counts the standing ballots. `names`: names a ballot; `seats`: how many go out.

    `among`: in overtime, the tied. Players who are out already keep their ballots, idle.
    """
    rows = {name: Row(name) for name in game.players if among is not None and name in among}
    order = {name: place for place, name in enumerate(game.players)}
    hit: set[str] | None = None
    for voter, ballot in stands.items():
        if hit is None:
            hit = hit_names(game, ballot["round"])
        for name in names_on(ballot, names):
            target = game.player(name)
            if target is None or (among is not None and target.name not in among):
                continue
            row = rows.setdefault(target.name, Row(target.name))
            row.full += voter not in hit
            row.half += voter in hit
            row.times.append(ballot.at)
            row.lines.extend(ballot.lines)
    for row in rows.values():
        row.times.sort(reverse=True)
    ranked = sorted(rows.values(), key=lambda row: order[row.player])
    ranked.sort(key=lambda row: _strength(game, row), reverse=True)
    for place, row in enumerate(ranked):
        same = place and _strength(game, row) == _strength(game, ranked[place - 1])
        row.rank = ranked[place - 1].rank if same else place + 1
    found = _seat(game, ranked, seats)
    found.standing, found.names = list(stands.values()), names
    return found


def _strength(game: Game, row: Row) -> tuple[Any, ...]:
    """What decides who goes out first: votes, half votes in a tie, then arrival from the last."""
    if game.value("vote.killed") == "half_but_full_in_ties":
        votes: tuple[int, ...] = (row.full * FULL + row.half * HALF, row.full + row.half)
    else:
        votes = (row.full, row.half)
    sign = 1 if game.value("vote.tie") == "later_out" else -1
    return (*votes, tuple(sign * ((time - EPOCH) // INSTANT) for time in row.times))


def _seat(game: Game, ranked: list[Row], seats: int) -> Count:
    eligible = [row for row in ranked if game.players[row.player].alive]
    if len(eligible) <= seats or seats == 0:
        return Count(ranked, eligible[:seats])
    last = eligible[seats - 1].rank
    if eligible[seats].rank != last:
        return Count(ranked, eligible[:seats])
    clear = [row for row in eligible if row.rank < last]
    tied = [row for row in eligible if row.rank == last]
    if game.value("vote.all_equal") == "all_out":
        return Count(ranked, clear + tied)
    return Count(ranked, clear, tied, seats - len(clear))


def hit_names(game: Game, number: int) -> set[str]:
    """Targets of the kill posts of a round that hold so far: their votes are half votes."""
    return {post.target for post in game.round_posts(number) if post.hits}


def shown(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The tally as the state prints it."""
    return [
        {"player": row.player, "full": row.full, "half": row.half, "rank": row.rank, "out": row.out}
        for row in rows
    ]


def overtime_cutoff(game: Game, number: int) -> datetime:
    """The last second of an overtime: so many minutes from the result post that called it."""
    minutes = game.value("vote.overtime") or 0
    return game.results[number] + timedelta(minutes=minutes)


def running(game: Game) -> Count:
    """The count of the open round's vote as it stands."""
    number = game.round
    overtime = game.overtimes.get(number, 0)
    plan = game.plans[number]
    if overtime and game.overtime is not None:
        stands, _ = standing(
            game, game.ballots.get((number, overtime), []), overtime_cutoff(game, number)
        )
        among = set(game.overtime["between"])
        names = game.value("vote.overtime_votes") or 1
        return count(game, stands, names=names, seats=game.overtime["out"], among=among)
    cutoff = game.calendar.end(number) - SECOND
    stands, _ = standing(game, game.ballots.get((number, 0), []), cutoff)
    return count(game, stands, names=plan.votes, seats=plan.vote_out)
