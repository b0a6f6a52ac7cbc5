"""`create_app(config)`: the Flask application, with everything that all its pages share."""

import traceback
from functools import partial
from io import BytesIO
from types import TracebackType
from typing import IO, Any

from flask import Flask, Request, redirect, url_for
from flask.json.provider import DefaultJSONProvider
from jinja2 import StrictUndefined
from werkzeug.exceptions import RequestEntityTooLarge

from postcheck import __version__
from postcheck.report import page
from postcheck.web import assets, faults, headers, journal, selfcheck
from postcheck.web.config import Config
from postcheck.web.limits import limiter
from postcheck.web.pool import Pool
from postcheck.web.work import prepare

_MOST_FIELDS, _PLAIN_FORM = 1000, "application/x-www-form-urlencoded"
_READ_SECONDS = 20  # of a file; one that takes longer was made to


class _Request(Request):
    """An upload stays in memory, however large, and never becomes a file. A form has so many fields
    at most, in either encoding: a million take seconds to read."""

    max_form_parts = _MOST_FIELDS

    def _load_form_data(self) -> None:
        """Raises RequestEntityTooLarge."""
        if self.mimetype == _PLAIN_FORM and self.get_data().count(b"&") >= _MOST_FIELDS:
            raise RequestEntityTooLarge
        super()._load_form_data()

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        return BytesIO()


class _Json(DefaultJSONProvider):
    """Chinese stays as it is; what is nested too deep is no JSON."""

    ensure_ascii = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        try:
            return super().loads(s, **kwargs)
        except RecursionError:
            raise ValueError("nested too deep") from None


class _App(Flask):
    """Every template is escaped, and no text that a visitor sent reaches a log."""

    request_class = _Request
    json_provider_class = _Json
    jinja_options = {  # noqa: RUF012
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "finalize": page.visible,
    }

    def select_jinja_autoescape(self, filename: str | None) -> bool:
        return True

    def log_exception(
        self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]
    ) -> None:
        """What broke and where; not the message, which may hold a piece of a draft."""
        kind, _, trace = exc_info
        frames = traceback.extract_tb(trace)
        places = " < ".join(f"{one.filename}:{one.lineno}" for one in reversed(frames))
        self.logger.error("%s at %s", kind.__name__ if kind else "error", places)


def create_app(config: Config) -> Flask:
    """The application: the self-check at /check, the desk at /desk where there is a database.

    Its workers start here; `app.extensions["postcheck.pool"].close()` ends them.
    """
    app = _App("postcheck.web")
    app.config.update(
        SECRET_KEY=config.secret_key,
        MAX_CONTENT_LENGTH=config.upload_bytes + 100_000,
        MAX_FORM_MEMORY_SIZE=config.upload_bytes,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=config.secure,
        RATELIMIT_HEADERS_ENABLED=True,
    )
    app.extensions["postcheck"] = config
    app.jinja_env.globals.update(
        page.environment().globals, version=__version__, desk=config.database is not None
    )
    limiter.init_app(app)
    journal.register(app)
    headers.register(app, config.hosts, config.secure)
    faults.register(app)
    assets.register(app)
    app.add_url_rule("/", "home", lambda: redirect("/check"))
    app.add_url_rule("/.json", "home_json", lambda: redirect("/check.json"))
    _mount(app, config)
    return app


def _mount(app: Flask, config: Config) -> None:
    pool = Pool(
        partial(prepare, config.corpora),
        config.workers,
        waiting=config.waiting,
        seconds=config.check_seconds,
        shorter=dict.fromkeys(("read", "table"), min(_READ_SECONDS, config.check_seconds)),
    )
    app.extensions["postcheck.pool"] = pool
    app.register_blueprint(selfcheck.blueprint(config, pool))
    if config.database is not None:
        from postcheck.web.desk import blueprint as desk  # SQLAlchemy only where it is needed

        app.register_blueprint(desk(config), url_prefix="/desk")
        # A blueprint has no address outside its folder: the twin of `/desk/` is `/desk/.json`.
        app.add_url_rule(
            "/desk.json", "desk_json", lambda: redirect(url_for("desk.home_json"), 308)
        )
