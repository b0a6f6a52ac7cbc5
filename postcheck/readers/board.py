"""Boards: the rules that say where an engine's pages keep author, time, text. Data, not code.

`boards/*.toml` has one file an engine; `postcheck/boards` in the user's home folder may add more,
which are asked first. The fields are described in docs/forum.md.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from postcheck.errors import SourceError
from postcheck.paths import home
from postcheck.readers.roles import Roles, parse_simple
from postcheck.readers.times import board_zone

Pattern = re.Pattern[str]
PLACES = ("first", "last", "line", "outside")


@dataclass(frozen=True, slots=True)
class Field:
    """Where one value of a post stands: an element, its text or an attribute, a part of it.

    `css` is looked for inside the post's box; empty: the box itself. `attr`: that attribute, else
    the text, without the elements that match `without`. `json`: keys into the value read as JSON.
    `pattern`: its first group that took part, or all that matched.
    """

    css: str = ""
    attr: str | None = None
    json: tuple[str, ...] = ()
    pattern: Pattern | None = None
    without: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """The board's own note that a post was edited, with groups `by` and `at`.

    place: `first` or `last` in the body as an element `css`, the only places where the board puts
    it; `line`: the first line of a text view; `outside`: an element of the box, not of the body.
    bracketed: the board writes `[` and `]` around a last one.
    """

    place: str
    pattern: Pattern
    css: str = ""
    bracketed: bool = False

    @property
    def inside(self) -> bool:
        return self.place in ("first", "last")


@dataclass(frozen=True)
class Board:
    """One engine. Lists of fields are tried in order; the first that gives a value counts."""

    id: str
    name: str
    detect: str  # css: a page of this engine has it
    file: str = ""
    post: str = ""  # css of the box of a post
    split: str = ""  # flat views: css of the elements between whose siblings the posts stand
    head: Pattern | None = None  # flat views: the line before the text, with groups author, time
    body: tuple[str, ...] = ()
    pid: tuple[Field, ...] = ()
    thread: tuple[Field, ...] = ()
    title: tuple[Field, ...] = ()
    subject: tuple[Field, ...] = ()  # the title of the single post
    author: tuple[Field, ...] = ()
    time: tuple[Field, ...] = ()
    floor: tuple[Field, ...] = ()
    page: tuple[Field, ...] = ()
    pages: tuple[Field, ...] = ()
    clock: tuple[Field, ...] = ()  # 页脚的“GMT+8, 现在时间是 …”
    zone: str = "+08:00"  # where the page names none
    drop: str = ""  # css, in the body: not the author's text
    insert: str = ""  # css, in the body: what the board may put before the author's text
    keep: str = ""  # css, in the body: matches `insert`, but members can make it
    quote: str = ""  # css, in the body
    quote_head: str = ""  # css, in the body: the line above a quote that names its author
    quote_by: Pattern | None = None  # group `by`
    quote_named: bool = False  # a quote that names nobody is a notice in the place of hidden text
    smiley: str = ""
    attached: str = ""  # css, in the box: pictures shown outside the body
    locked: str = ""  # css, in the box: a notice in the place of hidden text
    unlocked: Pattern | None = None  # such a notice, but the text is there
    hidden_text: Pattern | None = None  # the whole text, where it says that there is none
    locked_text: Pattern | None = None  # a notice inside the text of a text view
    drop_text: Pattern | None = None  # words of a text view that are the board's
    marks: tuple[Mark, ...] = ()
    shows_marks: bool = False  # the board marks edits: no mark means not edited
    mark_after: int = 0  # seconds after posting in which an edit leaves no mark
    mixed: bool = False  # quotes cannot be told from the author's own text
    order: int = 50  # engines are asked in this order

    @cached_property
    def marks_outside(self) -> bool:
        """Are all marks outside the bodies?"""
        return all(mark.place == "outside" for mark in self.marks)

    @cached_property
    def starts(self) -> dict[str, tuple[str, str]]:
        """What `body` remembers of start tags."""
        return {}

    @cached_property
    def roles(self) -> Roles:
        """What an element of a body may be, the weakest role first."""
        return Roles(
            {
                "insert": self.insert,
                "keep": self.keep,
                "smiley": self.smiley,
                "mark": ",".join(mark.css for mark in self.marks if mark.css and mark.inside),
                "quote": self.quote,
                "head": self.quote_head,
                "locked": self.locked,
                "drop": self.drop,
            }
        )


_ROLES = ("drop", "insert", "keep", "quote", "quote_head", "smiley", "locked")
_FIELDS = {f.name for f in fields(Board) if f.type == tuple[Field, ...]}
_PATTERNS = {f.name for f in fields(Board) if f.type == Pattern | None}


@cache
def builtin_boards() -> tuple[Board, ...]:
    """The engines that come with postcheck, in the order in which they are asked."""
    folder = files("postcheck.readers").joinpath("boards")
    loaded = [
        _load(entry.read_text(encoding="utf-8"), entry.name)
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    ]
    return tuple(sorted(loaded, key=lambda board: (board.order, board.id)))


def all_boards(folder: Path | None = None) -> tuple[Board, ...]:
    """The user's boards, then ours. `folder` defaults to `boards` in the home folder, which is
    looked at once: whole archives ask for every page."""
    return _with_users(folder) if folder else _of_home(os.environ.get("POSTCHECK_HOME"))


@cache
def _of_home(chosen: str | None) -> tuple[Board, ...]:
    """`chosen`: the variable that the home folder depends on."""
    return _with_users(home() / "boards")


def _with_users(folder: Path) -> tuple[Board, ...]:
    mine = tuple(_user_boards(folder)) if folder.is_dir() else ()
    return mine + builtin_boards()


def _user_boards(folder: Path) -> Iterator[Board]:
    for path in sorted(folder.glob("*.toml")):
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise SourceError(
                "读不了这份论坛规则", remedy="须是 UTF-8 的 TOML", file=str(path)
            ) from error
        board = _load(text, str(path))
        _check_css(board)
        yield board


def _check_css(board: Board) -> None:
    """Raises SourceError on a selector that is none. Ours are checked by the tests."""
    from soupsieve import SelectorSyntaxError, compile  # noqa: A004

    chosen = [(key, getattr(board, key)) for key in ("detect", "post", "split", "attached")]
    chosen += [("body", css) for css in board.body]
    chosen += [(key, one.css) for key in _FIELDS for one in getattr(board, key)]
    for key, css in chosen:
        try:
            compile(css or "p")
        except SelectorSyntaxError:
            raise SourceError(
                f"不是 CSS 选择器：{key} = {css}", remedy="照 docs/forum.md 写", file=board.file
            ) from None


def _load(text: str, file: str) -> Board:
    """Strict: an unknown key, a wrong type or a broken pattern is an error with file."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SourceError(f"不是 TOML：{error}", remedy="照 docs/forum.md 写", file=file) from error
    known = {f.name: f for f in fields(Board)}
    values: dict[str, Any] = {"file": file}
    for key, value in table.items():
        if key not in known or key == "file":
            raise SourceError(
                f"没有 {key} 这一项", remedy=f"可用：{'、'.join(sorted(known))}", file=file
            )
        values[key] = _value(key, value, file)
    missing = [key for key in ("id", "name", "detect") if not values.get(key)]
    if not (values.get("post") or values.get("split")):
        missing.append("post 或 split")
    if missing:
        raise SourceError(f"缺少 {'、'.join(missing)}", remedy="补上这几项", file=file)
    for key in _ROLES:
        try:
            parse_simple(values.get(key, "x"))
        except ValueError as error:
            raise SourceError(
                f"{key} 里的“{error}”太复杂",
                remedy="这里只能写标签、类、属性，如 div.quote、img[smilieid]",
                file=file,
            ) from None
    try:
        board_zone(values.get("zone", "+08:00"))
    except ValueError:
        raise SourceError("zone 的写法不对", remedy="写成 +08:00", file=file) from None
    return Board(**values)


def _value(key: str, value: Any, file: str) -> Any:
    if key in _FIELDS:
        return tuple(_field(key, one, file) for one in _list(key, value, file))
    if key in _PATTERNS:
        return _pattern(key, value, file)
    if key == "marks":
        return tuple(_mark(one, file) for one in _list(key, value, file))
    if key == "body":
        return tuple(_string(key, one, file) for one in _list(key, value, file))
    if key in ("shows_marks", "mixed", "quote_named"):
        return _typed(key, value, bool, "true 或 false", file)
    if key in ("order", "mark_after"):
        return _typed(key, value, int, "整数", file)
    return _string(key, value, file)


def _field(key: str, value: Any, file: str) -> Field:
    table = _table(key, value, {"css", "attr", "json", "pattern", "without"}, file)
    return Field(
        css=_string(key, table.get("css", ""), file),
        attr=_string(key, table["attr"], file) if "attr" in table else None,
        json=tuple(_string(key, table.get("json", ""), file).split(".")) if "json" in table else (),
        pattern=_pattern(key, table["pattern"], file) if "pattern" in table else None,
        without=_string(key, table.get("without", ""), file),
    )


def _mark(value: Any, file: str) -> Mark:
    table = _table("marks", value, {"place", "css", "pattern", "bracketed"}, file)
    place = _string("place", table.get("place", ""), file)
    if place not in PLACES:
        raise SourceError(f"place 不能是“{place}”", remedy=f"可用：{'、'.join(PLACES)}", file=file)
    pattern = _pattern("marks", table.get("pattern", ""), file)
    if not {"by", "at"} & pattern.groupindex.keys():
        raise SourceError("marks 的 pattern 没有 by、at 两组", remedy="写 (?P<at>…)", file=file)
    bracketed = _typed("bracketed", table.get("bracketed", False), bool, "true 或 false", file)
    return Mark(place, pattern, _string("css", table.get("css", ""), file), bracketed)


def _pattern(key: str, value: Any, file: str) -> Pattern:
    try:
        return re.compile(_string(key, value, file), re.DOTALL)
    except re.error as error:
        raise SourceError(
            f"{key} 的正则不对：{error}", remedy="用 Python 的正则写法", file=file
        ) from error


def _table(key: str, value: Any, keys: set[str], file: str) -> Mapping[str, Any]:
    table: dict[str, Any] = _typed(key, value, dict, "{ css = … } 这样的表", file)
    if unknown := table.keys() - keys:
        raise SourceError(
            f"{key} 里没有 {'、'.join(sorted(unknown))} 这一项",
            remedy=f"可用：{'、'.join(sorted(keys))}",
            file=file,
        )
    return table


def _list(key: str, value: Any, file: str) -> list[Any]:
    found: list[Any] = _typed(key, value, list, "方括号列表", file)
    return found


def _string(key: str, value: Any, file: str) -> str:
    found: str = _typed(key, value, str, "字符串", file)
    return found


def _typed(key: str, value: Any, kind: type, shown: str, file: str) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise SourceError(f"{key} 的写法不对", remedy=f"须是{shown}", file=file)
    return value
