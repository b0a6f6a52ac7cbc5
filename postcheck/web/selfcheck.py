"""The self-check, open to all: a draft in, live counts and a cited verdict out.

Nothing is stored and nobody is logged in: what a visitor sends changes nothing here, so a forged
request (CSRF) has nothing to gain. The draft goes to a worker and back to the page, nowhere else.
"""

from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request
from werkzeug.datastructures import FileStorage

from postcheck.corpus.library import corpus_names
from postcheck.errors import SourceErrors
from postcheck.ruleset import Ruleset, load
from postcheck.web import asked, drawing
from postcheck.web.config import Config
from postcheck.web.drafts import Json, to_post
from postcheck.web.limits import limiter
from postcheck.web.live import live_count
from postcheck.web.pool import Pool
from postcheck.web.twin import page, respond, wants_json
from postcheck.web.work import Request

_TYPES = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
_EMPTY: Json = {
    "kind": "report",
    "text": "",
    "author": "",
    "roster": [],
    "excluded": [],
    "draft": None,
}


def _rate() -> str:
    return f"{_most() or 1}/minute"


def _most() -> int:
    most: int = current_app.extensions["postcheck"].checks_a_minute
    return most


# Registered once, for however many applications: the limiter knows views by their names.
_heavy = limiter.shared_limit(_rate, scope="check", exempt_when=lambda: not _most())


def blueprint(config: Config, pool: Pool) -> Blueprint:
    """The pages at /check, and the live count."""
    views = _SelfCheck(config, pool)
    made = Blueprint("selfcheck", __name__)
    for one in (drawing.carried, drawing.boxed, drawing.waiver_value, drawing.changes):
        made.add_app_template_global(one, one.__name__)
    page(made, "/check", views.form)
    page(made, "/check", views.check, ("POST",))
    made.post("/check/report.<form>")(views.report)
    made.post("/read.json")(views.read)
    made.post("/count.json")(views.count)
    return made


class _SelfCheck:
    """The views; `pool` does what takes longer than a count."""

    def __init__(self, config: Config, pool: Pool) -> None:
        self._config = config
        self._pool = pool
        self._rulesets: dict[str, tuple[str, Ruleset]] = {}  # by id, with the name to load it by
        for name in config.rulesets:
            ruleset = load(name)
            self._rulesets[ruleset.id] = name, ruleset
        self._choices = {id_: tuple(one.kinds) for id_, (_, one) in self._rulesets.items()}

    def form(self) -> Response:
        """The empty form; as JSON what may be asked for."""
        return self._page({})

    @_heavy
    def check(self) -> Response:
        """The form as it was sent, with the result below it; as JSON the result alone."""
        given = asked.fields(request)
        try:
            drafts = self._uploaded()
            if drafts is not None and len(drafts) != 1:
                more = {"given": given, **self._about()}
                return respond("choose.html.j2", {"posts": drafts}, 300, **more)
            wanted = self._wanted(given, drafts[0] if drafts else None)
            if wants_json():
                return Response(self._pool.run("report", wanted, "json"), mimetype=_TYPES["json"])
            checked = self._pool.run("check", wanted)
        except SourceErrors as found:
            if wants_json():
                raise
            return self._page(given, fault=found.errors[0], status=400)
        text = asked.plain(str(wanted.draft["text"]))
        return self._page({**given, "draft": wanted.draft, "text": text}, checked=checked)

    @_heavy
    def report(self, form: str) -> Response:
        """The same check as a file to keep."""
        if form not in _TYPES:
            abort(404)
        wanted = self._wanted(asked.fields(request), None)
        response = Response(self._pool.run("report", wanted, form), mimetype=_TYPES[form])
        response.headers.set("Content-Disposition", "attachment", filename=f"postcheck.{form}")
        return response

    @_heavy
    def read(self) -> Response:
        """The drafts in an uploaded file; the page puts one of them into its box."""
        drafts = self._uploaded()
        if drafts is None:
            abort(400)
        return jsonify({"posts": drafts})

    def count(self) -> Response:
        """The live count of {"text", "ruleset", "kind", "draft"}; takes a JSON body only."""
        given = request.get_json()
        if not isinstance(given, dict):
            abort(400)
        id_, kind = asked.choice(given, self._choices)
        draft = asked.draft(given, self._config.draft_characters)
        return jsonify(live_count(to_post(draft), self._rulesets[id_][1], kind))

    def _wanted(self, given: Json, uploaded: Json | None) -> Request:
        id_, kind = asked.choice(given, self._choices)
        draft = uploaded or asked.draft(given, self._config.draft_characters)
        return asked.request(given, draft, self._rulesets[id_][0], kind)

    def _uploaded(self) -> list[Json] | None:
        """The drafts in the uploaded file, None where there is none."""
        file: FileStorage | None = request.files.get("file")
        if file is None or not file.filename:
            return None
        longest = self._config.draft_characters
        found: list[Json] = self._pool.run("read", file.read(), file.filename, longest)
        return found

    def _page(self, given: Json, status: int = 200, **more: Any) -> Response:
        shown = {"checked": None, "fault": None, **more}
        filled = {**_EMPTY, "ruleset": next(iter(self._choices)), **given}
        return respond("check.html.j2", self._about(), status, given=filled, **shown)

    def _about(self) -> dict[str, Any]:
        """What may be asked for."""
        config = self._config
        return {
            "rulesets": [_about(ruleset) for _, ruleset in self._rulesets.values()],
            "corpora": list(corpus_names() if config.corpora is None else config.corpora),
            "limits": {
                "draft_characters": config.draft_characters,
                "upload_bytes": config.upload_bytes,
            },
        }


def _about(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "edition": ruleset.edition,
        "kinds": [{"code": kind.code, "name": kind.name} for kind in ruleset.kinds.values()],
    }
