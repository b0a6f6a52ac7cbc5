"""Writes the three whole games of this folder: `python tests/games/make.py`.

Each is a full cast from check-in to the end, with the incidents of `STORIES`: what a referee
has to deal with over ten days. Beside `<ruleset>.jsonl` stands `<ruleset>.golden`: every event
that changed something, with its effects, clauses, causes and a digest of the state after it.
Read the golden file when it changes; tests/game/test_games.py compares it.
"""

import json
import random
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "game"))

from play import START, Play, counts, rules  # noqa: E402

from postcheck.game.ledger import parse  # noqa: E402
from postcheck.game.output import state  # noqa: E402
from postcheck.game.referee import steps  # noqa: E402

FIRST, SECOND = "春夏秋冬朝暮晓晚清寒疏远孤", "山水云月风雨花竹石溪松舟灯"
NAMES = [a + b for b in SECOND for a in FIRST]
Incident = Callable[["Director"], None]


class Director:
    """Plays one game: the due posts, the ballots, and the incidents of each round."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.dice = random.Random(seed)
        self.play = Play(ruleset, number=1, adjusted=False,
                         report_until="2026-03-02T20:00:00+08:00")  # fmt: skip
        self.play.records[0] |= {"title": "全局", "at": "2026-03-02T12:00:00+08:00"}
        self.posts: list[str] = []
        self.spare: set[str] = set()
        self._cast(ruleset)

    def _cast(self, ruleset: str) -> None:
        names = iter(NAMES)
        records = []
        for role in rules(ruleset).roles:
            wanted = role.count if role.codes else 200
            for place in range(wanted):
                code = role.codes[place] if role.codes else None
                records.append({"role": role.name, "group": role.group, "code": code})
        people = rules(ruleset).value("cast.players")
        coded = [one for one in records if one["code"]]
        plain = [one for one in records if not one["code"]][: people - len(coded)]
        for one in self.dice.sample([*coded, *plain], people):
            self.play.records.append({"type": "player", "at": "2026-03-02T12:10:00+08:00",
                                      "name": next(names), **one, "owner": None})  # fmt: skip

    # -- looking -------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return self.play.state()

    def living(self, side: str = "", role: str = "") -> list[str]:
        return [
            name
            for name, one in self.state()["players"].items()
            if one["alive"] and side in ("", one["side"]) and role in ("", one["role"])
        ]

    def named(self, role: str) -> str:
        """The first player of a role, in or out."""
        return self.all_named(role)[0]

    def all_named(self, role: str) -> list[str]:
        return [one["name"] for one in self.play.records if one.get("role") == role]

    def fly(self, role: str, target: str) -> None:
        """The egg that may fly does."""
        for name in self.all_named(role):
            if self.state()["players"][name]["may_post"]:
                self.play.kill(f"F{self.play.round}", name, role, target, "21:06:30")

    def ballot(self, voter: str, targets: list[str], when: str, **more: Any) -> int:
        return self.play.add("vote", when, round=self.play.round, voter=voter, targets=targets,
                             **({"via": "machine"} | more))  # fmt: skip

    # -- playing -------------------------------------------------------------------------

    def check_in(self, missing: tuple[int, ...], short: int) -> None:
        players = [one["name"] for one in self.play.records if one["type"] == "player"]
        for place, name in enumerate(players):
            if place in missing:
                continue
            number = 280 if place == short else 320 + self.dice.randrange(400)
            at = START.replace(hour=13 + place % 7, minute=place % 60)
            self.play.records.append({"type": "report", "at": at.isoformat(), "player": name,
                                      "counts": counts(number)})  # fmt: skip

    def hand_in(self, iou: int = 0, targets: tuple[str, ...] = ()) -> None:
        """The due posts of the round; the first `iou` on an IOU, the first at `targets`."""
        self.posts = []
        aimed = list(targets)
        while self.state()["due_posts"]:
            due = self.state()["due_posts"][0]
            author = due["by"][0]
            taken = {one.get("target") for one in self.play.records
                     if one["type"] == "kill" and one["round"] == self.play.round}  # fmt: skip
            side = self.state()["players"][author]["side"]
            other = "white" if side == "black" else "black"
            pool = [one for one in self.living(other) if one not in taken | self.spare]
            target = aimed.pop(0) if aimed else self.dice.choice(pool or self.living(other))
            name = f"K{self.play.round}-{len(self.posts) + 1}"
            second = f"21:07:{len(self.posts):02}"
            self.play.kill(name, author, due["for"], target, second, iou=len(self.posts) < iou)
            self.posts.append(name)

    def author(self, post: str) -> str:
        return next(one["author"] for one in self.play.records if one.get("id") == post)

    def vote(self, black: int, *, sure: tuple[str, ...] = (), silent: tuple[str, ...] = ()) -> None:
        """The victims of the round: `sure`, then `black` of the black, then of the white."""
        plan = self.play.game().plans[self.play.round]
        hit = {one["target"] for one in self.play.records
               if one["type"] == "kill" and one["round"] == self.play.round}  # fmt: skip
        pool = {side: [one for one in self.living(side) if one not in hit | self.spare]
                for side in ("black", "white")}  # fmt: skip
        chosen = [one for one in sure if one in self.living()]
        chosen += self.dice.sample(pool["black"], min(black, len(pool["black"])))
        rest = [one for one in pool["white"] if one not in chosen]
        chosen = (chosen + self.dice.sample(rest, min(len(rest), plan.vote_out)))[: plan.vote_out]
        chosen = chosen or self.living()[:1]
        for place, voter in enumerate(one for one in self.living() if one not in silent):
            targets = [chosen[(place + more) % len(chosen)] for more in range(plan.votes)]
            minute = 60 * 10 + 2 * place
            self.ballot(voter, targets, f"{minute // 60}:{minute % 60:02}")

    def close(self) -> bool:
        self.play.close()
        return self.state()["winner"] is None


def fengyun85(game: Director) -> None:
    """Check-in, IOUs, fireworks, a rewrite, overtime, flights, the alliance, a correction."""
    play = game.play
    game.check_in(missing=(7, 30), short=12)
    missing = [one["name"] for one in play.records if one["type"] == "player"][7]
    play.add("substitute", "21:20", out=missing, **{"in": "替补一"})
    short = [one["name"] for one in play.records if one["type"] == "player"][12]
    play.complain("C1", game.living()[0], short, "too_short", "11:00", title="[投诉]报道字数不够")
    play.rule("C1", "too_short", "12:00", minutes=240, min_count=600)
    play.add("report", "15:00", player=short, counts=counts(640))
    game.vote(black=1)
    game.close()
    game.spare = {game.named("变身"), game.named("黑蛋"), *game.all_named("连环蛋")}
    game.hand_in(iou=2, targets=(game.named("连环蛋"),))
    play.fill("K2-1", 1260, "11:20")
    play.tick("12:00:01")
    game.vote(black=2)
    game.close()
    game.fly("连环蛋", game.living("black")[0])
    game.hand_in()
    play.complain("C2", game.living("white")[0], "K3-1", "over_quoted", "12:00")
    play.rule("C2", "over_quoted", "12:30", minutes=120)
    play.fill("K3-1", 1230, "14:00")
    play.add("withdraw", "14:30", kill="K3-2")
    game.vote(black=2, sure=(game.named("黑蛋"),))
    game.close()
    correction(game)
    game.spare = {game.named("变身")}
    for _ in range(4, 7):
        game.hand_in(iou=1)
        for post in game.posts[:1]:
            play.fill(post, 1300, "10:30")
            play.fill(post, 900, "09:30")
        game.vote(black=2)
        game.close()
    finish(game, black=1)


def ziyou48(game: Director) -> None:
    """Check-in, eggs, a flight, a rewrite in twelve hours, an IOU, the alliance, last ones."""
    play = game.play
    game.check_in(missing=(5,), short=9)
    short = [one["name"] for one in play.records if one["type"] == "player"][9]
    play.rule(short, "too_short", "22:00", remedy="re_report", min_count=300, minutes=600)
    play.add("report", "07:00", player=short, counts=counts(330))
    game.vote(black=0)
    game.close()
    game.spare = {game.named("飞蛋")}
    game.hand_in(targets=(game.named("明蛋"),))
    play.complain("C1", game.living("white")[0], "K2-2", "wrong_genre", "18:00")
    game.vote(black=1)
    play.rule("C1", "wrong_genre", "20:30")
    game.close()
    play.fill("K2-2", 1250, "08:00")
    play.kill("F3", game.named("飞蛋"), "飞蛋", game.living("black", "独刺")[0], "21:12")
    game.hand_in(iou=1)
    play.tick("12:00:01")
    game.vote(black=1, sure=(game.named("黑蛋"),))
    game.close()
    correction(game)
    finish(game, black=1)


def wuyue161(game: Director) -> None:
    """Check-in, doctor and miner, plagiarism, both regimes of complaints, alliances."""
    play = game.play
    game.check_in(missing=(3, 90), short=20)
    short = [one["name"] for one in play.records if one["type"] == "player"][20]
    play.complain("C1", game.living()[1], short, "too_short", "11:00", title="投诉报道字数")
    play.rule("C1", "too_short", "12:00", minutes=300)
    play.add("report", "16:00", player=short, counts=counts(610))
    game.vote(black=1)
    game.close()
    doctor, miner = game.named("医生"), game.named("工兵")
    eggs = set(game.all_named("连环飞蛋"))
    game.spare = {doctor, miner, game.named("明蛋"), game.named("刺头"), *eggs}
    game.hand_in(iou=2)
    play.act(miner, "mine", game.named("明蛋"), "21:09")
    play.act(doctor, "rescue", play.records[-3]["target"], "21:09")
    play.fill("K2-1", 1210, "11:00")
    play.tick("12:00:01")
    complainant = game.living("white")[2]
    play.complain("C2", complainant, "K2-3", "repetition", "12:30")
    play.rule("C2", "repetition", "12:40")
    play.tick("16:30:01")
    game.vote(black=4)
    game.close()
    game.spare -= {game.named("刺头")}
    play.complain("C3", complainant, "K2-4", "over_quoted", "22:00")
    play.rule("C3", "over_quoted", "22:30")
    play.complain("C4", complainant, "K2-5", "plagiarism", "22:10")
    play.rule("C4", "plagiarism", "22:40")
    play.adjust("21:06")
    game.hand_in(targets=(game.named("连环飞蛋"),))
    game.vote(black=4, sure=(game.named("刺头"),))
    game.close()
    correction(game)
    game.fly("连环飞蛋", game.living("black")[0])
    for _ in range(4, 7):
        game.hand_in()
        game.vote(black=3)
        game.close()
    finish(game, black=2)


def correction(game: Director) -> None:
    """A ballot of the last round was taken down wrongly; and a line is struck out."""
    number = game.play.round - 1
    lines = [line for line, one in enumerate(game.play.records, 1)
             if one["type"] == "vote" and one["round"] == number]  # fmt: skip
    first = game.play.records[lines[0] - 1]["targets"]
    game.play.add("amend", "21:20", line=lines[0], reason="投票机记录不同",
                  **{"with": {"targets": first[:1]}})  # fmt: skip
    game.play.add("void", "21:21", line=lines[1], reason="重复录入，此人另有一票")
    voter = game.play.records[lines[1] - 1]
    game.play.records.append({**voter, "note": "补录"})


def finish(game: Director, black: int) -> None:
    """Rounds until somebody has won."""
    game.spare = set()
    while game.state()["winner"] is None:
        if not game.living("black") or not game.living("white"):
            game.play.add("end", "21:30", winner="white", reason="两方都没有人了")
            return
        game.hand_in()
        if game.state()["winner"] is not None:
            return
        game.vote(black=black)
        game.close()


STORIES: dict[str, tuple[Incident, int]] = {
    "fengyun85": (fengyun85, 1), "ziyou48": (ziyou48, 2), "wuyue161": (wuyue161, 3),
}  # fmt: skip
KEYS = ("round", "players", "kills", "debts", "complaints", "alliances", "due_posts", "rewards",
        "overtime", "winner", "questions")  # fmt: skip


def golden(raw: bytes, ruleset: str) -> str:
    """The events with consequences: line, digest of the state then, effects."""
    lines, told = [], 0
    for event, game in steps(parse(raw, ruleset), rules(ruleset)):
        new = game.trace[told:]
        told = len(game.trace)
        if not new:
            continue
        whole = state(game)
        text = json.dumps([whole[key] for key in KEYS], ensure_ascii=False)
        lines.append(f"{event.line} {event.type} {sha256(text.encode()).hexdigest()[:12]}")
        for step in new:
            causes = ",".join(str(line) for line in step.causes)
            lines.append(f"    {step.subject} {step.what}（{step.clause}）{causes}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """With the word `golden`, only the golden files are written anew."""
    for name, (story, seed) in STORIES.items():
        path = HERE / f"{name}.jsonl"
        if sys.argv[1:] != ["golden"]:
            game = Director(name, seed)
            story(game)
            path.write_bytes(game.play.bytes())
        raw = path.read_bytes()
        (HERE / f"{name}.golden").write_text(golden(raw, name), encoding="utf-8")
        sys.stdout.write(f"{name}: {len(raw.splitlines())} events\n")


if __name__ == "__main__":
    main()
