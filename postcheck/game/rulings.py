"""Rulings (判罚): the referee decides; what follows is the ruleset's."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from postcheck.game.answers import answered, rule_in_advance
from postcheck.game.complaints import REPORT_FINDINGS, kill_window
from postcheck.game.debts import open_debts
from postcheck.game.ends import sentence
from postcheck.game.events import Event, finding_of, remedy_of
from postcheck.game.fates import fail, void
from postcheck.game.kills import take_text
from postcheck.game.reports import excuse
from postcheck.game.rewards import forfeit, owe, sharers
from postcheck.game.state import (
    MARK,
    STANDS,
    Complaint,
    Debt,
    Game,
    Player,
    Post,
    ascending,
    penalties,
)
from postcheck.ruleset.rules import Penalty

# finding on a player's conduct → the value of the ruleset that says what follows
CONDUCT = {
    "multi_alias": "conduct.aliases",
    "self_exposure": "conduct.self_exposure",
    "grave_exposure": "conduct.grave_exposure",
    "collusion": "conduct.collusion",
    "proof_of_identity": "conduct.proof_of_identity",
    "hints": "conduct.hints_on_board",
}


def ruling(game: Game, event: Event) -> None:
    """Upheld or dismissed, on a complaint, a post or a player."""
    complaint = game.complaints.get(event["on"])
    subject = complaint.on if complaint else game.known_as(event["on"])
    post, player = game.posts.get(subject), game.player(subject)
    lines = ascending(event.lines, [complaint.line] if complaint else [])
    if complaint is not None and complaint.status == "refused":
        game.note(complaint.id, "stays refused", complaint.clause, lines)
        return
    if complaint is not None:
        complaint.status = event["outcome"]
        game.note(complaint.id, event["outcome"], game.clause("ruling.takes_effect"), lines)
    if event["outcome"] == "dismissed":
        if complaint is None and player is not None and event["finding"] in ("late", "missing"):
            excuse(game, player.name, event)
        return
    if answered(game, event, subject, lines):
        return
    if subject.startswith(MARK):
        rule_in_advance(game, event)
        return
    if post is not None:
        _on_post(game, event, post, complaint, lines)
    elif player is not None and event["finding"] in REPORT_FINDINGS:
        _on_report(game, event, player, lines)
    elif player is not None:
        _on_conduct(game, event, player, lines)


# -- kill posts ------------------------------------------------------------------------------


def _on_post(
    game: Game, event: Event, post: Post, complaint: Complaint | None, lines: list[int]
) -> None:
    finding = finding_of(event)
    if post.status not in STANDS:
        game.note(post.id, "failed already", game.clause("ruling.takes_effect"), lines)
        return
    time = complaint.at if complaint else event.at
    limit, clause = kill_window(game, post, finding)
    if complaint is None and game.value("complaint.binds_referee") and limit and time > limit:
        game.note(post.id, "too late to rule", clause, lines)
        return
    if finding == "pass":
        game.note(post.id, "passes", game.clause("ruling.takes_effect"), lines)
        return
    asked = penalties(game.ruleset, "kill", finding)
    remedy = remedy_of(event)
    if not asked and game.value(f"ruling.{finding}") == "out_and_revive":
        asked = {"out": _named(game, "kill", "out")}
    if remedy is not None:
        asked = {remedy: asked.get(remedy) or _named(game, "kill", remedy)}
    again = finding in post.upheld and "rewrite" not in asked
    post.upheld.append(finding)
    if again and remedy is None:
        game.note(post.id, "ruled already", game.clause("ruling.takes_effect"), lines)
    elif remedy is None and finding in (game.value("ruling.plagiarism") or ()):
        _plagiarism(game, post, complaint, lines)
    elif "rewrite" in asked:
        _rewrite(game, event, post, asked["rewrite"], time, lines)
    elif "void" in asked:
        void(game, post, _clause(game, asked["void"]), lines)
    elif "suicide" in asked:
        fail(game, post, _clause(game, asked["suicide"]), lines, cause="suicide")
    elif "out" in asked:
        _author_out(game, post, _clause(game, asked["out"]), complaint, time, lines)
    elif "warn" in asked:
        game.note(post.author, "warned", game.clause("ruling.takes_effect"), lines)
    else:
        _leave_open(game, post, finding, lines)


def _named(game: Game, kind: str, remedy: str) -> Penalty | None:
    """The ruleset's own penalty of that name, where it has one."""
    return game.ruleset.kinds[kind].remedies.get(remedy)


def _clause(game: Game, penalty: Penalty | None) -> str:
    return penalty.clause if penalty is not None else game.clause("ruling.takes_effect")


def _leave_open(game: Game, post: Post, finding: str, lines: list[int]) -> None:
    """The clause names no penalty: the readings are shown, and the referee is asked."""
    readings, clause = {"rewrite": "rewrite", "out": "out", "pass": "none"}, ""
    for rule in game.ruleset.rules("kill"):
        for tier in (rule.on_hit, *rule.tiers):
            if tier is not None and tier.code == finding:
                clause = tier.clause
                if tier.readings:
                    readings = {name: _outcome(game, name) for name in tier.readings}
    if finding == "hints" and game.value(CONDUCT[finding]) == "referee_may_void":
        readings, clause = {"void": "void", "pass": "none"}, game.clause(CONDUCT[finding])
    clause = clause or game.clause("ruling.takes_effect")
    game.ask(post.id, clause, lines, **readings)
    game.note(post.id, "referee names the remedy", clause, lines)


def _outcome(game: Game, reading: str) -> str:
    return "、".join(penalties(game.ruleset, "kill", reading)) or "none"


def _rewrite(
    game: Game, event: Event, post: Post, penalty: Penalty | None, time: datetime, lines: list[int]
) -> None:
    """Opens the debt of a rewrite; its time runs from where the clause says."""
    hours, due = game.value("rewrite.hours"), None
    if event.get("minutes") is not None:
        due = event.at + timedelta(minutes=event["minutes"])
    elif hours is not None:
        start = time if game.value("rewrite.from") == "complaint" else event.at
        due = start + timedelta(hours=hours)
    base = penalty or _named(game, "kill", "rewrite")
    least = event.get("min_count") or (base.min_count if base else None)
    otherwise = base.otherwise if base else ()
    game.owe(
        Debt(
            player=post.author,
            kind="rewrite",
            subject=post.id,
            min_count=least,
            due=game.calendar.local(due) if due else None,
            clause=_clause(game, base),
            lines=ascending(post.lines, lines),
            otherwise=otherwise,
        )
    )
    if game.value("rewrite.from") == "complaint":
        # Its time has run since the complaint: a text may have come before the ruling.
        for text in game.unasked.get(post.id, ()):
            in_time = time <= text.at and (due is None or text.at <= due)
            if in_time and open_debts(game, post.id):
                take_text(game, post, text)


def _author_out(
    game: Game,
    post: Post,
    clause: str,
    complaint: Complaint | None,
    time: datetime,
    lines: list[int],
) -> None:
    """非首发、引用过度: by the time of the complaint the target comes back or stays out."""
    later = time >= game.calendar.end(post.round)
    if game.value("ruling.out_later_round") != "target_stays_out" or not later:
        fail(game, post, clause, lines, cause="ruled")
        return
    clause = game.clause("ruling.out_later_round")
    author, causes = game.players[post.author], ascending(post.lines, lines)
    game.put_out(author, "ruled", clause, causes)
    whole = game.value("ruling.forfeit_from") == "whole_game"
    forfeit(
        game,
        author,
        game.clause("ruling.forfeit_from"),
        causes,
        to=sharers(game.value("ruling.forfeit_to"), post, complaint),
        from_round=None if whole else post.round,
    )


def _plagiarism(game: Game, post: Post, complaint: Complaint | None, lines: list[int]) -> None:
    """抄袭: author out, no revival; rewards to the complainant, a stamp a round to the target."""
    author, causes = game.players[post.author], ascending(post.lines, lines)
    clause = game.clause("ruling.plagiarism_forfeit_to")
    game.put_out(author, "ruled", clause, causes)
    to = sharers(game.value("ruling.plagiarism_forfeit_to"), post, complaint)
    forfeit(game, author, clause, causes, to=to)
    if game.value("ruling.plagiarism_owes"):
        stamp = game.value("ruling.owed_stamp")
        owe(game, author, game.clause("ruling.plagiarism_owes"), causes, stamp, post)


# -- check-in posts and conduct --------------------------------------------------------------


def _on_report(game: Game, event: Event, player: Player, lines: list[int]) -> None:
    finding = finding_of(event)
    asked: Mapping[str, Penalty | None] = penalties(game.ruleset, "report", finding)
    remedy = remedy_of(event)
    if remedy is not None:
        asked = {remedy: _named(game, "report", remedy)}
    causes = ascending(lines, game.reports.get(player.name, []))
    for kind in ("re_report", "correction"):
        if kind in asked:
            _report_debt(game, event, player, kind, asked[kind], causes)
            return
    if "out" in asked:
        game.put_out(player, "ruled", _clause(game, asked["out"]), causes)
    elif "substitute" in asked or "suicide" in asked:
        penalty = asked.get("substitute") or asked.get("suicide")
        game.put_out(player, "suicide", _clause(game, penalty), causes)
    elif "warn" in asked:
        game.note(player.name, "warned", game.clause("ruling.takes_effect"), causes)
    elif finding != "pass":
        clause = game.ruleset.kinds["report"].clause
        game.ask(player.name, clause, lines, re_report="re_report", out="out", warn="none")


def _report_debt(
    game: Game, event: Event, player: Player, kind: str, penalty: Penalty | None, causes: list[int]
) -> None:
    due = None
    if event.get("minutes") is not None:
        due = game.calendar.local(event.at + timedelta(minutes=event["minutes"]))
    least = event.get("min_count") or (penalty.min_count if penalty else None)
    clause = _clause(game, penalty)
    game.owe(Debt(player.name, kind, player.name, least, due, clause, causes))


def _on_conduct(game: Game, event: Event, player: Player, lines: list[int]) -> None:
    """self_exposure, multi_alias, collusion, insult …: as the ruleset says, or the referee."""
    name = CONDUCT.get(event["finding"], "")
    fate, clause = game.value(name), game.clause(name, "ruling.takes_effect")
    remedy = remedy_of(event)
    if remedy == "warn":
        game.note(player.name, "warned", clause, lines)
    elif remedy is None and fate in ("side_loses", "side_loses_and_end"):
        winner = "white" if player.side == "black" else "black"
        sentence(game, winner, clause, lines)
    elif remedy == "out" or (remedy is None and fate in ("out", "out_and_rewards_lost")):
        game.put_out(player, "ruled", clause, lines)
        if fate in ("out_and_rewards_lost", "warn_to_out_and_rewards_lost"):
            forfeit(game, player, clause, lines)
    else:
        game.ask(player.name, clause, lines, warn="none", out="out")
