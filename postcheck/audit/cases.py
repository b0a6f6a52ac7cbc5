"""The complaints of a game as items: matched, their standing asked, their texts found."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import postcheck
from postcheck.audit.complaints import Complaint
from postcheck.audit.matching import content, match
from postcheck.audit.standing import by_whom, ruled, standings, time_of
from postcheck.audit.texts import Case, Item, Shelf
from postcheck.game.complaints import REPORT_FINDINGS
from postcheck.game.events import Event
from postcheck.game.state import Game
from postcheck.judge import judge, verdict_to_json
from postcheck.judge.cases import from_case
from postcheck.measure import METRICS
from postcheck.report.jsonl import counts_to_json
from postcheck.review import LONGEST

Json = dict[str, Any]
_PARTS = ("repeated", "listed", "quoted", "prior")


def items(game: Game, complaints: Sequence[Complaint], shelf: Shelf) -> Iterator[Item]:
    """An item a complaint, in the order of the table."""
    asked = [(one, match(game, one)) for one in complaints]
    for (one, found), standing in zip(asked, standings(game, asked), strict=True):
        by = game.known_as(by_whom(one, found))
        case = Case(one, found, by, standing=standing, ruled=ruled(game, one, found))
        yield _item(game, case, shelf)


def _item(game: Game, case: Case, shelf: Shelf) -> Item:
    one, found = case.complaint, case.match
    if found.subject is None:
        return Item(one.place, reason=found.why, case=case)
    post, player = game.posts.get(found.subject), game.player(found.subject)
    if post is not None:
        kind = "kill" if post.power == "kill" else None
        case = replace(case, kind=kind, round=post.round, code=post.code, author=post.author,
                       target=post.target)  # fmt: skip
    elif player is not None:
        case = replace(case, kind="report", author=player.name)
    if post is None and not _is_about_report(case):
        return Item(one.place, reason="投诉的是行为，没有要检查的帖", skipped=True,
                    case=replace(case, kind=None))  # fmt: skip
    event = content(game, found.subject, time_of(one, found))
    least = _least(game, event) if event is not None and event.type == "fill" else None
    return _with_text(game, replace(case, event=event, least=least), event, shelf)


def _least(game: Game, event: Event) -> int | None:
    """The length that a text delivered later has to have: that of the debt it was meant for, the
    first due for the first text that came."""
    subject = event["kill"]
    debts = sorted((one for one in game.debts if one.subject == subject and one.due is not None),
                   key=lambda one: (one.due, one.lines))  # fmt: skip
    earlier = [one for one in game.ledger.events if one.type == "fill" and one["kill"] == subject
               and (one.at, one.line) < (event.at, event.line)]  # fmt: skip
    return debts[min(len(earlier), len(debts) - 1)].min_count if debts else None


def _is_about_report(case: Case) -> bool:
    """A complaint of a player is one of its report where it names a fault that a report can have,
    or none."""
    named = case.complaint.findings or ((case.match.event["finding"],) if case.match.event else ())
    return not named or any(code in REPORT_FINDINGS for code in named)


def _with_text(game: Game, case: Case, event: Event | None, shelf: Shelf) -> Item:
    place = case.complaint.place
    if event is None:
        return Item(place, reason="账本里没有这一帖", case=case)
    if event.get("iou") and "post" not in event.data and "counts" not in event.data:
        return Item(place, reason="白条还没有补，没有正文可查", skipped=True, case=case)
    if case.kind is None:
        return Item(place, reason="这种帖没有字数与引用的规定", skipped=True, case=case)
    post = shelf.find(event)
    if isinstance(post, str):
        counts = event.get("counts")
        if counts is None:
            return Item(place, reason=post, case=case)
        return Item(place, reason="没有正文，按账本里的字数判", case=case,
                    result=_by_numbers(game, case, event))  # fmt: skip
    if len(post.text) > LONGEST:
        return Item(place, reason=f"正文有 {len(post.text)} 个字符，太长", case=case)
    known = replace(
        post,
        id=case.match.subject or post.id,
        author=case.author,
        kind=case.kind,
        posted_at=event.at,
        code=case.code or post.code,
    )
    return Item(place, known, case=case)


def _by_numbers(game: Game, case: Case, event: Event) -> Json:
    """The verdict on the counts of a ledger's line: a `check` object as far as it goes."""
    written = event["counts"]
    kind, ruleset = case.kind or "", game.ruleset
    numbers = {name: value for name, value in written.items() if name not in METRICS}
    counts = {name: written[name] for name in METRICS if name in written}
    asked = {"id": case.match.subject, "ruleset": ruleset.id, "kind": kind, "counts": counts}
    _, figures = from_case({**asked, **numbers})
    edited = (written.get("flags") or {}).get("edited")
    return {
        "post": {
            "id": case.match.subject, "source": None, "author": case.author, "title": None,
            "posted_at": event.at.isoformat(), "edited": edited, "kind": kind,
            "kind_guessed": False, "sha256": None, "floor": None, "unknown": None,
        },
        "text": None,
        "ruleset": {"id": ruleset.id, "edition": ruleset.edition, "sha256": ruleset.sha256},
        "metric": ruleset.metric(kind),
        "counts": counts_to_json(figures.marked.total),
        "measures": {
            **{name: {"count": numbers[name], "hits": []} for name in _PARTS if name in numbers},
            "form": {"edited": edited},
        },
        "verdict": verdict_to_json(judge(figures, ruleset)),
        "version": postcheck.__version__,
    }  # fmt: skip
