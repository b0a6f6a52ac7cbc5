"""What all pages share: headers, error pages and their twins, names of the host."""

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page

from postcheck.web.app import create_app
from postcheck.web.config import Config

ADDRESSES = ["/check", "/check.json", "/none", "/none.json", "/static/app.css", "/report/report.js"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_response_bears_the_security_headers(client: FlaskClient, address: str) -> None:
    with client.get(address) as response:
        headers = response.headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_the_bare_address_leads_to_the_self_check(client: FlaskClient) -> None:
    assert client.get("/").location == "/check"
    assert client.get("/.json").location == "/check.json"


def test_https_is_remembered_where_it_is_the_only_way(config: Config) -> None:
    for secure in (True, False):
        answer = create_app(replace(config, secure=secure)).test_client().get("/check")
        assert ("Strict-Transport-Security" in answer.headers) is secure


def test_an_error_is_a_chinese_page_with_a_twin(client: FlaskClient) -> None:
    page, twin = client.get("/none"), client.get("/none.json")
    assert page.status_code == twin.status_code == 404
    assert "没有这一页" in page.text
    assert twin.json == {"error": {"status": 404, "message": "没有这一页", "remedy": "请核对地址"}}


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1:8000", 200), ("localhost", 200), ("evil.example", 421), ("evil.example:80", 421)],
)
def test_a_foreign_name_of_the_host_is_refused(config: Config, host: str, status: int) -> None:
    app = create_app(replace(config, hosts=("127.0.0.1", "localhost")))
    assert app.test_client().get("/check", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py",
             "/report/../page.py", "/report/..%2fpage.py", "/static//etc/passwd"],
)  # fmt: skip
def test_no_path_leads_out_of_the_static_folder(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code in (308, 404)


def test_a_browser_opens_the_page(app: Flask, serve, browser_page: Page) -> None:  # type: ignore[no-untyped-def]
    browser_page.goto(serve(app))
    assert browser_page.locator("h1").inner_text() == "自查"
