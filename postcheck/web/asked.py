"""What a visitor asks for, out of a form or a JSON body: values of known form, or a SourceError.

Both have the same names. The draft is `text` (pasted), or `draft` (what `drafts.to_draft` made of
a file, as long as the text beside it is still the same).
"""

import json
from collections.abc import Mapping
from typing import Any

from flask import Request as Http
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from postcheck.errors import SourceError
from postcheck.report.passages import MEASURES
from postcheck.review import text_sha256
from postcheck.waive import Waiver
from postcheck.web.drafts import Json
from postcheck.web.work import Request

_WORDS = ("ruleset", "kind", "text", "author", "waived_for")
_DRAWN, _LISTS = ("text", "author"), ("roster", "excluded")
_LINE_ENDS = ("\r\n", "\r")
_MOST_WAIVERS = 200
_MOST_WORDS, _LONGEST_WORD = 1000, 60
_DAMAGED = SourceError("送来的内容写法不对", remedy="请从页面上操作")


def fields(http: Http) -> dict[str, Any]:
    """The values by name. A form's `waiver`s become a list of `waivers`, its lines lists.

    Raises SourceError for a value of another type than it has on a page that is drawn from it.
    """
    given = _fields(http)
    if not all(isinstance(given.get(name, ""), str) for name in _DRAWN):
        raise _DAMAGED
    if not all(_is_lines(given.get(name, [])) for name in _LISTS):
        raise _DAMAGED
    if not isinstance(given.get("draft") or {}, dict):
        raise _DAMAGED
    return given


def _is_lines(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _fields(http: Http) -> dict[str, Any]:
    if http.mimetype == "application/json":
        body = http.get_json()
        if not isinstance(body, dict):
            raise BadRequest
        return {name: value for name, value in body.items() if value is not None}
    if http.mimetype not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raise UnsupportedMediaType
    form = http.form
    waivers = [json_of(one) for one in form.getlist("waiver")]
    if "waive" in form:
        waivers.append(json_of(form["waive"]))
    if "restore" in form:
        restored = json_of(form["restore"])
        waivers = [one for one in waivers if one != restored]
    return {
        **{name: form.get(name, "") for name in _WORDS},
        "draft": json_of(form["draft"]) if form.get("draft") else None,
        "roster": form.get("roster", "").splitlines(),
        "excluded": form.get("excluded", "").splitlines(),
        "waivers": waivers,
    }


def choice(given: Json, kinds: Mapping[str, tuple[str, ...]]) -> tuple[str, str]:
    """The ruleset's id and the kind; `kinds`: those of each ruleset that may be asked for."""
    ruleset, kind = given.get("ruleset"), given.get("kind")
    if not isinstance(ruleset, str) or ruleset not in kinds:
        raise SourceError("没有这套规则", remedy=f"可选的有 {'、'.join(kinds)}")
    if not isinstance(kind, str) or kind not in kinds[ruleset]:
        raise SourceError("没有选报道还是杀帖", remedy="请选一种")
    return ruleset, kind


def draft(given: Json, longest: int) -> Json:
    """The carried draft while its text is the one in the box, else the text alone."""
    text, carried = given.get("text", ""), given.get("draft")
    if not isinstance(text, str) or not (carried is None or isinstance(carried, dict)):
        raise _DAMAGED
    if len(text) > longest:
        raise SourceError(f"有 {len(text)} 个字符，一帖最多 {longest} 个", remedy="请拆开再查")
    if carried and isinstance(carried.get("text"), str) and plain(carried["text"]) == plain(text):
        return carried
    return {"text": plain(text)}


def request(given: Json, draft: Json, name: str, kind: str) -> Request:
    """The check of a draft by the ruleset that is loaded by `name`."""
    text = str(draft["text"])
    if not text.strip() and not draft.get("unknown") and not draft.get("images_only"):
        raise SourceError("还没有正文", remedy="请粘贴正文，或选一个文件")
    return Request(
        ruleset=name,
        kind=kind,
        draft=draft,
        author=_line(given.get("author")),
        roster=_words(given.get("roster")),
        excluded=_words(given.get("excluded")),
        waivers=_waivers(given, text),
    )


def plain(text: str) -> str:
    """The text as a text box holds it: every line end is a line feed."""
    for end in _LINE_ENDS:
        text = text.replace(end, "\n")
    return text


def _waivers(given: Json, text: str) -> tuple[Waiver, ...]:
    """What is left out by hand; of another text nothing is."""
    waivers, made_for = given.get("waivers") or [], given.get("waived_for")
    if not isinstance(waivers, list) or len(waivers) > _MOST_WAIVERS:
        raise _DAMAGED
    if made_for and made_for != text_sha256(text):
        return ()
    return tuple(dict.fromkeys(waiver_of(one) for one in waivers))


def waiver_of(value: Any) -> Waiver:
    """A passage or a source as a page names it. Raises SourceError."""
    match value:
        case {"measure": str(measure), "start": int(start), "end": int(end)}:
            if measure in MEASURES and 0 <= start < end:
                return Waiver(_line(value.get("reason")) or "", None, measure, start, end)
        case {"corpus": str(corpus), "doc": str(doc)}:
            return Waiver(_line(value.get("reason")) or "", corpus=corpus, doc=doc)
    raise _DAMAGED


def _words(value: object) -> tuple[str, ...]:
    """One name or word a line."""
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > _MOST_WORDS:
        raise SourceError(f"名单最多 {_MOST_WORDS} 行", remedy="一行写一个名字或词")
    lines = [_line(one) for one in value]
    return tuple(line for line in lines if line)


def _line(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise _DAMAGED
    line = value.strip()
    if len(line) > _LONGEST_WORD:
        raise SourceError("名字或词太长", remedy=f"每个最多 {_LONGEST_WORD} 个字")
    return line or None


def json_of(text: str) -> Any:
    """Raises SourceError where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise _DAMAGED from None
