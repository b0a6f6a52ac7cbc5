"""`postcheck rules`: the rulesets, what is in them, and where they do not add up."""

import json
from collections.abc import Iterable
from dataclasses import asdict

import click

from postcheck.cli.chinese import Command, Group
from postcheck.report.terms import FINDINGS, REMEDIES, STATUS, term
from postcheck.ruleset import ids, load
from postcheck.ruleset import lint as linting
from postcheck.ruleset import show as showing
from postcheck.ruleset.names import CHOICES
from postcheck.ruleset.show import Row


@click.group(cls=Group)
def rules() -> None:
    """规则：每条限度、条款与歧义。"""


@rules.command("list", cls=Command)
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def list_all(as_json: bool) -> None:
    """列出内置的规则。"""
    found = [load(name) for name in ids()]
    if as_json:
        rows = [{"id": one.id, "title": one.title, "edition": one.edition, "sha256": one.sha256}
                for one in found]  # fmt: skip
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for one in found:
        click.echo(f"{one.id}：{one.title}（{one.edition}）")


@rules.command(cls=Command)
@click.argument("ruleset", metavar="ID|文件")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def show(ruleset: str, as_json: bool) -> None:
    """列出一套规则的全部数值、条款与转述。"""
    found = load(ruleset)
    sections = showing.sections(found)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in sections], ensure_ascii=False))
        return
    click.echo(f"{found.title}（{found.edition}）  SHA-256 {found.sha256}")
    for section in sections:
        click.echo(f"\n【{section.title}】")
        show_rows(section.rows)


@rules.command(cls=Command)
@click.argument("ruleset", metavar="ID|文件")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
@click.pass_context
def lint(ctx: click.Context, ruleset: str, as_json: bool) -> None:
    """找出规则里对不上的数字、重号、各档之间的空缺与重叠；有则退出码为 1。

    用 extends 的规则只列自己的，承自底本的合计一行（退出码也是 1），--json 里标 inherited。
    """
    loaded = load(ruleset)
    found = linting.lint(loaded)
    own = [one for one in found if not one.inherited]
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False))
    else:
        for one in own:
            click.echo(f"{one.clause}：{one.message}（{one.where}）")
        click.echo(
            f"共 {len(own)} 处" if own else f"{'自己的' if found else ''}没有发现对不上的地方"
        )
        if loaded.base is not None and len(own) < len(found):
            base = loaded.base.stem if loaded.base.stem in ids() else loaded.base.name
            click.echo(f"另有 {len(found) - len(own)} 处承自 {base}，见 rules lint {base}")
    ctx.exit(1 if found else 0)


@rules.command(cls=Command)
@click.argument("before", metavar="甲")
@click.argument("after", metavar="乙")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def diff(before: str, after: str, as_json: bool) -> None:
    """比较两套规则，列出不同的数值与条款。"""
    changes = showing.diff(load(before), load(after))
    if as_json:
        click.echo(json.dumps([asdict(one) for one in changes], ensure_ascii=False))
        return
    for one in changes:
        click.echo(one.key)
        click.echo(f"  − {_row_line(one.before) if one.before else '没有'}")
        click.echo(f"  ＋ {_row_line(one.after) if one.after else '没有'}")
    click.echo(f"共 {len(changes)} 处不同")


def show_rows(rows: Iterable[Row], before: str = "") -> None:
    """Prints a line a row, `before` ahead of it; what several rows in turn say, once."""
    said = ""
    for row in rows:
        click.echo(f"  {before}{_row_line(row)}")
        if row.says and row.says != said:
            click.echo(f"    {row.says}")
        said = row.says


def _row_line(row: Row) -> str:
    """One value of a ruleset with what follows from it, its readings and its clause."""
    parts = [f"{row.name}：{row.value}" if row.value else row.name]
    code, _, status = row.result.partition("（")
    if code:
        asked = f"（{term(STATUS, status.rstrip('）'))}）" if status else ""
        parts.append(f"→ {term(FINDINGS | STATUS, code)}{asked}")
    if row.remedies:
        parts.append(f"处理：{'、'.join(term(REMEDIES, one) for one in row.remedies)}")
    if row.readings:
        parts.append(f"读法：{'／'.join(_reading(one) for one in row.readings)}")
    return f"{'  '.join(parts)}（{row.clause}）"


def _reading(name: str) -> str:
    return term(CHOICES | FINDINGS | REMEDIES | STATUS, name)
