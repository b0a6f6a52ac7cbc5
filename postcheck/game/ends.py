"""The end of the game: one side gone, the last few, or the referee's word."""

from collections.abc import Iterable

from postcheck.game.events import Event
from postcheck.game.state import WHOLE, Game, ascending


def end(game: Game, event: Event) -> None:
    """The referee ends the game; no win is declared while an IOU is open, where so ruled."""
    if game.is_over(event):
        return
    if blocked(game):
        game.note(WHOLE, "not ended, IOU open", game.clause("iou.blocks_end"), event.lines)
        return
    declare(game, event["winner"], game.clause("end.agreed", "end.black_in_last"), event.lines)


def blocked(game: Game) -> bool:
    return bool(game.value("iou.blocks_end")) and any(
        post.status == "iou" for post in game.posts.values()
    )


def declare(game: Game, winner: str, clause: str, lines: Iterable[int]) -> None:
    """One side has won; whoever never chose a side loses with the loser."""
    if game.winner is not None:
        return
    game.winner = winner
    game.ended_at = game.now
    causes = ascending(lines)
    game.note(WHOLE, f"{winner} wins", clause, causes)
    for question in game.asked.get(WHOLE, ()):
        question.answer = winner
    if game.value("change.unused") == "losing_side":
        for player in game.players.values():
            if player.side == "neutral":
                player.side = "black" if winner == "white" else "white"


def sentence(game: Game, winner: str, clause: str, lines: list[int]) -> None:
    """A side is ruled beaten; while an IOU is open that waits for it, where so ruled. Of several
    the first stands, as without the IOU."""
    if blocked(game):
        game.note(WHOLE, "not ended, IOU open", game.clause("iou.blocks_end"), lines)
        game.sentence, game.end_open = game.sentence or (winner, clause, lines), True
    else:
        declare(game, winner, clause, lines)


def check(game: Game) -> None:
    """Looks whether somebody's going out, or a ruling that had to wait, has ended the game."""
    if game.winner is not None or blocked(game):
        return
    if game.sentence is not None:
        declare(game, *game.sentence)
        return
    living = [player for player in game.players.values() if player.alive]
    black = sum(player.side == "black" for player in living)
    white = sum(player.side == "white" for player in living)
    lines = last_exits(game)
    clause = game.clause("end.black_in_last")
    sides = {player.role.side for player in game.players.values()}
    few = len(living) <= (game.value("end.last_with_black") or 0)
    if black and (few or ("white" in sides and not white)):
        declare(game, "black", clause, lines)
    elif white and not black and "black" in sides:
        declare(game, "white", clause, lines)
    elif not white and not black and WHOLE not in game.asked:
        game.ask(WHOLE, clause, lines, black="black wins", white="white wins")


def last_exits(game: Game) -> list[int]:
    """The lines behind the exits of the latest round that had any."""
    outs = [player.out for player in game.players.values() if player.out is not None]
    latest = max((out.round for out in outs), default=0)
    return ascending(*(out.causes for out in outs if out.round == latest)) or [1]
