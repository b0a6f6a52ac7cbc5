"""A damaged store: which file and how to rebuild; never a traceback, never a wrong answer."""

import json
from pathlib import Path

import pytest
from badfiles import spoil
from calls import Call

from postcheck.corpus.segment import INDEX

CHECK = ["check", "posts.jsonl", "--ruleset", "fengyun85", "--json"]


@pytest.fixture
def stored(sample: Path, call: Call) -> str:
    """The sample in the store, with a replaced document; what a check says of the posts."""
    texts = (sample / "texts.jsonl").read_text(encoding="utf-8")
    assert call("corpus", "add", "旧帖", "texts.jsonl").status == 0
    first = json.loads(texts.splitlines()[0])
    changed = json.dumps({**first, "text": first["text"] + "又及。"}, ensure_ascii=False)
    (sample / "changed.jsonl").write_text(changed + "\n", encoding="utf-8")
    assert call("corpus", "add", "旧帖", "changed.jsonl").status == 0
    answer = call(*CHECK)
    assert answer.status == 1
    return answer.out


def files_of_the_store() -> list[Path]:
    return [path for path in Path("home/corpora/旧帖").rglob("*") if path.is_file()]


@pytest.mark.parametrize("how", ["cut", "emptied", "gone"])
@pytest.mark.usefixtures("stored")
def test_each_file_cut_or_gone_is_named(how: str, call: Call) -> None:
    for path in files_of_the_store():
        if path.stat().st_size == 0:
            continue
        kept = path.read_bytes()
        spoil(str(path), how)
        answer = call(*CHECK, "--corpus", "旧帖")
        assert answer.status == 2, path
        assert not answer.out, path
        if (how, path.name) == ("gone", "manifest.json"):
            assert "没有名叫“旧帖”的语料" in answer.err
        else:
            assert str(path) in answer.err
            command = "rebuild" if path.name in INDEX else "remove"
            assert f"corpus {command} 旧帖" in answer.err
        path.write_bytes(kept)


@pytest.mark.usefixtures("stored")
def test_a_flipped_bit_is_found_by_verify(call: Call) -> None:
    assert call("corpus", "verify").status == 0
    for path in files_of_the_store():
        kept = path.read_bytes()
        if not kept:
            continue
        spoil(str(path), "flipped")
        answer = call("corpus", "verify", "旧帖")
        assert answer.status == 2, path
        assert str(path) in answer.err
        path.write_bytes(kept)


def test_a_flipped_bit_never_gives_another_answer(stored: str, call: Call) -> None:
    """A check reads sizes only; what it does read must be whole, or it must say so."""
    for path in files_of_the_store():
        kept = path.read_bytes()
        for at in range(0, len(kept), max(1, len(kept) // 5)):
            path.write_bytes(kept[:at] + bytes([kept[at] ^ 0x41]) + kept[at + 1 :])
            answer = call(*CHECK)
            assert (answer.status, answer.out) in ((1, stored), (2, "")), (path.name, at)
            assert answer.status == 1 or str(path) in answer.err, (path.name, at)
        path.write_bytes(kept)


@pytest.mark.usefixtures("stored")
def test_the_remedy_works(call: Call) -> None:
    spoil("home/corpora/旧帖/manifest.json", "cut")
    assert call("corpus", "info", "旧帖").status == 2
    assert call("corpus", "remove", "旧帖").status == 0
    assert call("corpus", "add", "旧帖", "texts.jsonl").status == 0
    assert call("corpus", "verify").out == "旧帖：完好\n"


def test_what_is_broken_is_named_and_the_rest_is_added(sample: Path, call: Call) -> None:
    with (sample / "texts.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "z"}\n坏\n')
    (sample / "wall.html").write_text("<html><title>提示</title>请先登录</html>", encoding="utf-8")
    answer = call("corpus", "add", "旧帖", "texts.jsonl", "wall.html")
    assert answer.status == 3
    wall = "这是要登录的页面，不是帖子 —— 登录后在浏览器里打开帖子，另存为网页再给"
    assert answer.out.splitlines() == [
        "旧帖：读 5 篇（1524 字），新增 5，更新 0，相同 0，略过 0，读不了 3",
        "  读不了 texts.jsonl:6: 缺少 text —— 每行要有 id 和 text",
        "  读不了 texts.jsonl:7: 这一行不是 JSON —— 每行写一个对象，含 id 和 text",
        f"  读不了 wall.html: {wall}",
        "读        新增      更新      相同      略过      读不了    来源",
        "5         5         0         0         0         2         texts.jsonl",
        "0         0         0         0         0         1         wall.html",
    ]
    again = json.loads(call("corpus", "add", "旧帖", "texts.jsonl", "wall.html", "--json").out)
    assert (again["same"], again["failed_count"], again["failed"][1]["line"]) == (5, 3, 7)
    assert call("corpus", "add", "别的", "wall.html").status == 2
