"""Stable pseudonyms (化名) for sharing a case: of people, and of their names inside texts.

A pseudonym is a keyed hash of the person: whoever has not the key can neither undo it nor try
names out. A name in a text is replaced whole: in Simplified or Traditional, wide, narrow or
variant characters, with spaces, marks or invisible characters put between or left out; offsets
follow.
"""

import hmac
import os
import re
import secrets
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import category

import ahocorasick  # type: ignore[import-not-found, unused-ignore]
import numpy as np

from postcheck.corpus.faults import system_fault
from postcheck.errors import SourceError
from postcheck.paths import home
from postcheck.report.jsonl import seal
from postcheck.report.wording import file_name
from postcheck.review import text_sha256
from postcheck.text import Offsets, code_points, fold_each, fold_table, is_han, string_of

Json = dict[str, Any]

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 7  # 31^7: two of a hundred thousand people share one once in five runs, of a game's never
_URL = re.compile(r"https?://[^\s<>\"'，。；、）】」]+", re.IGNORECASE)
_NO_URL = "［网址］"
NOTICE = "名字已换成化名，字数与占比按原文计"
# Values under these keys are codes, or nobody's words.
_CODES = frozenset(
    (
        "kind", "status", "code", "clause", "why", "label", "metric", "other_metrics", "of",
        "sha256", "seal", "version", "edition", "category", "unknown", "used_by", "posted_at",
        "published_at", "corpora", "ruleset", "clauses", "paraphrases", "key", "page", "outcome",
        "findings_codes", "comparison", "at", "limit", "name",
    )
)  # fmt: skip
# What parts two words, so that no name goes on behind it.
_PARTING = frozenset(
    "\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029，。！？；：、,!?;:“”‘’「」『』《》〈〉（）()【】"
)
_INVISIBLE = frozenset(("Cf", "Mn", "Me"))
_PEOPLE = frozenset(("author", "by", "target", "subject", "owner"))


@dataclass(frozen=True)
class Pseudonyms:
    """`names`: every alias and owner that is replaced inside texts; `people`: alias → owner."""

    key: bytes
    names: frozenset[str]
    people: Mapping[str, str]

    def name(self, alias: str) -> str:
        """The pseudonym of the person behind an alias."""
        person = self.people.get(alias, alias)
        number = int.from_bytes(hmac.digest(self.key, person.encode("utf-8"), sha256), "big")
        letters = []
        for _ in range(_LENGTH):
            number, rest = divmod(number, len(_ALPHABET))
            letters.append(_ALPHABET[rest])
        return "化名" + "".join(letters)

    def seal(self) -> str:
        """What stands for the key and the names in the seals of results."""
        told = [*sorted(self.names), *(f"{a}={o}" for a, o in sorted(self.people.items()))]
        return hmac.new(
            self.key, "\0".join(told).encode("utf-8", "surrogatepass"), sha256
        ).hexdigest()

    @cached_property
    def _whole(self) -> Any:
        return _automaton({fold_each(code_points(name)): name for name in sorted(self.names)})

    @cached_property
    def _spread(self) -> Any:
        """Of names with their marks left out; one letter alone would be found everywhere."""
        bare = {_bare(name)[0]: name for name in sorted(self.names)}
        return _automaton({letters: name for letters, name in bare.items() if len(letters) > 1})

    def _places(self, text: str) -> list[tuple[int, int, str]]:
        """What is replaced, in order and without overlaps: the first, of equals the longest."""
        places = [(at.start(), at.end(), _NO_URL) for at in _URL.finditer(text)]
        if self.names:
            for last, (_, name) in self._whole.iter(fold_each(code_points(text))):
                places.append((last + 1 - len(name), last + 1, self.name(name)))
        if self._spread:
            letters, offsets = _bare(text)
            for last, (length, name) in self._spread.iter(letters):
                span = [int(at) for at in offsets[last + 1 - length : last + 1]]
                if _is_one_word(text, span):
                    places.append((span[0], span[-1] + 1, self.name(name)))
        places.sort(key=lambda place: (place[0], -place[1]))
        kept: list[tuple[int, int, str]] = []
        for place in places:
            if not kept or place[0] >= kept[-1][1]:
                kept.append(place)
        return kept

    def text(self, text: str) -> str:
        """A text with all names and addresses replaced."""
        return self._edited(text)[0]

    def _edited(self, text: str) -> tuple[str, Callable[[int, bool], int]]:
        """The new text, and the new offset of an old one; `end`: it is the end of a span."""
        places = self._places(text)
        parts, starts, shifts, before, shift = [], [], [], 0, 0
        for start, end, new in places:
            parts += [text[before:start], new]
            starts.append(start)
            shifts.append(shift)
            shift += len(new) - (end - start)
            before = end
        parts.append(text[before:])

        def moved(offset: int, is_end: bool) -> int:
            at = bisect_right(starts, offset - 1 if is_end else offset) - 1
            if at < 0:
                return offset
            start, end, new = places[at]
            if offset >= end:
                return offset + shifts[at] + len(new) - (end - start)
            return start + shifts[at] + (len(new) if is_end else 0)

        return "".join(parts), moved

    def result(self, result: Mapping[str, Any]) -> Json:
        """A `check` object under pseudonyms, sealed anew."""
        text, moved = self._edited(result["text"] or "")
        made: Json = self._walk({**result, "text": None}, "", moved)
        made["post"]["sha256"] = text_sha256(text)
        made["text"] = text if result["text"] is not None else None
        made["notices"] = [*made.get("notices", ()), NOTICE]
        return {**made, "seal": seal(made)}

    def facts(self, audit: Mapping[str, Any]) -> Json:
        """The `audit` object under pseudonyms."""
        return dict(self._walk(dict(audit), "", lambda offset, _: offset))

    def _walk(self, value: Any, key: str, moved: Callable[[int, bool], int] | None) -> Any:
        """Every string by what its key says it is; `moved` None: offsets of another text."""
        if isinstance(value, dict):
            own = None if key in ("source", "also_sources") else moved
            return {self._key(name, key): self._walk(one, name, own) for name, one in value.items()}
        if key in _CODES or value is None:
            return value
        if isinstance(value, str):
            return self._string(value, key)
        if isinstance(value, list):
            return self._list(value, key, moved)
        if moved is not None and key in ("start", "end") and type(value) is int:
            return moved(value, key == "end")
        return value

    def _key(self, name: str, inside: str) -> str:
        """The columns of a table of complaints are words of its own; all other keys are ours."""
        return self.text(name) if inside == "extra" else name

    def _list(self, value: list[Any], key: str, moved: Callable[[int, bool], int] | None) -> Any:
        pairs = all(isinstance(one, list) for one in value)
        if key in ("spans", "same_spans") and pairs and moved is not None:
            return [[moved(start, False), moved(end, True)] for start, end in value]
        if key in ("findings", "detail") and all(isinstance(one, str) for one in value):
            return value
        return [self._walk(one, key, moved) for one in value]

    def _string(self, value: str, key: str) -> str | None:
        if key == "url":
            return None
        if key in _PEOPLE and (key != "subject" or value in self.names):
            known = key != "author" or value in self.names
            return self.name(value) if known else self.text(value)
        return self.text(file_name(value) if key in ("source", "place") else value)


def _automaton(words: Mapping[str, str]) -> Any:
    """Finds each of the words in one go, and gives its length and the name that it stands for."""
    found = ahocorasick.Automaton()
    for word, name in words.items():
        found.add_word(word, (len(word), name))
    found.make_automaton()
    return found


def _bare(text: str) -> tuple[str, Offsets]:
    """The folded letters alone, and where each stands in the text."""
    folded = fold_table()[code_points(text)]
    offsets = np.flatnonzero(folded)
    return string_of(folded[offsets]), offsets


def _is_one_word(text: str, letters: list[int]) -> bool:
    """Whether what stands between the letters only spreads them: anything that is invisible, and
    in a name with Han characters, where no space parts words, whatever does not end a phrase, or
    nothing where the name has marks of its own."""
    between = "".join(text[one + 1 : other] for one, other in pairwise(letters))
    if not _PARTING.isdisjoint(between):
        return False
    if between and all(category(char) in _INVISIBLE for char in between):
        return True
    return bool(is_han(code_points("".join(text[at] for at in letters))).any())


def everybody(*groups: Iterable[str | None]) -> frozenset[str]:
    """All names of the groups, blank ones left out."""
    return frozenset(name.strip() for group in groups for name in group if name and name.strip())


def read_key(path: str | None) -> bytes:
    """The key of a file, by default one kept beside the store, made at its first use.

    Raises SourceError where it cannot be read, or is too short to be a secret.
    """
    file = Path(path) if path else home() / "audit.key"
    try:
        if not path and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(handle, "wb") as made:
                made.write(secrets.token_bytes(32))
        key = file.read_bytes()
    except FileNotFoundError as error:
        raise SourceError("没有这个密钥文件", remedy="核对路径", file=str(file)) from error
    except OSError as error:
        raise system_fault(error, str(file)) from error
    if len(key.strip()) < 16:
        raise SourceError("密钥太短", remedy="写 16 个字节以上的随机内容", file=str(file))
    return key
