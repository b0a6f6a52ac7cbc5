"""Whether the names, roles, codes and ids of a ledger exist: faults that need the ruleset."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from postcheck.game.events import Event
from postcheck.game.ledger import Ledger
from postcheck.game.state import ALLIANCE, MARK
from postcheck.ruleset import Ruleset

# type → (field, what it names); secret fields are never printed
PLAYERS: dict[str, tuple[str, ...]] = {
    "report": ("player",),
    "substitute": ("out",),
    "vote": ("voter",),
    "kill": ("author", "target"),
    "act": ("author", "target"),
}
SECRET = ("author",)


def check(ledger: Ledger, ruleset: Ruleset) -> None:
    """Adds a fault for every name that does not exist or is given twice."""
    records = _standing(ledger)
    players = _values(records, "player", "name")
    secret = _values(records, "substitute", "in") - players  # never suggested
    names = players | secret
    people = names | _values(records, "player", "owner")
    posts = _values(records, "kill", "id") | _values(records, "act", "id")
    units = _units(ruleset)
    subjects = posts | names
    # A ruling can also be on a complaint, or on what is none of these: "@alliance", "@A".
    ruled = subjects | _values(records, "complaint", "id")
    ruled |= {ALLIANCE, *(MARK + one for one in units)}
    seen: dict[tuple[str, str], int] = {}
    gone = _voided(ledger)
    for line in sorted(ledger.faulty & ledger.records.keys()):
        for message, remedy in _in_cast(ledger.records[line], ruleset):
            ledger.fault(line, message, remedy)
    for event in list(ledger.events):
        found = [*_in_cast(event.data, ruleset), *_twice(event, seen)]
        found += _players(event, people if event.type == "substitute" else names, players)
        found += _targets(event, names, players)
        about = ruled if event.type == "ruling" else subjects
        found += _subjects(event, posts, about, gone, secret)
        found += _whose(event, units)
        for message, remedy in found:
            ledger.fault(event.line, message, remedy)


def _standing(ledger: Ledger) -> list[Mapping[str, Any]]:
    """The lines that were not voided, as amended; faulty ones as far as they can be read."""
    faulty = [ledger.records[line] for line in ledger.faulty if line in ledger.records]
    return [*(event.data for event in ledger.events), *faulty]


def _values(records: list[Mapping[str, Any]], kind: str, field: str) -> set[str]:
    return {
        one[field] for one in records if one.get("type") == kind and isinstance(one.get(field), str)
    }


def _voided(ledger: Ledger) -> dict[str, int]:
    """Names and ids of lines that were voided → that line."""
    standing = {event.line for event in ledger.events} | ledger.faulty
    return {
        record[field]: line
        for line, record in ledger.records.items()
        if line not in standing
        for field in ("id", "name")
        if isinstance(record.get(field), str)
    }


def _in_cast(record: Mapping[str, Any], ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Role, group and code of a player; the code of a post. A faulty line lacks some of them."""
    kind, code = record.get("type"), record.get("code")
    code = code if isinstance(code, str) else None
    if kind == "kill" and code is not None and code not in ruleset.codes:
        yield _no_code(code, ruleset)
    if kind != "player" or not isinstance(record.get("role"), str):
        return
    roles = [role for role in ruleset.roles if role.name == record["role"]]
    if not roles:
        known = list(dict.fromkeys(role.name for role in ruleset.roles))
        yield (
            f"这套规则没有“{record['role']}”这个身份",
            _near(record["role"], known, f"可用的有 {'、'.join(known)}"),
        )
        return
    if "group" not in record:
        return
    role = next((role for role in roles if role.group == record["group"]), None)
    if role is None:
        groups = [one.group or "null" for one in roles]
        yield (
            f"{record['role']} 没有“{record['group'] or 'null'}”组",
            f"可用的有 {'、'.join(groups)}",
        )
    if code is not None and code not in ruleset.codes:
        yield _no_code(code, ruleset)
    elif code is not None and role is not None and code not in role.codes:
        yield f"“{code}”不是这个身份的代号", f"可用的有 {'、'.join(role.codes) or '（没有）'}"


def _no_code(code: str, ruleset: Ruleset) -> tuple[str, str]:
    listed = f"代号见 postcheck rules show {ruleset.id}"
    return f"没有“{code}”这个代号", _near(code, ruleset.codes, listed)


def _twice(event: Event, seen: dict[tuple[str, str], int]) -> Iterator[tuple[str, str]]:
    """Names, codes and ids that an earlier line has taken; an id may not be a name either."""
    keys = []
    if event.type == "player":
        keys = [("名字", event["name"])]
        if event["code"] is not None:
            keys.append(("代号", event["code"]))
    elif event.type == "substitute":
        keys = [("名字", event["in"])]
    elif event.type in ("kill", "act", "complaint") and event.get("id") is not None:
        keys = [("编号", event["id"])]
    for what, key in keys:
        first = seen.setdefault((what, key), event.line)
        if first != event.line:
            yield f"{what}“{key}”在第 {first} 行已经用过", f"换一个{what}"
        elif what != "代号" and key.startswith(MARK):
            yield f"{what}“{key}”以 {MARK} 开头", f"去掉 {MARK}：它留给规则里的事，如 @alliance"
        elif what == "编号" and ("名字", key) in seen:
            yield f"编号“{key}”也是一个玩家的名字", "换一个编号"
        elif what == "名字" and ("编号", key) in seen:
            yield f"名字“{key}”也是一个编号", "换一个名字"


def _players(event: Event, names: set[str], players: set[str]) -> Iterator[tuple[str, str]]:
    for field in PLAYERS.get(event.type, ()):
        name = event.get(field)
        if name is None or name in names:
            continue
        if field in SECRET:
            yield f"{field} 不在玩家名单里", "核对名字，或补上这位玩家"
        else:
            yield f"没有叫“{name}”的玩家", _near(name, players)


def _targets(event: Event, names: set[str], players: set[str]) -> Iterator[tuple[str, str]]:
    if event.type == "vote":
        for name in event["targets"]:
            if name not in names:
                yield f"没有叫“{name}”的玩家", _near(name, players)
    insulted = event.get("insulted") if event.type == "complaint" else None
    if insulted is not None and insulted not in names:
        yield f"没有叫“{insulted}”的玩家", _near(insulted, players)


def _subjects(
    event: Event, posts: set[str], known: set[str], gone: Mapping[str, int], secret: set[str]
) -> Iterator[tuple[str, str]]:
    """What a complaint, a ruling, a verdict, a fill or a withdrawal is about."""
    if event.type in ("fill", "withdraw"):
        name, among, what = event["kill"], posts, "没有编号“{}”的杀帖"
    elif event.type in ("complaint", "ruling", "verdict"):
        name, among, what = event["on"], known, "没有“{}”这个杀帖、玩家或投诉"
    else:
        return
    if name in among:
        return
    if name in gone:
        remedy = f"先作废第 {event.line} 行（void line={event.line}），再作废第 {gone[name]} 行"
        yield f"“{name}”写在第 {gone[name]} 行，那一行已经作废", remedy
    else:
        yield what.format(name), _near(name, among - secret)


def _units(ruleset: Ruleset) -> list[str]:
    """Every group, role and joint of roles."""
    known = [joint.name for joint in ruleset.joints]
    known += [name for role in ruleset.roles for name in (role.group, role.name) if name]
    return list(dict.fromkeys(known))


def _whose(event: Event, known: list[str]) -> Iterator[tuple[str, str]]:
    """Whose post it is: a group, a role or a joint of them."""
    given: list[str] = []
    if event.type in ("kill", "act") and event.get("for") is not None:
        given = [event["for"]]
    elif event.type == "adjust":
        given = list(event["schedule"].get("kills", {}))
    for unit in given:
        if unit not in known:
            yield f"没有“{unit}”的帖", _near(unit, known)


def _near(word: str, known: Iterable[str], otherwise: str = "核对拼写") -> str:
    near = get_close_matches(word, list(known), 1, 0.5)
    return f"是不是 {near[0]}？" if near else otherwise
