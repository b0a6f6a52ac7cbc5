"""`postcheck game`: every command once as a user would call it."""

import json
from pathlib import Path
from typing import Any

import pytest
from play import Play

from postcheck.cli.main import run
from postcheck.game.announce import ruling_post
from postcheck.game.public import ruling_view

NEW = ["--ruleset", "ziyou48", "--title", "局", "--first-round", "2026-03-02T21:00:00+08:00"]


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    play = Play("fengyun85", "甲 A 竹林", "乙 B 春郊", "丙 联剑 桑落", "丁 游侠", "戊 游侠",
                "己 游侠", number=3, kills={"A": 1})  # fmt: skip
    play.kill("K1", "甲", "A", "丁")
    play.complain("C1", "己", "K1", "over_quoted")
    play.rule("C1", "over_quoted", minutes=60)
    play.fill("K1", 1250, "13:00")
    play.votes("甲乙丙丁戊>己 己>戊", "14:00")
    play.close()
    play.add("amend", "22:00", line=15, reason="投票机", **{"with": {"targets": ["戊"]}})
    path = tmp_path / "局.jsonl"
    path.write_bytes(play.bytes())
    return path


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    status = run(["game", *map(str, words)])
    shown = capsys.readouterr()
    assert status == 0, shown.err
    return shown.out


def test_replay_prints_its_own_hash(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (call(capsys, "replay", ledger, "--json") for _ in range(2))
    assert first == second
    whole = json.loads(first)
    assert len(whole["sha256"]) == 64
    assert whole["version"]
    assert whole["sha256"][:8] in call(capsys, "replay", ledger)


def test_tally(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = call(capsys, "tally", ledger, "3")
    assert "后到的出局（投票8）" in text
    assert "1. 己：全票 3，半票 1　出局" in text
    assert json.loads(call(capsys, "tally", ledger, "3", "--json"))["tally"][0]["player"] == "己"
    assert run(["game", "tally", str(ledger), "4"]) == 2
    assert "--running" in capsys.readouterr().err
    assert "后到的出局" in call(capsys, "tally", ledger, "4", "--running")


def test_explain(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = call(capsys, "explain", ledger, "己")
    assert "己 出局：票出（投票2）" in text
    assert "第 16 行" in text
    text = call(capsys, "explain", ledger, "甲")
    assert "甲 重写补齐（杀帖10）" in text
    assert "判罚：C1 引用过度，成立" in text
    steps = json.loads(call(capsys, "explain", ledger, "K1", "--json"))["steps"]
    assert steps[0]["effect"] == "K1 handed in"
    assert "这一行改变了" not in call(capsys, "explain", ledger, "20")
    assert "改变了：戊：第 3 轮自杀 → 在场，全票" in call(capsys, "explain", ledger, "17")
    assert "没有这一行，账本不成立" in call(capsys, "explain", ledger, "9")
    assert run(["game", "explain", str(ledger), "无此人"]) == 2
    assert "没有“无此人”" in capsys.readouterr().err


def test_announce(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = call(capsys, "announce", ledger)
    assert "[b]试局 第 3 轮结果[/b]" in text
    assert "先后：起飞、烟花、贴杀、票出、带走、不投票（进程）" in text
    text = call(capsys, "announce", ledger, "C1", "--plain")
    assert "【试局 判罚公告】" in text
    assert "重写，至少 1200 字" in text
    assert json.loads(call(capsys, "announce", ledger, "3", "--json"))["round"] == 3
    assert run(["game", "announce", str(ledger), "4"]) == 2
    assert "没有可公告的结果" in capsys.readouterr().err


def test_show_and_check(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = call(capsys, "show", ledger)
    assert "己　游侠　白道　第 3 轮票出" in text
    assert "欠帖：甲 重写 K1 1200 字" in text
    assert "账本没有错" in call(capsys, "check", ledger)


def test_judge_adds_verdicts_that_punish_nobody(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = json.loads(call(capsys, "replay", ledger, "--json"))
    assert "K1：合格" in call(capsys, "judge", ledger)
    after = json.loads(call(capsys, "replay", ledger, "--json"))
    assert after["kills"]["K1"]["verdict"] == {"status": "pass", "findings": []}
    assert after["players"] == before["players"]
    assert "补记 0 行" in call(capsys, "judge", ledger)


def test_a_fault_without_a_complaint_stays_visible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play(
        "fengyun85", "甲 A 竹林", "乙 B 春郊", "丁 游侠", "戊 游侠", number=3, kills={"A": 1}
    )
    play.kill("K1", "甲", "A", "丁", number=1000, quoted=300)
    path = tmp_path / "局.jsonl"
    path.write_bytes(play.bytes())
    assert "K1：" in call(capsys, "judge", path)
    assert "有疑而未投诉：K1" in call(capsys, "check", path)
    assert json.loads(call(capsys, "replay", path, "--json"))["debts"] == []


def test_new_and_add(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "新局.jsonl"
    call(capsys, "new", path, *NEW)
    assert run(["game", "new", str(path), *NEW]) == 2
    when = ["--at", "2026-03-02T21:01:00+08:00"]
    for name, role, code in (("甲", "联合杀", "英俊潇洒"), ("乙", "游侠", "null"),
                             ("丙", "游侠", "null"), ("丁", "游侠", "null")):  # fmt: skip
        call(capsys, "add", path, "player", f"name={name}", f"role={role}", "group=null",
             f"code={code}", "owner=null", *when)  # fmt: skip
    line = call(capsys, "add", path, "ruling", "on=乙", "outcome=upheld", "by=哨子",
                "finding=self_exposure", "--at", "2026-03-02T22:00:00+08:00")  # fmt: skip
    assert "已记为第 6 行" in line
    assert "乙：在场，全票 → 第 1 轮判罚出局" in line
    capsys.readouterr()
    before = path.read_bytes()
    bad = ["voter=乙", "round=1", 'targets=["丙"]', "via=machine"]
    assert run(["game", "add", str(path), "vote", *bad, "--at", "2026-03-02T23:00:00+08:00"]) == 2
    assert "已经出局" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert run(["game", "add", str(path), "vote", "voter", *when]) == 2


def test_faults_exit_with_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "坏局.jsonl"
    path.write_text('{"type": "vote"}\n', encoding="utf-8")
    assert run(["game", "replay", str(path), "--json"]) == 2
    assert "坏局.jsonl:1: " in capsys.readouterr().err


def test_names_that_are_numbers_and_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play("fengyun85", "3 A 竹林", "game 游侠", "A 游侠", "丁 游侠", number=3)
    for place, voter in enumerate(("3", "game", "A", "丁")):
        play.add("vote", f"10:0{place}", round=3, voter=voter, via="machine",
                 targets=["game" if voter != "game" else "A"])  # fmt: skip
    play.close()
    play.rule("3", "self_exposure", "22:00", remedy="warn")
    ledger = tmp_path / "局.jsonl"
    ledger.write_bytes(play.bytes())
    assert "game 出局：票出" in call(capsys, "explain", ledger, "game")
    assert "3 受警告" in call(capsys, "explain", ledger, "3")
    assert "第 3 轮 进程有调整" in call(capsys, "explain", ledger, "第 6 行")
    assert "第 3 轮结果" in call(capsys, "announce", ledger, "第 3 轮")


def test_check_shows_what_to_write_and_whose_clock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play("fengyun85", "甲 A 竹林", "乙 游侠", "丙 游侠", "丁 游侠", number=3, kills={"A": 1})
    play.kill("K1", "甲", "A", "乙", code=None)
    play.records[0]["first_round"] = "2026-03-02T13:00:00+00:00"
    ledger = tmp_path / "局.jsonl"
    ledger.write_bytes(play.bytes())
    text = call(capsys, "check", ledger)
    assert "first_round 是 13:00:00，规则是 21:00:00（时间）" in text
    assert "作者留下：用 ruling 定，on=K1 reading=author_stays" in text


def test_a_ruling_on_the_alliance_is_announced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play("fengyun85", "甲 A 竹林", "乙 游侠", "丙 游侠", "丁 游侠", number=3)
    play.rule("@alliance", "alliance", reading="killers")
    ledger = tmp_path / "局.jsonl"
    ledger.write_bytes(play.bytes())
    assert "对象：联合" in call(capsys, "announce", ledger, "@alliance")
    assert "联合 哨子已定读法（联合）" in call(capsys, "explain", ledger, "@alliance")


def small(path: Path, *records: dict[str, Any]) -> Path:
    """A ledger of four players and K1 (on line 7), then `records`."""
    play = Play("fengyun85", "甲 A 竹林", "乙 游侠", "丙 游侠", "丁 游侠", number=3, kills={"A": 1})
    play.kill("K1", "甲", "A", "乙", number=900)
    for record in records:
        play.add(**record)
    path.write_bytes(play.bytes())
    return path


AT = ["--at", "2026-03-03T11:00:00+08:00"]
COMPLAINT = ["complaint", "id=C1", "on=K1", 'evidence=["截图"]']


def test_counts_that_were_not_given_are_not_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play("fengyun85", "甲 A 竹林", "乙 游侠", "丙 游侠", number=3, kills={"A": 2})
    play.kill("K1", "甲", "A", "乙")
    play.records[-1]["counts"] = {"words": 900}
    play.add("report", "21:00", player="丙", post="报道.txt")
    play.add("report", "21:00", player="乙", counts={"words": 900})
    ledger = tmp_path / "局.jsonl"
    ledger.write_bytes(play.bytes())
    text = call(capsys, "judge", ledger)
    assert "K1：没有检查，counts 没有写 cjk（中文字符和朝鲜语单词）；用 amend 改第 6 行" in text
    assert "丙：没有检查，只写了 post" in text
    assert "乙：合格" in text
    assert "补记 1 行" in text


def test_the_round_that_a_ruling_ended_is_announced_by_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = small(tmp_path / "局.jsonl")
    ruling = ["ruling", "on=甲", "outcome=upheld", "finding=multi_alias", "by=哨子"]
    shown = call(capsys, "add", ledger, *ruling, *AT)
    if "胜方：无 → 白道" not in shown:
        end = ["end", "winner=white", "reason=已无杀手"]
        assert "胜方：无 → 白道" in call(capsys, "add", ledger, *end, *AT)
    call(capsys, "add", ledger, "close", "round=3", "--at", "2026-03-03T21:05:00+08:00")
    assert "第 3 轮结果" in call(capsys, "announce", ledger, "3")
    assert call(capsys, "announce", ledger, "3") == call(capsys, "announce", ledger, "第 3 轮")


def test_the_round_that_a_lapsed_iou_ended_is_announced_without_a_close(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play("fengyun85", "甲 A 竹林", "乙 游侠", "丙 游侠", number=3, kills={"A": 1})
    play.kill("K1", "甲", "A", "乙", iou=True)
    play.tick("12:00:01")
    ledger = tmp_path / "局.jsonl"
    ledger.write_bytes(play.bytes())
    shown = call(capsys, "announce", ledger, "3", "--plain")
    assert "第 3 轮结果" in shown
    assert "自杀：甲" in shown
    assert "白道胜" in shown
    assert call(capsys, "announce", ledger, "--plain") == shown


def test_conduct_whose_time_is_not_known_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = small(tmp_path / "局.jsonl")
    fields = ["complaint", "id=C1", "on=甲", "title=[投诉]", 'evidence=["截图"]', "by=丙",
              "finding=self_exposure"]  # fmt: skip
    note = "请核对：投诉 C1 没有写 act_at，24 小时的时限没有核对（投诉1）"
    assert note in call(capsys, "add", ledger, *fields, *AT)
    assert note in call(capsys, "check", ledger)
    call(capsys, "add", ledger, "amend", "line=8", "reason=补上",
         'with={"act_at": "2026-03-03T10:00:00+08:00"}', *AT)  # fmt: skip
    assert "act_at" not in call(capsys, "check", ledger)


def test_a_refused_complaint_says_why_and_which_words_its_title_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = small(tmp_path / "局.jsonl")
    why = "不受理：标题没有注明“[投诉]”"
    added = call(capsys, "add", ledger, *COMPLAINT, "by=丙", "finding=too_short", "title=字少", *AT)
    assert "投诉 C1：丙 投诉 K1（字数不足）" in added
    assert f"投诉 C1：无 → {why}" in added
    ruling = ["ruling", "on=C1", "outcome=成立", "finding=字数不足", "by=哨子"]
    added = call(capsys, "add", ledger, *ruling, *AT)
    assert "判罚：C1 字数不足，成立" in added
    assert "C1 仍不受理，判罚不起作用（投诉2）" in added
    assert why in call(capsys, "announce", ledger, "C1", "--plain")
    assert f"投诉 C1：{why}" in call(capsys, "show", ledger)
    assert why in call(capsys, "explain", ledger, "C1")
    record = json.loads(ledger.read_text(encoding="utf-8").splitlines()[-1])
    assert (record["outcome"], record["finding"]) == ("upheld", "too_short")


def test_an_owner_who_complains_stays_secret(tmp_path: Path) -> None:
    play = Play("wuyue161", "甲 游侠", "乙 游侠 owner=真名", "丙 游侠", number=3)
    play.complain("C1", "真名", "丙", "late")
    play.rule("C1", "late")
    game = play.game()
    assert game.complaints["C1"].why == "not_playing"
    assert "场外人" in ruling_post(ruling_view(game, len(play.records)), {})


def test_complainants_and_findings_that_nobody_knows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = small(tmp_path / "局.jsonl")
    odd = [*COMPLAINT, "by=丙", "finding=too_shrot", "title=[投诉]", *AT]
    slip = "请核对：投诉 C1 的事由“too_shrot”不是已知的事由，是不是 too_short？"
    assert slip in call(capsys, "add", ledger, *odd)
    assert slip in call(capsys, "check", ledger)
    ledger = small(tmp_path / "局2.jsonl")
    right = [*COMPLAINT, "by=丙丙", "finding=too_short", "title=[投诉]", *AT]
    note = "请核对：投诉 C1 的投诉人“丙丙”不在玩家名单里，是不是 丙？"
    assert note in call(capsys, "add", ledger, *right)
    assert note in call(capsys, "check", ledger)


def test_check_lists_complaints_that_wait(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = small(tmp_path / "局.jsonl")
    right = [*COMPLAINT, "by=丙", "finding=too_short", "title=[投诉]", *AT]
    assert "投诉 C1：无 → 已受理" in call(capsys, "add", ledger, *right)
    wait = "投诉待判：C1（丙 投诉 K1，字数不足），用 ruling 定：on=C1"
    assert wait in call(capsys, "check", ledger)
    ruling = ["ruling", "on=C1", "outcome=不成立", "finding=too_short", "by=哨子"]
    call(capsys, "add", ledger, *ruling, *AT)
    assert "投诉待判" not in call(capsys, "check", ledger)


def test_what_hangs_on_a_line_is_voided_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = small(tmp_path / "局.jsonl")
    call(capsys, "judge", ledger)
    void = ["void", "line=7", "reason=记错", *AT]
    assert run(["game", "add", str(ledger), *void]) == 2
    shown = capsys.readouterr().err
    assert "“K1”写在第 7 行，那一行已经作废" in shown
    assert "先作废第 8 行（void line=8），再作废第 7 行" in shown
    call(capsys, "add", ledger, "void", "line=8", "reason=记错", *AT)
    call(capsys, "add", ledger, *void)


def test_new_names_its_own_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "局.jsonl"
    start = ["game", "new", str(path), "--ruleset", "ziyou48", "--title", "局", "--first-round"]
    assert run([*start, "2026-03-02T21:00:00"]) == 2
    assert (
        "--first-round 的“2026-03-02T21:00:00”不是时间 —— 写带时区的时间" in capsys.readouterr().err
    )
    assert run([*start, "2026-03-02T21:00:00+08:00", "--report-until", "明天"]) == 2
    assert "--report-until 的“明天”不是时间" in capsys.readouterr().err
    assert not path.exists()


def test_all_faults_of_a_line_at_once_with_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = small(tmp_path / "局.jsonl")
    assert run(["game", "add", str(ledger), "player", "name=戊", "role=联合杀手", *AT]) == 2
    shown = capsys.readouterr().err
    for name in ("group", "code", "owner"):
        assert f"补上 {name}：一行文字（不能空，没有控制字符）；没有就写 null" in shown
    assert "没有“联合杀手”这个身份" in shown
    wrong = ["complaint", "id=C1", "on=K1", "by=丙", "finding=late", "title=投诉", "evidence=x"]
    assert run(["game", "add", str(ledger), *wrong, *AT]) == 2
    assert 'evidence 应是列表，如 ["12 楼的截图"]' in capsys.readouterr().err
    kill = ["kill", "id=K2", "round=3", "author=甲", "code=竹林", "for=A", "target=丙"]
    assert run(["game", "add", str(ledger), *kill, *AT]) == 2
    assert "补上 iou：true 或 false" in capsys.readouterr().err


def test_a_new_ledger_opens_before_the_reports_are_due(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "局.jsonl"
    times = ["--first-round", "2026-03-02T21:00:00+08:00",
             "--report-until", "2026-03-02T20:00:00+08:00"]  # fmt: skip
    call(capsys, "new", ledger, "--ruleset", "fengyun85", "--title", "局", *times)
    early = ["--at", "2026-03-02T10:00:00+08:00"]
    player = ["group=null", "code=null", "owner=null", *early]
    for name in ("甲", "乙"):
        call(capsys, "add", ledger, "player", f"name={name}", "role=游侠", *player)
    assert "待定" not in call(capsys, "check", ledger)
    shown = call(capsys, "add", ledger, "report", "player=甲", 'counts={"words":320}', *early)
    assert "自杀" not in shown
    other = tmp_path / "另.jsonl"
    call(capsys, "new", other, "--ruleset", "fengyun85", "--title", "局", *times, *early)
    assert json.loads(other.read_text(encoding="utf-8"))["at"] == early[1]


def test_a_post_is_doubtful_only_until_somebody_complains_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play("fengyun85", "甲 A 竹林", "乙 游侠", "丙 游侠", number=3, kills={"A": 2})
    play.kill("K1", "甲", "A", "乙", number=500)
    ledger = tmp_path / "局.jsonl"
    ledger.write_bytes(play.bytes())
    call(capsys, "judge", ledger)
    assert "有疑而未投诉：K1" in call(capsys, "check", ledger)
    complaint = [*COMPLAINT, "by=乙", "finding=too_short"]
    call(capsys, "add", ledger, *complaint, "title=没有写明", *AT)
    assert "有疑而未投诉：K1" in call(capsys, "check", ledger)  # it was refused
    complaint[1] = "id=C2"
    call(capsys, "add", ledger, *complaint, "title=[投诉]", *AT)
    assert "有疑而未投诉" not in call(capsys, "check", ledger)


def test_a_rewrite_without_a_time_is_pointed_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = small(tmp_path / "局.jsonl")
    ruling = ["ruling", "on=K1", "outcome=成立", "finding=引用过度", "by=哨子"]
    shown = call(capsys, "add", ledger, *ruling, *AT)
    assert "请核对：甲 的重写没有时限；要定就作废第 8 行，再判一次，写上 minutes" in shown
    assert "没有时限" in call(capsys, "check", ledger)
    call(capsys, "add", ledger, "void", "line=8", "reason=没有写时限", *AT)
    assert "没有时限" not in call(capsys, "add", ledger, *ruling, "minutes=120", *AT)
