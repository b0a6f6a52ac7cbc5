"""Thread pages: the pages of `tests/cases/forum`, and what no page may get wrong."""

import hashlib
import json
import re
import time
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers.board import Board, all_boards, builtin_boards
from postcheck.readers.body import NO_BOARD, read_body
from postcheck.readers.forum import read_page
from postcheck.readers.guess import guess_kind

CASES = Path(__file__).parent.parent / "cases" / "forum"
EXPECTED: dict[str, Any] = tomllib.loads((CASES / "expected.toml").read_text(encoding="utf-8"))
SHARED = Path(__file__).parent.parent.parent.parent / "shared" / "eval" / "forum"
ENGINES = pytest.mark.parametrize("bulk", [False, True], ids=["bs4", "turbohtml"])


def facts(post: Post) -> dict[str, Any]:
    return {
        "id": post.id,
        "author": post.author,
        "title": post.title,
        "posted_at": post.posted_at and post.posted_at.isoformat(),
        "floor": post.floor,
        "edited": post.edited,
        "edited_at": post.edited_at and post.edited_at.isoformat(),
        "kind": post.kind,
        "code": post.code,
        "text": post.text.original,
        "quotes": [[quote.author or "", quote.text] for quote in post.quotes],
        "images": post.images,
        "images_only": post.images_only,
        "locked": post.locked,
        "unknown": post.unknown,
    }


@ENGINES
@pytest.mark.parametrize("name", EXPECTED)
def test_pages_of_every_engine(name: str, bulk: bool) -> None:
    posts = [facts(post) for post in read_page((CASES / name).read_bytes(), name, bulk=bulk)]
    wanted = EXPECTED[name]["posts"]
    assert [{key: post[key] for key in want} for post, want in zip(posts, wanted, strict=True)] == (
        wanted
    )


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_whatever_the_bytes_are_and_the_page_says(name: str, encoding: str) -> None:
    text = (CASES / name).read_text(encoding="utf-8")
    plain = read_page(text.encode(), name, bulk=True)
    other = read_page(text.encode(encoding), name, bulk=True)
    assert [facts(post) for post in other] == [facts(post) for post in plain]


def thread(*bodies: str, footer: str = "", when: str = "2020-1-1 12:00:00") -> bytes:
    boxes = "".join(
        f'<table id="pid{n}"><tr><td class="pls"><p class="authi"><a class="xw1">甲</a></p></td>'
        f'<td class="plc"><a id="postnum{n}" href="thread-5-1-1.html">{n}#</a>'
        f'<em id="authorposton{n}">发表于 {when}</em>'
        f'<table><tr><td class="t_f" id="postmessage_{n}">{body}</td></tr></table>'
        "</td></tr></table>"
        for n, body in enumerate(bodies, start=1)
    )
    return f"<html><title>题</title><body>{boxes}<div id=ft>{footer}</div></body></html>".encode()


def one(body: str, **rest: Any) -> Post:
    return read_page(thread(body, **rest), "x.html", bulk=True)[0]


MARK = '<i class="pstatus"> 本帖最后由 甲 于 {} 编辑 </i>'


@pytest.mark.parametrize(
    ("body", "edited"),
    [
        (MARK.format("2020-1-1 12:01") + "<br>正文", True),
        (MARK.format("2020-1-1 11:59") + "<br>正文", False),  # before the post was there
        (MARK.format("2020-1-1 12:00") + "<br>正文", False),  # within the minute that leaves none
        ("正文<br>" + MARK.format("2020-1-1 13:00"), False),  # [i=s] typed by a member
        ("本帖最后由 甲 于 2020-1-1 13:00 编辑<br>正文", False),  # typed without markup
        ('<div class="quote">旧话</div>' + MARK.format("2020-1-1 13:00"), False),
        ('<div class="banner">本文经授权</div>' + MARK.format("2020-1-1 13:00") + "正文", True),
    ],
)
def test_only_the_boards_own_edit_mark_counts(body: str, edited: bool) -> None:
    post = one(body)
    assert post.edited is edited
    assert ("本帖最后由" in post.text.original + "".join(q.text for q in post.quotes)) is not edited


NOISE = '<font style="font-size:0px;color:#FFF">2 b* I) R3</font>'


@ENGINES
@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("discuz_6.html", "雪下了一夜。"),
        ("discuz_x.html", "那就渡我过去。"),
        ("discuz_print.html", "一盏不卖。"),
        ("discuz_archiver.html", "落叶扫了又落。"),
    ],
)
def test_noise_without_a_class_as_older_boards_write_it(name: str, after: str, bulk: bool) -> None:
    plain = (CASES / name).read_text(encoding="utf-8")
    noisy = plain.replace(after, after + NOISE, 1)
    assert noisy != plain
    texts = [
        [post.text.original for post in read_page(page.encode(), name, bulk=bulk)]
        for page in (plain, noisy)
    ]
    assert texts[0] == texts[1]


def test_small_letters_of_a_member_are_text() -> None:
    assert one('明<font style="font-size:0px">暗</font>').text.original == "明暗"


@ENGINES
def test_a_file_shown_inside_a_text_is_none_of_its_words(bulk: bool) -> None:
    file = (
        '<img src="static/image/filetype/rar.gif" /> <span id="attach_5"><a href="#">稿子.rar</a> '
        '<em class="xg1">(12 KB, 下载次数: 3)</em></span>'
    )
    first, second = read_page(thread(f"正文。{file}", file), "x.html", bulk=bulk)
    assert first.text.original == "正文。"
    assert (second.text.original, second.images_only) == ("", True)


def test_a_mark_from_after_the_page_was_made_is_false() -> None:
    body = MARK.format("2021-1-1 12:00") + "正文"
    assert one(body, footer="GMT+8, 2020-2-1 00:00").edited is False
    assert one(body, footer="GMT+8, 2021-2-1 00:00").edited is True


@pytest.mark.parametrize(
    ("written", "footer", "read"),
    [
        ('<span title="2020-1-2 03:04:05">昨天 03:04</span>', "", "2020-01-02T03:04:05+08:00"),
        ("昨天&nbsp;03:04", "GMT+8, 2020-1-3 00:01", "2020-01-02T03:04:00+08:00"),
        ("前天 23:59", "GMT+8, 2020-3-1 00:01", "2020-02-28T23:59:00+08:00"),
        ("昨天 03:04", "", None),
        ("3 天前", "GMT+8, 2020-1-3 00:01", None),
        ("2020-1-2 03:04", "GMT-5, 2020-1-3 00:01", "2020-01-02T03:04:00-05:00"),
        ("2020-1-2 03:04", "GMT+5.5, 2020-1-3 00:01", "2020-01-02T03:04:00+05:30"),
        ("2020-2-31 03:04", "", None),
        ("2020-1-2 03:04 PM", "", "2020-01-02T15:04:00+08:00"),
        ("2020年1月2日 03:04", "", "2020-01-02T03:04:00+08:00"),
        ('<span title="2020-01-02T03:04:05+00:00">x</span>', "", "2020-01-02T03:04:05+00:00"),
        ('<span title="2020-01-02T03:04:05Z">x</span>', "", "2020-01-02T03:04:05+00:00"),
        ('<span title="2020-01-02T03:04-0500">x</span>', "", "2020-01-02T03:04:00-05:00"),
        ('<span title="2020-01-02T03:04:05">x</span>', "", "2020-01-02T03:04:05+08:00"),
    ],
)
def test_times(written: str, footer: str, read: str | None) -> None:
    post = one("正文", when=written, footer=footer)
    assert (post.posted_at and post.posted_at.isoformat()) == read
    assert any("不知道确切时间" in notice for notice in post.notices) is (read is None)


@ENGINES
def test_the_board_of_the_documentation_reads_as_it_says(tmp_path: Path, bulk: bool) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "forum.md").read_text(encoding="utf-8")
    rules = docs.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "wuyue.toml").write_text(rules, encoding="utf-8")
    page = (
        '<table class="entry" id="e31"><tr><td class="author">甲 <em>会员</em></td>'
        '<td class="date">2004-5-6 7:08</td></tr><tr><td class="text">从前有桥。'
        '<div class="quote">乙：旧话</div>桥上有人。{}</td></tr></table>'
    )
    mark = "<br><i>本帖由甲于2004-5-6 8:00编辑</i>"
    boards = all_boards(tmp_path)
    posts = [
        read_page(page.format(each).encode(), "x.asp", boards=boards, bulk=bulk)[0]
        for each in (mark, mark + "<br>又及。", "")
    ]
    assert [(post.edited, post.text.original) for post in posts] == [
        (True, "从前有桥。\n桥上有人。"),
        (False, "从前有桥。\n桥上有人。\n本帖由甲于2004-5-6 8:00编辑\n又及。"),
        (False, "从前有桥。\n桥上有人。"),
    ]
    assert (posts[0].id, posts[0].author, len(posts[0].quotes)) == ("wuyue-31", "甲", 1)


def test_hidden_text_is_unknown_and_not_empty() -> None:
    page = thread("正文").replace(b'<td class="t_f" id="postmessage_1">', b'<div class="locked">')
    post = read_page(page, "x.html", bulk=True)[0]
    assert (post.unknown, post.edited, post.images_only) == ("hidden", None, False)
    assert "字数未知" in post.notices[0]


@ENGINES
def test_a_post_that_is_sold_is_unknown_in_the_print_view(bulk: bool) -> None:
    sold = "本主题需向作者支付 <strong>5 金币</strong> 才能浏览"
    heads = (
        "<hr noshade><b>作者: </b>甲&nbsp; <b>时间: </b>2011-7-8 09:10<br /><br />",
        "<hr noshade><b>作者: </b>乙&nbsp; <b>时间: </b>2011-7-8 09:20<br /><br />",
    )
    page = f"<html><body>{heads[0]}{sold}{heads[1]}买了。<hr noshade>完</body></html>"
    posts = read_page(page.encode(), "x.html", bulk=bulk)
    assert [(post.unknown, post.text.original) for post in posts] == [
        ("hidden", ""),
        (None, "买了。"),
    ]


@pytest.mark.parametrize("said", ["[内容不可见]", "[该条回应已被删除]"])
def test_what_douban_took_away_is_unknown(said: str) -> None:
    page = (CASES / "douban.html").read_text(encoding="utf-8").replace("酒有，书呢？", said)
    post = read_page(page.encode(), "x.html")[1]
    assert (post.unknown, post.text.original, post.locked) == ("hidden", "", 1)


def test_a_page_cut_off_before_a_text_does_not_blame_the_board() -> None:
    page = thread("正文", "又一篇")
    last = read_page(page[: page.index(b'id="postmessage_2')], "x.html", bulk=True)[-1]
    assert last.unknown == "hidden"
    assert last.notices[-1] == "网页不完整，这一帖的正文没有存下来，或论坛没有显示"
    assert not any(one.startswith("论坛没有显示") for one in last.notices)


def test_a_page_cut_off_inside_a_post_says_so() -> None:
    page = thread("第一帖", "第二帖很长很长")
    cut = page[: page.index("很长".encode())]
    posts = read_page(cut, "x.html", bulk=True)
    assert [post.unknown for post in posts] == [None, "partial"]
    assert "可能缺字" in posts[1].notices[0]


def test_bad_bytes_are_counted_where_they_stand() -> None:
    page = thread("坏在这里：@@").decode().encode("gb18030").replace(b"@@", b"\xff\xff")
    post = read_page(page, "x.html", bulk=True)[0]
    assert post.text.original == "坏在这里：��"
    assert "2 处坏字节" in post.notices[0]
    assert post.extra["bad_bytes"] == "2"


MENU = "<a>版块</a>" * 900
WALLS = [
    ("<title>提示信息</title><body>抱歉，您尚未登录，没有权限访问该版块</body>", "要登录"),
    ("<title>百度安全验证</title><body>请完成下方验证</body>", "验证码"),
    ("<title>Just a moment...</title><body>Enable JavaScript and cookies</body>", "验证码"),
    ("<body>抱歉，指定的主题不存在或已被删除或正在被审核</body>", "不存在或已删除"),
    ("<title>502 Bad Gateway</title><body><h1>502 Bad Gateway</h1></body>", "服务器出错"),
    ("<html><body><script>location='/'</script></body></html>", "没有文字"),
    (f"<body>{MENU}<div id='messagetext'>抱歉，您没有权限访问该版块</div></body>", "要登录"),
    ("<title>登录 - 练习论坛</title><body>用户名 密码 注册</body>", "要登录"),
    ("<title>环境异常</title><body>当前环境异常，完成验证后即可继续访问。</body>", "验证码"),
    ("<body>抱歉，根据相关法律法规和政策，相关结果不予展现。</body>", "不存在或已删除"),
    ("<title>403</title><body>您的请求疑似攻击行为，已被网站防火墙拦截</body>", "服务器出错"),
    ("<body>抱歉，本帖要求阅读权限高于 20 才能浏览</body>", "要登录"),
    ("<body><div id='messagetext'>今日已满</div></body>", "提示页，不是帖子：今日已满"),
    ("<title>提示信息 - 某论坛</title><body>请稍候</body>", "提示页"),
]


@ENGINES
@pytest.mark.parametrize(("page", "message"), WALLS)
def test_walls_and_error_pages_are_no_posts(page: str, message: str, bulk: bool) -> None:
    with pytest.raises(SourceError, match=message):
        read_page(f"<html>{page}</html>".encode(), "x.html", bulk=bulk)


@ENGINES
def test_bytes_that_are_no_text_are_no_page(bulk: bool) -> None:
    data = bytes(range(256)) * 20
    with pytest.raises(SourceError, match="二进制"):
        read_page(data, "x.html", bulk=bulk)


def test_an_article_that_speaks_of_logging_in_is_an_article() -> None:
    page = f"<html><title>旧事</title><body><p>{'他说您需要先登录。' * 300}</p></body></html>"
    post = read_page(page.encode(), "x.html", bulk=True)[0]
    assert (post.unknown, post.title) == ("mixed", "旧事")


def test_a_board_of_the_users_own_is_asked_first(tmp_path: Path) -> None:
    (tmp_path / "wuyue.toml").write_text(
        'id = "archive"\nname = "藏经阁"\ndetect = ".jing"\npost = ".jing"\nbody = [".wen"]\n'
        'author = [{ css = "b" }]\ntime = [{ css = "i" }]\npid = [{ css = "", attr = "id" }]\n',
        encoding="utf-8",
    )
    page = (
        '<body><div class="jing" id="k7"><b>甲</b><i>2009-1-2 03:04</i>'
        '<p class="wen">旧文</p></div></body>'
    )
    post = read_page(page.encode(), "x.asp", boards=all_boards(tmp_path))[0]
    assert (post.id, post.author, post.text.original) == ("archive-k7", "甲", "旧文")
    assert post.edited is None


BAD = sorted((CASES.parent.parent / "bad" / "forum").glob("*.toml"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_rules_are_told(path: Path, tmp_path: Path) -> None:
    first, rules = path.read_text(encoding="utf-8").split("\n", 1)
    (tmp_path / path.name).write_text(rules, encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        all_boards(tmp_path)
    assert caught.value.message == first.removeprefix("# ")


TAGS = ["b", "i", "p", "div", "font", "blockquote", "span"]
pieces = st.recursive(
    st.sampled_from(["雨", " ", "\n", "　", "&nbsp;", "&lt;b&gt;", "a", "<br>", "<br />", "<img>",
                     '<i class="pstatus">本帖最后由 甲 于 2020-1-1 13:00 编辑</i>', "<!-- x -->",
                     '<span style="display: none">q</span>', '<font class="jammer">z</font>',
                     "<script>if (a<b) {}</script>", '<img smilieid="1">']),
    lambda inner: st.lists(inner, max_size=6).map("".join)
    | st.tuples(st.sampled_from(TAGS), inner).map(lambda p: f"<{p[0]}>{p[1]}</{p[0]}>")
    | inner.map(lambda p: f'<div class="quote">{p}</div>'),
    max_leaves=25,
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(pieces, min_size=1, max_size=3))
def test_the_two_engines_agree(bodies: list[str]) -> None:
    page = thread(*bodies)
    slow, fast = (read_page(page, "x.html", bulk=bulk) for bulk in (False, True))
    assert [facts(post) for post in slow] == [facts(post) for post in fast]


@given(st.lists(st.sampled_from(["雨", "　", " ", "\n", "<br>", "<br/>", "a", "  b"]), max_size=12))
def test_a_plain_body_reads_the_same_on_the_short_way(parts: list[str]) -> None:
    inner = "".join(parts)
    short = read_body(f'<div id="a">{inner}</div>', NO_BOARD).text
    assert read_body(f'<div id="a"><b></b>{inner}</div>', NO_BOARD).text == short


HOSTILE = {
    "deep": thread("<div>" * 50_000 + "底"),
    "nested boxes": b"<body>" + b'<table id="pid1"><tr><td class="plc">' * 3_000,
    "nested classes": thread('<div class="postlist plc message pls authi">' * 2_900 + "字"),
    "long blanks": thread(" " * 500_000 + "字"),
    "open tags": thread("<" * 200_000),
    "attributes": thread("<p " + "a=b " * 100_000 + ">字"),
    "entities": b"<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'>" + b"<!ENTITY b '&a;&a;'>" * 999 + b"]>"
    + thread("&b;"),
    "quotes": thread('<div class="quote">' * 2_000 + "字"),
    "wall": f"<body>登录{'-' * 1_000} 中 文</body>".encode(),
    "mark": thread('<i class="pstatus">' + "本帖最后由 甲 于 " * 50_000 + "</i>"),
    "json": b'<body><div class="l_post" data-field="' + b"[" * 90_000 + b'">',
}  # fmt: skip


@ENGINES
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_end_soon(name: str, bulk: bool) -> None:
    start = time.process_time()
    with suppress(SourceError):
        read_page(HOSTILE[name], "x.html", bulk=bulk)
    assert time.process_time() - start < 5


def attributes(number: int, value: str = "") -> str:
    return " ".join(f"a{at}{value}" for at in range(number))


@ENGINES
@pytest.mark.parametrize(
    ("tags", "number", "value"),
    [(100, 4500, ""), (1, 100_000, ""), (1, 600, ""), (1, 50_000, '=">"'), (9, 5000, "= '<>'")],
)
def test_tags_of_very_many_attributes_are_read_at_once(
    tags: int, number: int, value: str, bulk: bool
) -> None:
    page = thread(f"<p {attributes(number, value)}>字" * tags)
    start = time.process_time()
    (post,) = read_page(page, "x.html", bulk=bulk)
    assert post.text.original == "\n".join("字" * tags)
    assert time.process_time() - start < 2


@ENGINES
def test_tags_of_many_attributes_are_read(bulk: bool) -> None:
    page = thread(f"<p {attributes(400)}>字</p><p title='{'话 ' * 900}'>也是</p>")
    assert read_page(page, "x.html", bulk=bulk)[0].text.original == "字\n也是"


@ENGINES
def test_a_script_that_compares_is_no_tag_of_many_attributes(bulk: bool) -> None:
    page = thread(f"字<script>for (i = 0; i<n; i++) {{ {'f (i) ; ' * 900} }}</script>")
    assert read_page(page, "x.html", bulk=bulk)[0].text.original == "字"


def test_every_builtin_board_says_who_it_is() -> None:
    boards = builtin_boards()
    assert len({board.id for board in boards}) == len(boards) >= 10
    assert all(isinstance(board, Board) and board.name for board in boards)


def gold() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    path = SHARED / "manifest.json"
    if path.exists():
        for entry in json.loads(path.read_text(encoding="utf-8"))["files"]:
            if entry.get("posts"):
                yield entry["file"], entry["posts"]


@pytest.mark.skipif(not SHARED.exists(), reason="../shared/eval is not here")
@pytest.mark.parametrize(("name", "posts"), list(gold()), ids=lambda value: str(value)[:40])
def test_shared_pages(name: str, posts: list[dict[str, Any]]) -> None:
    found = read_page((SHARED / name).read_bytes(), name, bulk=True)
    assert len(found) == len(posts)
    for post, want in zip(found, posts, strict=True):
        text = re.sub(r"\s", "", post.text.original)
        assert (post.author, len(text)) == (want["author"], want["own_chars"])
        assert sum(len(re.sub(r"\s", "", q.text)) for q in post.quotes) == want["quote_chars"]
        assert bool(post.edited) is (want["edited"] is not None)
        assert post.floor == want.get("floor", post.floor)
        if "own_sha1" in want:
            assert hashlib.sha1(text.encode()).hexdigest()[:12] == want["own_sha1"]
        if "time" in want:
            assert post.posted_at
            assert post.posted_at.isoformat().startswith(want["time"])


@pytest.mark.parametrize(
    ("title", "text", "kind"),
    [
        ("【杀帖】渡口", "据《晚报》报道，渡口的水退了。", "kill"),
        ("渡口", "县报报道称，渡口的水退了。", None),
        ("渡口", "报道，白鹭来也。", "report"),
        ("殺帖：渡口", "船還在。", "kill"),
        ("【杀帖】渡口", "【报道】白鹭", "report"),
    ],
)
def test_the_kind_by_first_line_and_title(title: str, text: str, kind: str | None) -> None:
    assert guess_kind(title, text) == kind
