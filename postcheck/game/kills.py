"""Kill posts (杀帖) and the posts of powers: handed in, filled, withdrawn, given up."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from postcheck.game.debts import (
    await_verdict,
    deliver,
    enough,
    meet,
    open_debts,
    open_iou,
    overdue,
)
from postcheck.game.eggs import is_flight, may_fly
from postcheck.game.events import Event
from postcheck.game.fates import fail
from postcheck.game.standins import (
    candidates,
    has_right,
    matching,
    members,
    unit_roles,
    waiting,
)
from postcheck.game.state import MARK, Game, Player, Post, ascending, penalties


def kill(game: Game, event: Event) -> None:
    """A kill post is handed in."""
    author, target = game.player(event["author"]), game.player(event["target"])
    if author is None or target is None:
        return
    number = event["round"]
    if game.is_over(event):
        return
    if number == game.round + 1:
        game.deferred.append(event)
        return
    if number > game.round or number < game.calendar.first:
        game.error(event, f"第 {number} 轮此时不收杀帖", "核对 round 和 at")
        return
    if number == game.round and not has_right(game, author, event["for"]):
        game.error(
            event,
            f"这位作者此时没有出“{event['for']}”的帖的权利",
            "核对 author、for，以及前面让其出局或失去资格的事件",
        )
        return
    post = Post(
        id=event["id"],
        round=number,
        author=author.name,
        unit=event["for"],
        target=target.name,
        at=event.at,
        lines=list(event.lines),
        code=event["code"],
        text_at=None if event["iou"] else event.at,
        stand_in=author.role not in unit_roles(game, event["for"]),
    )
    refused = _refusal(game, post, author, target, iou=event["iou"])
    if refused is None:
        _accept(game, event, post, author)
    else:
        why, clause, fate = refused
        post.status = "void"
        game.note(post.id, f"void {why}", clause, event.lines)
        if fate is not None:
            game.put_out(author, fate, clause, event.lines)
    game.posts[post.id] = post


def _refusal(
    game: Game, post: Post, author: Player, target: Player, *, iou: bool
) -> tuple[str, str, str | None] | None:
    """Why a post never takes effect: reason, clause, and how its author goes out, if so."""
    if post.round < game.round:
        return "closed", game.clause("due.given_up"), None
    if post.code is None or post.code != author.code:
        clause = _code_clause(game)
        game.ask(post.id, clause, post.lines, author_stays="in", author_out="ruled")
        return "no_code", clause, None
    if not target.alive:
        return "target_out", game.plans[game.round].clause, None
    if _too_late(game, post):
        return "late", game.clause("due.naming"), "ruled"
    last = max(one.number for one in game.ruleset.rounds)
    if iou and game.value("iou.last_round") == "no_iou_author_out" and post.round >= last:
        return "no_iou", game.clause("iou.last_round"), "ruled"
    free = is_flight(game, post) or post.unit == game.value("change.role")
    if not free and matching(game, post.unit, waiting(game)) is None:
        return "not_due", game.plans[game.round].clause, None
    return None


def _code_clause(game: Game) -> str:
    for rule in game.ruleset.rules("kill"):
        if rule.on_hit is not None and rule.on_hit.code == "no_code":
            return rule.clause
    return ""


def _too_late(game: Game, post: Post) -> bool:
    """Later than the ruleset's minutes after the result post.

    Where the ledger does not say when that was, it was not before the round began: a later post
    is left to the referee. So is a late flight: the clause speaks of those whose turn it is.
    """
    minutes = game.value("due.naming")
    if minutes is None or game.value("due.given_up") != "waived_and_out":
        return False
    results = game.results.get(post.round - 1)
    late = post.at > (results or game.calendar.start(post.round)) + timedelta(minutes=minutes)
    open_to_doubt = results is None or is_flight(game, post)
    if late and open_to_doubt:
        clause = game.clause("due.naming")
        game.ask(post.id, clause, post.lines, in_time="valid", late="waived")
    return late and not open_to_doubt


def _accept(game: Game, event: Event, post: Post, author: Player) -> None:
    author.posts += 1
    if is_flight(game, post):
        author.flown = True
    if post.unit == game.value("change.role"):
        author.changes += 1
    game.note(post.id, "handed in", game.plans[post.round].clause, post.lines)
    if event["iou"]:
        open_iou(game, post, post.lines)
    elif author.posts == game.value("iou.fourth_post") and not _long_enough(game, event):
        clause = game.clause("iou.fourth_post")
        game.ask(post.id, clause, post.lines, complete="valid", owes="iou")


def _long_enough(game: Game, event: Event) -> bool:
    """Whether a text is as long as that of an IOU; the clause does not say if it must be."""
    counts = event.get("counts") or {}
    return any(enough(game, "kill", counts, game.value("iou.min_count")).values())


def act(game: Game, event: Event) -> None:
    """A special power is used, or a due post given up."""
    number = event["round"]
    if game.is_over(event):
        return
    if number == game.round + 1:
        game.deferred.append(event)
        return
    if number != game.round:
        game.error(event, f"第 {number} 轮此时没有开着", "核对 round 和 at")
        return
    author = game.player(event["author"])
    match event["power"]:
        case "forgo":
            _forgo(game, event, author)
        case "take" if author is not None:
            if all(one.role != author.role.name for one in game.ruleset.takings):
                game.error(event, "这位作者没有带走的能力", "核对 author 和 power")
                return
            game.takes.setdefault(number, []).append(event)
        case "decline" if author is not None:
            _decline(game, event, author)
        case power if author is not None:
            _power_post(game, event, author, power)


def _decline(game: Game, event: Event, author: Player) -> None:
    """不飞: an egg whose partner is out has this one chance; one that picks its round, more."""
    if author.role.name not in (game.value("flight.roles") or ()):
        game.error(event, "这位作者没有起飞的能力", "核对 author 和 power")
        return
    if may_fly(game, author):
        author.flown = bool(game.value("flight.after_partner"))
    clause = game.clause("flight.unused", "flight.after_partner")
    game.note(author.name, "declines", clause, event.lines)


def _power_post(game: Game, event: Event, author: Player, power: str) -> None:
    """A rescue or mine post, if its author has one left in this round."""
    if author.role.name != game.value(f"{power}.role") or not author.alive or author.barred:
        game.error(event, "这位作者没有这种能力，或已经出局", "核对 author 和 power")
        return
    target = game.player(event["target"])
    if target is None:
        return
    first, last = game.value(f"{power}.first_round"), game.value(f"{power}.last_round")
    mine = [one for one in game.posts.values() if one.power == power and one.status != "void"]
    post = Post(
        id=event.get("id") or f"{MARK}{power} {event.line}",
        round=event["round"],
        author=author.name,
        unit=author.role.name,
        target=target.name,
        at=event.at,
        lines=list(event.lines),
        code=author.code,
        power=power,
        text_at=None if event.get("iou") else event.at,
        named=event.get("id") is not None,
    )
    clause = game.clause(f"{power}.posts")
    this_round = any(one.round == post.round for one in mine)
    if not first <= post.round <= last:
        why = "out_of_time"
    elif len(mine) >= game.value(f"{power}.posts") or this_round:
        why = "too_many"
    elif power == "mine" and not _eggs_left(game):
        why = "no_eggs"
    else:
        why = ""
    if why:
        post.status = "void"
        game.note(post.id, f"void {why}", clause, event.lines)
    else:
        game.note(post.id, "handed in", clause, event.lines)
        if event.get("iou"):
            open_iou(game, post, post.lines)
    game.posts[post.id] = post


def _eggs_left(game: Game) -> bool:
    targets = game.value("mine.targets")
    return any(one.alive and one.role.name in targets for one in game.players.values())


def _forgo(game: Game, event: Event, author: Player | None) -> None:
    """放弃出帖: one author gives up, or (author null) all who could post are unreachable."""
    unit, way = event["for"], game.value("due.given_up")
    clause = game.clause("due.given_up")
    if matching(game, unit, waiting(game)) is None:
        game.error(event, f"此时没有“{unit}”的帖待出", "核对 for、round，以及这一轮的进程")
        return
    if author is None:
        _nobody_left(game, event, unit)
    elif not author.alive or not (author in members(game, [unit]) or has_right(game, author, unit)):
        game.error(event, f"这位作者此时没有“{unit}”的帖可放弃", "核对 author 和 for")
        return
    elif way == "loses_right":
        author.barred = True
        game.note(author.name, "loses right", clause, event.lines)
        if not candidates(game, unit):
            game.put_out(author, "ruled", game.clause("due.nobody_left"), event.lines)
    else:
        cause = "suicide" if way == "suicide" else "ruled"
        game.put_out(author, cause, clause, event.lines)
    game.forgone.setdefault(game.round, []).append(event)


def _nobody_left(game: Game, event: Event, unit: str) -> None:
    clause, way = game.clause("due.nobody_left"), game.value("due.nobody_left")
    first = first_by_code(game, unit)
    if way == "first_by_code_out" and first is not None:
        game.put_out(first, "ruled", clause, event.lines)
    elif way == "owner_out":
        earlier = [one for one in game.forgone.get(game.round, []) if one["for"] == unit]
        owners = [game.player(one["author"]) for one in earlier] or candidates(game, unit)[:1]
        for owner in owners:
            if owner is not None:
                game.put_out(owner, "ruled", clause, ascending(event.lines))
    else:
        clause = game.clause("due.given_up")
        game.ask(MARK + unit, clause, event.lines, first_out="ruled", lapses="none")


def first_by_code(game: Game, unit: str) -> Player | None:
    """The first by code order of those who may hand in a post of `unit`."""
    places = {code: place for place, code in enumerate(game.ruleset.codes)}
    able = candidates(game, unit)
    return min(able, key=lambda one: places.get(one.code or "", len(places)), default=None)


def fill(game: Game, event: Event) -> None:
    """The text of an IOU or a rewrite is delivered; `post` waits for the judge's verdict."""
    post = game.posts.get(event["kill"])
    if post is None:
        return
    if not open_debts(game, post.id):
        game.note(post.id, "nothing owed", game.clause("iou.due"), event.lines)
        game.unasked.setdefault(post.id, []).append(event)
        return
    take_text(game, post, event)


def take_text(game: Game, post: Post, event: Event) -> None:
    """A text for the open debts of a post is measured, or waits for its verdict."""
    if event.get("counts") is None:
        await_verdict(game, post.id, event)
        return
    deliver(game, post.id, "kill", event["counts"], event.lines)
    settle(game, post, event.at, event.lines)


def settle(game: Game, post: Post, at: datetime, lines: Iterable[int]) -> None:
    """Once no IOU is open any more a post is valid; `at`: when its text came."""
    if post.status == "iou" and not any(d.kind == "iou" for d in open_debts(game, post.id)):
        post.status = "valid"
        post.text_at = at
        post.lines = ascending(post.lines, lines)
        game.note(post.id, "valid", game.clause("iou.due"), post.lines)


def verdict(game: Game, event: Event) -> None:
    """The judge's answer: visible, without effect; but a text that waited for it is measured."""
    subject = game.known_as(event["on"])
    game.verdicts[subject] = event
    if event["status"] == "referee" or subject not in game.fills:
        return
    text, post = game.fills.pop(subject), game.posts.get(subject)
    for debt in open_debts(game, subject):
        if debt.due is not None and text.at > debt.due:
            continue
        if event["status"] == "pass":
            meet(game, debt, ascending(text.lines, event.lines))
        elif debt.due is not None and debt.due < event.at:
            overdue(game, debt)
    if post is not None:
        settle(game, post, text.at, text.lines)


def withdraw(game: Game, event: Event) -> None:
    """撤回: in its own round as the ruleset says; else nothing."""
    post = game.posts.get(event["kill"])
    if post is None:
        return
    asked = penalties(game.ruleset, "kill", "withdrawn")
    if not asked:
        game.ask(post.id, game.plans[game.round].clause, event.lines, stands="valid", void="void")
    elif post.round != game.round:
        game.note(post.id, "withdrawn late", asked["suicide"].clause, event.lines)
    else:
        fail(game, post, asked["suicide"].clause, event.lines, cause="suicide")
