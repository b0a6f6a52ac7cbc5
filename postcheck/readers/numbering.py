"""Labels of automatic lists in a .docx: `1.`, `第一章`, `（2）`, bullets.

Which list and level a paragraph has: its own `w:numPr`, else the one of its style chain
(ISO/IEC 29500-1, 17.9). Numbers run per abstract list; a `w:num` with a start override
begins anew where it is first used.
"""

import re
from dataclasses import dataclass, field

from lxml import etree

from postcheck.readers.numerals import spell, spell_custom

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
LEVELS = 9

_PLACEHOLDER = re.compile(r"%([1-9])")
_SUFFIXES = {"space": " ", "nothing": ""}
_LONGEST = 255  # characters of a label
_CHAIN = 32  # styles based on each other, more is a circle


@dataclass(frozen=True, slots=True)
class Label:
    """What stands before a paragraph. `hint`: 1 East Asian, 0 not, None as the paragraph mark."""

    text: str
    suffix: str
    hint: int | None


@dataclass(frozen=True, slots=True)
class _Level:
    """One `w:lvl`."""

    start: int
    form: str
    pattern: str  # of a custom form
    text: str
    suffix: str
    legal: bool  # all numbers of the label in decimal
    restart: int | None  # 0 never; n: only after one of the n highest levels; None: after any
    style: str | None
    hint: int | None


@dataclass(frozen=True, slots=True)
class _List:
    """One `w:num`: its abstract list, the levels as it changes them, its start overrides."""

    abstract: str
    levels: dict[int, _Level]
    overrides: dict[int, int]

    def start(self, at: int) -> int:
        """The first number of a level."""
        return self.overrides.get(at, self.levels[at].start if at in self.levels else 1)


@dataclass(slots=True)
class _Counter:
    """The numbers reached in one abstract list, None for a level not used yet."""

    values: list[int | None] = field(default_factory=lambda: [None] * LEVELS)
    seen: set[str] = field(default_factory=set)  # nums whose start overrides are spent


class Numbering:
    """The lists of one document, and how far each has counted."""

    def __init__(self, numbering: etree._Element | None, styles: etree._Element | None) -> None:
        self._styles = _by_id(styles, "style", "styleId")
        self._default = next(
            (key for key, style in self._styles.items() if _is_default_paragraph(style)), None
        )
        self._abstract = _by_id(numbering, "abstractNum", "abstractNumId")
        self._nums = _by_id(numbering, "num", "numId")
        self._lists: dict[str, _List | None] = {}
        self._by_style: dict[str, tuple[str | None, str | None, str | None]] = {}
        self._counters: dict[str, _Counter] = {}

    def label(self, properties: etree._Element | None) -> Label | None:
        """Counts the paragraph with these `w:pPr` and gives its label, None if it has none."""
        num, index = self._place(properties)
        found = self._list(num) if num else None
        if found is None or num is None:
            return None
        level = found.levels.get(index)
        if level is None:
            return None
        counter = self._counters.setdefault(found.abstract, _Counter())
        if num not in counter.seen:
            counter.seen.add(num)
            for at in found.overrides:
                counter.values[at] = None
        _advance(counter.values, index, found)
        text = _render(level, index, found, counter.values)
        return Label(text, level.suffix, level.hint) if text else None

    def _place(self, properties: etree._Element | None) -> tuple[str | None, int]:
        """The num id and the level of a paragraph; id None: not in a list."""
        style = _value(properties, "pStyle") or self._default
        own = child(properties, f"{W}numPr")
        num, level = _value(own, "numId"), _value(own, "ilvl")
        if style is not None and (num is None or level is None):
            if style not in self._by_style:
                self._by_style[style] = self._styled(style)
            styled_num, styled_level, owner = self._by_style[style]
            num = styled_num if num is None else num
            level = level or styled_level or self._linked(num, owner)
        return (None if num in (None, "0") else num), _bounded(level, LEVELS - 1)

    def _styled(self, style: str) -> tuple[str | None, str | None, str | None]:
        """Num id and level that a style or its ancestors give, and the style that gives them."""
        level = None
        current: str | None = style
        for _ in range(_CHAIN):
            element = self._styles.get(current or "")
            if element is None:
                break
            properties = element.find(f"{W}pPr/{W}numPr")
            level = level or _value(properties, "ilvl")
            num = _value(properties, "numId")
            if num is not None:
                return num, level, current
            current = _value(element, "basedOn")
        return None, None, None

    def _linked(self, num: str | None, style: str | None) -> str | None:
        """The level of the list that names the style as its own."""
        found = self._list(num) if num and style else None
        levels = found.levels if found else {}
        return next((str(at) for at, level in levels.items() if level.style == style), None)

    def _list(self, num: str) -> _List | None:
        if num not in self._lists:
            self._lists[num] = self._read_list(num)
        return self._lists[num]

    def _read_list(self, num: str) -> _List | None:
        element = self._nums.get(num)
        abstract_id = self._resolve(element)
        if element is None or abstract_id is None:
            return None
        levels = {
            _bounded(lvl.get(f"{W}ilvl"), LEVELS - 1): _level(lvl)
            for lvl in self._abstract[abstract_id].findall(f"{W}lvl")
        }
        overrides: dict[int, int] = {}
        for override in element.findall(f"{W}lvlOverride"):
            at = _bounded(override.get(f"{W}ilvl"), LEVELS - 1)
            lvl = override.find(f"{W}lvl")
            if lvl is not None:
                levels[at] = _level(lvl)
            start = _value(override, "startOverride")
            if start is not None:
                overrides[at] = _bounded(start)
        return _List(abstract_id, levels, overrides)

    def _resolve(self, element: etree._Element | None) -> str | None:
        """The abstract list of a num, through a numbering style where it only links to one."""
        for _ in range(_CHAIN):
            abstract_id = _value(element, "abstractNumId")
            abstract = self._abstract.get(abstract_id or "")
            if abstract is None:
                return None
            link = _value(abstract, "numStyleLink")
            if link is None:
                return abstract_id
            style = self._styles.get(link)
            numbers = child(child(style, f"{W}pPr"), f"{W}numPr")
            element = self._nums.get(_value(numbers, "numId") or "")
        return None


def _advance(values: list[int | None], index: int, chosen: _List) -> None:
    """Counts one paragraph of level `index`; lower levels begin anew."""
    value = values[index]
    values[index] = chosen.start(index) if value is None else value + 1
    for below in range(index + 1, LEVELS):
        restart = chosen.levels[below].restart if below in chosen.levels else None
        if restart is None or index < restart:
            values[below] = None


def _render(level: _Level, index: int, chosen: _List, values: list[int | None]) -> str:
    """The label with the numbers of its own and the higher levels in place."""
    levels = chosen.levels

    def number(match: re.Match[str]) -> str:
        at = int(match[1]) - 1
        if at > index or at not in levels:
            return ""
        value = values[at]
        shown = chosen.start(at) if value is None else value
        if level.legal:
            return str(shown)
        if levels[at].form == "custom":
            return spell_custom(shown, levels[at].pattern)
        return spell(shown, levels[at].form)

    return _PLACEHOLDER.sub(number, level.text)[:_LONGEST]


def _level(lvl: etree._Element) -> _Level:
    form = lvl.find(f".//{W}numFmt")  # inside mc:AlternateContent the new form comes first
    text = lvl.find(f"{W}lvlText")
    fonts = lvl.find(f"{W}rPr/{W}rFonts")
    hint = fonts.get(f"{W}hint") if fonts is not None else None
    restart = _value(lvl, "lvlRestart")
    return _Level(
        start=_bounded(_value(lvl, "start")),
        form=(form.get(f"{W}val") or "decimal") if form is not None else "decimal",
        pattern=(form.get(f"{W}format") or "") if form is not None else "",
        text=(text.get(f"{W}val") or "")[:_LONGEST] if text is not None else "",
        suffix=_SUFFIXES.get(_value(lvl, "suff") or "", "\t"),
        legal=is_on(lvl.find(f"{W}isLgl")),
        restart=None if restart is None else _bounded(restart, LEVELS),
        style=_value(lvl, "pStyle"),
        hint=None if hint is None else int(hint == "eastAsia"),
    )


def is_on(element: etree._Element | None) -> bool:
    """A switch such as `<w:vanish/>`: there, and not off."""
    return element is not None and element.get(f"{W}val") not in ("0", "false", "off")


def _is_default_paragraph(style: etree._Element) -> bool:
    return style.get(f"{W}type") == "paragraph" and style.get(f"{W}default") in ("1", "true", "on")


def _by_id(root: etree._Element | None, tag: str, key: str) -> dict[str, etree._Element]:
    if root is None:
        return {}
    return {item.get(f"{W}{key}") or "": item for item in root.iterchildren(f"{W}{tag}")}


def child(parent: etree._Element | None, tag: str) -> etree._Element | None:
    """The first child with the tag; None if there is none, or no parent."""
    return None if parent is None else next(parent.iterchildren(tag), None)


def _value(parent: etree._Element | None, tag: str) -> str | None:
    element = child(parent, f"{W}{tag}")
    return None if element is None else element.get(f"{W}val")


def _bounded(value: str | None, largest: int = 2**31 - 1) -> int:
    """A number out of an attribute, 0 where it is none, cut to 0..largest."""
    digits = (value or "").strip()[:12]
    return min(int(digits), largest) if digits.isascii() and digits.isdecimal() else 0
