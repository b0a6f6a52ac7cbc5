"""The application for tests: in this process through Flask's client, or served to a browser.

`client` is the fast way. `serve(app)` gives the address of a running server, `browser_page` a
page of a real browser; a test that ends with an error on the page's console fails.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from drafts import TEXTS
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from served import ARGUMENTS, DESKTOP, serving
from services import program

from postcheck.corpus.store import add
from postcheck.web.app import create_app
from postcheck.web.config import Config

AXE = Path(__file__).parent / "vendor" / "axe.min.js"


@pytest.fixture
def config() -> Config:
    """No corpus, no desk, checks in this process, any number of them; `replace` for others."""
    return Config(secret_key=b"0" * 32, corpora=(), workers=0, checks_a_minute=0)


@pytest.fixture
def app(config: Config) -> Flask:
    return create_app(config)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def serve() -> Iterator[Callable[[Flask], str]]:
    """Starts an application and gives its address; it ends with the test."""
    with ExitStack() as stack:
        yield lambda app: stack.enter_context(serving(app))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    path = program("chromium", "chromium-browser", "google-chrome")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor: own cookies, desktop width."""
    made = browser.new_context(viewport=DESKTOP, locale="zh-CN", accept_downloads=True)
    made.set_default_timeout(10_000)
    yield made
    made.close()


@pytest.fixture
def browser_page(context: BrowserContext) -> Iterator[Page]:
    """A page; an error on its console, or an uncaught one, fails the test."""
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


@pytest.fixture
def serious() -> Callable[[Page], list[str]]:
    """What axe-core finds serious or critical on a page: rule and place of each."""
    source = AXE.read_text(encoding="utf-8")

    def find(page: Page) -> list[str]:
        page.evaluate(source)
        found = page.evaluate("async () => (await axe.run()).violations")
        return [
            f"{one['id']}: {node['target']} {node['failureSummary']}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    return find


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A stored corpus of two short texts, the second of which tries to break out of a page."""
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path / "store"))
    source = tmp_path / "texts.jsonl"
    rows = (json.dumps(one, ensure_ascii=False) for one in TEXTS)
    source.write_text("\n".join(rows), encoding="utf-8")
    add("site", [str(source)])
    return "site"


@pytest.fixture
def stocked(config: Config, corpus: str) -> Flask:
    """The application with that corpus."""
    return create_app(replace(config, corpora=(corpus,)))
