"""The referee's desk: `blueprint(config)` is mounted at /desk where there is a database."""

from flask import Blueprint

from postcheck.web.config import Config


def blueprint(config: Config) -> Blueprint:
    """The pages of the desk."""
    return Blueprint("desk", __name__, template_folder="templates")
