"""What the templates of the self-check print with: values that come back, and before → after."""

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup, escape

from postcheck.report.jsonl import json_line
from postcheck.report.passages import MEASURES
from postcheck.report.terms import FINDINGS, PARTS, STATUS, term
from postcheck.web.drafts import Json
from postcheck.web.work import Checked


def carried(value: Json) -> Markup:
    """JSON for an attribute, exactly as it is: the browser hands it back."""
    return escape(json_line(value))


def boxed(text: str) -> Markup:
    """A text for a box, its hidden characters untouched; a page cannot hold all of them."""
    held = "".join("\ufffd" if one == "\0" or "\ud800" <= one <= "\udfff" else one for one in text)
    return escape(held)


def waiver_value(waiver: Json) -> Markup:
    """What a button sends to leave something out or to take it back."""
    names = ("corpus", "doc") if waiver["doc"] is not None else ("measure", "start", "end")
    reason = {"reason": waiver["reason"]} if waiver["reason"] else {}
    return carried({**{name: waiver[name] for name in names}, **reason})


def changes(checked: Checked) -> Iterator[tuple[str, str, str]]:
    """Name, before, after: the verdict, what is wrong, and the counts there are."""
    assert checked.assumption is not None
    before: Any = checked.assumption["before"]
    now: Any = checked.now
    yield "判定", _status(before), _status(now)
    yield "问题", _problems(before), _problems(now)
    for name in MEASURES:
        if before["measures"][name] or now["measures"][name]:
            yield f"{PARTS[name]}字数", str(before["measures"][name]), str(now["measures"][name])
    yield "除去各项后余", str(before["rest"]["all"]), str(now["rest"]["all"])


def _status(state: Any) -> str:
    return STATUS[state["verdict"]["status"]]


def _problems(state: Any) -> str:
    found = [term(FINDINGS, one["code"]) for one in state["verdict"]["findings"]]
    return "、".join(found) or "—"
