"""Debts (白条, 重写, 重新报道): opened by an event, met by a text in time, else overdue."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from postcheck.game.eggs import explodes
from postcheck.game.events import Event
from postcheck.game.fates import fail
from postcheck.game.rewards import ALL, forfeit
from postcheck.game.state import Debt, Game, Post, ascending


def iou_due(game: Game, post: Post, name: str = "iou.due") -> datetime:
    """The ruleset's time on the day after the post's round began, else the day after the post."""
    clock = game.value(name)
    due = game.calendar.next_day(game.calendar.start(post.round), clock)
    return due if due > post.at else game.calendar.next_day(post.at, clock)


def open_iou(game: Game, post: Post, lines: Iterable[int]) -> None:
    """The debts of an IOU: one, or two for the author's post number `iou.fourth_post`."""
    post.status = "iou"
    author = game.players[post.author]
    causes = ascending(lines)
    fourth = game.value("iou.fourth_post")
    if fourth is not None and author.posts == fourth and post.power == "kill":
        first = game.value("iou.fourth_first_min")
        due = iou_due(game, post, "iou.fourth_first_due")
        clause = game.clause("iou.fourth_post")
        game.owe(Debt(author.name, "iou", post.id, first, due, clause, list(causes)))
    least = game.value("iou.min_count")
    if post.stand_in and game.value("iou.stand_in_min_count") is not None:
        least = game.value("iou.stand_in_min_count")
    clause = game.clause("iou.due")
    game.owe(Debt(author.name, "iou", post.id, least, iou_due(game, post), clause, causes))


def enough(game: Game, kind: str, counts: Mapping[str, Any], least: int | None) -> dict[str, bool]:
    """Each count that the clause may mean → whether it reaches `least`; the first one holds."""
    names = game.ruleset.kinds[kind].counts
    return {name: counts[name] >= (least or 0) for name in names if name in counts}


def deliver(
    game: Game, subject: str, kind: str, counts: Mapping[str, Any], lines: tuple[int, ...]
) -> None:
    """A text arrives for `subject`: meets those of its open debts that it is long enough for."""
    for debt in game.debts:
        if debt.subject != subject or debt.status != "open":
            continue
        by_count = enough(game, kind, counts, debt.min_count)
        if not by_count and game.event is not None:
            needed = "、".join(game.ruleset.kinds[kind].counts)
            game.error(game.event, f"counts 没有写 {needed}", "补上其中一个，量不出就改写 post")
            return
        if len(set(by_count.values())) > 1:
            clause = game.ruleset.kinds[kind].clause
            readings = {name: "met" if good else "too_short" for name, good in by_count.items()}
            game.ask(subject, clause, lines, **readings)
        if next(iter(by_count.values()), False):
            meet(game, debt, lines)
        else:
            game.note(debt.player, f"{debt.kind} too_short", debt.clause, [*debt.lines, *lines])


def await_verdict(game: Game, subject: str, event: Event) -> None:
    """A text arrived of which only the judge knows what it is worth."""
    game.fills[subject] = event
    game.note(subject, "waits for verdict", game.clause("iou.due"), event.lines)


def meet(game: Game, debt: Debt, lines: Iterable[int]) -> None:
    debt.status = "met"
    debt.lines = ascending(debt.lines, lines)
    game.note(debt.player, f"{debt.kind} met", debt.clause, debt.lines)


def unmeet(game: Game, debt: Debt, lines: Iterable[int]) -> None:
    """The referee counts in another way: the text was not long enough after all."""
    post = game.posts.get(debt.subject)
    if post is not None and debt.kind == "iou" and post.status == "valid":
        post.status = "iou"
    debt.status = "open"
    game.note(debt.player, f"{debt.kind} too_short", debt.clause, [*debt.lines, *lines])


def open_debts(game: Game, subject: str) -> list[Debt]:
    return [debt for debt in game.debts if debt.subject == subject and debt.status == "open"]


def missing_clause(game: Game, finding: str = "missing") -> str:
    """The clause on who did not report (`missing`) or too late (`late`)."""
    for rule in game.ruleset.rules("report"):
        if rule.on_hit is not None and rule.on_hit.code == finding:
            return rule.clause
    return ""


def overdue(game: Game, debt: Debt) -> None:
    """The clock has passed a debt's due time: its consequence holds from now on."""
    text = game.fills.get(debt.subject)
    in_time = text is not None and debt.due is not None and text.at <= debt.due
    if debt.status != "open" or in_time:
        return  # a text that came in time waits for its verdict, however late that is
    debt.status = "overdue"
    game.note(debt.player, f"{debt.kind} overdue", debt.clause, debt.lines)
    post = game.posts.get(debt.subject)
    if post is None:
        # Not put right in time counts as no report, for which a substitute may still come in.
        game.put_out(game.players[debt.player], "suicide", missing_clause(game), debt.lines)
    elif debt.kind == "iou":
        _unfilled(game, post, debt)
    elif "suicide" in debt.otherwise and iou_due(game, post) > (debt.due or post.at):
        # Not rewritten counts as an IOU, and its time is not over yet.
        post.lines = ascending(post.lines, debt.lines)
        open_iou(game, post, debt.lines)
    else:
        cause = "suicide" if "suicide" in debt.otherwise else "ruled"
        _drop(game, post, debt, cause)


def _drop(game: Game, post: Post, debt: Debt, cause: str) -> bool:
    """A post that was never delivered fails; False where its target does not come back."""
    author, target = game.players[post.author], game.players[post.target]
    mates = author.side == target.side == "black"
    revive = not (mates and game.value("due.drop_mate") is False)
    fail(game, post, debt.clause, debt.lines, cause=cause, revive=revive)
    if not revive:
        clause = game.clause("due.drop_mate")
        game.note(target.name, "not back", clause, ascending(post.lines, debt.lines))
    return revive


def _unfilled(game: Game, post: Post, debt: Debt) -> None:
    """An IOU that nobody filled: suicide and the target back; rewards lost if it was an egg."""
    if post.status != "iou":
        game.note(post.id, "failed already", debt.clause, debt.lines)
        return
    author, target = game.players[post.author], game.players[post.target]
    egg = explodes(game, post)
    if not _drop(game, post, debt, "suicide") or egg is None:
        return
    clause = game.clause("iou.fireworks_unfilled")
    for what in game.value("iou.fireworks_forfeit") or ():
        whole = what == ALL
        forfeit(
            game,
            author,
            clause,
            ascending(post.lines, debt.lines),
            what=what,
            to=() if whole else (target.name,),
            from_round=None if whole else post.round,
        )
