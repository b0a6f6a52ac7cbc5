"""How long a replay takes: 161 players, and growing numbers of events; CPU time of one thread.

    python benchmarks/replay_speed.py [--limit SECONDS]

Prints one line a size, and the ratio of time to events against the smallest size. With
`--limit` it fails where about 5,000 events take longer.
"""

import argparse
import json
import time
from datetime import datetime, timedelta
from typing import Any

from postcheck.game.ledger import line_of, parse
from postcheck.game.output import full
from postcheck.game.referee import replay
from postcheck.ruleset import Ruleset, load

RULESET = "wuyue161"
START = datetime.fromisoformat("2026-03-02T21:00:00+08:00")
ROUNDS = 10


def ledger(ruleset: Ruleset, ballots: int) -> bytes:
    """A full cast over ten rounds, one out a round; each player casts `ballots` ballots a round."""
    records: list[dict[str, Any]] = []

    def add(kind: str, at: datetime, **fields: Any) -> None:
        records.append({"type": kind, "at": at.isoformat(), **fields})

    add("game", START, ruleset=RULESET, title="计时", first_round=START.isoformat())
    names = []
    for role in ruleset.roles:
        for place in range(role.count):
            code = role.codes[place] if place < len(role.codes) else None
            names.append(f"{role.name}{role.group or ''}{place}")
            add("player", START, name=names[-1], role=role.name, group=role.group, code=code,
                owner=None)  # fmt: skip
    for number in range(1, ROUNDS + 1):
        opens = START + timedelta(days=number - 1)
        add("adjust", opens, round=number, reason="计时",
            schedule={"votes": 2, "vote_out": 1, "kills": {}})  # fmt: skip
        gone, living = names[-number], names[: len(names) - number + 1]
        for again in range(ballots):
            for place, voter in enumerate(living):
                at = opens + timedelta(hours=1 + again, seconds=place)
                add("vote", at, round=number, voter=voter, targets=[gone, names[place % 7]],
                    via="machine")  # fmt: skip
        add("close", opens + timedelta(days=1, minutes=5), round=number)
    return b"".join(line_of(record) for record in records)


def main() -> int:
    parser = argparse.ArgumentParser(description="计时：重放账本")
    parser.add_argument("--limit", type=float, help="about 5,000 events: at most so many seconds")
    limit = parser.parse_args().limit
    ruleset = load(RULESET)
    first = 0.0
    slow = False
    for ballots in (1, 3, 6, 12):
        raw = ledger(ruleset, ballots)
        events = raw.count(b"\n")
        begin = time.process_time()
        text = json.dumps(full(replay(parse(raw, "计时.jsonl"), ruleset)), ensure_ascii=False)
        spent = time.process_time() - begin
        first = first or spent / events
        print(f"{events} events: {spent:.3f} s CPU, {spent / events / first:.2f} per event, "
              f"{len(text)} characters of state")  # fmt: skip
        slow = slow or (limit is not None and events <= 5500 and spent > limit)
    return int(slow)


if __name__ == "__main__":
    raise SystemExit(main())
