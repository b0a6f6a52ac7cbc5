"""`postcheck explain`: what a finding means, why, and what to do."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from postcheck.cli.chinese import Command, nearest
from postcheck.errors import SourceError
from postcheck.report.terms import FINDINGS, STATUS
from postcheck.ruleset import ids, load
from postcheck.ruleset.explain import Explanation, Ground, explanations, grounds


@click.command(cls=Command)
@click.argument("code", required=False, metavar="[问题]")
@click.option(
    "--ruleset", "rulesets", multiple=True, type=click.Path(), metavar="ID|文件",
    help="只列这些规则的条款，可多次；不写则列全部内置的规则。",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def explain(code: str | None, rulesets: tuple[str, ...], as_json: bool) -> None:
    """说明报告里的一个问题：什么意思，依据哪一条，正反两例，怎么办。

    问题写代码（too_short）或中文名（字数不足）；不写则列出全部。
    """
    if code is None:
        _list(as_json)
        return
    one = explanations()[_code(code)]
    found = grounds(one.code, [load(name) for name in rulesets or ids()])
    if as_json:
        about = {"name": FINDINGS[one.code], **asdict(one)}
        rows = [asdict(ground) for ground in found]
        click.echo(json.dumps({**about, "clauses": rows}, ensure_ascii=False))
    else:
        _print(one, found)


def _code(written: str) -> str:
    if written in FINDINGS:
        return written
    for code, name in FINDINGS.items():
        if name == written:
            return code
    near = nearest(written, [*FINDINGS, *FINDINGS.values()])
    raise SourceError(
        f"没有“{written}”这个问题{near}", remedy="不写名字运行 postcheck explain，可列出全部"
    )


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
