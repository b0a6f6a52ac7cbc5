"""Login, logout, own password."""

from hashlib import sha256
from typing import cast

from flask import Blueprint, Response, redirect, request, session, url_for
from flask_login import current_user, login_user, logout_user  # type: ignore[import-untyped]

from postcheck.errors import SourceErrors
from postcheck.web.desk import accounts, sessions
from postcheck.web.desk.access import User, desk_of, local_path, open_page, own_page
from postcheck.web.desk.accounts import Account
from postcheck.web.limits import limiter
from postcheck.web.twin import respond

AN_ADDRESS, A_NAME = "10 per minute", "20 per hour"  # attempts; of a name only those that fail


def register(blueprint: Blueprint) -> None:
    open_page(blueprint, "/login", login, ("GET", "POST"))
    own_page(blueprint, "/password", password, ("GET", "POST"))
    blueprint.add_url_rule("/logout", "logout", logout, methods=("POST",))


def _name() -> str:
    """The name as the limiter keeps it; a hash, for what it logs might be a password."""
    return sha256(request.form.get("name", "").strip().encode()).hexdigest()


def _failed(answer: Response) -> bool:
    return answer.status_code != 303


# Shared: a page and its twin are one door.
@limiter.shared_limit(AN_ADDRESS, scope="login", methods=["POST"])
@limiter.shared_limit(A_NAME, scope="name", key_func=_name, methods=["POST"], deduct_when=_failed)
def login() -> Response:
    """A new session with a new token; what the old one held is dropped."""
    error = None
    if request.method == "POST":
        store = desk_of().store
        account = accounts.check(
            store, request.form.get("name", ""), request.form.get("password", "")
        )
        if account is not None:
            target = local_path(request.args.get("next"))
            session.clear()
            login_user(User(account, sessions.start(store, account)))
            return cast(Response, redirect(target, 303))
        error = "账号或密码不对"
    return respond("desk/login.html.j2", {"error": error}, 200 if error is None else 403)


def logout() -> Response:
    """This session is over, in the browser and here."""
    if current_user.is_authenticated:
        sessions.end(desk_of().store, current_user.token)
    logout_user()
    session.clear()
    return cast(Response, redirect(url_for("desk.login"), 303))


@limiter.shared_limit(AN_ADDRESS, scope="password", methods=["POST"])
def password(account: Account) -> Response:
    """A new password ends every session of the account, this one too."""
    error = None
    if request.method == "POST":
        store, form = desk_of().store, request.form
        if form.get("new") != form.get("again"):
            error = "两次写的新密码不同"
        elif accounts.check(store, account.name, form.get("old", "")) is None:
            error = "现在的密码不对"
        else:
            try:
                accounts.set_password(store, account, form.get("new", ""))
            except SourceErrors as found:
                error = f"{found.errors[0].message}，{found.errors[0].remedy}"
            else:
                session.clear()
                return cast(Response, redirect(url_for("desk.login"), 303))
    return respond("desk/password.html.j2", {"error": error}, 200 if error is None else 403)
