"""Check-in (报道): who reported, who is late or missing, who takes over, what is owed."""

from postcheck.game.debts import await_verdict, deliver, missing_clause, open_debts
from postcheck.game.events import Event
from postcheck.game.state import Game, Player


def report(game: Game, event: Event) -> None:
    """A check-in post; a later one replaces it and answers the debt."""
    player = game.player(event["player"])
    if player is None:
        return
    late = game.report_until is not None and event.at > game.report_until
    if late and player.name not in game.reports and not open_debts(game, player.name):
        game.note(player.name, "report late", missing_clause(game, "late"), event.lines)
        return
    game.reports.setdefault(player.name, []).extend(event.lines)
    if event.get("counts") is not None:
        deliver(game, player.name, "report", event["counts"], event.lines)
    elif open_debts(game, player.name):
        await_verdict(game, player.name, event)


def check_in_ends(game: Game) -> None:
    """Who has not reported is a suicide, until a substitute takes over or a ruling excuses."""
    for player in game.players.values():
        if player.name not in game.reports and player.name not in game.excused:
            game.put_out(player, "suicide", missing_clause(game), [1, player.line])


def substitute(game: Game, event: Event) -> None:
    """替补 takes over the name (马甲), role and code of a player; `out` may be who owned it.

    The name goes on; lines after this may also use that of the substitute, who now owns it.
    """
    player = game.player(event["out"]) or _owned_by(game, event["out"])
    if player is None:
        game.error(event, f"此时没有“{event['out']}”这位玩家", "核对 out 和 at")
        return
    player.substitute = player.owner = event["in"]
    game.aliases[event["in"]] = player.name
    excuse(game, player.name, event)


def _owned_by(game: Game, owner: str) -> Player | None:
    return next((one for one in game.players.values() if one.owner == owner), None)


def excuse(game: Game, name: str, event: Event) -> None:
    """A missing report has no consequence, or none any more."""
    player = game.players[name]
    game.excused.add(name)
    clause = missing_clause(game)
    game.note(name, "excused", clause, event.lines)
    if player.out is not None and player.out.cause == "suicide" and _by_check_in(game, name):
        player.release()
        game.note(name, "in again" if player.alive else "stays out", clause, event.lines)


def _by_check_in(game: Game, name: str) -> bool:
    out = game.players[name].out
    return out is not None and out.clause == missing_clause(game)
