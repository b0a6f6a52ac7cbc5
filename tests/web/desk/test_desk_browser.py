"""The desk in a real browser: login, ruling, undo, two referees, logout; phone, keyboard."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from desk_kit import PASSWORD, Login, imported, join, texts
from desk_story import COMPLAINT, KILL, QUESTION, RULING, closed, ledger, records
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect
from served import DESKTOP, PHONE, serving

from postcheck.web.desk.database import Store

pytest_plugins = ("desk_fixtures",)
Serious = Callable[[Page], list[str]]
LINES = len(records())
TEXT = "桥下的水声到了夜里格外清楚，守桥人把灯笼挂在栏杆上，坐下来数过往的船。" * 30


@pytest.fixture(scope="module")
def address(shared: Flask) -> Iterator[str]:
    with serving(shared) as found:
        yield found


@pytest.fixture
def story(login: Login, store: Store) -> str:
    """A finished round, one of whose addresses every page has."""
    game = imported(login("哨甲"), ledger(closed()))
    join(store, game)
    return game


def enter(page: Page, address: str, name: str, path: str = "/desk/") -> None:
    """Logs in by hand; the page that was asked for comes next."""
    page.goto(f"{address}{path}")
    page.get_by_label("账号").fill(name)
    page.get_by_label("密码").fill(PASSWORD)
    page.get_by_role("button", name="登录").click()
    expect(page).to_have_url(re.compile(f"{re.escape(path)}$"))


def test_login_import_rule_announce_undo_logout(
    desk: Flask, address: str, browser_page: Page, tmp_path: Path
) -> None:
    page = browser_page
    enter(page, address, "哨甲")
    page.get_by_role("link", name="开新局，或导入账本").click()
    file = tmp_path / "局.jsonl"
    file.write_bytes(ledger(records(title="夏局")))
    page.get_by_label("账本文件").set_input_files(file)
    page.get_by_role("button", name="导入").click()
    expect(page.locator("h1")).to_have_text("夏局")
    page.get_by_role("link", name="C1", exact=True).click()
    page.get_by_label("限时").first.fill("300")
    page.get_by_role("button", name="按这些重算").click()
    option = page.locator(".options > li", has_text="成立：引用过度")
    expect(option).to_contain_text("鹰隼 重写 1200 字")
    expect(option).to_contain_text("到期没有补的话")
    option.get_by_role("button").click()
    expect(page.locator(".done")).to_contain_text(f"已记为第 {LINES + 1} 行")
    expect(page.locator("h1")).to_contain_text("成立")
    page.get_by_role("link", name="公告", exact=True).click()
    expect(page.locator("#bbcode")).to_have_value(re.compile("代号“竹林”的杀帖"))
    page.get_by_role("button", name="复制").first.click()
    expect(page.locator("[role=status]").first).to_have_text(re.compile("已复制|已选中"))
    page.go_back()
    page.get_by_role("link", name="撤销", exact=True).click()
    page.get_by_label("理由", exact=True).fill("记错了时限")
    page.get_by_role("button", name="撤销这一行").click()
    expect(page.locator("tr.gone")).to_contain_text("已撤销")
    page.get_by_role("button", name="退出").click()
    expect(page.locator("h1")).to_have_text("哨子台登录")
    page.go_back()
    page.reload()
    expect(page.locator("h1")).to_have_text("哨子台登录")


def test_a_post_is_handed_in_and_a_passage_left_out(
    game: str, address: str, browser_page: Page
) -> None:
    page = browser_page
    enter(page, address, "哨甲", f"{game}/rounds/3")
    page.locator("summary", has_text="收杀帖").click()
    form = page.locator("details[open]")
    form.get_by_label("作者").select_option("赤狐")
    form.get_by_label("帖上的代号").fill("妙令")
    form.get_by_label("算谁的帖").select_option("C")
    form.get_by_label("对象").select_option("阿财")
    form.get_by_label("编号").fill("K3-9")
    form.get_by_role("textbox", name="正文").fill(TEXT)
    form.get_by_role("button", name="收下").click()
    expect(page.locator(".done")).to_contain_text("K3-9")
    page.get_by_role("link", name="K3-9").click()
    expect(page.locator(".verdict .status").first).to_have_text("不合格")
    shares = page.locator("table.shares")  # the report's own style stands
    assert shares.evaluate("table => getComputedStyle(table).display") == "table"
    page.get_by_label("除外的理由").fill("这是副歌")
    button = page.get_by_role("button", name="这一处不计…").first
    button.click()
    expect(page.locator(".done")).to_contain_text("检查结果：K3-9")
    expect(page.locator("main")).to_contain_text("这是副歌，哨甲")


def test_a_line_is_corrected_and_a_text_added(
    game: str, address: str, browser_page: Page, store: Store, serious: Serious
) -> None:
    page = browser_page
    vote = next(n for n, one in enumerate(records(), 1) if one.get("voter") == "阿喜")
    enter(page, address, "哨甲", f"{game}/lines/{vote}")
    page.locator("summary", has_text="更正这一行").click()
    page.get_by_label("投给").fill("白虹")
    page.get_by_label("更正的理由").fill("看错了")
    page.locator(".acts").get_by_role("button", name="看后果").click()
    expect(page.locator("h2").first).to_contain_text(f"更正第 {vote} 行：投给改为“白虹”。看错了")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        assert serious(page) == []
    page.get_by_role("button", name="记下").click()
    expect(page.locator("main")).to_contain_text(f"已由第 {LINES + 1} 行更正")
    assert json.loads(texts(store, game)[-1])["with"] == {"targets": ["白虹"]}  # nothing else
    page.goto(f"{address}{game}/posts/{KILL}")
    page.locator("summary", has_text="补存正文").click()
    page.locator("details[open]").get_by_role("textbox").fill(TEXT)
    page.get_by_role("button", name="看后果").last.click()
    page.get_by_role("button", name="记下").click()
    expect(page.locator(".verdict .status").first).to_have_text("不合格")
    expect(page.locator("main")).not_to_contain_text("没有存正文")


def test_a_player_is_added_on_the_overview(game: str, address: str, browser_page: Page) -> None:
    page = browser_page
    enter(page, address, "哨甲", game)
    page.locator("summary", has_text="加一个玩家").click()
    page.get_by_label("马甲").fill("阿旺")
    page.get_by_label("身份").select_option("游侠")
    page.get_by_role("button", name="看后果").click()
    page.get_by_role("button", name="记下").click()
    expect(page.locator(".done")).to_contain_text("玩家 阿旺（游侠）")
    expect(page.locator("#cast")).to_contain_text("/13")


def test_the_second_referee_sees_what_the_first_did(
    game: str, address: str, browser: Browser
) -> None:
    first, second = (browser.new_context(viewport=DESKTOP, locale="zh-CN") for _ in range(2))
    pages = [context.new_page() for context in (first, second)]
    path = f"{game}/complaints/{COMPLAINT}"
    for page, name in zip(pages, ("哨甲", "哨乙"), strict=True):
        enter(page, address, name, path)
    pages[0].locator(".options > li", has_text="不成立").get_by_role("button").click()
    expect(pages[0].locator(".done")).to_be_visible()
    pages[1].locator(".options > li", has_text="成立：引用过度").get_by_role("button").click()
    told = pages[1].get_by_role("alert")
    expect(told).to_contain_text("您的这一步没有记下")
    expect(told).to_contain_text("哨甲")
    expect(told).to_contain_text("C1 引用过度，不成立")
    expect(pages[1].locator(".effects").first).to_contain_text("重写 1200 字")
    pages[1].get_by_role("button", name="记下").click()
    expect(pages[1].locator(".done")).to_contain_text(f"第 {LINES + 2} 行")
    for context in (first, second):
        context.close()


def test_votes_are_pasted_seen_and_recorded(game: str, address: str, browser_page: Page) -> None:
    page = browser_page
    enter(page, address, "助手丙", f"{game}/rounds/3/votes")
    page.get_by_label("粘贴投票机的表格").fill(
        "时间\t投票人\t投给\n2026-03-02 22:52:00\t赤狐\t白虹\n2026-03-02 22:53:00\t无名\t白虹"
    )
    page.get_by_role("button", name="先看读成了什么").click()
    expect(page.locator("tr.bad")).to_contain_text("没有叫“无名”的玩家")
    page.get_by_role("button", name="记下 1 张票").click()
    expect(page.locator(".done")).to_be_visible()
    expect(page.locator("section", has_text="票数").locator("tbody tr").first).to_contain_text(
        "白虹"
    )


def test_the_keyboard_alone_is_enough(game: str, address: str, browser_page: Page) -> None:
    page = browser_page
    page.goto(f"{address}{game}/complaints/{COMPLAINT}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="跳到正文")).to_be_focused()
    _tab_to(page, page.get_by_label("账号"))
    page.keyboard.type("哨甲")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("投诉 C1")
    button = page.locator(".options > li", has_text="成立：引用过度").get_by_role("button")
    _tab_to(page, button)
    page.keyboard.press("Enter")
    expect(page.locator(".done")).to_be_visible()


def _tab_to(page: Page, wanted: Any) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError("out of reach of the keyboard")


PAGES = [
    "", "/rounds/3", "/rounds/3/votes", "/checkin", "/complaints", f"/complaints/{COMPLAINT}",
    f"/posts/{KILL}", f"/questions/{QUESTION}/1", f"/announcements/{RULING}", "/ledger",
    f"/lines/{KILL}", f"/lines/{len(closed())}", "/people",
]  # fmt: skip

COLOURED = ["", "/rounds/3", "/rounds/3/votes", "/complaints", f"/posts/{KILL}"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits_a_phone(
    story: str, address: str, context: BrowserContext, browser_page: Page, serious: Serious,
    scheme: Any,
) -> None:  # fmt: skip
    page = browser_page
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address}/desk/login")
    assert serious(page) == []
    enter(page, address, "哨甲")
    plain = ("/desk/", "/desk/new", "/desk/password", *(story + one for one in PAGES))
    for path in plain if scheme == "light" else [story + one for one in COLOURED]:
        page.set_viewport_size(DESKTOP)
        page.goto(f"{address}{path}")
        page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
        assert serious(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"], path
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        if scheme == "light":
            assert serious(page) == [], path


def test_plots_speak_to_screen_readers(story: str, address: str, browser_page: Page) -> None:
    page = browser_page
    enter(page, address, "哨甲", story)
    life = page.get_by_role("img", name="各轮以后的在场人数")
    expect(life).to_have_accessible_description(re.compile("全部：开局 12，第 3 轮后 9"))
    page.goto(f"{address}{story}/rounds/3/votes")
    arrival = page.get_by_role("img", name="票数最多的几位，票到达的时间")
    expect(arrival).to_have_accessible_description(re.compile("白虹 共 6 票"))
    page.goto(f"{address}{story}/rounds/3")
    expect(page.get_by_role("img", name=re.compile("K3-1：引用 130 字"))).to_be_visible()


def test_an_observer_reads_and_does_nothing_else(
    story: str, address: str, browser_page: Page
) -> None:
    page = browser_page
    enter(page, address, "旁观丁", story)
    expect(page.locator("main form, main button")).to_have_count(0)
    page.get_by_role("link", name="第 3 轮结果").click()
    expect(page.locator("#plain")).to_have_value(re.compile("竹林 → 阿福"))


def test_without_scripts_the_desk_works(game: str, address: str, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    enter(page, address, "哨甲", f"{game}/complaints/{COMPLAINT}")
    page.locator(".options > li", has_text="不成立").get_by_role("button").click()
    expect(page.locator(".done")).to_be_visible()
    context.close()
