"""Scores repetition and listing: `python benchmarks/repeats_quality.py`.

Three sets, one line a level: the project's own cases (always), the shared evaluation set
and cases made here from the shared host texts with templates, units and names of our own
(where ../shared/eval is present). Exit status 1 if a level misses the line: recall 0.97,
mean error of the share 0.5 percentage points, natural text 0.3.
"""

import json
import random
import re
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from postcheck.checks import listing, repeats
from postcheck.text import Text

ROOT = Path(__file__).parent.parent
SHARED = ROOT / "../shared/eval"
RECALL, ERROR, NATURAL = 0.97, 0.5, 0.3

TEMPLATES = (
    "外婆说{}是不会骗人的，骗人的只有日子。",
    "多年以后我才明白，{}从来不属于任何人。",
    "昨夜又梦见{}站在桥头，雨把灯都淋灭了。",
    "他们都说{}走得太早，只有我知道并不早。",
    "{}还没有回来，锅里的饭已经凉了。",
    "要是能再看一眼{}，让我用十年去换也肯。",
    "没有人告诉我{}去了哪里，也没有人问起。",
    "这封信写给{}，写了三遍都没有寄出去。",
)
SLOTS = (
    "木匠", "裁缝", "姐姐", "故乡", "大海", "那只猫", "老房子", "教书先生", "雪山", "少年", "渔船",
    "铁匠铺", "二叔", "月亮",
)  # fmt: skip
UNITS = (
    "嗯", "呵", "顶", "6", "8", "～", "。", "！", "…", "灌水", "路过", "886", "666", "报到",
    "冲啊", "abc", "520", "好耶", "打卡", "沙发沙", "哦也", "-=", "吃瓜",
)  # fmt: skip
NAMES = (
    "雨打芭蕉", "追风", "北冥有鱼", "二十四桥", "独孤不败", "糖醋排骨", "Moonlight", "阿甲",
    "云深不知处", "长安某",
    "逆流而上", "小鱼干", "老衲法号随缘", "七里香", "kk1987", "泡泡", "烟花易冷", "江湖夜雨",
    "十年灯", "折扇公子",
)  # fmt: skip
SEPARATORS = ("、", "，", ",", " ", " / ", "|", "\n", "；", "　")


class Case(NamedTuple):
    """`gold`: half-open ranges; `measure`: repeated or listed."""

    level: str
    measure: str
    text: str
    gold: list[tuple[int, int]]


class Row(NamedTuple):
    gold: int
    hit: int
    both: int
    error: float


def own() -> Iterator[Case]:
    for path in sorted((ROOT / "tests/cases").glob("repeats/*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            text, gold = "", []
            for part in re.split("([⟦⟧])", case["text"]):
                if part == "⟦":
                    gold.append((len(text), len(text)))
                elif part == "⟧":
                    gold[-1] = (gold[-1][0], len(text))
                else:
                    text += part
            yield Case(path.stem, "repeated", text, gold)


def shared() -> Iterator[Case]:
    for line in (SHARED / "repeats/dev.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        gold = [(span["start"], span["end"]) for span in case["gold"]]
        measure = "listed" if case["measure"] == "listed" else "repeated"
        yield Case(case["level"], measure, case["text"], gold)


def made(number: int) -> Iterator[Case]:
    """`number` cases of each level from the shared host texts, as posts of a player."""
    chance = random.Random(number)
    lines = (SHARED / "overlap/hosts.jsonl").read_text(encoding="utf-8").splitlines()
    hosts = [
        host
        for host in map(json.loads, lines)
        if host["work"] not in ("oiwiki", "recipe", "wiki") and len(host["text"]) >= 600
    ]
    for _ in range(number):
        for level in ("natural", "loop", "block", "near", "monotone", "listing"):
            text = chance.choice(hosts)["text"]
            start = chance.randrange(max(1, len(text) - 2500))
            passage = text[start : start + chance.randint(400, 2500)]
            sentences = re.findall(r"[^。！？]+[。！？]", passage)[1:]
            yield _made(level, sentences, chance)


def _made(level: str, sentences: list[str], chance: random.Random) -> Case:
    at = chance.randrange(max(1, len(sentences) // 2))
    first, inserts = "", []
    times = chance.randint(2, 6)
    if level == "loop":
        long = [k for k, s in enumerate(sentences) if sum(c.isalnum() for c in s) >= 8]
        at = chance.choice(long or [0])
        inserts = [sentences[at]] * times
    elif level == "block":
        inserts = ["".join(sentences[at : at + chance.randint(2, 5)])] * times
        at += 4
    elif level == "near":
        template = chance.choice(TEMPLATES)
        first, *inserts = map(template.format, chance.sample(SLOTS, times + 1))
    elif level == "monotone":
        unit = chance.choice(UNITS)
        first, inserts = unit, [unit * chance.randint(12, 60)]
    elif level == "listing":
        names = chance.sample(NAMES, chance.randint(8, 18))
        inserts = [chance.choice(SEPARATORS).join(names)]
    together = level in ("monotone", "listing")
    places = sorted(chance.randint(at + 1, len(sentences)) for _ in inserts)
    text, gold = "", []
    for k, sentence in enumerate([*sentences, ""]):
        while places and places[0] <= k:
            places.pop(0)
            text += first if together else ""
            insert = inserts.pop(0)
            gold.append((len(text), len(text) + len(insert)))
            text += insert + ("。" if level == "listing" else "")
        text += sentence
        if k == at and not together:
            text += first
    return Case(level, "listed" if level == "listing" else "repeated", text, gold)


def score(case: Case) -> Row:
    """As ../shared/eval/repeats/score.py counts: marks only at the level monotone."""
    text = Text(case.text)
    measure = listing.measure(text) if case.measure == "listed" else repeats.measure(text)
    every = case.level == "monotone"

    def counted(ranges: list[tuple[int, int]]) -> set[int]:
        inside = {i for start, end in ranges for i in range(start, end)}
        return {i for i in inside if every or case.text[i].isalnum()}

    gold, hit = counted(case.gold), counted([(hit.start, hit.end) for hit in measure.hits])
    total = len(counted([(0, len(case.text))])) or 1
    return Row(len(gold), len(hit), len(gold & hit), 100 * abs(len(gold) - len(hit)) / total)


def report(name: str, cases: Iterator[Case]) -> bool:
    """Prints a line a level; whether all of them keep the line."""
    levels: dict[str, list[Row]] = defaultdict(list)
    begun = time.process_time()
    for case in cases:
        levels[case.level].append(score(case))
    kept = True
    for level, rows in sorted(levels.items()):
        gold, hit, both = (sum(row[k] for row in rows) for k in range(3))
        errors = sorted(row.error for row in rows)
        mean, recall = sum(errors) / len(rows), both / gold if gold else 1.0
        kept &= recall >= RECALL and mean <= (NATURAL if level == "natural" else ERROR)
        print(
            f"{name:6} {level:9} n={len(rows):3} recall={recall:.3f} "
            f"precision={both / hit if hit else 1:.3f} share error mean={mean:.2f} "
            f"p99={errors[int(0.99 * (len(errors) - 1))]:.2f} worst={errors[-1]:.2f} pp"
        )
    print(f"{name:6} CPU {time.process_time() - begun:.1f} s")
    return kept


def main() -> int:
    kept = report("own", own())
    if SHARED.is_dir():
        kept &= report("shared", shared())
        kept &= report("made", made(150))
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
