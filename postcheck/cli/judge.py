"""`postcheck judge`: the judge alone, numbers in, verdicts out."""

import io

import click

from postcheck.cli.chinese import Command
from postcheck.errors import SourceErrors
from postcheck.judge import judge as decide
from postcheck.judge import verdict_to_json
from postcheck.judge.cases import cases
from postcheck.readers import read_text
from postcheck.report.jsonl import json_line
from postcheck.report.terms import FINDINGS, STATUS, term
from postcheck.report.wording import borderline_line
from postcheck.ruleset import load


@click.command(cls=Command)
@click.argument("file", metavar="数字.jsonl")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON，一案一行。")
def judge(file: str, as_json: bool) -> None:
    """只看数字作裁定：每行一个案例，给出字数、重复、引用等数字。

    有错的行最后一次全部指出（退出码 2），其余各行照样裁定；没有错，不论裁定如何退出码都是 0。
    """
    found, errors = cases(io.StringIO(read_text(file)), file)
    rulesets = {name: load(name) for name in dict.fromkeys(case.ruleset for case in found)}
    for case in found:
        verdict = decide(case.figures, rulesets[case.ruleset])
        if as_json:
            click.echo(json_line({"id": case.id, "verdict": verdict_to_json(verdict)}))
            continue
        click.echo(f"{case.id}：{term(STATUS, verdict.status)}")
        for one in verdict.findings:
            click.echo(f"  {term(STATUS, one.status)}｜{term(FINDINGS, one.code)}：{one.message}")
        for near in verdict_to_json(verdict)["borderline"]:
            click.echo(f"  临界｜{borderline_line(near)}")
    if errors:
        raise SourceErrors(errors)
