"""Terminal, JSON, HTML and Python give the same findings, numbers and places.

All four are read back into one form and held against `golden/sample.json`, the four posts of
the sample. After a wanted change: `python tests/test_golden.py`, and read the difference.
"""

import io
import json
import os
import re
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from postcheck.cli.main import run
from postcheck.corpus.library import open_library
from postcheck.corpus.store import add
from postcheck.readers import read
from postcheck.report.terms import COUNTS, FINDINGS, GROUPS, PARTS, STATUS
from postcheck.review import Review, review
from postcheck.ruleset import load

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "corpora" / "sample"
GOLDEN = Path(__file__).parent / "golden" / "sample.json"
MEASURES = ("repeated", "listed", "quoted", "prior")
CALL = ["check", "posts.jsonl", "--ruleset", "fengyun85"]
Face = dict[str, Any]  # what a reader of any report learns of one post


def code(words: dict[str, str], shown: str) -> str:
    return next(name for name, word in words.items() if word == shown)


def place(shown: str) -> list[list[int]]:
    """`第 5–9 字符` and `第 5 字符` → [[4, 9]], [[4, 5]]."""
    found = re.findall(r"第 (\d+)(?:–(\d+))? 字符", shown)
    return [[int(first) - 1, int(last or first)] for first, last in found]


def of_python(one: Review) -> Face:
    tally = one.figures.marked
    marked = []
    for name in MEASURES:
        measure = one.measures[name]
        marked += [
            ["declared" if hit.kind == "declared" else name, hit.start, hit.end]
            for hit in measure.hits
        ]
        marked += [["discounted", hit.start, hit.end] for hit in measure.discounted]
    return {
        "status": one.verdict.status,
        "counts": {name: getattr(one.counts, name) for name in COUNTS},
        "parts": {
            name: [getattr(tally.part[name], one.metric), getattr(tally.rest[name], one.metric)]
            for name in MEASURES
        },
        "findings": [
            [found.code, found.status, found.clause, found.message,
             [[span.start, span.end] for span in found.spans]]
            for found in one.verdict.findings
        ],
        "way_out": list(one.verdict.way_out),
        "marked": sorted(marked),
    }  # fmt: skip


def of_json(line: str) -> Face:
    one = json.loads(line)
    measures, verdict = one["measures"], one["verdict"]
    marked = []
    for name in MEASURES:
        for hit in measures[name]["hits"]:
            group = "declared" if hit["kind"] == "declared" else name
            marked.append([group, hit["start"], hit["end"]])
        marked += [["discounted", hit["start"], hit["end"]] for hit in measures[name]["discounted"]]
    return {
        "status": verdict["status"],
        "counts": one["counts"],
        "parts": {name: [measures[name]["count"], one["rest"][name]] for name in MEASURES},
        "findings": [
            [found[key] for key in ("code", "status", "clause", "message", "spans")]
            for found in verdict["findings"]
        ],
        "way_out": verdict["way_out"],
        "marked": sorted(marked),
    }


def of_html(article: Tag) -> Face:
    tables = [
        [[cell.find(string=True).strip() for cell in row.find_all(["th", "td"])]
         for row in table.select("tbody tr")]
        for table in article.select("table")
    ]  # fmt: skip
    parts = {code(PARTS, row[0]): row[1:] for row in tables[1] if row[0] in PARTS.values()}
    return {
        "status": code(STATUS, article.select_one("h2 .status").text),
        "counts": {code(COUNTS, row[0]): int(row[1]) for row in tables[0]},
        "parts": {name: [int(number) for number in parts[name]] for name in MEASURES},
        "findings": [html_finding(one) for one in article.select(".findings > li")],
        "way_out": [
            dd.text for dd in article.select(".after dd")
            if dd.find_previous_sibling("dt").text == "出路"
        ],
        "marked": sorted(
            [code(GROUPS, heading.find(string=True, recursive=False).strip() or
                  heading.contents[1].strip()), *place(heading.select_one(".where").text)[0]]
            for heading in article.select(".card h3")
        ),
    }  # fmt: skip


def html_finding(one: Tag) -> list[Any]:
    heading = one.select_one("h3")
    status, name, clause = heading.get_text("\n", strip=True).split("\n")
    spans = one.select_one("details p")
    return [
        code(FINDINGS, name), code(STATUS, status), clause, one.find("p").text,
        place(spans.text) if spans else [],
    ]  # fmt: skip


def of_terminal(shown: str) -> Face:
    """The report of one post; long lines were folded at 80 cells and are joined again."""
    text = re.sub(r"\n    (?=\S)(?!实测|位置|读法|[^\s：]{2,4}\d+：)", "", shown)
    section = dict(re.findall(r"^【([^【】\n]+)】\n(.*?)(?=\n\n【|\Z)", text, re.S | re.M))
    counts = re.findall(r"^  (\S+) +(\d+)", section["WORD 统计"], re.M)
    (parts,) = [rows for title, rows in section.items() if title.startswith("各项")]
    table = dict(re.findall(r"^  (\S+) +(\d+ +\d+)$", parts, re.M))
    verdict = text.partition("【WORD 统计】")[0]
    findings = [
        [code(FINDINGS, name), code(STATUS, status), clause, f"{message}（{clause}）", place(spans)]
        for status, name, message, clause, spans in re.findall(
            r"^  (\S+?)｜(\S+?)：(.*)（([^（）]+)）\n(?:    (?!位置).*\n)*(?:    位置：(.*)\n)?",
            verdict, re.M,
        )
    ]  # fmt: skip
    return {
        "status": code(STATUS, re.findall(r"判定：【(.+)】", text)[0]),
        "counts": {code(COUNTS, name): int(number) for name, number in counts},
        "parts": {
            name: [int(number) for number in table[PARTS[name]].split()] for name in MEASURES
        },
        "findings": findings,
        "way_out": [
            way.replace("\n  ", "")
            for way in re.findall(r"^  出路：(.*(?:\n  (?!出路).+)*)", verdict, re.M)
        ],
        "marked": sorted(
            [code(GROUPS, group), *place(where)[0]]
            for group, where in re.findall(r"^\d+ (\S+?)　(第 .+ 字符)$", text, re.M)
        ),
    }


def call(*words: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        assert run(list(words)) in (0, 1)
    return out.getvalue()


def by_python() -> dict[str, Face]:
    ruleset = load("fengyun85")
    with open_library(["sample"]) as library:
        return {
            post.id: of_python(review(post, ruleset, post.kind or "", library=library))
            for post in read("posts.jsonl")
        }


def prepare(folder: Path) -> None:
    """The sample's posts in `folder`, its texts in a store of their own there."""
    os.chdir(folder)
    os.environ["POSTCHECK_HOME"] = str(folder / "home")
    (folder / "posts.jsonl").write_bytes((SAMPLE / "posts.jsonl").read_bytes())
    add("sample", [str(SAMPLE / "texts.jsonl")])


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Face]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POSTCHECK_HOME", "home")
    prepare(tmp_path)
    found: dict[str, Face] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found


def test_python(golden: dict[str, Face]) -> None:
    assert by_python() == golden


def test_json(golden: dict[str, Face]) -> None:
    lines = call(*CALL, "--json").splitlines()
    assert {json.loads(line)["post"]["id"]: of_json(line) for line in lines} == golden


def test_html(golden: dict[str, Face]) -> None:
    call(*CALL, "--html", "report.html")
    page = BeautifulSoup(Path("report.html").read_text(encoding="utf-8"), "lxml")
    found = [of_html(article) for article in page.select("article")]
    assert dict(zip(golden, found, strict=True)) == golden


def test_terminal(golden: dict[str, Face]) -> None:
    posts = call(*CALL).split("风云发帖检查：")[1:]
    found = [of_terminal(shown) for shown in posts]
    assert dict(zip(golden, found, strict=True)) == golden


@pytest.mark.usefixtures("golden")
def test_two_runs_are_the_same_to_the_byte() -> None:
    runs = []
    for page in ("a.html", "b.html"):
        shown = call(*CALL), call(*CALL, "--json", "--html", page)
        runs.append((shown, Path(page).read_bytes()))
    assert runs[0] == runs[1]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place_:
        prepare(Path(place_))
        made = json.dumps(by_python(), ensure_ascii=False, indent=1)
        GOLDEN.write_text(made + "\n", encoding="utf-8")
