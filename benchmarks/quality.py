"""One table of how right the checks are: `python benchmarks/quality.py [--gate]`.

Scores the project's own small sets always and `../shared/eval` where it is there: Word's
counts, repetition and listing, quotation, the judge, genre. With `--gate` exit status 1 where a
figure is on the wrong side of its line in benchmarks/baseline.json.
"""

import argparse
import contextlib
import csv
import io
import json
import os
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

import advice_quality
import genre
import overlap_quality
import repeats_quality

from postcheck.checks.length import count
from postcheck.corpus import store
from postcheck.corpus.library import open_library
from postcheck.judge import judge, verdict_to_json
from postcheck.judge.cases import cases, from_case
from postcheck.measure import METRICS, Counts
from postcheck.readers import read
from postcheck.ruleset import ids, load
from postcheck.text import Text

ROOT = Path(__file__).parent.parent
SHARED = ROOT / "../shared/eval"
CASES = ROOT / "tests/cases"
BASELINE = Path(__file__).parent / "baseline.json"
MADE = 150  # cases a level that are made from the shared host texts
# Columns of the manifest of real Word files and the counts that they hold.
COLUMNS = {"Words": "words", "Characters": "chars", "CharactersWithSpaces": "chars_with_spaces",
           "Paragraphs": "paragraphs", "cjk": "cjk"}  # fmt: skip
Figures = Iterator[tuple[str, float]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gate", action="store_true", help="hold against baseline.json")
    gate = parser.parse_args().gate
    lines = json.loads(BASELINE.read_text(encoding="utf-8"))
    kept = show("own", own(), lines["own"])
    if SHARED.is_dir():
        kept &= show("shared", shared(), lines["shared"])
    else:
        print("../shared/eval is not here: only the project's own sets were scored")
    if gate:
        print("quality gate:", "passed" if kept else "FAILED")
    return 0 if kept or not gate else 1


def show(name: str, figures: Figures, lines: dict[str, dict[str, float]]) -> bool:
    """Prints a line a figure with the line it must keep; whether all of them do."""
    begun, kept = time.process_time(), True
    left = dict(lines)
    for what, figure in figures:
        line = left.pop(what, {})
        good = line.get("least", figure) <= figure <= line.get("most", figure)
        shown = "  ".join(f"{side} {limit:.4f}" for side, limit in line.items()) or "no line"
        print(
            f"{name:7}{what:32}{figure:9.4f}   {shown:16}{'' if good else '  MISSED'}", flush=True
        )
        kept &= good
    for what in left:
        print(f"{name:7}{what:32}  missing    MISSED")
    print(f"{name:7}CPU {time.process_time() - begun:.1f} s")
    return kept and not left


def own() -> Figures:
    rows = tomllib.loads((CASES / "length/classes.toml").read_text(encoding="utf-8"))["case"]
    yield (
        "wordcount strings",
        share(list(astuple(count(row["text"]))) == row["counts"] for row in rows),
    )
    yield from repeats("repeats", repeats_quality.own())
    with tempfile.TemporaryDirectory() as home, contextlib.redirect_stdout(io.StringIO()):
        os.environ["POSTCHECK_HOME"] = home
        missed = overlap_quality.own_set(Path(home))
    yield "overlap small set", float(not missed)
    yield "judge", share(own_verdicts())
    yield from genres("genre", list(genre.own()))


def shared() -> Figures:
    yield from wordcount()
    yield from repeats("repeats", repeats_quality.shared())
    yield from repeats("made", repeats_quality.made(MADE))
    yield from overlap()
    yield "judge", share(shared_verdicts())
    yield from advice("literature", advice_quality.literature())
    yield from advice("verse", advice_quality.verse())
    yield (
        "novels wording",
        300 * share(map(advice_quality.is_alarmed, map(Text, advice_quality.novels()))),
    )
    found = list(genre.unseen(genre.SHARED))
    yield from genres("genre", [one for one in found if one.part != "hard"])
    yield from genres("genre hard", [one for one in found if one.part == "hard"])


def genres(name: str, answers: list[genre.Answer]) -> Figures:
    recall, alarms = genre.rates(answers)
    yield f"{name} recall", recall
    yield f"{name} false alarms", alarms


def advice(name: str, texts: Iterator[str]) -> Figures:
    """Repeats without what has a pattern, lists of names, and wording, where none are meant."""
    found = advice_quality.measured(texts)
    yield f"{name} repeated", found.plain
    yield f"{name} under 2 %", found.under_two
    yield f"{name} listed", found.listed
    yield f"{name} wording", found.alarms


def share(right: Iterable[bool]) -> float:
    """The part of the answers that are right, 0 to 1."""
    answers = list(right)
    return sum(answers) / len(answers)


def wordcount() -> Figures:
    """Strings, Word files made for the purpose, and the trusted columns of real files."""
    folder = SHARED / "wordcount"
    strings = overlap_quality.rows_of(folder / "cases.jsonl")
    yield "wordcount strings", share(
        getattr(count(case["text"]), name) == case["expect"][name]
        for case in strings for name in case["expect"]
    )  # fmt: skip
    files = overlap_quality.rows_of(folder / "made.jsonl")
    yield "wordcount made files", share(
        getattr(counts_of(folder / case["file"]), name) == case["expect"][name]
        for case in files for name in case["expect"] if name not in case["do_not_score"]
    )  # fmt: skip
    with (folder / "manifest.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    yield "wordcount real files", share(
        getattr(counts_of(folder / row["file"]), COLUMNS[column]) == int(row[column])
        for row in rows for column in trusted(row["trust"])
    )  # fmt: skip


def counts_of(path: Path) -> Counts:
    (post,) = read(str(path))
    return count(post.text.codes, post.hints)


def trusted(trust: str) -> list[str]:
    """The columns that a row of the manifest vouches for, `exact: Words, Paragraphs (…)`."""
    kind, _, names = trust.partition(":")
    return [name.split()[0] for name in names.split(",")] if "exact" in kind else []


def repeats(name: str, found: Iterator[repeats_quality.Case]) -> Figures:
    """Recall of all, the worst mean error of the share of a level, and that of natural text."""
    levels: dict[str, list[repeats_quality.Row]] = defaultdict(list)
    for case in found:
        levels[case.level].append(repeats_quality.score(case))
    recall, error = {}, {}
    for level, rows in levels.items():
        gold = sum(row.gold for row in rows)
        recall[level] = sum(row.both for row in rows) / gold if gold else 1.0
        error[level] = sum(row.error for row in rows) / len(rows)
    yield f"{name} lowest recall", min(recall.values())
    yield f"{name} natural error", error.pop("natural")
    yield f"{name} highest error", max(error.values())


def overlap() -> Figures:
    """The scorer's figures over all cases, and false alarms on those that hold nothing."""
    scorer = overlap_quality.load_scorer()
    posts, gold = (
        {row["case_id"]: row for row in overlap_quality.rows_of(overlap_quality.SHARED / name)}
        for name in ("dev_cases.jsonl", "dev_gold.jsonl")
    )
    with tempfile.TemporaryDirectory() as home:
        os.environ["POSTCHECK_HOME"] = home
        store.add("shared", [str(overlap_quality.SHARED / "corpus.jsonl")])
        with open_library(["shared"]) as library:
            found = [
                hit for post in posts.values() for hit in overlap_quality.detections(post, library)
            ]
    table = scorer.evaluate(posts, gold, found)[0]
    lowest = min(row["R"] for level, row in table.items() if not level.startswith(("neg", "ALL")))
    yield "overlap precision", table["ALL positives"]["P"]
    yield "overlap recall", table["ALL positives"]["R"]
    yield "overlap lowest recall", lowest
    yield "overlap source", table["ALL positives"]["src"]
    yield "overlap share error", table["ALL positives"]["MAE"]
    yield "overlap false alarm error", table["ALL negatives"]["MAE"]


def own_verdicts() -> Iterator[bool]:
    """Status and findings of tests/cases/judge; `total` stands for every count not given."""
    for name in ids():
        ruleset = load(name)
        path = CASES / "judge" / f"{name}.toml"
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            findings = row.pop("findings", {})
            row.pop("remedies", None)
            total = row.pop("total")
            counts = {metric: row.pop(metric, total) for metric in METRICS[:5]}
            figures = from_case({**row, "ruleset": name, "counts": counts})[1]
            verdict = judge(figures, ruleset)
            yield {one.code: one.status for one in verdict.findings} == findings


def shared_verdicts() -> Iterator[bool]:
    """Status, findings and, where the post fails, remedies, as agree.py compares them."""
    lines = (SHARED / "rules/judge_cases.jsonl").read_text(encoding="utf-8").splitlines()
    for line, case in zip(lines, cases(lines)[0], strict=True):
        verdict = verdict_to_json(judge(case.figures, load(case.ruleset)))
        yield compared(verdict) == compared(json.loads(line)["expect"])


def compared(verdict: dict[str, Any]) -> tuple[Any, ...]:
    findings = verdict["findings"]
    if not isinstance(findings, dict):
        findings = {one["code"]: one["status"] for one in findings}
    remedies = sorted((one["code"], one.get("min_count") or 0) for one in verdict["remedies"])
    status = verdict["status"]
    return status, findings, remedies if status == "fail" else []


if __name__ == "__main__":
    sys.exit(main())
