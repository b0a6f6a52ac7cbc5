"""Login walls, captchas and error pages: recognised by their words, never taken for a post."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from postcheck.errors import SourceError

_LONGEST = 1500  # visible characters; more is an article that speaks of such things
_LOOKED_AT = 5000


@dataclass(frozen=True, slots=True)
class Wall:
    name: str
    remedy: str
    text: re.Pattern[str]


def check_wall(title: str, words: str, source: str) -> None:
    """Raises SourceError if a page without posts is such a page. `words`: its visible text."""
    if not words.strip():
        raise SourceError(
            "页面里没有文字",
            remedy="也许内容靠脚本载入；请在浏览器里另存为“网页，全部”",
            file=source,
        )
    short = len("".join(words.split())) <= _LONGEST
    for wall in _walls():
        if wall.text.search(title[:_LOOKED_AT]) or (short and wall.text.search(words[:_LOOKED_AT])):
            raise SourceError(f"这是{wall.name}，不是帖子", remedy=wall.remedy, file=source)


@cache
def _walls() -> tuple[Wall, ...]:
    data = files("postcheck.readers").joinpath("walls.toml").read_text(encoding="utf-8")
    return tuple(
        Wall(one["name"], one["remedy"], re.compile(one["text"], re.I))
        for one in tomllib.loads(data)["wall"]
    )
