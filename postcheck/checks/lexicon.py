"""Lexicons: the words and phrases that referees look for, one TOML file a category. Data.

`thresholds/lexicons/*.toml` come with postcheck; `lexicons/*.toml` in the user's home folder
and files named by the caller stand beside them. The fields are described in docs/lexicons.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from postcheck.checks.lexicon_form import LISTS, NUMBERS, faults
from postcheck.errors import SourceError, SourceErrors, toml_tables
from postcheck.paths import builtin, home


@dataclass(frozen=True, slots=True)
class Form:
    """A way of saying something: a pattern, tried in posts that have one of `anchors`.

    `unless`: what may not stand just before. `own_words`: only what the author says himself
    counts, not what he lets others say in quotation marks.
    """

    name: str
    anchors: tuple[str, ...]
    pattern: str
    unless: str = ""
    own_words: bool = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one category; the lists of several files for a category are joined.

    `terms` count wherever they stand; `topics` where `different` of them stand within `within`
    characters; `directed` beside the name of a player or one of `toward`. What stands inside
    `allowed`, or just behind `unless`, is no hit. `spellings`: (term, how else it may be
    written), pinyin in part or whole, characters taken apart. `slots`: words for the patterns.
    """

    category: str
    terms: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    directed: tuple[str, ...] = ()
    toward: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    different: int = 1
    within: int = 1
    spellings: tuple[tuple[str, str], ...] = ()
    slots: tuple[tuple[str, tuple[str, ...]], ...] = ()
    forms: tuple[Form, ...] = ()


def lexicons(files: Sequence[str] = ()) -> tuple[Lexicon, ...]:
    """Ours, those of the user's home folder, then `files`, joined by category.

    Raises SourceErrors with file and line for everything that is wrong in any of them.
    """
    folder = home() / "lexicons"
    mine = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    found = {one.category: one for one in _builtin()}
    wrong: list[SourceError] = []
    for file in (*map(str, mine), *files):
        try:
            lexicon, instead = _load(file)
        except SourceErrors as error:
            wrong += error.errors
            continue
        before = None if instead else found.get(lexicon.category)
        found[lexicon.category] = _join(before, lexicon) if before else lexicon
    if wrong:
        raise SourceErrors(wrong)
    return tuple(found.values())


@cache
def _builtin() -> tuple[Lexicon, ...]:
    folder = builtin("thresholds") / "lexicons"
    return tuple(_load(str(path))[0] for path in sorted(folder.glob("*.toml")))


def _join(one: Lexicon, other: Lexicon) -> Lexicon:
    lists = (*LISTS, "spellings", "slots", "forms")
    both: dict[str, Any] = {name: (*getattr(one, name), *getattr(other, name)) for name in lists}
    return replace(one, **both)


def _load(file: str) -> tuple[Lexicon, bool]:
    """A lexicon, and whether it stands instead of those before it."""
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise SourceError("读不出词表", remedy="须是 UTF-8 编码的 TOML 文件", file=file) from None
    table = toml_tables(text, file)
    if wrong := faults(table, text, file):
        raise SourceErrors(wrong)
    plain: dict[str, Any] = {name: tuple(table.get(name, ())) for name in LISTS}
    plain |= {name: table[name] for name in NUMBERS if name in table}
    lexicon = Lexicon(
        category=table["category"],
        **plain,
        spellings=tuple(dict.fromkeys(_spellings(table))),
        slots=tuple((name, tuple(words)) for name, words in table.get("slots", {}).items()),
        forms=tuple(
            Form(**{**form, "anchors": tuple(form["anchors"])}) for form in table.get("form", ())
        ),
    )
    return lexicon, table.get("instead", False)


def _spellings(table: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each term with a character taken apart, or one or all of them in pinyin."""
    words = [word for name in ("terms", "topics", "directed") for word in table.get(name, ())]
    for char, parts in table.get("split", {}).items():
        for word in words:
            if char in word:
                yield from ((word, word.replace(char, part)) for part in parts)
    for word, written in table.get("pinyin", {}).items():
        syllables = written.split()
        yield word, "".join(syllables)
        for at, syllable in enumerate(syllables):
            yield word, word[:at] + syllable + word[at + 1 :]
    for word, others in table.get("latin", {}).items():
        yield from ((word, other) for other in others)
