"""Login, sessions, logout, passwords: what an attacker would try first."""

import logging
import re

import pytest
from desk_kit import PASSWORD, Login, Visitor
from flask import Flask

from postcheck.web.desk import accounts, sessions
from postcheck.web.desk.database import Store

pytest_plugins = ("desk_fixtures",)


def cookie(visitor: Visitor) -> str:
    found = visitor.client.get_cookie("session")
    return found.value if found else ""


def test_who_is_not_logged_in_is_led_to_the_login_and_back(login: Login, game: str) -> None:
    nobody = login(None)
    answer = nobody.get(f"{game}/ledger")
    assert answer.status_code == 303
    assert answer.location == f"/desk/login?next={game}/ledger"
    form = {"name": "哨甲", "password": PASSWORD}
    assert nobody.post(answer.location, form, answer.location).location == f"{game}/ledger"


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "/desk//evil.example",
     "/desk/\\evil", "javascript:alert(1)", "/check", "/desk/\nSet-Cookie: a=b"],
)  # fmt: skip
def test_no_login_leads_to_another_site(login: Login, wanted: str) -> None:
    nobody = login(None)
    answer = nobody.client.post(
        "/desk/login",
        query_string={"next": wanted},
        data={"csrf_token": nobody.token("/desk/login"), "name": "哨甲", "password": PASSWORD},
    )
    assert (answer.status_code, answer.location) == (303, "/desk/")


@pytest.mark.parametrize(("name", "password"), [("哨甲", "wrong"), ("无名", PASSWORD), ("", "")])
def test_a_wrong_login_does_not_say_what_is_wrong(login: Login, name: str, password: str) -> None:
    answer = login(None).post("/desk/login", {"name": name, "password": password}, "/desk/login")
    assert answer.status_code == 403
    assert "账号或密码不对" in answer.text


def test_a_new_session_begins_at_login(desk: Flask, store: Store) -> None:
    """Fixation: what an attacker put into the cookie before is worth nothing after."""
    visitor = Visitor(desk, None)
    planted = cookie(visitor)
    before = visitor.token("/desk/login")
    visitor.post("/desk/login", {"name": "哨甲", "password": PASSWORD}, "/desk/login")
    first = cookie(visitor)
    assert first not in ("", planted)
    attacker = Visitor(desk, None)
    attacker.client.set_cookie("session", planted)
    assert attacker.get("/desk/").status_code == 303
    answer = visitor.client.post("/desk/logout", data={"csrf_token": before})
    assert answer.status_code == 400  # the token of before the login does not hold either


def test_logging_in_again_gives_another_token(login: Login) -> None:
    one, other = login("哨甲"), login("哨甲")
    with one.client.session_transaction() as first, other.client.session_transaction() as second:
        assert first["_user_id"] != second["_user_id"]


def test_after_logout_a_copied_cookie_is_worth_nothing(desk: Flask, referee: Visitor) -> None:
    stolen = cookie(referee)
    assert referee.post("/desk/logout", {}).status_code == 303
    thief = Visitor(desk, None)
    thief.client.set_cookie("session", stolen)
    assert thief.get("/desk/").status_code == 303


def test_a_new_password_logs_out_everywhere(login: Login, store: Store) -> None:
    accounts.add(store, "改密者", PASSWORD, "referee")
    here, there = login("改密者"), login("改密者")
    form = {"old": PASSWORD, "new": "another long one", "again": "another long one"}
    assert here.post("/desk/password", form, "/desk/password").location == "/desk/login"
    for visitor in (here, there):
        assert visitor.get("/desk/").status_code == 303
    form = {"name": "改密者", "password": PASSWORD}
    old = login(None).post("/desk/login", form, "/desk/login")
    assert old.status_code == 403


@pytest.mark.parametrize(
    ("old", "new", "again", "said"),
    [("wrong", "another long one", "another long one", "现在的密码不对"),
     (PASSWORD, "another long one", "another long two", "两次写的新密码不同"),
     (PASSWORD, "short", "short", "密码须有 10 至")],
)  # fmt: skip
def test_a_password_is_not_changed_by_mistake(
    referee: Visitor, old: str, new: str, again: str, said: str
) -> None:
    answer = referee.post("/desk/password", {"old": old, "new": new, "again": again})
    assert answer.status_code == 403
    assert said in answer.text
    assert referee.get("/desk/").status_code == 200


def test_a_disabled_account_is_out_at_once(login: Login, store: Store) -> None:
    accounts.add(store, "停用者", PASSWORD, "referee")
    visitor = login("停用者")
    assert visitor.get("/desk/").status_code == 200
    accounts.set_active(store, accounts.named(store, "停用者"), False)
    assert visitor.get("/desk/").status_code == 303


def test_an_idle_session_is_over(referee: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    later = sessions.now() + sessions.IDLE + 1
    monkeypatch.setattr(sessions, "now", lambda: later)
    assert referee.get("/desk/").status_code == 303


def test_an_address_may_not_guess_for_long(login: Login) -> None:
    nobody = login(None)
    form = {"name": "哨甲", "password": "wrong", "csrf_token": nobody.token("/desk/login")}
    seen = [nobody.client.post("/desk/login", data=form).status_code for _ in range(12)]
    assert seen[:10] == [403] * 10
    assert set(seen[10:]) == {429}
    good = {**form, "password": PASSWORD}
    for page in ("/desk/login", "/desk/login.json"):
        assert nobody.client.post(page, data=good).status_code == 429


def test_a_name_is_not_guessed_from_many_addresses(
    login: Login, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    nobody = login(None)
    form = {"name": "哨甲", "password": "wrong", "csrf_token": nobody.token("/desk/login")}
    seen = [
        nobody.client.post(
            ("/desk/login", "/desk/login.json")[place % 2],
            data=form,
            environ_base={"REMOTE_ADDR": f"10.0.0.{place}"},
        ).status_code
        for place in range(22)
    ]
    assert seen[:20] == [403] * 20
    assert set(seen[20:]) == {429}
    assert "哨甲" not in caplog.text


def test_an_own_password_is_not_guessed_through_the_twin(login: Login) -> None:
    somebody = login("哨甲")
    form = {"old": "wrong", "new": PASSWORD, "again": PASSWORD,
            "csrf_token": somebody.token("/desk/password")}  # fmt: skip
    pages = ("/desk/password", "/desk/password.json")
    seen = [somebody.client.post(pages[at % 2], data=form).status_code for at in range(12)]
    assert seen == [403] * 10 + [429] * 2


def test_cookies_are_for_this_site_and_not_for_scripts(login: Login) -> None:
    nobody = login(None)
    form = {"name": "哨甲", "password": PASSWORD, "csrf_token": nobody.token("/desk/login")}
    answer = nobody.client.post("/desk/login", data=form)
    header = answer.headers["Set-Cookie"]
    assert "HttpOnly" in header
    assert re.search(r"SameSite=(Lax|Strict)", header)


@pytest.mark.parametrize("token", ["", "wrong"])
def test_a_form_without_its_token_does_nothing(login: Login, store: Store, token: str) -> None:
    visitor = login("哨甲")
    for path in ("/desk/login", "/desk/logout", "/desk/new", "/desk/password"):
        assert visitor.client.post(path, data={"csrf_token": token}).status_code == 400
    assert visitor.get("/desk/").status_code == 200


def test_the_token_of_another_session_does_not_hold(login: Login) -> None:
    one, other = login("哨甲"), login("哨乙")
    answer = one.client.post("/desk/logout", data={"csrf_token": other.token("/desk/")})
    assert answer.status_code == 400
