"""Who sees what: every page of the desk is registered here, with the role that it needs.

A game that an account does not belong to does not exist for it (404); a page that needs a
higher role is refused (403). Forms carry a token against requests forged elsewhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from flask_login import LoginManager, UserMixin, current_user  # type: ignore[import-untyped]
from flask_wtf.csrf import CSRFProtect  # type: ignore[import-untyped]

from postcheck.errors import SourceError, SourceErrors
from postcheck.web.config import Config
from postcheck.web.desk import accounts, ledgers, sessions
from postcheck.web.desk.accounts import Account
from postcheck.web.desk.database import Store
from postcheck.web.desk.replays import Replayed, Replays
from postcheck.web.faults import fault
from postcheck.web.twin import page as add_page
from postcheck.web.twin import wants_json

csrf = CSRFProtect()
KEY = "postcheck-desk"
_MOST_LINES = 10_000  # of one assistant in one game


@dataclass(frozen=True)
class Desk:
    """What the pages of the desk work with."""

    config: Config
    store: Store
    replays: Replays


class User(UserMixin):  # type: ignore[misc]
    """The account of a session; to the cookie it is the session's token."""

    def __init__(self, account: Account, token: str) -> None:
        self.account = account
        self.token = token

    def get_id(self) -> str:
        return self.token


@dataclass(frozen=True)
class Visit:
    """One request for one game, by somebody who belongs to it."""

    desk: Desk
    account: Account
    game: str
    title: str
    role: str

    def replayed(self) -> Replayed:
        """The game as it stands. Raises SourceErrors where it cannot be replayed any more, as
        after an update that reads more strictly; only referees are told why."""
        try:
            return self.desk.replays.of(self.game)
        except SourceErrors:
            if self.is_referee:
                raise
            raise SourceError("这一局的账本现在重放不了", remedy="请告诉哨子") from None

    @property
    def is_referee(self) -> bool:
        return self.role == "referee"

    def check_share(self, more: int) -> None:
        """Raises SourceError where an assistant has written more than a game can have: every page
        replays all lines."""
        written = ledgers.written_by(self.desk.store, self.game, self.account)
        if not self.is_referee and written + more > _MOST_LINES:
            raise SourceError(f"一个助手在一局里最多记 {_MOST_LINES} 行", remedy="请哨子来记")

    def base(self) -> dict[str, Any]:
        """What every page of a game tells of itself."""
        number = self.replayed().game.round
        return {"game": {"id": self.game, "title": self.title, "role": self.role, "round": number}}


def desk_of() -> Desk:
    return cast(Desk, current_app.extensions[KEY])


def set_up(blueprint: Blueprint, desk: Desk) -> None:
    """Sessions and tokens for the pages of the blueprint, and for no others."""
    manager = LoginManager()
    manager.session_protection = None  # a phone changes its address; the token is the session
    manager.user_loader(_load)

    def on_app(state: BlueprintSetupState) -> None:
        state.app.config.setdefault("WTF_CSRF_CHECK_DEFAULT", False)
        state.app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)  # it ends with the session
        state.app.extensions[KEY] = desk
        manager.init_app(state.app)
        csrf.init_app(state.app)

    def guard() -> None:
        if request.method == "POST":
            csrf.protect()

    blueprint.record_once(on_app)
    blueprint.before_request(guard)


def _load(token: str) -> User | None:
    account = sessions.find(desk_of().store, token)
    return User(account, token) if account else None


def open_page(
    blueprint: Blueprint, rule: str, view: Callable[..., Any], methods: Sequence[str] = ("GET",)
) -> None:
    """A page for everyone: the login."""
    add_page(blueprint, rule, view, methods)


def own_page(
    blueprint: Blueprint, rule: str, view: Callable[..., Any], methods: Sequence[str] = ("GET",)
) -> None:
    """A page for whoever is logged in; the view is given the account."""

    @wraps(view)
    def guarded(**arguments: Any) -> ResponseReturnValue:
        if not current_user.is_authenticated:
            return _to_login()
        return cast(ResponseReturnValue, view(current_user.account, **arguments))

    add_page(blueprint, rule, guarded, methods)


def game_page(
    blueprint: Blueprint, rule: str, view: Callable[..., Any], needs: str,
    methods: Sequence[str] = ("GET",),
) -> None:  # fmt: skip
    """A page of a game at `/games/<game>…`; the view is given the visit."""
    add_page(blueprint, f"/games/<game>{rule}", _of_game(view, needs), methods)


def game_action(
    blueprint: Blueprint, rule: str, view: Callable[..., Any], needs: str, method: str = "POST"
) -> None:
    """What a form of a game is sent to, or a file; it has no twin, for it is no page."""
    blueprint.add_url_rule(
        f"/games/<game>{rule}", view.__name__, _of_game(view, needs), methods=(method,)
    )


def _of_game(view: Callable[..., Any], needs: str) -> Callable[..., Any]:
    @wraps(view)
    def guarded(game: str, **arguments: Any) -> ResponseReturnValue:
        if not current_user.is_authenticated:
            return _to_login()
        desk, account = desk_of(), current_user.account
        role = accounts.role_in(desk.store, game, account)
        title = ledgers.title(desk.store, game)
        if role is None or title is None:
            abort(404)
        if accounts.RANKS[role] < accounts.RANKS[needs]:
            abort(403)
        visit = Visit(desk, account, game, title, role)
        return cast(ResponseReturnValue, view(visit, **arguments))

    return guarded


def _to_login() -> Response:
    if wants_json():
        return fault(401, "请先登录", "在哨子台的登录页登录")
    wanted = request.path if request.method == "GET" else None
    return cast(Response, redirect(url_for("desk.login", next=wanted), 303))


def local_path(wanted: str | None) -> str:
    """Where to go after the login: a page of the desk, never another site."""
    start = url_for("desk.home")
    plain = wanted is not None and wanted.isprintable() and "\\" not in wanted
    if plain and wanted is not None and wanted.startswith(start) and "//" not in wanted:
        return wanted
    return start
