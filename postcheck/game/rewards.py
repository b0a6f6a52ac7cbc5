"""Rewards (奖励): lost, owed or passed on. Who shares is named by the ruleset."""

from collections.abc import Iterable

from postcheck.game.state import Complaint, Game, Player, Post, Reward, ascending

ALL = "all"


def forfeit(
    game: Game,
    player: Player,
    clause: str,
    lines: Iterable[int],
    *,
    what: str = ALL,
    to: Iterable[str] = (),
    from_round: int | None = None,
) -> None:
    """`player` loses `what`, shared evenly by `to`."""
    causes = ascending(lines)
    game.rewards.append(Reward(player.name, "forfeit", what, tuple(to), clause, causes, from_round))
    game.note(player.name, f"forfeit {what}", clause, causes)


def owe(
    game: Game, player: Player, clause: str, lines: Iterable[int], what: str, post: Post
) -> None:
    """`player` owes the post's target one `what` a round, from the post's round to the end."""
    causes = ascending(lines)
    game.rewards.append(
        Reward(player.name, "owe", what, (post.target,), clause, causes, post.round)
    )
    game.note(player.name, f"owe {what}", clause, causes)


def sharers(names: Iterable[str] | None, post: Post, complaint: Complaint | None) -> list[str]:
    """The names behind `target` and `complainant`, the target first, one who is both once."""
    given = tuple(names or ())
    found = [post.target] if "target" in given else []
    if "complainant" in given and complaint is not None and complaint.by not in found:
        found.append(complaint.by)
    return found
