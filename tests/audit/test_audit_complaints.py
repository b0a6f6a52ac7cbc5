"""Tables of complaints in every form: the same rows, or one clear fault."""

import csv
import io
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
import smallgame

from postcheck.audit.complaints import BEIJING, read_complaints
from postcheck.errors import SourceError, SourceErrors

ROWS = (smallgame.HEAD, *smallgame.ROWS)


def gbk(path: Path) -> None:
    path.write_bytes(smallgame.csv_text().encode("gb18030"))


def utf16(path: Path) -> None:
    path.write_bytes(smallgame.csv_text().encode("utf-16"))


def tabs(path: Path) -> None:
    made = io.StringIO()
    csv.writer(made, delimiter="\t").writerows(ROWS)
    path.write_text(made.getvalue(), encoding="utf-8-sig")


def titled(path: Path) -> None:
    path.write_text(f"春局投诉表,,\n\n{smallgame.csv_text()}", encoding="utf-8")


def jsonl(path: Path) -> None:
    rows = [dict(zip(smallgame.HEAD, row, strict=True)) for row in smallgame.ROWS]
    for row in rows:
        row["证据"] = [row["证据"]]  # type: ignore[assignment]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def xlsx(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(smallgame.HEAD)
    for row in smallgame.ROWS:
        sheet.append([*row[:3], datetime.fromisoformat(row[3]), *row[4:]])
    book.save(path)


FORMS: list[Callable[[Path], None]] = [gbk, utf16, tabs, titled, jsonl, xlsx]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_rows(form: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / ("表.jsonl" if form is jsonl else "表.csv")
    form(path)
    found = read_complaints(str(path))
    assert [one.by for one in found] == [row[0] for row in smallgame.ROWS]
    assert [one.on for one in found] == [row[1] for row in smallgame.ROWS]
    assert found[0].findings == ("too_short",)
    assert found[4].at == datetime(2026, 3, 3, 18, tzinfo=BEIJING)
    assert found[1].evidence == ("楼上",)
    assert found[1].extra == {"备注": "急"}
    assert found[0].extra == {}


def test_english_names(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_text("By,On,Reason,Edited_at,Time\n甲,K1,too_short,2026-03-03T10:00:00Z,x\n")
    (one,) = read_complaints(str(path))
    assert (one.by, one.on, one.findings) == ("甲", "K1", ("too_short",))
    assert one.at is not None
    assert one.at.isoformat() == "2026-03-03T10:00:00+00:00"


@pytest.mark.parametrize(
    "written", ["昨晚", "2026-03-03", "2026-13-41 10:00", "0026-03-03 10:00:00"]
)
def test_a_time_that_is_none_is_noted_and_decides_nothing(tmp_path: Path, written: str) -> None:
    path = tmp_path / "c.csv"
    path.write_text(f"投诉人,被投诉帖,理由,时间\n甲,K1,字数,{written}\n", encoding="utf-8")
    (one,) = read_complaints(str(path))
    assert one.at is None
    assert "时间" in one.notes[0]


def test_a_sheet_that_holds_something_else_is_passed_over(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["随便", "什么"])
    sheet = book.create_sheet("投诉")
    for row in ROWS[:3]:
        sheet.append(row)
    book.save(tmp_path / "c.xlsx")
    assert len(read_complaints(str(tmp_path / "c.xlsx"))) == 2


def test_a_formula_is_kept_as_its_text(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["投诉人", "被投诉帖", "理由"])
    book.active.append(["甲", "K1", '=HYPERLINK("http://x","字数不足")'])
    book.save(tmp_path / "c.xlsx")
    (one,) = read_complaints(str(tmp_path / "c.xlsx"))
    assert one.reason.startswith("=HYPERLINK")


BAD = [
    ("投诉人,理由\n甲,字数\n", "c.csv:1: 缺少列：被投诉帖"),
    ("谁,何事\n甲,字数\n", "c.csv:1: 缺少列：投诉人、被投诉帖、理由；这一行有：谁、何事"),
    ("投诉人,被投诉帖,理由,理由\n甲,K1,a,b\n", "c.csv:1: 第 3、4 列都叫“理由”"),
    ("投诉人,被投诉帖,理由\n", "里面没有一条投诉"),
    ("", "文件是空的"),
    ('投诉人,被投诉帖,理由\n甲,K1,"字数\n乙,K2,x\n', "c.csv:2: 从这一行起不是 CSV"),
    ('{"投诉人": "甲", "被投诉帖": "K1"}\n{"投诉人": \n', "c.csv:2: 这一行不是 JSON 对象"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "message"), BAD)
def test_one_clear_fault_with_a_remedy(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "c.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SourceErrors) as caught:
        read_complaints(str(path))
    (error,) = caught.value.errors
    assert message in error.layout()
    assert error.remedy


def test_other_columns_of_one_name_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_text("投诉人,被投诉帖,理由,备注,,备注\n甲,K1,字数,一,二,三\n", encoding="utf-8")
    (one,) = read_complaints(str(path))
    assert one.extra == {"备注": "一", "第5列": "二", "备注（2）": "三"}


def test_a_time_without_its_format(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["投诉人", "被投诉帖", "理由", "时间"])
    book.active.append(["甲", "K1", "字数", 46084.75])
    book.save(tmp_path / "c.xlsx")
    (one,) = read_complaints(str(tmp_path / "c.xlsx"))
    assert one.at == datetime(2026, 3, 3, 18, tzinfo=BEIJING)


def test_damaged_workbook(tmp_path: Path) -> None:
    (tmp_path / "c.xlsx").write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(SourceError, match="不是完好的"):
        read_complaints(str(tmp_path / "c.xlsx"))
