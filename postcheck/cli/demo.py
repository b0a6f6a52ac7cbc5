"""`postcheck demo`: the main job on the sample corpus and the four sample posts."""

import os
from pathlib import Path

import click

from postcheck import paths
from postcheck.cli.check import check
from postcheck.cli.chinese import Command
from postcheck.corpus.store import add, corpus_names, remove


@click.command(cls=Command)
@click.option("--out", default="demo-out", metavar="文件夹", help="语料库与报告写在这里。")
@click.pass_context
def demo(ctx: click.Context, out: str) -> None:
    """建示例语料库，检查四个示例帖：一个合格，一个凑字，一个引用过度，一个旧文重发。"""
    sample = paths.builtin("corpora") / "sample"
    folder = Path(out)
    # The demo must not touch the user's own corpora.
    os.environ["POSTCHECK_HOME"] = str(folder / "store")
    if "sample" in corpus_names():
        remove("sample")  # an earlier demo's, perhaps of another version of postcheck
    report = add("sample", [str(sample / "texts.jsonl")])
    click.echo(f"示例语料库：{report.read} 篇，{report.characters} 字", err=True)
    page = folder / "report.html"
    arguments = [str(sample / "posts.jsonl"), "--ruleset", "fengyun85", "--html", str(page)]
    with check.make_context("check", arguments, parent=ctx) as inner:
        try:
            check.invoke(inner)
        except click.exceptions.Exit:
            # Three of the four posts are meant to fail; the demo itself has succeeded.
            click.echo(f"四个示例帖检查完毕，报告见 {page}", err=True)
