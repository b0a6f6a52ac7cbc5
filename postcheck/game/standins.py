"""Whose post it is, who may hand it in, who stands in (代出帖), and what a round waits for."""

from collections.abc import Sequence

from postcheck.game.eggs import may_fly
from postcheck.game.state import Game, Player
from postcheck.ruleset.rules import Role, StandIn


def unit_roles(game: Game, unit: str) -> list[Role]:
    """The roles behind the name of a group, a role or a joint of them (`unit`)."""
    names = {unit}
    for joint in game.ruleset.joints:
        if joint.name == unit:
            names.update(joint.members)
    return [role for role in game.ruleset.roles if names & {role.group, role.name}]


def is_joint(game: Game, unit: str) -> bool:
    return any(one.name == unit for one in game.ruleset.joints)


def members(game: Game, units: Sequence[str]) -> list[Player]:
    """Players of these units, in the order of the codes."""
    roles = {id(role) for unit in units for role in unit_roles(game, unit)}
    places = {code: place for place, code in enumerate(game.ruleset.codes)}
    found = [player for player in game.players.values() if id(player.role) in roles]
    return sorted(found, key=lambda one: places.get(one.code or "", len(places)))


def rule_for(game: Game, unit: str) -> StandIn | None:
    """The clause on this unit's posts in the open round."""
    for rule in game.ruleset.stand_ins:
        if rule.owner == unit and (not rule.rounds or game.round in rule.rounds):
            return rule
    return None


def candidates(game: Game, unit: str) -> list[Player]:
    """Who may hand in a due post of `unit`: the living of the first rank that has any, in order."""
    rule = rule_for(game, unit)
    sides = {role.side for role in unit_roles(game, unit)}
    ranks = [(unit,), *(rule.order if rule else ())]
    for rank in ranks:
        last = set(game.value("change.last_among") or ())
        changed = (game.value("change.role"),) if last & set(rank) else ()
        able = [
            player
            for player in members(game, (*rank, *changed))
            if player.alive and not player.barred and player.side in sides
        ]
        if able:
            if rule is not None and rule.within == "fewest_posts":
                able.sort(key=lambda player: player.posts)
            return able
    return []


def big_alliance(game: Game, side: str) -> bool:
    return any(one.side == side and one.kind == "big" for one in game.alliances)


def waiting(game: Game) -> dict[str, int]:
    """Whose posts the open round's schedule still waits for, and how many."""
    left = dict(game.plans[game.round].kills)
    spent: list[str] = []
    for post in game.round_posts(game.round):
        if post.power == "kill" and post.status != "void":
            spent.append(post.unit)
    for event in game.forgone.get(game.round, []):
        if game.value("due.given_up") != "loses_right":
            spent.append(event["for"])
    for unit in spent:
        key = matching(game, unit, left)
        if key is not None:
            left[key] -= 1
    return {unit: number for unit, number in left.items() if number > 0}


def matching(game: Game, unit: str, left: dict[str, int]) -> str | None:
    """The entry of a schedule that a post of `unit` answers: its own, or once allied any."""
    if left.get(unit, 0) > 0:
        return unit
    roles = {id(role) for role in unit_roles(game, unit)}
    for key, number in left.items():
        joint = is_joint(game, unit) or is_joint(game, key)
        if number > 0 and joint and roles & {id(role) for role in unit_roles(game, key)}:
            return key
    return None


def has_right(game: Game, author: Player, unit: str) -> bool:
    """Whether `author` may hand in a post of `unit` in the open round."""
    if unit in (game.value("flight.roles") or ()):
        return author.role.name == unit and may_fly(game, author)
    if unit == game.value("change.role"):
        return author.role.name == unit and may_change_post(game, author)
    if author.barred or not author.alive:
        return False
    if author in candidates(game, unit):
        return True
    own = set(unit_names(members(game, [unit])))
    for one in game.alliances:
        allied = set(unit_names(members(game, one.units)))
        if author.name in allied and own & allied:
            return True
    return False


def unit_names(players: Sequence[Player]) -> list[str]:
    return [player.name for player in players]


def may_change_post(game: Game, author: Player) -> bool:
    """变身: one post once out, one while in when its opponents are allied."""
    if author.alive:
        allowed = game.value("change.posts_allied") if big_alliance(game, "black") else 0
    else:
        allowed = game.value("change.posts_once_out")
    return author.changes < (allowed or 0)


def may_post(game: Game, player: Player, due: dict[str, int]) -> bool:
    """Holds a right of its own to hand in a kill post in the open round."""
    if game.winner is not None:
        return False
    if player.role.name == game.value("change.role"):
        return may_change_post(game, player)
    if not player.alive or player.barred:
        return False
    if player.role.name in (game.value("flight.roles") or ()):
        return may_fly(game, player)
    return any(player.role in unit_roles(game, unit) for unit in due)


def due_posts(game: Game) -> list[dict[str, object]]:
    """What the open round waits for, and who may hand it in; posts nobody can write lapse."""
    if game.winner is not None:
        return []
    found: list[dict[str, object]] = []
    for unit, number in waiting(game).items():
        able = candidates(game, unit)
        if able:
            found.append({"for": unit, "count": number, "by": [one.name for one in able]})
    return found
