"""What the board may see. `PUBLIC` is the whole list: a key that is not on it is never printed.

Who wrote a post stays secret: posts are named by the code (代号) on them, and nothing here
joins a code to a name. An author who goes out is listed among those who went out, without a
reason that would point to the post.
"""

from typing import Any

from postcheck.game import words
from postcheck.game.events import finding_of
from postcheck.game.state import MARK, Game, Player, Post

PUBLIC: dict[str, frozenset[str]] = {
    "round": frozenset(
        ("title", "round", "votes", "vote_out", "tally", "out", "posts", "alive", "overtime",
         "alliances", "winner", "tie", "effects")
    ),
    "tally": frozenset(("player", "full", "half", "rank", "out")),
    "out": frozenset(("player", "how", "role")),
    "posts": frozenset(("code", "target", "status", "fireworks")),
    "alliances": frozenset(("side", "since_round", "clause")),
    "overtime": frozenset(("round", "between", "out")),
    "tie": frozenset(("value", "clause")),
    "effects": frozenset(("order", "clause")),
    "ruling": frozenset(
        ("title", "round", "complaint", "by", "about", "code", "player", "place", "finding",
         "outcome", "why", "wanted", "evidence", "clauses", "target", "post",
         "target_back", "author_out", "warned", "debt")
    ),
    "debt": frozenset(("kind", "min_count", "due", "status")),
}  # fmt: skip
# A cause that would give an author away is shown as one of these.
HOW = {
    "voted": "voted", "suicide": "suicide", "killed": "posts", "fireworks": "posts",
    "mined": "posts", "taken": "taken", "ruled": "ruled",
}  # fmt: skip


def round_view(game: Game, number: int) -> dict[str, Any]:
    """The result of a closed round as the board may see it."""
    plan = game.plans[number]
    entry = game.ruleset.entry("vote.tie")
    order = game.ruleset.entry("order.close")
    return {
        "title": game.ledger.records[1]["title"],
        "round": number,
        "votes": plan.votes,
        "vote_out": plan.vote_out,
        "tally": [
            {key: row[key] for key in ("player", "full", "half", "rank", "out")}
            for row in game.tally.get(str(number), [])
        ],
        "tie": {"value": entry.value, "clause": entry.clause} if entry else None,
        "effects": {"order": list(order.value), "clause": order.clause} if order else None,
        "out": [
            _out(game, player)
            for player in game.players.values()
            if player.out is not None and player.out.round == number
        ],
        "posts": [_post(post) for post in game.round_posts(number) if post.power == "kill"],
        "alive": sum(player.alive for player in game.players.values()),
        "overtime": game.overtime if game.round == number else None,
        "alliances": [
            {"side": one.side, "since_round": one.since_round, "clause": one.clause}
            for one in game.alliances
            if one.kind == "big" and one.since_round == number + 1
        ],
        "winner": game.winner if game.round == number else None,
    }


def _out(game: Game, player: Player) -> dict[str, Any]:
    assert player.out is not None
    cause = player.out.cause
    shown: dict[str, Any] = {"player": player.name, "how": HOW.get(cause, "ruled")}
    if cause in ("voted", "suicide") and game.value("publish.voted_or_suicide"):
        shown["role"] = player.role.name
    if cause == "fireworks" and game.value("publish.fireworks") and _exploded(game, player):
        shown["role"] = player.role.name
    return shown


def _exploded(game: Game, player: Player) -> bool:
    """Whether it was the egg itself, not the author of the post."""
    return any(
        post.target == player.name and post.effect == "fireworks" for post in game.posts.values()
    )


def _post(post: Post) -> dict[str, Any]:
    return {
        "code": post.code,
        "target": post.target,
        "status": post.status,
        "fireworks": post.effect == "fireworks",
    }


def public_reason(why: str | None) -> str | None:
    """Why a complaint is refused; that a name is some player's owner stays secret."""
    return "outsider" if why == "not_playing" else why


def ruling_view(game: Game, line: int) -> dict[str, Any]:
    """A ruling, as it was amended, and what followed from it, as the board may see it."""
    record = next(event for event in game.ledger.events if event.line == line)
    complaint = game.complaints.get(record["on"])
    subject = complaint.on if complaint else record["on"]
    post, player = game.posts.get(subject), game.player(subject)
    steps = [step for step in game.trace if line in step.causes]
    shown: dict[str, Any] = {
        "title": game.ledger.records[1]["title"],
        "round": game.round,
        "complaint": complaint.id if complaint else None,
        "by": complaint.by if complaint else None,
        "evidence": list(complaint.evidence) if complaint else [],
        "about": "post" if post else "player",
        "code": post.code if post else None,
        "player": None if post or player is None else player.name,
        "place": words.subject(subject) if subject.startswith(MARK) else None,
        "finding": finding_of(record),
        "outcome": "refused" if complaint and complaint.status == "refused" else record["outcome"],
        "why": public_reason(complaint.why) if complaint else None,
        "wanted": list(complaint.wanted) if complaint else [],
        "clauses": list(dict.fromkeys(step.clause for step in steps)),
        "target": None,
        "post": None,
        "target_back": False,
        "author_out": False,
        "warned": any(step.what == "warned" for step in steps),
        "debt": None,
    }
    if post is not None:
        target, author = game.players[post.target], game.players[post.author]
        shown["target"] = post.target
        shown["post"] = post.status
        shown["target_back"] = target.alive and any(
            (step.subject, step.what) == (target.name, "back") for step in steps
        )
        shown["author_out"] = author.out is not None and line in author.out.causes
    for debt in game.debts:
        if line in debt.lines:
            shown["debt"] = {
                "kind": debt.kind,
                "min_count": debt.min_count,
                "due": debt.due.isoformat() if debt.due else None,
                "status": debt.status,
            }
    if player is not None and post is None:
        shown["author_out"] = player.out is not None and line in player.out.causes
    return shown
