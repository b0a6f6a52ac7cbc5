"""The numbers behind the plots; the templates draw them."""

from collections import Counter
from datetime import datetime
from typing import Any

from postcheck.game import words
from postcheck.game.state import Game
from postcheck.game.votes import Count

Json = dict[str, Any]
HEIGHT, GAP = 180, 20  # of a plot, and between the names beside its lines
_PARTS = (("quoted", "引用"), ("prior", "旧文"), ("repeated", "重复"))
_SERIES = 4


def life_line(game: Game, sides: bool) -> Json:
    """Players in after each round, from the first on; by side only for referees."""
    names = ["all", *(words.SIDES if sides else ())]
    last = game.round if game.winner is not None else game.round - 1
    numbers = range(game.calendar.first - 1, last + 1)
    series = {
        name: [
            sum(
                player.out is None or player.out.round > number
                for player in game.players.values()
                if name in ("all", player.side)
            )
            for number in numbers
        ]
        for name in names
    }
    labels = {"all": "全部", **words.SIDES}
    found = [
        {"name": name, "label": labels[name], "left": left}
        for name, left in series.items()
        if any(left)
    ]
    most = max(series["all"][0], 1)
    place_labels(found, [HEIGHT - HEIGHT * series[str(one["name"])][-1] // most for one in found])
    return {"rounds": list(numbers), "series": found}


def place_labels(series: list[Json], ends: list[int]) -> None:
    """`label_y` of each line: near its end (from the top), so that no name covers another."""
    order = sorted(range(len(series)), key=ends.__getitem__)
    limit = HEIGHT
    for place in reversed(order):
        series[place]["label_y"] = min(ends[place], limit)
        limit = series[place]["label_y"] - GAP
    limit = 0
    for place in order:
        series[place]["label_y"] = max(series[place]["label_y"], limit)
        limit = series[place]["label_y"] + GAP


def shares(counts: Json) -> list[Json]:
    """The parts of a post's length in per mille, as the event's numbers have them."""
    total = max(counts.get("words", 0), 1)
    found, left = [], 0
    for name, label in _PARTS:
        part = min(counts.get(name, 0), total)
        width = min(1000 * part // total, 1000 - left)
        if part:
            found.append({"name": name, "label": label, "count": part, "left": left,
                          "width": max(width, 4)})  # fmt: skip
            left += width
    return found


def arrival(count: Count, start: datetime, end: datetime) -> Json:
    """When the ballots for the leading players came, in per mille of the round."""
    span = max((end - start).total_seconds(), 1)
    leading = count.rows[:_SERIES]
    series = []
    for row in leading:
        points = [
            [min(max(int(1000 * (at - start).total_seconds() / span), 0), 1000), votes]
            for votes, at in enumerate(sorted(row.times), 1)
        ]
        series.append({"player": row.player, "points": points})
    most = max((len(row.times) for row in leading), default=0)
    place_labels(series, [HEIGHT - HEIGHT * len(row.times) // most for row in leading])
    hours = Counter(
        min(max(int((ballot.at - start).total_seconds() // 3600), 0), int(span // 3600))
        for ballot in count.standing
    )
    by_hour = [hours[hour] for hour in range(int(span // 3600))]
    return {"series": series, "most": most, "by_hour": by_hour}
