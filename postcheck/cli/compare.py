"""`postcheck compare`: two texts side by side, what they share and what was changed."""

import sys
from contextlib import nullcontext

import click

from postcheck.checks.pair import compare as compared
from postcheck.cli.chinese import Command
from postcheck.cli.files import named_files, read_posts, whole_file
from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.report.jsonl import json_line
from postcheck.report.pair import render_html, render_terminal, to_json
from postcheck.report.terminal import make_console

LONGEST = 200_000  # characters of one text; altered throughout, they take about a minute


@click.command(cls=Command)
@click.argument("left", metavar="甲", type=click.Path())
@click.argument("right", metavar="乙", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="输出 JSON。")
@click.option("--html", metavar="文件", help="另写一份自含的 HTML 对照页。")
@click.pass_context
def compare(ctx: click.Context, left: str, right: str, as_json: bool, html: str | None) -> None:
    """两篇文字直接对照：各有多少见于对方，逐段并排，标出改动的字。

    只列事实，不作判定；无论结果如何，退出码都是 0，用法或输入有误才是 2。
    """
    result = to_json(compared(*_pair((left, right))))
    with whole_file(html, named_files(ctx)) if html is not None else nullcontext() as page:
        if page is not None:
            page.write(render_html(result))
    if as_json:
        click.echo(json_line(result))
    else:
        render_terminal(result, make_console(sys.stdout))
    if html is not None:
        click.echo(f"已写 {html}", err=True)


def _pair(sources: tuple[str, str]) -> list[Post]:
    """The one post of each file; raises SourceErrors with the faults of both."""
    posts: list[Post] = []
    errors: list[SourceError] = []
    for source in sources:
        try:
            posts.append(_one(source))
        except SourceErrors as found:
            errors += found.errors
    if errors:
        raise SourceErrors(errors)
    return posts


def _one(source: str) -> Post:
    posts = read_posts([source])
    if len(posts) != 1:
        raise SourceError(
            f"里面有 {len(posts)} 帖，不知道对照哪一帖",
            remedy="甲、乙各给只有一帖的文件",
            file=source,
        )
    (post,) = posts
    if len(post.text) > LONGEST:
        raise SourceError(
            f"有 {len(post.text)} 个字符，最多对照 {LONGEST} 个",
            remedy="请截取要对照的部分",
            file=source,
        )
    return post
