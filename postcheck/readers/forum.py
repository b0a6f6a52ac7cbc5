"""Saved thread pages → posts: author, floor, time, edit mark, the author's own text, quotes apart.

The engine is found by its markup, and its rules (board.py) say where things stand. A text that
the board did not show is *unknown*, never empty. A time counts as exact only where the page
gives one; an edit mark only where the board puts it, not where a member can type it.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import PurePath

from postcheck.errors import SourceError
from postcheck.post import Post, Unknown
from postcheck.readers.board import Board, Mark, all_boards
from postcheck.readers.body import NO_BOARD, Body, plain, read_body
from postcheck.readers.decode import Page
from postcheck.readers.dom import Dom, Node
from postcheck.readers.encoding import is_binary
from postcheck.readers.engine import read
from postcheck.readers.fields import Raw, boxed, first_value
from postcheck.readers.flat import flat, known_quotes
from postcheck.readers.generic import generic
from postcheck.readers.guess import guess_code, guess_kind
from postcheck.readers.threads import floor_number
from postcheck.readers.times import Clock, board_zone, read_clock, read_time
from postcheck.readers.walls import NOTICE, check_wall
from postcheck.text import Text

LARGEST = 100_000_000  # bytes of one page

_TITLE_END = re.compile(r"\s+[-_|–—]\s+|_(?=[^_]*$)")
_UNKNOWN_BOARD = Board(id="generic", name="不认识的论坛", detect="*", mixed=True)
_EDGE = 3000  # characters in which a page opens and closes
_CLOSING = re.compile(r"</\w{1,30}>$")
_ADDRESS = re.compile(
    r"<(?:!--\s*saved from url=\(\d+\)(?P<saved>\S{1,300})"
    r"|!--\s*Page saved with SingleFile\s+url:\s*(?P<single>\S{1,300})"
    r"|base\s[^<>]{0,80}?href=[\"'](?P<base>[^\"'<>]{1,300}))",
    re.I,
)
_HOST = re.compile(r"https?://([\w.-]{1,253}(?::\d{1,5})?)(?:/|$)")
_NOTICES: dict[Unknown, str] = {
    "hidden": "论坛没有显示这一帖的正文，字数未知",
    "partial": "帖内有看不到的隐藏内容，字数只是下限",
    "mixed": "这种页面分不清引用与本人文字，不能据此裁定字数与引用",
}


def read_page(
    data: bytes,
    source: str,
    *,
    declared: str | None = None,
    url: str | None = None,
    bulk: bool = False,
    boards: Sequence[Board] | None = None,
) -> list[Post]:
    """The posts of one saved page, in its order.

    `declared`: the charset of the HTTP or MIME header. `bulk`: use the fastest engine. A page of
    no known engine is one post by nobody. Raises SourceError: too large, a login wall, a captcha,
    an error page, nothing to read.
    """
    if len(data) > LARGEST:
        raise SourceError(f"网页超过 {LARGEST // 1_000_000} MB", remedy="分页保存", file=source)

    def reading(page: Page, dom: Dom, root: Node) -> list[Post]:
        if not page.text or page.text.isspace():
            raise SourceError("网页是空的", remedy="检查是否存错了文件", file=source)
        facts = _facts(data, page, url, bulk=bulk)
        for board in all_boards() if boards is None else boards:
            if dom.first(root, board.detect) is None:
                continue
            raws = boxed(dom, root, board) if board.post else flat(dom, root, board)
            if any(raw.author or raw.body is not None for raw in raws):
                return _Thread(dom, root, board, page, source, url, facts).posts(raws)
        whole = _whole(dom, root, source, url, facts)
        if raws := generic(dom, root):
            return _Thread(dom, root, _UNKNOWN_BOARD, page, source, url, facts).posts(raws)
        return [whole]

    return read(data, source, reading, declared=declared, bulk=bulk)


def _facts(data: bytes, page: Page, url: str | None, *, bulk: bool) -> dict[str, str]:
    """What holds of the whole page. `site`: the host that the page came from, where it says;
    `cut`: the page breaks off."""
    facts = {"encoding": page.encoding}
    if not bulk:
        facts["sha256"] = hashlib.sha256(data).hexdigest()
    if page.bad:
        facts["bad_bytes"] = str(page.bad)
    if _is_cut(page.text):
        facts["cut"] = "true"
    said = None if url else _ADDRESS.search(page.text[:4000])
    if host := _HOST.match(url or (said[said.lastgroup or 0] if said else "")):
        facts["site"] = host[1].lower()
    return facts


def _is_cut(text: str) -> bool:
    """Does the page break off? A whole one says where it ends."""
    if text.rfind("</html", -_EDGE) >= 0:
        return False
    return "</html" not in text[-_EDGE:].lower() and "<html" in text[:_EDGE].lower()


def _whole(dom: Dom, root: Node, source: str, url: str | None, facts: dict[str, str]) -> Post:
    """A page of no known engine as one text; raises SourceError for walls and error pages."""
    title = _page_title(dom, root)
    body = read_body(dom.html(root), NO_BOARD)
    if is_binary(body.text.replace("\0", "")):
        raise SourceError("这是二进制文件，不是网页", remedy="重新保存这一页", file=source)
    notice = dom.first(root, NOTICE)
    check_wall(title or "", body.text, source, plain(dom, notice) if notice is not None else "")
    return Post(
        text=Text(body.text),
        source=source,
        id=PurePath(source).name,
        title=title,
        kind=guess_kind(title, body.text),
        code=guess_code(title, body.text),
        images=body.images,
        unknown="mixed",
        url=url,
        notices=("认不出是哪种论坛的页面：整页文字当作一帖，不能据此裁定字数与引用",),
        extra={"engine": "page", **facts},
    )


@lru_cache(maxsize=1000)
def _is_reply(floor: str | None) -> bool:
    return (floor_number(floor) or 1) > 1


def _page_title(dom: Dom, root: Node) -> str | None:
    node = dom.first(root, "title")
    words = plain(dom, node) if node is not None else ""
    return _TITLE_END.split(words)[0].strip() or None


@dataclass
class _Thread:
    """One page of a thread and what its posts have in common."""

    dom: Dom
    root: Node
    board: Board
    page: Page
    source: str
    url: str | None
    facts: dict[str, str]

    def posts(self, raws: list[Raw]) -> list[Post]:
        self.clock = self._clock()
        self.title = first_value(self.dom, self.root, self.board.title) or _page_title(
            self.dom, self.root
        )
        self.facts |= self._place(raws)
        found: list[Post] = []
        earlier: dict[str, list[str]] = {}
        attached = self.board.attached
        self.attached = bool(attached) and self.dom.first(self.root, attached) is not None
        for raw in raws:
            raw.posted_at = read_time(raw.time, self.clock) if raw.time else None
            body = self._body(raw)
            if self.board.mixed:
                known_quotes(body, self.board, earlier)
                earlier.setdefault(raw.author or "", []).append(body.text)
            found.append(self._post(raw, body))
        if found and "cut" in self.facts:
            found[-1] = self._cut_off(found[-1], raws[-1].body or "")
        return _distinct(found)

    def _cut_off(self, last: Post, body: str) -> Post:
        """The last post of a page that breaks off, perhaps in the body of that post."""
        inside = bool(body) and _open_end(self.dom.html(self.root)).endswith(_open_end(body))
        if last.unknown == "hidden" and not last.locked:  # who can say which
            others = [one for one in last.notices if not one.startswith(_NOTICES["hidden"])]
            said = "网页不完整，这一帖的正文没有存下来，或论坛没有显示"
            return replace(last, notices=(*others, said))
        said = "这一帖可能缺字" if inside else "后面可能缺帖"
        return replace(
            last,
            unknown="partial" if inside and last.unknown is None else last.unknown,
            notices=(*last.notices, f"网页不完整，{said}"),
        )

    def _clock(self) -> Clock:
        zone = board_zone(self.board.zone)
        return read_clock(first_value(self.dom, self.root, self.board.clock) or "", zone)

    def _place(self, raws: list[Raw]) -> dict[str, str]:
        """Which engine, thread and page; how many pages; whether the page names its zone."""
        dom, board = self.dom, self.board
        boxes = [raws[0].box] if raws[0].box is not None else []
        thread = (first_value(dom, at, board.thread) for at in (*boxes, self.root))
        page = first_value(dom, self.root, board.page)
        values = {
            "engine": board.id,
            "thread": next(filter(None, thread), None),
            "page": page,
            "pages": first_value(dom, self.root, board.pages) if page else None,
            "zone": "stated" if self.clock.stated else "assumed",
        }
        return {key: value for key, value in values.items() if value}

    def _body(self, raw: Raw) -> Body:
        def believe(match: re.Match[str]) -> bool:
            """No board marks an edit before it can, or after the page was made."""
            at = read_time(match["at"], self.clock)
            if at is None or raw.posted_at is None:
                return True
            soonest = raw.posted_at + timedelta(seconds=self.board.mark_after)
            return at >= soonest.replace(second=0) and not (self.clock.now and at > self.clock.now)

        body = read_body(raw.body or "", self.board, believe)
        for mark in self.board.marks:
            if mark.place == "outside" and raw.box is not None and body.mark is None:
                body.mark = self._outside(raw.box, mark)
        if raw.box is not None and self.attached:
            body.images += len(self.dom.select(raw.box, self.board.attached))
        return body

    def _outside(self, box: Node, mark: Mark) -> re.Match[str] | None:
        node = self.dom.first(box, mark.css)
        return mark.pattern.search(plain(self.dom, node)[:2000]) if node is not None else None

    def _post(self, raw: Raw, body: Body) -> Post:
        unknown, reason = self._unknown(raw, body)
        text = "" if unknown == "hidden" else body.text
        posted_at = raw.posted_at
        title = raw.subject or self.title
        mark = body.mark
        facts = self.facts
        if mark and mark["by"]:
            facts = {**facts, "edited_by": mark["by"].strip()}
        return Post(
            text=Text(text),
            source=self.source,
            id=f"{self.facts.get('thread') or self.board.id}-{_number(raw, posted_at)}",
            author=raw.author,
            title=title,
            posted_at=posted_at,
            edited=self._edited(mark is not None, unknown),
            kind=guess_kind(title, text, reply=not raw.subject and _is_reply(raw.floor)),
            images_only=unknown is None and not text.strip() and body.images > 0,
            notices=tuple(self._notices(raw, text, posted_at, reason)),
            extra=facts,
            unknown=unknown,
            floor=raw.floor,
            edited_at=read_time(mark["at"], self.clock) if mark else None,
            quotes=tuple(body.quotes),
            images=body.images,
            locked=body.locked,
            code=guess_code(title, text),
            url=self.url,
        )

    def _unknown(self, raw: Raw, body: Body) -> tuple[Unknown | None, str]:
        """Whether the text is all that the author wrote, and the notice if not."""
        dom, board = self.dom, self.board
        if raw.body is None:
            notice = (
                dom.first(raw.box, board.locked) if board.locked and raw.box is not None else None
            )
            body.locked += notice is not None
            said = f"：{plain(dom, notice)[:60]}" if notice is not None else ""
            return "hidden", _NOTICES["hidden"] + said
        if board.hidden_text and board.hidden_text.fullmatch(body.text.strip()[:2000]):
            body.locked += 1
            return "hidden", f"{_NOTICES['hidden']}：{body.text.strip()[:60]}"
        if not body.text and (board.mixed or body.closed):
            return "hidden", _NOTICES["hidden"]
        if board.mixed:
            return "mixed", _NOTICES["mixed"]
        return ("partial", _NOTICES["partial"]) if body.closed else (None, "")

    def _edited(self, marked: bool, unknown: Unknown | None) -> bool | None:
        """False only where the board shows marks, and the place of the mark was seen."""
        if marked:
            return True
        seen = unknown != "hidden" or self.board.marks_outside
        return False if self.board.shows_marks and seen else None

    def _notices(self, raw: Raw, text: str, posted_at: datetime | None, reason: str) -> list[str]:
        notices = [reason] if reason else []
        if raw.time and posted_at is None:
            notices.append(f"发帖时间只写“{raw.time[:30]}”，不知道确切时间")
        if self.page.bad and "\ufffd" in text:
            notices.append(f"正文里有 {text.count(chr(0xFFFD))} 处坏字节，以 � 代替")
        return notices


def _open_end(html: str) -> str:
    """`html` without the end tags that close it."""
    end = len(html.rstrip())
    while found := _CLOSING.search(html, max(0, end - 33), end):
        end = found.start()
        while end and html[end - 1].isspace():
            end -= 1
    return html[:end]


def _number(raw: Raw, posted_at: datetime | None) -> str:
    """The board's own number of the post; views without numbers: time and author."""
    if raw.pid:
        return raw.pid
    when = f"{posted_at:%Y%m%dT%H%M%S}" if posted_at else raw.time or ""
    return f"{when}-{raw.author or ''}"


def _distinct(posts: list[Post]) -> list[Post]:
    """Ids differ within a page: the second of the same id gets `.2`."""
    seen: dict[str, int] = {}
    found = []
    for post in posts:
        seen[post.id] = seen.get(post.id, 0) + 1
        number = seen[post.id]
        found.append(replace(post, id=f"{post.id}.{number}") if number > 1 else post)
    return found
