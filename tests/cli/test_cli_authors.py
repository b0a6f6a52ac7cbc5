"""Who wrote what when, from the command line: owners across corpora, dates, the post itself."""

import json
from pathlib import Path
from typing import Any

import pytest
from calls import Call

WORDS = (
    "渡口的雨总是先落在对岸，船家说那边的山高，云走到那儿就走不动了。"
    "我在茶棚里坐到天黑，看见卖伞的老人把最后一把伞送给了一个没有带钱的孩子。"
)
OWN = (
    "后来我搬进城里，窗外只有一条不宽的马路，下雨的时候车灯照着水洼，像谁在路上打翻了一盒火柴。"
    "邻居家的猫每天傍晚蹲在墙头，等一个总也不回来的人，它的耐心比我好得多。"
    "我试着把这些写下来，写了又改，改了又撕，最后剩下的只有日期和天气。"
    "今年清明回去，渡口已经修了桥，茶棚拆了，卖伞的老人听说去了儿子那里，也有人说他早就不在了。"
)
BORROWED = ("over_quoted", "high_similarity", "not_original")


def add(call: Call, folder: Path, corpus: str, **row: str) -> None:
    (folder / f"{corpus}.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert call("corpus", "add", corpus, f"{corpus}.jsonl").status == 0


def checked(call: Call, folder: Path, *options: str, **row: str) -> dict[str, Any]:
    post = {"id": "p1", "text": OWN * 4 + WORDS * 3, "author": "白鹭", "kind": "kill",
            "posted_at": "2024-05-01T21:00+08:00", **row}  # fmt: skip
    (folder / "posts.jsonl").write_text(json.dumps(post) + "\n", encoding="utf-8")
    answer = call("check", "posts.jsonl", "--ruleset", "fengyun85", "--json", *options)
    assert answer.out, answer.err
    return json.loads(answer.out)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("name", "content"),
    [("people.toml", '老林 = ["白鹭", "听雪"]\n'),
     ("people.csv", "alias,owner\n白鹭,老林\n听雪,老林\n"),
     ("people.csv", "马甲,备注,真身\n白鹭,,老林\n听雪,第二局,老林\n")],
)  # fmt: skip
def test_the_owner_is_followed_across_corpora(
    name: str, content: str, call: Call, folder: Path
) -> None:
    (folder / name).write_text(content, encoding="utf-8")
    add(call, folder, "第一局", id="a", text=WORDS, author="听雪", published_at="2023-01-01")
    add(call, folder, "第二局", id="b", text=OWN, author="老林", published_at="2023-01-01")
    measures = checked(call, folder)["measures"]
    assert measures["quoted"]["count"] > 0 == measures["prior"]["count"]
    measures = checked(call, folder, "--people", name)["measures"]
    assert measures["prior"]["count"] > 0 == measures["quoted"]["count"]
    sources = {hit["source"]["corpus"] for hit in measures["prior"]["hits"]}
    assert sources == {"第一局", "第二局"}


def test_a_later_text_is_listed_and_not_counted(call: Call, folder: Path) -> None:
    add(call, folder, "board", id="a", text=WORDS, author="子衿", published_at="2024-05-02")
    quoted = checked(call, folder)["measures"]["quoted"]
    assert (quoted["count"], {one["why"] for one in quoted["discounted"]}) == (0, {"later"})


@pytest.mark.parametrize(
    ("dated", "said"), [(None, True), ("2023-01-01T00:00:00+08:00", False)]
)  # fmt: skip
def test_a_finding_on_undated_texts_alone_says_so(
    dated: str | None, said: bool, call: Call, folder: Path
) -> None:
    row = {"id": "a", "text": WORDS, "author": "子衿"} | ({"published_at": dated} if dated else {})
    add(call, folder, "board", **row)
    result = checked(call, folder)
    messages = [one["message"] for one in result["verdict"]["findings"] if one["code"] in BORROWED]
    assert messages
    assert all(("只凭日期不明的来源" in message) == said for message in messages)
    notices = result["measures"]["quoted"]["notices"]
    assert any("日期不明" in notice for notice in notices) == said
    if said:  # the same passage with a date beside it
        add(call, folder, "other", id="b", text=WORDS, published_at="2022-01-01")
        result = checked(call, folder)
        assert "只凭日期不明" not in json.dumps(result["verdict"], ensure_ascii=False)


def test_the_post_in_the_corpus_is_not_its_own_source(call: Call, folder: Path) -> None:
    url = "https://bbs.example.org/thread-77-1-1.html"
    text = OWN * 4 + WORDS * 3
    add(call, folder, "board", id="bbs.example.org/77-102", text=text, author="白鹭", url=url)
    result = checked(call, folder, url=url)
    assert result["measures"]["prior"]["count"] == 0
    assert result["measures"]["prior"]["notices"] == [
        "语料 board/bbs.example.org/77-102 就是本帖自身，已排除"
    ]
    result = checked(call, folder)
    assert result["measures"]["prior"]["count"] > 0
    assert any("本帖的草稿" in one for one in result["measures"]["prior"]["notices"])
