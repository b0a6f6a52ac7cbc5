"""From a TOML document to the parts of a ruleset; gathers every fault and raises them at once."""

from typing import Any

from postcheck.errors import SourceErrors
from postcheck.ruleset.checker import Checker
from postcheck.ruleset.document import Document
from postcheck.ruleset.entries import ENTRIES
from postcheck.ruleset.game import LISTS, GameRules
from postcheck.ruleset.posts import PostRules
from postcheck.ruleset.schema import TABLES

KINDS = ("report", "kill")


def build(document: Document) -> dict[str, Any]:
    """The keyword arguments of `Ruleset`, without id and hash.

    Raises SourceErrors with all faults, in the order of files and lines.
    """
    check = Checker(document)
    data = document.data
    head = {key: value for key, value in data.items() if key in TABLES["ruleset"]}
    check.table(("规则",), head, TABLES["ruleset"], at=())
    if "extends" in data and document.place(("edition",))[0] != document.files[0]:
        check.fault((), "extends 的规则没有写自己的 edition", "写上这一版的 edition")
    known = {*TABLES["ruleset"], *KINDS, "game", *ENTRIES}
    for key in data.keys() - known:
        check.unknown((key,), key, known)
    posts, game = PostRules(check), GameRules(check)
    kinds = {code: posts.kind(code) for code in KINDS}
    entries = {name: game.section(name) for name in ENTRIES if name in data}
    lists = {field: game.rows(name) for field, name in LISTS.items()}
    game.names_exist()
    if check.faults:
        raise SourceErrors(check.sorted())
    return {
        "title": data["title"],
        "edition": data["edition"],
        "kinds": kinds,
        "entries": entries,
        **lists,
    }
