"""A page and its JSON twin: the same address with `.json`, from the same values."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

Json = Mapping[str, Any]


def page(
    blueprint: Blueprint, rule: str, view: Callable[..., Any], methods: Sequence[str] = ("GET",)
) -> None:
    """Registers a view at its address and at its twin's; `url_for` names the page."""
    blueprint.add_url_rule(rule, view.__name__, view, methods=methods)
    blueprint.add_url_rule(f"{rule}.json", f"{view.__name__}_json", view, methods=methods)


def wants_json() -> bool:
    """Is it the twin that was asked for?"""
    return request.path.endswith(".json")


def respond(template: str, data: Json, status: int = 200, **more: Any) -> Response:
    """The page drawn from `data` (and from `more`, which the twin leaves out), or the twin."""
    if wants_json():
        response = jsonify(dict(data))
        response.status_code = status
        return response
    return make_response(render_template(template, **data, **more), status)
