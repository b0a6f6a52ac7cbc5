"""The table, the page and the summary of very many rows, and pseudonyms inside texts."""

import gc
import shutil
from pathlib import Path

import openpyxl
import pytest
from services import program

from postcheck.audit import page, summary, workbook
from postcheck.audit.finish import files
from postcheck.audit.page import Heading
from postcheck.audit.pseudonyms import Pseudonyms, read_key
from postcheck.audit.rows import row
from postcheck.audit.texts import Item
from postcheck.audit.totals import Totals
from postcheck.errors import SourceError
from postcheck.ruleset import load

HEADING = Heading("许多", (), cases=False, secret=True)


def write_files(folder: Path, number: int) -> None:
    """The files of so many rows that could not be read."""
    totals, ruleset = Totals(), load("fengyun85")
    with files(folder, HEADING) as written:
        for each in range(1, number + 1):
            item = Item(f"p.jsonl:{each}", reason="这一行不是 JSON")
            made = row(each, None, item, None, item.reason, None, ruleset)
            written.add(made)
            totals.add(made)
        written.write(totals)


def test_what_is_too_much_for_a_sheet_a_page_or_a_post_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "MOST_ROWS", 4)
    monkeypatch.setattr(page, "MOST_ROWS", 3)
    monkeypatch.setattr(summary, "MOST_LINES", 2)
    write_files(tmp_path, 9)
    book = openpyxl.load_workbook(tmp_path / "audit.xlsx")
    assert book.sheetnames == ["明细", "明细2", "明细3", "汇总"]
    assert [book[name].auto_filter.ref[-1] for name in book.sheetnames[:3]] == ["5", "5", "2"]
    assert "共 9 行，这里只列前 3 行" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "另有 7 条没有列出" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_a_run_that_is_stopped_leaves_no_file_and_no_complaint(tmp_path: Path) -> None:
    """What a library has to say about a table that is not finished would reach the terminal."""

    def stopped() -> None:
        with files(tmp_path, HEADING) as written:
            written.add(row(1, None, Item("p.jsonl:1"), None, "", None, load("fengyun85")))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    gc.collect()  # an exception that nobody catches there is an error of this test
    assert list(tmp_path.iterdir()) == []


def test_a_page_of_many_rows_shows_some_at_a_time(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    write_files(tmp_path, 1200)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program("chromium", "chromium-browser", "google-chrome"),
            args=["--no-sandbox"],
        )
        shown = browser.new_page()
        shown.goto((tmp_path / "index.html").as_uri())
        rows = shown.locator("#rows tbody tr")
        assert rows.count() == 500
        shown.click("#more")
        assert rows.count() == 1000
        shown.select_option("#order", "0 1")
        assert rows.first.locator("td").first.inner_text() == "1200"
        assert shown.inner_text("#found") == "1200 行，先列 500 行"
        without = browser.new_context(java_script_enabled=False).new_page()
        without.goto((tmp_path / "index.html").as_uri())
        assert without.locator("#rows tbody tr:visible").count() == 1200
        browser.close()


KEY = b"k" * 32
PEOPLE = {"松风": "老王", "竹露": "老王"}
NAMES = frozenset(("松风", "竹露", "老王", "风", "Ａ君"))


def test_one_person_has_one_pseudonym_under_one_key() -> None:
    made = Pseudonyms(KEY, NAMES, PEOPLE)
    assert made.name("松风") == made.name("竹露") == made.name("老王")
    assert made.name("风") != made.name("松风")
    assert made.name("松风") != Pseudonyms(b"l" * 32, NAMES, PEOPLE).name("松风")


@pytest.mark.parametrize(
    ("text", "replaced"),
    [("松风说", 1), ("松風說", 1), ("松风竹露", 2), ("a君来", 1), ("没有谁", 0),
     ("见 https://x.test/松风?u=1 。", 0)],
)  # fmt: skip
def test_names_in_texts(text: str, replaced: int) -> None:
    found = Pseudonyms(KEY, NAMES, PEOPLE).text(text)
    assert found.count("化名") == replaced
    assert "x.test" not in found


SPREAD = ("松 风", "松　风", "松-风", "松.风", "松·风", "松**风", "松\u200b风", "松\u0336风\u0336",
          "松😀风", "松 風", "赵眞名", "Ａ\u200b君", "T\u2060om", "天·马", "小 明 1-2", "小明1.2",
          "白鹭", "白-鹭")  # fmt: skip
APART = (
    "松，风",
    "松。风",
    "松\n风",
    "松、风",
    "松：“风”",
    "to me",
    "天，马",
    "青松和风",
    "松",
    "",
)


@pytest.mark.parametrize("spread", SPREAD)
def test_what_is_put_between_the_letters_of_a_name_does_not_save_it(spread: str) -> None:
    names = ("松风", "赵真名", "Ａ君", "tom", "天马", "☆", "小明12", "☆白·鹭☆")
    made = Pseudonyms(KEY, frozenset(names), {})
    found = made.text(f"看见{spread}来。")
    assert found.startswith("看见化名")
    assert len(found.rstrip("\u0336来。")) == len("看见") + len(made.name("松风"))


@pytest.mark.parametrize("text", APART)
def test_what_parts_words_parts_names(text: str) -> None:
    # Of marks and one letter, or without a Han character: as it is.
    for names in (("松风", "tom", "天马", "☆"), ("☆松☆",), ("t-o",)):
        assert Pseudonyms(KEY, frozenset(names), {}).text(text) == text


def test_offsets_follow() -> None:
    made = Pseudonyms(KEY, frozenset(("松风",)), {})
    text = "一松风二松风三"
    genre = {"evidence": [{"what": "见松风", "spans": [{"start": 3, "end": 4}]}]}
    result = {"text": text, "post": {"sha256": ""}, "measures": {"quoted": {"hits": [
        {"start": 3, "end": 4}, {"start": 2, "end": 5, "first": {"start": 6, "end": 7},
         "same_spans": [[0, 1], [1, 3]], "source": {"start": 1, "end": 4, "author": "松风"}},
    ]}}}  # fmt: skip
    result["measures"]["genre"] = genre
    found = made.result(result)
    one, two = found["measures"]["quoted"]["hits"]
    new = found["text"]
    name = made.name("松风")
    assert new == f"一{name}二{name}三"
    assert new[one["start"] : one["end"]] == "二"
    assert new[two["start"] : two["end"]] == f"{name}二{name}"  # a name cut in two is kept whole
    assert new[two["first"]["start"] : two["first"]["end"]] == "三"
    assert [new[start:end] for start, end in two["same_spans"]] == ["一", name]
    (place,) = found["measures"]["genre"]["evidence"][0]["spans"]
    assert new[place["start"] : place["end"]] == "二"
    assert two["source"] == {"start": 1, "end": 4, "author": name}


def test_the_key_is_made_once_and_kept_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path / "home"))
    first = read_key(None)
    assert read_key(None) == first
    assert (tmp_path / "home" / "audit.key").stat().st_mode & 0o077 == 0
    shutil.copy(tmp_path / "home" / "audit.key", tmp_path / "k")
    assert read_key(str(tmp_path / "k")) == first
    (tmp_path / "short").write_bytes(b"abc")
    with pytest.raises(SourceError, match="密钥太短"):
        read_key(str(tmp_path / "short"))
