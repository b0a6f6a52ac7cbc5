"""Secrets: who wrote which post, who owns a name, who is what. Only referees ever see them.

Two worlds are compared in which two killers have changed places: to everyone but referees every
page, twin and error page of one must be the same as of the other. Pages come from the map of
addresses, so that a new one cannot be forgotten.
"""

import json
import logging
import re
from typing import Any

import pytest
from desk_kit import PEOPLE, STRANGER, Login, Visitor, game_id, imported, join, length
from desk_story import CAST, OWNERS, RULING, SUBSTITUTE, at, closed, counts, ledger, records
from flask import Flask
from test_desk_access import NEEDS, RANKS, rules

from postcheck.web.desk import accounts, ledgers
from postcheck.web.desk.database import Store

pytest_plugins = ("desk_fixtures",)
ROLES = {role for _, role, _, _ in CAST} - {"游侠"}
LOWER = ["助手丙", "旁观丁"]
LINES = len(records())
SECRETS = {*OWNERS.values(), SUBSTITUTE, *ROLES}


def views(desk: Flask, visitor: Visitor, game: str) -> dict[str, str]:
    """Every page of a game as the visitor gets it, for every line there is; errors too."""
    found = {}
    for page, method, address in rules(desk):
        if method != "GET" or "GAME" not in address:
            continue
        paths = [address]
        if may(visitor, page):  # else one refusal is as good as another
            numbers = range(2, 6) if "rounds" in address else range(1, 70)  # else lines
            paths = [re.sub(r"\d+", str(number), address, count=1) for number in numbers]
        for path in dict.fromkeys(paths):
            answer = visitor.get(path.replace("GAME", game))
            found[path] = plain(answer.text, game)
    return found


def may(visitor: Visitor, page: str) -> bool:
    """Does the visitor's role open the page? (Referees' pages are looked at one by one.)"""
    role = PEOPLE.get(visitor.name or "", "")
    return role in ("assistant", "observer") and RANKS[role] >= RANKS.get(NEEDS[page], 0)


def by_substitute() -> list[dict[str, Any]]:
    """The closed round, 阿贵 named by its substitute wherever a line may do so."""
    *story, close = closed()
    for one in story:
        for field in ("player", "voter", "targets", "target", "by", "on"):
            if one["type"] not in ("player", "substitute", "report") and field in one:
                whole = json.dumps(one[field]).replace(json.dumps("阿贵"), json.dumps(SUBSTITUTE))
                one[field] = json.loads(whole)
    return [
        *story,
        {"type": "report", "at": at("21:05"), "player": SUBSTITUTE, "counts": counts(320)},
        {"type": "vote", "at": at("12:00"), "round": 3, "voter": "阿寿", "targets": [SUBSTITUTE],
         "via": "machine"},
        {"type": "vote", "at": at("12:01"), "round": 3, "voter": SUBSTITUTE, "targets": ["白虹"],
         "via": "proxy"},
        {"type": "complaint", "at": at("12:02"), "id": "C3", "by": SUBSTITUTE, "on": "K3-1",
         "finding": "over_quoted", "title": "[投诉] 引用过多", "evidence": ["截图三"]},
        {"type": "complaint", "at": at("12:03"), "id": "C4", "by": "阿寿", "on": SUBSTITUTE,
         "finding": "insult", "insulted": "阿寿", "title": "[投诉] 辱骂", "evidence": ["截图四"]},
        {"type": "ruling", "at": at("12:04"), "on": SUBSTITUTE, "outcome": "upheld",
         "finding": "insult", "remedy": "warn", "by": "哨甲"},
        {"type": "ruling", "at": at("12:05"), "on": "C3", "outcome": "dismissed",
         "finding": "over_quoted", "by": "哨甲"},
        {"type": "ruling", "at": at("12:06"), "on": "C4", "outcome": "dismissed",
         "finding": "insult", "by": "哨甲"},
        close,
    ]  # fmt: skip


def plain(text: str, game: str) -> str:
    """Without what differs from game to game and from session to session."""
    return re.sub(r'value="[\w.-]{80,}"', "", text.replace(game.rsplit("/", 1)[1], "ID"))


@pytest.mark.parametrize("name", LOWER)
@pytest.mark.parametrize("story", [records, closed])
def test_who_wrote_a_post_makes_no_difference(  # type: ignore[no-untyped-def]
    desk: Flask, login: Login, referee: Visitor, store: Store, name: str, story
) -> None:
    games = [imported(referee, ledger(story(swapped=swapped))) for swapped in (False, True)]
    for game in games:
        join(store, game)
    visitor = login(name)
    one, other = (views(desk, visitor, game) for game in games)
    assert one == other
    seen = [text for path, text in one.items() if "春局" in text]
    assert len(seen) >= 4  # and not because nothing was shown
    mine, theirs = (plain(referee.get(game).text, game) for game in games)
    assert mine != theirs


@pytest.mark.parametrize("name", LOWER)
def test_no_owner_and_no_role_is_shown(
    desk: Flask, login: Login, referee: Visitor, store: Store, name: str
) -> None:
    game = imported(referee, ledger(closed()))
    join(store, game)
    for path, text in views(desk, login(name), game).items():
        for secret in SECRETS:
            assert secret not in text, f"{path} shows {secret}"
    whole = "".join(views(desk, referee, game).values())
    assert all(secret in whole for secret in SECRETS)


@pytest.mark.parametrize("name", LOWER)
def test_a_substitute_is_shown_as_the_player(
    desk: Flask, login: Login, referee: Visitor, store: Store, name: str
) -> None:
    game = imported(referee, ledger(by_substitute()))
    join(store, game)
    visitor = login(name)
    for path, text in views(desk, visitor, game).items():
        assert SUBSTITUTE not in text, f"{path} shows {SUBSTITUTE}"
    titles = [one["title"] for one in visitor.json(game)["announcements"]]
    assert "判罚：阿贵" in titles
    assert SUBSTITUTE in "".join(views(desk, referee, game).values())


NAMELESS = "真身戊六"  # as near to the substitute's name as can be, and nobody's


def _vote(name: str) -> dict[str, str]:
    return {"kind": "vote", "round": "3", "voter": name, "targets": "白虹", "via": "machine"}


def _complaint(**changed: str) -> dict[str, str]:
    return {"kind": "complaint", "id": "C9", "by": "阿福", "on": "K3-1", "finding": "over_quoted",
            "title": "[投诉] 引用过多", "evidence": "图", **changed}  # fmt: skip


@pytest.mark.parametrize(
    "form",
    [
        _vote("X"),
        {**_vote("墨猿"), "targets": "X"},
        {"kind": "report", "player": "X", "text": "水声与灯" * 200},
        _complaint(by="X"),
        _complaint(on="X"),
        _complaint(id="X"),
        _complaint(finding="insult", insulted="X"),
    ],
)
def test_a_substitutes_name_is_to_an_assistant_as_one_that_nobody_has(
    login: Login, game: str, store: Store, form: dict[str, str]
) -> None:
    assistant, seen = login("助手丙"), []
    for name in (SUBSTITUTE, NAMELESS):
        named = {field: value.replace("X", name) for field, value in form.items()}
        answer = assistant.add(game, LINES, at=at("22:55")[:19], **named)
        assert answer.status_code == 400
        seen.append(plain(answer.text, game).replace(name, "X"))
    assert seen[0] == seen[1]
    assert SUBSTITUTE not in seen[1]
    assert length(store, game) == LINES


def test_a_table_of_votes_does_not_tell_a_substitute(
    login: Login, referee: Visitor, game: str
) -> None:
    form = {"table": "时间\t投票人\t票\n22:52:00\tX\t白虹\n22:53:00\t墨猿\tX\n",
            "after": LINES, "via": "machine"}  # fmt: skip
    seen = []
    for name in (SUBSTITUTE, NAMELESS):
        named = {**form, "table": form["table"].replace("X", name)}  # type: ignore[attr-defined]
        answer = login("助手丙").post(f"{game}/rounds/3/votes", named)
        assert answer.status_code == 200
        seen.append(plain(answer.text, game).replace(name, "X"))
    assert seen[0] == seen[1]
    assert "没有叫“X”的玩家" in seen[0]
    named = {**form, "table": form["table"].replace("X", SUBSTITUTE)}  # type: ignore[attr-defined]
    assert "可记 2 张" in referee.post(f"{game}/rounds/3/votes", named).text


def test_what_a_referee_wrote_meanwhile_names_no_substitute(
    login: Login, referee: Visitor, game: str
) -> None:
    vote = {"kind": "vote", "round": "3", "targets": "白虹", "via": "machine"}
    when = at("22:55")[:19]
    assert referee.add(game, LINES, at=when, voter=SUBSTITUTE, **vote).status_code == 303
    assistant = login("助手丙")
    table = {"table": "时间\t投票人\t票\n22:53:00\t墨猿\t白虹\n22:55:00\t阿贵\t白虹\n",
             "after": LINES, "via": "machine"}  # fmt: skip
    answers = [
        assistant.add(game, LINES, at=when, voter="墨猿", **vote),
        assistant.post(f"{game}/rounds/3/votes", table),
    ]
    for answer in answers:
        assert answer.status_code == 409
        assert SUBSTITUTE not in answer.text
        assert "投票：阿贵 → 白虹" in answer.text
    assert "已经在账本里" in answers[1].text


@pytest.mark.parametrize(
    "form",
    [
        {"kind": "vote", "round": "3", "voter": "无名", "targets": "白虹", "via": "machine"},
        {"kind": "vote", "round": "9", "voter": "阿福", "targets": "白虹", "via": "machine"},
        {"kind": "vote", "round": "x", "voter": "", "targets": "", "via": "?"},
        {"kind": "complaint", "id": "C1", "by": "阿福", "on": "K3-1", "finding": "x", "title": "t"},
        {
            "kind": "complaint",
            "id": "C9",
            "by": "真身丙三",
            "on": "K9",
            "finding": "x",
            "title": "t",
        },
        {"kind": "report", "player": "赤狐", "text": ""},
    ],
)
def test_error_pages_for_an_assistant_tell_no_secret(
    login: Login, game: str, store: Store, form: dict[str, str]
) -> None:
    answer = login("助手丙").add(game, LINES, at=at("22:55")[:19], **form)
    assert answer.status_code == 400
    shown = answer.text.replace(form.get("by", "－"), "")
    assert not [one for one in SECRETS if one in shown]


def test_a_clash_with_a_referees_line_is_not_quoted_to_an_assistant(
    login: Login, referee: Visitor, store: Store
) -> None:
    """A statement of the referee's may hold anything; a report that breaks it does not print it."""
    story = [
        *records(),
        {"type": "ruling", "at": at("21:30"), "on": "阿福", "outcome": "upheld", "by": "哨甲",
         "finding": "too_short", "minutes": 2000},
        {"type": "assert", "at": at("20:00"), "players": {"鹰隼": {"role": "联合杀"}},
         "debts": [{"player": "阿福", "status": "open"}], "note": "旁注甲"},
    ]  # fmt: skip
    game = imported(referee, ledger(story))
    join(store, game)
    form = {"kind": "report", "player": "阿福", "at": at("22:55")[:19], "text": "水声与灯" * 200}
    answer = login("助手丙").add(game, len(story), **form)
    assert answer.status_code == 400
    assert "与账本里别的行冲突" in answer.text
    for secret in ("联合杀", "旁注甲", "debts"):
        assert secret not in answer.text


def test_the_owner_behind_a_complaint_is_not_given_away(
    desk: Flask, login: Login, referee: Visitor, store: Store
) -> None:
    """wuyue161 refuses both outsiders and owners: to others both look the same."""
    head = {"type": "game", "at": at("21:00"), "ruleset": "wuyue161", "title": "秋局",
            "first_round": at("21:00"), "round": 3}  # fmt: skip
    players = [
        {"type": "player", "at": at("21:00"), "name": name, "role": "游侠", "group": None,
         "code": None, "owner": owner}
        for name, owner in (("阿福", "真身丁四"), ("阿禄", None))
    ]  # fmt: skip
    words = "投诉阿禄杀帖不合格"
    complaints = [
        {"type": "complaint", "at": at("22:00"), "id": f"C{place}", "by": by, "on": "阿禄",
         "finding": "insult", "title": words, "evidence": ["图"]}
        for place, by in enumerate(("真身丁四", "外人甲"), 1)
    ]  # fmt: skip
    game = imported(referee, ledger([head, *players, *complaints]))
    join(store, game)
    mine = referee.json(f"{game}/complaints")["complaints"]
    assert {one["why"] for one in mine} == {"not_playing", "outsider"}
    theirs = login("助手丙").json(f"{game}/complaints")["complaints"]
    assert {one["why"] for one in theirs} == {"outsider"}
    assert len({one["why_word"] for one in theirs}) == 1


def test_logs_hold_no_name_no_title_and_no_text(
    desk: Flask, login: Login, referee: Visitor, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    views(desk, referee, game)
    post = {"kind": "kill", "id": "K3-4", "round": "3", "author": "赤狐", "code": "妙令",
            "for": "C", "target": "阿财", "at": at("22:56")[:19], "text": "桥下的水声"}  # fmt: skip
    assert referee.add(game, LINES, **post).status_code == 303
    referee.add(game, 1, kind="vote", at="?", voter="赤狐", targets="白虹", via="machine")
    login(None).post("/desk/login", {"name": "哨甲", "password": "wrong wrong"}, "/desk/login")
    assert caplog.text
    names = {name for name, *_ in CAST} | {code for *_, code in CAST if code}
    for secret in {*names, *OWNERS.values(), "春局", "桥下", "哨甲", "wrong"}:
        assert secret not in caplog.text


def test_a_defect_shows_nothing(
    desk: Flask, referee: Visitor, game: str, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    def broken(*_: object) -> None:
        raise ValueError("赤狐 真身丙三")

    monkeypatch.setattr("postcheck.web.desk.overview.public_part", broken)
    for address in (game, f"{game}.json"):
        answer = referee.get(address)
        assert answer.status_code == 500
        assert "赤狐" not in answer.text + caplog.text


def test_a_ledger_that_cannot_be_replayed_tells_only_referees_why(
    login: Login, referee: Visitor, game: str, store: Store
) -> None:
    """As after an update that reads more strictly."""
    account = accounts.named(store, "哨甲")
    broken = '{"type": "assert", "at": "2026-03-02T22:58:00+08:00", "winner": "赤狐 独刺"}'
    ledgers.append(store, game_id(game), LINES, [broken], account)
    answer = referee.get(game)
    assert answer.status_code == 400
    assert "断言不成立" in answer.text
    for name in LOWER:
        answer = login(name).get(game)
        assert answer.status_code == 400
        assert "请告诉哨子" in answer.text
        assert "赤狐" not in answer.text
    with referee.get(f"{game}/ledger.jsonl") as answer:  # to mend it elsewhere
        assert answer.status_code == 200


@pytest.mark.parametrize("name", [*LOWER, STRANGER, None])
def test_no_page_of_a_game_that_was_corrected_names_anybody(
    desk: Flask, login: Login, referee: Visitor, store: Store, name: str | None
) -> None:
    """Ballots, complaints and rulings amended to the substitute's name, a player who came late,
    texts that were added; every line of every page and its twin, for everybody but referees."""
    story = by_substitute()
    vote, complaint, ruling, post = (
        next(n for n, one in enumerate(story, 1) if one["type"] == kind)
        for kind in ("vote", "complaint", "ruling", "kill")
    )
    close = story.pop()
    late = {"type": "player", "at": at("12:10"), "name": "阿旺", "role": "独刺", "group": None,
            "code": "煮泉", "owner": "真身己七"}  # fmt: skip
    story += [
        {"type": "amend", "at": at("12:11"), "line": line, "reason": "真身己七说的", "with": change}
        for line, change in (
            (vote, {"targets": [SUBSTITUTE]}), (complaint, {"by": SUBSTITUTE}),
            (ruling, {"on": SUBSTITUTE, "finding": "insult", "remedy": "warn"}),
        )
    ]  # fmt: skip
    report = {"type": "report", "at": at("21:00"), "player": "阿旺", "counts": counts(320)}
    game = imported(referee, ledger([*story, late, report, close]))
    join(store, game)
    text = "桥下的水声到了夜里格外清楚，守桥人把灯笼挂在栏杆上。" * 40
    form = {"after": length(store, game), "post": post, "text": text, "confirm": "yes"}
    assert referee.post(f"{game}/posts/{post}/text", form).status_code == 303
    found = views(desk, login(name), game)
    for path, shown in found.items():
        for secret in {*SECRETS, "真身己七", "真身"}:
            assert secret not in shown, f"{path} shows {secret}"
    if name in LOWER:
        assert sum("阿贵" in shown for shown in found.values()) >= 6


def test_an_announcement_is_that_of_the_amended_ruling(
    referee: Visitor, login: Login, store: Store
) -> None:
    story = closed()
    change = {"type": "amend", "at": at("20:00"), "line": RULING, "reason": "看错了",
              "with": {"outcome": "dismissed"}}  # fmt: skip
    game = imported(referee, ledger([*story, change]))
    join(store, game)
    shown = login("旁观丁").json(f"{game}/announcements/{RULING}")["announcement"]
    assert "不成立" in shown["plain"]


def test_a_referee_is_warned_of_names_in_free_text_and_nobody_else(
    referee: Visitor, login: Login, game: str, store: Store
) -> None:
    form = _complaint(evidence=f"{SUBSTITUTE}的截图", title="[投诉] 真身丙三") | {"confirm": ""}
    warning = "里面写着真身或替补的名字"
    when = at("22:55")[:19]
    shown = referee.add(game, LINES, at=when, **form)
    assert shown.status_code == 200
    assert f"{warning}：真身丙三、{SUBSTITUTE}" in shown.text
    assert warning not in login("助手丙").add(game, LINES, at=when, **form).text
    assert referee.add(game, LINES, at=when, **{**form, "confirm": "yes"}).status_code == 303
    ruling = {"kind": "ruling", "on": "C9", "outcome": "dismissed", "finding": "over_quoted"}
    assert referee.add(game, LINES + 1, at=when, **ruling).status_code == 303
    assert warning in referee.get(f"{game}/announcements/{LINES + 2}").text
    assert warning not in login("旁观丁").get(f"{game}/announcements/{LINES + 2}").text
