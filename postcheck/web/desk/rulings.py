"""The rulings that are possible on a post, a player or a complaint, each with what would follow.

What follows is never worked out here: every candidate is added to the ledger and replayed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from postcheck.errors import SourceErrors
from postcheck.game import words
from postcheck.game.state import STANDS, Game
from postcheck.report.terms import NAMES, reading_word, term
from postcheck.web.desk.replays import Outcome, Record, Replayed, Replays, event_of

REMEDIES = {
    "warn": "警告", "rewrite": "重写", "re_report": "重新报道", "out": "出局", "void": "此帖不算",
}  # fmt: skip
Json = dict[str, Any]


def finding_word(code: str) -> str:
    return term(NAMES, code)


def options(now: Replayed, replays: Replays, on: str, common: Record) -> list[Json]:
    """Every ruling on `on` that makes sense now, with its consequences; `common`: at, by, …

    A ruling that the ledger would refuse is left out.
    """
    found: list[Json] = []
    seen: set[tuple[Any, ...]] = set()
    queue = list(_basic(now.game, on))
    while queue:
        label, fields = queue.pop(0)
        key = tuple(fields.get(name) for name in ("outcome", "finding", "reading", "remedy"))
        if key in seen:
            continue
        seen.add(key)
        record = {"type": "ruling", "on": on, **fields, **common}
        try:
            outcome = replays.outcome(now, [record])
        except SourceErrors:
            continue
        found.append({"label": label, "fields": fields, **outcome_json(outcome)})
        queue += _answers(outcome, fields, label)
    return found


def outcome_json(outcome: Outcome) -> Json:
    questions = [
        {**one, "readings": {reading_word(name): what for name, what in one["readings"].items()}}
        for one in outcome.questions
    ]
    return {
        "changes": outcome.changes,
        "steps": outcome.steps,
        "questions": questions,
        "otherwise": outcome.otherwise,
    }


def _basic(game: Game, on: str) -> Iterator[tuple[str, Record]]:
    complaint = game.complaints.get(on)
    subject = complaint.on if complaint else on
    for code, reading in _findings(game, on, subject):
        fields = {"outcome": "upheld", "finding": code}
        if reading is None:
            yield f"成立：{finding_word(code)}", fields
        else:
            yield f"按读法“{reading_word(reading)}”判", {**fields, "reading": reading}
    first = next(iter(_findings(game, on, subject)), ("not_original", None))[0]
    if complaint is not None:
        yield "不成立", {"outcome": "dismissed", "finding": complaint.finding}
    elif subject in game.posts and game.posts[subject].status in STANDS:
        yield "判为合格", {"outcome": "upheld", "finding": first, "reading": "pass"}


def _findings(game: Game, on: str, subject: str) -> Iterator[tuple[str, str | None]]:
    """Finding, and a reading of it: what was complained of, found, or left open."""
    complaint = game.complaints.get(on)
    if complaint is not None:
        yield complaint.finding, None
    judged = game.verdicts.get(subject)
    for one in judged["findings"] if judged else ():
        if isinstance(one, Mapping) and isinstance(one.get("code"), str):
            yield one["code"], None
            for reading in one.get("readings") or ():
                failing = isinstance(reading, Mapping) and reading.get("status") != "pass"
                if failing and reading.get("code"):
                    yield one["code"], str(reading["code"])
    for question in game.questions:
        if question.subject == subject and question.answer is None:
            for name in question.readings:
                yield _asked(game, question.line), name


def _asked(game: Game, line: int) -> str:
    """What the line was about that a question came from."""
    return str(event_of(game, line).get("finding") or "no_code")


def _answers(outcome: Outcome, fields: Record, label: str) -> Iterator[tuple[str, Record]]:
    """Where a ruling would leave the remedy open: the same with each remedy."""
    if "remedy" in fields or "reading" in fields:
        return
    for question in outcome.questions:
        for name in question["readings"]:
            key = "remedy" if name in REMEDIES else "reading"
            yield f"{label}，{reading_word(name)}", {**fields, key: name}


def open_questions(game: Game) -> list[Json]:
    """Every place that waits for the referee; `place`: which of the questions of its line."""
    found = []
    for one in game.questions:
        if one.answer is None:
            of_line = [other for other in game.questions if other.line == one.line]
            found.append({
                "on": words.subject(one.subject), "clause": one.clause, "line": one.line,
                "place": of_line.index(one) + 1,
                "readings": {reading_word(name): what for name, what in one.readings.items()},
            })  # fmt: skip
    return found
