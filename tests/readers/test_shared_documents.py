"""The shared Word files: every figure that Word or WPS is trusted for."""

import csv
import json
from pathlib import Path

import pytest
from wordfiles import counted

from postcheck.readers import read

SHARED = Path(__file__).parents[2] / "../shared/eval"
FILES = SHARED / "wordcount"
COLUMNS = {"Words": "words", "Characters": "chars", "CharactersWithSpaces": "chars_with_spaces",
           "Paragraphs": "paragraphs", "cjk": "cjk"}  # fmt: skip

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/eval is not here")


def test_made_files() -> None:
    for case in map(json.loads, (FILES / "made.jsonl").read_text("utf-8").splitlines()):
        counts = counted(read(str(FILES / case["file"]))[0])
        names = [name for name in case["expect"] if name not in case["do_not_score"]]
        got = {name: getattr(counts, name) for name in names}
        assert got == {name: case["expect"][name] for name in names}, case["file"]


def test_real_files() -> None:
    with (FILES / "manifest.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    checked = 0
    for row in rows:
        counts = counted(read(str(FILES / row["file"]))[0])
        kind, _, names = row["trust"].partition(":")
        trusted = [name.split()[0] for name in names.split(",")] if "exact" in kind else []
        for column in trusted:
            assert getattr(counts, COLUMNS[column]) == int(row[column]), (row["file"], column)
            checked += 1
    assert checked > 40
