"""`lint(ruleset)`: what in the printed rules does not add up, and borders in no tier or in two.

A ruleset that loads is sound as data; these are faults of the text that the data records.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from postcheck.ruleset import Ruleset, load
from postcheck.ruleset.entries import ENTRIES, SECTIONS
from postcheck.ruleset.names import PARTS, SIDES
from postcheck.ruleset.rules import Kind, Rule


@dataclass(frozen=True, slots=True)
class LintFinding:
    """`code` names the kind of fault; `where` the key or keys of the file, e.g. kill.quoted.

    `inherited`: the ruleset that this one extends has the same.
    """

    code: str
    where: str
    clause: str
    message: str
    inherited: bool = False


def lint(ruleset: Ruleset) -> list[LintFinding]:
    """All faults, in the order of the file: posts, cast, schedule, single values, names."""
    found = _faults(ruleset)
    if ruleset.base is None:
        return found
    before = {replace(one, inherited=False) for one in lint(load(ruleset.base))}
    return [replace(one, inherited=one in before) for one in found]


def _faults(ruleset: Ruleset) -> list[LintFinding]:
    found: list[LintFinding] = []
    for kind in ruleset.kinds.values():
        found += _borders(kind)
        found += _least_and_rest(kind)
    found += _printed(ruleset)
    found += _cast(ruleset)
    found += _codes(ruleset)
    found += _schedule(ruleset)
    found += _numbering(ruleset)
    found += _mentions(ruleset)
    return found


def _borders(kind: Kind) -> Iterator[LintFinding]:
    """Borders that the text puts in no tier (they are referee tiers of one point) or in two."""
    for rule in kind.rules:
        where = f"{kind.code}.{rule.name}"
        unit = " 字" if rule.check == "rest" else "%"
        for tier in rule.tiers:
            if tier.span.point and tier.status == "referee":
                message = f"{_name(rule)}{tier.span.words(unit)}，不在任何一档里"
                yield LintFinding("border_gap", where, tier.clause, message)
        for low, high in pairwise(rule.bands):
            if low.total.high == high.total.low and low.total.high_in and high.total.low_in:
                message = (
                    f"全文正好 {high.total.low} 字，{_name(rule)}同时在 {low.name} 和 "
                    f"{high.name} 两档里"
                )
                yield LintFinding("border_overlap", where, rule.clause, message)


def _least_and_rest(kind: Kind) -> Iterator[LintFinding]:
    """The least length, and what must remain of it after a cut, by different numbers."""
    least = next((rule for rule in kind.rules if rule.check == "length"), None)
    if least is None:
        return
    for rule in kind.rules:
        for number, clause in _remainders(rule):
            if number != least.minimum and not rule.assumed:
                message = (
                    f"{kind.name}至少 {least.minimum} 字（{least.clause}），"
                    f"扣除{_name(rule)}后却是 {number} 字"
                )
                yield LintFinding("least_and_rest", f"{kind.code}.{rule.name}", clause, message)


def _remainders(rule: Rule) -> Iterator[tuple[int, str]]:
    """What a rule wants to remain, each number once."""
    numbers: dict[int, str] = {}
    if rule.check == "length" and rule.of is not None:
        numbers[rule.rest_minimum] = rule.clause
    if rule.check == "rest":
        numbers |= {tier.span.low: tier.clause for tier in rule.tiers if tier.code is None}
    if rule.check == "share":
        numbers |= {tier.rest.low: tier.clause for tier in rule.tiers if tier.rest.low > 0}
    if rule.exemption is not None:
        numbers.setdefault(rule.exemption.rest_minimum, rule.exemption.clause)
    yield from numbers.items()


def _printed(ruleset: Ruleset) -> Iterator[LintFinding]:
    """Values printed in more than one way, and digits of full width."""
    for where, name, clause, printed in _printings(ruleset):
        for text in printed:
            wide = [c for c in str(text) if c.isdigit() and c != unicodedata.normalize("NFKC", c)]
            if wide:
                message = f"{name}印作“{text}”，其中“{''.join(wide)}”是全角数字"
                yield LintFinding("full_width", where, clause, message)
        if len(set(printed)) > 1:
            message = f"{name}印了 {' 和 '.join(str(text) for text in printed)}"
            yield LintFinding("printed_twice", where, clause, message)


def _printings(ruleset: Ruleset) -> Iterator[tuple[str, str, str, tuple[Any, ...]]]:
    for kind in ruleset.kinds.values():
        for rule in kind.rules:
            yield f"{kind.code}.{rule.name}", f"{kind.name}字数", rule.clause, rule.printed
    for role in ruleset.roles:
        yield "game.role", f"{role.name}人数", role.clause, role.printed
    for section, entries in ruleset.entries.items():
        for key, entry in entries.items():
            name = f"{SECTIONS[section]}（{ENTRIES[section][key].doc}）"
            yield f"{section}.{key}", name, entry.clause, entry.printed


def _cast(ruleset: Ruleset) -> Iterator[LintFinding]:
    """Sums of the cast against the printed numbers."""
    counts = {side: Counter[str]() for side in SIDES}
    for role in ruleset.roles:
        counts[role.side][role.name] += role.count
    for side, roles in counts.items():
        printed = ruleset.entry(f"cast.{side}")
        if printed is not None and sum(roles.values()) != printed.value:
            sums = " + ".join(f"{name} {count}" for name, count in roles.items())
            message = f"{SIDES[side]} {sums} = {sum(roles.values())}，规则写 {printed.value}"
            yield LintFinding("cast_sum", f"cast.{side}", printed.clause, message)
    players = ruleset.entry("cast.players")
    sides = [ruleset.value(f"cast.{side}") for side in SIDES]
    if players is not None and None not in sides and sum(sides) != players.value:
        message = f"各阵营合计 {sum(sides)} 人，规则写 {players.value} 人"
        yield LintFinding("cast_sum", "cast.players", players.clause, message)
    for section, entries in ruleset.entries.items():
        for key, entry in entries.items():
            if entry.parts and sum(entry.parts) != entry.value:
                parts = " + ".join(str(part) for part in entry.parts)
                message = f"印作 {entry.value} = {parts}，加起来是 {sum(entry.parts)}"
                yield LintFinding("parts_sum", f"{section}.{key}", entry.clause, message)


def _codes(ruleset: Ruleset) -> Iterator[LintFinding]:
    """As many codes as people; no code twice."""
    for role in ruleset.roles:
        if role.codes and len(role.codes) != role.count:
            message = f"{role.name}{role.group or ''} {role.count} 人，代号有 {len(role.codes)} 个"
            yield LintFinding("codes", "game.role", role.clause, message)
    for code, times in Counter(ruleset.codes).items():
        if times > 1:
            yield LintFinding("codes", "game.role", "代号", f"代号“{code}”给了 {times} 个人")


def _schedule(ruleset: Ruleset) -> Iterator[LintFinding]:
    """Each round by itself, from round to round, and the end."""
    left = ruleset.value("cast.players")
    for number, one in enumerate(ruleset.rounds, 1):
        where = f"game.round.{one.number}"
        if one.number != number:
            message = f"第 {number} 行写的是第 {one.number} 轮"
            yield LintFinding("schedule", where, one.clause, message)
        killed = sum(one.kills.values())
        if one.vote_out + killed != one.total:
            message = (
                f"第 {one.number} 轮票出 {one.vote_out} 加贴杀 {killed} 是 "
                f"{one.vote_out + killed}，规则写共杀 {one.total}"
            )
            yield LintFinding("schedule", where, one.clause, message)
        if left is not None and left - one.total != one.left:
            message = (
                f"第 {one.number} 轮前 {left} 人，杀 {one.total} 应余 {left - one.total}，"
                f"规则写余 {one.left}"
            )
            yield LintFinding("schedule", where, one.clause, message)
        left = one.left
    leaves = ruleset.entry("end.leaves")
    if ruleset.rounds and leaves is not None and leaves.value != left:
        message = f"进程走完余 {left} 人，规则写 {leaves.value} 人定胜负"
        yield LintFinding("schedule", "end.leaves", leaves.clause, message)


def _numbering(ruleset: Ruleset) -> Iterator[LintFinding]:
    for one in ruleset.numberings:
        for item, times in Counter(one.items).items():
            if times > 1:
                message = f"{one.part}有 {times} 个第 {item} 条"
                yield LintFinding("numbering", "game.numbering", one.clause, message)
        for before, after in pairwise(one.items):
            if after > before + 1:
                message = f"{one.part}第 {before} 条之后是第 {after} 条"
                yield LintFinding("numbering", "game.numbering", one.clause, message)


def _mentions(ruleset: Ruleset) -> Iterator[LintFinding]:
    known = {name for role in ruleset.roles for name in (role.name, *role.also)}
    for mention in ruleset.mentions:
        if mention.name not in known:
            message = f"提到“{mention.name}”，名单里没有这个身份：{mention.says}"
            yield LintFinding("unknown_role", "game.mention", mention.clause, message)


def _name(rule: Rule) -> str:
    return PARTS.get(rule.of or "", rule.name)
