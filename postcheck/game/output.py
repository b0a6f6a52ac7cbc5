"""The state as JSON: what `game replay` prints and what `assert` is held against."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import postcheck
from postcheck.game.alliances import names
from postcheck.game.standins import due_posts, may_post, waiting
from postcheck.game.state import (
    MARK,
    Alliance,
    Complaint,
    Debt,
    Game,
    Player,
    Post,
    Question,
    Reward,
    Step,
)
from postcheck.game.votes import hit_names


def state(game: Game) -> dict[str, Any]:
    """The whole state; DESIGN's ledger page describes the keys."""
    return {name: part(game) for name, part in PARTS.items()}


def _players(game: Game) -> dict[str, Any]:
    due = waiting(game) if game.winner is None else {}
    hit = hit_names(game, game.round)
    return {name: _player(game, player, due, hit) for name, player in game.players.items()}


def _alliance(game: Game, one: Alliance) -> dict[str, Any]:
    return {
        "side": one.side,
        "kind": one.kind,
        "since_round": one.since_round,
        "members": names(game, one),
    }


def _complaint(one: Complaint) -> dict[str, Any]:
    wanted = {"wanted": list(one.wanted)} if one.wanted else {}
    return {"status": one.status, "why": one.why, **wanted}


def _question(one: Question) -> dict[str, Any]:
    return {
        "on": one.subject,
        "clause": one.clause,
        "line": one.line,
        "readings": one.readings,
        "answer": one.answer,
    }


def full(game: Game) -> dict[str, Any]:
    """The state with versions and, last, the SHA-256 of all before it."""
    whole = state(game) | {
        "clock": _time(game.ledger.clock),
        "edition": game.ruleset.edition,
        "ruleset_sha256": game.ruleset.sha256,
        "version": postcheck.__version__,
    }
    return whole | {"sha256": digest(whole)}


def digest(whole: dict[str, Any]) -> str:
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _player(game: Game, player: Player, due: dict[str, int], hit: set[str]) -> dict[str, Any]:
    out = player.out
    shown: dict[str, Any] = {
        "alive": player.alive,
        "role": player.role.name,
        "side": player.side,
        "vote": "none" if not player.alive else "half" if player.name in hit else "full",
        "may_post": may_post(game, player, due),
        "out": out
        and {
            "round": out.round,
            "cause": out.cause,
            "clause": out.clause,
            "causes": list(out.causes),
        },
    }
    if player.revived is not None:
        shown["revived"] = player.revived
    if player.substitute is not None:
        shown["substitute"] = player.substitute
    return shown


def _post(game: Game, post: Post) -> dict[str, Any]:
    shown: dict[str, Any] = {"status": post.status, "effect": post.effect}
    judged = game.verdicts.get(post.id)
    if judged is not None:
        shown["verdict"] = {"status": judged["status"], "findings": judged["findings"]}
    return shown


def _step(step: Step) -> dict[str, Any]:
    """An exit is "乙 out" with its cause beside; all else says what became of the subject."""
    what, _, cause = step.what.partition(" ")
    subject = step.subject.removeprefix(MARK)
    shown: dict[str, Any] = {"line": step.line, "effect": f"{subject} {step.what}"}
    if what == "out":
        shown |= {"effect": f"{step.subject} out", "cause": cause}
    return shown | {"clause": step.clause, "causes": list(step.causes)}


def _debt(debt: Debt) -> dict[str, Any]:
    return {
        "player": debt.player,
        "kind": debt.kind,
        "for": debt.subject,
        "min_count": debt.min_count,
        "due": _time(debt.due),
        "status": debt.status,
    }


def _reward(game: Game, reward: Reward) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "player": reward.player,
        "kind": reward.kind,
        "what": reward.what,
        "from_round": reward.from_round,
    }
    if reward.kind == "owe" and reward.from_round is not None:
        each = game.value("ruling.plagiarism_owes")
        shown["count"] = each * (game.round - reward.from_round + 1)
    return shown | {"to": list(reward.to)}


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None


PARTS: dict[str, Callable[[Game], Any]] = {
    "ruleset": lambda game: game.ruleset.id,
    "round": lambda game: game.round,
    "open": lambda game: game.winner is None,
    "players": _players,
    "tally": lambda game: game.tally,
    "overtime": lambda game: game.overtime,
    "kills": lambda game: {
        post.id: _post(game, post) for post in game.posts.values() if post.named
    },
    "debts": lambda game: [_debt(debt) for debt in game.debts],
    "complaints": lambda game: {one.id: _complaint(one) for one in game.complaints.values()},
    "alliances": lambda game: [_alliance(game, one) for one in game.alliances],
    "due_posts": due_posts,
    "rewards": lambda game: [_reward(game, reward) for reward in game.rewards],
    "winner": lambda game: game.winner,
    "questions": lambda game: [_question(one) for one in game.questions],
    "trace": lambda game: [_step(step) for step in game.trace],
}


def holds(wanted: Any, actual: Any) -> bool:
    """Whether a part of a state holds: objects by their keys, lists by likes, the rest equal.

    A list of objects holds if each has its like, a list of anything else if its elements
    occur in that order, an empty list only if the other is empty.
    """
    if isinstance(wanted, dict):
        return isinstance(actual, dict) and all(
            key in actual and holds(value, actual[key]) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        if not isinstance(actual, list) or not wanted:
            return isinstance(actual, list) and not actual
        if all(isinstance(one, dict) for one in wanted):
            return all(any(holds(one, like) for like in actual) for one in wanted)
        rest = iter(actual)
        return all(any(holds(one, like) for like in rest) for one in wanted)
    return type(wanted) is type(actual) and bool(wanted == actual)
