"""The report as a Word document of its own: the post's text, a comment on each marked passage.

It draws the JSON object like every other report, in the same words. The author's file is
neither opened nor changed.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, BinaryIO

from docx.enum.text import WD_COLOR_INDEX as COLOR
from docx.enum.text import WD_UNDERLINE as LINE
from docx.shared import RGBColor
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from postcheck.report.diff import CHANGED, CONTEXT, SAME, VARIANT, Piece, shortened
from postcheck.report.hidden import named, show
from postcheck.report.jsonl import to_json
from postcheck.report.marks import LETTERS
from postcheck.report.passages import GROUPS, Passage, passages
from postcheck.report.terms import COUNTS, DISGUISE, FINDINGS, SHARES, STATUS, term
from postcheck.report.terms import GROUPS as WORDS
from postcheck.report.word import Sheet
from postcheck.report.wording import (
    about,
    borderline_line,
    discounted_line,
    disguise_lines,
    finding_lines,
    kind_line,
    label_lines,
    metric_note,
    notices,
    part_rows,
    passage_lines,
    percent,
    post_name,
    remedy_lines,
    source_line,
)
from postcheck.review import Review

Json = dict[str, Any]

MARKS = {
    "repeated": (COLOR.TURQUOISE, LINE.WAVY),
    "listed": (COLOR.PINK, LINE.DASH),
    "quoted": (COLOR.YELLOW, LINE.THICK),
    "prior": (COLOR.BRIGHT_GREEN, LINE.DOUBLE),
    "declared": (COLOR.GRAY_25, LINE.DOTTED),
    "conduct": (COLOR.DARK_YELLOW, LINE.DOT_DASH),
}
_GREY = RGBColor(0x80, 0x80, 0x80)
_LINE_END = re.compile("\r\n|\r|\n")


def write_docx(reviews: Iterable[Review], stream: BinaryIO) -> None:
    """Writes one document with all reviews, in order, each on pages of its own."""
    results = [to_json(review) for review in reviews]
    sheet = Sheet("风云发帖检查报告")
    if len(results) != 1:
        _overview(sheet, results)
    for number, result in enumerate(results):
        if number or len(results) > 1:
            sheet.new_page()
        _post(sheet, result)
    sheet.save(stream)


def _overview(sheet: Sheet, results: Sequence[Json]) -> None:
    sheet.heading("风云发帖检查报告", 1)
    sheet.line(f"共 {len(results)} 帖。")
    rows = [
        [
            [post_name(one)],
            [kind_line(one["post"])],
            [STATUS[one["verdict"]["status"]]],
            [str(one["counts"][one["metric"]])],
            ["、".join(_codes(one)) or "—"],
        ]
        for one in results
    ]
    sheet.table(("帖子", "类别", "判定", "字数", "主要问题"), rows, (5, 3, 3, 2, 6))


def _codes(result: Json) -> Iterator[str]:
    return (term(FINDINGS, finding["code"]) for finding in result["verdict"]["findings"])


def _post(sheet: Sheet, result: Json) -> None:
    found = passages(result)
    sheet.heading(result["post"]["title"] or post_name(result), 1)
    sheet.line("　".join(about(result)))
    for notice in notices(result):
        sheet.line(f"说明：{notice}")
    why = "、".join(_codes(result))
    status = STATUS[result["verdict"]["status"]]
    sheet.line(f"判定：{status}" + (f"（{why}）" if why else ""), bold=True)
    sheet.heading("正文", 2)
    if found:
        _legend(sheet.paragraph(), found)
    _text(sheet, result["text"], found)
    _verdict(sheet, result)
    _figures(sheet, result)
    _lists(sheet, result, found)
    _foot(sheet, result)


def _legend(paragraph: Paragraph, found: Sequence[Passage]) -> None:
    """The kinds of passages that there are, each as it is marked."""
    count = Counter(one.group for one in found)
    for group in GROUPS:
        if count[group]:
            _mark(paragraph.add_run(f"{WORDS[group]} {count[group]} 处"), {group})
            paragraph.add_run("　")
    paragraph.add_run("（底色和下划线表示种类，说明见批注；灰字不计入）")


def _mark(run: Run, groups: set[str]) -> None:
    """Several kinds: the colour is that of the first, the line that of the last."""
    counted = [group for group in GROUPS if group in groups and group in MARKS]
    if counted:
        run.font.highlight_color = MARKS[counted[0]][0]
        run.font.underline = MARKS[counted[-1]][1]
    elif groups:
        run.font.color.rgb = _GREY


def _text(sheet: Sheet, text: str, found: Sequence[Passage]) -> None:
    """The text, a paragraph a line, and a comment on each passage that is not discounted."""
    starts: list[int] = []
    runs: list[Run] = []
    for line in _lines(text, found):
        paragraph = sheet.paragraph()
        for start, end, groups in line:
            run = paragraph.add_run(named(text[start:end]))
            _mark(run, groups)
            starts.append(start)
            runs.append(run)
    for passage in found:
        if passage.group != "discounted":
            first = bisect_left(starts, passage.start)
            last = max(first, bisect_left(starts, passage.end) - 1)
            _comment(sheet, passage, runs[first], runs[last])


def _lines(text: str, found: Sequence[Passage]) -> Iterator[list[tuple[int, int, set[str]]]]:
    """Each line without its end, cut at the edges of the passages; an empty one is one stretch."""
    edges = sorted({edge for one in found for edge in (one.start, one.end)})
    coming = sorted(found, key=lambda one: one.start, reverse=True)
    active: list[Passage] = []
    start = 0
    for stop, following in [
        *((match.start(), match.end()) for match in _LINE_END.finditer(text)),
        (len(text), len(text)),
    ]:
        inner = edges[bisect_left(edges, start + 1) : bisect_left(edges, stop)]
        line = []
        for left, right in pairwise([start, *inner, stop]):
            while coming and coming[-1].start <= left:
                active.append(coming.pop())
            active = [one for one in active if one.end > left]
            line.append((left, right, {one.group for one in active}))
        yield line
        start = following


def _comment(sheet: Sheet, passage: Passage, first: Run, last: Run) -> None:
    mark = f"{LETTERS[passage.group]}{passage.number}"
    comment = sheet.comment(first, last, mark)
    head = f"{mark} {WORDS[passage.group]}　{passage.where}"
    comment.paragraphs[0].add_run(head).bold = True
    for line in passage_lines(passage):
        comment.add_paragraph(show(line))
    if passage.right:
        if any(piece.level != SAME for piece in passage.left):
            _side(comment.add_paragraph("本帖："), passage.left)
        _side(comment.add_paragraph("前文：" if passage.first else "较早的文字："), passage.right)


def _side(paragraph: Paragraph, pieces: Sequence[Piece]) -> None:
    """A side of a pair; what was changed stands in 〔 〕."""
    for piece in shortened(pieces):
        words = show(piece.text)
        run = paragraph.add_run(f"〔{words}〕" if piece.level == CHANGED else words)
        run.bold = piece.level == CHANGED or None
        run.underline = LINE.DOTTED if piece.level == VARIANT else None
        if piece.level == CONTEXT:
            run.font.color.rgb = _GREY


def _verdict(sheet: Sheet, result: Json) -> None:
    verdict = result["verdict"]
    sheet.heading("判定与依据", 2)
    rows: list[tuple[Iterable[str], Iterable[str]]] = [
        ((term(FINDINGS, one["code"]), one["clause"]), finding_lines(one, result["paraphrases"]))
        for one in verdict["findings"]
    ]
    rows += [(("处理",), (line,)) for line in remedy_lines(verdict)]
    rows += [(("出路",), (way,)) for way in verdict["way_out"]]
    rows += [(("临界",), (borderline_line(one),)) for one in verdict["borderline"]]
    status = STATUS[verdict["status"]]
    sheet.table(("判定", status), rows, (1, 5))


def _figures(sheet: Sheet, result: Json) -> None:
    counts, other = result["counts"], result["counts_unmarked"]
    sheet.heading("WORD 统计", 2)
    rows = [
        [(label,), (str(counts[name]),), (metric_note(result, name),)]
        + ([(str(other[name]),)] if other else [])
        for name, label in COUNTS.items()
    ]
    heads = ("项目", "数", "用处", *(["“”…·不算中文时"] if other else []))
    sheet.table(heads, rows, (4, 2, 3, 3)[: len(heads)])
    sheet.heading(f"各项（{term(COUNTS, result['metric'])}）", 2)
    parts = [[(cell,) for cell in row] for row in part_rows(result)]
    sheet.table(("项目", "本项", "除去后余"), parts, (4, 2, 2))
    for line in label_lines(result):
        sheet.line(line)
    sheet.heading("相同文字的几种比例", 2)
    sheet.table(("口径", "字数", "比例"), map(_share, result["shares"]), (5, 2, 2))


def _share(share: Json) -> tuple[list[str], list[str], list[str]]:
    total = share["total"]
    name, count = [SHARES[share["name"]]], [f"{share['count']} / {total}"]
    part = [percent(share["count"], total)]
    if share["count_same"] != share["count"]:
        name.append("　只算相同的字")
        count.append(f"{share['count_same']} / {total}")
        part.append(percent(share["count_same"], total))
    if share["used_by"]:
        name.append(f"{share['used_by']} 用这一项")
    if share["source"]:
        name.append(source_line(share["source"]))
    return name, count, part


def _lists(sheet: Sheet, result: Json, found: Sequence[Passage]) -> None:
    """Evidence of disguise, and what was seen and not counted."""
    if result["disguise"]:
        sheet.heading(DISGUISE, 2)
    for one in result["disguise"]:
        for line in disguise_lines(one):
            sheet.line(line)
    discounted = [one for one in found if one.group == "discounted"]
    if discounted:
        sheet.heading(f"看到但不计入（{len(discounted)} 处）", 2)
    for passage in discounted:
        sheet.line(discounted_line(passage))


def _foot(sheet: Sheet, result: Json) -> None:
    sheet.heading("核对", 2)
    sheet.line(f"正文 SHA-256 {result['post']['sha256']}")
    sheet.line(f"规则 SHA-256 {result['ruleset']['sha256']}")
    sheet.line(f"结果 SHA-256 {result['seal']}")
    sheet.line(f"postcheck {result['version']}；位置按字符数，从 1 起，含首尾")
