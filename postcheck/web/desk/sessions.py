"""Sessions: who is logged in. The cookie holds a random token, the database its hash.

A session ends when it is closed, when it was idle too long, when it is too old, and when the
account's password changes.
"""

import secrets
import time
from hashlib import sha256

from sqlalchemy import delete, insert, select, update

from postcheck.web.desk.accounts import Account, account_of
from postcheck.web.desk.database import Store, accounts, sessions

IDLE = 2 * 3600  # seconds
OLDEST = 12 * 3600
_SEEN_EVERY = 60  # a page a second need not be a write a second


def now() -> int:
    """The server's clock in seconds."""
    return int(time.time())


def start(store: Store, account: Account) -> str:
    """A new session; gives its token. Those that have run out are cleared away."""
    token, at = secrets.token_urlsafe(32), now()
    values = {"token": _hash(token), "account": account.id, "opened": at, "seen": at}
    with store.writing() as connection:
        over = (sessions.c.seen < at - IDLE) | (sessions.c.opened < at - OLDEST)
        connection.execute(delete(sessions).where(over))
        connection.execute(insert(sessions).values(values))
    return token


def find(store: Store, token: str) -> Account | None:
    """Whose session this is, where it has not run out."""
    at, key = now(), _hash(token)
    chosen = (
        select(accounts, sessions.c.opened, sessions.c.seen)
        .join(sessions, sessions.c.account == accounts.c.id)
        .where(sessions.c.token == key, accounts.c.active)
    )
    with store.reading() as connection:
        row = connection.execute(chosen).first()
    if row is None or at - row.seen > IDLE or at - row.opened > OLDEST:
        return None
    if at - row.seen > _SEEN_EVERY:
        with store.writing() as connection:
            connection.execute(update(sessions).where(sessions.c.token == key).values(seen=at))
    return account_of(row)


def end(store: Store, token: str) -> None:
    """Logs out this session."""
    with store.writing() as connection:
        connection.execute(delete(sessions).where(sessions.c.token == _hash(token)))


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
