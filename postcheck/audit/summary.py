"""summary.md: what may go on the board. It never says who wrote a kill post.

As in `game announce`, a kill post is named by the code (代号) on it, and nothing here joins a
code to a name: no author, no title, no file name, no word of a post or of a complaint. Nor does
it join an alias to an owner: a substitute stands under the alias, an owner is an outsider.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from postcheck.audit.page import Heading
from postcheck.audit.store import replaced
from postcheck.audit.totals import Totals
from postcheck.audit.view import COMPARISONS, OUTCOMES, ROW_STATUS, View
from postcheck.report.hidden import show
from postcheck.report.terms import STATUS
from postcheck.report.wording import percent

NAME = "summary.md"
MOST_LINES = 500  # a forum takes no longer post
_SIGNS = str.maketrans("|<>[]`*_\\#", "｜＜＞［］｀＊＿＼＃")


def write_summary(folder: Path, heading: Heading, totals: Totals, views: Iterable[View]) -> None:
    """Writes summary.md."""
    with replaced(folder / NAME) as file:
        for line in _lines(heading, totals, views):
            file.write(f"{line}\n".encode("utf-8", "backslashreplace"))


def _lines(heading: Heading, totals: Totals, views: Iterable[View]) -> Iterator[str]:
    yield f"# {_plain(heading.title)}"
    yield ""
    yield f"共 {totals.rows} 条：{_told(ROW_STATUS, totals.status)}。"
    if totals.status["failed"]:
        # What is wrong with a file may quote it.
        yield "没有查成的，原因在 audit.xlsx 的“原因”一列。"
    for reason, number in totals.reasons["skipped"].most_common():
        yield f"略过 {number} 条：{_plain(reason)}。"
    if totals.verdicts:
        yield f"{'所涉各帖的判定' if heading.cases else '判定'}：{_told(STATUS, totals.verdicts)}。"
    if totals.comparisons:
        yield f"与原判对照：{_told(COMPARISONS, totals.comparisons)}。"
    if totals.proposed:
        yield f"尚无判罚的，规则的结果：{_told(OUTCOMES, totals.proposed)}。"
    yield ""
    yield from _CASE_HEAD if heading.cases else _POST_HEAD
    left = 0
    shown = (one for one in views if heading.cases or one.verdict_code != "pass")
    for number, row in enumerate(shown):
        if number < MOST_LINES:
            yield _case(row) if heading.cases else _post(row)
        else:
            left += 1
    yield ""
    if left:
        yield f"另有 {left} 条没有列出。"
        yield ""
    yield "杀帖只用代号称呼，不公开出帖人。"


_CASE_HEAD = (
    "| 序号 | 投诉人 | 对象 | 所投诉的 | 受理 | 规则的结果 | 原判 | 对照 | 条款 |",
    "|---|---|---|---|---|---|---|---|---|",
)
_POST_HEAD = (
    "| 序号 | 类别 | 代号 | 判定 | 字数 | 引用 | 旧文 | 发现 | 条款 |",
    "|---|---|---|---|---|---|---|---|---|",
)


def _case(one: View) -> str:
    case = one.case
    assert case is not None
    return _row(
        one.number, case.by_player, _object(one), case.asked, case.standing_public, case.rules,
        case.ruled, case.comparison, case.clauses,
    )  # fmt: skip


def _object(one: View) -> str:
    """A kill post by its code, a report or an act by its player."""
    if one.case is None or not one.case.found:
        return "没有找到"
    if one.round is not None:
        return f"第 {one.round} 轮“{one.code or '未注明代号'}”的帖"
    return one.case.subject


def _post(one: View) -> str:
    shares = [percent(one.parts[name], one.total) if one.total and name in one.parts else ""
              for name in ("quoted", "prior")]  # fmt: skip
    verdict = one.verdict or one.status
    total = "" if one.total is None else one.total
    return _row(one.number, one.kind, one.code, verdict, total, *shares, one.findings, one.clauses)


def _row(*cells: object) -> str:
    return "| " + " | ".join(_plain(str(cell)) for cell in cells) + " |"


def _plain(text: str) -> str:
    """Nothing in a name can start a cell, a link or a tag of the forum."""
    return " ".join(show(text).translate(_SIGNS).split())


def _told(names: dict[str, str], counts: dict[str, int]) -> str:
    return "，".join(f"{name} {counts[code]}" for code, name in names.items() if counts.get(code))
