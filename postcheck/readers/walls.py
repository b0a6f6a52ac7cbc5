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


NOTICE = "#messagetext, .alert_error, .alert_info, .box.message"  # Discuz says here what is wrong


def check_wall(title: str, words: str, source: str, notice: str = "") -> None:
    """Raises SourceError if a page without posts is such a page. `words`: its visible text;
    `notice`: what the board says in its own place for such notices."""
    if not words.strip():
        raise SourceError(
            "页面里没有文字",
            remedy="也许内容靠脚本载入；请在浏览器里另存为“网页，全部”",
            file=source,
        )
    short = len("".join(words.split())) <= _LONGEST
    places = (title, notice, words if short else "")
    for wall in _walls():
        if any(wall.text.search(place[:_LOOKED_AT]) for place in places):
            raise SourceError(f"这是{wall.name}，不是帖子", remedy=wall.remedy, file=source)
    if notice:
        message = f"这是论坛的提示页，不是帖子：{notice[:60]}"
        raise SourceError(message, remedy="在浏览器里打开帖子再另存", file=source)


@cache
def _walls() -> tuple[Wall, ...]:
    data = files("postcheck.readers").joinpath("walls.toml").read_text(encoding="utf-8")
    return tuple(
        Wall(one["name"], one["remedy"], re.compile(one["text"], re.I))
        for one in tomllib.loads(data)["wall"]
    )
