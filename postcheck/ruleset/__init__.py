"""`load(id_or_path) -> Ruleset`: one edition of one game, read strictly from a TOML file."""

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from postcheck.errors import SourceError
from postcheck.paths import builtin
from postcheck.ruleset.builder import build
from postcheck.ruleset.document import read
from postcheck.ruleset.rules import (
    Egg,
    Entry,
    Exemption,
    Joint,
    Kind,
    Mention,
    Numbering,
    Penalty,
    Role,
    Round,
    Rule,
    StandIn,
    Taking,
)


@dataclass(frozen=True)
class Ruleset:
    """One edition of the rules of one game; `sha256` is over the bytes of its file(s).

    `base`: the file that it extends, if any.
    """

    id: str
    title: str
    edition: str
    sha256: str
    kinds: Mapping[str, Kind]
    entries: Mapping[str, Mapping[str, Entry]] = field(default_factory=dict)
    roles: tuple[Role, ...] = ()
    joints: tuple[Joint, ...] = ()
    rounds: tuple[Round, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    eggs: tuple[Egg, ...] = ()
    takings: tuple[Taking, ...] = ()
    numberings: tuple[Numbering, ...] = ()
    mentions: tuple[Mention, ...] = ()
    base: Path | None = None

    def metric(self, kind: str) -> str:
        """The count that the shares of this kind of post use: the first reading."""
        return self.kinds[kind].counts[0]

    def rules(self, kind: str) -> tuple[Rule, ...]:
        return self.kinds[kind].rules

    def entry(self, name: str) -> Entry | None:
        """`section.key`, None where this game has no such rule."""
        section, _, key = name.partition(".")
        return self.entries.get(section, {}).get(key)

    def value(self, name: str) -> Any:
        """The value of `section.key`, None where this game has no such rule."""
        entry = self.entry(name)
        return None if entry is None else entry.value

    @property
    def codes(self) -> tuple[str, ...]:
        """All 代号 in the order of the cast."""
        return tuple(code for role in self.roles for code in role.codes)

    def clauses(self, kind: str) -> dict[str, str]:
        """Measure (repeated, listed, quoted, prior) → the first clause that counts it."""
        found: dict[str, str] = {}
        for rule in self.rules(kind):
            if rule.of is None or rule.check not in ("length", "rest", "share"):
                continue
            for part in ("repeated", "listed") if rule.of == "repeated_listed" else (rule.of,):
                found.setdefault(part, rule.clause)
        return found

    def conduct(self, kind: str) -> dict[str, str]:
        """Category of wording → the clause that speaks of it; others are of no concern here."""
        return {
            category: rule.clause
            for rule in reversed(self.rules(kind))
            for category in rule.categories
        }

    def paraphrases(self) -> dict[str, str]:
        """Clause → its paraphrase, for the clauses of the posts; several are joined."""
        said: dict[str, list[str]] = {}
        for kind in self.kinds.values():
            parts: list[Kind | Rule | Penalty | Exemption] = [kind, *kind.rules]
            parts += [rule.exemption for rule in kind.rules if rule.exemption]
            parts += kind.remedies.values()
            for part in parts:
                said.setdefault(part.clause, []).append(part.says)
        return {clause: "；".join(dict.fromkeys(says)) for clause, says in said.items()}


def ids() -> list[str]:
    """The builtin rulesets."""
    return sorted(path.stem for path in builtin("thresholds").glob("*.toml"))


def load(name: str | Path) -> Ruleset:
    """Loads a builtin ruleset by id, or a .toml file by path.

    Raises SourceErrors with every fault of the file at once.
    """
    path, shown = _find(str(name), Path())
    document = read(path, shown, _find, frozenset())
    return Ruleset(id=path.stem, sha256=document.sha256, base=document.base, **build(document))


def _find(name: str, folder: Path) -> tuple[Path, str]:
    """The file of a ruleset, and how messages print it; paths start from `folder`."""
    if not name.endswith(".toml") and Path(name).name == name:
        path = builtin("thresholds") / f"{name}.toml"
        if os.path.isfile(path):  # a name too long for a file is none, and no fault
            return path, f"thresholds/{name}.toml"
        near = difflib.get_close_matches(name, ids(), 1, 0.4)
        raise SourceError(
            f"没有叫“{name}”的规则",
            remedy=f"是不是 {near[0]}？" if near else f"内置的有 {'、'.join(ids())}",
        )
    if not os.path.isfile(folder / name):
        raise SourceError(
            "没有这个规则文件", remedy=f"内置的规则直接写编号：{'、'.join(ids())}", file=name
        )
    return folder / name, str(folder / name)
