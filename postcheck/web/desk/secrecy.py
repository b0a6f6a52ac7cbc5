"""What assistants may name: players by their aliases, never a name behind one.

Who stands in for a player is secret. To an assistant such a name is no name of this game: it is
refused in the same words as one that nobody has, and lines that referees wrote with it are shown
with the player's.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from postcheck.errors import SourceError, SourceErrors
from postcheck.game.state import Game
from postcheck.web.desk.access import Visit
from postcheck.web.desk.forms import Record

_NAMED = ("player", "voter", "targets", "by", "insulted")
_ID = re.compile(r"C[0-9]{1,6}")


def known_names(visit: Visit, game: Game) -> Collection[str]:
    """The names of players that the visitor may record; referees also those of substitutes."""
    return {*game.players, *game.aliases} if visit.is_referee else set(game.players)


def subjects(game: Game) -> list[str]:
    """What a complaint may be about: posts on the board, and players."""
    return [*(post.id for post in game.posts.values() if post.named), *game.players]


def check_names(record: Record, game: Game) -> None:
    """Raises SourceErrors where an assistant names what the board does not know."""
    errors = list(_unknown(record, game))
    if errors:
        raise SourceErrors(errors)


def _unknown(record: Record, game: Game) -> Iterator[SourceError]:
    remedy = "写马甲，核对拼写；替补和场外人的事请哨子记"
    for field in _NAMED:
        value = record.get(field) or []
        for name in [value] if isinstance(value, str) else value:
            if name not in game.players:
                yield SourceError(f"没有叫“{name}”的玩家", remedy=remedy)
    if record["type"] == "complaint":
        if record.get("on") is not None and record["on"] not in subjects(game):
            yield SourceError(f"没有“{record['on']}”这个杀帖或玩家", remedy="从列出的里面选")
        # A name for an id would tell whether a player has it.
        if not _ID.fullmatch(record.get("id") or "C1"):
            yield SourceError("投诉的编号写法不对", remedy="写成 C 加数字，如 C1")


def hidden_names(game: Game, texts: Iterable[object]) -> list[str]:
    """The names of people behind players that stand in texts which others than referees see."""
    behind = [one.owner for one in game.players.values() if one.owner] + list(game.aliases)
    whole = "\n".join(map(str, texts))
    return [
        name
        for name in dict.fromkeys(behind)
        if len(name) > 1 and name not in game.players and name in whole
    ]


def without_substitutes(record: Mapping[str, Any], game: Game) -> Record:
    """The record of a line with players in the place of their substitutes."""
    found = dict(record)
    for field in (*_NAMED, "on"):
        value = found.get(field)
        if isinstance(value, str):
            found[field] = game.known_as(value)
        elif isinstance(value, list):
            found[field] = [game.known_as(str(one)) for one in value]
    return found
