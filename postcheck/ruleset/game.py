"""The rest of the game: from [game] and the sections of single values to their parts."""

from collections.abc import Callable, Iterable
from typing import Any

from postcheck.ruleset.checker import Checker, frozen, plain
from postcheck.ruleset.document import Key
from postcheck.ruleset.entries import ENTRIES
from postcheck.ruleset.rules import (
    Egg,
    Entry,
    Joint,
    Mention,
    Numbering,
    Role,
    Round,
    StandIn,
    Taking,
)
from postcheck.ruleset.schema import ENTRY_UNITS, TABLES

# field of Ruleset → key in [game]
LISTS = {
    "roles": "role",
    "joints": "joint",
    "rounds": "round",
    "stand_ins": "stand_in",
    "eggs": "egg",
    "takings": "taking",
    "numberings": "numbering",
    "mentions": "mention",
}
_MAKE: dict[str, Callable[..., Any]] = {
    "role": Role,
    "joint": Joint,
    "round": Round,
    "egg": Egg,
    "taking": Taking,
    "numbering": Numbering,
    "mention": Mention,
}


class GameRules:
    """Builds what is not about posts; the faults gather in `check`."""

    def __init__(self, check: Checker) -> None:
        self.check = check
        self.data = check.document.data
        self.game = self.data.get("game", {})
        if not check.type_of(("game",), self.game, "table"):
            self.game = {}
        for key in self.game.keys() - set(LISTS.values()):
            check.unknown(("game", key), key, list(LISTS.values()))

    def rows(self, name: str) -> tuple[Any, ...]:
        """The rows of one list of [game]."""
        return tuple(
            StandIn(owner=row["for"], **{key: row[key] for key in row if key != "for"})
            if name == "stand_in"
            else _MAKE[name](**row)
            for _, row in self._good(name)
        )

    def section(self, name: str) -> dict[str, Entry]:
        """The single values of one section."""
        found: dict[str, Entry] = {}
        section = self.data[name]
        if not self.check.type_of((name,), section, "table"):
            return found
        for key, table in section.items():
            path: Key = (name, key)
            field = ENTRIES[name].get(key)
            if field is None:
                self.check.unknown(path, key, set(ENTRIES[name]))
                continue
            if not self.check.table(path, table, TABLES["entry"]):
                continue
            if table["unit"] != field.unit:
                message = f"{name}.{key} 的单位应是“{field.unit}”，不是“{table['unit']}”"
                self.check.fault(path, message, "改单位")
            elif self.check.value(path, table["value"], ENTRY_UNITS[field.unit], field.choices):
                value = plain(table["value"], field.unit)
                found[key] = Entry(**frozen(table) | {"value": value})
        return found

    def names_exist(self) -> None:
        """Every role, group or joint name that is used stands in the cast."""
        known = {role["name"] for _, role in self._good("role")}
        known |= {role["group"] for _, role in self._good("role") if "group" in role}
        known |= {joint["name"] for _, joint in self._good("joint")}
        for path, name in self._used():
            if name not in known:
                self.check.unknown(path, name, known, "身份或组")

    def _good(self, name: str) -> list[tuple[Key, dict[str, Any]]]:
        path: Key = ("game", name)
        tables = self.game.get(name, [])
        if not self.check.type_of(path, tables, "tables"):
            return []
        return [
            ((*path, index), frozen(table))
            for index, table in enumerate(tables)
            if self.check.table((*path, index), table, TABLES[name])
        ]

    def _used(self) -> Iterable[tuple[Key, str]]:
        for path, joint in self._good("joint"):
            yield from ((path, name) for name in joint["members"])
        for path, one in self._good("round"):
            yield from ((path, name) for name in one["kills"])
        for path, one in self._good("stand_in"):
            yield path, one["for"]
            yield from ((path, name) for rank in one["order"] for name in rank)
        for path, egg in self._good("egg"):
            yield path, egg["role"]
            yield from ((path, name) for name in egg["hit_by"] if name != "any")
        for path, taking in self._good("taking"):
            yield path, taking["role"]
        for section in ENTRIES.keys() & self.data.keys():
            for key, entry in self.section(section).items():
                if entry.unit == "身份":
                    yield (section, key), entry.value
                elif entry.unit == "各身份":
                    yield from (((section, key), name) for name in entry.value)
