"""Undoing and leaving out: what rests on a line goes with it, and what cannot be is refused."""

import json
from typing import Any

import pytest
from desk_kit import Visitor, imported, length, texts
from desk_story import at, ledger, records

from postcheck.web.desk.database import Store

pytest_plugins = ("desk_fixtures",)

LINES = len(records())
NOW = at("22:55")[:19]
SHORT = "桥下的水声到了夜里格外清楚，守桥人把灯笼挂在栏杆上，坐下来数过往的船。"
REFRAIN = SHORT * 3
ENGLISH = "The keeper of the bridge counts the boats that pass below him in the dark. "


def fill(referee: Visitor, game: str, after: int, when: str, text: str) -> int:
    """The IOU of K3-2 is filled; gives the line."""
    form = {"kind": "fill", "kill": "K3-2", "at": at(when)[:19], "text": text}
    answer = referee.add(game, after, **form)
    assert answer.status_code == 303, answer.text
    return after + 1


def hand_in(referee: Visitor, game: str, text: str = REFRAIN) -> int:
    form = {"kind": "kill", "id": "K3-4", "round": "3", "author": "赤狐", "code": "妙令",
            "for": "C", "target": "阿财", "at": NOW, "text": text}  # fmt: skip
    assert referee.add(game, LINES, **form).status_code == 303
    return LINES + 1


def waive(referee: Visitor, game: str, post: int, line: int, what: object) -> Any:
    form = {"after": length_of(referee, game), "post": post, "reason": "副歌",
            "what": what if isinstance(what, str) else json.dumps(what)}  # fmt: skip
    return referee.post(f"{game}/posts/{line}/waive", form)


def length_of(referee: Visitor, game: str) -> int:
    return len(referee.json(f"{game}/ledger")["lines"])


def undo(referee: Visitor, game: str, line: int) -> None:
    form = {"after": length_of(referee, game), "reason": "记错了", "at": at("12:00")[:19]}
    answer = referee.post(f"{game}/lines/{line}/undo", form)
    assert answer.status_code == 303, answer.text


def undone(referee: Visitor, game: str) -> set[int]:
    return {one["line"] for one in referee.json(f"{game}/ledger")["lines"] if one["undone"]}


def test_the_verdict_of_a_waived_text_goes_with_the_text(
    referee: Visitor, game: str, store: Store
) -> None:
    """Though the game has gone on since, and the verdict is later than the text."""
    line = fill(referee, game, LINES, "08:00", REFRAIN)
    post = next(n for n, one in enumerate(texts(store, game), 1) if '"id": "K3-2"' in one)
    vote = {"kind": "vote", "round": "3", "voter": "墨猿", "targets": "白虹", "via": "machine"}
    assert referee.add(game, line + 1, at=at("08:30")[:19], **vote).status_code == 303
    what = {"measure": "repeated", "start": 0, "end": len(REFRAIN)}
    assert waive(referee, game, post, line, what).status_code == 303
    waived = line + 3
    assert json.loads(texts(store, game)[-1])["at"] == at("08:00")
    assert referee.json(f"{game}/lines/{line}")["undo"]["lines"] == [line, line + 1, waived]
    undo(referee, game, line)
    assert undone(referee, game) >= {line, line + 1, waived}
    again = fill(referee, game, length(store, game), "08:10", ENGLISH * 120)
    data = referee.json(f"{game}/posts/{post}")
    assert [one["line"] for one in data["texts"]] == [again]
    assert data["waivers"] == []
    fresh = imported(referee, ledger(records()))
    fill(referee, fresh, LINES, "08:10", ENGLISH * 120)
    known = referee.json(f"{fresh}/posts/{post}")["options"]
    assert [one["label"] for one in data["options"]] == [one["label"] for one in known]


def test_an_undoing_is_undone_as_a_whole(referee: Visitor, game: str, store: Store) -> None:
    line = hand_in(referee, game)
    before = referee.json(f"{game}/posts/{line}")
    undo(referee, game, line)
    assert undone(referee, game) == {line, line + 1}
    first, second = line + 2, line + 3
    assert referee.json(f"{game}/lines/{first}")["undo"]["lines"] == [first, second]
    undo(referee, game, first)
    assert undone(referee, game) == {first, second}
    after = referee.json(f"{game}/posts/{line}")
    for key in ("post", "options", "texts"):
        assert after[key] == before[key]


@pytest.mark.parametrize(
    "what",
    [
        {"measure": "zzz", "start": 0, "end": 5},
        {"measure": "repeated", "start": -5, "end": -1},
        {"measure": "repeated", "start": 50, "end": 5},
        {"measure": "repeated", "start": 0, "end": 10**12},
        {"measure": "repeated", "start": 0, "end": 1},
        {"measure": "repeated", "start": "0", "end": "9"},
        {"measure": "quoted", "start": 0, "end": len(REFRAIN)},
        {"corpus": "nope", "doc": "../../etc"},
        '{"corpus": "\\ud800", "doc": "a"}',
        "[" * 100_000,
    ],
)
def test_only_what_counts_can_be_left_out(
    referee: Visitor, game: str, store: Store, what: object
) -> None:
    line = hand_in(referee, game)
    assert waive(referee, game, line, line, what).status_code == 400
    assert length(store, game) == line + 1
    assert referee.get(f"{game}/posts/{line}").status_code == 200


def test_a_passage_is_left_out_once(referee: Visitor, game: str, store: Store) -> None:
    line = hand_in(referee, game)
    what = {"measure": "repeated", "start": 0, "end": len(REFRAIN)}
    assert waive(referee, game, line, line, what).status_code == 303
    again = waive(referee, game, line, line, what)
    assert again.status_code == 400
    assert "早已除外" in again.text
    assert length(store, game) == line + 2
    assert len(referee.json(f"{game}/posts/{line}")["waivers"]) == 1


# -- numbers that are none --------------------------------------------------------------------

LONG = "9" * 5000


@pytest.mark.parametrize("number", ["²", "①", "٣", "-1", LONG])
def test_a_number_in_an_address_that_is_none_is_passed_over(
    referee: Visitor, game: str, number: str
) -> None:
    line = hand_in(referee, game)
    for page in (f"{game}/ledger", f"{game}/checkin", f"{game}/complaints"):
        assert referee.client.get(page, query_string={"done": number}).status_code == 200
    for name in ("minutes", "min_count"):
        answer = referee.client.get(f"{game}/posts/{line}", query_string={name: number})
        assert answer.status_code == 200


@pytest.mark.parametrize("number", ["²", "①", "-1", "x", LONG])
def test_a_number_in_a_form_that_is_none_is_refused(
    referee: Visitor, game: str, store: Store, number: str
) -> None:
    vote = {"type": "vote", "at": NOW, "voter": "墨猿", "targets": "白虹", "via": "machine"}
    behind = referee.post(f"{game}/add", {**vote, "round": "3", "after": number})
    in_round = referee.post(f"{game}/add", {**vote, "round": number, "after": LINES})
    new = referee.post("/desk/new", {"title": "局", "ruleset": "fengyun85", "round": number,
                                     "first_round": "2026-05-01T21:00"})  # fmt: skip
    assert [one.status_code for one in (behind, in_round, new)] == [400] * 3
    assert length(store, game) == LINES


@pytest.mark.parametrize("number", ["²", "9" * 20, LONG])
def test_a_line_that_cannot_be_has_no_text(referee: Visitor, game: str, number: str) -> None:
    line = hand_in(referee, game)
    form = {"after": line + 1, "post": line, "what": "{}", "reason": "无"}
    assert referee.post(f"{game}/posts/{number}/waive", form).status_code == 404
    form["post"] = number
    assert referee.post(f"{game}/posts/{line}/waive", form).status_code in (400, 404)
