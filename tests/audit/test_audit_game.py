"""`postcheck audit --game`: what the rules give beside what was ruled, and the files of it."""

import json
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import smallgame
from audit_calls import called, inside

from postcheck.report.verify import verify_html


def lines(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "results.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_row_is_compared(game_folder: Path) -> None:
    found = []
    for row in lines(game_folder / "out"):
        audit, verdict, standing = row["audit"], row["verdict"], row["audit"]["standing"]
        found.append(
            (
                audit["status"],
                verdict and verdict["status"],
                standing and standing["status"],
                audit["rules"]["outcome"],
                audit["comparison"],
            )
        )
    assert tuple(found) == smallgame.EXPECTED


def test_window_and_standing_are_the_rules_cores(game_folder: Path) -> None:
    late = lines(game_folder / "out")[4]["audit"]
    assert late["standing"]["why"] == "too_late"
    assert late["standing"]["clause"] == "投诉1"
    assert late["standing"]["limit"].startswith("2026-03-03T17:59:59")


def test_a_line_is_a_check_object(game_folder: Path) -> None:
    row = lines(game_folder / "out")[2]
    assert row["post"]["id"] == "K1-3"
    assert row["post"]["author"] == "苍狼"
    assert row["measures"]["quoted"]["hits"][0]["source"]["doc"] == "旧文"
    assert row["audit"]["rules"]["findings"] == ["over_quoted"]
    assert row["audit"]["ruling"]["outcome"] == "dismissed"
    assert row["audit"]["game"]["line"] == 21


def test_pages_of_cases_can_be_verified(game_folder: Path) -> None:
    out = game_folder / "out"
    pages = sorted(path.name for path in (out / "cases").iterdir())
    assert pages == [f"{number:06d}.html" for number in range(1, 7)]
    assert verify_html(str(out / "cases" / "000003.html")).genuine


def test_workbook(game_folder: Path) -> None:
    book = openpyxl.load_workbook(game_folder / "out" / "audit.xlsx")
    sheet = book["明细"]
    names = [cell.value for cell in sheet[1]]
    row = dict(zip(names, sheet[4], strict=True))
    assert sheet.freeze_panes == "B2"
    assert sheet.auto_filter.ref == f"A1:{sheet.cell(1, len(names)).column_letter}9"
    assert row["序号"].value == 3
    assert row["序号"].hyperlink.target == "cases/000003.html"
    assert row["字数"].value == 888
    assert row["引用占比"].value == 0.1801
    assert row["引用占比"].number_format == "0.00%"
    assert row["发帖时间"].is_date
    assert str(row["时限"].value) == "2026-03-03 17:59:59"
    assert row["对照"].value == "不一致"
    assert [cell.font.bold for cell in (sheet["A1"], row["对照"])] == [True, False]
    assert [row[name].font.underline for name in ("序号", "对照", "字数")] == ["single", None, None]
    assert sheet.cell(3, names.index("原表：备注") + 1).value == "急"
    sums = [[cell.value for cell in line] for line in book["汇总"].iter_rows(min_row=2)]
    assert sums[0][:3] == ["全部", None, 8]
    assert ["作者", "苍狼", 1, 0, 1, 0, 888, 160, 0, 0.1801, 0] in sums
    assert book["汇总"].auto_filter.ref == f"A1:K{len(sums) + 1}"


def test_page_loads_nothing(game_folder: Path) -> None:
    page = (game_folder / "out" / "index.html").read_text(encoding="utf-8")
    assert "default-src &#39;none&#39;" in page
    assert not re.search(r"(?:src|href)=\"(?!#|cases/)", page)
    assert "<svg" in page
    assert 'href="cases/000003.html"' in page
    assert "苍狼" in page
    assert "给哨子看的" in page


def test_summary_never_says_who_wrote_a_kill_post(game_folder: Path) -> None:
    text = (game_folder / "out" / "summary.md").read_text(encoding="utf-8")
    assert "第 1 轮“春郊”的帖" in text
    assert not [name for name in smallgame.KILLERS if name in text]
    assert "真甲" not in text


def test_same_bytes_whatever_the_jobs(game_folder: Path) -> None:
    with inside(game_folder):
        called(*smallgame.COMMAND, "--out", "two", "--jobs", "2")
    assert contents(game_folder / "two") == contents(game_folder / "out")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.usefixtures("no_workers")
def test_anonymized(game_folder: Path) -> None:
    with inside(game_folder):
        status, _, _ = called(*smallgame.COMMAND, "--out", "anon", "--anonymize")
    assert status == 1
    out = game_folder / "anon"
    names = [name for name, *_ in smallgame.CAST] + ["真甲"]
    everything = b"".join(contents(out).values()) + workbook_text(out / "audit.xlsx")
    assert not [name for name in names if name.encode() in everything]
    rows = lines(out)
    # The same person has the same pseudonym: as complainant, as target, in a text.
    assert rows[2]["audit"]["complaint"]["by"] == rows[4]["audit"]["complaint"]["by"]
    assert rows[2]["audit"]["game"]["target"] == rows[2]["audit"]["complaint"]["by"]
    assert rows[3]["audit"]["complaint"]["by"] in rows[2]["text"]
    # Numbers are those of the original, offsets those of the text that is shown.
    plain = lines(game_folder / "out")[2]
    assert rows[2]["counts"] == plain["counts"]
    hit, was = (row["measures"]["quoted"]["hits"][0] for row in (rows[2], plain))
    shown = rows[2]["text"][hit["start"] : hit["end"]]
    assert shown == plain["text"][was["start"] : was["end"]]
    assert verify_html(str(out / "cases" / "000003.html")).genuine
    assert "给哨子看的" not in (out / "index.html").read_text(encoding="utf-8")


def workbook_text(path: Path) -> bytes:
    with zipfile.ZipFile(path) as book:
        parts = b"".join(book.read(name) for name in book.namelist())
    return re.sub(rb"&#(\d+);", lambda found: chr(int(found[1])).encode(), parts)


@pytest.mark.usefixtures("no_workers")
@pytest.mark.parametrize(("at", "status"), [("17:59:59", "accepted"), ("18:00:00", "refused")])
def test_without_a_table_the_ledgers_own_complaints(tmp_path: Path, at: str, status: str) -> None:
    smallgame.write_game(tmp_path)
    events = smallgame.events()
    complaint = next(one for one in events if one["type"] == "complaint")
    complaint["at"] = smallgame.at(3, at)
    (ruling,) = (one for one in events if one["type"] == "ruling" and one["on"] == complaint["id"])
    ruling["at"] = smallgame.at(3, "19:00:00")
    game = [one for one in events if one["type"] not in ("complaint", "ruling")]
    smallgame.write_lines(tmp_path / "局.jsonl", [*game, complaint, ruling])
    with inside(tmp_path):
        code, _, _ = called("audit", "--game", "局.jsonl", "--out", "out", "--corpus", "none")
    (row,) = lines(tmp_path / "out")
    assert row["audit"]["standing"]["status"] == status
    assert (row["audit"]["status"], code) == ("failed", 3)  # --posts was left out
    assert "账本旁边没有这个文件" in row["audit"]["reason"]


@pytest.mark.usefixtures("no_workers")
@pytest.mark.parametrize(
    ("times", "limit"),
    [
        ({}, None),
        ({"edited_at": smallgame.at(4, "11:00:00")}, smallgame.at(4, "10:00:00")),
        ({"act_at": smallgame.at(2, "10:00:00")}, smallgame.at(3, "10:00:00")),
        ({"act_at": smallgame.at(2, "09:59:59")}, smallgame.at(3, "09:59:59")),
    ],
)
def test_of_conduct_is_taken_as_the_ledger_takes_it(
    tmp_path: Path, times: dict[str, str], limit: str | None
) -> None:
    events = [one for one in smallgame.events() if one["type"] not in ("complaint", "ruling")]
    complaint = {"type": "complaint", "at": smallgame.at(3, "10:00:00"), "id": "C1", "by": "阿福",
                 "on": "苍狼", "finding": "self_exposure", "title": "[投诉] 自曝",
                 "evidence": ["楼上"], **times}  # fmt: skip
    smallgame.write_lines(tmp_path / "局.jsonl", [*events, complaint])
    with inside(tmp_path):
        called("audit", "--game", "局.jsonl", "--out", "out", "--corpus", "none")
        _, shown, _ = called("game", "show", "局.jsonl")
    (row,) = lines(tmp_path / "out")
    standing = row["audit"]["standing"]
    taken = {"accepted": "已受理", "refused": "不受理：过了时限"}[standing["status"]]
    assert f"投诉 C1：{taken}" in shown
    assert standing["limit"] == limit
    assert standing["unchecked"] == ([] if times else ["行为的时间"])


@pytest.mark.usefixtures("no_workers")
def test_numbers_of_the_ledger_are_judged_where_there_is_no_text(tmp_path: Path) -> None:
    events = smallgame.events()
    for event in events:
        if event["type"] in ("kill", "report") and "post" in event:
            del event["post"]
            event["counts"] = {"words": 900, "cjk": 900, "quoted": 120}
    smallgame.write_lines(tmp_path / "局.jsonl", events)
    with inside(tmp_path):
        code, _, _ = called("audit", "--game", "局.jsonl", "--out", "out", "--corpus", "none")
    rows = lines(tmp_path / "out")
    assert [row["audit"]["comparison"] for row in rows] == [
        "agrees", "differs", "differs", "referee",
    ]  # fmt: skip
    assert rows[2]["verdict"]["findings"][0]["code"] == "over_quoted"
    assert rows[2]["text"] is None
    assert rows[2]["audit"]["page"] is None
    assert code == 1


@pytest.mark.usefixtures("no_workers")
def test_stale_pages_go_with_their_rows(game_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(game_folder, tmp_path / "copy")
    folder = tmp_path / "copy"
    few = smallgame.csv_text((smallgame.HEAD, *smallgame.ROWS[1:3]))
    (folder / "投诉.csv").write_text(few, encoding="utf-8")
    with inside(folder):
        _, _, messages = called(*smallgame.COMMAND, "--out", "out")
    assert "2 条沿用上次的结果" in messages
    assert sorted(path.name for path in (folder / "out" / "cases").iterdir()) == [
        "000001.html", "000002.html",
    ]  # fmt: skip
    assert verify_html(str(folder / "out" / "cases" / "000001.html")).genuine
    assert not list((folder / "out").glob(".results*"))


@pytest.mark.usefixtures("no_workers")
def test_the_text_is_the_one_complained_of(tmp_path: Path) -> None:
    """An IOU filled with 900 of 1,200 characters, filled again after the complaint."""
    events = [one for one in smallgame.events() if one["type"] not in ("complaint", "ruling")]
    kill = next(one for one in events if one.get("id") == "K1-1")
    kill["iou"] = True
    del kill["post"]
    times = (("乙帖", "00:10:00"), ("甲帖", "08:00:00"), ("长帖", "11:00:00"))
    events += [
        {"type": "fill", "at": smallgame.at(3, clock), "kill": "K1-1", "post": post}
        for post, clock in times
    ]
    smallgame.write_lines(tmp_path / "局.jsonl", events)
    more = {"id": "长帖", "text": smallgame.prose(7, 1300), "kind": "kill"}
    smallgame.write_lines(tmp_path / "帖.jsonl", [*smallgame.texts(), more])
    rows = tuple(("阿福", "K1-1", "字数不足", f"2026-03-03 {clock}", "[投诉]", "楼上", "")
                 for clock in ("01:00:00", "10:00:00", "12:00:00"))  # fmt: skip
    (tmp_path / "投诉.csv").write_text(
        smallgame.csv_text((smallgame.HEAD, *rows)), encoding="utf-8"
    )
    with inside(tmp_path):
        called(*smallgame.COMMAND, "--out", "out", "--corpus", "none")
    found = [(row["counts"]["words"], row["verdict"]["status"], row["audit"]["rules"]["outcome"])
             for row in lines(tmp_path / "out")]  # fmt: skip
    assert found == [(600, "fail", "upheld"), (900, "pass", "upheld"), (1300, "pass", "dismissed")]


@pytest.mark.usefixtures("no_workers")
def test_texts_are_found_by_code_or_beside_the_ledger_and_nowhere_else(tmp_path: Path) -> None:
    events = smallgame.events()
    kills = {one["id"]: one for one in events if one["type"] == "kill"}
    kills["K1-1"]["post"] = "甲.txt"
    kills["K1-2"]["post"] = "../外.txt"
    for name in ("K1-3", "K1-4"):
        del kills[name]["post"]
        kills[name]["counts"] = {"words": 950}
    folder = tmp_path / "局"
    folder.mkdir()
    smallgame.write_lines(folder / "局.jsonl", events)
    (folder / "甲.txt").write_text(smallgame.prose(1, 900), encoding="utf-8")
    (tmp_path / "外.txt").write_text(smallgame.prose(2, 900), encoding="utf-8")
    signed = smallgame.prose(3, 850) + "\n代号：春郊"
    at = smallgame.at(2, "22:00:00")
    texts = (("77", signed), ("78", smallgame.prose(9, 850)))
    posts = [{"id": name, "text": text, "kind": "kill", "posted_at": at} for name, text in texts]
    smallgame.write_lines(folder / "帖.jsonl", posts)
    with inside(tmp_path):
        called("audit", "--game", "局/局.jsonl", "--posts", "局/帖.jsonl", "--out", "out")
    found = [(row["audit"]["status"], row["verdict"] and row["counts"]["words"])
             for row in lines(tmp_path / "out")]  # fmt: skip
    assert found == [("checked", 900), ("failed", None), ("checked", 855), ("checked", 950)]


@pytest.mark.usefixtures("no_workers")
def test_hostile_words_in_every_column(tmp_path: Path) -> None:
    smallgame.write_game(tmp_path)
    word = '=cmd|"/C calc"!A1<script>alert(1)</script>|[url=javascript:1]x[/url]'
    rows = (
        (*smallgame.HEAD[:-1], f"{word}列"),
        (word, "K1-1", f"字数不足{word}", "2026-03-03 10:00:00", f"[投诉]{word}",
         "javascript:alert(1);https://ok.test/a", word),
        (f"@{word}", word, f"+{word}", word, word, word, f"\t-{word}"),
    )  # fmt: skip
    (tmp_path / "投诉.csv").write_text(smallgame.csv_text(rows), encoding="utf-8")
    with inside(tmp_path):
        called(*smallgame.COMMAND, "--out", "out", "--corpus", "none")
    out = tmp_path / "out"
    assert [row["audit"]["status"] for row in lines(out)] == ["checked", "failed"]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert page.count("<script") == 1
    assert 'href="https://ok.test/a"' in page
    assert 'href="javascript' not in page
    sheet = openpyxl.load_workbook(out / "audit.xlsx")["明细"]
    texts = [cell for line in sheet.iter_rows() for cell in line if isinstance(cell.value, str)]
    assert all(cell.data_type == "s" for cell in texts)
    assert sum(cell.value.startswith(("=", "+", "@")) and cell.quotePrefix for cell in texts) >= 4
    text = (out / "summary.md").read_text(encoding="utf-8")
    assert not re.search(r"<|\[url", text)
    assert {line.count("|") for line in text.splitlines() if line.startswith("|")} == {10}


def audited(folder: Path, *rows: tuple[str, ...]) -> list[dict[str, Any]]:
    """The rows of an audit of the small game with these complaints."""
    smallgame.write_game(folder)
    (folder / "投诉.csv").write_text(smallgame.csv_text(rows), encoding="utf-8")
    with inside(folder):
        status, _, messages = called(*smallgame.COMMAND, "--out", "out", "--corpus", "none")
    assert status != 2, messages
    return lines(folder / "out")


def table(folder: Path) -> list[dict[str, Any]]:
    """The lines of the sheet of details by the names of their columns."""
    head, *rows = openpyxl.load_workbook(folder / "out" / "audit.xlsx")["明细"].values
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.mark.usefixtures("no_workers")
def test_a_reason_that_says_nothing_is_for_the_referee(tmp_path: Path) -> None:
    rows = tuple(("阿喜", "K1-2", reason, "2026-03-03 10:00", "[投诉]", "楼上", outcome)
                 for reason in ("写得太难看", "") for outcome in ("成立", "不成立"))  # fmt: skip
    audited(tmp_path, (*smallgame.HEAD[:-1], "原判"), *rows)
    shown = table(tmp_path)
    assert {(row["规则的结果"], row["对照"]) for row in shown} == {("哨子裁定", "需哨子定")}
    assert shown[0]["依据"] == "看不懂投诉的理由；帖中查到的：字数不足"
    assert shown[2]["依据"] == "没有写投诉的理由；帖中查到的：字数不足"
    assert "看不懂理由“写得太难看”" in shown[0]["注意"]
    assert "其他" not in (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")


MERGED = [
    # id, by, on, reason, time → the ledger's line, what the rules give, words of the note
    ("", "阿寿", "K1-2", "字数不足", "2026-03-03 10:00:30", "C2", "成立（字数不足）", ""),
    ("", "阿寿", "K1-2", "字数不足", "", "C2", "成立（字数不足）", "时间按账本第 25 行的 C2"),
    ("", "阿寿", "K1-2", "字数不足", "2026-03-03", "C2", "成立（字数不足）", "时间按账本"),
    ("", "阿寿", "K1-2", "", "2026-03-03 10:00", "C2", "成立（字数不足）", "理由按账本第 25 行"),
    ("7", "阿寿", "K1-2", "字数不足", "2026-03-03 10:00", "C2", "成立（字数不足）", ""),
    ("C2", "", "", "", "", "C2", "成立（字数不足）", None),
    ("C2", "阿寿", "K1-2", "看不顺眼", "", "C2", "成立（字数不足）", "理由、时间按账本"),
    ("T9", "阿寿", "K1-2", "字数不足", "2026-03-03 10:00", "C2", "成立（字数不足）", "编号为“T9”"),
    ("", "阿寿", "K1-2", "看不顺眼", "2026-03-03 10:00", None, "哨子裁定", "没有合并"),
    ("", "阿寿", "K1-2", "", "", None, "哨子裁定", "没有合并"),
    ("", "阿寿", "K1-2", "引用过多", "2026-03-03 10:00", None, "不成立", "没有合并"),
    ("", "阿寿", "K1-2", "字数不足", "2026-03-03 10:05", None, "成立（字数不足）", "没有合并"),
    ("", "阿寿", "K1-2", "字数不足", "2026-03-02", None, "哨子裁定（字数不足）", "没有合并"),
    ("T9", "阿寿", "K1-2", "字数不足", "2026-03-03", None, "哨子裁定（字数不足）", "编号为“T9”"),
    ("C1", "阿寿", "K1-2", "字数不足", "", None, "哨子裁定（字数不足）", "阿福 投诉 K1-1"),
    ("", "阿喜", "K1-2", "字数不足", "2026-03-03 10:00", None, "成立（字数不足）", None),
]  # fmt: skip


@pytest.mark.usefixtures("no_workers")
def test_a_row_is_merged_only_with_what_is_the_same_complaint(tmp_path: Path) -> None:
    rows = [(*row[:5], "[投诉]", "楼上") for row in MERGED]
    found = audited(tmp_path, ("编号", *smallgame.HEAD[:-1]), *rows)
    shown = table(tmp_path)
    for (*row, line, outcome, words), result, cells in zip(MERGED, found, shown, strict=True):
        event = result["audit"]["game"]["complaint_line"]
        assert (event, cells["规则的结果"]) == (25 if line else None, outcome), row
        notes = cells["注意"]
        assert (notes is None) if not words else (words in notes), row
        assert (cells["原判"] is not None) == (line is not None), row
        assert not (line and "没有核对时限" in cells["受理"]), row


@pytest.mark.usefixtures("no_workers")
def test_shares_that_nobody_measured_are_not_0(tmp_path: Path) -> None:
    events = smallgame.events()
    for event in events:
        if event["type"] == "kill":
            del event["post"]
            event["counts"] = {"words": 900, "cjk": 900}
            if event["id"] == "K1-3":
                event["counts"]["quoted"] = 180
    smallgame.write_lines(tmp_path / "局.jsonl", events)
    with inside(tmp_path):
        called("audit", "--game", "局.jsonl", "--out", "out", "--corpus", "none")
    sums = openpyxl.load_workbook(tmp_path / "out" / "audit.xlsx")["汇总"].values
    shown = {row[1]: row[6:] for row in sums if row[0] in ("作者", "时间")}
    assert shown["鹰隼"] == (900, None, None, None, None)
    assert shown["苍狼"] == (900, 180, None, 0.2, None)
    assert shown["第 1 轮"] == (3600, 180, None, 0.2, None)
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert ">0.00%" not in page
    assert page.count("20.00%") == 2


@pytest.mark.usefixtures("no_workers")
def test_without_a_corpus_nothing_was_looked_for(tmp_path: Path) -> None:
    audited(tmp_path, smallgame.HEAD, *smallgame.ROWS[:2])
    assert {(row["引用"], row["引用占比"], row["重复"]) for row in table(tmp_path)} == {
        (None, None, 0)
    }
    assert ">0.00%" not in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("no_workers")
def test_the_summary_names_the_clause_of_the_outcome_and_counts_a_post_once(
    tmp_path: Path,
) -> None:
    late = ("阿喜", "K1-2", "字数不足", "2026-03-03 18:00", "[投诉]", "楼上", "")
    untitled = (*late[:3], "2026-03-03 10:00", "看看", *late[5:])
    audited(tmp_path, smallgame.HEAD, smallgame.ROWS[1], late, untitled)
    text = (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
    assert "所涉各帖的判定：不合格 1。" in text
    rows = [line.split(" | ") for line in text.splitlines() if " | " in line][1:]
    assert [row[-1].strip(" |") for row in rows] == ["杀帖7", "投诉1", "投诉2"]


def test_the_workbook_prints_on_few_pages(game_folder: Path) -> None:
    book = openpyxl.load_workbook(game_folder / "out" / "audit.xlsx")
    for name, wide in (("明细", 2), ("汇总", 1)):
        sheet = book[name]
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (wide, 0)
        assert sheet.page_setup.orientation == "landscape"
        assert (sheet.print_title_rows, sheet.print_title_cols) == ("$1:$1", "$A:$A")


@pytest.mark.usefixtures("no_workers")
def test_the_summary_joins_no_alias_to_an_owner(tmp_path: Path) -> None:
    events = smallgame.events()
    events[0]["ruleset"] = "wuyue161"
    players = [{**one, "code": None} for one in events if one["type"] == "player"]
    players[-1]["owner"] = "真乙"
    substitute = {"type": "substitute", "at": smallgame.at(2, "13:30:00"), "out": "阿寿",
                  "in": "真丙"}  # fmt: skip
    complaints = [
        {"type": "complaint", "at": smallgame.at(3, "10:00:00"), "id": f"C{number}", "by": by,
         "on": on, "finding": "self_exposure", "title": "投诉", "evidence": ["楼上"]}
        for number, (by, on) in enumerate(
            (("真乙", "阿福"), ("路人", "阿福"), ("真丙", "阿福"), ("阿福", "真丙"))
        )
    ]  # fmt: skip
    smallgame.write_lines(tmp_path / "局.jsonl", [events[0], *players, substitute, *complaints])
    with inside(tmp_path):
        called("audit", "--game", "局.jsonl", "--out", "out", "--corpus", "none")
    text = (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if " | " in line][1:]
    assert [row[1:3] for row in rows] == [
        ["真乙", "阿福"], ["路人", "阿福"], ["阿寿", "阿福"], ["阿福", "阿寿"],
    ]  # fmt: skip
    assert rows[0][4] == rows[1][4] == "不受理：场外人（杀帖8(1)）"
    assert "真丙" not in text
    # The referee is told.
    shown = table(tmp_path)
    assert [row["投诉人"] for row in shown] == ["真乙", "路人", "真丙", "阿福"]
    assert "不是本场马甲" in shown[0]["受理"]


@pytest.mark.usefixtures("no_workers")
def test_posts_that_are_not_there_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    smallgame.write_game(tmp_path)
    with inside(tmp_path):
        status, _, messages = called(
            "audit", "--game", "局.jsonl", "--posts", "帖.jsonl", "--posts", "不存在",
            "--posts", "也没有", "--out", "out",
        )  # fmt: skip
    assert status == 2
    assert [line.split(":")[0] for line in messages.splitlines()] == [
        "错误：不存在",
        "错误：也没有",
    ]
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("no_workers")
def test_a_report_that_a_substitute_wrote_is_the_players(tmp_path: Path) -> None:
    """Though the table names it by its address, and the ledger's line the substitute."""
    events = smallgame.events()
    players = [one for one in events if one["type"] == "player"]
    substitute = {"type": "substitute", "at": smallgame.at(2, "13:30:00"), "out": "阿寿",
                  "in": "真丙"}  # fmt: skip
    report = {"type": "report", "at": smallgame.at(2, "14:00:00"), "player": "真丙",
              "counts": {"words": 200}, "source": "thread-7"}  # fmt: skip
    smallgame.write_lines(tmp_path / "局.jsonl", [events[0], *players, substitute, report])
    table = "投诉人,被投诉帖,理由\n阿福,thread-7,字数不足\n"
    (tmp_path / "投诉.csv").write_text(table, encoding="utf-8")
    with inside(tmp_path):
        called("audit", "投诉.csv", "--game", "局.jsonl", "--out", "out", "--corpus", "none")
    text = (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
    assert "| 阿福 | 阿寿 |" in text
    assert "真丙" not in text
