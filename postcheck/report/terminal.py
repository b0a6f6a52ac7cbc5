"""The report for a terminal, a pipe or a forum reply: plain words, colour only on top.

No line is wider than the console (at least 40 cells); nothing from a post or a corpus can
steer the terminal.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from postcheck.report.columns import INDENT, LEAST, item, print_lines, side, side_by_side, title
from postcheck.report.hidden import show
from postcheck.report.jsonl import to_json
from postcheck.report.layout import pad
from postcheck.report.passages import Passage, passages
from postcheck.report.terms import COUNTS, DISGUISE, GROUPS, SHARES, STATUS, term
from postcheck.report.wording import (
    borderline_line,
    discounted_line,
    disguise_lines,
    file_name,
    finding_lines,
    kind_line,
    label_lines,
    metric_note,
    notices,
    part_rows,
    passage_lines,
    percent,
    remedy_lines,
    source_line,
)
from postcheck.review import Review

Json = dict[str, Any]
_STYLE = {"pass": "bold green", "fail": "bold red", "referee": "bold yellow"}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leaves it to the caller; Console itself would end the program with status 1."""
        raise BrokenPipeError


def make_console(file: TextIO) -> Console:
    """A console for `file`: its own width if it is a terminal, else 80 cells and no colour.

    With $NO_COLOR nothing but plain text is written, no bold either.
    """
    plain = bool(os.environ.get("NO_COLOR"))
    width = None if file.isatty() else 80
    return _Console(file=file, width=width, color_system=None if plain else "auto")


def render_terminal(reviews: Iterable[Review], console: Console) -> None:
    """Prints each review as a report of its own, in order."""
    for review in reviews:
        print_result(to_json(review), console)


def print_result(result: Json, console: Console) -> None:
    """The report of one result (the JSON object of `to_json`)."""
    print_lines(_lines(result, max(console.width, LEAST)), console)


def _lines(result: Json, width: int) -> Iterator[Text]:
    found = passages(result)
    yield from _head(result)
    yield from _verdict(result["verdict"], result["paraphrases"])
    yield from _counts(result)
    yield from _shares(result)
    yield from _disguise(result["disguise"])
    counted = [one for one in found if one.group != "discounted"]
    if counted:
        yield from title(f"标出的段落（{len(counted)} 处；〔〕内是改动的字）")
    for passage in counted:
        yield from _passage(passage, width)
    discounted = [one for one in found if one.group == "discounted"]
    if discounted:
        yield from title(f"看到但不计入（{len(discounted)} 处）")
    for passage in discounted:
        yield item(discounted_line(passage))
    yield from _foot(result)


def _head(result: Json) -> Iterator[Text]:
    post, ruleset = result["post"], result["ruleset"]
    source = file_name(post["source"])
    name = post["id"] or source
    title = f"《{post['title']}》" if post["title"] else ""
    yield Text(show(f"风云发帖检查：{name}{title}"), "bold")
    about = [
        post.get("floor") and f"楼层 {post['floor']}",
        post["author"] and f"作者 {post['author']}",
        post["posted_at"] and f"发表 {post['posted_at'].replace('T', ' ')}",
        source and source != name and f"来源 {source}",
    ]
    nobodys = f"　免计文字 {'、'.join(result['boilerplate'])}" if result["boilerplate"] else ""
    if any(about):
        yield Text(show("　".join(part for part in about if part)))
    yield Text(
        show(
            f"类别 {kind_line(post)}　规则 {ruleset['id']} {ruleset['edition']}　"
            f"语料库 {'、'.join(result['corpora']) or '无'}{nobodys}"
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
        yield item(first, _STYLE[finding["status"]])
        for line in others:
            yield item("  " + line)
    for line in remedy_lines(verdict):
        yield item(f"处理：{line}")
    for way in verdict["way_out"]:
        yield item(f"出路：{way}")
    for near in verdict["borderline"]:
        yield item(f"临界：{borderline_line(near)}")


def _disguise(found: Sequence[Json]) -> Iterator[Text]:
    if found:
        yield from title(f"{DISGUISE}（{len(found)} 处）")
    for one in found:
        first, *others = disguise_lines(one)
        yield item(first)
        for line in others:
            yield item("  " + line)


def _counts(result: Json) -> Iterator[Text]:
    yield from title("WORD 统计")
    other = result["counts_unmarked"]
    for name, label in COUNTS.items():
        line = f"{pad(label, 22)}{result['counts'][name]:>8}"
        if other and other[name] != result["counts"][name]:
            line += f"  （“”…·不算中文时 {other[name]}）"
        used = metric_note(result, name)
        yield item(f"{line}  ← {used}" if used else line)
    yield from title(f"各项（{term(COUNTS, result['metric'])}）")
    yield item(f"{' ' * 24}本项  除去后余")
    for name, part, rest in part_rows(result):
        yield item(f"{pad(name, 20)}{part:>8}{rest:>10}")
    for line in label_lines(result):
        yield item(line)


def _shares(result: Json) -> Iterator[Text]:
    yield from title("相同文字的几种比例")
    for share in result["shares"]:
        line = _share(SHARES[share["name"]], share["count"], share["total"])
        if share["used_by"]:
            line += f"  ← {share['used_by']} 用这一项"
        if share["source"]:
            line += f"  {source_line(share['source'])}"
        yield item(line)
        if share["count_same"] != share["count"]:
            yield item(_share("　只算相同的字", share["count_same"], share["total"]))


def _share(name: str, count: int, total: int) -> str:
    return f"{pad(name, 16)}{count:>6} / {total}  {percent(count, total)}"


def _passage(passage: Passage, width: int) -> Iterator[Text]:
    yield Text()
    yield Text(show(f"{passage.number} {GROUPS[passage.group]}　{passage.where}"), "bold")
    for line in passage_lines(passage):
        yield item(line)
    left, right = side(passage.left), side(passage.right)
    if passage.right:
        heads = ("本帖", "前文" if passage.first else "较早的文字")
        yield from side_by_side(left, right, heads, width)
    else:
        yield Text(" " * INDENT) + left


def _foot(result: Json) -> Iterator[Text]:
    yield from title("核对")
    yield item(f"正文 SHA-256 {result['post']['sha256']}")
    yield item(f"规则 SHA-256 {result['ruleset']['sha256']}")
    yield item(f"结果 SHA-256 {result['seal']}")
    yield item(f"postcheck {result['version']}；位置按字符数，从 1 起，含首尾")
    yield Text()
