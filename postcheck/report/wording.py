"""Findings, remedies, sources and shares in Chinese words, for every report alike."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from postcheck.judge import wording as judge
from postcheck.report.labels import form_parts, language_line
from postcheck.report.passages import Passage, positions
from postcheck.report.terms import (
    COUNTS,
    FINDINGS,
    KIND,
    NUMBERS,
    PARTS,
    REMEDIES,
    STATUS,
    UNKNOWN,
    term,
)
from postcheck.ruleset.names import GENRES

Json = Mapping[str, Any]

_ENDS = ("out", "suicide", "substitute")  # remedies that leave the author nothing to write
_AGAIN = ("re_report", "correction", "rewrite")
_PLACES = 8  # positions named in one line; the passages themselves follow below it
_CHANGES = 10  # changed words named in one line
_WORD = 12  # characters of a changed word that are shown


def notices(result: Json) -> Iterator[str]:
    """What a reader of the report must know first: what was not seen, left out or assumed."""
    found = [UNKNOWN[result["post"]["unknown"]]] if result["post"]["unknown"] else []
    found += assumption_lines(result)
    if not result["corpora"]:
        found.append("没有对照语料库：引用和旧文没有查，0 不等于没有。")
    found += result["notices"]
    for measure in result["measures"].values():
        found += (measure or {}).get("notices", ())
    yield from dict.fromkeys(found)


def assumption_lines(result: Json) -> Iterator[str]:
    """What was left out by hand, then the verdict and the counts that hold without that."""
    if not (assumed := result["assumption"]):
        return
    for waiver in assumed["waivers"]:
        yield f"假设：{waiver_line(waiver)}"
    before, now = assumed["before"], result["measures"]
    counts = [
        f"{PARTS[name]} {count} 字（现 {now[name]['count']}）"
        for name, count in before["measures"].items()
        if count != now[name]["count"]
    ]
    verdict = f"判定{STATUS[before['verdict']['status']]}"
    yield f"不作假设时：{'，'.join([verdict, *counts])}"


def waiver_line(waiver: Json) -> str:
    """One passage or source that was left out, why and by whom."""
    if waiver["doc"] is not None:
        what = f"来源 {waiver['corpus']}/{waiver['doc']} 的文字不计"
    else:
        place = positions(waiver["start"], waiver["end"])
        what = f"{place}不作{PARTS[waiver['measure']]}计"
    why = [waiver["reason"], waiver["by"], None if waiver["used"] else "没有可除外的文字"]
    said = "，".join(one for one in why if one)
    return f"{what}（{said}）" if said else what


def percent(part: int, total: int) -> str:
    """Two decimals, cut off and not rounded, so that a share never seems to reach a limit."""
    if not total:
        return "—"
    hundredths = 10000 * part // total
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def part_rows(result: Json) -> Iterator[tuple[str, str, str]]:
    """Name, own count and remainder of each part; `—` where a part has no count of its own."""
    measures, rest = result["measures"], result["rest"]
    for name in ("repeated", "listed", "quoted", "prior"):
        measure = measures[name]
        yield PARTS[name], str(measure["count"]), str(rest.get(name, "—"))
        same = measure.get("count_same", measure["count"])
        if same != measure["count"]:
            yield "　只算相同的字", str(same), str(rest.get(f"{name}_same", "—"))
        if measure.get("count_proposed"):
            count = str(measure["count_proposed"])
            yield "　可能是文体需要", count, str(rest.get(f"{name}_proposed", "—"))
    for name in ("repeated_listed", "all"):
        if name in rest:
            yield PARTS[name], "—", str(rest[name])


def metric_note(result: Json, name: str) -> str:
    """Whether the ruleset goes by this count: for shares and lengths, or as another reading."""
    if name == result["metric"]:
        return "规则所用"
    return "规则的另一读法" if name in result["other_metrics"] else ""


def label_lines(result: Json) -> Iterator[str]:
    """What was found beside the numbers: language, genre, outward form."""
    language, genre, form = (result["measures"][name] for name in ("language", "genre", "form"))
    if language and language["label"]:
        yield f"文字：{language_line(language)}"
    if genre and (said := genre_line(genre)):
        yield f"体裁（只作参考）：{said}"
    if form and (found := form_parts(form, result["post"])):
        yield f"形式：{'；'.join(found)}"


def genre_line(genre: Json) -> str:
    """The genre, the score and the cues that were seen; empty where nothing can be said."""
    if genre.get("band") == "short":
        return "篇幅太短，看不出体裁"
    literary = genre.get("literary")
    if not genre["label"] and literary is None:
        return ""
    name = term(GENRES, genre["label"]) if genre["label"] else "看不准，请人看一眼"
    share = f"，文学性 {int(100 * literary)}%" if literary is not None else ""
    cues = "；".join(one["text"] for one in genre["evidence"])
    return f"{name}{share}{'；依据：' if cues else ''}{cues}"


def post_name(result: Json) -> str:
    """What a report calls the post that has no title."""
    post = result["post"]
    return post["id"] or file_name(post["source"]) or "无题"


def about(result: Json) -> Iterator[str]:
    """Which post this is, by which rules it was checked, and against what."""
    post, ruleset = result["post"], result["ruleset"]
    found = [
        post["id"] and f"帖号 {post['id']}",
        post["floor"] and f"楼层 {post['floor']}",
        post["author"] and f"作者 {post['author']}",
        post["posted_at"] and f"发表 {post['posted_at'].replace('T', ' ')}",
        post["source"] and post["source"] != post["id"] and f"来源 {file_name(post['source'])}",
        f"类别 {kind_line(post)}",
        f"规则 {ruleset['id']} {ruleset['edition']}",
        f"语料库 {'、'.join(result['corpora']) or '无'}",
        result["boilerplate"] and f"免计文字 {'、'.join(result['boilerplate'])}",
    ]
    yield from (part for part in found if part)


def kind_line(post: Json) -> str:
    """报道 or 杀帖, and whether anybody said so."""
    name = term(KIND, post["kind"])
    return f"{name}（按标题和首行猜的）" if post.get("kind_guessed") else name


def file_name(source: str) -> str:
    """The last part of a path: the folders of a computer are nobody's business. Addresses whole."""
    return source if "://" in source else re.split(r"[\\/]", source)[-1]


def source_line(source: Json) -> str:
    """Author, title, corpus and document, and where known the date and the place."""
    author = source["author"] or "佚名"
    title = f"《{source['title']}》" if source["title"] else ""
    details = [f"{source['corpus']}/{source['doc']}"]
    if "start" in source:
        details += [_day(source["published_at"]), positions(source["start"], source["end"])]
    return f"{author}{title}（{'，'.join(details)}）"


def _day(time: str | None) -> str:
    return time[:10] if time else "日期不明"


def finding_lines(finding: Json, paraphrases: Json) -> Iterator[str]:
    """The finding with its clause, then its numbers, clause text, readings and places."""
    name, clause, message = term(FINDINGS, finding["code"]), finding["clause"], finding["message"]
    yield f"{STATUS[finding['status']]}｜{name}：{message}" + (
        "" if clause in message else f"（{clause}）"
    )
    if numbers := numbers_line(finding):
        yield numbers
    if clause in paraphrases:
        yield f"{clause}：{paraphrases[clause]}"
    for reading in finding["readings"]:
        yield reading_line(reading)
    if spans := finding["spans"]:
        yield f"位置：{places(spans)}"


def numbers_line(finding: Json) -> str:
    """The integers that were compared; empty where the clause compares none."""
    measured, limit = finding["measured"], finding["limit"]
    names = sorted(measured, key=lambda name: name != "total")  # the whole first, then its parts
    numbers = {
        one: f"{term(NUMBERS, one)} {measured[one]}" for one in names if type(measured[one]) is int
    }
    if not numbers:
        return ""
    share = "percent" in limit and "part" in measured and "total" in measured
    if share:
        shown = judge.percent(measured["part"], measured["total"], limit["percent"])
        numbers["part"] += f"（{shown}）"
    line = f"实测 {'，'.join(numbers.values())}"
    if share:
        line += f"；界限 {limit['percent']}%"
    if "min" in limit:
        line += f"；要求不少于 {limit['min']}"
    return line


def reading_line(reading: Json) -> str:
    """How the clause is read, and what follows from it."""
    name, code, status = reading["name"], reading["code"], STATUS[reading["status"]]
    if name == code or name == reading["status"]:
        return f"可判：{status}" + (f"（{term(FINDINGS, code)}）" if code else "")
    follows = status + (f"（{term(FINDINGS, code)}）" if code else "")
    message = f"：{reading['message']}" if reading["message"] else ""
    return f"读法“{judge.reading(name)}”→ {follows}{message}"


def passage_lines(passage: Passage) -> Iterator[str]:
    """Why a passage is marked, where else it stands, and the changed words."""
    yield passage.reason
    if passage.source:
        also = f"；另见 {len(passage.also)} 处" if passage.also else ""
        yield f"出处：{source_line(passage.source)}{also}"
        if passage.source["url"]:
            yield passage.source["url"]
    if passage.changes:
        yield changes_line(passage.changes)


def discounted_line(passage: Passage) -> str:
    """A passage that does not count, and why not."""
    words = "".join(piece.text for piece in passage.left)
    words = words if len(words) <= 40 else f"{words[:20]}……{words[-15:]}"
    source = f" 出处：{source_line(passage.source)}" if passage.source else ""
    return f"{passage.number} {passage.where}“{words}”{passage.reason}{source}"


def changes_line(changes: Sequence[Json]) -> str:
    """The changed words with how often each, the most frequent first; empty: none."""
    if not changes:
        return ""
    shown = "，".join(_change(one) for one in changes[:_CHANGES])
    return f"改动：{shown}" + (f" 等 {len(changes)} 种" if len(changes) > _CHANGES else "")


def _change(change: Json) -> str:
    old, new = (_short(change[name]) for name in ("from", "to"))
    times = f" {change['count']} 次" if change["count"] > 1 else ""
    if not change["from"]:
        return f"加“{new}”{times}"
    return f"“{old}”→“{new}”{times}" if change["to"] else f"删“{old}”{times}"


def _short(word: str) -> str:
    return word if len(word) <= _WORD else f"{word[: _WORD // 2]}…{word[-_WORD // 3 :]}"


def disguise_lines(found: Json) -> Iterator[str]:
    """Evidence of disguised copying from one source: sentences in order, what was replaced."""
    source = found["source"]
    title = f"《{source['title']}》" if source["title"] else source["doc"]
    yield (
        f"与{title}（{source['author'] or '佚名'}）有 {found['sentences']} 句按同样次序出现，"
        f"其中 {found['altered']} 句换过字词；共替换 {found['replaced']} 处，"
        f"增 {found['inserted']} 处，删 {found['left_out']} 处"
    )
    yield f"出处：{source_line(source)}"
    if found["changes"]:
        yield changes_line(found["changes"])
    if found["spans"]:
        yield f"位置：{places(found['spans'])}"


def borderline_line(near: Json) -> str:
    """A share close to a border of its clause, with both counts."""
    name, total, limit = PARTS[near["of"]], near["total"], near["percent"]

    def share(part: int) -> str:
        return f"{part} 字（{judge.percent(part, total, limit)}）"

    line = f"{name} {share(near['part'])}"
    if near["part_same"] != near["part"]:
        line += f"，只算相同的字 {share(near['part_same'])}"
    return f"{line}，全文 {total} 字，距 {limit}% 的界限不超过 1 个百分点（{near['clause']}）"


def places(spans: Sequence[Sequence[int]]) -> str:
    shown = "、".join(positions(start, end) for start, end in spans[:_PLACES])
    return shown + (f" 等 {len(spans)} 处" if len(spans) > _PLACES else "")


def remedy_lines(verdict: Json) -> Iterator[str]:
    """What the clauses ask for, and why where not every finding asks for all of it."""
    remedies = verdict["remedies"]
    differ = len({tuple(one["findings"]) for one in remedies}) > 1
    for one in remedies:
        names = "、".join(term(FINDINGS, code) for code in one["findings"])
        yield _remedy_line(one) + (f"，因{names}" if differ else "")
    ends, again = ([term(REMEDIES, one["code"]) for one in remedies if one["code"] in group]
                   for group in (_ENDS, _AGAIN))  # fmt: skip
    if differ and ends and again:
        yield f"“{ends[0]}”和“{again[0]}”是不同问题的处理，怎样并用条文没有写，由哨子定"


def _remedy_line(remedy: Json) -> str:
    line = term(REMEDIES, remedy["code"])
    if remedy["min_count"] is not None:
        metric = f"（按{term(COUNTS, remedy['metric'])}）" if remedy["metric"] else ""
        line += f"，不少于 {remedy['min_count']} 字{metric}"
    return f"{line}（{remedy['clause']}）"
