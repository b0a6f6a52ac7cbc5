"""What an element in a body is: a quote, an advert, a smiley. Told by its tag, class, attributes.

The rules write this as CSS, of which the simple part is enough: a tag, classes, attributes with
`=`, `^=`, `$=`, `*=`, and commas between. It is matched on tags as text, without a tree.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape

_SIMPLE = re.compile(
    r"\s*(?P<tag>[a-zA-Z][\w-]*)?(?P<rest>(?:\.[\w-]+|\[[\w-]+(?:[\^$*]?=(?:\"[^\"]*\"|[^\]\"]*))?\])*)\s*"
)
_PART = re.compile(r"\.([\w-]+)|\[([\w-]+)(?:([\^$*]?=)\"?([^\]\"]*)\"?)?\]")
_ATTRIBUTES = re.compile(r"\s([^\s=\"'<>/]+)=(?:\"([^\"]*)\"|'([^']*)')")
_CLASS = re.compile(r"\sclass=\"([^\"]*)\"")


@dataclass(frozen=True, slots=True)
class Simple:
    """A compound selector without combinators."""

    tag: str
    classes: frozenset[str]
    attributes: tuple[tuple[str, str, str], ...]  # name, operator (empty: is there), value

    def may_match(self, written: str) -> bool:
        """Do the names and values of its attributes stand in the start tag at all?"""
        return all(
            name in written and (what in written or "&" in what)
            for name, _, what in self.attributes
        )

    def matches(self, tag: str, classes: frozenset[str], attributes: Mapping[str, str]) -> bool:
        return (
            self.tag in ("", tag)
            and self.classes <= classes
            and all(_holds(attributes.get(name), how, what) for name, how, what in self.attributes)
        )


def _holds(value: str | None, how: str, what: str) -> bool:
    if value is None or not how:
        return value is not None
    if how == "=":
        return value == what
    if how == "^=":
        return value.startswith(what)
    return value.endswith(what) if how == "$=" else what in value


def parse_simple(css: str) -> tuple[Simple, ...]:
    """Raises ValueError on what is not simple."""
    found = []
    for one in css.split(","):
        match = _SIMPLE.fullmatch(one)
        if match is None or not one.strip():
            raise ValueError(one.strip())
        parts = _PART.findall(match["rest"])
        classes = frozenset(name for name, *_ in parts if name)
        attributes = tuple((name, how, what) for _, name, how, what in parts if name)
        found.append(Simple((match["tag"] or "").lower(), classes, attributes))
    return tuple(found)


_Entry = tuple[int, str, Simple]  # rank, role, selector
_NONE: _Entry = (-1, "", Simple("", frozenset(), ()))


class Roles:
    """Selectors by role; of two roles that match the later counts."""

    def __init__(self, css: Mapping[str, str]) -> None:
        self._by_class: dict[str, list[_Entry]] = {}
        self._by_tag: dict[str, list[_Entry]] = {}
        self._others: list[_Entry] = []
        for rank, (role, text) in enumerate(css.items()):
            for simple in parse_simple(text) if text.strip() else ():
                entry = rank, role, simple
                if simple.classes:
                    self._by_class.setdefault(min(simple.classes), []).append(entry)
                elif simple.tag:
                    self._by_tag.setdefault(simple.tag, []).append(entry)
                else:
                    self._others.append(entry)

    def role(self, tag: str, written: str) -> str:
        """The role of an element, or nothing. `written`: its start tag without `<` and `>`."""
        candidates = self._by_tag.get(tag, [])
        if " " not in written:
            return self._best(candidates, tag, frozenset(), {}) if candidates else ""
        candidates = [each for each in (*candidates, *self._others) if each[2].may_match(written)]
        if not candidates and not self._may_have_class(written):
            return ""
        attributes = {
            name: unescape(value or single) for name, value, single in _ATTRIBUTES.findall(written)
        }
        classes = frozenset(attributes.get("class", "").split())
        for name in classes:
            candidates += self._by_class.get(name, ())
        return self._best(candidates, tag, classes, attributes)

    def _may_have_class(self, written: str) -> bool:
        """May the start tag have a class that a selector asks for?"""
        if "class=" not in written or "'" in written or "&" in written:
            return "class=" in written
        found = _CLASS.search(written)
        return found is not None and any(name in self._by_class for name in found[1].split())

    @staticmethod
    def _best(
        entries: list[_Entry], tag: str, classes: frozenset[str], attributes: Mapping[str, str]
    ) -> str:
        best = _NONE
        for entry in entries:
            if entry[0] >= best[0] and entry[2].matches(tag, classes, attributes):
                best = entry
        return best[1]
