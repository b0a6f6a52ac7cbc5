"""What a complaint is about: a kill post, a report or a player, and the text complained of."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from difflib import get_close_matches

from postcheck.audit.complaints import Complaint
from postcheck.audit.same import Match, ledger_line, same, subject_of
from postcheck.game.events import Event
from postcheck.game.state import Game

_ROUND = re.compile(r"第\s*(\d{1,3})\s*轮|(?<![A-Za-z])[Rr](\d{1,3})(?!\d)")
_TOKEN = re.compile(r"[A-Za-z0-9_-]+")
_SHOWN = 5


def match(game: Game, one: Complaint) -> Match:
    """Finds a complaint's subject in a ledger by id, name, code, address, in this order."""
    known = ledger_line(game, one)
    if known is not None and not (one.on or one.code):
        return Match(subject_of(game, known), known)
    if not (one.on or one.code):
        return Match(None, None, "这一行没有写被投诉帖")
    found = _subjects(game, one)
    if known is not None and len(found) != 1 and (not found or subject_of(game, known) in found):
        subject = subject_of(game, known)
        note = f"“{(one.on or one.code)[:60]}”说不清是哪一帖，按编号 {one.id} 的 {subject}"
        return Match(subject, known, notes=(note,))
    if len(found) == 1:
        return same(game, one, found[0], known)
    if found:
        shown = "、".join(found[:_SHOWN])
        return Match(None, None, f"“{one.on or one.code}”可以是 {shown}，写上编号或轮次")
    return Match(None, None, f"账本里没有“{(one.on or one.code)[:60]}”{_near(game, one)}")


def _near(game: Game, one: Complaint) -> str:
    near = get_close_matches(one.on or one.code, [*game.posts, *game.players], 1, 0.5)
    return f"，是不是 {near[0]}？" if near else ""


def _subjects(game: Game, one: Complaint) -> list[str]:
    """The subjects that the words may mean, from the surest way of naming one to the vaguest."""
    for way in (_by_id, _by_name, _by_address, _by_code, _by_part):
        found = list(dict.fromkeys(way(game, one)))
        if found:
            return found
    return []


def _by_id(game: Game, one: Complaint) -> Iterator[str]:
    if one.on in game.posts:
        yield one.on


def _by_name(game: Game, one: Complaint) -> Iterator[str]:
    words = re.sub(r"(的)?报道帖?$", "", one.on).strip("“”\"' @")
    player = game.player(words)
    if player is not None:
        yield player.name


def _by_address(game: Game, one: Complaint) -> Iterator[str]:
    """By the thread address and floor, or the text, that the ledger's line names."""
    if len(one.on) < 3:
        return
    for event in _events(game, "kill", "act", "report", "fill"):
        source = event.get("source")
        parts = source.values() if isinstance(source, dict) else [source]
        if one.on == event.get("post") or one.on in map(str, parts):
            subject = event.get("id") or event.get("kill") or event.get("player")
            if subject:
                yield game.known_as(subject)  # who reports may be a substitute


def _by_code(game: Game, one: Complaint) -> Iterator[str]:
    """By the code on the post; of several rounds the one named, else the last before it."""
    codes = [code for code in game.ruleset.codes if code in (one.code, one.on)]
    codes = codes or [code for code in game.ruleset.codes if code in one.on]
    longest = max(codes, key=len, default=None)
    posts = [post for post in game.posts.values() if longest and post.code == longest]
    number = one.round or _round_in(one.on)
    if number is not None:
        posts = [post for post in posts if post.round == number]
    elif one.at is not None:
        posts = [post for post in posts if post.at <= one.at]
        last = max((post.round for post in posts), default=0)
        posts = [post for post in posts if post.round == last]
    yield from (post.id for post in posts)


def _by_part(game: Game, one: Complaint) -> Iterator[str]:
    """By an id, or a name with 报道, within other words."""
    tokens = _TOKEN.findall(one.on)
    yield from (token for token in tokens if token in game.posts)
    if "报道" in one.on:
        yield from (name for name in game.players if len(name) > 1 and name in one.on)


def _round_in(words: str) -> int | None:
    found = _ROUND.search(words)
    return int(found[1] or found[2]) if found else None


def content(game: Game, subject: str, at: datetime | None) -> Event | None:
    """The line that brought the text complained of: the last one up to `at`, else the first.

    A report is replaced by a later one, a kill post by its rewrite. None: the subject has no
    post. An IOU that was never filled gives its own line, without `counts` or `post`.
    """
    lines = [event for event in _lines(game, subject) if not event.get("iou")]
    before = [event for event in lines if at is None or event.at <= at]
    if before:
        return before[-1]
    return next(iter(lines or _lines(game, subject)), None)


def _lines(game: Game, subject: str) -> list[Event]:
    keys = {"kill": "id", "act": "id", "fill": "kill", "report": "player"}
    return [
        event
        for event in _events(game, *keys)
        if subject == event.get(keys[event.type])
        or (event.type == "report" and game.aliases.get(event["player"]) == subject)
    ]


def _events(game: Game, *types: str) -> Iterable[Event]:
    return (event for event in game.ledger.events if event.type in types)
