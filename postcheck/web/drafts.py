"""A post as JSON that a page carries back: nothing is stored here, the visitor's browser keeps it.

What comes back may be anything: `to_post` takes the keys below, each in its own form, and no more.
"""

from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

import numpy as np

from postcheck.errors import SourceError
from postcheck.post import Hints, Post, Unknown
from postcheck.text import Text

Json = Mapping[str, Any]

_WORDS = ("id", "source", "author", "title", "floor", "code")
_UNKNOWN: tuple[Unknown, ...] = ("hidden", "partial", "mixed")
_DAMAGED = SourceError("带回的文稿不完整", remedy="请重新选择文件，或重新粘贴")
_MOST_NOTICES, _LONGEST_WORDS = 50, 1000


def to_draft(post: Post) -> dict[str, Any]:
    """What of a post the checks need. `hints`: lengths of runs, the first without Word's mark."""
    return {
        "text": post.text.original,
        "hints": None if post.hints is None else _runs(post.hints),
        **{name: getattr(post, name) for name in _WORDS},
        "kind": post.kind,
        "posted_at": post.posted_at.isoformat() if post.posted_at else None,
        "edited": post.edited,
        "images_only": post.images_only,
        "unknown": post.unknown,
        "notices": list(post.notices),
    }


def to_post(draft: Json) -> Post:
    """Raises SourceError for what `to_draft` did not make."""
    text = draft.get("text")
    if not isinstance(text, str):
        raise _DAMAGED
    unknown, edited = draft.get("unknown"), draft.get("edited")
    words = {name: _words(draft.get(name)) for name in _WORDS}
    return Post(
        text=Text(text),
        source=words["source"] or "",
        id=words["id"] or "",
        author=words["author"],
        title=words["title"],
        floor=words["floor"],
        code=words["code"],
        posted_at=_time(draft.get("posted_at")),
        edited=edited if isinstance(edited, bool) else None,
        hints=_hints(draft.get("hints"), len(text)),
        images_only=draft.get("images_only") is True,
        unknown=unknown if unknown in _UNKNOWN else None,
        notices=_notices(draft.get("notices")),
    )


def _runs(hints: Hints) -> list[int]:
    runs = [(value, sum(1 for _ in run)) for value, run in groupby(hints.tolist())]
    lengths = [length for _, length in runs]
    return [0, *lengths] if runs and runs[0][0] else lengths


def _hints(runs: Any, length: int) -> Hints | None:
    if runs is None:
        return None
    if not isinstance(runs, list) or not all(type(one) is int and one >= 0 for one in runs):
        raise _DAMAGED
    if sum(runs) != length:
        raise _DAMAGED
    return np.repeat(np.arange(len(runs), dtype=np.int64) % 2, runs).astype(np.uint8)


def _words(value: object) -> str | None:
    return value[:_LONGEST_WORDS] if isinstance(value, str) else None


def _time(value: object) -> datetime | None:
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        raise _DAMAGED from None


def _notices(value: object) -> tuple[str, ...]:
    known = value if isinstance(value, list) else []
    return tuple(one[:_LONGEST_WORDS] for one in known[:_MOST_NOTICES] if isinstance(one, str))
