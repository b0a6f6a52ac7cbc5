"""How well quotations are found: `python benchmarks/overlap_quality.py [CASES GOLD]`.

Scores `../shared/eval/overlap` where it is there (its corpus is imported into a temporary
store, the cases go through `search`, `quotation` and `prior`), else or with `--own` only the
small set below, which is always run. Exit status 1 if the small set is not found in full.
"""

import argparse
import importlib.util
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from postcheck.checks import prior, quotation
from postcheck.corpus import store
from postcheck.corpus.library import Library, open_library
from postcheck.corpus.search import search
from postcheck.measure import counted
from postcheck.post import Post
from postcheck.text import Text

SHARED = Path(__file__).parent.parent / ".." / "shared" / "eval" / "overlap"
SOURCES = {
    "渡口": "渡口的老艄公每天清早把船擦洗一遍，再把缆绳重新系好。他说河水认得勤快的人，"
    "船底若是积了青苔，水就会把船往石头上推。年轻人听了都笑，只有放牛的孩子信他，"
    "夜里偷偷跑来替他刮船底，刮到月亮落进芦苇丛里才回家。",
    "旧钟": "镇上的钟楼已经停了十一年，指针一直指着四点二十分。修钟的人来过三回，"
    "第一回嫌楼梯太窄，第二回嫌齿轮太老，第三回坐在楼下喝完一壶茶，说这钟没有坏，"
    "是它自己不肯走。从此没有人再提修钟的事，孩子们把四点二十分叫作钟楼的生日。",
}
HOST = (
    "我们这一局从傍晚开始，外面下着小雨。{}大家轮流发言，谁也不肯先亮底牌。"
    "轮到我时，茶已经凉了，我把杯子推到一边，说了几句不咸不淡的话。{}散场以后，雨还没有停。"
)
CASES = {
    "原样": ("渡口", "他说河水认得勤快的人，船底若是积了青苔，水就会把船往石头上推。"),
    "繁体": ("渡口", "年輕人聽了都笑，只有放牛的孩子信他，夜裏偷偷跑來替他刮船底。"),
    "标点": (
        "旧钟",
        "修钟的人来过三回第一回嫌楼梯太窄、第二回嫌齿轮太老、第三回坐在楼下喝完一壶茶。",
    ),
    "夹字符": ("旧钟", "镇*上的钟*楼已经停\u200b了十一年，指针\u200b一直指着四·点·二十分。"),
    "换名": ("渡口", "码头的赵二叔每天清早把船擦洗一遍，再把缆绳重新系好。"),
    "换词": ("旧钟", "从此没人再说修钟的事情，孩子们将四点二十分叫做钟楼的生日。"),
    "调序": ("旧钟", "孩子们把四点二十分叫作钟楼的生日。从此没有人再提修钟的事。"),
    "无": (None, "他们都很安静，只听见屋檐滴水的声音，一声比一声慢。"),
}
Detection = dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="CASES GOLD, other than the shared")
    parser.add_argument("--own", action="store_true", help="the small set only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["POSTCHECK_HOME"] = home
        failed = own_set(Path(home))
        if (SHARED / "corpus.jsonl").exists() and not options.own:
            cases, gold = options.files or (SHARED / "dev_cases.jsonl", SHARED / "dev_gold.jsonl")
            shared_set(cases, gold)
    return int(failed)


def own_set(home: Path) -> bool:
    """The small set; prints a line a case and says whether one was missed."""
    source = home / "own.jsonl"
    rows = ({"id": name, "text": text} for name, text in SOURCES.items())
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    store.add("own", [str(source)])
    failed = False
    with open_library(["own"]) as library:
        for name, (doc, passage) in CASES.items():
            text = HOST.format("", passage)
            found = detections({"case_id": name, "text": text}, library)
            start = text.index(passage)
            inside = {
                at
                for hit in found
                if hit["source_id"] == doc
                for at in range(hit["start"], hit["end"])
                if text[at].isalnum()
            }
            taken = range(start, start + len(passage)) if doc else range(0)
            wanted = {at for at in taken if text[at].isalnum()}
            ok = inside == wanted
            failed |= not ok
            print(f"{name}\t{'ok' if ok else 'MISSED'}\t{len(inside)}/{len(wanted)}")
    return failed


def shared_set(cases_file: Path, gold_file: Path) -> None:
    """The scorer's table, with the CPU time per post."""
    scorer = load_scorer()
    cases = {row["case_id"]: row for row in rows_of(cases_file)}
    gold = {row["case_id"]: row for row in rows_of(gold_file)}
    started = time.process_time()
    store.add("shared", [str(SHARED / "corpus.jsonl")])
    print(f"import {time.process_time() - started:.1f} s CPU in this process")
    with open_library(["shared"]) as library:
        detections(next(iter(cases.values())), library)
        started = time.process_time()
        found = [hit for case in cases.values() for hit in detections(case, library)]
        spent = time.process_time() - started
    print(f"{1000 * spent / len(cases):.1f} ms CPU a post")
    scorer.table(scorer.evaluate(cases, gold, found)[0])


def detections(case: Detection, library: Library) -> list[Detection]:
    """What the two checks count, in the scorer's form."""
    post = Post(Text(case["text"]), id=case["case_id"], author=case.get("author"))
    matches = search(post.text, library)
    measures = (quotation.measure(post, matches), prior.measure(post, matches))
    return [
        {
            "case_id": case["case_id"],
            "start": hit.start,
            "end": hit.end,
            "source_id": hit.source.doc,
        }
        for measure in measures
        for hit in counted(measure)
        if hit.source
    ]


def rows_of(path: Path) -> list[Detection]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def load_scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("overlap_score", SHARED / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    sys.exit(main())
