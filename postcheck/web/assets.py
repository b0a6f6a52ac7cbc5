"""The style sheet and script of the reports, which the pages share, beside the static folder."""

from flask import Flask, Response, abort, request

from postcheck.report.page import asset

_TYPES = {"report.css": "text/css", "report.js": "text/javascript"}


def register(app: Flask) -> None:
    """Serves them at /report/."""
    app.add_url_rule("/report/<name>", "assets", _asset)


def _asset(name: str) -> Response:
    if name not in _TYPES:
        abort(404)
    response = Response(str(asset(name)), mimetype=_TYPES[name])
    response.cache_control.no_cache = True  # a new version is seen at once
    response.add_etag()
    response.make_conditional(request)
    return response
