"""Alliances (联合), small and big: their triggers, and who belongs to them."""

from collections.abc import Iterable

from postcheck.game.standins import big_alliance, members, unit_roles
from postcheck.game.state import ALLIANCE, MARK, MOOT, Alliance, Game, Player, ascending


def check(game: Game, since: int, lines: Iterable[int]) -> None:
    """Somebody has gone out: the triggers that count heads. `since`: the round they hold from."""
    causes = ascending(lines)
    if big_alliance(game, "black"):
        return
    clause = _big_by_heads(game, causes)
    if clause is not None:
        form_big(game, since, clause, causes)
        return
    _small(game, since, causes)


def after_round(game: Game, number: int, lines: Iterable[int]) -> None:
    """Round `number` is over: the trigger that counts rounds."""
    last = game.value("alliance.big_after")
    if last is not None and number >= last and not big_alliance(game, "black"):
        form_big(game, last + 1, game.clause("alliance.big_after"), ascending(lines))


def form_big(game: Game, since: int, clause: str, lines: list[int]) -> None:
    """The black side allies; the white too where it goes with the black."""
    for question in game.asked.get(ALLIANCE, ()):
        question.answer = question.answer or MOOT
    units = tuple(dict.fromkeys(role.name for role in game.ruleset.roles if role.side == "black"))
    _add(game, Alliance("black", "big", since, units, clause, tuple(lines)))
    if game.value("alliance.white") == "with_black":
        white = tuple(game.value("alliance.white_members"))
        clause = game.clause("alliance.white")
        _add(game, Alliance("white", "big", since, white, clause, tuple(lines)))


def _add(game: Game, alliance: Alliance) -> None:
    game.alliances.append(alliance)
    game.note(MARK + alliance.side, f"allied {alliance.kind}", alliance.clause, alliance.lines)


def _black(game: Game) -> list[Player]:
    """Black players that count; who may change sides never does."""
    not_counted = game.value("alliance.not_counted") or ()
    return [
        player
        for player in game.players.values()
        if player.role.side == "black" and player.role.name not in not_counted
    ]


def _big_by_heads(game: Game, lines: list[int]) -> str | None:
    """The clause by which the black side now allies, if any."""
    counted = _black(game)
    living = sum(player.alive for player in counted)
    below, at_most = game.value("alliance.big_below"), game.value("alliance.big_at_most")
    if below is not None and living < below:
        return game.clause("alliance.big_below")
    if at_most is not None and living <= at_most:
        return game.clause("alliance.big_at_most")
    name = "alliance.big_out_late"
    if game.round <= (game.value("alliance.big_early_until") or 0):
        name = "alliance.big_out_early"
    needed = game.value(name)
    if needed is None:
        return None
    killers = _killers(game)
    by_reading = {
        "killers": sum(not one.alive for one in killers) >= needed,
        "black_without_change": sum(not one.alive for one in counted) >= needed,
    }
    chosen = game.readings.get(ALLIANCE)
    if by_reading[chosen] if chosen else all(by_reading.values()):
        return game.clause(name)
    if chosen is None and ALLIANCE not in game.asked and any(by_reading.values()):
        readings = {key: "allied" if held else "not_yet" for key, held in by_reading.items()}
        game.ask(ALLIANCE, game.clause(name), lines, **readings)
    return None


def _killers(game: Game) -> list[Player]:
    """Players of the roles that are grouped, or that the ruleset names as killers."""
    names = game.value("alliance.killers") or ()
    return members(game, names)


def _small(game: Game, since: int, lines: list[int]) -> None:
    needed = game.value("alliance.small_killers_out")
    out = sum(not one.alive for one in _killers(game))
    if needed is not None and out >= needed and not _has_small(game):
        units = tuple(game.value("alliance.killers"))
        clause = game.clause("alliance.small_killers_out")
        _add(game, Alliance("black", "small", since, units, clause, tuple(lines)))
    most = game.value("alliance.small_at_most")
    if most is not None:
        for units in _unions(game, most):
            clause = game.clause("alliance.small_at_most")
            _add(game, Alliance("black", "small", since, units, clause, tuple(lines)))


def _has_small(game: Game) -> bool:
    return any(one.kind == "small" for one in game.alliances)


def _unions(game: Game, most: int) -> list[tuple[str, ...]]:
    """New unions of groups with at most `most` living together, the earlier groups first."""
    groups: list[tuple[str, ...]] = [(unit,) for unit in game.value("alliance.small_groups")]
    for alliance in game.alliances:
        if alliance.kind == "small":
            groups = [one for one in groups if not set(one) & set(alliance.units)]
            groups.append(alliance.units)
    order = {unit: place for place, unit in enumerate(game.value("alliance.small_groups"))}
    groups = [one for one in groups if _living(game, one)]
    groups.sort(key=lambda one: order[one[0]])
    before = set(groups)
    joined = True
    while joined:
        joined = False
        for first, second in _pairs(groups):
            if _living(game, first) + _living(game, second) <= most:
                groups = [one for one in groups if one not in (first, second)]
                groups.append(tuple(sorted((*first, *second), key=order.__getitem__)))
                groups.sort(key=lambda one: order[one[0]])
                joined = True
                break
    return [one for one in groups if one not in before]


def _pairs(groups: list[tuple[str, ...]]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(first, second) for place, second in enumerate(groups) for first in groups[:place]]


def _living(game: Game, units: tuple[str, ...]) -> int:
    return sum(player.alive for player in members(game, units))


def names(game: Game, alliance: Alliance) -> list[str]:
    """The members in the order of the player lines: the living, and who joins once out."""
    joins = set(game.value("alliance.joins_when_out") or ())
    roles = {id(role) for unit in alliance.units for role in unit_roles(game, unit)}
    found = []
    for player in game.players.values():
        if id(player.role) not in roles:
            continue
        late = player.role.name in joins
        even_out = alliance.side == "white" and late is False and _even_out(game, player)
        if player.alive != late or even_out:
            found.append(player.name)
    return found


def _even_out(game: Game, player: Player) -> bool:
    """White members that belong whether out or not."""
    return player.role.name in (game.value("alliance.white_even_out") or ())
