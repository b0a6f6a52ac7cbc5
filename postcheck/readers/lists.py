"""The small lists beside a post: names of a game's players, words left out, who is who."""

import csv
import io
import re

from postcheck.errors import SourceError, toml_tables
from postcheck.readers import read_text

# TOML wants quotes round a Chinese key; who writes names should not have to know.
_BARE_KEY = re.compile(r"""^[ \t]*([^\s"'#=\[\]]+)[ \t]*=""", re.MULTILINE)
_COLUMNS = (("alias", "owner"), ("马甲", "真身"))


def read_words(path: str) -> tuple[str, ...]:
    """One name or word a line; blank lines and lines that start with # are left out.

    Raises SourceErrors, also where nothing is left: an empty list is a mistake, not a wish.
    """
    lines = (line.strip() for line in read_text(path).splitlines())
    words = tuple(line for line in lines if line and not line.startswith("#"))
    if not words:
        raise SourceError("里面一项也没有", remedy="一行写一个名字、词或网址", file=path)
    return words


def read_people(path: str) -> dict[str, str]:
    """Alias → owner. TOML: `真身 = ["马甲", …]`; CSV: columns alias, owner or 马甲, 真身."""
    text = read_text(path)
    return _people_csv(path, text) if path.lower().endswith(".csv") else _people_toml(path, text)


def _people_toml(path: str, text: str) -> dict[str, str]:
    table = toml_tables(_BARE_KEY.sub(r'"\1" =', text), path)
    people: dict[str, str] = {}
    for owner, aliases in table.items():
        if not isinstance(aliases, list) or not all(isinstance(one, str) for one in aliases):
            raise SourceError(f"{owner} 的值不是名字列表", remedy='写成 真身 = ["马甲"]', file=path)
        for alias in aliases:
            _put(people, alias, owner, path, None)
    return people


def _people_csv(path: str, text: str) -> dict[str, str]:
    people: dict[str, str] = {}
    rows = csv.DictReader(io.StringIO(text))
    columns = next((pair for pair in _COLUMNS if {*pair} <= {*(rows.fieldnames or ())}), None)
    if columns is None:
        raise SourceError("缺少列 alias、owner", remedy="第一行写 alias,owner（或 马甲,真身）",
                          file=path, line=1)  # fmt: skip
    try:
        for row in rows:
            alias, owner = ((row[column] or "").strip() for column in columns)
            if alias and owner:
                _put(people, alias, owner, path, rows.line_num)
    except csv.Error as error:
        raise SourceError("这一行不是 CSV", remedy="核对引号，或用表格软件另存为 CSV",
                          file=path, line=rows.line_num) from error  # fmt: skip
    return people


def _put(people: dict[str, str], alias: str, owner: str, path: str, line: int | None) -> None:
    if people.setdefault(alias, owner) != owner:
        raise SourceError(
            f"马甲 {alias} 属于两个人", remedy="一个马甲只能写一次", file=path, line=line
        )
