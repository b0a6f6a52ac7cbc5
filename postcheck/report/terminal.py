"""The report for a terminal, a pipe or a forum reply: plain words, colour only on top.

No line is wider than the console (at least 40 cells); nothing from a post or a corpus can
steer the terminal.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from postcheck.report.diff import CHANGED, Piece
from postcheck.report.hidden import show
from postcheck.report.jsonl import to_json
from postcheck.report.layout import cells, pad, wrap
from postcheck.report.passages import Passage, passages
from postcheck.report.terms import COUNTS, DISGUISE, GROUPS, KIND, SHARES, STATUS, term
from postcheck.report.wording import (
    borderline_line,
    changes_line,
    disguise_lines,
    file_name,
    finding_lines,
    label_lines,
    notices,
    part_rows,
    percent,
    remedy_line,
    source_line,
)
from postcheck.review import Review

Json = dict[str, Any]
_STYLE = {"pass": "bold green", "fail": "bold red", "referee": "bold yellow"}
_LIMIT, _HEAD, _TAIL = 160, 90, 50  # characters of a passage that are shown
_INDENT = 2
_LEVEL_STYLE = ("", "underline", "bold red", "dim")


def make_console(file: TextIO) -> Console:
    """A console for `file`: its own width if it is a terminal, else 80 cells and no colour."""
    return Console(file=file, width=None if file.isatty() else 80)


def render_terminal(reviews: Iterable[Review], console: Console) -> None:
    """Prints each review as a report of its own, in order."""
    for review in reviews:
        print_result(to_json(review), console)


def print_result(result: Json, console: Console) -> None:
    """The report of one result (the JSON object of `to_json`)."""
    width = max(console.width, 40)
    for line in _lines(result, width):
        for part in wrap(line, width):
            part.rstrip()
            console.print(part, soft_wrap=True, highlight=False, markup=False, emoji=False)


def _lines(result: Json, width: int) -> Iterator[Text]:
    found = passages(result)
    yield from _head(result)
    yield from _verdict(result["verdict"], result["paraphrases"])
    yield from _counts(result)
    yield from _shares(result)
    yield from _disguise(result["disguise"])
    counted = [one for one in found if one.group != "discounted"]
    if counted:
        yield from _title(f"标出的段落（{len(counted)} 处；〔〕内是改动的字）")
    for passage in counted:
        yield from _passage(passage, width)
    discounted = [one for one in found if one.group == "discounted"]
    if discounted:
        yield from _title(f"看到但不计入（{len(discounted)} 处）")
    for passage in discounted:
        yield _discounted(passage)
    yield from _foot(result)


def _title(words: str) -> Iterator[Text]:
    yield Text()
    yield Text(f"【{words}】", "bold")


def _item(words: str, style: str = "") -> Text:
    return Text(" " * _INDENT + show(words), style)


def _head(result: Json) -> Iterator[Text]:
    post, ruleset = result["post"], result["ruleset"]
    source = file_name(post["source"])
    name = post["id"] or source
    title = f"《{post['title']}》" if post["title"] else ""
    yield Text(show(f"风云发帖检查：{name}{title}"), "bold")
    about = [
        post["author"] and f"作者 {post['author']}",
        post["posted_at"] and f"发表 {post['posted_at'].replace('T', ' ')}",
        source and source != name and f"来源 {source}",
    ]
    if any(about):
        yield Text(show("　".join(part for part in about if part)))
    yield Text(
        show(
            f"类别 {term(KIND, post['kind'])}　规则 {ruleset['id']} {ruleset['edition']}　"
            f"语料库 {'、'.join(result['corpora']) or '无'}"
        )
    )
    for notice in notices(result):
        yield Text(show(f"说明：{notice}"))


def _verdict(verdict: Json, paraphrases: Json) -> Iterator[Text]:
    yield Text()
    status = verdict["status"]
    yield Text("判定：").append(f"【{STATUS[status]}】", _STYLE[status])
    for finding in verdict["findings"]:
        first, *others = finding_lines(finding, paraphrases)
        yield _item(first, _STYLE[finding["status"]])
        for line in others:
            yield _item("  " + line)
    for remedy in verdict["remedies"]:
        yield _item(f"处理：{remedy_line(remedy)}")
    for way in verdict["way_out"]:
        yield _item(f"出路：{way}")
    for near in verdict["borderline"]:
        yield _item(f"临界：{borderline_line(near)}")


def _disguise(found: Sequence[Json]) -> Iterator[Text]:
    if found:
        yield from _title(f"{DISGUISE}（{len(found)} 处）")
    for one in found:
        first, *others = disguise_lines(one)
        yield _item(first)
        for line in others:
            yield _item("  " + line)


def _counts(result: Json) -> Iterator[Text]:
    yield from _title("WORD 统计")
    other = result["counts_unmarked"]
    for name, label in COUNTS.items():
        line = f"{pad(label, 22)}{result['counts'][name]:>8}"
        if other and other[name] != result["counts"][name]:
            line += f"  （“”…·不算中文时 {other[name]}）"
        yield _item(line + ("  ← 规则所用" if name == result["metric"] else ""))
    yield from _title(f"各项（{term(COUNTS, result['metric'])}）")
    yield _item(f"{' ' * 24}本项  除去后余")
    for name, part, rest in part_rows(result):
        yield _item(f"{pad(name, 20)}{part:>8}{rest:>10}")
    for line in label_lines(result):
        yield _item(line)


def _shares(result: Json) -> Iterator[Text]:
    yield from _title("相同文字的几种比例")
    for share in result["shares"]:
        line = f"{pad(SHARES[share['name']], 16)}{share['count']:>6} / {share['total']}"
        line += f"  {percent(share['count'], share['total'])}"
        if share["used_by"]:
            line += f"  ← {share['used_by']} 用这一项"
        if share["source"]:
            line += f"  {source_line(share['source'])}"
        yield _item(line)


def _passage(passage: Passage, width: int) -> Iterator[Text]:
    yield Text()
    yield Text(show(f"{passage.number} {GROUPS[passage.group]}　{passage.where}"), "bold")
    yield _item(passage.reason)
    if passage.source:
        also = f"；另见 {len(passage.also)} 处" if passage.also else ""
        yield _item(f"出处：{source_line(passage.source)}{also}")
        if passage.source["url"]:
            yield _item(passage.source["url"])
    if passage.changes:
        yield _item(changes_line(passage.changes))
    left, right = _side(passage.left), _side(passage.right)
    if passage.right:
        yield from _side_by_side(left, right, "前文" if passage.first else "较早的文字", width)
    else:
        yield Text(" " * _INDENT) + left


def _side(pieces: Sequence[Piece]) -> Text:
    """A passage, its middle left out if it is long; spans count the original characters."""
    length = sum(len(piece.text) for piece in pieces)
    if length <= _LIMIT:
        return _marked(pieces)
    gap = Text(f"……（略 {length - _HEAD - _TAIL} 字）……", "dim")
    return _marked(_cut(pieces, 0, _HEAD)) + gap + _marked(_cut(pieces, length - _TAIL, length))


def _cut(pieces: Iterable[Piece], start: int, end: int) -> Iterator[Piece]:
    at = 0
    for piece in pieces:
        text = piece.text[max(start - at, 0) : max(end - at, 0)]
        at += len(piece.text)
        if text:
            yield Piece(text, piece.level)


def _marked(pieces: Iterable[Piece]) -> Text:
    line = Text()
    for piece in pieces:
        words = show(piece.text)
        line.append(f"〔{words}〕" if piece.level == CHANGED else words, _LEVEL_STYLE[piece.level])
    return line


def _side_by_side(left: Text, right: Text, head: str, width: int) -> Iterator[Text]:
    """The post on the left, the earlier text on the right, a bar between them."""
    half = (width - _INDENT - 3) // 2
    yield Text(" " * _INDENT + pad("本帖", half) + " | " + head, "dim")
    for mine, theirs in zip_longest(wrap(left, half), wrap(right, half), fillvalue=Text()):
        gap = " " * (half - cells(mine.plain))
        yield Text(" " * _INDENT) + mine + Text(gap + " | ") + theirs


def _discounted(passage: Passage) -> Text:
    words = "".join(piece.text for piece in passage.left)
    words = words if len(words) <= 40 else f"{words[:20]}……{words[-15:]}"
    source = f" 出处：{source_line(passage.source)}" if passage.source else ""
    return _item(f"{passage.number} {passage.where}“{words}”{passage.reason}{source}")


def _foot(result: Json) -> Iterator[Text]:
    yield from _title("核对")
    yield _item(f"正文 SHA-256 {result['post']['sha256']}")
    yield _item(f"规则 SHA-256 {result['ruleset']['sha256']}")
    yield _item(f"结果 SHA-256 {result['seal']}")
    yield _item(f"postcheck {result['version']}；位置按字符数，从 1 起，含首尾")
    yield Text()
