"""The self-check in a real browser: what a player does, at a desk and on a phone."""

import base64
import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from docx import Document
from drafts import BORROWED, DRAFT, EVIL, OWN, docx, thread
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from served import PHONE

from postcheck.checks.length import count
from postcheck.web.app import create_app
from postcheck.web.config import Config

Serious = Callable[[Page], list[str]]


@pytest.fixture
def page(stocked: Flask, serve: Callable[[Flask], str], browser_page: Page) -> Page:
    """The self-check, opened."""
    browser_page.goto(f"{serve(stocked)}/check")
    expect(browser_page.locator("#count")).to_have_text("0")
    return browser_page


def check(page: Page, text: str) -> None:
    page.fill("#text", text)
    page.click("#go")
    expect(page.locator("#result .verdict")).to_be_visible()


def drop(page: Page, name: str, data: bytes) -> None:
    """Drops a file on the page as a hand would."""
    content = base64.b64encode(data).decode()
    transfer = page.evaluate_handle(
        """([name, content]) => {
            const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], name));
            return transfer;
        }""",
        [name, content],
    )
    for kind in ("dragover", "drop"):
        page.dispatch_event("body", kind, {"dataTransfer": transfer})


def test_the_count_grows_with_the_text(page: Page) -> None:
    page.locator("#text").press_sequentially("渡口abc 的雨𠮷😀。")
    expect(page.locator("#count")).to_have_text(str(count("渡口abc 的雨𠮷😀。").words))
    expect(page.locator("#distance")).to_contain_text("还差")
    page.fill("#text", OWN)
    expect(page.locator("#distance")).to_contain_text("够了（报道1：至少 300）")
    page.check('input[value="kill"]')
    expect(page.locator("#distance")).to_contain_text("杀帖7")
    page.select_option("#ruleset", "wuyue161")
    expect(page.locator("#metric")).to_have_text("中文字符和朝鲜语单词")


def test_the_count_waits_for_the_input_method(page: Page) -> None:
    """Pinyin that is still being composed is no text; the words that are chosen are."""
    asked: list[str] = []
    page.on(
        "request", lambda one: asked.append(one.url) if one.url.endswith("count.json") else None
    )
    page.focus("#text")
    keyboard = page.context.new_cdp_session(page)
    for letters in ("d", "du", "du'kou"):
        where = {"selectionStart": len(letters), "selectionEnd": len(letters)}
        keyboard.send("Input.imeSetComposition", {"text": letters, **where})
    page.wait_for_timeout(400)
    assert asked == []
    keyboard.send("Input.insertText", {"text": "渡口𠮷"})
    expect(page.locator("#count")).to_have_text("3")
    assert len(asked) == 1


def test_pasted_text_is_counted(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", f"{OWN}\n\n𠮷😀")
    page.focus("#text")
    page.keyboard.press("Control+V")
    expect(page.locator("#count")).to_have_text(str(count(f"{OWN}\n\n𠮷😀").words))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("稿.docx", docx(OWN)),
        ("稿.txt", OWN.encode("gb18030")),
        ("稿.html", f"<html><body><p>{OWN}</p></body></html>".encode()),
    ],
)
def test_a_dropped_file_fills_the_box(page: Page, name: str, data: bytes) -> None:
    drop(page, name, data)
    expect(page.locator("#text")).to_have_value(OWN)
    expect(page.locator("#reading")).to_contain_text(f"已读入 {name}")
    expect(page.locator("#count")).to_have_text(str(count(OWN).words))
    page.click("#go")
    expect(page.locator("#result .about")).to_contain_text(f"帖号 {name}")


def test_a_chosen_file_counts_by_words_own_marks(page: Page) -> None:
    text = "“渡口”……" * 60
    page.set_input_files("#file", {"name": "稿.docx", "mimeType": "", "buffer": docx(text)})
    expect(page.locator("#count")).to_have_text(str(count(text, marked=False).words))
    expect(page.locator("#unmarked")).to_be_empty()
    page.locator("#text").press("End")
    page.locator("#text").press_sequentially("。")
    expect(page.locator("#unmarked")).to_contain_text("若按西文计")


def test_a_saved_thread_offers_its_posts(page: Page) -> None:
    drop(page, "楼.html", thread(("甲君", f"报道 {OWN}"), ("乙君", "我也来报道。")))
    page.click("#posts button >> nth=1")
    expect(page.locator("#text")).to_have_value("我也来报道。")


def test_marks_are_reached_by_keyboard_and_explained(page: Page) -> None:
    check(page, DRAFT)
    page.keyboard.press("n")
    first = page.locator("#p1m1")
    expect(first).to_be_focused()
    expect(page.locator(".tip")).to_contain_text("城门")
    page.keyboard.press("Enter")
    expect(page.locator("#p1c1")).to_be_focused()
    expect(page.locator("#p1c1")).to_contain_text("守城人《城门》")
    page.keyboard.press("Escape")
    expect(first).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("#p1m2")).to_be_focused()
    page.focus("#text")
    page.keyboard.press("n")
    expect(page.locator("#text")).to_be_focused()


def test_a_mark_tells_its_reason_under_the_pointer(page: Page) -> None:
    check(page, DRAFT)
    page.hover("pre.text mark >> nth=0")
    expect(page.locator(".tip")).to_contain_text("引用")
    expect(page.locator(".tip")).to_contain_text("计入引用")
    page.hover("h1 >> nth=0")
    expect(page.locator(".tip")).to_be_hidden()


def test_leaving_out_changes_number_marks_and_verdict_together(page: Page) -> None:
    check(page, DRAFT)
    expect(page.locator("#result .verdict > h2")).to_contain_text("不合格")
    page.click("#p1c1 button:has-text('这个来源都不计')")
    expect(page.locator("#assumption")).to_be_focused()
    expect(page.locator("#assumption")).to_contain_text("来源 site/gate 的文字不计")
    expect(page.locator("pre.text mark.k-quoted")).to_have_count(1)
    page.click(".card.k-quoted button:has-text('这一处不计')")
    expect(page.locator("#assumption li")).to_have_count(2)
    row = page.locator(".change tr", has_text="判定")
    expect(row.locator("td")).to_have_text(["不合格", "→ 合格"])
    expect(page.locator("#result .verdict > h2")).to_contain_text("合格")
    expect(page.locator("pre.text mark.k-quoted")).to_have_count(0)
    page.click("#assumption button >> nth=0")
    expect(page.locator("#assumption li")).to_have_count(1)
    page.click("#assumption button")
    expect(page.locator("#assumption")).to_have_count(0)
    expect(page.locator("pre.text mark.k-quoted")).to_have_count(2)


def test_a_changed_text_makes_the_result_old(page: Page) -> None:
    check(page, DRAFT)
    page.click("button[name=waive] >> nth=0")
    expect(page.locator("#assumption")).to_be_visible()
    page.locator("#text").press("End")
    page.locator("#text").press_sequentially("再添一句。")
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator("button[name=waive] >> nth=0")).to_be_disabled()
    page.click("#go")
    expect(page.locator("#assumption")).to_have_count(0)
    expect(page.locator("#stale")).to_be_hidden()


def test_reports_are_downloaded(page: Page, browser: Browser, tmp_path: Any) -> None:
    check(page, DRAFT)
    for label, name in (("HTML 报告", "html"), ("Word 文档", "docx"), ("JSON", "json")):
        with page.expect_download() as waiting:
            page.click(f".toolbar button:has-text('{label}')")
        assert waiting.value.suggested_filename == f"postcheck.{name}"
        waiting.value.save_as(tmp_path / f"r.{name}")
    assert "守城人" in (tmp_path / "r.json").read_text(encoding="utf-8")
    comments = zipfile.ZipFile(tmp_path / "r.docx").read("word/comments.xml").decode()
    assert "城门" in comments
    assert Document(io.BytesIO((tmp_path / "r.docx").read_bytes())).paragraphs
    other = browser.new_page()
    other.goto((tmp_path / "r.html").as_uri())
    expect(other.locator("pre.text mark.k-quoted").first).to_have_text(BORROWED)
    other.close()
    expect(page.locator("#result .verdict")).to_be_visible()


def test_print_shows_the_result_alone_with_pairs_aligned(page: Page) -> None:
    check(page, DRAFT)
    page.emulate_media(media="print")
    for hidden in ("#check", ".masthead", ".toolbar", ".waive >> nth=0"):
        expect(page.locator(hidden)).to_be_hidden()
    boxes = [one.bounding_box() for one in page.locator("#p1c1 blockquote").all()]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
    page.emulate_media(media="screen")


def test_keyboard_alone_is_enough(page: Page) -> None:
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "text":
            break
    page.keyboard.insert_text(DRAFT)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#result .verdict")).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "waive":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#assumption")).to_be_focused()


def test_a_phone_holds_it_all(page: Page) -> None:
    page.set_viewport_size(PHONE)
    check(page, DRAFT)
    page.click("button[name=waive] >> nth=0")
    expect(page.locator("#assumption")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.focus("#text")
    box = page.locator("#count").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < PHONE["height"] / 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page: Page, serious: Serious, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    assert serious(page) == []
    check(page, f"{DRAFT}\n{OWN[:60]}\n他说：“没有出处的话，谁也不认得它从哪里来。”")
    page.click("button[name=waive] >> nth=0")
    expect(page.locator("#assumption")).to_be_visible()
    page.locator("#text").press_sequentially("改")
    assert serious(page) == []
    page.set_viewport_size(PHONE)
    assert serious(page) == []


def test_axe_finds_nothing_serious_on_other_pages(
    app: Flask, serve: Callable[[Flask], str], browser: Browser, serious: Serious
) -> None:
    address = serve(app)
    page = browser.new_page(java_script_enabled=True)
    page.goto(f"{address}/none")
    assert serious(page) == []
    page.close()


def test_text_of_every_origin_stays_text(page: Page) -> None:
    """A script in the draft, in names, in a corpus text, its title, id and address."""
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    page.click(".more summary")
    page.fill("#author", "<img src=x onerror=alert(1)>")
    check(page, f"{DRAFT}{EVIL}")
    page.click(".card button:has-text('这个来源都不计') >> nth=-1")
    expect(page.locator("#assumption")).to_be_visible()
    drop(page, "<img src=x onerror=alert(1)>.txt", EVIL.encode())
    expect(page.locator("#text")).to_have_value(EVIL)
    page.click("#go")
    expect(page.locator("#result .verdict")).to_be_visible()
    assert page.locator("img, #main script, a[href^='javascript']").count() == 0


def test_without_scripts_the_form_works(
    stocked: Flask, serve: Callable[[Flask], str], browser: Browser
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{serve(stocked)}/check")
    check(page, DRAFT)
    expect(page.locator("#text")).to_have_value(DRAFT)
    page.click("button[name=waive] >> nth=0")
    expect(page.locator("#assumption")).to_contain_text("不作引用计")
    context.close()


def test_faults_are_told_where_the_visitor_looks(
    config: Config, serve: Callable[[Flask], str], browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(f"{serve(create_app(replace(config, upload_bytes=1_000_000)))}/check")
    page.click("#go")
    expect(page.locator("#result [role=alert]")).to_contain_text("还没有正文")
    drop(page, "稿.pdf", b"%PDF-1.7 ...")
    expect(page.locator("#reading .fault")).to_contain_text("这是 PDF 文件，读不了")
    drop(page, "大.txt", b"a" * 1_000_001)
    expect(page.locator("#reading .fault")).to_contain_text("文件太大：最多 1 MB")
    page.close()
