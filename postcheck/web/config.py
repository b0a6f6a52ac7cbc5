"""`Config`: what one web application is made of; read once, never changed."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from postcheck.corpus.faults import system_fault
from postcheck.ruleset import ids

_KEY_BYTES = 32


@dataclass(frozen=True)
class Config:
    """`secret_key` signs the sessions of the desk.

    `rulesets` are ids or .toml files, the first is preselected. `corpora` None: all stored
    ones, empty: none. `database` is an SQLAlchemy address; None: no desk. `hosts` are the
    names by which the page may be called, empty: any. `secure`: it is reached by https alone,
    cookies are for https alone. `workers` processes do the checks; 0: they run in the
    application's own process (tests). The limits: bytes of an upload, characters of a draft,
    seconds of a check, checks that may wait for a worker, checks an address has a minute
    (0: any number).
    """

    secret_key: bytes
    rulesets: tuple[str, ...] = tuple(ids())
    corpora: tuple[str, ...] | None = None
    database: str | None = None
    hosts: tuple[str, ...] = ()
    secure: bool = False
    workers: int = 2
    upload_bytes: int = 5_000_000
    draft_characters: int = 50_000
    check_seconds: int = 60
    waiting: int = 100
    checks_a_minute: int = 120


def secret_key(folder: Path) -> bytes:
    """The key that is kept in `folder`, made at the first call; readable by its owner alone.

    Raises SourceError where it can be neither read nor written.
    """
    path = folder / "web.key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_bytes()
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(secrets.token_bytes(_KEY_BYTES))
        return path.read_bytes()
    except OSError as error:
        raise system_fault(error, str(path)) from error
