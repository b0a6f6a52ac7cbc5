"""The error pages, in Chinese; the JSON twin: {"error": {"status", "message", "remedy"}}."""

from collections.abc import Callable

from flask import Flask, Response
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from postcheck.errors import SourceErrors
from postcheck.web.pool import Broken, Busy, TooLong
from postcheck.web.twin import respond

MESSAGES = {
    400: ("请求不完整或写法不对", "请回到上一页再试"),
    403: ("没有权限看这一页", "请用有权限的账号登录"),
    404: ("没有这一页", "请核对地址"),
    405: ("这个地址不接受这样的请求", "请从页面上操作"),
    409: ("别人已先改过", "请看过新的情形再操作"),
    413: ("送来的内容太大", "一次只查一帖；文件请拆小，或去掉里面的图片"),
    415: ("送来的内容不是这里收的格式", "请从页面上操作"),
    421: ("这个网址不通向本页", "请用站长公布的网址"),
    429: ("请求太频繁", "请等一分钟再试"),
    500: ("程序出错了", "这是 postcheck 的缺陷，请把时间和做了什么告诉站长"),
    503: ("现在检查的人太多", "请过几秒再试"),
    504: ("这一帖查得太久，已停下", "请截短再查"),
}


def register(app: Flask) -> None:
    """Draws every error, of a route or of the server, as a page or as JSON."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(SourceErrors, _source)
    app.register_error_handler(Exception, _defect(app))
    app.register_error_handler(Busy, lambda _: _waiting())
    app.register_error_handler(TooLong, lambda _: fault(504, *MESSAGES[504]))
    app.register_error_handler(Broken, _broken(app))


def fault(status: int, message: str, remedy: str = "") -> Response:
    """One error as page or twin; also for faults that a view finds itself."""
    error = {"status": status, "message": message, "remedy": remedy}
    return respond("error.html.j2", {"error": error}, status)


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:  # a redirect of the router
        return error
    response = fault(error.code, *MESSAGES.get(error.code, ("请求没有成功", "请从页面上操作")))
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _source(error: SourceErrors) -> Response:
    """What is wrong with a file or a choice of the visitor; the first says enough."""
    first = error.errors[0]
    return fault(400, first.message, first.remedy)


def _waiting() -> Response:
    response = fault(503, *MESSAGES[503])
    response.headers["Retry-After"] = "5"
    return response


def _broken(app: Flask) -> Callable[[Broken], Response]:
    def handle(error: Broken) -> Response:
        app.logger.error("worker: %s", error)
        return fault(500, *MESSAGES[500])

    return handle


def _defect(app: Flask) -> Callable[[Exception], Response]:
    def handle(error: Exception) -> Response:
        app.log_exception((type(error), error, error.__traceback__))  # type: ignore[arg-type]
        return fault(500, *MESSAGES[500])

    return handle
