"""The ledgers of the games: lines that are added and never changed, with who added them.

A writer says after which line its own shall stand. Where another has written meanwhile, it is
`Stale` and nothing is written.
"""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from postcheck.web.desk.accounts import Account
from postcheck.web.desk.database import Store, accounts, games, lines, members, texts, waivers

Json = Mapping[str, Any]


class Stale(Exception):
    """Another has written since the line that this writer knew."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it stands in the file, and who wrote it when (the server's clock)."""

    number: int
    text: str
    by: str
    recorded_at: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A post that comes with a line: as it was read, and what the checks found."""

    draft: Json
    result: Json


@dataclass(frozen=True, slots=True)
class Waived:
    """What was left out of the post of line `post`; `what` as `Waiver` has it."""

    post: int
    line: int
    what: Json
    result: Json


def create(store: Store, title: str, raw: bytes, account: Account) -> str:
    """A new game from a ledger; the account is its referee. Gives the game's id."""
    game = secrets.token_hex(8)
    content = raw.decode().removesuffix("\n").split("\n")
    with store.writing() as connection:
        values = {"id": game, "title": title, "created_at": _now()}
        connection.execute(insert(games).values(values))
        role = {"game": game, "account": account.id, "role": "referee"}
        connection.execute(insert(members).values(role))
        _insert(connection, game, 0, content, account)
    return game


def _insert(
    connection: Connection, game: str, after: int, content: Sequence[str], account: Account
) -> None:
    rows = [
        {"game": game, "number": number, "text": text, "account": account.id, "recorded_at": _now()}
        for number, text in enumerate(content, after + 1)
    ]
    connection.execute(insert(lines), rows)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def append(
    store: Store,
    game: str,
    after: int,
    content: Sequence[str],
    account: Account,
    checked: Mapping[int, Checked] | None = None,
    waived: Iterable[Waived] = (),
) -> None:
    """Adds lines behind line `after`, all or none; `checked` by line. Raises Stale."""
    try:
        with store.writing() as connection:
            if _length(connection, game) != after:
                raise Stale
            _insert(connection, game, after, content, account)
            for line, one in (checked or {}).items():
                values = {"game": game, "line": line, "draft": _pack(one.draft),
                          "result": _pack(one.result)}  # fmt: skip
                connection.execute(insert(texts).values(values))
            for waiver in waived:
                values = {"game": game, "post": waiver.post, "line": waiver.line,
                          "what": json.dumps(dict(waiver.what), ensure_ascii=False),
                          "result": _pack(waiver.result)}  # fmt: skip
                connection.execute(insert(waivers).values(values))
    except IntegrityError:  # two wrote in the same instant
        raise Stale from None


def _length(connection: Connection, game: str) -> int:
    last = select(func.max(lines.c.number)).where(lines.c.game == game)
    return connection.execute(last).scalar() or 0


def written_by(store: Store, game: str, account: Account) -> int:
    """How many lines of a game an account has written."""
    chosen = select(func.count()).where(lines.c.game == game, lines.c.account == account.id)
    with store.reading() as connection:
        return connection.execute(chosen).scalar() or 0


def length(store: Store, game: str) -> int:
    """The number of the last line; 0: there is no such game."""
    with store.reading() as connection:
        return _length(connection, game)


def read(store: Store, game: str, after: int = 0) -> list[Line]:
    """The lines behind line `after`."""
    chosen = (
        select(lines.c.number, lines.c.text, accounts.c.name, lines.c.recorded_at)
        .join(accounts, accounts.c.id == lines.c.account)
        .where(lines.c.game == game, lines.c.number > after)
        .order_by(lines.c.number)
    )
    with store.reading() as connection:
        return [Line(*row) for row in connection.execute(chosen)]


def raw(found: Sequence[Line]) -> bytes:
    """The lines as a ledger file."""
    return "".join(f"{line.text}\n" for line in found).encode()


def title(store: Store, game: str) -> str | None:
    """None: there is no such game."""
    with store.reading() as connection:
        found: str | None = connection.execute(
            select(games.c.title).where(games.c.id == game)
        ).scalar()
    return found


def of_account(store: Store, account: Account) -> list[tuple[str, str, str]]:
    """Id, title and own role of the games that an account belongs to, the newest first."""
    chosen = (
        select(games.c.id, games.c.title, members.c.role)
        .join(members, members.c.game == games.c.id)
        .where(members.c.account == account.id)
        .order_by(games.c.created_at.desc(), games.c.id)
    )
    with store.reading() as connection:
        return [(row.id, row.title, row.role) for row in connection.execute(chosen)]


def checked_of(store: Store, game: str, line: int) -> Checked | None:
    """The post that came with a line."""
    chosen = select(texts).where(texts.c.game == game, texts.c.line == line)
    with store.reading() as connection:
        row = connection.execute(chosen).first()
    return Checked(_unpack(row.draft), _unpack(row.result)) if row else None


def waived_in(store: Store, game: str, post: int) -> list[Waived]:
    """What was left out of a post, in the order it was; those undone included."""
    chosen = (
        select(waivers)
        .where(waivers.c.game == game, waivers.c.post == post)
        .order_by(waivers.c.line, waivers.c.id)
    )
    with store.reading() as connection:
        rows = connection.execute(chosen).all()
    return [Waived(row.post, row.line, json.loads(row.what), _unpack(row.result)) for row in rows]


def _pack(value: Json) -> bytes:
    """ASCII: no database minds what is in it, not even U+0000 or half a surrogate pair."""
    return json.dumps(dict(value), separators=(",", ":")).encode("ascii")


def _unpack(value: bytes) -> Any:
    return json.loads(value)
