"""Eggs (蛋): who explodes when hit by whom, and who may fly."""

from postcheck.game.state import Game, Player, Post
from postcheck.ruleset.rules import Egg


def explodes(game: Game, post: Post) -> Egg | None:
    """The clause by which this post's target goes off with its author, if it does."""
    target = game.players[post.target]
    if target.spent or post.power != "kill":
        return None
    author = game.players[post.author]
    for egg in game.ruleset.eggs:
        hit = "any" in egg.hit_by or {author.role.name, post.unit} & set(egg.hit_by)
        in_time = egg.last_round is None or post.round <= egg.last_round
        if egg.role == target.role.name and hit and in_time:
            return egg
    return None


def is_flight(game: Game, post: Post) -> bool:
    """Whether a post is that of a flying egg."""
    return post.power == "kill" and post.unit in (game.value("flight.roles") or ())


def may_fly(game: Game, player: Player) -> bool:
    """Whether an egg may fly in the open round."""
    if not player.alive or player.flown:
        return False
    if game.value("flight.after_partner"):
        return game.round in player.flights
    first, last = game.value("flight.first_round"), game.value("flight.last_round")
    return (first or 1) <= game.round <= (last or game.round)


def grant_flights(game: Game, gone: Player) -> None:
    """An egg has gone out: its partner may fly in the next round, if the clause is still open."""
    if not game.value("flight.after_partner") or gone.out is None:
        return
    causes = game.value("flight.partner_by")
    if gone.role.name not in game.value("flight.roles") or (
        causes is not None and gone.out.cause not in causes
    ):
        return
    until = game.value("flight.partner_until")
    if gone.out.cause == "voted":
        until = game.value("flight.voted_until") or until
    if until is not None and gone.out.round > until:
        return
    for partner in game.players.values():
        if partner.role is gone.role and partner.alive and not partner.flown:
            partner.flights.add(gone.out.round + 1)
            clause = game.clause("flight.after_partner")
            game.note(partner.name, "may fly", clause, gone.out.causes)
