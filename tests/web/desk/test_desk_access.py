"""Who sees what: every address of the desk, for every role, in one's own game and in others'."""

import re
from collections.abc import Iterator

import pytest
from desk_kit import PEOPLE, STRANGER, Login, Visitor, imported, join
from desk_story import COMPLAINT, KILL, QUESTION, RULING, closed, ledger
from flask import Flask

from postcheck.game.events import FIELDS
from postcheck.web.desk.database import Store

pytest_plugins = ("desk_fixtures",)

# The whole desk: what a page needs. "open": nobody need be logged in; "own": any account.
NEEDS = {
    "login": "open", "logout": "open", "static": "open",
    "home": "own", "password": "own", "new_game": "own",
    "overview": "observer", "round_page": "observer", "announcement": "observer",
    "votes": "assistant", "add_votes": "assistant", "checkin": "assistant",
    "complaints": "assistant", "add": "assistant", "amend": "referee", "add_text": "referee",
    "complaint": "referee", "post_page": "referee", "waive": "referee", "question": "referee",
    "ledger": "referee", "line_page": "referee", "undo": "referee", "export": "referee",
    "people": "referee", "set_person": "referee",
}  # fmt: skip
RANKS = {"observer": 1, "assistant": 2, "referee": 3}
LINES = {"announcement": RULING, "complaint": COMPLAINT, "question": QUESTION}


def rules(desk: Flask) -> Iterator[tuple[str, str, str]]:
    """Endpoint without blueprint and twin's mark, method, address without the game."""
    for rule in desk.url_map.iter_rules():
        if rule.endpoint.startswith("desk."):
            name = rule.endpoint.removeprefix("desk.").removesuffix("_json")
            address = re.sub(r"<(?:int:)?line>", str(LINES.get(name, KILL)), rule.rule)
            address = re.sub(r"<(?:int:)?number>", "3", address)
            address = address.replace("<int:place>", "1").replace("/desk/games/<game>", "GAME")
            for method in (rule.methods or set()) & {"GET", "POST"}:
                yield name, method, address.replace("<path:filename>", "desk.css")


@pytest.fixture
def whole(referee: Visitor, store: Store) -> str:
    address = imported(referee, ledger(closed()))
    join(store, address)
    return address


def test_the_desk_itself_has_its_twin_at_the_same_address(login: Login) -> None:
    answer = login("旁观丁").client.get("/desk.json", follow_redirects=True)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert answer.json == login("旁观丁").json("/desk/")
    strangers = login(None).client.get("/desk.json", follow_redirects=True)
    assert "games" not in strangers.text


def test_every_address_is_listed_and_has_its_twin(desk: Flask) -> None:
    found = {name for name, _, _ in rules(desk)}
    assert found == set(NEEDS)
    addresses = {address for _, method, address in rules(desk) if method == "GET"}
    files = {"/desk/static/desk.css", "GAME/ledger.jsonl"}
    pages = {one for one in addresses if not one.endswith(".json")} - files
    assert {f"{page}.json" for page in pages} == {one for one in addresses if one.endswith(".json")}


@pytest.mark.parametrize("name", [*PEOPLE, STRANGER, None])
def test_pages_are_for_those_who_may_see_them(
    desk: Flask, login: Login, whole: str, name: str | None
) -> None:
    visitor = login(name)
    for page, method, address in rules(desk):
        if method != "GET" or NEEDS[page] == "open":
            continue
        answer = visitor.get(address.replace("GAME", whole))
        assert answer.status_code == _expected(NEEDS[page], name, address), address
        answer.close()


def _expected(needs: str, name: str | None, address: str) -> int:
    if name is None:
        return 401 if address.endswith(".json") else 303
    if needs == "own":
        return 403 if address.startswith("/desk/new") and PEOPLE.get(name) != "referee" and (
            name != STRANGER) else 200  # fmt: skip
    if name == STRANGER:
        return 404
    return 200 if RANKS[PEOPLE[name]] >= RANKS[needs] else 403


@pytest.mark.parametrize("name", [*PEOPLE, STRANGER, None])
def test_nothing_is_written_by_those_who_may_not(
    desk: Flask, login: Login, whole: str, name: str | None, store: Store
) -> None:
    """What a higher role may send is refused before it is looked at."""
    visitor = login(name)
    token = visitor.token("/desk/" if name else "/desk/login")
    for page, method, address in rules(desk):
        if method != "POST" or NEEDS[page] in ("open", "own"):
            continue
        answer = visitor.client.post(address.replace("GAME", whole), data={"csrf_token": token})
        if name is None:
            assert answer.status_code == 303, address
            assert "/desk/login" in answer.location
        elif name == STRANGER:
            assert answer.status_code == 404, address
        elif RANKS[PEOPLE[name]] < RANKS[NEEDS[page]]:
            assert answer.status_code == 403, address
        else:  # the form is empty (an event of no type is no assistant's), no text is there
            assert answer.status_code in (400, 403, 404), address


def test_an_assistant_records_only_what_the_board_sees(login: Login, game: str) -> None:
    assistant = login("助手丙")
    for kind in {*FIELDS, "无"} - {"report", "vote", "complaint"}:
        assert assistant.add(game, 1, kind=kind).status_code == 403


def test_a_form_without_its_token_changes_no_game(
    desk: Flask, referee: Visitor, whole: str
) -> None:
    for page, method, address in rules(desk):
        if method == "POST" and page != "login":
            answer = referee.client.post(address.replace("GAME", whole), data={"confirm": "yes"})
            assert answer.status_code == 400, address


def test_a_game_of_others_does_not_exist(login: Login, whole: str) -> None:
    """The same answer as for a game that is none."""
    stranger = login(STRANGER)
    mine, none = stranger.get(whole), stranger.get("/desk/games/0000000000000000")
    assert mine.status_code == none.status_code == 404
    assert mine.text == none.text
    assert whole not in stranger.get("/desk/").text


def test_lines_of_one_game_lead_to_no_other(referee: Visitor, login: Login, whole: str) -> None:
    """A referee of two games sees in each only its own lines."""
    short = imported(login(STRANGER), ledger(closed()[:3]))
    stranger = login(STRANGER)
    for path in (f"/posts/{KILL}", f"/lines/{KILL}", f"/complaints/{COMPLAINT}",
                 f"/announcements/{RULING}"):  # fmt: skip
        assert stranger.get(short + path).status_code == 404
        assert stranger.get(whole + path).status_code == 404


def test_who_is_taken_out_of_a_game_sees_it_no_more(
    login: Login, referee: Visitor, whole: str
) -> None:
    observer = login("旁观丁")
    assert observer.get(whole).status_code == 200
    referee.post(f"{whole}/people", {"name": "旁观丁", "role": ""})
    assert observer.get(whole).status_code == 404


def test_an_observer_is_not_made_a_referee(referee: Visitor, whole: str) -> None:
    answer = referee.post(f"{whole}/people", {"name": "旁观丁", "role": "referee"})
    assert answer.status_code == 400
    assert "最多可作旁观" in answer.text
    people = {one["name"]: one["may"] for one in referee.json(f"{whole}/people")["people"]}
    assert people["旁观丁"] == ["observer"]
    assert people["助手丙"] == ["assistant", "observer"]
