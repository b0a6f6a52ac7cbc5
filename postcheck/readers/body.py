"""The body of a forum post: the author's own lines, quoted blocks, pictures, what is locked.

The lines are those a browser shows: blanks of the source run together, `<br>` and blocks end a
line, 　　 and no-break spaces at its start stay. What the board adds is left out by the rules of
the board, and so is what its style hides (`display:none`), which no member can write.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from postcheck.post import Quote
from postcheck.readers.board import Board
from postcheck.readers.dom import Dom, Node

_RAW = re.compile(r"<!--.*?-->|<(script|style|iframe|xmp|noembed|noframes)\b.*?</\1>", re.S)
# Two posts of three are lines and nothing else: one element with text and `<br>` in it.
_SIMPLE = re.compile(
    r"<(?:td|div|p)(?: (?!style)[\w-]+=\"[^\"<>]*+\")*+>((?:[^<&]++|<br ?/?>)*+)</\w+>"
)
_RAGGED = re.compile(r"[ \t\r\f](?:\n|\Z)")
_BREAK = re.compile(r" ?<br ?/?> ?")
_TAG = re.compile(r"<([^>]+)>")
_UNSEEN = re.compile(r"(?<![\w-])style=[\"'][^\"']*display\s*:\s*none", re.I)
_VOID = frozenset(
    ["area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
     "keygen", "link", "meta", "param", "source", "track", "wbr"]
)  # fmt: skip
_BLOCKS = frozenset(
    ["address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset",
     "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
     "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr",
     "ul"]
)  # fmt: skip
_NEVER = frozenset(
    ["applet", "audio", "button", "canvas", "embed", "head", "input", "math", "noscript", "object",
     "option", "select", "svg", "template", "textarea", "title", "video"]
)  # fmt: skip
_ENTITIES = (("&nbsp;", "\xa0"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
_LOOKED_AT = 2000  # characters of a value that a pattern is tried on
_REMEMBERED = 5000  # start tags of a board
_SHORT_TAG = 200
_ALONE = frozenset(["br", "hr", "img", "void"])  # kinds of elements that hold nothing
_NOWHERE = 1 << 60  # deeper than any element

Believe = Callable[["re.Match[str]"], bool]


@dataclass
class Body:
    """What stands in a body. `mark`: the match of the board's edit mark."""

    text: str = ""
    quotes: list[Quote] = field(default_factory=list)
    images: int = 0
    locked: int = 0  # all such notices
    closed: int = 0  # those behind which text is missing
    mark: "re.Match[str] | None" = None


def _unescaped(text: str) -> str:
    """The four characters that the engines write as entities."""
    for written, char in _ENTITIES:
        text = text.replace(written, char)
    return text


def _together(text: str) -> str:
    """`text` with one blank in the place of each run of blanks."""
    for blank in "\t\n\r\f":
        text = text.replace(blank, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


class _Lines:
    """Collects text as lines; `open`: something stands on the last one."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.open = False

    def text(self, data: str) -> None:
        """`data` in which blanks are run together."""
        if data[0] == " " and (not self.open or self.parts[-1][-1] == " "):
            data = data[1:]
        if data:
            self.parts.append(data)
            self.open = True

    def raw(self, data: str) -> None:
        self.parts.append(data)
        self.open = not data.endswith("\n")

    def block(self) -> None:
        if self.open:
            self.raw("\n")

    def value(self, start: int = 0) -> str:
        return _finished("".join(self.parts[start:]))


def _finished(text: str) -> str:
    """No-break spaces are blanks now; no blanks end a line, no empty lines the text."""
    if "\xa0" in text:
        text = text.replace("\xa0", " ")
    if _RAGGED.search(text):
        text = "\n".join(line.rstrip(" \t\r\f") for line in text.split("\n"))
    return text.strip("\n")


def read_body(html: str, board: Board, believe: Believe = lambda _: True) -> Body:
    """Reads elements as `Dom.html` writes them. `believe` decides whether an edit mark is the
    board's own."""
    simple = _SIMPLE.fullmatch(html)
    if simple and not (board.mixed or board.locked_text or board.drop_text):
        lines = _BREAK.sub("\n", _together(simple[1]))
        return Body(_finished(lines.removeprefix(" ")))
    return _Reader(board, believe).read(html)


def plain(dom: Dom, node: Node, without: str = "") -> str:
    """The text of an element in one line, without the elements that match `without`."""
    if not without:
        return _one_line(dom.text(node))
    return _one_line(read_body(dom.html(node), replace(NO_BOARD, drop=without)).text)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _kind(tag: str) -> str:
    name = tag.split(" ", 1)[0].rstrip("/")
    styled = "style=" in tag and "none" in tag.lower()
    unseen = name in _NEVER or (styled and _UNSEEN.search(tag))
    if name in _VOID:
        return name if name in _ALONE and not unseen else "void"
    if unseen:
        return "unseen"
    if name in _BLOCKS:
        return "pre" if name == "pre" else "block"
    return "cell" if name in ("td", "th") else ""


class _Reader:
    """Walks the tags with a depth and no recursion: a page may nest a hundred thousand."""

    def __init__(self, board: Board, believe: Believe) -> None:
        self.board, self.starts, self.believe = board, board.starts, believe
        self.body = Body()
        self.out = self.own = _Lines()
        self.depth = 0
        self.pre = self.skip = self.quote = self.inserted = _NOWHERE  # depths of open elements
        self.begin = 0  # where in `own.parts` what the author wrote begins
        self.last: int | None = None  # where the last candidate for a mark at the end begins
        self.taken: list[str] = []  # the text of a mark or a notice, which is collected apart
        self.role = ""
        self.by: str | None = None  # named by the line above a quote

    def read(self, html: str) -> Body:
        self._walk(html)
        self.body.text = self._plain_words(self.own.value())
        return self.body

    def _walk(self, html: str) -> None:
        html = _RAW.sub("", html)
        self.kept = "<pre" in html  # then blanks are run together text by text
        parts = _TAG.split(html if self.kept else _together(html))
        starts = self.starts
        for data, tag in zip(parts[::2], parts[1::2], strict=False):
            if data:
                self._text(data)
            if tag[0] == "/":
                self._close(tag[1:])
            elif tag == "br":
                if self.depth < self.skip:
                    self.out.raw("\n")
            elif tag[0] not in "!?":
                kind, role = starts.get(tag) or self._start(tag)
                if kind or role:
                    self._open(kind, role)
                else:
                    self.depth += 1
        if parts[-1]:
            self._text(parts[-1])
        self._last_mark()

    def _text(self, data: str) -> None:
        if self.depth >= self.skip and not self.role:
            return
        together = not self.kept
        if "&" in data:
            data, together = _unescaped(data), False
        if self.depth >= self.skip:
            self.taken.append(data)
        elif self.depth >= self.pre:
            self.out.raw(data)
        else:
            self.out.text(data if together else _together(data))

    def _open(self, kind: str, role: str) -> None:
        void = kind in _ALONE
        self.depth += not void
        if self.depth >= self.skip:
            return
        if kind == "br":
            self.out.raw("\n")
        elif kind == "img":
            self.body.images += self.out is self.own and not role
        elif kind == "cell":
            if self.out.open:
                self.out.raw("\t")
        elif kind and kind != "void":
            self.out.block()
            if kind == "pre":
                self.pre = min(self.pre, self.depth)
        if role and not void:
            self._enter(role)

    def _start(self, tag: str) -> tuple[str, str]:
        """Kind and role of a start tag, which boards write over and over: they are remembered."""
        found = _kind(tag), self.board.roles.role(tag.split(" ", 1)[0].rstrip("/"), tag)
        if found[0] == "unseen":
            found = "", "drop"
        if len(self.starts) >= _REMEMBERED:
            self.starts.clear()
        if len(tag) <= _SHORT_TAG:
            self.starts[tag] = found
        return found

    def _enter(self, role: str) -> None:
        if role == "drop":
            self.skip = self.depth
        elif self.out is not self.own:
            return
        elif role == "quote":
            self.own.block()
            self.out, self.quote = _Lines(), self.depth
        elif role in ("mark", "head", "locked"):
            self.skip, self.role, self.taken = self.depth, role, []
        elif role == "insert" and self._at_begin():
            self.inserted = min(self.inserted, self.depth)

    def _close(self, name: str) -> None:
        depth = self.depth
        self.depth = depth - 1
        if depth > self.skip:
            return
        if depth == self.skip:
            self.skip = _NOWHERE
            if self.role:
                self._taken("".join(self.taken))
        elif name in _BLOCKS and self.out.open:
            self.out.raw("\n")
        if depth == self.quote:
            self._end_quote()
        if depth == self.pre:
            self.pre = _NOWHERE
        if depth == self.inserted:
            self.begin, self.inserted = len(self.own.parts), _NOWHERE

    def _end_quote(self) -> None:
        text = self.out.value()
        if text:
            self.body.quotes.append(Quote(self.by or self._quoted(text), text))
        self.out, self.quote, self.by = self.own, _NOWHERE, None

    def _taken(self, text: str) -> None:
        """The end of an element whose text was collected apart; a false mark is own text."""
        role, self.role = self.role, ""
        line = _one_line(text)[:_LOOKED_AT]
        if role == "head":
            self.by = self._quoted(line)
        elif role == "locked":
            self.body.locked += 1
            self.body.closed += not (self.board.unlocked and self.board.unlocked.search(line))
        elif not self._first_mark(line) and text:
            if any(mark.place == "last" and mark.pattern.match(line) for mark in self.board.marks):
                self.last = len(self.own.parts)
            self.own.text(_together(text))

    def _at_begin(self) -> bool:
        return not self.body.quotes and not self.own.value(self.begin).strip()

    def _first_mark(self, line: str) -> bool:
        """A mark counts at the very start of what the author wrote, and once."""
        if self.body.mark is not None or not self._at_begin():
            return False
        for mark in self.board.marks:
            match = mark.pattern.fullmatch(line) if mark.place == "first" else None
            if match and self.believe(match):
                self.body.mark = match
                return True
        return False

    def _last_mark(self) -> None:
        """A mark that ends the body, with the brackets that the board puts around it."""
        if self.last is None or self.body.mark is not None:
            return
        line = _one_line(self.own.value(self.last)).removesuffix("]").strip()[:_LOOKED_AT]
        before = "".join(self.own.parts[: self.last]).rstrip()
        for mark in self.board.marks:
            match = mark.pattern.fullmatch(line) if mark.place == "last" else None
            if match and before.endswith("[") and self.believe(match):
                self.body.mark = match
                self.own.parts = [before[:-1]]
                return

    def _plain_words(self, text: str) -> str:
        """What a text view says in plain words: the mark in its first line, hidden parts."""
        for mark in self.board.marks:
            if mark.place == "line" and self.body.mark is None:
                line, _, rest = text.partition("\n")
                match = mark.pattern.fullmatch(line.strip()[:_LOOKED_AT])
                if match and self.believe(match):
                    self.body.mark = match
                    text = rest.strip("\n")
        if self.board.drop_text:
            text = self.board.drop_text.sub("", text).strip("\n")
        if self.board.locked_text:
            text, found = self.board.locked_text.subn("", text)
            self.body.locked += found
            self.body.closed += found
        return text

    def _quoted(self, text: str) -> str | None:
        match = self.board.quote_by and self.board.quote_by.search(text[:_LOOKED_AT])
        return match.group("by").strip() if match else None


NO_BOARD = Board(id="", name="", detect="*")
