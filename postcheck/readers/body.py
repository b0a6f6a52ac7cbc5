"""The body of a forum post: the author's own lines, quoted blocks, pictures, what is locked.

The lines are those a browser shows: blanks of the source run together, `<br>` and blocks end a
line, 　　 and no-break spaces at its start stay. What the board adds is left out by the rules of
the board, and so is what its style hides (`display:none`), which no member can write.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from postcheck.post import Quote
from postcheck.readers.board import Board, Mark
from postcheck.readers.dom import Dom, Node

_BLANKS = re.compile(r"[ \t\n\r\f]+")
_UNSEEN = re.compile(r"display\s*:\s*none", re.I)
_BLOCKS = frozenset(
    ["address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset",
     "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
     "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr",
     "ul"]
)  # fmt: skip
_NEVER = frozenset(
    ["applet", "audio", "button", "canvas", "embed", "head", "iframe", "input", "math", "noscript",
     "object", "option", "script", "select", "style", "svg", "template", "textarea", "title",
     "video"]
)  # fmt: skip
_LOOKED_AT = 2000  # characters of a value that a pattern is tried on

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


class _Lines:
    """Collects text as lines; `open`: something stands on the last one."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.open = False

    def text(self, data: str, *, raw: bool = False) -> None:
        if not raw:
            data = _BLANKS.sub(" ", data)
            if not self.open or self.parts[-1].endswith(" "):
                data = data.lstrip(" ")
        if data:
            self.parts.append(data)
            self.open = not data.endswith("\n")

    def newline(self) -> None:
        self.parts.append("\n")
        self.open = False

    def block(self) -> None:
        if self.open:
            self.newline()

    def value(self, start: int = 0) -> str:
        lines = "".join(self.parts[start:]).replace("\xa0", " ").split("\n")
        return "\n".join(line.rstrip(" \t\r\f") for line in lines).strip("\n")


Roles = Mapping[Hashable, str]


def find_roles(dom: Dom, root: Node, board: Board) -> Roles:
    """The elements of a page that the rules name, by identity; of two roles the later counts."""
    roles: dict[Hashable, str] = {}
    for role, css in (
        ("insert", board.insert),
        ("smiley", board.smiley),
        ("mark", ",".join(mark.css for mark in board.marks if mark.css)),
        ("locked", board.locked),
        ("quote", board.quote),
        ("head", board.quote_head),
        ("drop", board.drop),
    ):
        if css:
            roles.update((dom.key(node), role) for node in dom.select(root, css))
    return roles


def read_body(
    dom: Dom, roots: Sequence[Node], board: Board, roles: Roles, believe: Believe = lambda _: True
) -> Body:
    """Walks the nodes `roots`. `believe` decides whether an edit mark is the board's own."""
    return _Walk(dom, board, roles, believe).read(roots)


class _Walk:
    def __init__(self, dom: Dom, board: Board, roles: Roles, believe: Believe) -> None:
        self.dom, self.board, self.roles, self.believe = dom, board, roles, believe
        self.body = Body()
        self.own = _Lines()
        self.out = self.own
        self.pre = 0
        self.last: tuple[int, Mark] | None = None  # where the last candidate for a mark begins
        self.quote: object = None  # the element of the quote that is being read
        self.inserted: object = None  # an element of the board's before all that the author wrote
        self.begin = 0  # where what the author wrote begins
        self.by: str | None = None  # named by the line above a quote

    def read(self, roots: Sequence[Node]) -> Body:
        """A stack and no recursion: a page may nest a hundred thousand elements."""
        stack: list[tuple[Node, bool]] = [(node, False) for node in reversed(roots)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                self._leave(node)
            elif self._enter(node):
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(self.dom.children(node)))
        self._last_mark()
        self.body.text = self._text(self.own.value())
        return self.body

    def _enter(self, node: Node) -> bool:
        """Handles a node; True: its children are to be walked."""
        dom, tag = self.dom, self.dom.tag(node)
        if tag == "#":
            self.out.text(dom.data(node), raw=self.pre > 0)
            return False
        if tag == "!" or tag in _NEVER or _UNSEEN.search(dom.attr(node, "style") or ""):
            return False
        role = self.roles.get(dom.key(node))
        if role is not None and self.out is self.own and not self._enter_role(node, role):
            return False
        if role == "drop":
            return False
        if tag == "br":
            self.out.newline()
        elif tag == "img":
            self.body.images += role != "smiley" and self.out is self.own
        elif tag in ("td", "th") and self.out.open:
            self.out.text("\t", raw=True)
        elif tag in _BLOCKS:
            self.out.block()
            self.pre += tag == "pre"
        return True

    def _enter_role(self, node: Node, role: str) -> bool:
        if role == "quote":
            self.own.block()
            self.out, self.quote = _Lines(), self.dom.key(node)
        elif role == "head":
            self.by = self._quoted(plain(self.dom, node))
            return False
        elif role == "insert":
            if not self.own.value(self.begin):
                self.inserted = self.dom.key(node)
        elif role == "locked":
            self.body.locked += 1
            text = plain(self.dom, node)
            if not (self.board.unlocked and self.board.unlocked.search(text[:_LOOKED_AT])):
                self.body.closed += 1
            return False
        elif role == "mark":
            return not self._is_mark(node)
        return True

    def _leave(self, node: Node) -> None:
        tag = self.dom.tag(node)
        if tag in _BLOCKS:
            self.out.block()
            self.pre -= tag == "pre"
        if self.out is not self.own and self.dom.key(node) == self.quote:
            text = self.out.value()
            if text:
                self.body.quotes.append(Quote(self.by or self._quoted(text), text))
            self.by = None
            self.out = self.own
        elif self.inserted is not None and self.dom.key(node) == self.inserted:
            self.begin, self.inserted = len(self.own.parts), None

    def _is_mark(self, node: Node) -> bool:
        """Believed at the very start of the body; noted where it may yet prove the very end."""
        text = plain(self.dom, node)
        for mark in self.board.marks:
            match = mark.pattern.fullmatch(text[:_LOOKED_AT])
            if match is None or self.body.mark is not None:
                continue
            if mark.place == "last":
                self.last = len(self.own.parts), mark
            elif mark.place == "first" and self._at_begin() and self.believe(match):
                self.body.mark = match
                return True
        return False

    def _at_begin(self) -> bool:
        return not self.body.quotes and not self.own.value(self.begin).strip()

    def _last_mark(self) -> None:
        """A mark that ends the body, with the brackets that the board puts around it."""
        if self.last is None or self.body.mark is not None:
            return
        start, mark = self.last
        match = mark.pattern.fullmatch(self.own.value(start).rstrip("] \n").strip())
        before = "".join(self.own.parts[:start]).rstrip()
        if match and before.endswith("[") and self.believe(match):
            self.body.mark = match
            self.own.parts = [before[:-1]]

    def _text(self, text: str) -> str:
        """What a text view says in plain words: the mark in its first line, hidden parts."""
        board = self.board
        for mark in board.marks:
            line, _, rest = text.partition("\n")
            match = mark.pattern.fullmatch(line.strip()[:_LOOKED_AT])
            if mark.place == "line" and match and self.body.mark is None and self.believe(match):
                self.body.mark = match
                text = rest.strip("\n")
        if board.locked_text:
            text, found = board.locked_text.subn("", text)
            self.body.locked += found
            self.body.closed += found
        return text

    def _quoted(self, text: str) -> str | None:
        match = self.board.quote_by and self.board.quote_by.search(text[:_LOOKED_AT])
        return match.group("by").strip() if match else None


def plain(dom: Dom, node: Node, without: str = "") -> str:
    """The text of an element in one line, without the elements that match `without`."""
    skipped = {dom.key(found) for found in dom.select(node, without)} if without else frozenset()
    parts: list[str] = []
    stack = [node]
    while stack:
        one = stack.pop()
        tag = dom.tag(one)
        if tag == "#":
            parts.append(dom.data(one))
        elif tag != "!" and tag not in _NEVER and dom.key(one) not in skipped:
            stack.extend(reversed(dom.children(one)))
    return _BLANKS.sub(" ", "".join(parts).replace("\xa0", " ")).strip(" ")
