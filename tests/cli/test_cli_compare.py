"""`postcheck compare` and `check --boilerplate`: two files side by side, and what is nobody's."""

import json
from pathlib import Path

import docx
import pytest
from bs4 import BeautifulSoup
from calls import Call

OLD = (
    "骆掌柜的药铺开在巷子最深处，门口挂着两只葫芦。骆掌柜抓药从来不用秤，手指一捻就知道轻重。"
    "有人不信，拿回家去称，一钱不多一钱不少。那年春天闹时疫，骆掌柜把门板卸下来熬药。"
    "药香飘了半条街，骆掌柜的眉毛都熏黄了。后来病都好了，他的葫芦却少了一只。"
)
NEW = OLD.replace("骆掌柜", "卢先生").replace("葫芦", "灯笼").replace("春天", "秋天")
OWN = "我写这些的时候窗外正下着小雨，猫睡在稿纸上，怎么赶也不走。"
TITLE = "改头换面的线索，供评议，不是判定"


@pytest.fixture
def pair(folder: Path) -> Path:
    (folder / "new.txt").write_text(f"{OWN}\n{NEW}", encoding="utf-8")
    document = docx.Document()
    document.add_paragraph(OLD)
    document.save(str(folder / "old.docx"))
    return folder


@pytest.mark.usefixtures("pair")
def test_side_by_side(call: Call) -> None:
    answer = call("compare", "new.txt", "old.docx")
    assert answer.status == 0
    assert answer.err == ""
    for part in (
        "甲 new.txt", "乙 old.docx", "甲的 ", "）见于乙", "乙的 100.00%", "只算相同的字",
        "“骆掌柜”→“卢先生” 4 次", "“葫芦”→“灯笼” 2 次", "〔卢先生〕", "〔骆掌柜〕", TITLE,
        "甲与乙有 6 句按同样次序出现",
    ):  # fmt: skip
        assert part in answer.out, part


@pytest.mark.usefixtures("pair")
def test_json_has_integers_of_both_sides(call: Call) -> None:
    answer = call("compare", "new.txt", "old.docx", "--json")
    result = json.loads(answer.out)
    assert set(result) >= {"left", "right", "metric", "passages", "disguise", "version"}
    for side in (result["left"], result["right"]):
        counts = [side[name][result["metric"]] for name in ("part_same", "part", "total")]
        assert counts == sorted(counts)
        assert all(type(number) is int for number in counts)
    assert result["right"]["part"] == result["right"]["total"]
    (passage,) = result["passages"]
    text, other = (result[side]["text"] for side in ("left", "right"))
    assert text[passage["start"] : passage["end"]].strip() == NEW
    source = passage["source"]
    assert other[source["start"] : source["end"]] == source["text"]
    assert {"from": "骆掌柜", "to": "卢先生", "count": 4} in passage["changes"]
    assert result["disguise"][0]["sentences"] == 6


def test_the_page_is_whole_and_needs_nobody(pair: Path, call: Call) -> None:
    answer = call("compare", "new.txt", "old.docx", "--html", "pair.html")
    assert answer.status == 0
    assert answer.err.strip() == "已写 pair.html"
    page = BeautifulSoup((pair / "pair.html").read_text(encoding="utf-8"), "html.parser")
    assert not page.select("script, [src], link, [style], iframe")
    left, right = page.select(".text")
    assert left.get_text() == f"{OWN}\n{NEW}"
    assert OLD in right.get_text()
    ids = {str(node["id"]) for node in page.select("[id]")}
    assert {str(link["href"])[1:] for link in page.select('a[href^="#"]')} <= ids
    for mark in page.select(".text a.n"):
        side, other = str(mark["id"])[0], str(mark["href"])[1]
        assert {side, other} == {"a", "b"}
    assert {"卢先生", "骆掌柜"} <= {mark.get_text() for mark in page.select(".pair em.ch")}
    assert TITLE in page.get_text()


def test_hostile_texts_and_names_stay_words(folder: Path, call: Call) -> None:
    evil = f"<script>alert(1)</script>{OLD}<img src=x onerror=alert(1)>\u202e"
    (folder / "<b>.txt").write_text(evil, encoding="utf-8")
    (folder / "b.txt").write_text(evil + OWN, encoding="utf-8")
    answer = call("compare", "<b>.txt", "b.txt", "--html", "p.html")
    assert "\u202e" not in answer.out
    page = BeautifulSoup((folder / "p.html").read_text(encoding="utf-8"), "html.parser")
    assert not page.select("script, img, h1 b, p b b")


def test_nothing_in_common(folder: Path, call: Call) -> None:
    (folder / "a.txt").write_text(OWN, encoding="utf-8")
    (folder / "b.txt").write_text("。。。", encoding="utf-8")
    answer = call("compare", "a.txt", "b.txt", "--html", "p.html")
    assert answer.status == 0
    assert "甲的 0.00%" in answer.out
    assert "相同的段落" not in answer.out
    assert (folder / "p.html").exists()


def test_the_same_file_twice(folder: Path, call: Call) -> None:
    (folder / "a.txt").write_text(OLD, encoding="utf-8")
    answer = call("compare", "a.txt", "a.txt")
    assert answer.status == 0
    assert answer.out.count("100.00%") == 2
    assert TITLE not in answer.out


@pytest.mark.usefixtures("pair")
def test_faults_of_both_files_at_once(call: Call) -> None:
    answer = call("compare", "nothing.txt", "neither.txt", "--html", "p.html")
    assert answer.status == 2
    assert answer.out == ""
    assert [line.split(":")[0] for line in answer.err.splitlines()] == [
        "错误：nothing.txt",
        "错误：neither.txt",
    ]


RULES = "本轮贴杀请在晚九点以前发到楼里，帖末写明自己的代号，逾时不候，谢绝争辩。"


def test_listed_text_is_greyed_and_not_counted(folder: Path, call: Call) -> None:
    (folder / "old.txt").write_text(OLD + RULES, encoding="utf-8")
    (folder / "post.txt").write_text(f"{OWN * 8}\n{RULES}", encoding="utf-8")
    (folder / "rules.txt").write_text(f"一、{RULES}\n二、其余照旧。", encoding="utf-8")
    call("corpus", "add", "旧帖", "old.txt")
    words = ("check", "post.txt", "--ruleset", "fengyun85", "--kind", "kill", "--json")
    before = json.loads(call(*words).out)["measures"]["quoted"]
    after = json.loads(call(*words, "--boilerplate", "rules.txt").out)["measures"]["quoted"]
    assert before["count"] > 30
    assert (after["count"], after["hits"]) == (0, [])
    (greyed,) = [hit for hit in after["discounted"] if hit["why"] == "boilerplate"]
    assert greyed["source"]["doc"] == "rules.txt"
    said = call(*words[:-1], "--boilerplate", "rules.txt").out
    assert "看到但不计入" in said
    assert "格式套语：不计入" in said


def test_disguised_copying_and_borderline_shares_in_a_check(folder: Path, call: Call) -> None:
    (folder / "old.txt").write_text(OLD, encoding="utf-8")
    (folder / "post.txt").write_text(f"{OWN}\n{NEW}", encoding="utf-8")
    call("corpus", "add", "旧帖", "old.txt")
    words = ("check", "post.txt", "--ruleset", "wuyue161", "--kind", "kill")
    result = json.loads(call(*words, "--json").out)
    (found,) = result["disguise"]
    assert (found["sentences"], found["source"]["doc"]) == (6, "old.txt")
    assert {"from": "骆掌柜", "to": "卢先生", "count": 4} in found["changes"]
    assert result["verdict"]["borderline"] == []
    assert TITLE in call(*words).out
