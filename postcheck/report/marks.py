"""The post's text as HTML with its passages marked; the text content stays the text itself."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from postcheck.report.diff import CHANGED, Piece
from postcheck.report.hidden import HIDDEN, name
from postcheck.report.passages import GROUPS, Passage
from postcheck.report.terms import GROUPS as WORDS

LETTERS = {
    "repeated": "复",
    "listed": "列",
    "quoted": "引",
    "prior": "旧",
    "declared": "注",
    "conduct": "语",
    "discounted": "免",
    "shared": "同",
}
_LEVELS = ("", "va", "ch", "co")


def marked_text(
    text: str, passages: Sequence[Passage], key: str, other: str = "", *, changes: bool = False
) -> Markup:
    """`text` cut at every start and end; each stretch is wrapped once for each of its groups.

    An empty link stands where a passage begins; its number is drawn by the style sheet, so
    it is neither text nor copied. `key` makes the ids of several posts differ. It leads to
    the passage's card or, where given, to its mark in the text with the key `other`.
    `changes`: the characters of a passage that the other side does not have are emphasised.
    """
    starts: dict[int, list[Passage]] = defaultdict(list)
    for passage in passages:
        starts[passage.start].append(passage)
    changed = _changed(passages) if changes else []
    firsts, lasts = {start for start, _ in changed}, {end for _, end in changed}
    ends = {passage.end for passage in passages}
    cuts = sorted({0, len(text), *starts, *ends, *firsts, *lasts})
    emphasis = 0
    parts: list[Markup] = []
    active: list[Passage] = []
    for index, start in enumerate(cuts):
        active = [passage for passage in active if passage.end > start] + starts[start]
        parts.extend(_number(passage, key, other) for passage in starts[start])
        emphasis += (start in firsts) - (start in lasts)
        if index + 1 < len(cuts):
            content = visible(text[start : cuts[index + 1]])
            if emphasis:
                content = Markup('<em class="{}">{}</em>').format(_LEVELS[CHANGED], content)
            parts.append(_stretch(content, active))
    return Markup("").join(parts)


def _changed(passages: Sequence[Passage]) -> list[tuple[int, int]]:
    """The changed stretches of the passages, in order and apart."""
    found: list[tuple[int, int]] = []
    for passage in passages:
        at = passage.start
        for piece in passage.left:
            if piece.level == CHANGED:
                found.append((at, at + len(piece.text)))
            at += len(piece.text)
    apart: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart


def _number(passage: Passage, key: str, other: str) -> Markup:
    return Markup(
        '<a class="n k-{group}" id="{key}m{number}" href="#{target}{number}" '
        'data-n="{letter}{number}" aria-label="第 {number} 处：{word}"></a>'
    ).format(
        group=passage.group,
        key=key,
        target=f"{other}m" if other else f"{key}c",
        number=passage.number,
        letter=LETTERS[passage.group],
        word=WORDS[passage.group],
    )


def _stretch(content: Markup, active: Sequence[Passage]) -> Markup:
    for group in sorted({passage.group for passage in active}, key=GROUPS.index):
        numbers = " ".join(str(one.number) for one in active if one.group == group)
        content = Markup('<mark class="k-{}" data-h="{}">{}</mark>').format(group, numbers, content)
    return content


def visible(text: str) -> Markup:
    """Escaped text; a hidden character stays in it, without effect, and its name is drawn."""
    parts: list[Markup] = []
    end = 0
    for match in HIDDEN.finditer(text):
        parts += [_plain(text[end : match.start()]), _hidden(match[0])]
        end = match.end()
    return Markup("").join([*parts, _plain(text[end:])])


def _plain(text: str) -> Markup:
    return escape(text).replace("\r", Markup("&#13;"))  # a parser would turn it into a line feed


def _hidden(char: str) -> Markup:
    held = "\ufffd" if char == "\0" or "\ud800" <= char <= "\udfff" else char
    return Markup('<span class="x" data-c="{}"><span hidden>{}</span></span>').format(
        name(char), held
    )


def pieces_markup(pieces: Iterable[Piece]) -> Markup:
    """A side of a pair, the characters that differ emphasised."""
    return Markup("").join(
        Markup('<em class="{}">{}</em>').format(_LEVELS[piece.level], visible(piece.text))
        if piece.level
        else visible(piece.text)
        for piece in pieces
    )
