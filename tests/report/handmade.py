"""Reviews made by hand: the reports are tested without any check or ruleset."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from postcheck.checks.length import count, count_part, count_rest
from postcheck.judge import Finding, Reading, Remedy, Verdict
from postcheck.measure import Figures, Hit, Measure, Source, Tally
from postcheck.post import Post, Span
from postcheck.review import Review
from postcheck.text import Text

WALK = (
    "我那天起得早，沿着河堤往东走。雾还没有散，渡口的灯一盏一盏地灭。\n"
    "卖豆浆的老赵说：“今年的水来得晚，鱼也来得晚。”我没有答话，只买了一碗。\n"
    "远处的山像一块没有磨平的砚台，水汽在它的边上慢慢化开。\n"
    "我没有答话，只买了一碗。\n"
    "夜里我又梦见那座桥，桥下的石狮子张着嘴，像要替谁喊出一个名字来。\n"
    "甲乙丙、丁戊己、庚辛壬。\n"
    "海上生明月，天涯共此时。一路平安。"
)


def span(text: str, passage: str, nth: int = 0) -> Span:
    """Where `passage` stands in `text` for the nth time."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(passage, start + 1)
    return Span(start, start + len(passage))


def hit(text: str, passage: str, kind: str, nth: int = 0, **more: object) -> Hit:
    where = span(text, passage, nth)
    return replace(Hit(where.start, where.end, kind), **more)  # type: ignore[arg-type]


def source(text: str, **more: object) -> Source:
    made = Source(
        corpus="shige", doc="d1", start=0, end=len(text), author="某甲", title="河边", text=text
    )
    return replace(made, **more)  # type: ignore[arg-type]


def tally(post: Post, measures: Mapping[str, Measure], *, marked: bool = True) -> Tally:
    spans: dict[str, list[Span]] = {
        name: [one.span for one in measure.hits if one.kind != "declared"]
        for name, measure in measures.items()
    }
    spans["repeated_listed"] = spans.get("repeated", []) + spans.get("listed", [])
    spans["all"] = [one for found in spans.values() for one in found]
    names = ("repeated", "listed", "repeated_listed", "quoted", "prior", "all")
    return Tally(
        count(post.text.original, marked=marked),
        {name: count_part(post, spans.get(name, []), marked=marked) for name in names},
        {name: count_rest(post, spans.get(name, []), marked=marked) for name in names},
    )


def review(
    text: str,
    measures: Iterable[Measure] = (),
    verdict: Verdict | None = None,
    labels: Mapping[str, Mapping[str, object]] | None = None,
    unmarked: bool = False,
    **post: object,
) -> Review:
    made = replace(Post(Text(text), "帖子.txt", "p1"), **post)  # type: ignore[arg-type]
    named = {measure.name: measure for measure in measures}
    marked = tally(made, named)
    other = tally(made, named, marked=False) if unmarked else None
    return Review(
        post=made,
        kind=made.kind or "kill",
        sha256=sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        ruleset_id="demo9",
        ruleset_edition="第一版",
        ruleset_sha256="ab" * 32,
        metric="words",
        counts=marked.total,
        measures=named,
        figures=Figures(made.kind or "kill", marked, other),
        verdict=verdict or Verdict("pass"),
        corpora=("shige", "jiutie"),
        version="0.1.0",
        labels=labels or {},
        clauses={"repeated": "杀帖6", "listed": "杀帖6", "quoted": "杀帖8", "prior": "杀帖9"},
        paraphrases={"杀帖6": "重复的字不算字数", "杀帖8": "引用不得超过全文的一成"},
    )


def walk() -> Review:
    """One of everything: a repeat, a list, an altered quotation, own text, a coincidence."""
    altered = "远处的山像一块没有磨平的砚台，水汽在它的边上慢慢化开"
    start = span(WALK, altered).start
    same = tuple(Span(start + a, start + b) for a, b in ((0, 3), (4, 12), (14, 26)))
    model = source(
        "遠處的峰像一块没有磨平的石板，水汽在它的边上慢慢化开",
        start=120,
        end=146,
        url="https://example.org/a?b=1&c=2",
        published_at=datetime(2009, 5, 1, tzinfo=UTC),
    )
    own = "夜里我又梦见那座桥，桥下的石狮子张着嘴"
    mine = source(own, corpus="jiutie", doc="b7", author="渡口人", title="桥", url=None)
    measures = (
        Measure(
            "repeated",
            (
                hit(
                    WALK,
                    "我没有答话，只买了一碗。",
                    "loop",
                    1,
                    first=span(WALK, "我没有答话，只买了一碗。"),
                    same=10,
                ),
            ),
        ),
        Measure("listed", (hit(WALK, "甲乙丙、丁戊己、庚辛壬。", "name"),)),
        Measure(
            "quoted",
            (
                hit(WALK, "今年的水来得晚，鱼也来得晚。", "declared"),
                hit(
                    WALK,
                    altered,
                    "altered",
                    source=model,
                    similarity=0.88,
                    same=22,
                    same_spans=same,
                    also=(replace(model, doc="d2", title="抄本"),),
                ),
            ),
            (hit(WALK, "一路平安", "verbatim", why="common_phrase", source=source("一路平安")),),
        ),
        Measure("prior", (hit(WALK, own, "verbatim", source=mine, same=18),)),
    )
    return review(WALK, measures, _verdict(start), _LABELS, unmarked=True, **_WALK_POST)


_WALK_POST = {
    "author": "渡口人",
    "title": "河堤",
    "kind": "kill",
    "posted_at": datetime(2011, 3, 5, 20, 59),
    "edited": False,
    "notices": ("附件里的一幅图没有读。",),
}
_LABELS: dict[str, Mapping[str, object]] = {
    "language": {"label": "zh-Hans", "traditional_share": 0.0},
    "form": {"edited": False, "images_only": False, "code": None},
}


def _verdict(start: int) -> Verdict:
    return Verdict(
        "fail",
        (
            Finding(
                "too_short",
                "fail",
                "杀帖7",
                "字数 168，低于 800 字（杀帖7）",
                {"total": 168},
                {"min": 800},
            ),
            Finding(
                "over_quoted",
                "referee",
                "杀帖8",
                "引用是否过一成，读法不同结果不同，由哨子裁定（杀帖8）",
                {"part": 26, "total": 168},
                {"percent": 10},
                (
                    Reading("whole", "fail", "over_quoted", "引用 26 字，占 168 字的 15.5%"),
                    Reading("identical_only", "pass", None, "引用 13 字，占 168 字的 7.7%"),
                ),
                (Span(start, start + 26),),
            ),
        ),
        (
            Remedy("rewrite", "杀帖7", 1200, "words", ("too_short",)),
            Remedy("out", "杀帖7", findings=("too_short",)),
        ),
        ("再写 632 字原创，达到 800 字",),
    )
