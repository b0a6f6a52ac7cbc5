"""The referee's desk: `blueprint(config)` is mounted at /desk where there is a database."""

from flask import Blueprint

from postcheck.web.config import Config
from postcheck.web.desk import (
    amending,
    announcing,
    asking,
    checkin,
    complaining,
    entry,
    home,
    lines,
    login,
    overview,
    posts,
    rounds,
    texts,
    voting,
)
from postcheck.web.desk.access import Desk, set_up
from postcheck.web.desk.database import opened
from postcheck.web.desk.replays import Replays

_PAGES = (
    login, home, overview, rounds, voting, checkin, complaining, posts, texts,
    asking, announcing, lines, amending, entry,
)  # fmt: skip


def blueprint(config: Config) -> Blueprint:
    """The pages of the desk, with their database open. Raises SourceError."""
    assert config.database is not None
    made = Blueprint("desk", __name__, template_folder="templates", static_folder="static")
    store = opened(config.database)
    set_up(made, Desk(config, store, Replays(store, config.rulesets)))
    for module in _PAGES:
        module.register(made)
    return made
