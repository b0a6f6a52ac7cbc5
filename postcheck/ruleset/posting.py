"""Whose post a round asks for: from the schedule (进程), the stand-ins and the special roles."""

from typing import Literal

from postcheck.ruleset import Ruleset
from postcheck.ruleset.rules import Role

# due: the schedule names it; stand_in: it may write for one that is named; special: an egg that
# flies, a rescue, a dig, a change of side; none: the printed schedule has no such post.
Right = Literal["due", "stand_in", "special", "none"]


def role_of(ruleset: Ruleset, code: str) -> Role | None:
    """The role that bears a 代号."""
    return next((role for role in ruleset.roles if code in role.codes), None)


def right_to_post(ruleset: Ruleset, code: str, number: int) -> Right | None:
    """By which right a 代号 may post in round `number`; None: no such code or no such round.

    The schedule is the printed one: a referee may change it, and alliances move posts.
    """
    role = role_of(ruleset, code)
    scheduled = next((one for one in ruleset.rounds if one.number == number), None)
    if role is None or scheduled is None:
        return None
    unit = role.group or role.name
    joints = {joint.name: set(joint.members) for joint in ruleset.joints}
    due = {name for name, posts in scheduled.kills.items() if posts}
    if any(unit in joints.get(name, {name}) for name in due):
        return "due"
    for one in ruleset.stand_ins:
        now = one.owner in due and (not one.rounds or number in one.rounds)
        if now and any(unit in rank for rank in one.order):
            return "stand_in"
    return "special" if _special(ruleset, role, number) else "none"


def _special(ruleset: Ruleset, role: Role, number: int) -> bool:
    if role.name == ruleset.value("change.role"):
        return True
    for section, key in (("flight", "roles"), ("rescue", "role"), ("mine", "role")):
        named = ruleset.value(f"{section}.{key}") or ()
        first = ruleset.value(f"{section}.first_round") or 1
        last = ruleset.value(f"{section}.last_round") or number
        names = (named,) if isinstance(named, str) else named
        if role.name in names and first <= number <= last:
            return True
    return False
