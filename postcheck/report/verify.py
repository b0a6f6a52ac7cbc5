"""Is a saved HTML report what this version makes of the result it carries?

What it proves: the visible page belongs to the result inside, and the result to its own text.
What it does not: who made the report. It is no signature; anybody can make another report
that agrees with itself. Whether the verdict is right only a new check of the text shows:
`read_results` gives the text and its settings, `differences` compares the new result.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from jinja2 import TemplateError

from postcheck import __version__
from postcheck.errors import SourceError
from postcheck.report.html import CARRIER, render_page
from postcheck.report.jsonl import seal
from postcheck.report.terms import PARTS, STATUS

Json = dict[str, Any]

_ASK = "请向出具人索取原始的报告文件，或重新检查正文"


@dataclass(frozen=True, slots=True)
class Verification:
    """`reasons` in Chinese, at least one. `genuine` only where the whole page was compared.

    `other_version`: the version that made the report, if it is not this one; then the page
    cannot be compared, only the seals were, and `genuine` is False without any accusation.
    """

    genuine: bool
    reasons: tuple[str, ...]
    other_version: str | None = None


def verify_html(path: str) -> Verification:
    """Checks the report at `path`; a file that is no (whole) report is a `SourceError`."""
    page = _read(path)
    carried = _carried(page, path)
    results = carried["results"]
    faults = tuple(_faults(results, path))
    made_by = carried["version"]
    if faults:
        return Verification(False, faults, None if made_by == __version__ else made_by)
    if made_by != __version__:
        return Verification(
            False,
            (
                f"报告由 postcheck {made_by} 生成，本机是 {__version__}："
                "正文和结果的 SHA-256 都相符，但页面没有比较；请用同一版本再核对。",
            ),
            made_by,
        )
    try:
        again = render_page(results)
    except (LookupError, TypeError, ValueError, AttributeError, TemplateError) as error:
        raise SourceError("报告里的结果残缺，无法重新生成页面", remedy=_ASK, file=path) from error
    if again != page:
        return Verification(False, (_first_difference(page, again),))
    return Verification(True, ("页面与内嵌的结果逐字一致，正文和结果的 SHA-256 都相符。",))


def read_results(path: str) -> tuple[Json, ...]:
    """The results that a report carries, unchecked: their texts can be checked anew."""
    return tuple(_carried(_read(path), path)["results"])


def differences(old: Json, new: Json) -> tuple[str, ...]:
    """What a new check of the same text finds otherwise, in Chinese; empty: nothing."""
    found = []
    if old["ruleset"]["sha256"] != new["ruleset"]["sha256"]:
        found.append("规则文件不同")
    if old["counts"] != new["counts"]:
        found.append("WORD 统计不同")
    for name in ("repeated", "listed", "quoted", "prior"):
        before, after = old["measures"][name]["count"], new["measures"][name]["count"]
        if before != after:
            found.append(f"{PARTS[name]}由 {before} 变为 {after}")
    before, after = old["verdict"], new["verdict"]
    if before["status"] != after["status"]:
        found.append(f"判定由{STATUS[before['status']]}变为{STATUS[after['status']]}")
    elif before != after:
        found.append("判定相同，理由或处理不同")
    return tuple(found)


def _read(path: str) -> str:
    """The page with plain line ends: a transfer that changed them changed nothing visible."""
    try:
        page = Path(path).read_bytes().decode("utf-8")
    except OSError as error:
        raise SourceError("读不到报告文件", remedy="请检查路径和权限", file=path) from error
    except UnicodeDecodeError as error:
        raise SourceError(
            "不是 postcheck 的 HTML 报告（不是 UTF-8）", remedy=_ASK, file=path
        ) from error
    return page.replace("\r\n", "\n")


def _carried(page: str, path: str) -> Json:
    """The object inside the carrier element: `version` and `results`."""
    _, opening, rest = page.partition(CARRIER)
    text, closing, _ = rest.partition("</script>")
    if not opening and "<title>两文对照：" in page:
        raise SourceError(
            "这是 compare 的两文对照页，没有内嵌结果，不能核对",
            remedy="要能核对的报告，用 check --html",
            file=path,
        )
    if not opening:
        raise SourceError("不是 postcheck 的 HTML 报告（没有内嵌结果）", remedy=_ASK, file=path)
    if not closing:
        raise SourceError("报告文件不完整", remedy=_ASK, file=path)
    try:
        carried = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SourceError("报告里的内嵌结果已损坏", remedy=_ASK, file=path) from error
    if (
        not isinstance(carried, dict)
        or not isinstance(carried.get("version"), str)
        or not isinstance(carried.get("results"), list)
    ):
        raise SourceError("报告里的内嵌结果已损坏", remedy=_ASK, file=path)
    return carried


def _faults(results: list[Any], path: str) -> Iterator[str]:
    """Where a result does not fit its own seal or its own text."""
    for number, result in enumerate(results, 1):
        try:
            text, stated, sealed = result["text"], result["post"]["sha256"], result["seal"]
            found = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
            again = seal(result)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise SourceError("报告里的结果残缺", remedy=_ASK, file=path) from error
        if again != sealed:
            yield f"第 {number} 帖的结果与它的 SHA-256 不符：结果被改动过。"
        if found != stated:
            yield f"第 {number} 帖的正文与它的 SHA-256 不符：正文被改动过。"


def _first_difference(page: str, again: str) -> str:
    pairs = zip_longest(page.split("\n"), again.split("\n"), fillvalue="")
    line, shown, due = next(
        (number, one, two) for number, (one, two) in enumerate(pairs, 1) if one != two
    )
    at = next(
        (n for n, (one, two) in enumerate(zip(shown, due, strict=False)) if one != two),
        min(len(shown), len(due)),
    )
    start = max(at - 15, 0)
    return (
        f"页面与内嵌的结果不一致，从第 {line} 行起：文件里是“{shown[start : at + 25]}”，"
        f"应当是“{due[start : at + 25]}”。页面被改动过，或经浏览器另存过。"
    )
