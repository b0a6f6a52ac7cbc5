"""The self-check through Flask's client: what a browser without scripts, or a program, gets."""

import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from docx import Document
from drafts import BORROWED, DRAFT, FORM, OWN, docx, thread
from flask import Flask
from flask.testing import FlaskClient

from postcheck.checks.length import count
from postcheck.corpus.library import open_library
from postcheck.post import Post
from postcheck.report.jsonl import to_json
from postcheck.report.verify import verify_html
from postcheck.review import review
from postcheck.ruleset import load
from postcheck.text import Text
from postcheck.web.app import create_app
from postcheck.web.config import Config
from postcheck.web.limits import limiter

Json = dict[str, Any]


@pytest.fixture
def visitor(stocked: Flask) -> FlaskClient:
    return stocked.test_client()


def page(client: FlaskClient, **form: Any) -> BeautifulSoup:
    answer = client.post("/check", data={**FORM, **form})
    assert answer.status_code == 200, answer.text
    return BeautifulSoup(answer.text, "lxml")


def again(soup: BeautifulSoup, **press: str) -> Json:
    """The form as a browser would send it back, with the button that is pressed."""
    values: dict[str, Any] = {}
    for field in soup.select('[form="check"], form#check [name]'):
        name = field.get("name")
        if field.name == "textarea":
            values[name] = field.text.removeprefix("\n")
        elif field.name == "select":
            values[name] = field.select_one("option[selected]")["value"]
        elif field.get("type") in ("hidden", "text") or field.has_attr("checked"):
            values.setdefault(name, []).append(field["value"])
    return {**values, **press}


def buttons(soup: BeautifulSoup, name: str) -> list[str]:
    return [str(one["value"]) for one in soup.select(f'button[name="{name}"]')]


def rows(soup: BeautifulSoup) -> dict[str, list[str]]:
    """The table of before and after."""
    found = soup.select(".change tbody tr")
    return {row.th.text: [cell.text for cell in row("td")] for row in found}


def marked(soup: BeautifulSoup) -> int:
    return len(soup.select("pre.text mark.k-quoted"))


def test_the_form_tells_what_may_be_asked_for(client: FlaskClient) -> None:
    about = client.get("/check.json").get_json()
    assert [one["id"] for one in about["rulesets"]] == ["fengyun85", "wuyue161", "ziyou48"]
    assert [one["code"] for one in about["rulesets"][0]["kinds"]] == ["report", "kill"]


def test_page_twin_and_library_agree(visitor: FlaskClient) -> None:
    """One engine: the page, its twin and a call from Python say the same."""
    twin = visitor.post("/check.json", json={**FORM, "text": DRAFT}).get_json()
    with open_library(["site"]) as library:
        post = Post(Text(DRAFT))
        direct = to_json(review(post, load("fengyun85"), "report", library=library))
    assert twin == direct
    shown = page(visitor, text=DRAFT)
    assert shown.select_one(".verdict .status").text == "不合格"
    assert shown.select_one("pre.text mark.k-quoted").text == BORROWED
    assert shown.select_one("pre.text").text == DRAFT


def test_a_passage_is_left_out_and_taken_back_without_scripts(visitor: FlaskClient) -> None:
    first = page(visitor, text=DRAFT)
    out = next(one for one in buttons(first, "waive") if "measure" in one)
    second = page(visitor, **again(first, waive=out))
    rows = {
        row.th.text: [cell.text for cell in row("td")] for row in second.select(".change tr")[1:]
    }
    assert int(rows["引用字数"][0]) > int(rows["引用字数"][1].removeprefix("→ ")) > 0
    assert len(second.select("pre.text mark.k-quoted")) < len(
        first.select("pre.text mark.k-quoted")
    )
    (back,) = buttons(second, "restore")
    third = page(visitor, **again(second, restore=back))
    assert not third.select("#assumption")
    assert third.select_one("pre.text").decode() == first.select_one("pre.text").decode()


def test_all_of_a_source_is_left_out_and_the_verdict_changes(visitor: FlaskClient) -> None:
    soup = page(visitor, text=DRAFT)
    for out in [one for one in buttons(soup, "waive") if "corpus" in one]:
        soup = page(visitor, **again(soup, waive=out))
    assert rows(soup)["判定"] == ["不合格", "→ 合格"]
    assert rows(soup)["引用字数"][1] == "→ 0"
    assert len(buttons(soup, "restore")) == 2


def test_what_was_left_out_of_another_text_is_forgotten(visitor: FlaskClient) -> None:
    first = page(visitor, text=DRAFT)
    sent = again(first, waive=buttons(first, "waive")[0])
    changed = page(visitor, **{**sent, "text": f"开头。{DRAFT}"})
    assert not changed.select("#assumption")


@pytest.mark.parametrize("form", ["html", "docx", "json"])
def test_a_report_to_keep_says_what_it_assumes(
    visitor: FlaskClient, form: str, tmp_path: Any
) -> None:
    waiver = json.dumps({"corpus": "site", "doc": "gate"})
    answer = visitor.post(f"/check/report.{form}", data={**FORM, "text": DRAFT, "waiver": waiver})
    assert answer.headers["Content-Disposition"] == f"attachment; filename=postcheck.{form}"
    if form == "json":
        assert answer.get_json()["assumption"]["waivers"][0]["doc"] == "gate"
    elif form == "html":
        file = tmp_path / "report.html"
        file.write_bytes(answer.data)
        assert verify_html(str(file)).genuine
        assert "假设：来源 site/gate 的文字不计" in answer.text
    else:
        words = "\n".join(one.text for one in Document(io.BytesIO(answer.data)).paragraphs)
        assert "假设：来源 site/gate 的文字不计" in words


def test_a_word_document_keeps_words_marks_through_the_page(client: FlaskClient) -> None:
    """The punctuation's hint is not in the text; the page carries it, so counts stay."""
    text = "“渡口”……" * 40
    for hint in (True, False):
        data = docx(text, hint=hint)
        soup = page(client, file=(io.BytesIO(data), "稿.docx"))
        words = int(soup.select_one(".figures td.num").text)
        twin = client.post("/check.json", data=again(soup)).get_json()
        assert twin["counts"]["words"] == words
        assert (words == count(text).words) is hint
        edited = {**again(soup), "text": f"{text}。"}
        assert client.post("/check.json", data=edited).get_json()["counts_unmarked"] is not None


def test_breaks_of_a_document_come_through_the_page(client: FlaskClient) -> None:
    soup = page(client, file=(io.BytesIO(docx(f"甲\n{OWN}")), "稿.docx"))
    twin = client.post("/check.json", data=again(soup)).get_json()
    assert twin["text"].startswith("甲\v我到镇上")
    assert twin["post"]["source"] == "稿.docx"


def test_a_saved_thread_lets_the_visitor_choose(client: FlaskClient) -> None:
    data = thread(("甲君", f"报道 {OWN}"), ("乙君", "我也来报道。"))
    found = client.post("/read.json", data={"file": (io.BytesIO(data), "楼.html")}).get_json()
    assert [one["author"] for one in found["posts"]] == ["甲君", "乙君"]
    answer = client.post("/check", data={**FORM, "file": (io.BytesIO(data), "楼.html")})
    assert answer.status_code == 300
    soup = BeautifulSoup(answer.text, "lxml")
    form = soup.select("form.choice")[1]
    values = {one["name"]: one["value"] for one in form.select("input")}
    chosen = page(client, **values, text=form.textarea.text.removeprefix("\n"))
    assert "作者 乙君" in chosen.select_one(".about").text


def test_names_of_the_roster_and_words_of_the_referee_do_not_count(client: FlaskClient) -> None:
    names = "听雪 半夏 白鹭 晚归人 渡口 春郊"
    form = {**FORM, "text": f"{OWN}\n{names}。今天天气好。", "roster": names.replace(" ", "\r\n")}
    found = client.post("/check.json", data={**form, "excluded": "今天天气好"}).get_json()
    assert {hit["kind"] for hit in found["measures"]["listed"]["hits"]} == {"name", "word"}


def test_the_author_makes_an_earlier_text_the_own(visitor: FlaskClient) -> None:
    found = visitor.post("/check.json", json={**FORM, "text": DRAFT, "author": "守城人"}).get_json()
    assert found["measures"]["prior"]["count"] > 0


def test_line_ends_of_a_form_are_those_of_the_box(client: FlaskClient) -> None:
    found = client.post("/check.json", data={**FORM, "text": "甲\r\n\r\n乙"}).get_json()
    assert found["text"] == "甲\n\n乙"


BAD: list[tuple[Json, str]] = [
    ({"text": ""}, "还没有正文"),
    ({"text": "  \n"}, "还没有正文"),
    ({"text": "甲", "ruleset": "fengyun99"}, "没有这套规则"),
    ({"text": "甲", "ruleset": "../fengyun85"}, "没有这套规则"),
    ({"text": "甲", "ruleset": ["fengyun85"]}, "没有这套规则"),
    ({"text": "甲", "kind": "murder"}, "没有选报道还是杀帖"),
    ({"text": "甲" * 50_001}, "一帖最多 50000 个"),
    ({"text": 5}, "送来的内容写法不对"),
    ({"text": "甲", "waivers": [{"measure": "genre", "start": 0, "end": 1}]}, "写法不对"),
    ({"text": "甲", "waivers": [{"measure": "quoted", "start": 1, "end": 1}]}, "写法不对"),
    ({"text": "甲", "waivers": "all"}, "写法不对"),
    ({"text": "甲", "author": "乙" * 61}, "太长"),
    ({"text": "甲", "roster": ["乙"] * 1001}, "最多 1000 行"),
    ({"text": "甲", "draft": {"text": "甲", "hints": [9]}}, "文稿不完整"),
    ({"text": "甲", "draft": {"text": "甲", "hints": [-1, 2]}}, "文稿不完整"),
    ({"text": "甲", "draft": {"text": "甲", "posted_at": "昨天"}}, "文稿不完整"),
]


@pytest.mark.parametrize(("body", "message"), BAD, ids=[str(n) for n in range(len(BAD))])
def test_what_is_no_check_is_refused_in_chinese(
    client: FlaskClient, body: Json, message: str
) -> None:
    answer = client.post("/check.json", json={**FORM, **body})
    assert answer.status_code == 400
    assert message in answer.get_json()["error"]["message"]


def test_a_refused_form_keeps_what_was_written(client: FlaskClient) -> None:
    answer = client.post("/check", data={**FORM, "text": "甲" * 50_001, "author": "半夏"})
    assert answer.status_code == 400
    soup = BeautifulSoup(answer.text, "lxml")
    assert "一帖最多" in soup.select_one("[role=alert]").text
    assert soup.select_one("#author")["value"] == "半夏"
    assert len(soup.select_one("#text").text) > 50_000


AS_JSON = {"content_type": "application/json"}


@pytest.mark.parametrize(
    ("method", "address", "sent", "status"),
    [
        ("post", "/check.json", {"data": "文", "content_type": "text/plain"}, 415),
        ("post", "/check.json", {"data": "{", "content_type": "application/json"}, 400),
        ("post", "/check.json", {"json": []}, 400),
        ("post", "/count.json", {"data": FORM}, 415),
        ("post", "/count.json", {"json": "甲"}, 400),
        ("post", "/read.json", {"data": {}}, 400),
        ("get", "/count.json", {}, 405),
        ("post", "/check/report.exe", {"data": {**FORM, "text": "甲"}}, 404),
        ("post", "/check", {"data": {**FORM, "text": "甲", "waiver": "{"}}, 400),
        ("post", "/check", {"data": {**FORM, "text": "甲", "waiver": "[" * 9999}}, 400),
        ("post", "/check", {"data": {**FORM, "text": "甲", "draft": "5"}}, 400),
        ("post", "/check", {"json": {**FORM, "text": 5}}, 400),
        ("post", "/check", {"json": {**FORM, "text": "甲", "roster": [1]}}, 400),
        ("post", "/check", {"json": {**FORM, "text": None, "roster": None}}, 400),
        ("post", "/check", {"json": {**FORM, "text": "甲", "author": None, "draft": None}}, 200),
        ("post", "/check.json", {"data": "[" * 100_000, **AS_JSON}, 400),
        ("post", "/count.json", {"data": "[" * 100_000, **AS_JSON}, 400),
    ],
)
def test_odd_requests_get_an_error_page(
    client: FlaskClient, method: str, address: str, sent: Json, status: int
) -> None:
    answer = getattr(client, method)(address, **sent)
    assert answer.status_code == status
    assert re.search("[一-龥]", answer.text)


def test_a_page_of_another_site_cannot_send(client: FlaskClient) -> None:
    data = {**FORM, "text": OWN}
    for headers, status in (
        ({}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ):
        assert client.post("/check", data=data, headers=headers).status_code == status


def test_an_address_may_check_so_often_a_minute(config: Config) -> None:
    limiter.reset()
    client = create_app(replace(config, checks_a_minute=2)).test_client()
    answers = [client.post("/check.json", json={**FORM, "text": OWN}) for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert "请求太频繁" in answers[2].get_json()["error"]["message"]
    body = {**FORM, "text": OWN}
    assert client.post("/count.json", json=body).status_code == 200
    other = client.post("/check", data=body, environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert other.status_code == 200
    limiter.reset()
