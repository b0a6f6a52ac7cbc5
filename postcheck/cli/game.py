"""`postcheck game`: the ledger of a game, replayed, counted, explained and announced."""

import json
import re
from pathlib import Path
from typing import Any

import click

from postcheck.cli.chinese import Command, Group
from postcheck.cli.doubts import doubts
from postcheck.cli.verdicts import unread, verdict_on
from postcheck.errors import SourceError
from postcheck.game import words
from postcheck.game.announce import round_post, ruling_post
from postcheck.game.complaints import uncomplained
from postcheck.game.events import FIELDS, SHAPES, parse_time
from postcheck.game.explain import (
    Explanation,
    describe,
    differences,
    downstream,
    explain_line,
    said,
)
from postcheck.game.explain import explain as explain_subject
from postcheck.game.ledger import append, create, parse
from postcheck.game.output import full, state
from postcheck.game.public import round_view, ruling_view
from postcheck.game.referee import replay as fold
from postcheck.game.referee import replay_file, ruleset_of
from postcheck.game.state import MARK, MOOT, Game
from postcheck.game.strict import Unreadable, loads
from postcheck.game.votes import running, shown
from postcheck.report.terms import NAMES, RULED, STATUS, reading_word, term

LEDGER = click.argument("ledger", metavar="账本.jsonl", type=click.Path(path_type=Path))
# What `add` takes in Chinese as well: field → word → code.
CODES = {
    "finding": {name: code for code, name in NAMES.items()},
    "outcome": {words.STATUS[code]: code for code in ("upheld", "dismissed")},
}
JSON = click.option("--json", "as_json", is_flag=True, help="输出 JSON。")


@click.group(cls=Group)
def game() -> None:
    """账本：重放整局，算票，说明每个后果的来由，写公告。"""


@game.command(cls=Command)
@LEDGER
@click.option("--ruleset", metavar="ID|文件", help="换一套规则重放。")
@JSON
def replay(ledger: Path, ruleset: str | None, as_json: bool) -> None:
    """按时间重放全部事件，输出最后的局面；同样的账本和规则，输出逐字节相同。"""
    whole = full(replay_file(ledger, ruleset))
    if as_json:
        click.echo(json.dumps(whole, ensure_ascii=False))
        return
    alive = sum(player["alive"] for player in whole["players"].values())
    click.echo(f"第 {whole['round']} 轮，存活 {alive} 人，SHA-256 {whole['sha256']}")


@game.command(cls=Command)
@LEDGER
@click.option("--ruleset", required=True, metavar="ID|文件", help="用哪一套规则。")
@click.option("--title", required=True, metavar="名称", help="这一局的名称。")
@click.option("--first-round", required=True, metavar="时间", help="第一轮开始的时间，带时区。")
@click.option(
    "--round", "number", type=int, default=1, metavar="轮次", help="从第几轮记起（默认 1）。"
)
@click.option("--report-until", metavar="时间", help="报道截止的时间，带时区。")
@click.option("--at", metavar="时间",
              help="开局的时间，带时区；不写就取报道截止、第一轮开始中较早的。")  # fmt: skip
def new(
    ledger: Path, ruleset: str, title: str, first_round: str, number: int,
    report_until: str | None, at: str | None,
) -> None:  # fmt: skip
    """新开一本账：写下第 1 行。"""
    times = {"--first-round": first_round, "--report-until": report_until, "--at": at}
    for option, time in times.items():
        if time is not None and parse_time(time) is None:
            raise SourceError(f"{option} 的“{time}”不是时间", remedy=f"写{SHAPES['time']}")
    record: dict[str, Any] = {
        "type": "game", "at": at or _earlier(first_round, report_until), "ruleset": ruleset,
        "title": title, "first_round": first_round, "round": number,
    }  # fmt: skip
    if report_until is not None:
        record["report_until"] = report_until
    _fold((json.dumps(record, ensure_ascii=False) + "\n").encode(), str(ledger))
    create(ledger, [record])
    click.echo(f"已新建 {ledger}")


def _earlier(one: str, other: str | None) -> str:
    """A ledger's clock only goes on: opened after the deadline, it had no report in time."""
    return min((time for time in (one, other) if time), key=lambda time: parse_time(time) or time)


@game.command(cls=Command)
@LEDGER
@click.argument("kind", metavar="事件", type=click.Choice(sorted(FIELDS)))
@click.argument("fields", metavar="项=值", nargs=-1)
@click.option("--at", required=True, metavar="时间", help="论坛上这件事的时间，带时区。")
def add(ledger: Path, kind: str, fields: tuple[str, ...], at: str) -> None:
    """在账本末尾加一个事件，先试放一遍；不成立就一个字也不写。

    项=值 里的值按 JSON 读（数、true、null、["甲","乙"]），读不成就当作文字。
    finding 和 outcome 也可写中文（字数不足、成立），记下的是代码。
    """
    record: dict[str, Any] = {"type": kind, "at": at}
    for one in fields:
        name, equals, value = one.partition("=")
        if not equals:
            raise click.UsageError(f"“{one}”不是 项=值 的形式")
        record[name] = CODES.get(name, {}).get(value) or _value(value)
    before = state(replay_file(ledger))
    after: list[Game] = []
    append(ledger, [record], check=lambda raw: after.append(_fold(raw, str(ledger))))
    line = max(after[0].ledger.records)
    click.echo(f"已记为第 {line} 行：{describe(record, NAMES)}")
    changes = differences(before, state(after[0]))
    steps = [] if changes else explain_line(after[0], line).steps
    for change in [*changes, *(f"{said(after[0], one)}（{one.clause}）" for one in steps)]:
        click.echo(f"  {change}")
    for note in doubts(after[0], line):
        click.echo(f"  {note}")


def _value(text: str) -> Any:
    try:
        return loads(text)
    except Unreadable:
        return text


def _fold(raw: bytes, shown: str) -> Game:
    ledger = parse(raw, shown)
    return fold(ledger, ruleset_of(ledger))


@game.command(cls=Command)
@LEDGER
def judge(ledger: Path) -> None:
    """给写了字数而还没有检查结果的杀帖和报道补上检查结果；结果只显示，不自动处罚。"""
    found = replay_file(ledger)
    records = [record for event in found.ledger.events if (record := verdict_on(found, event))]
    append(ledger, records, check=lambda raw: _check(raw, str(ledger)))
    for record in records:
        names = "、".join(NAMES.get(one["code"], one["code"]) for one in record["findings"])
        click.echo(f"{record['on']}：{term(STATUS, record['status'])}{names and f'（{names}）'}")
    for event in found.ledger.events:
        if why := unread(found, event):
            click.echo(why)
    click.echo(f"补记 {len(records)} 行")


def _check(raw: bytes, shown: str) -> None:
    _fold(raw, shown)


@game.command(cls=Command)
@LEDGER
def check(ledger: Path) -> None:
    """核对账本；没有错就列出欠帖、待出的帖、要哨子定的地方。"""
    found = replay_file(ledger)
    whole = state(found)
    click.echo(f"账本没有错，共 {len(found.ledger.records)} 行")
    start, printed = (
        found.calendar.start(found.calendar.first),
        found.ruleset.entry("time.round_start"),
    )
    if printed is not None and start.time() != printed.value:
        click.echo(
            f"请核对：first_round 是 {start:%H:%M:%S}，规则是 {printed.value}（{printed.clause}）；"
            "一切钟点按 first_round 的时区算"
        )
    for debt in whole["debts"]:
        if debt["status"] == "open":
            click.echo(f"欠帖：{_debt(debt)}")
    for due in whole["due_posts"]:
        click.echo(f"待出：{due['for']} {due['count']} 帖，可由 {'、'.join(due['by'])} 出")
    for question in whole["questions"]:
        if question["answer"] is None:
            on = question["on"]
            click.echo(f"待定：{words.subject(on)}（{question['clause']}）")
            for name in question["readings"]:
                click.echo(f"  {reading_word(name)}：用 ruling 定，on={on} reading={name}")
    for complaint in found.complaints.values():
        if complaint.status == "accepted":
            finding = NAMES.get(complaint.finding, complaint.finding)
            about = f"{complaint.by} 投诉 {complaint.on}，{finding}"
            click.echo(f"投诉待判：{complaint.id}（{about}），用 ruling 定：on={complaint.id}")
    for note in doubts(found):
        click.echo(note)
    for name in uncomplained(found):
        click.echo(f"有疑而未投诉：{name}")


def _debt(debt: dict[str, Any]) -> str:
    due = debt["due"] or "时限未定"
    kind, status = words.DEBTS[debt["kind"]], words.STATUS[debt["status"]]
    least = f" {debt['min_count']} 字" if debt["min_count"] else ""
    return f"{debt['player']} {kind} {debt['for']}{least}，{due}，{status}"


@game.command(cls=Command)
@LEDGER
def show(ledger: Path) -> None:
    """列出局面：玩家、杀帖、欠帖、投诉、联合、奖励。"""
    whole = state(replay_file(ledger))
    click.echo(f"第 {whole['round']} 轮{'' if whole['open'] else '，已结束'}")
    for name, player in whole["players"].items():
        side, vote = words.SIDES[player["side"]], words.VOTES[player["vote"]]
        out = player["out"]
        status = f"第 {out['round']} 轮{words.cause(out['cause'])}" if out else vote
        click.echo(f"  {name}　{player['role']}　{side}　{status}")
    for name, post in whole["kills"].items():
        status, effect = words.STATUS[post["status"]], words.EFFECTS[post["effect"]]
        click.echo(f"杀帖 {name}：{status}，效果{effect}")
    for debt in whole["debts"]:
        click.echo(f"欠帖：{_debt(debt)}")
    for name, one in whole["complaints"].items():
        click.echo(f"投诉 {name}：{words.complaint(one)}")
    for one in whole["alliances"]:
        kind, side = words.ALLIANCES[one["kind"]], words.SIDES[one["side"]]
        members = "、".join(one["members"])
        click.echo(f"{side}{kind}（第 {one['since_round']} 轮起）：{members}")
    for one in whole["rewards"]:
        verb = {"forfeit": "没收", "owe": "欠", "award": "得"}[one["kind"]]
        to = f"，归{'、'.join(one['to'])}" if one["to"] else ""
        number = f" {one['count']} 个" if "count" in one else ""
        what = "全部" if one["what"] == "all" else one["what"]
        click.echo(f"奖励：{one['player']} {verb} {what}{number}{to}")
    if whole["winner"]:
        click.echo(f"{words.SIDES[whole['winner']]}胜")


@game.command(cls=Command)
@LEDGER
@click.argument("number", metavar="轮次", type=int)
@click.option("--running", "open_too", is_flag=True, help="这一轮还没有结束，也给出现在的票数。")
@JSON
def tally(ledger: Path, number: int, open_too: bool, as_json: bool) -> None:
    """一轮的票数：全票、半票、名次、谁出局，以及用了哪条平票规则。"""
    found = replay_file(ledger)
    rows = found.tally.get(str(number))
    if rows is None and number == found.round and open_too:
        rows = shown(running(found).rows)
    if rows is None:
        raise SourceError(
            f"第 {number} 轮没有结束的票数",
            remedy="核对轮次；还在投的一轮加 --running",
            file=str(ledger),
        )
    if as_json:
        click.echo(json.dumps({"round": number, "tally": rows}, ensure_ascii=False))
        return
    for name in ("vote.tie", "vote.killed", "vote.all_equal"):
        entry = found.ruleset.entry(name)
        if entry is not None:
            click.echo(f"{entry.says}（{entry.clause}）")
    for row in rows:
        out = "　出局" if row["out"] else ""
        click.echo(f"{row['rank']}. {row['player']}：全票 {row['full']}，半票 {row['half']}{out}")


@game.command(cls=Command)
@LEDGER
@click.argument("subject", metavar="玩家|杀帖|投诉|行号")
@JSON
def explain(ledger: Path, subject: str, as_json: bool) -> None:
    """从一个结果走回每一个事件、裁定、条款和所取的读法；行号则说明那一行改变了什么。

    给哨子看的：里面有出帖人的名字。
    """
    found = replay_file(ledger)
    known = {*found.players, *found.aliases, *found.posts, *found.complaints}
    line = None if subject in known else _number(subject, "行")
    if line in found.ledger.records:
        result = explain_line(found, line, NAMES)
        changes = downstream(found.ledger, found.ruleset, line)
    else:
        name = found.aliases.get(subject, subject)
        result, changes = explain_subject(found, name, NAMES), []
        if subject not in known and not result.steps:
            remedy = "写玩家、杀帖编号、投诉编号，或账本的行号"
            raise SourceError(f"账本里没有“{subject}”", remedy=remedy, file=str(ledger))
    if as_json:
        click.echo(json.dumps(_explanation(found, result, changes), ensure_ascii=False))
    else:
        _tell(found, result, changes)


def _number(text: str, unit: str) -> int | None:
    """The number of a line or round: "21", or "第 21 行" where a player is called 21."""
    found = re.fullmatch(rf"第 ?(\d{{1,9}}) ?{unit}|(\d{{1,9}})", text, re.ASCII)
    return int(found[1] or found[2]) if found else None


def _explanation(found: Game, result: Explanation, changes: list[str]) -> dict[str, Any]:
    return {
        "subject": result.subject,
        "steps": [
            {
                "effect": f"{step.subject.removeprefix(MARK)} {step.what}",
                "text": said(found, step),
                "clause": step.clause,
                "causes": [{"line": one, "text": result.lines[one]} for one in step.causes],
            }
            for step in result.steps
        ],
        "questions": [
            {"on": one.subject, "clause": one.clause, "readings": one.readings,
             "answer": one.answer}
            for one in result.questions
        ],
        "changes": changes,
    }  # fmt: skip


def _tell(found: Game, result: Explanation, changes: list[str]) -> None:
    for step in result.steps:
        click.echo(f"{said(found, step)}（{step.clause}）")
        for line in step.causes:
            click.echo(f"  第 {line} 行 {result.lines[line]}")
    for question in result.questions:
        readings = "、".join(map(reading_word, question.readings))
        answer = f"哨子取“{reading_word(question.answer)}”" if question.answer else "哨子未定"
        if question.answer == MOOT:
            answer = "已不必再定"
        click.echo(f"读法（{question.clause}）：{readings}；{answer}")
    for change in changes:
        click.echo(f"这一行改变了：{change}")
    if not result.steps and not changes:
        click.echo("没有后果")


@game.command(cls=Command)
@LEDGER
@click.argument("subject", metavar="[轮次|投诉|杀帖|玩家]", required=False)
@click.option("--plain", is_flag=True, help="不用 BBCode，只要文字。")
@JSON
def announce(ledger: Path, subject: str | None, plain: bool, as_json: bool) -> None:
    """写公告：一轮的结果，或一次判罚；不写时是最近的一次。里面没有出帖人的名字。"""
    found = replay_file(ledger)
    number, line = _announced(found, subject)
    if number is not None:
        view = round_view(found, number)
        text = round_post(view, bb=not plain)
    elif line is not None:
        view = ruling_view(found, line)
        text = ruling_post(view, RULED, bb=not plain)
    else:
        remedy = "写已结束的轮次，或有判罚的投诉、杀帖、玩家"
        raise SourceError("没有可公告的结果", remedy=remedy, file=str(ledger))
    click.echo(json.dumps(view, ensure_ascii=False) if as_json else text, nl=as_json)


def _announced(found: Game, subject: str | None) -> tuple[int | None, int | None]:
    """The round or the line of the ruling that is meant."""
    events = [one for one in found.ledger.events if one.type in ("close", "ruling")]
    number = None if subject is None else _number(subject, "轮")
    name = None if subject is None else found.known_as(subject)
    # A ruling or a debt may have ended the last round, closed without a tally or not at all.
    done = {one["round"] for one in events if one.type == "close"}
    done |= {found.round} if found.winner else set()
    if number in done:
        return number, None
    for event in reversed(events):
        if event.type == "close" and subject is None:
            return event["round"], None
        if event.type == "ruling":
            complaint = found.complaints.get(event["on"])
            about = {found.known_as(event["on"]), complaint.on if complaint else None}
            if name is None or name in about:
                return None, event.line
    return (found.round if found.winner and subject is None else None), None
