"""What posts and powers do at the close of a round, in the order that the ruleset declares.

Each effect is one small function over a `Closing`; `EFFECTS` names them. They look at who was
in before the close, so posts of one round work at the same time.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from postcheck.game.eggs import explodes, is_flight
from postcheck.game.events import Event
from postcheck.game.state import STANDS, Game, Player, Post, ascending
from postcheck.game.votes import Count, Row, names_on


@dataclass
class Closing:
    """One close: the posts that still wait for their effect, and the count of the vote."""

    game: Game
    event: Event
    number: int
    before: dict[str, bool]
    count: Count
    silent: dict[str, list[int]]
    mined: set[str] = field(default_factory=set)
    waiting: list[Post] = field(default_factory=list)

    def posts(self, power: str) -> list[Post]:
        """The standing posts of one power in this round."""
        return [
            post
            for post in self.game.round_posts(self.number)
            if post.power == power and post.status in STANDS
        ]

    def lines(self, *posts: Post) -> list[int]:
        return ascending(self.event.lines, *(post.lines for post in posts))

    def target(self, post: Post) -> Player:
        return self.game.players[post.target]


def run(closing: Closing, only: tuple[str, ...] = ()) -> None:
    """All effects of a close, or only some of them, in the declared order."""
    closing.waiting = [post for post in closing.game.round_posts(closing.number) if post.hits]
    for name in closing.game.value("order.close"):
        if not only or name in only:
            EFFECTS[name](closing)


def _rescued(closing: Closing) -> dict[str, list[Post]]:
    found: dict[str, list[Post]] = {}
    for post in closing.posts("rescue"):
        found.setdefault(post.target, []).append(post)
    return found


def mine(closing: Closing) -> None:
    """挖蛋: a white egg is out without fireworks; if also rescued it only stops being one."""
    game, rescued = closing.game, _rescued(closing)
    for post in closing.posts("mine"):
        target = closing.target(post)
        clause = game.clause("mine.targets")
        if target.role.name not in game.value("mine.targets") or not target.alive or target.spent:
            game.note(post.id, "nothing found", clause, closing.lines(post))
            continue
        target.spent = True
        closing.mined.add(target.name)
        post.effect = "mined"
        if target.name in rescued:
            rescue_clause = game.clause("rescue.mined_egg")
            lines = closing.lines(post, *rescued[target.name])
            game.note(target.name, "no egg any more", rescue_clause, lines)
        else:
            _put_out(closing, target, "mined", clause, closing.lines(post), post.id)


def flight(closing: Closing) -> None:
    """起飞: the flying egg goes out with its target, where the ruleset says so."""
    game = closing.game
    for post in [one for one in closing.waiting if is_flight(game, one)]:
        clause = game.clause("flight.author_out")
        if game.value("flight.author_out") == "out_with_target":
            _fireworks(closing, post, clause)
        else:
            game.ask(post.id, clause, post.lines, out_with_target="fireworks", stays="author in")


def fireworks(closing: Closing) -> None:
    """烟花: an egg that is hit goes out with the author of every post that hit it."""
    for post in list(closing.waiting):
        egg = explodes(closing.game, post)
        if egg is not None and closing.before[post.target]:
            _fireworks(closing, post, egg.clause)


def _fireworks(closing: Closing, post: Post, clause: str) -> None:
    closing.waiting.remove(post)
    if not closing.before[post.target]:
        closing.game.note(post.id, "target out already", clause, closing.lines(post))
        return
    post.effect = "fireworks"
    lines = closing.lines(post)
    closing.game.note(post.id, "fireworks", clause, lines)
    _hit(closing, post, "fireworks", clause)
    author = closing.game.players[post.author]
    _put_out(closing, author, "fireworks", clause, lines, post.id)


def rescue(closing: Closing) -> None:
    """医帖: a hit target without fireworks stays in."""
    rescued = _rescued(closing)
    for post in list(closing.waiting):
        if post.target in rescued and closing.target(post).alive:
            closing.waiting.remove(post)
            post.effect = "rescued"
            lines = closing.lines(post, *rescued[post.target])
            for one in rescued[post.target]:
                one.effect = "rescued"
            closing.game.note(post.target, "rescued", closing.game.clause("rescue.saves"), lines)


def kill(closing: Closing) -> None:
    """杀帖: whoever is still hit goes out; two posts on one target both take effect."""
    clause = closing.game.plans[closing.number].clause
    for post in list(closing.waiting):
        closing.waiting.remove(post)
        if closing.target(post).name in closing.mined or not closing.before[post.target]:
            closing.game.note(post.id, "target out already", clause, closing.lines(post))
            continue
        post.effect = "killed"
        _hit(closing, post, "killed", clause)


def double_rescue(closing: Closing) -> None:
    """Rescued two rounds running and hit in neither: out."""
    game = closing.game
    if game.value("rescue.twice_unhit") != "out":
        return
    hit = {
        post.target
        for number in (closing.number - 1, closing.number)
        for post in game.round_posts(number)
        if post.hits
    }
    earlier = [
        post
        for post in game.round_posts(closing.number - 1)
        if post.power == "rescue" and post.status in STANDS
    ]
    for post in closing.posts("rescue"):
        for one in earlier:
            if one.target == post.target and post.target not in hit:
                clause = game.clause("rescue.twice_unhit")
                _put_out(closing, closing.target(post), "killed", clause, closing.lines(one, post))


def vote(closing: Closing) -> None:
    """Who is clear goes out by the vote."""
    for row in closing.count.clear:
        row.out = True
        _voted(closing, row)


def _voted(closing: Closing, row: Row) -> None:
    game, player = closing.game, closing.game.players[row.player]
    clause = game.clause("vote.fewer_names") or game.plans[closing.number].clause
    gone = _put_out(closing, player, "voted", clause, ascending(closing.event.lines, row.lines))
    if gone and player.side == "neutral" and game.value("change.voted_out") == "black":
        player.side = "black"


def take(closing: Closing) -> None:
    """带走: who was voted out takes one of its voters along, chosen or by default."""
    game = closing.game
    by_player = {row.player: row for row in closing.count.rows}
    for taking in game.ruleset.takings:
        if taking.last_round is not None and closing.number > taking.last_round:
            continue
        for player in list(game.players.values()):
            out = player.out
            fresh = out is not None and out.cause == "voted" and out.round == closing.number
            if player.role.name != taking.role or not fresh or player.name not in by_player:
                continue
            if not closing.before[player.name]:
                continue
            chosen, lines = _taken(closing, player, taking.whom, taking.default)
            if chosen is not None:
                lines = ascending(closing.lines(), by_player[player.name].lines, lines)
                _put_out(closing, chosen, "taken", taking.clause, lines)


def _taken(
    closing: Closing, player: Player, whom: str, default: str
) -> tuple[Player | None, list[int]]:
    """Whom `player` takes: its own choice among its voters where it has one, else the default."""
    game = closing.game
    voters = [
        (ballot, voter)
        for ballot in closing.count.standing
        if (voter := game.player(ballot["voter"])) is not None
        and voter is not player
        and any(game.player(name) is player for name in names_on(ballot, closing.count.names))
    ]
    last = max(voters, key=lambda one: (one[0].at, one[0].line), default=None)
    allowed = voters if whom == "any_voter" or last is None else [last]
    for act in reversed(game.takes.get(closing.number, [])):
        if game.player(act["author"]) is not player:
            continue
        for ballot, voter in allowed:
            if voter is game.player(act["target"]):
                return voter, ascending(act.lines, ballot.lines)
        game.note(player.name, "may not take", game.plans[closing.number].clause, act.lines)
    if default == "last_voter" and last is not None:
        ballot, voter = last
        return voter, list(ballot.lines)
    return None, []


def silence(closing: Closing) -> None:
    """不投票: a suicide; where the ruleset leaves the first round open, the referee is asked."""
    game = closing.game
    for name, lines in closing.silent.items():
        player = game.players[name]
        causes = ascending(closing.event.lines, lines, [player.line])
        exempt = game.value("vote.off_machine_suicide_from")
        if exempt is not None and closing.number < exempt and lines:
            game.note(name, "no suicide", game.clause("vote.off_machine"), causes)
        elif closing.number == 1 and game.value("vote.silent_round_one") == "referee":
            if player.alive:
                clause = game.clause("vote.silent_round_one")
                game.ask(name, clause, causes, suicide="suicide", **{"pass": "in"})
        else:
            _put_out(closing, player, "suicide", game.clause("vote.silence"), causes)


EFFECTS: dict[str, Callable[[Closing], None]] = {
    "mine": mine,
    "flight": flight,
    "fireworks": fireworks,
    "rescue": rescue,
    "kill": kill,
    "double_rescue": double_rescue,
    "vote": vote,
    "take": take,
    "silence": silence,
}


def _hit(closing: Closing, post: Post, cause: str, clause: str) -> None:
    """The target of a post goes out; who has no side yet is given one by it."""
    game, target = closing.game, closing.target(post)
    author = game.players[post.author]
    if target.side == "neutral" and target.alive:
        _choose_side(closing, target)
    changes = author.role.name == game.value("change.role") and author.side == "neutral"
    if changes and target.side != "neutral":
        author.side = "black" if target.side == "white" else "white"
    _put_out(closing, target, cause, clause, closing.lines(post), post.id)


def _choose_side(closing: Closing, target: Player) -> None:
    """Whose post hits the neutral player decides its side; hit by both, the referee does."""
    game, sides, lines = closing.game, {}, closing.lines()
    for post in closing.game.round_posts(closing.number):
        if not post.hits or post.target != target.name:
            continue
        author = game.players[post.author]
        by = {author.role.name, author.role.group, post.unit}
        for side in ("black", "white"):
            if by & set(game.value(f"change.to_{side}_by") or ()):
                sides[side] = side
                lines = ascending(lines, post.lines)
    if len(sides) == 1:
        target.side = next(iter(sides))
    elif sides:
        game.ask(target.name, game.clause("change.to_black_by"), lines, **sides)


def _put_out(
    closing: Closing,
    player: Player,
    cause: str,
    clause: str,
    lines: list[int],
    post: str | None = None,
) -> bool:
    return closing.game.put_out(player, cause, clause, lines, closing.number, post)
