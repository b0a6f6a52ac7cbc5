"""Accounts of the desk: names, argon2 passwords, roles; and what a role may do.

An account's role is the most that it may be in any game; in a game it is what the game's
referee made it, at most that.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from postcheck.errors import SourceError
from postcheck.web.desk.database import Store, accounts, games, members, sessions

ROLES = {"referee": "哨子", "assistant": "助手", "observer": "旁观"}
RANKS = {"observer": 1, "assistant": 2, "referee": 3}
SHORTEST, LONGEST = 10, 200  # characters of a password
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Account:
    """Who is logged in."""

    id: int
    name: str
    role: str
    active: bool = True


@cache
def hasher() -> PasswordHasher:
    """Argon2id with the library's own cost."""
    return PasswordHasher()


@cache
def nobodys_hash() -> str:
    """A hash to compare with where there is no account, so that both take equally long."""
    return hasher().hash("-")


def add(store: Store, name: str, password: str, role: str) -> None:
    """Raises SourceError: bad or taken name, poor password."""
    name = name.strip()
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
        raise SourceError(f"账号名须是 1 至 {_LONGEST_NAME} 个字符", remedy="换一个名字")
    values = {"name": name, "password": _hashed(password, name), "role": role, "active": True}
    try:
        with store.writing() as connection:
            connection.execute(insert(accounts).values(values))
    except IntegrityError:
        raise SourceError(f"已有账号“{name}”", remedy="换一个名字") from None


def _hashed(password: str, name: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST:
        raise SourceError(f"密码须有 {SHORTEST} 至 {LONGEST} 个字符", remedy="用一句话作密码")
    if password == name or len(set(password)) < 4:
        raise SourceError("密码太容易猜到", remedy="用一句话作密码")
    return hasher().hash(password)


def everyone(store: Store) -> list[Account]:
    """All accounts by name."""
    with store.reading() as connection:
        rows = connection.execute(select(accounts).order_by(accounts.c.name))
        return [account_of(row) for row in rows]


def account_of(row: Row[Any]) -> Account:
    return Account(row.id, row.name, row.role, row.active)


def named(store: Store, name: str) -> Account:
    """Raises SourceError where there is none."""
    with store.reading() as connection:
        row = connection.execute(select(accounts).where(accounts.c.name == name)).first()
    if row is None:
        raise SourceError(f"没有账号“{name}”", remedy="用 postcheck user list 看有哪些")
    return account_of(row)


def check(store: Store, name: str, password: str) -> Account | None:
    """The account, where name and password fit and it may be used."""
    with store.reading() as connection:
        row = connection.execute(select(accounts).where(accounts.c.name == name.strip())).first()
    try:
        hasher().verify(row.password if row else nobodys_hash(), password[: LONGEST + 1])
    except (VerificationError, InvalidHashError):
        return None
    return account_of(row) if row is not None and row.active else None


def set_password(store: Store, account: Account, password: str) -> None:
    """A new password; every session of the account ends."""
    _change(store, account, password=_hashed(password, account.name))


def set_active(store: Store, account: Account, active: bool) -> None:
    """An account that is not active cannot log in; its sessions end."""
    _change(store, account, active=active)


def _change(store: Store, account: Account, **values: Any) -> None:
    with store.writing() as connection:
        connection.execute(update(accounts).where(accounts.c.id == account.id).values(values))
        connection.execute(delete(sessions).where(sessions.c.account == account.id))


def role_in(store: Store, game: str, account: Account) -> str | None:
    """What the account may do in a game; None: it does not belong to it."""
    chosen = select(members.c.role).where(members.c.game == game, members.c.account == account.id)
    with store.reading() as connection:
        role: str | None = connection.execute(chosen).scalar()
    return None if role is None else min(role, account.role, key=RANKS.__getitem__)


def members_of(store: Store, game: str) -> list[tuple[Account, str]]:
    """Everyone in a game, with the role there."""
    chosen = (
        select(accounts, members.c.role.label("here"))
        .join(members, members.c.account == accounts.c.id)
        .where(members.c.game == game)
        .order_by(accounts.c.name)
    )
    with store.reading() as connection:
        return [(account_of(row), row.here) for row in connection.execute(chosen)]


def set_member(store: Store, game: str, account: Account, role: str | None) -> None:
    """Gives an account its role in a game; None takes it out. A game keeps one referee."""
    here = members.c.game == game
    with store.writing() as connection:
        # One after the other: two referees who take out each other must not both succeed.
        connection.execute(select(games.c.id).where(games.c.id == game).with_for_update())
        connection.execute(delete(members).where(here, members.c.account == account.id))
        if role is not None:
            values = {"game": game, "account": account.id, "role": role}
            connection.execute(insert(members).values(values))
        left = select(func.count()).where(here, members.c.role == "referee")
        if connection.execute(left).scalar() == 0:
            raise SourceError("一局至少要有一个哨子", remedy="先加上另一个哨子")
