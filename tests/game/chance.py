"""Random games: legal moves, forbidden ones and mistakes, on small casts of each ruleset."""

import random
from typing import Any

import test_fengyun85
import test_wuyue161
import test_ziyou48
from play import Play

CASTS = {
    "fengyun85": test_fengyun85.CAST,
    "ziyou48": test_ziyou48.CAST,
    "wuyue161": test_wuyue161.CAST,
}
FINDINGS = (
    "too_short", "over_quoted", "not_first", "wrong_genre", "repetition", "not_original",
    "plagiarism", "no_code",
)  # fmt: skip


def play_game(ruleset: str, seed: int, rounds: int = 4) -> Play:
    """A game of up to `rounds` rounds."""
    dice = random.Random(seed)
    first = dice.choice((1, 2, 3, 4, 6))
    play = Play(ruleset, *CASTS[ruleset], number=first, out=dice.randint(1, 2),
                votes=dice.randint(1, 2), adjusted=False)  # fmt: skip
    for number in range(rounds):
        if play_round(play, dice, number) is False:
            break
    return play


def play_round(play: Play, dice: random.Random, number: int) -> bool:
    state = play.state()
    if state["winner"] or len(living(state)) < 4:
        return False
    if dice.random() < 0.8:
        play.adjust("21:06", votes=dice.randint(1, 2), vote_out=dice.randint(1, 3),
                    kills={due["for"]: 1 for due in state["due_posts"]})  # fmt: skip
    posts = hand_in(play, dice)
    powers(play, dice)
    fills(play, dice)
    referee(play, dice, posts)
    if ticked(play, "19:30:30").state()["winner"]:
        return False
    ballots(play, dice)
    if play.state()["winner"]:
        return False
    play.close(opens=False)
    for part in range(3):
        if not play.state()["overtime"]:
            break
        tied = play.state()["overtime"]["between"]
        minute = 6 + 20 * part
        for voter in living(play.state()):
            if dice.random() < 0.7:
                clock = f"+1 21:{minute:02}" if part < 2 else "+1 21:46"
                play.votes(f"{voter}>{dice.choice(tied)}", clock, overtime=True)
        play.close(f"21:{minute + 18:02}", opens=False, overtime=True)
    if play.state()["overtime"]:
        return False
    play.day, play.round = play.day + 1, play.round + 1
    return True


def living(state: dict[str, Any]) -> list[str]:
    return [name for name, one in state["players"].items() if one["alive"]]


def hand_in(play: Play, dice: random.Random) -> list[str]:
    """Kill posts of those whose turn it is, some on an IOU, some under another's code."""
    names: list[str] = []
    for second, due in enumerate(play.state()["due_posts"]):
        clock = f"21:08:{second:02}"
        state = play.state()
        able = [due_now for due_now in state["due_posts"] if due_now["for"] == due["for"]]
        if not able:
            continue
        author = able[0]["by"][0]
        if dice.random() < 0.1:
            play.act(author, "forgo", when=clock, **{"for": due["for"]})
            continue
        name = f"K{play.round}-{len(names)}"
        wrong = {"code": None} if dice.random() < 0.1 else {}
        iou = dice.random() < 0.3
        play.kill(name, author, due["for"], dice.choice(living(state)), clock, iou=iou, **wrong)
        names.append(name)
    return names


def fills(play: Play, dice: random.Random) -> None:
    for name, post in play.state()["kills"].items():
        if post["status"] == "iou" and dice.random() < 0.6:
            clock = dice.choice(("09:00", "09:59", "11:59"))
            play.fill(name, dice.choice((700, 1000, 1200, 1500)), clock)


def powers(play: Play, dice: random.Random) -> None:
    for name, one in play.state()["players"].items():
        if not one["alive"] or dice.random() < 0.4:
            continue
        target = dice.choice(living(play.state()))
        if one["role"] == "医生":
            play.act(name, "rescue", target, "21:12")
        elif one["role"] == "工兵":
            play.act(name, "mine", target, "21:12")
        elif one["may_post"] and one["role"] in ("飞蛋", "连环飞蛋", "连环蛋", "变身"):
            play.kill(f"F{play.round}-{name}", name, one["role"], target, "21:13")


def referee(play: Play, dice: random.Random, posts: list[str]) -> None:
    """Complaints and rulings on posts and players, withdrawals."""
    names = list(play.state()["players"])
    for post in posts:
        luck = dice.random()
        if luck < 0.3:
            finding, case = dice.choice(FINDINGS), f"C{post}"
            play.complain(case, dice.choice([*names, "路人"]), post, finding,
                          dice.choice(("11:00", "18:30")))  # fmt: skip
            play.rule(case, finding, "19:00", dice.choice(("upheld", "dismissed")),
                      minutes=dice.choice((30, 300)))  # fmt: skip
        elif luck < 0.4:
            play.add("withdraw", "12:30", kill=post)
        elif luck < 0.5:
            play.rule(post, dice.choice(FINDINGS), "13:00", minutes=30)
    if dice.random() < 0.15:
        play.rule(dice.choice(names), dice.choice(("multi_alias", "self_exposure", "insult")),
                  "12:40")  # fmt: skip


def ballots(play: Play, dice: random.Random) -> None:
    """Most of the living vote, in time; some late, on the board, by proxy, or twice."""
    state = ticked(play, "19:30:30").state()
    alive = living(state)
    for voter in alive:
        luck = dice.random()
        targets = "".join(dice.sample(alive, min(2, len(alive))))
        clock = f"19:{dice.randint(31, 59)}:{dice.randint(0, 59):02}"
        if luck < 0.75:
            play.votes(f"{voter}>{targets}", clock)
            if dice.random() < 0.2:
                play.votes(f"{voter}>{dice.choice(alive)}", "20:30")
        elif luck < 0.8:
            play.votes(f"{voter}>{targets}", "19:40", via="board")
        elif luck < 0.88:
            play.votes(f"{voter}>{targets}", "19:45", via="proxy")
        elif luck < 0.93:
            play.votes(f"{voter}>{targets}", "+1 21:01")


def ticked(play: Play, clock: str) -> Play:
    """The same game with the clock moved on; for looking only."""
    twin = object.__new__(Play)
    twin.__dict__ = {**play.__dict__, "records": list(play.records)}
    twin.tick(clock)
    return twin
