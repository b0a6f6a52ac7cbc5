"""Corrections: a line is amended, a player comes late, a text is added to what has none."""

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup
from desk_kit import Login, Visitor, fields_of, imported, length, texts
from desk_story import KILL, SUBSTITUTE, at, closed, counts, ledger, records

from postcheck.web.desk import access
from postcheck.web.desk.database import Store

pytest_plugins = ("desk_fixtures",)

LINES = len(records())
WATER = (
    "桥下的水声到了夜里格外清楚。守桥人把灯笼挂在栏杆上，坐下来数过往的船。"
    "第一艘载着木炭，第二艘载着两个不说话的旅人，第三艘什么也没有，只在船尾晾着一件蓝布衫。"
)
REFRAIN = "桥下的水声到了夜里格外清楚，守桥人把灯笼挂在栏杆上，坐下来数过往的船。" * 3
WHOLE = json.dumps({"measure": "repeated", "start": 0, "end": len(REFRAIN)})
VOTE = next(n for n, one in enumerate(records(), 1) if one.get("voter") == "阿喜")


def line_of(store: Store, game: str, text: str) -> int:
    return next(n for n, one in enumerate(texts(store, game), 1) if text in one)


def added(store: Store, game: str, number: int = 1) -> list[dict[str, Any]]:
    """The last lines of a ledger."""
    return [json.loads(one) for one in texts(store, game)[-number:]]


def form_of(referee: Visitor, game: str, line: int) -> dict[str, str]:
    """What a browser would send of the form on the page of a line, selections included."""
    page, action = referee.get(f"{game}/lines/{line}").text, f"{game}/lines/{line}/amend"
    form = BeautifulSoup(page, "lxml").find("form", action=action)
    assert form is not None
    chosen = {
        str(one["name"]): str((one.find("option", selected=True) or one.find("option"))["value"])
        for one in form.find_all("select")
    }
    return {**fields_of(page, action), **chosen}


def amend(referee: Visitor, game: str, line: int, **changed: str) -> Any:
    """The form of a line with some fields changed (`new_at` for `new-at`), confirmed at once."""
    fields = {name.replace("new_", "new-"): value for name, value in changed.items()}
    form = form_of(referee, game, line)
    given = {"reason": "看错了", "at": at("12:00")[:19], "confirm": "yes"} | fields
    return referee.post(f"{game}/lines/{line}/amend", form | given)


def undo(referee: Visitor, game: str, store: Store, line: int) -> list[int]:
    """Undoes a line; gives the lines that are undone with it."""
    lines = referee.json(f"{game}/lines/{line}")["undo"]["lines"]
    form = {"after": length(store, game), "reason": "记错了", "at": at("12:30")[:19]}
    assert referee.post(f"{game}/lines/{line}/undo", form).status_code == 303
    return list(lines)


# -- amend ------------------------------------------------------------------------------------


def test_a_ballot_is_corrected_after_its_consequences_were_shown(
    referee: Visitor, game: str, store: Store
) -> None:
    before = referee.json(f"{game}/rounds/3/votes")["tally"]
    shown = amend(referee, game, VOTE, new_targets="白虹", confirm="")
    assert shown.status_code == 200
    assert f"更正第 {VOTE} 行：投给改为“白虹”。看错了" in shown.text
    assert length(store, game) == LINES
    assert amend(referee, game, VOTE, new_targets="白虹").status_code == 303
    (line,) = added(store, game)
    assert (line["type"], line["line"], line["with"]) == ("amend", VOTE, {"targets": ["白虹"]})
    after = referee.json(f"{game}/rounds/3/votes")["tally"]
    assert after != before
    rows = {one["line"]: one for one in referee.json(f"{game}/ledger")["lines"]}
    assert rows[VOTE]["amended"]
    assert "看错了" in referee.get(f"{game}/lines/{VOTE}").text
    assert undo(referee, game, store, LINES + 1) == [LINES + 1]
    assert referee.json(f"{game}/rounds/3/votes")["tally"] == before


@pytest.mark.parametrize("line", range(2, len(closed()) + 1))
def test_a_form_that_is_sent_as_it_came_changes_nothing(
    referee: Visitor, store: Store, whole: str, line: int
) -> None:
    """Whatever kind of line it is: no value is altered on its way through the form."""
    if closed()[line - 1]["type"] == "verdict":
        assert referee.post(f"{whole}/lines/{line}/amend", {}).status_code == 404
        return
    answer = amend(referee, whole, line)
    assert answer.status_code == 400
    assert "什么都没有改" in answer.text


@pytest.fixture(scope="module")
def whole(shared: Any) -> str:
    """One finished round for all the lines of the test above: nothing is written there."""
    return imported(Visitor(shared, "哨甲"), ledger(closed()))


@pytest.mark.parametrize(
    ("text", "changed", "wanted"),
    [
        ('"type": "adjust"', {"new-kills-C": "2"}, {"schedule": {"votes": 1, "vote_out": 1,
                                                              "kills": {"A": 2, "C": 2}}}),
        ('"name": "阿福"', {"new-owner": ""}, {"owner": None}),
        ('"id": "C1"', {"new-evidence": "截图一\n截图九"}, {"evidence": ["截图一", "截图九"]}),
        ('"id": "C1"', {"new-edited_at": at("22:45")[:19]}, {"edited_at": at("22:45")}),
        ('"id": "K3-3"', {"new-code": "妙令"}, {"code": "妙令"}),
        ('"id": "K3-3"', {"new-counts-words": "870"}, {"counts": counts(900) | {"words": 870}}),
        ('"id": "K3-3"', {"new-note": "补一句"}, {"note": "补一句"}),
    ],
)  # fmt: skip
def test_each_kind_of_field_is_changed_alone(
    referee: Visitor, game: str, store: Store, text: str, changed: dict[str, str],
    wanted: dict[str, Any],
) -> None:  # fmt: skip
    answer = amend(referee, game, line_of(store, game, text), **changed)
    assert answer.status_code == 303, answer.text
    assert added(store, game)[0]["with"] == wanted


@pytest.mark.parametrize(
    ("text", "changed", "said"),
    [
        ('"id": "C1"', {"new-title": ""}, "“标题”不能改成没有"),
        ('"id": "C1"', {"new-title": "[投诉] 新题", "reason": ""}, "没有写理由"),
        ('"id": "C1"', {"new-finding": "not_first", "at": "昨天"}, "不是时间"),
        ('"name": "阿福"', {"new-name": "阿旺"}, "没有叫“阿福”的玩家"),
        ('"name": "阿福"', {"new-role": "无此身份"}, "没有“无此身份”这个身份"),
        ('"id": "K3-3"', {"new-counts-words": "九百"}, "不是整数"),
    ],
)
def test_what_cannot_be_is_refused(
    referee: Visitor, game: str, store: Store, text: str, changed: dict[str, str], said: str
) -> None:
    answer = amend(referee, game, line_of(store, game, text), **changed)
    assert answer.status_code == 400
    assert said in BeautifulSoup(answer.text, "lxml").get_text()
    assert length(store, game) == LINES


def test_line_one_and_corrections_are_not_amended(referee: Visitor, game: str) -> None:
    assert amend(referee, game, VOTE, new_targets="白虹").status_code == 303
    for line in (1, LINES + 1, 999):
        form = {"after": LINES + 1, "reason": "x", "at": at("12:00")[:19]}
        assert referee.post(f"{game}/lines/{line}/amend", form).status_code == 404


def test_a_correction_behind_anothers_line_is_shown_again(
    referee: Visitor, game: str, store: Store
) -> None:
    form = form_of(referee, game, VOTE)
    assert amend(referee, game, VOTE, new_targets="白虹").status_code == 303
    given = {"reason": "x", "at": at("12:00")[:19], "confirm": "yes", "new-targets": "鹦鹉"}
    answer = referee.post(f"{game}/lines/{VOTE}/amend", form | given)
    assert answer.status_code == 409
    assert "您的这一步没有记下" in answer.text
    assert "投给改为“白虹”" in answer.text
    assert length(store, game) == LINES + 1


def test_an_undoing_behind_anothers_line_is_shown_again(
    referee: Visitor, game: str, store: Store
) -> None:
    assert amend(referee, game, VOTE, new_targets="白虹").status_code == 303
    form = {"after": LINES, "reason": "记错了", "at": at("12:00")[:19]}
    answer = referee.post(f"{game}/lines/{VOTE}/undo", form)
    assert answer.status_code == 409
    again = fields_of(answer.text, f"{game}/lines/{VOTE}/undo")
    assert referee.post(f"{game}/lines/{VOTE}/undo", again).status_code == 303
    assert length(store, game) == LINES + 2


def test_a_posts_time_and_that_of_its_verdict_go_together(
    referee: Visitor, game: str, store: Store
) -> None:
    form = {"kind": "fill", "kill": "K3-2", "at": at("08:00")[:19], "text": WATER * 20}
    assert referee.add(game, LINES, **form).status_code == 303
    fill, verdict = LINES + 1, LINES + 2
    answer = amend(referee, game, fill, new_at=at("07:30")[:19])
    assert answer.status_code == 303, answer.text
    one, other = added(store, game, 2)
    assert [(row["line"], row["with"]) for row in (one, other)] == [
        (fill, {"at": at("07:30")}), (verdict, {"at": at("07:30")}),
    ]  # fmt: skip
    assert referee.json(f"{game}/lines/{fill}")["undo"]["lines"] == [fill, verdict]
    assert undo(referee, game, store, verdict + 1) == [verdict + 1, verdict + 2]


def test_what_a_text_was_checked_as_is_not_amended(
    referee: Visitor, game: str, store: Store
) -> None:
    """Another author's post is another text to check: it is undone and handed in again."""
    form = {"kind": "report", "player": "阿福", "at": at("22:55")[:19], "text": WATER * 4}
    assert referee.add(game, LINES, **form).status_code == 303
    fields = form_of(referee, game, LINES + 1)
    assert "new-at" in fields
    assert "new-player" not in fields
    assert not [name for name in fields if "counts" in name]
    answer = amend(referee, game, LINES + 1, **{"new-player": "阿禄"})
    assert answer.status_code == 400
    assert "什么都没有改" in answer.text


def test_pages_show_what_was_amended(referee: Visitor, game: str, store: Store) -> None:
    line = line_of(store, game, '"id": "K3-3"')
    number = {"new-counts-words": "870", "new-counts-quoted": "70"}
    assert amend(referee, game, line, **number).status_code == 303
    posts = {one["id"]: one for one in referee.json(f"{game}/rounds/3")["posts"]}
    assert posts["K3-3"]["words"] == 870
    assert [one["count"] for one in posts["K3-3"]["shares"]] == [70]
    assert referee.json(f"{game}/posts/{line}")["post"]["counts"]["words"] == 870
    complaint = line_of(store, game, '"id": "C1"')
    assert amend(referee, game, complaint, new_title="[投诉] 新题").status_code == 303
    shown = {one["id"]: one for one in referee.json(f"{game}/complaints")["complaints"]}
    assert shown["C1"]["title"] == "[投诉] 新题"


# -- a player who comes late ------------------------------------------------------------------


def test_a_player_joins_a_running_game(referee: Visitor, game: str, store: Store) -> None:
    page = referee.get(game).text
    assert "加一个玩家" in page
    form = fields_of(page, f"{game}/add") | {
        "name": "阿旺", "role": "游侠", "group": "", "code": "", "owner": "真身壬九",
    }  # fmt: skip
    shown = referee.post(f"{game}/add", form)
    assert shown.status_code == 200
    assert "阿旺" in shown.text
    assert "自杀" in shown.text  # its report is missing: this is said beforehand
    assert length(store, game) == LINES
    assert referee.post(f"{game}/add", form | {"confirm": "yes"}).status_code == 303
    (line,) = added(store, game)
    assert {name: line[name] for name in ("name", "role", "group", "code", "owner")} == {
        "name": "阿旺", "role": "游侠", "group": None, "code": None, "owner": "真身壬九",
    }  # fmt: skip
    report = {"kind": "report", "player": "阿旺", "at": at("21:00")[:19], "text": WATER * 4}
    assert referee.add(game, LINES + 1, **report).status_code == 303
    players = {one["name"]: one for one in referee.json(game)["players"]}
    assert players["阿旺"]["alive"]
    vote = {"kind": "vote", "round": "3", "voter": "阿旺", "targets": "白虹", "via": "machine"}
    assert referee.add(game, LINES + 3, at=at("22:55")[:19], **vote).status_code == 303


@pytest.mark.parametrize("name", ["阿福", SUBSTITUTE, "@阿旺", "K3-1"])
def test_a_name_that_is_taken_joins_no_game(
    referee: Visitor, game: str, store: Store, name: str
) -> None:
    form = {"kind": "player", "name": name, "role": "游侠", "at": at("22:55")[:19]}
    assert referee.add(game, LINES, **form).status_code == 400
    assert length(store, game) == LINES


# -- the text of a post that came without -----------------------------------------------------


def add_text(referee: Visitor, game: str, store: Store, line: int, text: str, **more: Any) -> Any:
    form = {"after": length(store, game), "post": line, "text": text, "confirm": "yes", **more}
    return referee.post(f"{game}/posts/{line}/text", form)


def test_a_text_is_added_to_an_imported_post(referee: Visitor, game: str, store: Store) -> None:
    before = referee.json(f"{game}/posts/{KILL}")
    assert (before["texts"], before["without"]) == ([], [KILL])
    shown = add_text(referee, game, store, KILL, WATER * 12, confirm="")
    assert shown.status_code == 200
    assert "更正第" in shown.text
    assert length(store, game) == LINES
    assert add_text(referee, game, store, KILL, WATER * 12).status_code == 303
    amended, verdict = added(store, game, 2)
    assert amended["with"]["counts"]["words"] == 12 * len(WATER)
    assert (verdict["on"], verdict["at"]) == ("K3-1", at("21:10"))
    data = referee.json(f"{game}/posts/{KILL}")
    assert [one["line"] for one in data["texts"]] == [LINES + 1]
    assert data["without"] == []
    assert data["post"]["counts"]["words"] == 12 * len(WATER)
    page = referee.get(f"{game}/posts/{KILL}").text
    assert "没有存正文" not in page
    assert "第三艘什么也没有" in page
    again = add_text(referee, game, store, KILL, WATER)
    assert again.status_code == 404
    assert undo(referee, game, store, LINES + 1) == [LINES + 1, LINES + 2]
    data = referee.json(f"{game}/posts/{KILL}")
    assert (data["texts"], data["without"]) == ([], [KILL])
    assert data["post"] == before["post"]
    assert data["options"] == before["options"]
    assert add_text(referee, game, store, KILL, WATER * 13).status_code == 303


def test_what_is_left_out_of_an_added_text_goes_with_it(
    referee: Visitor, game: str, store: Store
) -> None:
    assert add_text(referee, game, store, KILL, REFRAIN).status_code == 303
    form = {"after": LINES + 2, "post": KILL, "reason": "副歌", "what": WHOLE}
    assert referee.post(f"{game}/posts/{LINES + 1}/waive", form).status_code == 303
    assert len(referee.json(f"{game}/posts/{KILL}")["waivers"]) == 1
    assert undo(referee, game, store, LINES + 1) == [LINES + 1, LINES + 2, LINES + 3]
    assert add_text(referee, game, store, KILL, REFRAIN).status_code == 303
    assert referee.json(f"{game}/posts/{KILL}")["waivers"] == []


def test_texts_are_added_to_reports_fills_and_posts_kept_elsewhere(
    referee: Visitor, store: Store
) -> None:
    story = closed()
    kept = next(one for one in story if one.get("id") == "K3-3")
    del kept["counts"]
    kept["post"] = "posts/k33.txt"
    game = imported(referee, ledger(story))
    iou, fill = (line_of(store, game, text) for text in ('"id": "K3-2"', '"kill": "K3-2"'))
    report, elsewhere = (line_of(store, game, text) for text in ('"report"', '"id": "K3-3"'))
    assert referee.json(f"{game}/posts/{iou}")["without"] == [fill]  # an IOU has no text itself
    answer = add_text(referee, game, store, fill, WATER * 20, post=iou)
    assert answer.status_code == 303
    assert added(store, game, 2)[1]["at"] == at("08:00")
    assert add_text(referee, game, store, report, WATER * 4).status_code == 303
    assert added(store, game)[0]["on"] == "鹰隼"
    assert add_text(referee, game, store, elsewhere, WATER * 12).status_code == 303
    assert added(store, game, 2)[0]["with"] == {}
    assert len(referee.json(f"{game}/posts/{elsewhere}")["texts"]) == 1


@pytest.mark.parametrize(
    ("line", "text", "more", "status"),
    [(KILL, "", {}, 400), (KILL, "水" * 60_000, {}, 400), (KILL, "水声", {"after": 3}, 409),
     (KILL, "水声", {"post": 1}, 404), (1, "水声", {"post": KILL}, 404), (VOTE, "水声", {}, 404),
     (VOTE, "水声", {"post": KILL}, 404)],
    ids=lambda value: str(value)[:9],
)  # fmt: skip
def test_no_text_is_added_where_none_belongs(
    referee: Visitor, game: str, store: Store, line: int, text: str, more: dict[str, Any],
    status: int,
) -> None:  # fmt: skip
    assert add_text(referee, game, store, line, text, **more).status_code == status
    assert length(store, game) == LINES


# -- what was found in an older text ----------------------------------------------------------


def test_what_is_left_out_of_an_older_text_does_not_act_on_a_newer(
    referee: Visitor, game: str, store: Store
) -> None:
    """Though the passage is left out after the newer text came in."""
    post = line_of(store, game, '"id": "K3-2"')
    first = {"kind": "fill", "kill": "K3-2", "at": at("08:00")[:19], "text": REFRAIN}
    assert referee.add(game, LINES, **first).status_code == 303
    second = {**first, "at": at("08:10")[:19], "text": WATER * 20}
    assert referee.add(game, LINES + 2, **second).status_code == 303
    known = referee.json(f"{game}/posts/{post}")
    vote = {"kind": "vote", "round": "3", "voter": "墨猿", "targets": "白虹", "via": "machine"}
    assert referee.add(game, LINES + 4, at=at("08:30")[:19], **vote).status_code == 303
    form = {"after": LINES + 5, "post": post, "reason": "副歌", "what": WHOLE}
    assert referee.post(f"{game}/posts/{LINES + 1}/waive", form).status_code == 303
    data = referee.json(f"{game}/posts/{post}")
    assert len(data["waivers"]) == 1
    assert [one["label"] for one in data["options"]] == [one["label"] for one in known["options"]]
    verdict = {one["id"]: one["verdict"] for one in referee.json(f"{game}/rounds/3")["posts"]}
    assert verdict["K3-2"] == known["texts"][-1]["result"]["verdict"]["status"]


# -- a slip in the year -----------------------------------------------------------------------

AHEAD = "2126-03-02T22:00:00"


@pytest.mark.parametrize("name", ["哨甲", "助手丙"])
def test_what_lies_years_ahead_is_not_recorded(
    login: Login, referee: Visitor, game: str, store: Store, name: str
) -> None:
    """It would let every debt fall due."""
    vote = {"kind": "vote", "round": "3", "voter": "阿福", "targets": "白虹", "via": "machine"}
    answer = login(name).add(game, LINES, at=AHEAD, **vote)
    assert answer.status_code == 400
    assert "2126 年）还没有到" in answer.text
    table = {"table": "时间\t投票人\t票\n2126-03-02 22:53:00\t墨猿\t白虹\n", "after": LINES,
             "via": "machine", "confirm": "yes"}  # fmt: skip
    shown = login(name).post(f"{game}/rounds/3/votes", table)
    assert shown.status_code == 200
    assert "2126 年）还没有到" in shown.text
    for changed in ({"new-at": AHEAD}, {"new-targets": "白虹", "at": AHEAD}):
        assert amend(referee, game, VOTE, **changed).status_code == 400
    form = {"after": LINES, "reason": "记错了", "at": AHEAD}
    assert referee.post(f"{game}/lines/{VOTE}/undo", form).status_code == 400
    assert length(store, game) == LINES


@pytest.mark.parametrize("how", ["undo", "amend"])
def test_a_year_that_came_in_wrong_can_be_put_right(
    referee: Visitor, store: Store, how: str
) -> None:
    vote = {"type": "vote", "at": f"{AHEAD}+08:00", "round": 3, "voter": "阿福",
            "targets": ["白虹"], "via": "machine"}  # fmt: skip
    game = imported(referee, ledger([*records(), vote]))
    assert [one["status"] for one in referee.json(f"{game}/rounds/3")["debts"]] == ["overdue"]
    if how == "undo":
        form = {"after": LINES + 1, "reason": "年份错了", "at": at("22:56")[:19]}
        assert referee.post(f"{game}/lines/{LINES + 1}/undo", form).status_code == 303
    else:
        right = {"new-at": at("22:56")[:19], "at": at("22:56")[:19]}
        assert amend(referee, game, LINES + 1, **right).status_code == 303
    assert [one["status"] for one in referee.json(f"{game}/rounds/3")["debts"]] == ["open"]


def test_an_assistant_cannot_make_a_ledger_endless(
    login: Login, referee: Visitor, game: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_MOST_LINES", 2)
    vote = {"kind": "vote", "round": "3", "targets": "白虹", "via": "machine"}
    when, assistant = at("22:55")[:19], login("助手丙")
    assert assistant.add(game, LINES, at=when, voter="阿福", **vote).status_code == 303
    table = {"table": "时间\t投票人\t票\n22:53:00\t墨猿\t白虹\n22:54:00\t鹦鹉\t白虹\n",
             "after": LINES + 1, "via": "machine", "confirm": "yes"}  # fmt: skip
    assert assistant.post(f"{game}/rounds/3/votes", table).status_code == 400
    assert assistant.add(game, LINES + 1, at=when, voter="阿禄", **vote).status_code == 303
    refused = assistant.add(game, LINES + 2, at=when, voter="阿寿", **vote)
    assert refused.status_code == 400
    assert "请哨子来记" in refused.text
    assert referee.add(game, LINES + 2, at=when, voter="阿寿", **vote).status_code == 303
