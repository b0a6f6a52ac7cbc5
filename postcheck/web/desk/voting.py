"""The votes of a round: the ballots, the tally and why a tie falls as it does; a table comes in."""

import json
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from postcheck.errors import SourceErrors
from postcheck.game import words
from postcheck.game.events import Event, parse_time
from postcheck.game.state import Game
from postcheck.game.votes import Count, count, overtime_cutoff, running, shown, standing
from postcheck.web.desk import ledgers
from postcheck.web.desk.access import Visit, game_action, game_page
from postcheck.web.desk.ballots import Ballot, ballots
from postcheck.web.desk.checking import read_cells
from postcheck.web.desk.entry import back, done, known_line, line_json, refused
from postcheck.web.desk.fields import VIA
from postcheck.web.desk.forms import Record
from postcheck.web.desk.ledgers import Stale
from postcheck.web.desk.plots import arrival
from postcheck.web.desk.replays import Replayed
from postcheck.web.desk.secrecy import known_names
from postcheck.web.desk.times import field, not_ahead, now, proposed
from postcheck.web.desk.times import shown as time_shown
from postcheck.web.twin import respond

Json = dict[str, Any]
_TIE_RULES = ("vote.tie", "vote.killed", "vote.all_equal")


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/rounds/<int:number>/votes", votes, "assistant")
    game_action(blueprint, "/rounds/<int:number>/votes", add_votes, "assistant")


def votes(visit: Visit, number: int) -> Response:
    """The votes of one round."""
    now_ = visit.replayed()
    game = now_.game
    if not game.calendar.first <= number <= game.round:
        abort(404)
    counted, stands, found = _recount(game, number)
    closed = str(number) in game.tally
    rows = game.tally[str(number)] if closed else shown(counted.rows)
    data = visit.base() | {
        "round": number,
        "rounds": list(range(game.calendar.first, game.round + 1)),
        "closed": closed,
        "plan": {"votes": game.plans[number].votes, "vote_out": game.plans[number].vote_out},
        "tally": rows,
        "rules": [
            {"says": entry.says, "clause": entry.clause}
            for name in _TIE_RULES
            if (entry := game.ruleset.entry(name)) is not None
        ],
        "ties": _ties(rows, counted),
        "ballots": [_ballot_json(game, one, why) for one, why in found],
        "silent": _silent(game, number, stands),
        "overtime": game.overtime if game.round == number else None,
        "arrival": arrival(counted, game.calendar.start(number), game.calendar.end(number)),
        "done": done(visit, now_),
    }
    form = {"after": now_.after, "at": field(proposed(game)), "players": list(game.players)}
    return respond("desk/votes.html.j2", data, via=VIA, form=form, words=words)


def _recount(
    game: Game, number: int
) -> tuple[Count, dict[str, Event], list[tuple[Event, str | None]]]:
    """The ballots of a round's vote, overtime left out, as the rules core counts them: the count,
    each voter's that stands, and all in the order of their times with why some do not count."""
    plan, cast = game.plans[number], game.ballots.get((number, 0), [])
    if number == game.round and game.overtime is not None:
        cast = game.ballots.get((number, game.overtimes[number]), [])
        stands, void = standing(game, cast, overtime_cutoff(game, number))
        counted = running(game)
    else:
        closes = [one for one in game.ledger.events
                  if one.type == "close" and one["round"] == number]  # fmt: skip
        given = parse_time(closes[0].get("cutoff")) if closes else None
        stands, void = standing(game, cast, given or game.calendar.cutoff(number))
        counted = count(game, stands, names=plan.votes, seats=plan.vote_out)
    reasons = {one.line: words.REASONS[why] for group in void.values() for one, why in group}
    reasons |= dict.fromkeys(
        {one.line for one in cast} - {one.line for one in stands.values()} - reasons.keys(),
        "后来改投了",
    )
    ordered = sorted(cast, key=lambda one: (one.at, one.line))
    return counted, stands, [(one, reasons.get(one.line)) for one in ordered]


def _ballot_json(game: Game, event: Event, why: str | None) -> Json:
    """Names are the players': who stands in for one is secret."""
    named = [event["voter"], *event["targets"]]
    voter, *targets = map(game.known_as, named)
    return {
        "line": event.line, "voter": voter, "targets": targets,
        "via": event["via"], "at": event.at.isoformat(), "shown": time_shown(event.at),
        "void": why,
    }  # fmt: skip


def _silent(game: Game, number: int, stands: dict[str, Event]) -> list[str]:
    """Who is in and has no ballot yet; of a closed round nobody is asked any more."""
    if number != game.round or game.overtime is not None:
        return []
    return [name for name, one in game.players.items() if one.alive and name not in stands]


def _ties(rows: list[Json], counted: Count) -> list[Json]:
    """Players with equal votes, some out and some not: when their votes came, latest first."""
    times = {row.player: row.times for row in counted.rows}
    groups: dict[tuple[int, int], list[Json]] = {}
    for row in rows:
        groups.setdefault((row["full"], row["half"]), []).append(row)
    return [
        {
            "full": full,
            "half": half,
            "players": [
                {"player": row["player"], "rank": row["rank"], "out": row["out"],
                 "times": [time_shown(at) for at in _telling(row["player"], group, times)]}
                for row in group
            ],
        }
        for (full, half), group in groups.items()
        if len(group) > 1 and (full or half)
    ]  # fmt: skip


def _telling(player: str, group: list[Json], times: dict[str, list[datetime]]) -> list[datetime]:
    """The times from the last one back, up to the first that tells this player from the next."""
    lists = [times.get(row["player"], []) for row in group]
    depth = 0
    for depth, column in enumerate(zip(*lists, strict=False), 1):  # noqa: B007
        if len(set(column)) > 1:
            break
    return times.get(player, [])[: max(depth, 1)]


def add_votes(visit: Visit, number: int) -> Response:
    """A table comes in: shown as read, and added where the form says `confirm`."""
    now_ = visit.replayed()
    file = request.files.get("file")
    if not now_.game.calendar.first <= number <= now_.game.round:
        abort(404)
    try:
        rows = read_cells(request.form.get("table", ""), file.read() if file else b"")
        found = ballots(rows, now_.game, number, known_names(visit, now_.game))
        records, kept = _records(found, now_, number)
        visit.check_share(len(records))
        records = _tried(visit, now_, records, kept)
    except SourceErrors as errors:
        return refused(visit, errors, now_.after)
    if known_line() != now_.after or request.form.get("confirm") != "yes" or not records:
        return _preview(visit, now_, number, rows, found, len(records))
    content = [json.dumps(record, ensure_ascii=False) for record in records]
    try:
        ledgers.append(visit.desk.store, visit.game, now_.after, content, visit.account)
    except Stale:
        return _preview(visit, visit.replayed(), number, rows, found, len(records))
    return back(visit, now_.after + 1)


def _records(found: list[Ballot], now_: Replayed, number: int) -> tuple[list[Record], list[Ballot]]:
    """The events of the ballots that can be recorded and are not there yet."""
    game, overtime = now_.game, request.form.get("overtime") == "yes"
    part = game.overtimes.get(number, 0) if overtime else 0
    there = {
        (game.known_as(one["voter"]), one.at, tuple(map(game.known_as, one["targets"])))
        for one in game.ballots.get((number, part), [])
    }
    via = request.form.get("via", "machine")
    if via not in VIA:
        abort(400)
    records, kept = [], []
    for ballot in found:
        if ballot.problem is not None or ballot.at is None:
            continue
        try:
            not_ahead(ballot.at, game)
        except SourceErrors as found_:
            ballot.problem = found_.errors[0].message
            continue
        targets = tuple(map(game.known_as, ballot.targets))
        key = (game.known_as(ballot.voter), ballot.at, targets)
        if key in there:
            ballot.problem = "已经在账本里"
            continue
        there.add(key)
        records.append({
            "type": "vote", "at": ballot.at.isoformat(), "round": number, "voter": ballot.voter,
            "targets": ballot.targets, "via": via, **({"overtime": True} if overtime else {}),
            "recorded_at": now().isoformat(),
        })  # fmt: skip
        kept.append(ballot)
    return records, kept


def _tried(visit: Visit, now_: Replayed, records: list[Record], kept: list[Ballot]) -> list[Record]:
    """The events that the ledger takes; the others' ballots are marked with why not."""
    for _ in range(2):
        if not records:
            break
        try:
            visit.desk.replays.outcome(now_, records)
        except SourceErrors as errors:
            bad = {one.line - now_.after - 1: one for one in errors.errors
                   if one.line is not None and one.line > now_.after}  # fmt: skip
            if not bad:
                raise
            for place, error in bad.items():
                kept[place].problem = error.message.split("；此行")[0]
            records = [one for place, one in enumerate(records) if place not in bad]
            kept = [one for place, one in enumerate(kept) if place not in bad]
        else:
            break
    return records


def _preview(
    visit: Visit, now_: Replayed, number: int, rows: list[list[str]], found: list[Ballot], good: int
) -> Response:
    """The table as it was read; where others have written since, what they wrote."""
    behind = known_line() != now_.after
    since = ledgers.read(visit.desk.store, visit.game, known_line()) if behind else []
    ends = now_.game.calendar.end(number)
    page = render_template(
        "desk/ballots.html.j2",
        ends=time_shown(ends),
        **visit.base(),
        round=number,
        after=now_.after,
        since=[line_json(visit, line) for line in since],
        ballots=[
            {"row": one.row, "voter": one.voter, "targets": one.targets,
             "at": time_shown(one.at) if one.at else "", "problem": one.problem,
             "late": one.at is not None and one.at >= ends}
            for one in found
        ],
        good=good,
        table="\n".join("\t".join(row) for row in rows),
        via=request.form.get("via", "machine"),
        overtime=request.form.get("overtime") == "yes",
        back=request.form.get("back", ""),
    )  # fmt: skip
    return Response(page, 409 if behind else 200)
