"""`postcheck audit --ruleset`: every input ends as a row, whatever is in it; hostile texts too."""

import json
import os
import re
import subprocess
import sys
import time
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import psutil
import pyarrow
import pytest
import smallgame
from audit_calls import called, inside
from filelock import FileLock
from pyarrow import parquet
from services import program

from postcheck.audit.pool import Failure, Work, results

HOSTILE = (
    '=HYPERLINK("http://x.test","看")', "+1+1", "-2+3", "@SUM(1,2)", "\t=1+1",
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "_x0041_&#x41;",
    "a\u202eb\x01c", "'=1",
)  # fmt: skip
AUDIT = ("audit", "--ruleset", "fengyun85", "--corpus", "none")


def lines(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "results.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of good and bad files, audited into `out`."""
    folder = tmp_path_factory.mktemp("mixed")
    posts = folder / "posts"
    posts.mkdir()
    rows = [
        {"id": word, "text": smallgame.prose(number, 850) + word.replace("\t", " "), "kind": "kill",
         "author": word, "title": word, "posted_at": "2026-03-02T21:10:00+08:00"}
        for number, word in enumerate(HOSTILE)
    ]  # fmt: skip
    smallgame.write_lines(posts / "a.jsonl", rows)
    with (posts / "a.jsonl").open("a", encoding="utf-8") as file:
        file.write('not json\n\n{"id": "无正文"}\n{"id": "没写类别", "text": "好。"}\n')
    (posts / "b.txt").write_text("不知道是什么。", encoding="utf-8")
    (posts / "c.docx").write_bytes(b"PK\x03\x04 broken")
    (posts / "d.jsonl").write_bytes(
        json.dumps({"id": "老帖", "text": smallgame.prose(50, 400), "kind": "report"},
                   ensure_ascii=False).encode("gb18030")
    )  # fmt: skip
    with inside(folder):
        status, output, messages = called(*AUDIT, "--posts", "posts", "--out", "out")
    assert (status, output) == (3, "out\n"), messages
    return folder


def test_every_input_is_a_row(mixed: Path) -> None:
    found = [(row["audit"]["status"], row["audit"]["place"]) for row in lines(mixed / "out")]
    assert found[: len(HOSTILE)] == [
        ("checked", f"posts/a.jsonl:{number}") for number in range(1, len(HOSTILE) + 1)
    ]
    assert found[len(HOSTILE) :] == [
        ("failed", "posts/a.jsonl:11"),
        ("failed", "posts/a.jsonl:13"),
        ("skipped", "posts/a.jsonl:14"),
        ("skipped", "posts/b.txt"),
        ("failed", "posts/c.docx"),
        ("checked", "posts/d.jsonl:1"),
    ]
    assert all(row["audit"]["reason"] for row in lines(mixed / "out")[len(HOSTILE) : -1])


@pytest.mark.usefixtures("no_workers")
def test_why_posts_were_not_checked_is_told(tmp_path: Path) -> None:
    rows = [{"id": str(number), "text": "春天来了。"} for number in range(3)]
    smallgame.write_lines(tmp_path / "p.jsonl", rows)
    with (tmp_path / "p.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in ["bad", '{"id": "甲"}'])
    with inside(tmp_path):
        status, _, messages = called(*AUDIT, "p.jsonl", "--out", "out")
    assert status == 3
    assert "略过 3 条：没有写是报道还是杀帖（要查就加 --kind）" in messages
    assert messages.count("没有查成 1 条：") == 2
    summary = (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
    assert "略过 3 条：没有写是报道还是杀帖" in summary
    assert "没有查成的，原因在 audit.xlsx" in summary


def test_no_formula_comes_of_an_input(mixed: Path) -> None:
    path = mixed / "out" / "audit.xlsx"
    with zipfile.ZipFile(path) as book:
        sheets = [book.read(name) for name in book.namelist() if "worksheets/sheet" in name]
    assert not [sheet for sheet in sheets if re.search(rb"<f[ >]", sheet)]
    sheet = openpyxl.load_workbook(path)["明细"]
    names = [cell.value for cell in sheet[1]]
    for number, word in enumerate(HOSTILE, 2):
        cell = sheet.cell(number, names.index("标题") + 1)
        assert cell.data_type == "s"
        starts = word.lstrip(" ").startswith(("=", "+", "-", "@", "\t"))
        assert cell.quotePrefix == starts
    assert sheet.cell(2, names.index("标题") + 1).value == HOSTILE[0]
    assert "‹U+0001›" in sheet.cell(10, names.index("标题") + 1).value


def test_no_tag_comes_of_an_input(mixed: Path) -> None:
    page = (mixed / "out" / "index.html").read_text(encoding="utf-8")
    assert page.count("<script") == 1
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)" in page
    summary = (mixed / "out" / "summary.md").read_text(encoding="utf-8")
    assert "<" not in summary
    assert "alert" not in summary  # no word of a kill post, nor of who wrote it


def test_nothing_of_the_page_runs_or_loads_but_its_own_script(mixed: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program("chromium", "chromium-browser", "google-chrome"),
            args=["--no-sandbox"],
        )
        page = browser.new_page()
        asked: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.goto((mixed / "out" / "index.html").as_uri())
        assert (len(asked), said) == (1, [])
        page.fill("#words", "老帖")
        assert page.locator("#rows tbody tr:visible").count() == 1
        page.fill("#words", "")
        page.select_option("select[data-by=s]", "failed")
        assert page.locator("#rows tbody tr:visible").count() == 3
        page.select_option("select[data-by=s]", "")
        page.click("th:has-text('字数') button")
        page.click("th:has-text('字数') button")
        first = page.locator("#rows tbody tr").first.locator("td.num").nth(1).inner_text()
        assert int(first) == max(row["counts"]["words"] for row in lines(mixed / "out")
                                 if row["verdict"])  # fmt: skip
        page.click("#rows tbody tr:first-child a")
        assert page.title().startswith("风云发帖检查报告")
        browser.close()


def many(folder: Path, number: int) -> None:
    rows = [
        {"id": f"p{each}", "text": smallgame.prose(each, 820), "kind": "kill", "author": "甲"}
        for each in range(number)
    ]
    smallgame.write_lines(folder / "p.jsonl", rows)


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_goes_on_after_kill_9(tmp_path: Path) -> None:
    many(tmp_path, 30)
    program = str(Path(sys.executable).with_name("postcheck"))
    command = [program, *AUDIT, "p.jsonl", "--out", "out", "--jobs", "1"]
    environment = {**os.environ, "POSTCHECK_HOME": str(tmp_path / "home")}
    process = subprocess.Popen(command, cwd=tmp_path, env=environment,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    path = tmp_path / "out" / "results.jsonl"
    deadline = time.monotonic() + 60
    try:
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.02)
        workers = psutil.Process(process.pid).children(recursive=True)
    finally:
        process.kill()
        process.wait()
    assert not psutil.wait_procs(workers, timeout=10)[1]  # none outlives the run
    written = path.read_bytes()
    kept = written.count(b"\n")
    assert 3 <= kept < 30
    path.write_bytes(written + b'{"audit": {"key": "' + b"a" * 64 + b'", "numb')  # cut short
    with inside(tmp_path):
        _, _, messages = called(*AUDIT, "p.jsonl", "--out", "out", "--jobs", "1")
        assert f"其中 {kept} 条沿用上次的结果" in messages
        called(*AUDIT, "p.jsonl", "--out", "whole", "--jobs", "1")
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


@pytest.mark.usefixtures("no_workers")
def test_what_changed_is_done_anew_and_what_moved_is_kept(tmp_path: Path) -> None:
    many(tmp_path, 4)
    with inside(tmp_path):
        called(*AUDIT, "p.jsonl", "--out", "out", "--jobs", "1")
        first, *others = (tmp_path / "p.jsonl").read_text(encoding="utf-8").splitlines()
        changed = [first, *others[1:], first.replace("p0", "p9").replace("风", "雨")]
        (tmp_path / "p.jsonl").write_text("\n".join(changed), encoding="utf-8")
        _, _, messages = called(*AUDIT, "p.jsonl", "--out", "out", "--jobs", "1")
        assert "其中 3 条沿用上次的结果" in messages
        # A line that somebody has edited does not fit its seal any more.
        path = tmp_path / "out" / "results.jsonl"
        path.write_bytes(path.read_bytes().replace(b'"status": "pass"', b'"status": "fail"', 1))
        _, _, messages = called(*AUDIT, "p.jsonl", "--out", "out", "--jobs", "1")
        assert "其中 3 条沿用上次的结果" in messages
        # Another ruleset: nothing fits.
        command = [*AUDIT, "p.jsonl", "--out", "out", "--jobs", "1"]
        command[2] = "ziyou48"
        _, _, messages = called(*command)
    assert "沿用" not in messages
    assert [row["ruleset"]["id"] for row in lines(tmp_path / "out")] == ["ziyou48"] * 4


def test_two_audits_cannot_write_one_folder(tmp_path: Path) -> None:
    many(tmp_path, 1)
    (tmp_path / "out").mkdir()
    with inside(tmp_path), FileLock(tmp_path / "out" / ".audit.lock"):
        status, _, messages = called(*AUDIT, "p.jsonl", "--out", "out")
    assert status == 2
    assert "另一次 audit 正在写这个文件夹" in messages


def test_somebody_elses_files_are_left_alone(tmp_path: Path) -> None:
    many(tmp_path, 1)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "results.jsonl").write_text('{"mine": 1}\n')
    with inside(tmp_path):
        status, _, messages = called(*AUDIT, "p.jsonl", "--out", "mine")
    assert (status, "不是 audit 写的" in messages) == (2, True)
    assert (tmp_path / "mine" / "results.jsonl").read_text() == '{"mine": 1}\n'


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("audit", "--out", "o"), "写上 --game 账本，或 --ruleset 规则"),
        ((*AUDIT, "--out", "o"), "没有写要查的帖子"),
        ((*AUDIT, "nothing.jsonl", "--out", "o"), "nothing.jsonl: 没有这个文件或文件夹"),
        (("audit", "--ruleset", "fengyun58", "p.jsonl", "--out", "o"), "是不是 fengyun85"),
        ((*AUDIT, "p.jsonl", "--out", "p.jsonl"), "这不是文件夹"),
        ((*AUDIT[:3], "--corpus", "没有", "p.jsonl", "--out", "o"), "没有名叫“没有”的语料"),
    ],
)
def test_bad_usage(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    many(tmp_path, 1)
    with inside(tmp_path):
        status, _, messages = called(*words)
    assert status == 2
    assert message in messages


def start(argument: object) -> None:
    assert argument == "ready"


def double(task: int) -> int:
    if task == 3:
        os._exit(9)  # as the kernel does when memory is short
    if task == 5:
        raise ValueError("five")
    return 2 * task


def test_a_worker_that_dies_costs_its_own_task_only() -> None:
    tasks = [(number, None if number == 1 else number) for number in range(8)]
    found = dict(results(tasks, Work(start, "ready", double), 2))
    assert isinstance(found[3], Failure)
    assert "意外退出" in found[3].reason
    assert isinstance(found[5], Failure)
    assert "ValueError: five" in found[5].reason
    assert found[1] is None
    assert [found[number] for number in (0, 2, 4, 6, 7)] == [0, 4, 8, 12, 14]


@pytest.mark.usefixtures("no_workers")
def test_an_audit_that_passed_over_everything_found_nothing_fine(tmp_path: Path) -> None:
    smallgame.write_lines(tmp_path / "帖.jsonl", [{"id": "甲", "text": "渡口"}])
    with inside(tmp_path):
        status, _, messages = called(*AUDIT, "--posts", "帖.jsonl", "--out", "out")
    assert status == 3
    assert "略过 1 条：没有写是报道还是杀帖（要查就加 --kind）" in messages


def test_posts_in_a_parquet_file_are_vetted_as_those_of_json_lines(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"id": "一", "text": smallgame.prose(1, 850), "kind": "kill", "author": "半夏",
         "posted_at": "2026-03-02T21:10:00+08:00", "edited": False},
        {"id": "二", "text": smallgame.prose(2, 200), "kind": "report", "author": None,
         "posted_at": None, "edited": None},
        {"id": "三", "text": None, "kind": "report", "author": None, "posted_at": None,
         "edited": None},
    ]  # fmt: skip
    smallgame.write_lines(tmp_path / "posts.jsonl", rows)
    timed = [
        {**row, "posted_at": row["posted_at"] and datetime.fromisoformat(row["posted_at"])}
        for row in rows
    ]
    parquet.write_table(pyarrow.Table.from_pylist(timed), tmp_path / "posts.parquet")
    with inside(tmp_path):
        for kind in ("jsonl", "parquet"):
            assert called(*AUDIT, f"posts.{kind}", "--out", kind)[0] == 1
    ours, theirs = (
        (tmp_path / kind / "results.jsonl").read_text(encoding="utf-8").splitlines()
        for kind in ("parquet", "jsonl")
    )
    assert len(ours) == 3
    assert "缺少 text" in ours[2]
    for one, other in zip(ours[:2], theirs[:2], strict=True):
        found = [json.loads(line) for line in (one, other)]
        assert found[0]["audit"]["place"].endswith(found[1]["audit"]["place"].split(":")[1])
        for row in found:
            del row["audit"], row["post"]["source"], row["seal"]
        assert found[0] == found[1]


def test_a_damaged_parquet_file_is_one_row_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 and no more PAR1")
    with inside(tmp_path):
        assert called(*AUDIT, "bad.parquet", "--out", "out")[0] == 3
    (row,) = lines(tmp_path / "out")
    assert "不是完好的 Parquet 文件" in row["audit"]["reason"]


@pytest.mark.usefixtures("no_workers")
@pytest.mark.parametrize(
    ("values", "kind", "posted_at", "reason"),
    [
        ([20_514], pyarrow.date32(), "2026-03-02T00:00:00+08:00", ""),
        ([9 * 10**18], pyarrow.timestamp("ms"), None, "Parquet 里有读不了的时间"),
        ([2**31 - 1], pyarrow.date32(), None, "Parquet 里有读不了的时间"),
        ([0], pyarrow.timestamp("ms", tz="Mars/Olympus"), None, "Parquet 里有读不了的时间"),
    ],
)
def test_times_of_parquet(
    tmp_path: Path, values: list[int], kind: Any, posted_at: str | None, reason: str
) -> None:
    columns = {"id": ["一"], "text": ["渡口"], "kind": ["kill"]}
    table = pyarrow.table({**columns, "posted_at": pyarrow.array(values, kind)})
    parquet.write_table(table, tmp_path / "posts.parquet")
    with inside(tmp_path):
        called(*AUDIT, "posts.parquet", "--out", "out")
    (row,) = lines(tmp_path / "out")
    assert row["post"]["posted_at"] == posted_at
    assert reason in row["audit"]["reason"]
