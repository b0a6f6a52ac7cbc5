"""The self-check: a draft in, counts and a cited verdict out; nothing is stored."""

from flask import Blueprint, Response

from postcheck.web.config import Config
from postcheck.web.twin import page, respond


def blueprint(config: Config) -> Blueprint:
    """The pages at /check."""
    made = Blueprint("selfcheck", __name__)

    def form() -> Response:
        return respond("check.html.j2", {"rulesets": list(config.rulesets)})

    page(made, "/check", form)
    return made
