"""What every page of the reports shares: templates, assets, and how values are printed in them."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from postcheck.report import terms, wording
from postcheck.report.hidden import HIDDEN, show
from postcheck.report.marks import LETTERS, pieces_markup
from postcheck.report.passages import positions
from postcheck.ruleset.explain import explanations

_HTTP = re.compile(r"https?://[^\s<>\"'\\]+", re.IGNORECASE)


@cache
def environment() -> Environment:
    """The templates; what they print is escaped."""
    made = Environment(
        loader=PackageLoader("postcheck.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=visible,
    )
    made.globals.update(
        letters=LETTERS,
        pieces=pieces_markup,
        positions=positions,
        linkable=_linkable,
        wording=wording,
        terms=terms,
        term=terms.term,
        explanations=explanations(),
    )
    return made


def visible(value: object) -> object:
    """Hidden characters become visible in every plain string that a template prints."""
    return show(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _linkable(url: str | None) -> bool:
    """Only plain web addresses become links."""
    return bool(url and _HTTP.fullmatch(url) and not HIDDEN.search(url))


@cache
def asset(name: str) -> Markup:
    """The text of a style sheet or script beside the templates."""
    content = files("postcheck.report").joinpath("templates", name)
    return Markup(content.read_text(encoding="utf-8"))


def digest(content: str) -> str:
    """The source expression of a content security policy that allows exactly this content."""
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
