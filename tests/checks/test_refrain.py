"""Patterns of repeats: named and proposed, counted all the same, nothing decided."""

import json
import tomllib
from pathlib import Path

import pytest

from postcheck.checks import repeats
from postcheck.post import Post
from postcheck.report.jsonl import to_json
from postcheck.report.terms import PATTERNS
from postcheck.review import review
from postcheck.ruleset import load
from postcheck.text import Text

CASES = Path(__file__).parent.parent / "cases" / "refrain"
ROWS = tomllib.loads((CASES / "parallel.toml").read_text(encoding="utf-8"))
SHARED = Path(__file__).parent.parent.parent / "../shared/eval"

ODES = """
蒹葭苍苍，白露为霜。所谓伊人，在水一方。溯洄从之，道阻且长。溯游从之，宛在水中央。
蒹葭萋萋，白露未晞。所谓伊人，在水之湄。溯洄从之，道阻且跻。溯游从之，宛在水中坻。
蒹葭采采，白露未已。所谓伊人，在水之涘。溯洄从之，道阻且右。溯游从之，宛在水中沚。
"""
SONG = """
渡船摇呀摇到桥边
岸上的灯亮了一半
归去吧，归去吧，天要黑了
母亲在门口望着天

渡船摇呀摇到湾里
水里的月碎成两片
归去吧，归去吧，天要黑了
弟弟在梦里叫着船
"""
PARALLEL = (
    "要走的路，是父亲挑着担子走过的路；要过的河，是祖父背着行李过过的河。"
    "还是没有灯，他们也就这样活下来的吗？还是没有米，他们也就这样活下来的吗？"
    "还是没有一句话，他们也就这样活下来的吗？"
)
ON_END = (
    "他把信读完，又折好。你们谁也别再等他回来了！你们谁也别再等他回来了！窗外的雨一直下到天亮。"
)
LINKED = "他们终于走到山下那座桥上，走到山下那座桥上的人都停了下来，听水声从脚底下过去。"
TURNED = "灯下的信，写了又撕，一字字一行行，一行行一字字，都是没有寄出去的话。"
EDGES = """
那年的雪下得真大啊。我和二叔去河对岸借粮，走了整整一天，回来时鞋已经冻成了两块铁。

村里的狗都不叫了，只有磨坊还亮着灯，磨坊主在等他的儿子回来，等了三个冬天，也没有等到。

那年的雪下得真大啊。后来我在城里见过许多次雪，没有哪一次像那一次，把一整个村子都埋住。

如今二叔也不在了，河上修了桥，去对岸只要一刻钟，可是对岸已经没有我认识的人家了。
"""
QUOTED = (
    "老师傅说，山上的每一块木头，都有它自己的脾气，也都有它自己的命。这话我当时没有听懂，只是低头刨木花。"
    "许多年以后我才明白，“每一块木头，都有它自己的脾气，也都有它自己的命”，原来说的是人。"
)
TITLES = """
水龙吟·春江
楚山修竹如云，异材秀出千林表。
龙须半剪，凤膺微涨，玉肌匀绕。

水龙吟·春江
似花还似非花，也无人惜从教坠。
抛家傍路，思量却是，无情有思。
"""


def patterns(text: str) -> set[str | None]:
    return {hit.pattern for hit in repeats.measure(Text(text)).hits}


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        (ODES, "stanza"),
        (SONG, "refrain"),
        (PARALLEL, "parallel"),
        (ON_END, "doubling"),
        (TURNED, "palindrome"),
        (EDGES, "paragraphs"),
        (QUOTED, "echo"),
        (TITLES, "title"),
    ],
)
def test_pattern_is_named(text: str, pattern: str) -> None:
    found = patterns(text)
    assert pattern in found
    assert None not in found


def test_a_beginning_that_takes_up_an_end() -> None:
    assert patterns(LINKED) <= {"anadiplosis", "echo"}


ONCE = "请大家多多关照我这个新来的人。"
FILLER = (
    "村口的老槐树今年没有开花，井边的石头磨得发亮。王家的小子从城里带回一只钟，摆在堂屋，"
    "谁也不会上弦。二婶把晒干的豆角收进坛子里，说是要留到过年。河水涨了两次，又退了两次，"
    "船家换了新的篙。夜里有人敲锣，说是山上走了火，男人们提着桶出去，天亮才回来。"
)


@pytest.mark.parametrize(
    "padding",
    [
        "我今天就是来报到的大家多多关照。" * 8,
        f"{ONCE}{FILLER}{ONCE}{FILLER[20:]}{ONCE}",
        "哈" * 40,
        "我爱风云\n" * 30,
    ],
)
def test_padding_has_no_pattern(padding: str) -> None:
    text = padding if FILLER in padding else FILLER + padding
    assert patterns(text) & {None}


def test_a_whole_paragraph_pasted_behind_itself_is_nothing_said_twice() -> None:
    assert patterns(f"后来的事都在这里面了，别的没有。\n{FILLER}{FILLER}") == {None}


@pytest.mark.parametrize("row", ROWS["parallel"])
def test_a_row_that_says_something_new_each_time_is_proposed(row: str) -> None:
    assert patterns(f"{FILLER}\n{row}") <= {"parallel", "stanza"}


@pytest.mark.parametrize("times", [2, 3, 5, 8])
@pytest.mark.parametrize("sentence", ROWS["padding"])
def test_a_sentence_pasted_with_another_name_each_time_is_not(sentence: str, times: int) -> None:
    row = "".join(map(sentence.format, ROWS["fillers"][:times]))
    assert patterns(f"{FILLER}\n{row}") == {None}


@pytest.mark.parametrize("row", ROWS["cosmetic"])
def test_a_sentence_pasted_with_little_words_changed_is_not(row: str) -> None:
    assert patterns(f"{FILLER}\n{row}") == {None}


def test_proposed_and_still_counted_and_not_decided() -> None:
    one = review(Post(Text(SONG)), load("wuyue161"), "kill")
    repeated = to_json(one)["measures"]["repeated"]
    assert repeated["count"] == repeated["count_proposed"] > 0
    (hit, *_) = repeated["hits"]
    assert hit["stylistic"] is None
    assert hit["proposed"]["pattern"] == "refrain"
    assert hit["proposed"]["reason"]
    assert one.figures.flags.stylistic_repetition is None


def test_every_pattern_has_its_words() -> None:
    named = {"refrain", "stanza", "doubling", "anadiplosis", "palindrome", "parallel",
             "paragraphs", "echo", "title"}  # fmt: skip
    assert named == set(PATTERNS)


def test_literature_without_its_patterns_is_near_zero() -> None:
    """Mean under 0.3 %, 99 of 100 texts under 2 %, once what has a pattern is set apart."""
    if not SHARED.is_dir():
        pytest.skip("../shared/eval is not here: repeats in literature were NOT measured")
    shares = []
    with (SHARED / "genre/dev.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["literary"]:
                text = row["text"]
                hits = repeats.measure(Text(text)).hits
                plain = sum(hit.end - hit.start for hit in hits if hit.pattern is None)
                shares.append(100 * plain / len(text))
    assert sum(shares) / len(shares) < 0.3
    assert sum(share >= 2 for share in shares) <= len(shares) / 100
