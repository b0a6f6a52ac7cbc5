"""What may be slips in a ledger: no fault of it, but worth a look of the referee."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from postcheck.game import words
from postcheck.game.complaints import strangers, unchecked
from postcheck.game.state import Game
from postcheck.report.terms import NAMES


def doubts(found: Game, line: int | None = None) -> Iterator[str]:
    """Chinese sentences, about all lines or about one."""
    for one in strangers(found):
        if line in (None, one.line):
            hint = _nearest(one.by, found.players)
            yield f"请核对：投诉 {one.id} 的投诉人“{one.by}”不在玩家名单里{hint}"
    for one in unchecked(found):
        if line in (None, one.line):
            hours = found.value("complaint.other_hours")
            clause = found.clause("complaint.other_hours")
            yield f"请核对：投诉 {one.id} 没有写 act_at，{hours} 小时的时限没有核对（{clause}）"
    for one in found.complaints.values():
        if line in (None, one.line) and one.finding not in NAMES:
            hint = _nearest(one.finding, NAMES)
            yield f"请核对：投诉 {one.id} 的事由“{one.finding}”不是已知的事由{hint}"
    for debt in found.debts:
        ruled = [one for one in debt.lines if found.ledger.records[one]["type"] == "ruling"]
        if debt.due is None and debt.status == "open" and ruled and line in (None, *ruled):
            what = f"请核对：{debt.player} 的{words.DEBTS[debt.kind]}没有时限"
            yield f"{what}；要定就作废第 {ruled[-1]} 行，再判一次，写上 minutes（几分钟）"


def _nearest(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, list(known), 1, 0.5)
    return f"，是不是 {near[0]}？" if near else ""
