"""What a hostile visitor may try on the self-check; nothing of a draft is ever kept or logged."""

import io
import json
import logging
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from drafts import DRAFT, EVIL, FORM, OWN, docx
from flask import Flask
from flask.testing import FlaskClient

from postcheck.errors import SourceErrors
from postcheck.web import selfcheck
from postcheck.web.app import create_app
from postcheck.web.config import Config, secret_key
from postcheck.web.pool import Broken, Busy, Pool, TooLong
from postcheck.web.work import read

SECRET = "谁也不该读到的这一句"


def upload(client: FlaskClient, data: bytes, name: str, address: str = "/read.json") -> Any:
    return client.post(address, data={**FORM, "file": (io.BytesIO(data), name)})


def inert(page: str) -> None:
    """Nothing that a visitor or a corpus brought became an element, an attribute or a link."""
    soup = BeautifulSoup(page, "lxml")
    for script in soup("script"):
        assert script.get("src", "").startswith(("/static/", "/report/"))
    assert not soup("img")
    assert not soup.select("[onerror], [style], [href^=javascript]")


@pytest.mark.parametrize("field", ["text", "author", "roster", "excluded"])
def test_a_field_cannot_break_out(stocked: Flask, field: str) -> None:
    form = {**FORM, "text": DRAFT, field: EVIL[:60] if field == "author" else f"{DRAFT}{EVIL}"}
    if field in ("roster", "excluded"):
        form[field] = EVIL[:60]
    answer = stocked.test_client().post("/check", data=form)
    assert answer.status_code == 200
    inert(answer.text)


def test_a_corpus_text_its_title_and_its_id_cannot_break_out(stocked: Flask) -> None:
    client = stocked.test_client()
    waiver = json.dumps({"corpus": "site", "doc": EVIL})
    for more in ({}, {"waiver": waiver}):
        answer = client.post("/check", data={**FORM, "text": f"{DRAFT}{EVIL}", **more})
        assert "javascript:alert(1)" in answer.text
        inert(answer.text)


def test_a_carried_draft_cannot_break_out(client: FlaskClient) -> None:
    words = dict.fromkeys(("id", "source", "title", "author", "floor", "code"), EVIL)
    draft = {"text": OWN, **words, "notices": [EVIL], "posted_at": "2026-04-12T21:10:00+08:00"}
    form = {**FORM, "text": OWN, "draft": json.dumps(draft)}
    inert(client.post("/check", data=form).text)
    report = client.post("/check/report.html", data=form).text
    assert len(BeautifulSoup(report, "lxml")("script")) == 2


def test_file_names_cannot_break_out_or_lead_anywhere(client: FlaskClient) -> None:
    for name in (
        EVIL,
        "../../etc/passwd.txt",
        "..\\..\\x.md",
        "/etc/passwd",
        "a\r\nSet-Cookie: b",
    ):
        answer = upload(client, OWN.encode(), name, "/check")
        assert answer.status_code == 200 or "\n" in name
        assert "Set-Cookie" not in answer.headers
        inert(answer.text)


def test_hidden_characters_are_shown_and_come_back_unchanged(client: FlaskClient) -> None:
    text = f"{OWN}\u202e反\u2028\u200b\x00\ud800"
    body = json.dumps({**FORM, "text": text})
    answer = client.post("/check.json", data=body, content_type="application/json")
    assert json.loads(answer.data)["text"] == text
    draft = json.dumps({"text": text, "source": "稿"})
    page = client.post("/check", data={**FORM, "draft": draft, "text": text[:-2]}).text
    assert "\u202e" not in BeautifulSoup(page, "lxml").select_one("title").text


def test_uploads_have_a_limit(config: Config) -> None:
    client = create_app(replace(config, upload_bytes=200_000)).test_client()
    answer = upload(client, b"a" * 400_000, "大.txt")
    assert answer.status_code == 413
    assert "太大" in answer.get_json()["error"]["message"]
    assert "太大" in client.post("/check", data={**FORM, "text": "a" * 400_000}).text


def repacked(change: Callable[[bytes], bytes]) -> bytes:
    """A Word document of one character, its text changed."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(docx("甲"))) as real,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name in real.namelist():
            data = real.read(name)
            packed.writestr(name, change(data) if name == "word/document.xml" else data)
    return stream.getvalue()


def bomb() -> bytes:
    """A Word document of 100 KB that unpacks to 60 MB."""
    return repacked(lambda data: data.replace("甲".encode(), b"a" * 60_000_000))


def entities() -> bytes:
    """A Word document whose XML grows without end."""
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">{levels}]>'.encode()
    return repacked(lambda data: head + data.split(b"?>", 1)[1].replace("甲".encode(), b"&e11;"))


def paragraphs() -> bytes:
    """A Word document of 15 KB that has 1.4 million empty paragraphs."""
    return repacked(lambda data: data.replace(b"<w:body>", b"<w:body>" + b"<w:p/>" * 1_400_000))


PAGES = {
    "attributes of one tag": "<p " + " ".join(f"a{at}=" for at in range(400_000)) + ">好",
    "with odd marks": "<p " + " ".join(f"a{at}<='>'" for at in range(200_000)) + ">好",
    "attributes of many": ("<p " + " ".join(f"a{at}=" for at in range(50)) + ">好") * 8000,
    "tags": "<b>好</b>" * 150_000,
}


@pytest.mark.parametrize("name", [*PAGES, "paragraphs"])
def test_files_made_to_take_long_do_not(name: str) -> None:
    page = f"<html><body>{PAGES.get(name)}</body></html>".encode()
    data = paragraphs() if name == "paragraphs" else page
    start = time.process_time()
    with suppress(SourceErrors):
        read(data, "稿", 50_000)
    assert time.process_time() - start < 3


@pytest.mark.parametrize("make", [bomb, entities])
def test_bombs_are_refused_without_room(client: FlaskClient, make: Any) -> None:
    data = make()
    tracemalloc.start()
    answer = upload(client, data, "稿.docx")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 400 or "ha" * 1000 not in answer.text
    assert peak < 40_000_000


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe\x00", b"PK\x03\x04" + b"\0" * 50, b"%PDF-1.7", b"<html>" * 30_000],
)
def test_files_that_are_no_drafts_are_refused_in_chinese(client: FlaskClient, data: bytes) -> None:
    answer = upload(client, data, "稿.docx")
    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        assert answer.get_json()["error"]["message"]


def test_no_draft_is_in_any_log(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client.post("/check", data={**FORM, "text": f"{OWN}{SECRET}", "author": SECRET})
    client.post("/count.json", json={**FORM, "text": SECRET})
    client.post(f"/check?draft={SECRET}", data={**FORM, "text": ""})
    upload(client, SECRET.encode(), f"{SECRET}.txt")
    assert len([one for one in caplog.records if one.name == "postcheck.web"]) == 4
    assert SECRET not in caplog.text
    assert "draft" not in caplog.text


def test_a_defect_is_logged_without_the_text(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError(SECRET)

    monkeypatch.setattr(selfcheck, "live_count", fail)
    answer = app.test_client().post("/count.json", json={**FORM, "text": "甲"})
    assert answer.status_code == 500
    assert SECRET not in answer.text
    assert "ValueError at" in caplog.text
    assert "test_web_security.py" in caplog.text
    assert SECRET not in caplog.text


def test_an_address_cannot_forge_a_line_of_the_log(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    client.get("/x%0aGET%20/check%20200")
    assert all("\n" not in one.getMessage() for one in caplog.records)


@pytest.mark.parametrize(
    ("error", "status"), [(Busy(), 503), (TooLong(), 504), (Broken("worker died"), 500)]
)
def test_a_pool_in_trouble_is_a_chinese_answer(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(Pool, "run", fail)
    answer = client.post("/check.json", json={**FORM, "text": OWN})
    assert answer.status_code == status
    assert answer.get_json()["error"]["message"]
    assert client.post("/count.json", json={**FORM, "text": OWN}).status_code == 200


def test_an_upload_never_becomes_a_file(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TemporaryFile", "SpooledTemporaryFile"):
        monkeypatch.setattr(f"tempfile.{name}", lambda *_, **__: pytest.fail("a file"))
    assert upload(client, OWN.encode(), "稿.txt").status_code == 200


def test_the_key_of_the_sessions_is_kept_and_is_nobody_elses(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "home")
    assert len(key) == 32
    assert secret_key(tmp_path / "home") == key
    assert (tmp_path / "home" / "web.key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("address", ["/check", "/check.json", "/desk/login"])
def test_a_form_of_very_many_fields_is_not_read(
    config: Config, tmp_path: Path, address: str
) -> None:
    app = create_app(replace(config, database=f"sqlite:///{tmp_path / 'desk.sqlite'}"))
    client, started = app.test_client(), time.process_time()
    body = "a&" * 2_400_000
    answer = client.post(address, data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    parts = {f"a{number}": "x" for number in range(1001)}
    answer = client.post(address, data=parts, content_type="multipart/form-data")
    assert answer.status_code == 413
    assert time.process_time() - started < 2
    app.extensions["postcheck-desk"].store.engine.dispose()
