"""`postcheck count`: the fields of Word's 字数统计 dialog."""

import json
from dataclasses import asdict

import click

from postcheck.checks import length
from postcheck.cli.chinese import Command
from postcheck.cli.files import read_some
from postcheck.errors import SourceErrors
from postcheck.measure import Counts
from postcheck.post import Post

FIELDS = {
    "words": "字数",
    "chars": "字符数(不计空格)",
    "chars_with_spaces": "字符数(计空格)",
    "paragraphs": "段落数",
    "non_cjk_words": "非中文单词",
    "cjk": "中文字符和朝鲜语单词",
}


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="文件…")
@click.option("--no-notes", is_flag=True, help="不计文本框、脚注和尾注（同 Word 对话框的复选框）。")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
def count(files: tuple[str, ...], no_notes: bool, as_json: bool) -> None:
    """像 Word 的“字数统计”一样数字数。“-”为标准输入。"""
    posts, faults = read_some(files, notes=not no_notes)
    counted = [(post, length.count(post.text.codes, post.hints)) for post in posts]
    if as_json and counted:
        rows = [{"source": post.source, "counts": asdict(counts)} for post, counts in counted]
        click.echo(json.dumps(rows, ensure_ascii=False))
    elif not as_json:
        for post, counts in counted:
            _print(post, counts)
    if faults:  # a bad file or line does not keep the others from being counted
        raise SourceErrors(faults)


def _print(post: Post, counts: Counts) -> None:
    click.echo(post.source if post.id in ("", post.source) else f"{post.source}（{post.id}）")
    for name, title in FIELDS.items():
        click.echo(f"  {title}：{getattr(counts, name)}")
    if length.has_unmarked(post.text.codes, post.hints):
        other = length.count(post.text.codes, post.hints, marked=False)
        if other != counts:
            click.echo(
                f"  “ ” … · 等若按西文计：字数 {other.words}，中文字符 {other.cjk}"
                "（纯文本不带 Word 的标记，两种都有可能）"
            )
    for notice in post.notices:
        click.echo(f"  注意：{notice}")
