"""Two texts beside each other: JSON, terminal, and one self-contained page without any script."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.text import Text

from postcheck import __version__
from postcheck.checks.pair import Comparison, Side
from postcheck.report import wording
from postcheck.report.columns import (
    LEAST,
    item,
    marked,
    print_lines,
    side_by_side,
    title,
)
from postcheck.report.hidden import show
from postcheck.report.jsonl import counts_to_json, disguise_to_json, match_to_json
from postcheck.report.layout import pad
from postcheck.report.marks import marked_text
from postcheck.report.page import asset, digest, environment
from postcheck.report.passages import Passage, likeness, positions, sides
from postcheck.report.terms import COUNTS, DISGUISE, UNKNOWN
from postcheck.report.wording import changes_line, file_name, percent
from postcheck.review import text_sha256

Json = dict[str, Any]
NAMES = {"left": "甲", "right": "乙"}
METRIC = "words"  # the count of the shares that are shown


def to_json(comparison: Comparison) -> Json:
    """The result that terminal and page draw; a passage's `source` is the right text."""
    left = comparison.left.post.text
    return {
        "left": _side(comparison.left),
        "right": _side(comparison.right),
        "metric": METRIC,
        "passages": [match_to_json(hit, left) for hit in comparison.hits],
        "disguise": [disguise_to_json(one) for one in comparison.disguise],
        "version": __version__,
    }


def _side(side: Side) -> Json:
    post = side.post
    return {
        "source": post.source,
        "id": post.id,
        "title": post.title,
        "author": post.author,
        "sha256": text_sha256(post.text.original),
        "unknown": post.unknown,
        "notices": list(post.notices),
        "text": post.text.original,
        "total": counts_to_json(side.total),
        "part": counts_to_json(side.part),
        "part_same": counts_to_json(side.part_same),
    }


def render_terminal(result: Json, console: Console) -> None:
    """Prints the shares of both sides, then the passages side by side."""
    print_lines(_lines(result, max(console.width, LEAST)), console)


def _lines(result: Json, width: int) -> Iterator[Text]:
    yield Text("两文对照", "bold")
    for key, name in NAMES.items():
        yield Text(show(f"{name} {side_name(result[key])}"))
    for notice in notices(result):
        yield Text(show(f"说明：{notice}"))
    yield Text()
    for line in coverage(result):
        yield Text(line, "bold")
    yield from title("WORD 统计")
    yield item(f"{' ' * 22}{'甲':>7}{'乙':>7}")
    for name, label in COUNTS.items():
        numbers = (f"{result[key]['total'][name]:>8}" for key in NAMES)
        yield item(f"{pad(label, 22)}{''.join(numbers)}")
    for found in result["disguise"]:
        yield from title(DISGUISE)
        yield from map(item, disguise(found))
    if result["passages"]:
        count = len(result["passages"])
        yield from title(f"相同的段落（{count} 处；〔〕内是改动的字，“乙的字”→“甲的字”）")
    for passage in passages(result):
        yield from _passage(passage, width)
    yield Text()


def _passage(passage: Passage, width: int) -> Iterator[Text]:
    assert passage.source is not None
    yield Text()
    yield Text(f"{passage.number} {passage.reason}", "bold")
    if passage.changes:
        yield item(changes_line(passage.changes))
    there = positions(passage.source["start"], passage.source["end"])
    heads = (f"甲 {passage.where}", f"乙 {there}")
    yield from side_by_side(marked(passage.left), marked(passage.right), heads, width)


def side_name(side: Json) -> str:
    """File, id, title and author of one text."""
    source = file_name(side["source"])
    named = [source, side["id"] if side["id"] != source else ""]
    title = f"《{side['title']}》" if side["title"] else ""
    return "　".join(filter(None, [*named, title, side["author"]]))


def notices(result: Json) -> list[str]:
    """What a reader of either text left out or assumed."""
    found = []
    for key, name in NAMES.items():
        side = result[key]
        unseen = [UNKNOWN[side["unknown"]]] if side["unknown"] else []
        found += [f"{name}：{one}" for one in (*unseen, *side["notices"])]
    return found


def coverage(result: Json) -> Iterator[str]:
    """How much of either text stands in the other, whole and identical characters only."""
    for key, other in (("left", "乙"), ("right", "甲")):
        total, part, same = (result[key][name][METRIC] for name in ("total", "part", "part_same"))
        line = f"{NAMES[key]}的 {percent(part, total)}（{part}/{total} 字）见于{other}"
        if same != part:
            line += f"，只算相同的字 {percent(same, total)}（{same} 字）"
        yield line


def disguise(found: Json) -> list[str]:
    """The evidence of disguised copying without the source, which is the other text."""
    first, _, *others = wording.disguise_lines(found)
    return [f"甲{first.replace(first[: first.index('有 ')], '与乙')}", *others]


def passages(result: Json) -> tuple[Passage, ...]:
    """The passages of the left text, numbered in its order."""
    found = []
    for number, hit in enumerate(result["passages"], 1):
        left, right = sides(hit, result["left"]["text"][hit["start"] : hit["end"]])
        found.append(
            Passage(
                number, "shared", hit["start"], hit["end"], left, right, likeness(hit),
                source=hit["source"], changes=tuple(hit["changes"]),
            )
        )  # fmt: skip
    return tuple(found)


def render_html(result: Json) -> str:
    """The page: both texts with their passages marked, and the passages as pairs."""
    found = passages(result)
    theirs = [
        Passage(
            one.number, one.group, one.source["start"], one.source["end"], one.right, one.left,
            one.reason,
        )
        for one in found
        if one.source
    ]  # fmt: skip
    css = asset("report.css")
    return (
        environment()
        .get_template("pair.html.j2")
        .render(
            css=css,
            policy=f"default-src 'none'; style-src {digest(css)}; base-uri 'none'; "
            "form-action 'none'",
            result=result,
            names={key: side_name(result[key]) for key in NAMES},
            passages=found,
            panes={
                "left": marked_text(result["left"]["text"], found, "a", "b", changes=True),
                "right": marked_text(result["right"]["text"], theirs, "b", "a", changes=True),
            },
            coverage=list(coverage(result)),
            notices=notices(result),
            evidence=[disguise(found) for found in result["disguise"]],
            version=__version__,
        )
    )
