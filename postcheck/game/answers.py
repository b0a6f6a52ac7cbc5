"""Questions (待定) that a ruling answers by its `reading`, and what follows from the answer.

The readings of a question and what each would mean stand in the question; nothing happens
before the referee has chosen.
"""

from postcheck.game.alliances import form_big
from postcheck.game.debts import meet, open_debts, open_iou, overdue, unmeet
from postcheck.game.events import REMEDIES, Event
from postcheck.game.fates import void
from postcheck.game.kills import first_by_code, settle, take_text
from postcheck.game.state import ALLIANCE, MARK, Game, Question, ascending

# what a reading says of a player → the cause of its going out
OUTCOMES = ("suicide", "ruled", "fireworks")
# readings after which all stays as it is
NOTHING = ("in", "author in", "valid", "not_yet", "none")


def answered(game: Game, event: Event, subject: str, lines: list[int]) -> bool:
    """Whether the ruling chose a reading of an open question, and that was all there was to do.

    A reading that names a finding or a remedy is left to the rules on it.
    """
    chosen = event.get("reading") or event.get("remedy")
    if chosen is None:
        return False
    for question in game.asked.get(subject, ()):
        if question.answer or chosen not in question.readings:
            continue
        question.answer = chosen
        if event.get("reading") is None:
            return False
        outcome = question.readings[chosen]
        causes = ascending(lines, [question.line])
        if outcome == "none" and subject in game.posts:
            return False  # "pass" is a reading of a finding
        done = any(
            effect(game, question, outcome, causes)
            for effect in (_place, _player_out, _side, _post, _owed, _text)
        )
        if done or (outcome in NOTHING and chosen not in REMEDIES):
            game.note(subject, "answered", question.clause, causes)
            return True
        return False
    return False


def rule_in_advance(game: Game, event: Event) -> None:
    """A ruling on a place of the rules ("@alliance") that nothing waits for: it holds from now."""
    reading = event.get("reading")
    entry = game.ruleset.entry("alliance.big_out_early")
    if event["on"] == ALLIANCE and entry is not None and reading in entry.readings:
        game.readings[ALLIANCE] = reading
        game.note(ALLIANCE, "answered", entry.clause, event.lines)
        return
    waiting = [one for one in game.asked.get(event["on"], ()) if not one.answer]
    names = [name for one in waiting for name in one.readings]
    if event["on"] == ALLIANCE and entry is not None:
        names = list(entry.readings)
    remedy = f"reading 写 {'、'.join(names)} 之一" if names else "核对 on，或去掉这一行"
    game.error(event, f"{event['on'].removeprefix(MARK)} 没有待定的这种读法", remedy)


def _player_out(game: Game, question: Question, outcome: str, causes: list[int]) -> bool:
    post = game.posts.get(question.subject)
    player = game.players[post.author] if post else game.player(question.subject)
    if player is None or outcome not in OUTCOMES:
        return False
    game.put_out(player, outcome, question.clause, causes)
    return True


def _side(game: Game, question: Question, outcome: str, causes: list[int]) -> bool:
    """A neutral player that was hit from both sides at once."""
    player = game.players.get(question.subject)
    if player is None or outcome not in ("black", "white"):
        return False
    player.side = outcome
    return True


def _post(game: Game, question: Question, outcome: str, causes: list[int]) -> bool:
    """A post that is void, or whose right was waived: then its author is out as well."""
    post = game.posts.get(question.subject)
    if post is None or outcome not in ("void", "waived"):
        return False
    void(game, post, question.clause, causes)
    if outcome == "waived":
        game.put_out(game.players[post.author], "ruled", question.clause, causes)
    return True


def _owed(game: Game, question: Question, outcome: str, causes: list[int]) -> bool:
    """A post that was handed in whole owes more text after all; what it has counts."""
    post = game.posts.get(question.subject)
    if post is None or outcome != "iou":
        return False
    open_iou(game, post, causes)
    take_text(game, post, next(one for one in game.ledger.events if one.line in post.lines))
    return True


def _text(game: Game, question: Question, outcome: str, causes: list[int]) -> bool:
    """A text that is long enough by one count only."""
    if outcome not in ("met", "too_short"):
        return False
    post = game.posts.get(question.subject)
    owed = open_debts(game, question.subject)
    if outcome == "met":
        for debt in owed:
            meet(game, debt, causes)
        if post is not None:
            settle(game, post, game.time_of(question.line), causes)
        if not owed and game.event is not None:
            message = "这一裁定来得太晚：按第一种读法，欠帖已经过期"
            game.error(game.event, message, "用 amend 把补帖的 counts 改成哨子认定的字数")
        return True
    for debt in game.debts:
        if debt.subject == question.subject and question.line in debt.lines:
            unmeet(game, debt, causes)
            if debt.due is not None and game.now is not None and debt.due < game.now:
                overdue(game, debt)
    return True


def _place(game: Game, question: Question, outcome: str, causes: list[int]) -> bool:
    """What is no player and no post: an alliance, a due post that nobody can write."""
    if question.subject == ALLIANCE:
        game.readings[ALLIANCE] = question.answer or ""
        if outcome == "allied":
            form_big(game, game.round, question.clause, causes)
        return True
    if question.subject.startswith(MARK):
        first = first_by_code(game, question.subject.removeprefix(MARK))
        if outcome == "ruled" and first is not None:
            game.put_out(first, outcome, question.clause, causes)
        return True
    return False
