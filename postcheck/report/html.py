"""One self-contained page: no outside host, no inline attribute that the policy would need.

The page is a function of the results alone (and of this version), and carries them as JSON:
`verify` renders it again from what it carries and compares.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from markupsafe import Markup

from postcheck import __version__
from postcheck.report.jsonl import json_line, to_json
from postcheck.report.marks import marked_text
from postcheck.report.page import asset, digest, environment
from postcheck.report.passages import GROUPS, Passage, passages
from postcheck.review import Review

Json = dict[str, Any]

CARRIER = '<script type="application/json" id="postcheck-result">'
_ESCAPES = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def render_html(reviews: Iterable[Review]) -> str:
    """The page of all reviews, in order; encode it as UTF-8 and write it as it is."""
    return render_page([to_json(review) for review in reviews])


def render_page(results: Sequence[Json]) -> str:
    """The page of results that `to_json` made, now or earlier."""
    css, js = asset("report.css"), asset("report.js")
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            css=css,
            js=js,
            policy=f"default-src 'none'; style-src {digest(css)}; script-src {digest(js)}; "
            "img-src data:; base-uri 'none'; form-action 'none'",
            carrier=Markup(CARRIER) + _carrier(results) + Markup("</script>"),
            views=[post_view(number, result) for number, result in enumerate(results, 1)],
            version=__version__,
        )
    )


def _carrier(results: Sequence[Json]) -> Markup:
    """The results as JSON in which nothing can end the script element."""
    text = json_line({"version": __version__, "results": list(results)})
    for char, escape in _ESCAPES.items():
        text = text.replace(char, escape)
    return Markup(text)


def post_view(
    number: int, result: Json, controls: Callable[[Passage], Markup] | None = None
) -> Json:
    """What the template draws of the post that stands `number`th on the page.

    `controls`: what a page that can answer adds to the card of a passage.
    """
    key = f"p{number}"
    found = passages(result)
    numbers = {(one.start, one.end): one.number for one in reversed(found)}
    count = Counter(one.group for one in found)
    length = max(len(result["text"]), 1)
    return {
        "key": key,
        "number": number,
        "result": result,
        "controls": controls,
        "pane": marked_text(result["text"], found, key),
        "passages": found,
        "numbers": numbers,
        "groups": [(group, count[group]) for group in GROUPS if count[group]],
        "map": [
            (one.group, 1000 * one.start // length, max(1000 * (one.end - one.start) // length, 2))
            for one in found
        ],
    }
