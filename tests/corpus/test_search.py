"""Search: what a library holds of a text; sources, discounts, bounded work."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postcheck.corpus import store
from postcheck.corpus.clauses import Side
from postcheck.corpus.library import Document, open_library
from postcheck.corpus.pair import Texts, loose
from postcheck.corpus.search import Matches, readable, search
from postcheck.corpus.seeds import shared
from postcheck.corpus.verse import may_hold_lines, verse_lines
from postcheck.text import Folded, Text

Write = Callable[..., str]
RAIN = "雨下到第三天，巷子里的青石板浮起来一样亮，卖豆腐的不敲梆子，改在屋檐下喊。"
RIVER = "涨水的时候河面宽了一倍，对岸的柳树只剩树梢，像是有人把一把旧扫帚插在水里。"
NOTICE = "本版规定：发帖满三百字方可参加下一轮，过期不补，请各位相互转告。"


def found(text: str, write: Write, *texts: str, authors: str = "甲乙丙丁戊己庚辛") -> Matches:
    rows = [
        {"id": str(number), "text": each, "author": authors[number % len(authors)]}
        for number, each in enumerate(texts)
    ]
    store.add("texts", [write(*rows)])
    with open_library(["texts"]) as library:
        return search(Text(text), library)


def test_nothing_in_an_empty_or_short_text(jsonl: Write) -> None:
    assert found("", jsonl, RAIN) == Matches()
    assert found("雨", jsonl, RAIN) == Matches()


def test_a_match_has_offsets_into_both_originals(jsonl: Write) -> None:
    text = f"昨天的事。{RIVER}我没有去看。"
    (match,) = found(text, jsonl, RAIN, f"记一笔。{RIVER}").passages
    assert text[match.start : match.end] == RIVER
    assert match.document.text[match.doc_start : match.doc_end] == RIVER
    assert (match.document.id, match.verbatim) == ("1", True)
    assert match.same == match.length == match.doc_length == 34


def test_every_document_that_has_a_passage_is_named(jsonl: Write) -> None:
    matches = found(RIVER, jsonl, RIVER, f"{RAIN}{RIVER}", RAIN)
    assert {match.document.id for match in matches.passages} == {"0", "1"}


def test_scattered_clauses_of_several_texts_add_up(jsonl: Write) -> None:
    text = "卖豆腐的不敲梆子，改在屋檐下喊。我住在楼上。对岸的柳树只剩树梢，鸟也不来了。"
    passages = found(text, jsonl, RAIN, RIVER).passages
    assert [match.document.id for match in passages] == ["0", "1"]


def test_a_line_of_many_unrelated_authors_is_boilerplate(jsonl: Write) -> None:
    bodies = ("窗台上的蒜苗长得比窗帘还高。", "邻居搬走那天留下一盆海棠给我。",
              "电车拐弯的声音像谁在磨刀口。", "账本最后一页画着一只歪嘴的猫。")  # fmt: skip
    board = [NOTICE + body * 2 for body in bodies]
    matches = found(f"报到。{NOTICE}{RIVER}", jsonl, *board, RIVER)
    assert [match.document.id for match in matches.passages] == ["4"]
    assert {match.why for match in matches.discounted} == {"boilerplate"}


def test_a_text_that_many_repost_is_still_a_source(jsonl: Write) -> None:
    assert found(RIVER, jsonl, *[f"{number}楼转载：{RIVER}" for number in "一二三四五六"]).passages


def test_a_line_that_one_author_repeats_is_no_boilerplate(jsonl: Write) -> None:
    bodies = ("窗台上的蒜苗长得比窗帘还高。", "邻居搬走那天留下一盆海棠给我。",
              "电车拐弯的声音像谁在磨刀口。", "账本最后一页画着一只歪嘴的猫。")  # fmt: skip
    matches = found(NOTICE, jsonl, *[NOTICE + body * 2 for body in bodies], authors="甲")
    assert matches.passages
    assert matches.discounted == ()


def test_what_surrounds_boilerplate_in_one_document_still_counts(jsonl: Write) -> None:
    bodies = ("窗台上的蒜苗长得比窗帘还高。", "邻居搬走那天留下一盆海棠给我。",
              "电车拐弯的声音像谁在磨刀口。", "账本最后一页画着一只歪嘴的猫。")  # fmt: skip
    clause = "对岸的柳树只剩树梢浮着。"
    board = [NOTICE + body * 2 for body in bodies] + [clause + NOTICE + RAIN]
    matches = found(clause + NOTICE, jsonl, *board)
    assert [(match.start, match.end) for match in matches.passages] == [(0, len(clause))]


def test_sentences_moved_within_a_passage_are_one_passage(jsonl: Write) -> None:
    text = "改在屋檐下喊。雨下到第三天，巷子里的青石板浮起来一样亮。"
    (match,) = found(text, jsonl, RAIN).passages
    assert text[match.start : match.end] == text[:-1]
    assert not match.verbatim


MOVED = [
    pytest.param(
        "雨下到第三天，卖豆腐的不敲梆子，巷子里的青石板浮起来一样亮，改在屋檐下喊。",
        id="a clause moved back",
    ),
    pytest.param(
        "巷子里的青石板浮起来一样亮，雨下到第三天，卖豆腐的不敲梆子，改在屋檐下喊。",
        id="two clauses changed about at the start",
    ),
    pytest.param(
        "雨下到第三天，改在屋檐下喊，巷子里的青石板浮起来一样亮，卖豆腐的不敲梆子。",
        id="a clause moved to the front",
    ),
    pytest.param(
        "卖豆腐的不敲梆子，改在屋檐下喊，雨下到第三天，巷子里的青石板浮起来一样亮。",
        id="two halves changed about",
    ),
]


@pytest.mark.parametrize("text", MOVED)
def test_the_characters_of_moved_clauses_are_identical(text: str, jsonl: Write) -> None:
    (match,) = found(text, jsonl, f"记一笔。{RAIN}{RIVER}").passages
    assert match.same == match.length == match.doc_length == len(Text(RAIN).folded)
    assert match.document.text[match.doc_start : match.doc_end].startswith(RAIN[:-1])
    for same, there in zip(match.same_spans, match.doc_spans, strict=True):
        here = Text(text[same.start : same.end]).folded.string()
        assert here == Text(match.document.text[there.start : there.end]).folded.string()


def test_own_text_between_two_passages_is_not_charged(jsonl: Write) -> None:
    own = "后来有一年我带着孩子回去，巷口的铺子都换了招牌，只有石板还是老样子，踩上去嗒嗒地响。"
    text = f"雨下到第三天，巷子里的青石板浮起来一样亮。{own}卖豆腐的不敲梆子，改在屋檐下喊。"
    spans = [(match.start, match.end) for match in found(text, jsonl, RAIN).passages]
    assert [text[start:end] for start, end in spans] == [
        "雨下到第三天，巷子里的青石板浮起来一样亮",
        "卖豆腐的不敲梆子，改在屋檐下喊。",
    ]


@pytest.mark.parametrize(
    "text",
    ["哈" * 3000, "呵呵哈哈" * 700, "好的好的，" * 600, NOTICE * 60],
    ids=lambda text: text[:4],
)
def test_repetitive_texts_take_bounded_time(text: str, jsonl: Write) -> None:
    started = time.process_time()
    found(text, jsonl, "哈" * 3000, "呵呵哈哈" * 500, "好的好的，" * 500, NOTICE * 40)
    assert time.process_time() - started < 3


def test_a_line_in_very_many_documents_costs_no_more(jsonl: Write) -> None:
    texts = [f"{NOTICE}第{number}号。{RAIN if number % 2 else RIVER}" for number in range(3000)]
    store.add(
        "many",
        [jsonl(*({"id": str(n), "text": t, "author": f"u{n}"} for n, t in enumerate(texts)))],
    )
    with open_library(["many"]) as library:
        text = Text(f"报到。{NOTICE}今天没有别的话要说。")
        search(text, library)
        started = time.process_time()
        search(text, library)
        assert time.process_time() - started < 0.2


WALL = (
    "赵铁生道：“这堵墙是我爷爷砌的。”钱掌柜蹲下去摸了摸砖缝，半天没有言语。赵铁生又说，"
    "当年和泥用的是糯米汤，钱掌柜只管拿锤子敲，敲不掉一个角。"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "昨天的事。上官怀素道：“这堵墙是我爷爷砌的。”钱掌柜蹲下去摸了摸砖缝，半天没有言语。"
            "上官怀素又说，当年和泥用的是糯米汤。",
            [
                "上官怀素道：“这堵墙是我爷爷砌的。”钱掌柜蹲下去摸了摸砖缝，半天没有言语。"
                "上官怀素又说，当年和泥用的是糯米汤"
            ],
            id="who speaks first has another name",
        ),
        pytest.param(
            "这堵墙是我爷爷砌的。我插一句。钱掌柜蹲下去摸了摸砖缝，半天没有言语。",
            ["这堵墙是我爷爷砌的。", "钱掌柜蹲下去摸了摸砖缝，半天没有言语。"],
            id="a sentence of one's own between two is nobody else's",
        ),
        pytest.param(
            "昨天的事。当ab年和xy泥用lol的Zq是糯uv米汤，只qq管拿ok锤子敲。今天再说。",
            ["当ab年和xy泥用lol的Zq是糯uv米汤，只qq管拿ok锤子敲"],
            id="letters strewn in",
        ),
    ],
)
def test_disguises(text: str, expected: list[str], jsonl: Write) -> None:
    passages = found(text, jsonl, WALL).passages
    assert [text[match.start : match.end] for match in passages] == expected


def test_what_runs_over_the_end_of_a_sentence_is_met_by_chance(jsonl: Write) -> None:
    source = "他把车停在坡下又走来了一个瘦高的木匠，还有他的徒弟"
    across = "这回总算是走来了。一个瘦高的木匠，坐下。"
    within = "这回总算是走来了一个瘦高的木匠，坐下。"
    assert found(across, jsonl, source).passages == ()
    assert found(within, jsonl, source).passages


@pytest.mark.parametrize(
    "poem",
    [
        "旧船横在芦花里{另本作边}，\n无人问价已三年。\n潮来潮去空拍岸{夜}，\n夜半谁家吹短笛。",
        "旧船横在芦花里，无人问。\n" + "船不语，水长流，年年此处候潮头。\n三更雨，一灯秋。\n" * 60,
    ],
    ids=["notes in braces", "a long song of short lines"],
)
def test_a_line_of_verse_counts_alone(poem: str, jsonl: Write) -> None:
    text = "昨天散步，旧船横在芦花里，就回来了。"
    (match,) = found(text, jsonl, poem).passages
    assert text[match.start : match.end].startswith("旧船横在芦花里")


def test_equal_marks_beside_a_replaced_word_are_identical(jsonl: Write) -> None:
    text = (
        "昨天的事。赵铁生道：“这堵墙是我爷爷砌的。”王老板蹲下去摸了摸砖缝，半天没有言语。今天再说。"
    )
    (match,) = found(text, jsonl, WALL).passages
    assert "".join(text[one.start : one.end] for one in match.same_spans) == (
        "赵铁生道：“这堵墙是我爷爷砌的。”蹲下去摸了摸砖缝，半天没有言语。"
    )
    there = match.document.text
    for same, other in zip(match.same_spans, match.doc_spans, strict=True):
        assert text[same.start : same.end] == there[other.start : other.end]


VERSE = "春江潮水连海平，海上明月共潮生。\n滟滟随波千万里，何处春江无月明。"
PIECES = st.lists(
    st.sampled_from(
        [
            *VERSE.replace("\n", "").replace("。", "，").split("，"),
            *("海上明月不", "海上明月共潮升", "春江", "千万里", "，", "，", "。\n", "他念道："),
            *(RAIN, RIVER),
        ]
    ),
    max_size=12,
).map("".join)


class Reads(Texts):
    """Texts that note which of them are read."""

    def __init__(self, *texts: str) -> None:
        super().__init__([loose(str(number), text) for number, text in enumerate(texts)])
        self.asked: set[int] = set()

    def read(self, doc: int) -> tuple[Document, Folded]:
        self.asked.add(doc)
        return super().read(doc)


@given(PIECES, st.lists(PIECES, max_size=3))
def test_what_may_be_read_is_known_without_reading(text: str, texts: list[str]) -> None:
    library = Reads(VERSE, *texts)
    may_be_read = readable(Text(text), library)
    assert not library.asked
    search(Text(text), library)
    assert library.asked <= may_be_read


@given(PIECES, st.lists(PIECES, max_size=3))
def test_lines_are_in_the_runs_that_may_hold_one(text: str, texts: list[str]) -> None:
    library = Reads(VERSE, *texts)
    sides = [Side(library.document(doc).text, library.folded(doc)) for doc in range(len(library))]
    post = Side(text, Text(text).folded)
    runs, _ = shared(post.folded, library)
    few = runs.take(may_hold_lines(runs, post)) if len(runs) else runs
    assert verse_lines(few, post, sides.__getitem__) == verse_lines(runs, post, sides.__getitem__)
