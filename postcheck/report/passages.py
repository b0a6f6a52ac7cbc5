"""The marked passages of one result, numbered in reading order, each with its reason.

Terminal and HTML draw these; both read the JSON object, so that a saved result gives the
same report again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from postcheck.report.diff import SAME, Piece, compare
from postcheck.report.terms import HITS, WHY, term
from postcheck.ruleset.names import CATEGORIES

Json = dict[str, Any]
MEASURES = ("repeated", "listed", "quoted", "prior")
GROUPS = (*MEASURES, "declared", "conduct", "discounted", "shared")


@dataclass(frozen=True, slots=True)
class Passage:
    """`start`, `end`: code points of the post. `group`: what it is marked as (GROUPS).

    `left` is the post's side, `right` the source's (or the earlier passage of a repeat),
    empty where there is none. `reason` says why it is marked and which clause counts it;
    `changes` which words were replaced, put in and left out.
    """

    number: int
    group: str
    start: int
    end: int
    left: tuple[Piece, ...]
    right: tuple[Piece, ...]
    reason: str
    source: Json | None = None
    first: Json | None = None
    also: tuple[Json, ...] = ()
    changes: tuple[Json, ...] = ()

    @property
    def where(self) -> str:
        """Character positions for people: from 1, both ends included."""
        return positions(self.start, self.end)


def positions(start: int, end: int) -> str:
    return f"第 {start + 1}–{end} 字符" if end > start + 1 else f"第 {start + 1} 字符"


def passages(result: Json) -> tuple[Passage, ...]:
    """All hits, what is discounted last; by start, then end, then group."""

    def place(item: tuple[str, Json]) -> tuple[bool, int, int, int]:
        group, hit = item
        return group == "discounted", hit["start"], hit["end"], GROUPS.index(group)

    found = sorted(_hits(result), key=place)
    return tuple(
        _passage(number, group, hit, result) for number, (group, hit) in enumerate(found, 1)
    )


def _hits(result: Json) -> Iterator[tuple[str, Json]]:
    for name in MEASURES:
        measure = result["measures"][name]
        for hit in measure["hits"]:
            yield ("declared" if hit["kind"] == "declared" else name), {**hit, "measure": name}
        for hit in measure["discounted"]:
            yield "discounted", {**hit, "measure": name}
    for hit in (result["measures"]["conduct"] or {}).get("hits", ()):
        yield "conduct", hit


def _passage(number: int, group: str, hit: Json, result: Json) -> Passage:
    text, start, end = result["text"], hit["start"], hit["end"]
    source = hit.get("source")
    first = None if hit.get("kind") == "monotone" else hit.get("first")  # it stands beside itself
    own = text[start:end]
    if source and source["text"]:
        left, right = sides(hit, own)
    elif first:
        left, right = compare(own, text[first["start"] : first["end"]])
    else:
        left, right = (Piece(own, SAME),), ()
    return Passage(
        number=number,
        group=group,
        start=start,
        end=end,
        left=left,
        right=right,
        reason=_reason(group, hit, result),
        source=source,
        first=first,
        also=tuple(hit.get("also_sources", ())),
        changes=tuple(hit.get("changes", ())),
    )


def _reason(group: str, hit: Json, result: Json) -> str:
    if group == "declared":
        return "带引号或引述词，语料库中没有查到出处：只作提示，不计入。"
    if group == "conduct":
        return f"{_wording(hit)}：只作提示，由哨子看上下文决定{_by(hit.get('clause'))}。"
    if group == "discounted":
        return f"{term(WHY, hit['why'])}：不计入。"
    clause = result["clauses"].get(group)
    return f"{_what(group, hit)}；计入{_BASKET[group]}{_by(clause)}。"


def _by(clause: str | None) -> str:
    return f"（{clause}）" if clause else ""


def _wording(hit: Json) -> str:
    """What kind of wording, and how it was recognised."""
    category, why = term(CATEGORIES, hit["category"]), hit.get("why")
    if why == "form":
        return f"{category}的说法“{hit['term']}”"
    if why == "topic" and "、" in hit["term"]:
        return f"{category}词语集中在一处“{hit['term']}”"
    return f"{category}词语“{hit['term']}”" + ("，写法有遮掩" if hit.get("hidden") else "")


_BASKET = {"repeated": "重复", "listed": "罗列", "quoted": "引用", "prior": "本人旧文"}


def _what(group: str, hit: Json) -> str:
    kind = term(HITS, hit["kind"])
    if group == "repeated":
        may_be = _may_be(hit.get("proposed"))
        if hit["first"] is None or hit["kind"] == "monotone":
            return f"{kind}：同一字符或短语接连出现{may_be}"
        form = "，只换了个别字词" if hit["kind"] == "near" else ""
        place = positions(hit["first"]["start"], hit["first"]["end"])
        return f"{kind}：前文{place}已经写过{form}{may_be}"
    if group == "listed":
        return f"{kind}：罗列的文字不算正文"
    return f"与{'作者本人' if group == 'prior' else '他人'}较早的文字{likeness(hit)}"


def _may_be(proposed: Json | None) -> str:
    """The pattern of a repeat, for the referee to decide on."""
    if not proposed:
        return ""
    return f"；像是{proposed['name']}（{proposed['reason']}），是不是文体需要由哨子定"


def likeness(hit: Json) -> str:
    """How much a passage and its source are alike."""
    if hit["kind"] == "altered" and hit["similarity"] == 1:
        return f"只有标点、繁简或字形不同，{hit['same']} 个字相同"
    if hit["kind"] == "altered":
        share = f"，相似 {int(hit['similarity'] * 100)}%" if hit["similarity"] is not None else ""
        return f"改动相近，{hit['same']} 个字相同{share}"
    return f"逐字相同，共 {hit['same']} 个字（不计标点）"


def sides(hit: Json, own: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The passage and its source's, the characters that differ marked."""
    same = [(max(start - hit["start"], 0), end - hit["start"]) for start, end in hit["same_spans"]]
    return compare(own, hit["source"]["text"], same)
