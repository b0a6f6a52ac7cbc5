"""`postcheck explain`: what a finding means, why, and what to do; what stands on a clause."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from postcheck.cli.chinese import Command, nearest
from postcheck.cli.rules import show_rows
from postcheck.errors import SourceError
from postcheck.report.terms import FINDINGS, STATUS
from postcheck.ruleset import Ruleset, ids, load
from postcheck.ruleset.explain import Explanation, Ground, explanations, grounds
from postcheck.ruleset.show import sections, standing_on

_WIDE = str.maketrans("（）", "()")


@click.command(cls=Command)
@click.argument("code", required=False, metavar="[问题|条款]")
@click.option(
    "--ruleset", "rulesets", multiple=True, type=click.Path(), metavar="ID|文件",
    help="只列这些规则的条款，可多次；不写则列全部内置的规则。",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def explain(code: str | None, rulesets: tuple[str, ...], as_json: bool) -> None:
    """说明报告里的一个问题：什么意思，依据哪一条，正反两例，怎么办。

    问题写代码（too_short）或中文名（字数不足）；不写则列出全部。写条款（杀帖8），则列出各套规则里依据它的
    全部数值。
    """
    if code is None:
        _list(as_json)
        return
    chosen = [load(name) for name in rulesets or ids()]
    finding = next((one for one, name in FINDINGS.items() if code in (one, name)), None)
    if finding is None:
        _explain_clause("".join(code.translate(_WIDE).split()), chosen, as_json)
        return
    one = explanations()[finding]
    found = grounds(one.code, chosen)
    if as_json:
        about = {"name": FINDINGS[one.code], **asdict(one)}
        rows = [asdict(ground) for ground in found]
        click.echo(json.dumps({**about, "clauses": rows}, ensure_ascii=False))
    else:
        _print(one, found)


def _explain_clause(clause: str, rulesets: Sequence[Ruleset], as_json: bool) -> None:
    """Lists what stands on a clause, ruleset by ruleset; raises SourceError where nothing does."""
    found = {one.id: standing_on(one, clause) for one in rulesets}
    if not any(found.values()):
        known = {row.clause for one in rulesets for part in sections(one) for row in part.rows}
        near = nearest(clause, [*FINDINGS, *FINDINGS.values(), *sorted(known)])
        raise SourceError(
            f"没有“{clause}”这个问题或条款{near}",
            remedy="不写名字运行 postcheck explain，可列出全部问题；条款见 postcheck rules show",
        )
    if as_json:
        rows = [
            {"ruleset": name, "section": part.title, **asdict(row)}
            for name, parts in found.items()
            for part in parts
            for row in part.rows
        ]
        click.echo(json.dumps({"clause": clause, "rows": rows}, ensure_ascii=False))
        return
    for one in rulesets:
        click.echo(f"{one.title} {clause}{'' if found[one.id] else '：没有依据它的数值'}")
        for part in found[one.id]:
            show_rows(part.rows, f"{part.title}　")


def _list(as_json: bool) -> None:
    if as_json:
        rows = [{"code": code, "name": name, "meaning": explanations()[code].meaning}
                for code, name in FINDINGS.items()]  # fmt: skip
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for code, name in FINDINGS.items():
        click.echo(f"{name}（{code}）：{explanations()[code].meaning}")


def _print(one: Explanation, found: Sequence[Ground]) -> None:
    click.echo(f"{FINDINGS[one.code]}（{one.code}）\n{one.meaning}\n\n依据")
    for ground in found:
        status = "、".join(STATUS[name] for name in ground.statuses)
        assumed = "；限度是推定的" if ground.assumed else ""
        click.echo(f"  {ground.title} {ground.clause}（{ground.kind}，{status}{assumed}）")
        click.echo(f"    {ground.says}")
    if not found:
        click.echo("  所列的规则里没有这样的条款。")
    click.echo(f"\n例\n  不合：{one.fails.words}\n  无妨：{one.passes.words}\n\n怎么办")
    for number, line in enumerate(one.advice, 1):
        click.echo(f"  {number}. {line}")
