"""What becomes of a post that fails or is void: its author's fate, and its target's return."""

from collections.abc import Iterable

from postcheck.game.eggs import explodes
from postcheck.game.state import STANDS, Game, Player, Post, ascending
from postcheck.game.votes import hit_names


def fail(
    game: Game, post: Post, clause: str, lines: Iterable[int], *, cause: str, revive: bool = True
) -> None:
    """The post fails: its author goes out by `cause`, its target comes back with `revive`."""
    if post.status not in STANDS:
        game.note(post.id, "failed already", clause, lines)
        return
    effect, post.status = post.effect, "failed"
    causes = ascending(post.lines, lines)
    if revive or post.power != "kill":
        post.effect = "none"
    else:
        post.sticks = True
    game.note(post.id, "failed", clause, causes)
    game.put_out(game.players[post.author], cause, clause, causes)
    if revive and post.power == "kill":
        bring_back(game, post, effect, clause, causes)


def void(game: Game, post: Post, clause: str, lines: Iterable[int]) -> None:
    """The post never took effect; whoever went out by it is in again."""
    effect, post.status, post.effect = post.effect, "void", "none"
    causes = ascending(post.lines, lines)
    game.note(post.id, "void", clause, causes)
    if effect in ("killed", "fireworks"):
        bring_back(game, post, effect, clause, causes)
    author = game.players[post.author]
    if effect == "fireworks" and author.name != post.target and _released(author, post):
        game.note(author.name, "back" if author.alive else "stays out", clause, causes)


def bring_back(game: Game, post: Post, effect: str, clause: str, causes: list[int]) -> None:
    """Revives the target of a failed post, unless something else has put it out."""
    target = game.players[post.target]
    spent = effect == "fireworks" or explodes(game, post) is not None
    if spent:
        target.spent = True
    if _released(target, post) and target.role.name == game.value("change.role"):
        voted = target.out is not None and target.out.cause == "voted"
        target.side = game.value("change.voted_out") if voted else target.role.side
    if target.out is not None:
        game.note(target.name, "stays out", target.out.clause, [*causes, *target.out.causes])
        return
    vote = "half" if target.name in hit_names(game, game.round) else "full"
    target.revived = {"round": game.round, "vote": vote}
    target.back_at = game.now
    if spent:
        target.revived["fireworks"] = False
    game.note(target.name, "back", clause, causes)


def _released(player: Player, post: Post) -> bool:
    """Takes this post from the reasons for which a player is out; whether it was the first.

    Who was also voted out or silent, or hit by another post, stays out for that.
    """
    player.also = [one for one in player.also if one.post != post.id]
    if player.out is None or player.out.post != post.id:
        return False
    player.release()
    return True
