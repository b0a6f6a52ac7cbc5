"""A ruleset as ordered sections of rows, for reading; and `diff`, the rows that differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from postcheck.ruleset import Ruleset
from postcheck.ruleset.entries import ENTRIES, SECTIONS
from postcheck.ruleset.ladder import ANY
from postcheck.ruleset.names import (
    CATEGORIES,
    CHOICES,
    COUNTS,
    FLAGS,
    GENRES,
    LANGUAGES,
    PARTS,
    RULES,
    SIDES,
)
from postcheck.ruleset.rules import Kind, Penalty, Rule, Tier


@dataclass(frozen=True, slots=True)
class Row:
    """One value. `key` is its place in the file; `result` what follows: a finding code, its
    status in brackets if the referee decides; `remedies` the codes that the clause names."""

    key: str
    name: str
    value: str
    unit: str
    clause: str
    says: str
    readings: tuple[str, ...] = ()
    result: str = ""
    remedies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A row that is not the same in two rulesets; None: not there."""

    key: str
    before: Row | None
    after: Row | None


def sections(ruleset: Ruleset) -> list[Section]:
    """Everything in the ruleset, posts first, in the order of the file."""
    made = []
    for kind in ruleset.kinds.values():
        made.append(Section(kind.name, tuple(_kind(kind))))
        made.append(Section(f"{kind.name}的处罚", tuple(_penalties(kind))))
    made.append(Section("身份", tuple(_cast(ruleset))))
    made.append(Section("进程", tuple(_rounds(ruleset))))
    made.append(Section("代出帖", tuple(_stand_ins(ruleset))))
    made.append(Section("烟花和带走", tuple(_eggs(ruleset))))
    for name, entries in ruleset.entries.items():
        rows = tuple(
            Row(
                f"{name}.{key}",
                ENTRIES[name][key].doc,
                _text(entry.value, entry.unit),
                entry.unit,
                entry.clause,
                entry.says,
                entry.readings,
            )
            for key, entry in entries.items()
        )
        made.append(Section(SECTIONS[name], rows))
    return [section for section in made if section.rows]


def standing_on(ruleset: Ruleset, clause: str) -> list[Section]:
    """What of the ruleset stands on a clause, or on a part of it (杀帖7: 杀帖7(1) too)."""
    found = [
        Section(
            section.title,
            tuple(row for row in section.rows if row.clause.partition("(")[0] == clause
                  or row.clause == clause),
        )
        for section in sections(ruleset)
    ]  # fmt: skip
    return [section for section in found if section.rows]


def diff(before: Ruleset, after: Ruleset) -> list[Change]:
    """The rows whose value, unit, clause, result or readings differ, in the order of `before`."""
    old = {row.key: row for section in sections(before) for row in section.rows}
    new = {row.key: row for section in sections(after) for row in section.rows}
    return [
        Change(key, old.get(key), new.get(key))
        for key in dict.fromkeys([*old, *new])
        if _compared(old.get(key)) != _compared(new.get(key))
    ]


def _compared(row: Row | None) -> object:
    return row and (row.value, row.unit, row.clause, row.readings, row.result, row.remedies)


def _kind(kind: Kind) -> Iterator[Row]:
    counts = "、".join(COUNTS[count] for count in kind.counts)
    yield Row(f"{kind.code}.counts", "计数", counts, "", kind.clause, kind.says)
    for rule in kind.rules:
        yield from _rule(rule, f"{kind.code}.{rule.name}")


def _rule(rule: Rule, key: str) -> Iterator[Row]:
    name = PARTS.get(rule.of or "", rule.name)
    if rule.check == "length":
        yield _row(key, "字数", f"不少于 {rule.minimum} 字", rule, rule.on_hit)
        if rule.of is not None:
            value = f"扣除{name}后不少于 {rule.rest_minimum} 字"
            yield _row(f"{key}.rest", name, value, rule, rule.on_hit)
    elif rule.check in ("flag", "label", "conduct"):
        yield _row(key, RULES.get(rule.name, rule.name), _labels(rule), rule, rule.on_hit)
    for band in rule.bands:
        for number, tier in enumerate(band.tiers, 1):
            parts = [] if band.total == ANY else [f"全文{band.total.words(' 字')}"]
            unit = "%" if rule.check == "share" else " 字"
            parts.append(("" if rule.check == "share" else "扣除后") + tier.span.words(unit))
            if tier.rest != ANY:
                parts.append(f"扣除后{tier.rest.words(' 字')}")
            if tier.stylistic is not None:
                parts.append(
                    {"yes": "文体需要", "no": "不是文体需要"}.get(
                        tier.stylistic, "不知是否文体需要"
                    )
                )
            place = ".".join(filter(None, (key, band.name, str(number))))
            yield _row(place, name, "，".join(parts), rule, tier)
    if rule.exemption is not None:
        exempt = rule.exemption
        genres = "、".join(GENRES.get(label, label) for label in exempt.genres)
        value = f"{genres}：只看扣除后不少于 {exempt.rest_minimum} 字"
        yield Row(f"{key}.exception", name, value, "字", exempt.clause, exempt.says)


def _row(key: str, name: str, value: str, rule: Rule, tier: Tier | None) -> Row:
    result = "pass" if tier is None or tier.code is None else tier.code
    if tier is not None and tier.status == "referee":
        result += "（referee）"
    return Row(
        key=key,
        name=name,
        value=value,
        unit=rule.unit,
        clause=rule.clause if tier is None else tier.clause,
        says=(tier.says if tier is not None else "") or rule.says,
        readings=rule.readings if tier is None else tier.readings,
        result=result,
        remedies=() if tier is None else tuple(penalty.code for penalty in tier.remedies),
    )


def _labels(rule: Rule) -> str:
    if rule.allowed:
        return f"只收{'、'.join(LANGUAGES.get(label, label) for label in rule.allowed)}"
    if rule.categories:
        return f"疑有{'、'.join(CATEGORIES[category] for category in rule.categories)}即请哨子看"
    if rule.refused:
        return f"不收{'、'.join(GENRES.get(label, label) for label in rule.refused)}"
    return f"不许{FLAGS[rule.of or '']}"


def _penalties(kind: Kind) -> Iterator[Row]:
    for name, one in kind.remedies.items():
        place = f"{kind.code}.remedy.{name}"
        yield Row(place, _word(one.code), _penalty(one), "字", one.clause, one.says)


def _penalty(one: Penalty) -> str:
    counts = [str(count) for count in (one.min_count, one.or_count) if count is not None]
    later = f"否则{'、'.join(_word(code) for code in one.otherwise)}" if one.otherwise else ""
    least = f"不少于 {' 或 '.join(counts)} 字" if counts else ""
    return "；".join(filter(None, (least, later)))


def _cast(ruleset: Ruleset) -> Iterator[Row]:
    for role in ruleset.roles:
        name = f"{role.name}{role.group or ''}"
        value = f"{SIDES[role.side]} {role.count}"
        codes = f"；代号 {'、'.join(role.codes)}" if role.codes else ""
        yield Row(f"role.{name}", name, value + codes, "人", role.clause, role.says)
    for joint in ruleset.joints:
        value = "、".join(joint.members)
        yield Row(f"joint.{joint.name}", joint.name, value, "", joint.clause, joint.says)


def _rounds(ruleset: Ruleset) -> Iterator[Row]:
    for one in ruleset.rounds:
        kills = "、".join(f"{name} {count}" for name, count in one.kills.items()) or "无"
        value = f"票 {one.votes} 出 {one.vote_out}，贴杀 {kills}，共 {one.total}，余 {one.left}"
        yield Row(f"round.{one.number}", f"第 {one.number} 轮", value, "人", one.clause, "")


def _stand_ins(ruleset: Ruleset) -> Iterator[Row]:
    for one in ruleset.stand_ins:
        value = " → ".join("/".join(rank) for rank in one.order) or "取消"
        rounds = "、".join(str(number) for number in one.rounds)
        name = f"{one.owner}（第 {rounds} 轮）" if rounds else one.owner
        value = f"{value}；{_word(one.within)}"
        yield Row(f"stand_in.{name}", name, value, "", one.clause, one.says)


def _eggs(ruleset: Ruleset) -> Iterator[Row]:
    for egg in ruleset.eggs:
        value = f"接 {'、'.join(egg.hit_by)} 的帖烟花{_until(egg.last_round)}"
        yield Row(f"egg.{egg.role}", egg.role, value, "轮", egg.clause, egg.says)
    for one in ruleset.takings:
        value = f"带走{_word(one.whom)}，不选则{_word(one.default)}{_until(one.last_round)}"
        yield Row(f"taking.{one.role}", one.role, value, "轮", one.clause, one.says)


def _until(last_round: int | None) -> str:
    return "" if last_round is None else f"，到第 {last_round} 轮"


def _text(value: Any, unit: str) -> str:
    if isinstance(value, bool):
        return "是" if value else "否"
    if isinstance(value, int):
        return f"{value} {unit}"
    words = value if isinstance(value, tuple) else (str(value),)
    return "、".join(_word(word) for word in words)


def _word(code: str) -> str:
    """The Chinese of a choice; a name of the game stands for itself."""
    return CHOICES.get(code, code)
