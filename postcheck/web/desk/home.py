"""The games of an account; a new one, empty or from a ledger file; who belongs to it."""

from datetime import datetime
from typing import Any, cast

from flask import Blueprint, Response, abort, redirect, request, url_for

from postcheck.errors import SourceError, SourceErrors
from postcheck.game.ledger import line_of
from postcheck.web.desk import accounts, ledgers
from postcheck.web.desk.access import Visit, desk_of, game_action, game_page, own_page
from postcheck.web.desk.accounts import RANKS, ROLES, Account
from postcheck.web.desk.forms import text, whole
from postcheck.web.twin import respond

_COLUMNS = ("name", "role", "group", "code", "owner")
_MOST_PLAYERS = 1000


def register(blueprint: Blueprint) -> None:
    own_page(blueprint, "/", home)
    own_page(blueprint, "/new", new_game, ("GET", "POST"))
    game_page(blueprint, "/people", people, "referee")
    game_action(blueprint, "/people", set_person, "referee")


def home(account: Account) -> Response:
    """The list of games."""
    found = ledgers.of_account(desk_of().store, account)
    games = [
        {"id": game, "title": title, "role": min(role, account.role, key=RANKS.__getitem__)}
        for game, title, role in found
    ]
    data = {"account": {"name": account.name, "role": account.role}, "games": games}
    return respond("desk/home.html.j2", data, roles=ROLES)


def new_game(account: Account) -> Response:
    """Opens a game; who may referee none may open none."""
    if account.role != "referee":
        abort(403)
    desk, errors = desk_of(), []
    if request.method == "POST":
        try:
            raw = _uploaded() or _written()
            game = desk.replays.fold(raw, "账本")
        except SourceErrors as found:
            errors = [
                {"place": _place(one.line), "message": one.message, "remedy": one.remedy}
                for one in found.errors
            ]
        else:
            title = game.ledger.records[1]["title"]
            made = ledgers.create(desk.store, title, game.ledger.raw, account)
            return cast(Response, redirect(url_for("desk.overview", game=made), 303))
    data = {"errors": errors, "rulesets": list(desk.replays.rulesets)}
    titles = {one.id: one.title for one in desk.replays.rulesets.values()}
    form = request.form if request.method == "POST" else {}
    return respond("desk/new.html.j2", data, 400 if errors else 200, form=form, titles=titles)


def _place(line: int | None) -> str:
    """Where a fault is: a line of the file, or of the cast as it was pasted."""
    if line is None or _uploaded_one():
        return "" if line is None else f"第 {line} 行"
    rows = [row for row, text in enumerate(_cast(), 1) if text.strip()]
    return f"玩家名单第 {rows[line - 2]} 行" if 2 <= line < len(rows) + 2 else ""


def _uploaded_one() -> bool:
    file = request.files.get("ledger")
    return bool(file and file.filename)


def _cast() -> list[str]:
    return request.form.get("cast", "").splitlines()


def _uploaded() -> bytes | None:
    """The bytes of a ledger file, None where none was chosen."""
    file = request.files.get("ledger")
    return (file.read() if file else b"") or None


def _written() -> bytes:
    """Line 1 and the cast from the form's own fields."""
    form = request.form
    zone = text(form, "zone") or "+08:00"
    first = _with_zone(form.get("first_round", ""), zone)
    record: dict[str, Any] = {
        "type": "game", "at": first, "ruleset": form.get("ruleset", ""),
        "title": text(form, "title") or "", "first_round": first,
        "round": whole(form.get("round") or "1") or 0,
    }  # fmt: skip
    if text(form, "report_until"):
        record["report_until"] = _with_zone(form["report_until"], zone)
        record["at"] = min(record["report_until"], first)
    rows = [line for line in _cast() if line.strip()]
    if len(rows) > _MOST_PLAYERS:
        raise SourceError("名单太长", remedy="一行一个玩家")
    players = [_player(line, record["at"]) for line in rows]
    return b"".join(line_of(one) for one in [record, *players])


def _with_zone(value: str, zone: str) -> str:
    try:
        return datetime.fromisoformat(f"{value.strip()}{zone}").isoformat()
    except ValueError:
        raise SourceError("时间或时区不对", remedy="时区写成 +08:00") from None


def _player(line: str, at: str) -> dict[str, Any]:
    """Name, role, group, code, owner, between tabs, commas or else blanks; what is missing is
    null."""
    mark = next((one for one in "\t，," if one in line), None)
    cells = [cell.strip() for cell in line.split(mark)]
    given = [None if cell in ("", "-", "—") else cell for cell in cells]
    values = dict(zip(_COLUMNS, [*given, *[None] * len(_COLUMNS)], strict=False))
    return {"type": "player", "at": at, **values}


def people(visit: Visit) -> Response:
    """Who belongs to the game, and as what."""
    found = accounts.members_of(visit.desk.store, visit.game)
    shown = [
        {
            "name": one.name,
            "role": role,
            "may": [may for may in ROLES if RANKS[may] <= RANKS[one.role]],
        }
        for one, role in found
    ]
    data = visit.base() | {"people": shown}
    return respond("desk/people.html.j2", data, roles=ROLES)


def set_person(visit: Visit) -> Response:
    """Gives an account a role in the game, or takes it out."""
    account = accounts.named(visit.desk.store, request.form.get("name", "").strip())
    role = request.form.get("role") or None
    if role is not None and role not in ROLES:
        abort(400)
    if role is not None and RANKS[role] > RANKS[account.role]:
        message = f"账号“{account.name}”最多可作{ROLES[account.role]}"
        raise SourceError(message, remedy="请站长改账号的身份，或另选一个")
    accounts.set_member(visit.desk.store, visit.game, account, role)
    return cast(Response, redirect(url_for("desk.people", game=visit.game), 303))
