"""`postcheck verify`: is an HTML report what postcheck wrote?"""

import click

from postcheck.cli.chinese import Command
from postcheck.report.verify import verify_html


@click.command(cls=Command)
@click.argument("report", metavar="报告.html")
@click.pass_context
def verify(ctx: click.Context, report: str) -> None:
    """核对 HTML 报告：页面是否仍是写出时的样子，数字与原文是否相符。

    退出码：0 相符，1 不相符，3 由另一版本写出而无法完全核对。这不是签名，不能证明是谁写的。
    """
    found = verify_html(report)
    if found.genuine:
        click.echo("报告属实：页面与其中的结果一致")
    elif found.other_version is not None:
        click.echo("未能完全核对：报告由另一版本的 postcheck 写出")
    else:
        click.echo("报告不实")
    for reason in found.reasons:
        click.echo(f"  {reason}")
    ctx.exit(0 if found.genuine else 1 if found.other_version is None else 3)
