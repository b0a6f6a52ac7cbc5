"""`postcheck game`: the ledger of a game, replayed, counted, explained and announced."""

import json
from pathlib import Path

import click

from postcheck.cli.chinese import Command, Group
from postcheck.game.output import full
from postcheck.game.referee import replay_file


@click.group(cls=Group)
def game() -> None:
    """账本：重放整局，算票，说明每个后果的来由，写公告。"""


@game.command(cls=Command)
@click.argument("ledger", metavar="账本.jsonl", type=click.Path(path_type=Path))
@click.option("--ruleset", metavar="ID|文件", help="换一套规则重放。")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON（默认只报存亡）。")
def replay(ledger: Path, ruleset: str | None, as_json: bool) -> None:
    """按时间重放全部事件，输出最后的局面。同样的账本和规则，输出逐字节相同。"""
    whole = full(replay_file(ledger, ruleset))
    if as_json:
        click.echo(json.dumps(whole, ensure_ascii=False))
        return
    alive = sum(player["alive"] for player in whole["players"].values())
    click.echo(f"第 {whole['round']} 轮，存活 {alive} 人，SHA-256 {whole['sha256']}")
