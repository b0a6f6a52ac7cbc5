"""What a worker process does with a post: vets it, writes its page, hands back a line.

The line is put together here, beside the other workers, and not by the one process that writes
the file; of the result itself only the few values go back that rows, sums and tables need.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from postcheck.audit.pseudonyms import Pseudonyms
from postcheck.audit.store import replaced
from postcheck.audit.vet import Plan, Setting, opened, vet
from postcheck.post import Post
from postcheck.report.html import render_page
from postcheck.report.jsonl import json_line

Json = dict[str, Any]
_VALUES = ("post", "metric", "counts", "corpora", "verdict", "seal")
_OF_MEASURES = ("count", "label", "code", "edited")


@dataclass(frozen=True, slots=True)
class Task:
    """A post to be vetted, or the `line` of a result that lacks its page; `plain`: it comes from
    afar, with the names still in it."""

    page: Path
    post: Post | None = None
    line: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """A result as its line, and in `brief` its values without texts and places."""

    line: str
    brief: Json


def done(result: Mapping[str, Any]) -> Done:
    brief = {key: result[key] for key in _VALUES if key in result}
    brief["measures"] = {
        name: {key: part[key] for key in _OF_MEASURES if key in part}
        for name, part in (result.get("measures") or {}).items()
        if part is not None
    }
    return Done(json_line(result), brief)


class _Worker:
    """What a worker process keeps between tasks."""

    setting: Setting
    pseudonyms: Pseudonyms | None = None


def start(argument: tuple[Plan, Pseudonyms | None]) -> None:
    plan, _Worker.pseudonyms = argument
    _Worker.setting = opened(plan)


def do(task: Task) -> Done:
    """What comes of a task; its page stands when it is returned."""
    plain = task.plain
    if task.post is None:
        result = json.loads(task.line)
    else:
        result, plain = vet(task.post, _Worker.setting), True
    if plain and _Worker.pseudonyms is not None:
        result = _Worker.pseudonyms.result(result)
    with replaced(task.page) as file:
        file.write(render_page([result]).encode("utf-8", "backslashreplace"))
    return done(result)
