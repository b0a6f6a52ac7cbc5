"""Disguised copying: which posts give evidence and of what; quotation and verse give none."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from postcheck.checks.borrowed import borrowed
from postcheck.checks.disguise import Disguise, disguises
from postcheck.corpus.library import Document
from postcheck.corpus.pair import Texts
from postcheck.corpus.search import search
from postcheck.post import Post
from postcheck.text import Text

PATH = Path(__file__).parent.parent / "cases" / "disguise" / "posts.toml"
TABLE = tomllib.loads(PATH.read_text(encoding="utf-8"))


def document(name: str, text: str, author: str | None = None, title: str | None = None) -> Document:
    return Document("texts", name, author, title, None, None, text)


SOURCE = document("s1", **TABLE["source"])


def found(post: str, *documents: Document) -> tuple[Disguise, ...]:
    text = Text(post)
    both = borrowed(Post(text), search(text, Texts(documents)), {})
    return disguises(text, both.quoted.hits)


@pytest.mark.parametrize(
    "case", [case for case in TABLE["case"] if case["reported"]], ids=lambda case: case["name"]
)
def test_evidence(case: dict[str, Any]) -> None:
    (one,) = found(case["post"], SOURCE)
    assert (one.sentences, one.altered, one.replaced) == (
        case["sentences"], case["altered"], case["replaced"],
    )  # fmt: skip
    first = one.changes[0]
    assert [first.old, first.new, first.count] == case["first"]
    assert (one.source.author, one.source.title, one.source.doc) == ("沈渡", "晒场", "s1")
    assert one.source.start < one.source.end <= len(SOURCE.text)
    assert all(0 <= span.start < span.end <= len(case["post"]) for span in one.spans)


@pytest.mark.parametrize(
    "case", [case for case in TABLE["case"] if not case["reported"]], ids=lambda case: case["name"]
)
def test_no_evidence(case: dict[str, Any]) -> None:
    assert found(case["post"], SOURCE) == ()


def test_lines_of_verse_scattered_in_a_post_are_no_disguise() -> None:
    poems = (
        document("p1", "白日依山尽，\n黄河入海流。\n欲穷千里目，\n更上一层楼。", "王之涣"),
        document("p2", "床前明月光，\n疑是地上霜。\n举头望明月，\n低头思故乡。", "李白"),
        document("p3", "春眠不觉晓，\n处处闻啼鸟。\n夜来风雨声，\n花落知多少。", "孟浩然"),
    )
    post = (
        "站在坡顶，白日依山尽，风把衣角吹得很高。我想起黄河入海流，也想起床前明月光。"
        "他们说春眠不觉晓，可我一夜没睡。处处闻啼鸟，处处都是亮光。欲穷千里目，就再走几步。"
        "更上一层楼，楼上没有人。举头望明月，月亮也没有人。低头思故乡，花落知多少。"
    )
    text = Text(post)
    assert len(borrowed(Post(text), search(text, Texts(poems)), {}).quoted.hits) >= 6
    assert found(post, *poems) == ()


def test_moved_sentences_are_not_in_order() -> None:
    case = TABLE["case"][0]
    sentences = [one for one in case["post"].replace("\n", "").split("。") if one]
    backwards = "。".join(reversed(sentences)) + "。"
    assert found(backwards, SOURCE) == ()


def test_two_sources_are_two_pieces_of_evidence() -> None:
    other = document(
        "s2",
        "码头上的钟敲过九下，陈阿四开始卸货。陈阿四卸的是洋灰，一袋一百斤。他的背上垫着旧棉袄。"
        "工头在阴凉里摇扇子，眼睛半闭着。陈阿四走一趟要数四十步。数到最后一步他总要停一停。",
        "沈渡", "码头",
    )  # fmt: skip
    post = other.text.replace("陈阿四", "方大有").replace("码头", "货站").replace("洋灰", "石料")
    both = found(TABLE["case"][0]["post"] + post, SOURCE, other)
    assert [one.source.doc for one in both] == ["s1", "s2"]
    assert [both[1].changes[0].old, both[1].changes[0].new] == ["陈阿四", "方大有"]
