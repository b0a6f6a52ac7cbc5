"""`postcheck read`: what the readers see, without judging."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from postcheck import readers
from postcheck.cli.chinese import Command
from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.readers import archive
from postcheck.readers.threads import Seen

ARCHIVES = (".zip", ".warc", ".warc.gz", ".csv", ".tsv", ".xlsx", ".json", ".jsonl.gz", ".ndjson",
            ".epub", ".parquet", ".xml", ".xml.bz2")  # fmt: skip
KINDS = {"report": "报道", "kill": "杀帖", None: ""}
EDITED = {True: "编辑过", False: "未编辑", None: "是否编辑过不明"}


class Faults:
    """Errors and notes, in the order in which they came up."""

    def __init__(self) -> None:
        self.errors: list[SourceError] = []
        self.notes: list[SourceError] = []

    def error(self, error: SourceError) -> None:
        self.errors.append(error)

    def skip(self, note: SourceError) -> None:
        self.notes.append(note)


@click.command(cls=Command)
@click.argument("sources", nargs=-1, required=True, metavar="来源…")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON，一帖一行。")
@click.pass_context
def read(ctx: click.Context, sources: tuple[str, ...], as_json: bool) -> None:
    """列出读到的帖子：楼层、作者、时间、是否编辑过、本人文字、引用，不作裁定。

    来源可为存下的帖子网页（.html .mhtml）、.warc、.docx .txt .md .jsonl .csv .xlsx .epub，
    装着它们的文件夹或 .zip，“-”为标准输入。有的来源读不了时其余照读，退出码 3。
    """
    faults = Faults()
    seen = Seen()
    count = 0
    for source in sources:
        try:
            for post in _posts(source, faults):
                count += 1
                seen.add(post)
                click.echo(
                    json.dumps(to_json(post), ensure_ascii=False) if as_json else _line(post)
                )
        except SourceErrors as errors:
            faults.errors += errors.errors
    for line in seen.missing():
        click.echo(f"注意：{line}", err=True)
    for note in faults.notes:
        click.echo(f"略过：{note.layout()}", err=True)
    if faults.errors and not count:
        raise SourceErrors(faults.errors)
    for error in faults.errors:
        click.echo(f"错误：{error.layout()}", err=True)
    ctx.exit(3 if faults.errors else 0)


def _posts(source: str, faults: Faults) -> Iterator[Post]:
    if Path(source).is_dir() or source.lower().endswith(ARCHIVES):
        return archive.posts(source, faults)
    return iter(readers.read(source))


def to_json(post: Post) -> dict[str, object]:
    """The object of one post; `text` is null where the board did not show it.

    `unknown`: "hidden", "partial" or "mixed" where the text proves nothing, else null.
    """
    return {
        "id": post.id,
        "source": post.source,
        "floor": post.floor,
        "author": post.author,
        "posted_at": post.posted_at.isoformat() if post.posted_at else None,
        "edited": post.edited,
        "edited_at": post.edited_at.isoformat() if post.edited_at else None,
        "title": post.title,
        "kind": post.kind,
        "text": None if post.unknown == "hidden" else post.text.original,
        "quotes": [{"author": quote.author, "text": quote.text} for quote in post.quotes],
        "images": post.images,
        "locked": post.locked,
        "code": post.code,
        "unknown": post.unknown,
        "images_only": post.images_only,
        "url": post.url,
        "notices": list(post.notices),
        **{key: post.extra[key] for key in sorted(post.extra)},
    }


def _line(post: Post) -> str:
    """One post in two lines: what it is, and how it begins."""
    time = f"{post.posted_at:%Y-%m-%d %H:%M}" if post.posted_at else "时间不明"
    facts = [post.floor or post.id, post.author or "作者不明", time, EDITED[post.edited]]
    if post.kind:
        facts.append(KINDS[post.kind])
    if post.unknown == "hidden":
        facts.append("正文未知")
    else:
        facts.append(f"本人文字 {len(''.join(post.text.original.split()))} 字")
    if post.quotes:
        facts.append(f"引用 {len(post.quotes)} 段")
    if post.images:
        facts.append(f"图 {post.images} 张")
    head = " ".join(post.text.original[:200].split())[:40]
    notices = "".join(f"\n  注意：{notice}" for notice in post.notices)
    return "　".join(facts) + (f"\n  {head}" if head else "") + notices
