"""The entry point: the groups of commands, and how errors reach the screen.

Exit status: 0 pass or fine, 1 a post fails, 3 none fails but one needs the referee, 2 bad
usage or bad input.
"""

import os
import sys
import traceback

# postcheck uses no linear algebra; without this every start pays for a pool of idle threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import click

import postcheck
from postcheck.cli.chinese import Group, usage_message
from postcheck.cli.config import apply_config
from postcheck.cli.files import silence
from postcheck.corpus.faults import system_fault
from postcheck.errors import SourceErrors

COMMANDS = {
    "count": ("postcheck.cli.count:count", "像 Word 一样数字数"),
    "check": ("postcheck.cli.check:check", "检查帖子：字数、重复、引用、首发，并给出裁定"),
    "watch": ("postcheck.cli.watch:watch", "盯着一份草稿，每次存盘后重查"),
    "compare": ("postcheck.cli.compare:compare", "两篇文字直接对照，逐段并排"),
    "read": ("postcheck.cli.read:read", "列出从文件、存下的网页与档案里读到的帖子"),
    "judge": ("postcheck.cli.judge:judge", "只看数字作裁定（JSON Lines 进，裁定出）"),
    "corpus": ("postcheck.cli.corpus:corpus", "语料库：增删、查看、重建、校验、导出，现成的配方"),
    "crawl": ("postcheck.cli.crawl:crawl", "从网上取帖：主题、版块或一列网址，存进语料库"),
    "rules": ("postcheck.cli.rules:rules", "规则：列出、查看、查错、比较"),
    "explain": ("postcheck.cli.explain:explain", "说明一个问题或条款：依据、正反例、怎么办"),
    "game": ("postcheck.cli.game:game", "账本：重放、算票、说明、公告"),
    "audit": ("postcheck.cli.audit:audit", "成批审核：一局的全部投诉，或全部帖子"),
    "verify": ("postcheck.cli.verify:verify", "核对 HTML 报告的真伪"),
    "config": ("postcheck.cli.config:config", "查看生效的设置及其来源"),
    "serve": ("postcheck.cli.serve:serve", "开网页：玩家自查，哨子台"),
    "user": ("postcheck.cli.user:user", "哨子台的账号：加、列、改密码、停用"),
    "demo": ("postcheck.cli.demo:demo", "用示例语料检查四个示例帖"),
}


@click.command(cls=Group, lazy=COMMANDS, name="postcheck")
@click.version_option(postcheck.__version__, message="%(version)s", help="显示版本。")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """postcheck：风云报道与杀帖检查。"""
    apply_config(ctx)


def main() -> None:
    """Runs the command line and exits with its status."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 (`>&-`: there is none)
    for stream in (sys.stdout, sys.stderr):
        # A lone surrogate in a post must not end the report; `\\udxxx` is also right in JSON.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = run(sys.argv[1:])
    except Exception as error:  # noqa: BLE001
        # A defect of ours. Status 1 would say that a post fails, which nobody has found out.
        click.echo(f"错误：{_defect(error)}", err=True)
        status = 2
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Runs one command line and returns its exit status; messages go to stderr."""
    try:
        return cli.main(arguments, prog_name="postcheck", standalone_mode=False) or 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "postcheck"
        click.echo(f"错误：{usage_message(error)} —— 用法见 {path} --help", err=True)
    except click.ClickException as error:
        click.echo(f"错误：{error.format_message()}", err=True)
    except SourceErrors as errors:
        for one in errors.errors:
            click.echo(f"错误：{one.layout()}", err=True)
    except (click.Abort, KeyboardInterrupt):
        click.echo("已中断", err=True)
    except (BrokenPipeError, SystemExit):
        # The reader of our output has gone (`| head`): nothing is wrong, nothing to say. click
        # would end with status 1, which says that a post fails.
        silence()
        return 0
    except OSError as error:
        click.echo(f"错误：{system_fault(error, '').layout()}", err=True)
    except MemoryError:
        click.echo("错误：内存不够 —— 请拆成几个小文件", err=True)
    return 2


def _defect(error: Exception) -> str:
    """One line that says what broke and where, to be reported as it stands."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    where = f"{os.path.basename(place.filename)}:{place.lineno}"
    return f"程序出错（{what}，{where}） —— 这是 postcheck 的缺陷，请连同这一行报告"
