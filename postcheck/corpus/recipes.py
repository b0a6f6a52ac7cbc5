"""Recipes: how to get well-known collections of texts and import them. Data, not code.

`corpora/*/manifest.toml` has one each; the fields are described in corpora/README.md.
"""

import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from postcheck.corpus.importers import FORMATS
from postcheck.errors import SourceError, toml_fault
from postcheck.paths import builtin

IMPORTERS = ("archive", *FORMATS)

_TEXTS = ("title", "source", "licence", "size", "obtain")
_OPTIONAL = {"author": str, "split": bool, "sha256": str, "date": date}


@dataclass(frozen=True)
class Recipe:
    """One collection. `size`, `licence`: as their source states them; `obtain`: how to get the
    `files`; `importer`: archive (by what the files are) or a value of `--format`; `author`: where
    the texts name none; `split`: the text files hold many texts with blank lines between;
    `folder`: where the manifest stands."""

    name: str
    title: str
    source: str
    licence: str
    size: str
    obtain: str
    importer: str
    files: tuple[str, ...]
    folder: Path
    author: str | None = None
    split: bool = False

    @property
    def command(self) -> str:
        """What imports the files once they are there; some stand beside the manifest."""
        beside = [self.folder / name for name in self.files]
        files = [
            str(path) if path.exists() else name
            for path, name in zip(beside, self.files, strict=True)
        ]
        words = ["postcheck", "corpus", "add", self.name, *files]
        if self.importer in FORMATS:
            words += ["--format", self.importer]
        if self.author:
            words += ["--author", self.author]
        if self.split:
            words.append("--split")
        return shlex.join(words)


def recipes(folder: Path | None = None) -> list[Recipe]:
    """All recipes by name; raises SourceError on a bad manifest."""
    return [_load(path) for path in sorted((folder or builtin("corpora")).glob("*/manifest.toml"))]


def _load(path: Path) -> Recipe:
    text = path.read_text(encoding="utf-8")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise toml_fault(error, text, str(path)) from error
    fault = _fault(table)
    if fault:
        raise SourceError(fault, remedy="照 corpora/README.md 写", file=str(path))
    files = tuple(table["files"])
    known = {key: table[key] for key in (*_TEXTS, "importer")}
    return Recipe(
        path.parent.name,
        files=files,
        folder=path.parent,
        author=table.get("author"),
        split=table.get("split", False),
        **known,
    )


def _fault(table: Mapping[str, Any]) -> str:
    """What is wrong with a manifest, empty if nothing is."""
    unknown = table.keys() - {*_TEXTS, "importer", "files", *_OPTIONAL}
    if unknown:
        return f"没有 {'、'.join(sorted(unknown))} 这一项"
    for key in _TEXTS:
        if not isinstance(table.get(key), str) or not table[key].strip():
            return f"缺少 {key}"
    if table.get("importer") not in IMPORTERS:
        return f"importer 只能是 {'、'.join(IMPORTERS)}"
    files = table.get("files")
    if not isinstance(files, list) or not files or not all(isinstance(one, str) for one in files):
        return "files 不是文件名的列表"
    given = ((key, kind) for key, kind in _OPTIONAL.items() if key in table)
    wrong = [key for key, kind in given if not isinstance(table[key], kind)]
    return f"{wrong[0]} 的写法不对" if wrong else ""
