"""A post that is handed in: read, checked by the game's own rules, its numbers for the ledger."""

import json
from collections.abc import Sequence
from typing import Any, cast

from flask import current_app

from postcheck.errors import SourceError
from postcheck.game.events import COUNTS
from postcheck.game.state import Game
from postcheck.post import Post
from postcheck.text import Text
from postcheck.waive import Waiver
from postcheck.web.drafts import to_draft
from postcheck.web.pool import Pool
from postcheck.web.work import Request

Json = dict[str, Any]
_PARTS = ("repeated", "quoted", "prior", "listed")


def _pool() -> Pool:
    return cast(Pool, current_app.extensions["postcheck.pool"])


def read_draft(pasted: str, data: bytes, name: str, longest: int) -> Json | None:
    """The pasted text, or the one post of an uploaded file; None: neither was given.

    The file's name is nothing but a name: no file of this machine is opened by it.
    Raises SourceErrors.
    """
    if data:
        drafts: list[Json] = _pool().run("read", data, name or "文件", longest)
        if len(drafts) != 1:
            raise SourceError(f"文件里有 {len(drafts)} 帖", remedy="请只给这一帖")
        return drafts[0]
    if not pasted.strip():
        return None
    text = pasted.replace("\r\n", "\n")
    if len(text) > longest:
        raise SourceError(f"一帖最多 {longest} 个字符", remedy="请只给这一帖的正文")
    return to_draft(Post(text=Text(text)))


def read_cells(pasted: str, data: bytes) -> list[list[str]]:
    """The cells of a table, pasted or of an uploaded file; read by a worker: a file can be made
    to take long. Raises SourceErrors."""
    return cast(list[list[str]], _pool().run("table", pasted, data))


def check(
    draft: Json, kind: str, author: str, game: Game, rules: str, waivers: Sequence[Waiver] = ()
) -> Json:
    """The result as JSON. `author`: the player's name; `rules`: what the ruleset is loaded by."""
    people = tuple((one.name, one.owner) for one in game.players.values() if one.owner)
    asked = Request(
        ruleset=rules, kind=kind, draft=draft, author=author, roster=tuple(game.players),
        waivers=tuple(waivers), people=people,
    )  # fmt: skip
    return cast(Json, json.loads(_pool().run("report", asked, "json")))


def counts_of(result: Json) -> Json:
    """The numbers of a result as the ledger has them."""
    found: Json = {name: result["counts"][name] for name in COUNTS}
    for name in _PARTS:
        measure = result["measures"][name]
        found[name] = measure["count"]
        if measure.get("count_same", measure["count"]) != measure["count"]:
            found[f"{name}_same"] = measure["count_same"]
    return found


def verdict_of(on: str, at: str, result: Json, note: str = "") -> Json:
    """The judge's answer as the line that goes with the post."""
    verdict = result["verdict"]
    record = {"type": "verdict", "at": at, "on": on, "status": verdict["status"],
              "findings": verdict["findings"]}  # fmt: skip
    return record | ({"note": note} if note else {})
