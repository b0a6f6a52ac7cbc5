"""A place that the rules leave to the referee: its readings, and what each would bring."""

from typing import Any

from flask import Blueprint, Response, abort

from postcheck.game.words import subject
from postcheck.report.terms import reading_word
from postcheck.web.desk.access import Visit, game_page
from postcheck.web.desk.entry import done
from postcheck.web.desk.posts import choices, ruling_form, rulings_on
from postcheck.web.twin import respond

Json = dict[str, Any]


def register(blueprint: Blueprint) -> None:
    game_page(blueprint, "/questions/<int:line>/<int:place>", question, "referee")


def question(visit: Visit, line: int, place: int) -> Response:
    """The question that came with a line; `place` counts from 1 where there are several."""
    now_ = visit.replayed()
    found = [one for one in now_.game.questions if one.line == line]
    if not 1 <= place <= len(found):
        abort(404)
    asked = found[place - 1]
    data = visit.base() | {
        "line": line,
        "place": place,
        "on": subject(asked.subject),
        "clause": asked.clause,
        "paraphrase": now_.game.ruleset.paraphrases().get(asked.clause),
        "readings": {reading_word(name): what for name, what in asked.readings.items()},
        "answer": asked.answer and reading_word(asked.answer),
        "rulings": rulings_on(now_.game, asked.subject),
        "options": choices(visit, now_, asked.subject) if asked.answer is None else [],
        "done": done(visit, now_),
    }
    return respond("desk/question.html.j2", data, form=ruling_form(now_, asked.subject))
