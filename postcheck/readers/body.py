"""The body of a forum post: the author's own lines, quoted blocks, pictures, what is locked.

The lines are those a browser shows: blanks of the source run together, `<br>` and blocks end a
line, 　　 and no-break spaces at its start stay. What the board adds is left out by the rules of
the board, and so is what its style hides (`display:none`), which no member can write.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

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
_BLOCK_ENDS = frozenset(f"/{name}" for name in _BLOCKS)
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
    if "&" in text:
        for written, char in _ENTITIES:
            text = text.replace(written, char)
    return text


def _blanked(text: str) -> str:
    """`text` with blanks in the place of tabs and line ends."""
    for blank in "\t\n\r\f":
        text = text.replace(blank, " ")
    return text


def _together(text: str) -> str:
    """`text` with one blank in the place of each run of blanks."""
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def _is_open(parts: list[str]) -> bool:
    """Does something stand on the last line? No part is empty."""
    return bool(parts) and parts[-1][-1] != "\n"


def _end_line(parts: list[str]) -> None:
    if parts and parts[-1][-1] != "\n":
        parts.append("\n")


def _add(parts: list[str], data: str) -> None:
    """Adds text; no blanks begin a line."""
    if data[0] == " " and not _is_open(parts):
        data = data.lstrip(" ")
    if data:
        parts.append(data)


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
        lines = _BREAK.sub("\n", _together(_blanked(simple[1])))
        return Body(_finished(lines.removeprefix(" ")))
    return _Reader(board, believe).read(html)


def plain(dom: Dom, node: Node, without: str = "") -> str:
    """The text of an element in one line, without the elements that match `without`."""
    if not without:
        return _one_line(dom.text(node))
    return _one_line(read_body(dom.html(node), _dropping(without)).text)


@lru_cache(maxsize=100)
def _dropping(css: str) -> Board:
    return replace(NO_BOARD, drop=css)


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
        self.own: list[str] = []  # the author's text in parts
        self.out = self.own  # or the parts of a quote
        self.pre = self.skip = self.quote = self.inserted = _NOWHERE  # depths of open elements
        self.inmost = [_NOWHERE]  # these, the greatest last
        self.begin = 0  # where in `own` what the author wrote begins
        self.last: int | None = None  # where the last candidate for a mark at the end begins
        self.taken: list[str] = []  # the text of a mark or a notice, which is collected apart
        self.role = ""
        self.by: str | None = None  # named by the line above a quote

    def read(self, html: str) -> Body:
        html = _RAW.sub("", html)
        self.kept = "<pre" in html  # some blanks are kept
        self._walk(html if self.kept else _blanked(html))
        self._last_mark()
        self.body.text = self._plain_words(self._value(self.own))
        return self.body

    def _walk(self, html: str) -> None:
        starts, depth = self.starts, 0
        out, skip, inmost = self.out, self.skip, self.inmost[-1]
        pieces = html.split("<")
        pieces[0] = "!>" + pieces[0]
        for piece in pieces:
            tag, _, data = piece.partition(">")
            kind, role = starts.get(tag) or self._start(tag)
            if kind == "end":
                if depth == inmost:
                    self._leave(depth, role)
                    out, skip, inmost = self.out, self.skip, self.inmost[-1]
                elif role and depth < skip and out and out[-1][-1] != "\n":
                    out.append("\n")
                depth -= 1
            elif kind != "void":
                if kind not in _ALONE:
                    depth += 1
                if kind and depth < skip:
                    self._open(kind, role)
                if (role or kind == "pre") and depth < skip and kind not in _ALONE:
                    self._enter(kind, role, depth)
                    out, skip, inmost = self.out, self.skip, self.inmost[-1]
            if not data:
                continue
            if depth >= skip:
                if self.role:
                    self.taken.append(data)
            elif self.kept:
                self._kept(data, depth)
            elif data[0] != " " or (out and out[-1][-1] != "\n"):
                out.append(data)
            else:
                _add(out, data)

    def _kept(self, data: str, depth: int) -> None:
        """Text of a body in which some keeps its blanks."""
        if depth >= self.pre:
            self.out.append(data)
        else:
            _add(self.out, _together(_blanked(data)))

    def _open(self, kind: str, role: str) -> None:
        out = self.out
        if kind == "br":
            out.append("\n")
        elif kind == "img":
            self.body.images += out is self.own and not role
        elif kind == "cell":
            if _is_open(out):
                out.append("\t")
        elif out and out[-1][-1] != "\n":
            out.append("\n")

    def _value(self, parts: list[str]) -> str:
        text = "".join(parts)
        return _finished(_unescaped(text if self.kept else _together(text)))

    def _start(self, tag: str) -> tuple[str, str]:
        """Kind and role of a tag, which boards write over and over: they are remembered. Of an
        end tag: whether a block ends."""
        if not tag or tag[0] in "!?":
            found = "void", ""
        elif tag[0] == "/":
            found = "end", "block" if tag[1:] in _BLOCKS else ""
        else:
            found = _kind(tag), self.board.roles.role(tag.split(" ", 1)[0].rstrip("/"), tag)
            if found[0] == "unseen":
                found = "", "drop"
        if len(self.starts) >= _REMEMBERED:
            self.starts.clear()
        if len(tag) <= _SHORT_TAG:
            self.starts[tag] = found
        return found

    def _enter(self, kind: str, role: str, depth: int) -> None:
        if kind == "pre":
            self.pre = min(self.pre, depth)
        if role == "drop":
            self.skip = depth
        elif self.out is not self.own:
            pass
        elif role == "quote":
            _end_line(self.own)
            self.out, self.quote = [], depth
        elif role in ("mark", "head", "locked"):
            self.skip, self.role, self.taken = depth, role, []
        elif role == "insert" and self._at_begin():
            self.inserted = min(self.inserted, depth)
        if depth in (self.pre, self.skip, self.quote, self.inserted):
            self.inmost.append(depth)

    def _leave(self, depth: int, block: str) -> None:
        """The end of an element that matters: the inmost one that is open."""
        self.inmost.pop()
        if depth == self.skip:
            self.skip = _NOWHERE
            if self.role:
                self._taken("".join(self.taken))
        elif block:
            _end_line(self.out)
        if depth == self.quote:
            self._end_quote()
        if depth == self.pre:
            self.pre = _NOWHERE
        if depth == self.inserted:
            self.begin, self.inserted = len(self.own), _NOWHERE

    def _end_quote(self) -> None:
        text = self._value(self.out)
        by = self.by or self._quoted(text)
        if text and by is None and self.board.quote_named:
            self.body.locked += 1
            self.body.closed += 1
        elif text:
            self.body.quotes.append(Quote(by, text))
        self.out, self.quote, self.by = self.own, _NOWHERE, None

    def _taken(self, text: str) -> None:
        """The end of an element whose text was collected apart; a false mark is own text."""
        role, self.role = self.role, ""
        line = _one_line(_unescaped(text))[:_LOOKED_AT]
        if role == "head":
            self.by = self._quoted(line)
        elif role == "locked":
            self.body.locked += 1
            self.body.closed += not (self.board.unlocked and self.board.unlocked.search(line))
        elif not self._first_mark(line) and text:
            if any(mark.place == "last" and mark.pattern.match(line) for mark in self.board.marks):
                self.last = len(self.own)
            _add(self.own, _together(_blanked(text)))

    def _at_begin(self) -> bool:
        return not self.body.quotes and not self._value(self.own[self.begin :]).strip()

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
        """A mark that ends the body, with the brackets that the board may put around it."""
        if self.last is None or self.body.mark is not None:
            return
        line = _one_line(self._value(self.own[self.last :])).strip()[:_LOOKED_AT]
        before = "".join(self.own[: self.last]).rstrip()
        for mark in self.board.marks:
            if mark.place != "last" or (mark.bracketed and not before.endswith("[")):
                continue
            match = mark.pattern.fullmatch(
                line.removesuffix("]").strip() if mark.bracketed else line
            )
            if match and self.believe(match):
                self.body.mark = match
                self.own = [before.removesuffix("[") if mark.bracketed else before]
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
