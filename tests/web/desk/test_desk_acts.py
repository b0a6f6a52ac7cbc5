"""What a referee does: open a game, record, rule, undo, announce; the rules core decides."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import pairwise
from typing import Any

import openpyxl
import pytest
from bs4 import BeautifulSoup
from desk_kit import Login, Visitor, fields_of, imported, length, texts
from desk_story import COMPLAINT, KILL, QUESTION, at, closed, ledger, records

from postcheck.game.announce import round_post
from postcheck.game.ledger import parse
from postcheck.game.output import full
from postcheck.game.public import round_view
from postcheck.game.referee import replay, ruleset_of
from postcheck.game.state import Game
from postcheck.web.desk import ledgers, plots, times
from postcheck.web.desk.database import Store

pytest_plugins = ("desk_fixtures",)

LINES = len(records())
HEAD = ledger(records()[:1])
NOW = at("22:55")[:19]
WATER = (
    "桥下的水声到了夜里格外清楚。守桥人把灯笼挂在栏杆上，坐下来数过往的船。"
    "第一艘载着木炭，第二艘载着两个不说话的旅人，第三艘什么也没有，只在船尾晾着一件蓝布衫。"
)


def game_of(store: Store, address: str) -> Game:
    """The game as the rules core replays what is stored."""
    raw = ("\n".join(texts(store, address)) + "\n").encode()
    found = parse(raw, "x")
    return replay(found, ruleset_of(found))


# -- a game is opened -------------------------------------------------------------------------


@pytest.mark.parametrize("story", [records(), closed()], ids=["open", "closed"])
def test_a_ledger_comes_out_of_the_desk_as_it_went_in(
    referee: Visitor, story: list[dict[str, Any]]
) -> None:
    address = imported(referee, ledger(story))
    with referee.get(f"{address}/ledger.jsonl") as answer:
        assert answer.data == ledger(story)
        assert answer.headers["Content-Disposition"].startswith("attachment")


def test_a_new_game_with_its_cast(referee: Visitor, store: Store) -> None:
    form = {
        "title": "秋局", "ruleset": "wuyue161", "first_round": "2026-05-01T21:00",
        "report_until": "2026-05-01T20:00", "zone": "+08:00", "round": "1",
        "cast": "松风，游侠，，，真身一\n竹露\t游侠\n\n荷香 游侠\n",
    }  # fmt: skip
    answer = referee.post("/desk/new", form)
    assert answer.status_code == 303
    lines = [json.loads(one) for one in texts(store, str(answer.location))]
    assert [one.get("name") for one in lines] == [None, "松风", "竹露", "荷香"]
    assert (lines[3]["role"], lines[3]["owner"]) == ("游侠", None)
    assert (lines[1]["owner"], lines[2]["owner"]) == ("真身一", None)
    assert lines[0]["first_round"] == "2026-05-01T21:00:00+08:00"


def test_a_fault_of_the_cast_is_told_by_the_line_that_was_pasted(referee: Visitor) -> None:
    form = {
        "title": "秋局", "ruleset": "wuyue161", "first_round": "2026-05-01T21:00",
        "zone": "+08:00", "round": "1", "cast": "松风，游侠\n\n竹露，无此身份\n",
    }  # fmt: skip
    answer = referee.post("/desk/new", form)
    assert answer.status_code == 400
    assert "玩家名单第 3 行：" in answer.text
    assert "<li>第 3 行" not in answer.text


@pytest.mark.parametrize("kind", ["kill", "report"])
def test_a_post_without_text_is_asked_for_its_text(referee: Visitor, game: str, kind: str) -> None:
    fields = {"id": "K3-9", "round": 3, "author": "赤狐", "for": "C", "target": "阿财"}
    if kind == "report":
        fields = {"player": "阿财"}
    answer = referee.add(game, LINES, kind=kind, at=at("22:55")[:19], **fields)
    assert answer.status_code == 400
    assert "没有正文" in answer.text
    assert "counts" not in answer.text


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"not json", "合法的 JSON"),
        (HEAD.replace(b"fengyun85", b"/etc/passwd"), "这里没有这套规则"),
        (HEAD.replace(b"fengyun85", b"../thresholds/fengyun85.toml"), "没有这套规则"),
        (ledger(records()[1:]), "第 1 行不是 game"),
        (ledger(records()).replace("阿贵".encode(), b"\xff\xfe"), "不是 UTF-8"),
        (ledger(records()).replace("阿贵".encode(), b"\\ud800"), "不成对"),
        (ledger([*records(), {"type": "vote", "at": at("22:56")}]), "缺少"),
    ],
)  # fmt: skip
def test_a_bad_ledger_is_refused_with_every_fault(referee: Visitor, raw: bytes, said: str) -> None:
    answer = referee.post("/desk/new", {"ledger": (BytesIO(raw), "../../etc/局.jsonl")})
    assert answer.status_code == 400
    assert said in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize("name", ["../../../etc/passwd", "/etc/passwd", "..\\..\\x.txt", "\0"])
def test_the_name_of_an_uploaded_file_opens_nothing(
    referee: Visitor, game: str, store: Store, name: str
) -> None:
    file = {"file": (BytesIO(WATER.encode()), name)}
    answer = referee.add(game, LINES, kind="report", player="阿福", at=NOW, **file)
    assert answer.status_code == 303
    assert json.loads(texts(store, game)[LINES])["counts"]["words"] == len(WATER)


# -- posts ------------------------------------------------------------------------------------


def hand_in(referee: Visitor, game: str, text: str = WATER * 12, **more: Any) -> str:
    """赤狐 hands in the post that is still due; gives the address of its page."""
    form = {"kind": "kill", "id": "K3-4", "round": "3", "author": "赤狐", "code": "妙令",
            "for": "C", "target": "阿财", "at": NOW, "text": text}  # fmt: skip
    answer = referee.add(game, LINES, **{**form, **more})
    assert answer.status_code == 303, answer.text
    return f"{game}/posts/{LINES + 1}"


def test_a_post_is_counted_checked_and_shown(referee: Visitor, game: str, store: Store) -> None:
    page = hand_in(referee, game)
    event, verdict = (json.loads(one) for one in texts(store, game)[LINES:])
    assert event["counts"]["words"] == len(WATER) * 12
    assert event["counts"]["repeated"] > 0
    assert (verdict["type"], verdict["on"], verdict["status"]) == ("verdict", "K3-4", "fail")
    shown = referee.get(page)
    assert "守桥人把灯笼挂在栏杆上" in shown.text
    assert "成立：重复过多" in shown.text
    data = referee.json(page)
    assert data["author"] == "赤狐"
    assert data["texts"][0]["result"]["verdict"]["status"] == "fail"


def test_every_ruling_says_beforehand_what_it_does(
    referee: Visitor, game: str, store: Store
) -> None:
    """The consequences shown are those that follow when the button is pressed."""
    page = f"{game}/complaints/{COMPLAINT}"
    for place in range(len(referee.json(page)["options"])):
        fresh = imported(referee, ledger(records()))
        address = f"{fresh}/complaints/{COMPLAINT}"
        option = referee.json(address)["options"][place]
        before = full(game_of(store, fresh))
        form = {"kind": "ruling", "on": "C1", "at": at("22:50")[:19], **option["fields"]}
        assert referee.add(fresh, LINES, **form).status_code == 303
        after = full(game_of(store, fresh))
        assert (before["sha256"] != after["sha256"]) is True
        for debt in after["debts"]:
            if debt not in before["debts"]:
                assert any(f"{debt['min_count']} 字" in one for one in option["changes"])
        assert json.loads(texts(store, fresh)[-1])["by"] == "哨甲"


def test_what_follows_when_a_debt_is_not_met_is_shown(referee: Visitor, game: str) -> None:
    page = f"{game}/complaints/{COMPLAINT}"
    option = referee.client.get(f"{page}.json?at=2026-03-02T23:00&minutes=300").json["options"][0]
    assert option["label"] == "成立：引用过度"
    assert any("鹰隼 重写 1200 字，2026-03-03T04:00:00+08:00" in one for one in option["changes"])
    assert any(one.startswith("鹰隼：") and "判罚出局" in one for one in option["otherwise"])
    assert any(one.startswith("阿福：") and "全票" in one for one in option["otherwise"])


def test_a_question_of_the_rules_shows_each_reading(referee: Visitor, game: str) -> None:
    asked = referee.json(game)["todo"]["questions"]
    assert [one["on"] for one in asked] == ["K3-3"]
    data = referee.json(f"{game}/questions/{QUESTION}/1")
    labels = [one["label"] for one in data["options"]]
    assert "按读法“作者留下”判" in labels
    assert "按读法“作者出局”判" in labels
    out = next(one for one in data["options"] if "作者出局" in one["label"])
    assert any(one.startswith("赤狐：") and "判罚出局" in one for one in out["changes"])


def test_a_passage_is_left_out_with_a_reason_and_back_by_undoing(
    referee: Visitor, game: str, store: Store
) -> None:
    page = hand_in(referee, game)
    result = referee.json(page)["texts"][0]["result"]
    hits = result["measures"]["repeated"]["hits"]
    line, after = LINES + 1, LINES + 2
    what = json.dumps({"measure": "repeated", "start": 0, "end": len(result["text"])})
    form = {"after": after, "post": line, "what": what, "reason": ""}
    refused = referee.post(f"{game}/posts/{line}/waive", form)
    assert refused.status_code == 400
    assert "没有写理由" in refused.text
    done = referee.post(f"{game}/posts/{line}/waive", {**form, "reason": "副歌"})
    assert done.status_code == 303
    data = referee.json(page)
    assert data["texts"][0]["result"]["measures"]["repeated"]["hits"] == []
    assert data["waivers"][0]["reason"] == "副歌"
    assert data["waivers"][0]["by"] == "哨甲"
    logged = json.loads(texts(store, game)[-1])
    assert (logged["type"], logged["on"], logged["note"]) == (
        "verdict", "K3-4", "除外（副歌，哨甲）",
    )  # fmt: skip
    undo(referee, game, after + 1, after + 1)
    assert referee.json(page)["texts"][0]["result"]["measures"]["repeated"]["hits"] == hits


@pytest.mark.parametrize("what", ["", "[]", "{}", "x", '{"measure": 1}', '{"doc": "a"}'])
def test_what_is_left_out_must_be_a_passage_or_a_source(
    referee: Visitor, game: str, store: Store, what: str
) -> None:
    hand_in(referee, game)
    form = {"after": LINES + 2, "post": LINES + 1, "what": what, "reason": "无"}
    assert referee.post(f"{game}/posts/{LINES + 1}/waive", form).status_code == 400
    assert length(store, game) == LINES + 2


def test_a_text_is_waived_for_its_own_post_only(referee: Visitor, game: str, store: Store) -> None:
    hand_in(referee, game)
    what = json.dumps({"measure": "repeated", "start": 0, "end": 9})
    form = {"after": LINES + 2, "post": KILL, "what": what, "reason": "无"}
    assert referee.post(f"{game}/posts/{LINES + 1}/waive", form).status_code == 404
    assert length(store, game) == LINES + 2


def test_an_iou_is_filled_with_a_text(referee: Visitor, game: str) -> None:
    answer = referee.add(game, LINES, kind="fill", kill="K3-2", at=at("08:00")[:19],
                         file=(BytesIO((WATER * 20).encode("gb18030")), "补.txt"))  # fmt: skip
    assert answer.status_code == 303
    debts = referee.json(f"{game}/rounds/3")["debts"]
    assert [(one["player"], one["status"]) for one in debts] == [("苍狼", "met")]
    assert len(referee.json(f"{game}/posts/29")["texts"]) == 1


# -- undoing and two at once ------------------------------------------------------------------


def undo(referee: Visitor, game: str, line: int, after: int) -> None:
    form = {"after": after, "reason": "记错了", "at": NOW}
    answer = referee.post(f"{game}/lines/{line}/undo", form)
    assert answer.status_code == 303, answer.text


def test_undoing_is_a_void_with_a_reason(referee: Visitor, game: str, store: Store) -> None:
    before = full(game_of(store, game))
    hand_in(referee, game)
    page = referee.json(f"{game}/lines/{LINES + 1}")
    assert page["undo"]["lines"] == [LINES + 1, LINES + 2]
    assert any("K3-4" in one for one in page["undo"]["changes"])
    form = {"after": LINES + 2, "reason": " ", "at": NOW}
    assert referee.post(f"{game}/lines/{LINES + 1}/undo", form).status_code == 400
    undo(referee, game, LINES + 1, LINES + 2)
    after = full(game_of(store, game))
    for key in ("players", "kills", "debts", "complaints", "due_posts"):
        assert before[key] == after[key]
    added = [json.loads(one) for one in texts(store, game)[LINES + 2 :]]
    assert [(one["type"], one["line"], one["reason"]) for one in added] == [
        ("void", LINES + 1, "记错了"), ("void", LINES + 2, "记错了"),
    ]  # fmt: skip
    assert length(store, game) == LINES + 4  # nothing is ever taken away


def test_what_others_rest_on_cannot_be_undone(referee: Visitor, game: str) -> None:
    page = referee.json(f"{game}/lines/{KILL}")
    assert page["undo"]["errors"]  # two complaints are about it
    assert referee.json(f"{game}/lines/1")["undo"] is None


def test_a_refusal_names_the_line_and_quotes_no_json(referee: Visitor, game: str) -> None:
    errors = referee.json(f"{game}/lines/{KILL}")["undo"]["errors"]
    assert errors[0].startswith(f"第 {COMPLAINT} 行：“K3-1”写在第 {KILL} 行")
    form = {"after": LINES, "reason": "记错了", "at": NOW}
    page = referee.post(f"{game}/lines/{KILL}/undo", form)
    assert page.status_code == 400
    assert "此行" not in page.text + "".join(errors)


def test_the_second_of_two_referees_sees_what_changed(
    referee: Visitor, login: Login, game: str, store: Store
) -> None:
    other = login("哨乙")
    first = {"kind": "ruling", "on": "C1", "outcome": "dismissed", "finding": "over_quoted"}
    assert referee.add(game, LINES, at=NOW, **first).status_code == 303
    second = {**first, "outcome": "upheld", "at": NOW}
    answer = other.add(game, LINES, **second)
    assert answer.status_code == 409
    assert length(store, game) == LINES + 1
    assert "别人已先改过" in answer.text
    assert re.search(r"哨甲.*判罚：C1 引用过度，不成立", answer.text)
    assert "鹰隼 重写 1200 字" in answer.text  # what it would do now
    again = re.search(r'name="after" value="(\d+)"', answer.text)
    assert again is not None
    assert int(again[1]) == LINES + 1
    assert other.add(game, int(again[1]), **second).status_code == 303
    who = [(one.by, json.loads(one.text)["outcome"]) for one in _lines(store, game)[LINES:]]
    assert who == [("哨甲", "dismissed"), ("哨乙", "upheld")]


@pytest.mark.parametrize(("title", "doubtful"), [("[投诉] 有疑", []), ("没有写明", ["K3-1"])])
def test_a_post_is_doubtful_until_a_complaint_of_it_stands(
    referee: Visitor, title: str, doubtful: list[str]
) -> None:
    story = [{**one, "title": title} if one["type"] == "complaint" else one for one in records()]
    shown = referee.json(imported(referee, ledger(story)))["todo"]["doubtful"]
    assert [one["id"] for one in shown] == doubtful


def test_who_is_late_by_a_moment_keeps_what_was_written(
    referee: Visitor, login: Login, game: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writes between the last look at the ledger and the writing."""
    plain, other = ledgers.append, login("哨乙")
    vote = {"kind": "vote", "round": "3", "targets": "白虹", "via": "machine", "at": NOW}

    def late(*arguments: Any, **more: Any) -> None:
        monkeypatch.setattr(ledgers, "append", plain)
        first = pool.submit(other.add, game, LINES, voter="阿福", **vote)
        assert first.result().status_code == 303
        plain(*arguments, **more)

    monkeypatch.setattr(ledgers, "append", late)
    form = {"kind": "report", "player": "阿禄", "at": NOW, "text": WATER * 4}
    with ThreadPoolExecutor(1) as pool:
        answer = referee.add(game, LINES, **form)
    assert answer.status_code == 409
    assert "投票：阿福 → 白虹" in answer.text
    assert length(store, game) == LINES + 1
    again = fields_of(answer.text, f"{game}/add")
    assert again["after"] == str(LINES + 1)
    assert WATER in again["text"]
    answer = referee.post(f"{game}/add", again)
    assert answer.status_code == 303, answer.text
    assert length(store, game) == LINES + 3


def test_a_post_that_came_second_is_handed_in_from_the_page_that_says_so(
    referee: Visitor, login: Login, game: str, store: Store
) -> None:
    vote = {"kind": "vote", "round": "3", "voter": "墨猿", "targets": "阿财", "via": "machine"}
    assert login("助手丙").add(game, LINES, at=NOW, **vote).status_code == 303
    text = f"<b>&amp;\u200b{WATER}\n　{WATER * 12}"
    form = {"kind": "kill", "id": "K3-4", "round": "3", "author": "赤狐", "code": "妙令",
            "for": "C", "target": "阿财", "at": NOW, "text": text}  # fmt: skip
    answer = referee.add(game, LINES, **form)
    assert answer.status_code == 409
    assert "助手丙" in answer.text
    again = fields_of(answer.text, f"{game}/add")
    assert referee.client.post(f"{game}/add", data=again).status_code == 303
    page = referee.json(f"{game}/posts/{LINES + 2}")
    assert page["texts"][0]["result"]["text"] == text
    assert length(store, game) == LINES + 3


def test_names_with_hidden_characters_survive_every_form(referee: Visitor, store: Store) -> None:
    """What is shown is marked; what is sent back is the name itself."""
    odd = '阿\u200b贵\u202e"<'
    story = json.loads(json.dumps(records(), ensure_ascii=False).replace("阿贵", "ODD"))
    for one in story:
        for field, value in one.items():
            one[field] = odd if value == "ODD" else value
    game = imported(referee, ledger(story))
    form = {"type": "ruling", "on": odd, "outcome": "upheld", "finding": "insult", "at": NOW,
            "remedy": "out", "after": LINES}  # fmt: skip
    shown = referee.post(f"{game}/add", form)
    assert shown.status_code == 200
    assert (
        referee.client.post(f"{game}/add", data=fields_of(shown.text, f"{game}/add")).status_code
        == 303
    )
    assert json.loads(texts(store, game)[-1])["on"] == odd
    assert not game_of(store, game).players[odd].alive


def _lines(store: Store, game: str) -> list[ledgers.Line]:
    return ledgers.read(store, game.rsplit("/", 1)[1])


@pytest.mark.parametrize("after", ["", "x", "-1", "1" * 20])
def test_a_form_must_say_what_it_was_made_from(
    referee: Visitor, game: str, store: Store, after: str
) -> None:
    form = {"type": "withdraw", "kill": "K3-1", "at": NOW, "after": after, "confirm": "yes"}
    assert referee.post(f"{game}/add", form).status_code == 400
    assert length(store, game) == LINES


def test_nothing_is_recorded_before_it_is_confirmed(
    referee: Visitor, game: str, store: Store
) -> None:
    form = {"type": "close", "round": "3", "at": at("20:59")[:19], "after": LINES}
    answer = referee.post(f"{game}/add", form)
    assert answer.status_code == 200
    assert "阿寿" not in re.sub(r"(?s)<pre.*", "", answer.text)  # has voted, stays
    assert re.search(r"赤狐：在场，全票 → 第 3 轮自杀", answer.text)
    assert "第 3 轮结果" in answer.text  # the announcement, as it would be
    assert length(store, game) == LINES


@pytest.mark.parametrize(
    "form",
    [
        {"kind": "kill", "id": "K9", "round": "3", "author": "阿福", "code": "", "for": "A",
         "target": "阿禄", "iou": "yes"},
        {"kind": "kill", "id": "K3-1", "round": "3", "author": "赤狐", "code": "妙令", "for": "C",
         "target": "阿禄", "iou": "yes"},
        {"kind": "close", "round": "9"},
        {"kind": "close", "round": "三"},
        {"kind": "ruling", "on": "无", "outcome": "upheld", "finding": "x"},
        {"kind": "adjust", "round": "3", "votes": "x", "reason": "y"},
        {"kind": "withdraw", "kill": "K3-1\x01"},
        {"kind": "report", "player": "阿福"},
    ],
)  # fmt: skip
def test_what_the_rules_core_refuses_is_not_recorded(
    referee: Visitor, game: str, store: Store, form: dict[str, str]
) -> None:
    answer = referee.add(game, LINES, at=NOW, **form)
    assert answer.status_code == 400
    assert "没有记下" in answer.text
    assert length(store, game) == LINES


# -- votes ------------------------------------------------------------------------------------

TABLE = "投票时间\t投票人\t投给\n2026-03-02 22:52:00\t赤狐\t白虹\n2026-03-02 22:53:10\t墨猿\t阿财\n"


def xlsx(rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


ROWS = [line.split("\t") for line in TABLE.splitlines()]
SOURCES: dict[str, tuple[str, bytes]] = {
    "pasted": (TABLE, b""),
    "pasted with wide gaps": ("\n".join("   ".join(row) for row in ROWS), b""),
    "without names": ("\n".join("\t".join(row) for row in ROWS[1:]), b""),
    "other order": ("\n".join("\t".join(row[1:] + row[:1]) for row in ROWS), b""),
    "times of day": (TABLE.replace("2026-03-02 ", ""), b""),
    "csv": ("", "\n".join(",".join(row) for row in ROWS).encode()),
    "csv of Excel": ("", "\n".join(",".join(row) for row in ROWS).encode("gb18030")),
    "tsv with BOM": ("", b"\xef\xbb\xbf" + TABLE.encode()),
    "xlsx": ("", xlsx(ROWS)),
    "xlsx with times": ("", xlsx([ROWS[0], *([times.moment(row[0], None), *row[1:]]
                                             for row in ROWS[1:])])),  # type: ignore[arg-type]
}  # fmt: skip


def send(visitor: Visitor, game: str, table: str, data: bytes, after: int, **more: Any) -> Any:
    form: dict[str, Any] = {"table": table, "after": after, "via": "machine", **more}
    if data:
        form["file"] = (BytesIO(data), "票.xlsx")
    return visitor.post(f"{game}/rounds/3/votes", form)


def test_a_ballot_after_the_end_of_the_round_is_marked_as_late(referee: Visitor, game: str) -> None:
    end = referee.json(f"{game}/rounds/3")["ends"]
    rows = [
        "时间\t投票人\t投给",
        "2026-03-02 23:30:00\t阿寿\t墨猿",
        "2026-03-03 21:30:00\t阿福\t墨猿",
    ]
    page = send(referee, game, "\n".join(rows), b"", LINES).text
    assert page.count(f"但已晚：这一轮 {end} 结束") == 1


@pytest.mark.parametrize("source", list(SOURCES))
def test_a_table_of_votes_is_read_shown_and_recorded(
    login: Login, game: str, store: Store, source: str
) -> None:
    assistant = login("助手丙")
    table, data = SOURCES[source]
    shown = send(assistant, game, table, data, LINES)
    assert shown.status_code == 200
    assert "可记 2 张" in shown.text
    assert length(store, game) == LINES
    answer = send(assistant, game, table, data, LINES, confirm="yes", back=f"{game}/checkin")
    assert (answer.status_code, answer.location) == (303, f"{game}/checkin?done={LINES + 1}")
    led = assistant.get(answer.location)
    assert led.status_code == 200
    assert f"已记为第 {LINES + 1} 行" in led.text
    added = [json.loads(one) for one in texts(store, game)[LINES:]]
    assert [(one["voter"], one["targets"], one["at"]) for one in added] == [
        ("赤狐", ["白虹"], "2026-03-02T22:52:00+08:00"),
        ("墨猿", ["阿财"], "2026-03-02T22:53:10+08:00"),
    ]


def test_a_table_sent_again_adds_only_what_is_new(
    referee: Visitor, game: str, store: Store
) -> None:
    assert send(referee, game, TABLE, b"", LINES, confirm="yes").status_code == 303
    longer = TABLE + "2026-03-02 22:59:00\t阿福\t白虹\n"
    shown = send(referee, game, longer, b"", LINES + 2)
    assert "可记 1 张" in shown.text
    assert shown.text.count("已经在账本里") == 2
    assert send(referee, game, longer, b"", LINES + 2, confirm="yes").status_code == 303
    assert length(store, game) == LINES + 3


def test_rows_that_are_no_ballots_are_named(referee: Visitor, game: str, store: Store) -> None:
    bad = "2026-03-02 22:52:00\t无名\t白虹\n昨晚\t阿福\t白虹\n2026-03-02 22:54:00\t阿福\t白狐、谁\n"
    shown = send(referee, game, TABLE + bad, b"", LINES)
    for said in ("没有叫“无名”的玩家", "时间看不懂", "没有叫“白狐、谁”的玩家", "3 行不记"):
        assert said in shown.text


def test_ballots_of_the_dead_are_left_out(referee: Visitor, store: Store) -> None:
    """What the rules core refuses is named row by row; the rest can be recorded."""
    story = [*closed(), {"type": "adjust", "at": at("20:59"), "round": 4, "reason": "少",
                         "schedule": {"votes": 1, "vote_out": 1, "kills": {"A": 1}}}]  # fmt: skip
    game = imported(referee, ledger(story))
    table = "时间\t投票人\t票\n2026-03-03 22:00:00\t阿福\t鹰隼\n2026-03-03 22:01:00\t阿寿\t鹰隼\n"
    form = {"table": table, "after": len(story), "via": "machine"}
    shown = referee.post(f"{game}/rounds/4/votes", form)
    assert "可记 1 张" in shown.text
    assert "阿福 已经出局，不能投票" in shown.text
    answer = referee.post(f"{game}/rounds/4/votes", {**form, "confirm": "yes"})
    assert answer.status_code == 303
    assert json.loads(texts(store, game)[-1])["voter"] == "阿寿"


@pytest.mark.parametrize(
    ("table", "data", "said"),
    [("", b"", "表格是空的"), ("", b"PK\x03\x04 nonsense", "不是完好的 .xlsx"),
     ("甲\n乙\n", b"", "看不出哪一列"), ("", b"\0\1\2\3" * 100, ""),
     ("时间\t投票人\t票\n" + "a\tb\tc\n" * 5001, b"", "超过 5000 行")],
)  # fmt: skip
def test_what_is_no_table_is_said_so(
    referee: Visitor, game: str, table: str, data: bytes, said: str
) -> None:
    answer = send(referee, game, table, data, LINES)
    assert answer.status_code == 400
    assert said in answer.text


def test_a_bomb_of_a_table_is_not_opened(referee: Visitor, game: str) -> None:
    import zipfile

    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"\0" * 60_000_000)
    answer = send(referee, game, "", stream.getvalue(), LINES)
    assert answer.status_code == 400
    assert "表格太大" in answer.text


def test_a_tie_is_explained_by_when_the_votes_came(referee: Visitor, game: str) -> None:
    data = referee.json(f"{game}/rounds/3/votes")
    assert [one["player"] for one in data["tally"]] == ["墨猿", "白虹"]
    assert data["ties"] == [{"full": 2, "half": 0, "players": [
        {"player": "墨猿", "rank": 1, "out": False, "times": ["03-02 22:31:00"]},
        {"player": "白虹", "rank": 2, "out": False, "times": ["03-02 22:30:00"]},
    ]}]  # fmt: skip
    assert "后到的出局" in data["rules"][0]["says"]
    assert data["silent"] == ["鹰隼", "苍狼", "赤狐", "白虹", "鹦鹉", "墨猿", "阿福", "阿禄"]


def test_a_ballot_that_was_changed_later_is_still_listed(referee: Visitor, game: str) -> None:
    vote = {"kind": "vote", "round": "3", "voter": "阿喜", "targets": "白虹", "via": "machine"}
    assert referee.add(game, LINES, at=NOW, **vote).status_code == 303
    data = referee.json(f"{game}/rounds/3/votes")
    mine = [(one["targets"], one["void"]) for one in data["ballots"] if one["voter"] == "阿喜"]
    assert mine == [(["墨猿"], "后来改投了"), (["白虹"], None)]
    assert "不算：后来改投了" in referee.get(f"{game}/rounds/3/votes").text


def test_the_tally_of_a_closed_round_is_that_of_the_rules_core(
    referee: Visitor, store: Store
) -> None:
    game = imported(referee, ledger(closed()))
    data = referee.json(f"{game}/rounds/3/votes")
    assert data["tally"] == game_of(store, game).tally["3"]
    assert len(data["ballots"]) == 12
    assert sum(data["arrival"]["by_hour"]) == 12


# -- announcements, complaints, check-in ------------------------------------------------------


def test_the_announcement_is_the_one_of_the_rules_core(referee: Visitor, store: Store) -> None:
    game = imported(referee, ledger(closed()))
    listed = referee.json(game)["announcements"]
    assert [one["title"] for one in listed] == ["第 3 轮结果", "判罚：C1，代号“竹林”的杀帖"]
    found = referee.json(f"{game}/announcements/{listed[0]['line']}")["announcement"]
    view = round_view(game_of(store, game), 3)
    assert found["bbcode"] == round_post(view)
    assert found["plain"] == round_post(view, bb=False)


@pytest.mark.parametrize(
    ("when", "in_time", "word"),
    [("17:59", True, "已受理"), ("18:00", False, "不受理")],
)
def test_a_complaint_shows_its_window(
    login: Login, game: str, when: str, in_time: bool, word: str
) -> None:
    assistant = login("助手丙")
    answer = assistant.add(game, LINES, kind="complaint", id="C3", by="阿禄", on="K3-1",
                           finding="not_first", title="[投诉] 非首发", evidence="链接一\n链接二",
                           at=at(when)[:19])  # fmt: skip
    assert answer.status_code == 303
    one = assistant.json(f"{game}/complaints")["complaints"][0]
    assert (one["in_time"], one["word"], one["until"]) == (in_time, word, "03-03 17:59:59")
    assert one["evidence"] == ["链接一", "链接二"]


@pytest.mark.parametrize(
    ("when", "title", "says"),
    [
        ("17:59", "[投诉] 非首发", "C3 已受理"),
        ("17:59", "非首发", "C3 不受理：标题没有注明"),
        ("18:00", "非首发", "C3 不受理：标题没有注明…；也过了时限"),
        ("18:00", "[投诉] 非首发", "C3 不受理：过了时限"),
    ],
)
@pytest.mark.parametrize("who", ["哨甲", "助手丙"])
def test_whether_a_complaint_is_taken_is_the_headline_before_it_is_recorded(
    who: str, when: str, title: str, says: str, login: Login, game: str
) -> None:
    answer = login(who).post(f"{game}/add", {
        "after": LINES, "type": "complaint", "id": "C3", "by": "阿禄", "on": "K3-1",
        "finding": "not_first", "title": title, "evidence": "链接一", "at": at(when)[:19],
    }, game)  # fmt: skip
    assert answer.status_code == 200
    page = BeautifulSoup(answer.text, "html.parser")
    headline = page.select_one("h2.answer").text
    assert all(part in headline for part in says.split("…"))
    assert ("也过了时限" in headline) == ("也过了时限" in says)
    assert "局面不变" not in answer.text


def test_check_in_knows_who_is_missing(referee: Visitor, store: Store) -> None:
    story = [one for one in records() if one.get("player") != "阿贵"]
    story = [one for one in story if one["type"] not in ("vote", "kill", "verdict", "complaint")]
    game = imported(referee, ledger(story))
    players = {one["name"]: one for one in referee.json(f"{game}/checkin")["players"]}
    assert players["阿贵"]["missing"] is True
    assert players["阿福"]["missing"] is False
    answer = referee.add(game, len(story), kind="substitute", out="阿贵", at=NOW, **{"in": "新人"})
    assert answer.status_code == 303
    assert game_of(store, game).players["阿贵"].alive


def test_clocks_count_to_the_due_time(
    referee: Visitor, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = times.moment("2026-03-03T09:30:00+08:00", None)  # type: ignore[arg-type]
    for module in ("rounds", "overview", "times"):
        monkeypatch.setattr(f"postcheck.web.desk.{module}.now", lambda: moment)
    debt = referee.json(f"{game}/rounds/3")["debts"][0]
    assert (debt["shown"], debt["left"]) == ("03-03 12:00:00", "还剩 2 小时 30 分")
    assert referee.json(game)["todo"]["left"] == "还剩 11 小时 30 分"


def test_the_time_for_naming_targets_runs_from_the_result(
    referee: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ziyou48: within 15 minutes of the result post."""
    head = {"type": "game", "at": at("21:00"), "ruleset": "ziyou48", "title": "夏局",
            "first_round": at("21:00"), "round": 2}  # fmt: skip
    cast = [("春山", "联合杀", "宇内第一"), ("朝山", "独刺", "机敏灵巧"), ("秋山", "游侠", None),
            ("冬山", "游侠", None), ("暮山", "游侠", None), ("晚山", "游侠", None)]  # fmt: skip
    story = [head]
    for name, role, code in cast:
        story.append({"type": "player", "at": at("21:00"), "name": name, "role": role,
                      "group": None, "code": code, "owner": None})  # fmt: skip
    story.append({"type": "adjust", "at": at("21:01"), "round": 2, "reason": "少",
                  "schedule": {"votes": 1, "vote_out": 1, "kills": {}}})  # fmt: skip
    for name, *_ in cast:
        story.append({"type": "vote", "at": at("22:00"), "round": 2, "voter": name,
                      "targets": ["秋山"], "via": "machine"})  # fmt: skip
    story.append({"type": "close", "at": "2026-03-03T21:05:00+08:00", "round": 2})
    game = imported(referee, ledger(story))
    moment = times.moment("2026-03-03T21:10:00+08:00", None)  # type: ignore[arg-type]
    monkeypatch.setattr("postcheck.web.desk.rounds.now", lambda: moment)
    named = referee.json(f"{game}/rounds/3")["naming"]
    assert (named["until"], named["left"]) == ("03-03 21:20:00", "还剩 10 分")


def test_the_life_line_counts_who_is_left(referee: Visitor, login: Login, store: Store) -> None:
    game = imported(referee, ledger(closed()))
    life = referee.json(game)["life"]
    assert life["rounds"] == [2, 3]
    left = {one["name"]: one["left"] for one in life["series"]}
    assert left == {"all": [12, 9], "black": [4, 4], "white": [8, 5]}


@pytest.mark.parametrize("ends", [[0, 0, 0, 0], [180, 180, 179], [5, 90, 95, 180], [100]])
def test_names_beside_a_plot_do_not_cover_each_other(ends: list[int]) -> None:
    series: list[dict[str, Any]] = [{} for _ in ends]
    plots.place_labels(series, ends)
    places = sorted(one["label_y"] for one in series)
    assert places[0] >= 0
    assert places[-1] <= plots.HEIGHT
    assert all(b - a >= plots.GAP for a, b in pairwise(places))


# -- hostile texts ----------------------------------------------------------------------------

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


def test_no_name_and_no_text_becomes_a_tag(referee: Visitor, store: Store) -> None:
    """Names, titles, reasons, evidence and the text of a post are text on every page."""
    story = [{**one} for one in records(title=EVIL)]
    story = [one for one in story if one.get("voter") != "阿贵"]
    for one in story:
        if one.get("name") == "阿贵":
            one |= {"name": EVIL, "owner": EVIL}
        for field in ("player", "out"):
            if one.get(field) == "阿贵":
                one[field] = EVIL
        if one["type"] == "complaint":
            one |= {"title": f"[投诉]{EVIL}", "evidence": [EVIL], "by": EVIL}
    story.append({"type": "vote", "at": at("22:51"), "round": 3, "voter": EVIL,
                  "targets": ["白虹"], "via": "machine", "note": EVIL})  # fmt: skip
    game = imported(referee, ledger(story))
    form = {"kind": "kill", "id": "K3-4", "round": "3", "author": "赤狐", "code": "妙令",
            "for": "C", "target": EVIL, "at": NOW, "text": EVIL + WATER * 12}  # fmt: skip
    assert referee.add(game, len(story), **form).status_code == 303
    pages = ["", "/rounds/3", "/rounds/3/votes", "/checkin", "/complaints", f"/complaints/{34}",
             f"/posts/{len(story) + 1}", "/ledger", "/people", f"/lines/{len(story) + 1}",
             f"/lines/{len(story)}"]  # fmt: skip
    for page in pages:
        text = referee.get(game + page).text
        assert "<script>alert" not in text, page
        assert "<img src=x" not in text, page
        assert "alert(1)" in text or page in ("/people",), page


def test_a_reason_is_text_too(referee: Visitor, game: str) -> None:
    hand_in(referee, game)
    form = {"after": LINES + 2, "reason": EVIL, "at": NOW}
    assert referee.post(f"{game}/lines/{LINES + 1}/undo", form).status_code == 303
    assert "<img src=x" not in referee.get(f"{game}/ledger").text
    assert "<img src=x" not in referee.get(f"{game}/lines/{LINES + 3}").text


@pytest.mark.parametrize(
    "back",
    ["https://evil.example", "//evil.example", "/desk/games/x", "GAME/../../..//evil",
     "GAME\\evil", "GAME/ledger?x=1#y"],
)  # fmt: skip
def test_after_an_event_one_stays_in_the_game(referee: Visitor, game: str, back: str) -> None:
    form = {"kind": "withdraw", "kill": "K3-1", "at": NOW, "back": back.replace("GAME", game)}
    answer = referee.add(game, LINES, **form)
    assert answer.status_code == 303
    assert answer.location.split("?")[0] in (game, f"{game}/ledger")
