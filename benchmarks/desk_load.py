"""The referee's desk under load: `python benchmarks/desk_load.py [sqlite|postgresql] [SECONDS]`.

A server of its own (`postcheck serve`, two workers) on a free loopback port with a database of
its own: SQLite, and PostgreSQL where the machine has one (started here, on a socket); one word
chooses. A game of 30 players stands in its third round: posts, rulings, complaints, some ballots.
One referee, ten assistants and ten observers work on it for SECONDS (30), each from an address of
its own and with a pause of a second between two pages (the referee: 0.4). Observers read,
assistants read and record ballots, the referee reads what is dearest (posts and complaints with
every ruling played through) and records ballots, too. Whoever is told that another was first (409)
tries again on what is there now; that is counted, and no error.

What is wrong besides an answer that should not be: a ballot that whoever recorded it does not see
on the next page (a stale replay), a ledger that has not just the lines it should have in the end,
and an owner or an author's secret on a page for others. Goals: nothing wrong, 95 % of the pages
within 0.5 s. Exit status 1 if a goal is missed.
"""

import json
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
import web_load

from postcheck.web.desk import accounts, ledgers
from postcheck.web.desk.database import Store, opened

TESTS = Path(__file__).parent.parent / "tests"
sys.path += [str(TESTS), str(TESTS / "web" / "desk")]
from desk_kit import postgresql  # noqa: E402  the server that the tests start

PAUSE = {"observer": 1.0, "assistant": 1.0, "referee": 0.4}  # seconds, on the average
GOAL = 0.5  # seconds, at the 95th percentile
PEOPLE = {
    "哨": "referee",
    **{f"助{number}": "assistant" for number in range(10)},
    **{f"旁{number}": "observer" for number in range(10)},
}
PASSWORD = "a phrase for the load"
SECRET = "真身"  # begins the name of every owner
NAMES = [f"马甲{number:02}" for number in range(30)]
KILLERS = [("A", "竹林"), ("A", "幽馆"), ("C", "妙令")]
START = datetime.fromisoformat("2026-03-02T21:00:00+08:00")
ROUND = 3
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
AFTER = re.compile(r'name="after" value="(\d+)"')
LINK = re.compile(r'href="(/desk/games/\w+/(?:posts|complaints|announcements)/\d+)"')
READS = {
    "observer": ("", "/rounds/3", ".json", "/rounds/3.json"),
    "assistant": ("/rounds/3/votes", "/rounds/3/votes.json", "/checkin", "/complaints",
                  "/complaints.json"),
    "referee": ("", "/rounds/3", "/rounds/3/votes", "/ledger", ".json", "/ledger.json"),
}  # fmt: skip


def main() -> int:
    kinds = [one for one in sys.argv[1:] if not one.isdigit()] or ["sqlite", "postgresql"]
    seconds = next((int(one) for one in sys.argv[1:] if one.isdigit()), 30)
    good = True
    for kind in kinds:
        with TemporaryDirectory() as folder, database(kind, Path(folder)) as address:
            if address is None:
                print(f"{kind}: not on this machine")
            else:
                good &= trial(kind, Path(folder), address, seconds)
    print("goals met" if good else "GOALS MISSED")
    return 0 if good else 1


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str | None]:
    """The address of an empty database; None: its program is not there."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'desk.sqlite'}"
        return
    with ExitStack() as stack:
        try:
            address = stack.enter_context(postgresql())
        except pytest.skip.Exception:
            address = None
        yield address


def trial(kind: str, folder: Path, address: str, seconds: int) -> bool:
    """One kind of database: prints its figures; whether the goals are met."""
    store = opened(address)
    game, lines = prepared(store)
    with web_load.serving(folder, "--corpus", "none", "--database", address) as (site, server):
        people = enumerate(PEOPLE.items(), 2)
        visitors = [Visitor(site, place, name, role, game) for place, (name, role) in people]
        for visitor in visitors:
            visitor.login()
        before, started = web_load.cpu(server), time.perf_counter()
        with ThreadPoolExecutor(len(visitors)) as pool:
            list(pool.map(lambda one: one.work(started + seconds), visitors))
        took, spent = time.perf_counter() - started, web_load.cpu(server) - before
        memory = server.memory_info().rss
    added = ledgers.length(store, game) - lines
    store.engine.dispose()
    return report(kind, visitors, Run(took, spent, memory, added))


def prepared(store: Store) -> tuple[str, int]:
    """The id of the game with everybody in it, and the number of its lines."""
    for name, role in PEOPLE.items():
        accounts.add(store, name, PASSWORD, role)
    found = {one.name: one for one in accounts.everyone(store)}
    raw = story()
    game = ledgers.create(store, "负载局", raw, found["哨"])
    for name, role in PEOPLE.items():
        accounts.set_member(store, game, found[name], role)
    return game, raw.count(b"\n")


def story() -> bytes:
    """A game of 30 players in its third round."""

    def at(minute: int) -> str:
        return (START + timedelta(minutes=minute)).isoformat()

    counts = {"words": 900, "cjk": 900, "non_cjk_words": 0, "chars": 900,
              "chars_with_spaces": 900, "paragraphs": 9, "quoted": 130}  # fmt: skip
    found: list[dict[str, Any]] = [
        {"type": "game", "at": at(0), "ruleset": "fengyun85", "title": "负载局",
         "first_round": at(0), "round": ROUND, "report_until": at(0)},
    ]  # fmt: skip
    killers = [("联合杀", group, code) for group, code in KILLERS]
    roles = [*killers, *[("游侠", None, None)] * (len(NAMES) - len(killers))]
    for place, (role, group, code) in enumerate(roles):
        found.append({"type": "player", "at": at(0), "name": NAMES[place], "role": role,
                      "group": group, "code": code, "owner": f"{SECRET}{place}"})  # fmt: skip
    found += [{"type": "report", "at": at(0), "player": name, "counts": counts} for name in NAMES]
    schedule = {"votes": 1, "vote_out": 1, "kills": {"A": 2, "C": 1}}
    found.append({"type": "adjust", "at": at(2), "round": ROUND, "reason": "-",
                  "schedule": schedule})  # fmt: skip
    for place, (group, code) in enumerate(KILLERS):
        post = f"K{ROUND}-{place + 1}"
        found += [
            {"type": "kill", "at": at(10 + place), "id": post, "round": ROUND,
             "author": NAMES[place], "code": code, "for": group, "target": NAMES[20 + place],
             "iou": False, "counts": counts},
            {"type": "verdict", "at": at(10 + place), "on": post, "status": "fail", "findings": [
                {"code": "over_quoted", "status": "fail", "clause": "杀帖8", "readings": []}]},
            {"type": "complaint", "at": at(30 + place), "id": f"C{place + 1}", "by": NAMES[9],
             "on": post, "finding": "over_quoted", "title": "[投诉] 引用过多",
             "evidence": ["截图"]},
        ]  # fmt: skip
    found += [
        {"type": "vote", "at": at(40 + place), "round": ROUND, "voter": name,
         "targets": [NAMES[place % 7 + 4]], "via": "machine"}
        for place, name in enumerate(NAMES[3:19])
    ]  # fmt: skip
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in found).encode()


@dataclass(frozen=True)
class Run:
    """Wall and CPU seconds, bytes of memory, lines that were added."""

    took: float
    spent: float
    memory: int
    added: int


class Visitor:
    """A browser of one person, on an address of its own."""

    def __init__(self, site: str, place: int, name: str, role: str, game: str) -> None:
        self.site, self.source = urlsplit(site), (f"127.0.0.{place}", 0)
        self.name, self.role, self.game = name, role, f"/desk/games/{game}"
        self.cookies: dict[str, str] = {}
        self.pick = random.Random(place)
        self.links: list[str] = []
        self.times: dict[str, list[float]] = defaultdict(list)
        self.written = self.conflicts = 0
        self.wrong: list[str] = []

    def ask(self, path: str, form: dict[str, Any] | None = None) -> tuple[int, str]:
        """Status and body of one request; 0 where no answer came."""
        connection = HTTPConnection(
            str(self.site.hostname), self.site.port, web_load.PATIENCE, self.source
        )
        headers = {"Cookie": "; ".join(f"{key}={one}" for key, one in self.cookies.items())}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = None if form is None else urlencode(form).encode()
        try:
            connection.request("GET" if form is None else "POST", path, body, headers)
            answer = connection.getresponse()
            for one in answer.headers.get_all("Set-Cookie") or ():
                key, _, rest = one.partition("=")
                self.cookies[key] = rest.split(";")[0]
            return answer.status, answer.read().decode()
        except (OSError, HTTPException):
            return 0, ""
        finally:
            connection.close()

    def login(self) -> None:
        token = TOKEN.search(self.ask("/desk/login")[1])
        assert token is not None
        form = {"csrf_token": token[1], "name": self.name, "password": PASSWORD}
        assert self.ask("/desk/login", form)[0] == 303

    def work(self, until: float) -> None:
        """Reads and records until then."""
        while True:
            time.sleep(self.pick.uniform(0, 2 * PAUSE[self.role]))
            if time.perf_counter() >= until:
                return
            if self.role != "observer" and self.pick.random() < 0.25:
                self.vote()
            else:
                self.read()

    def read(self) -> None:
        """A page of the game, or one that an earlier page led to."""
        deeper = bool(self.links) and self.pick.random() < 0.4
        path = self.pick.choice(self.links) if deeper else ""
        if not deeper:
            path = self.game + self.pick.choice(READS[self.role])
        kind = "twins" if path.endswith(".json") else "pages"
        if deeper and self.role == "referee":
            kind = "every ruling"
        body = self.timed(kind, path)[1]
        self.links = sorted({*self.links, *LINK.findall(body)})

    def timed(self, kind: str, path: str, form: dict[str, Any] | None = None) -> tuple[int, str]:
        start = time.perf_counter()
        status, body = self.ask(path, form)
        self.times[f"{self.role}, {kind}"].append(time.perf_counter() - start)
        if status not in (200, 303, 409):
            self.wrong.append(f"{self.role} {path}: {status}")
        if self.role != "referee" and SECRET in body:
            self.wrong.append(f"{self.role} {path}: a secret")
        return status, body

    def vote(self) -> None:
        """One ballot more, after which it must be on the page."""
        page = self.timed("pages", f"{self.game}/rounds/3/votes")[1]
        target, minute = self.pick.choice(NAMES[4:]), 60 + self.pick.randrange(1000)
        at = (START + timedelta(minutes=minute, seconds=self.pick.randrange(60))).isoformat()
        form = {"type": "vote", "round": ROUND, "voter": self.pick.choice(NAMES[3:]), "at": at[:19],
                "targets": target, "via": "machine", "confirm": "yes"}  # fmt: skip
        for _ in range(50):
            token, after = TOKEN.search(page), AFTER.search(page)
            if token is None or after is None:
                self.wrong.append(f"{self.role}: a page without its form")
                return
            hidden = {"csrf_token": token[1], "after": after[1]}
            status, page = self.timed("writes", f"{self.game}/add", form | hidden)
            if status != 409:
                break
            self.conflicts += 1
        self.written += status == 303
        seen = self.timed("twins", f"{self.game}/rounds/3/votes.json")[1]
        ballots = json.loads(seen)["ballots"] if status == 303 and seen else None
        if ballots is not None and not any(
            (one["voter"], one["at"]) == (form["voter"], at) for one in ballots
        ):
            self.wrong.append(f"{self.role}: the ballot just recorded is not there")


def report(kind: str, visitors: list[Visitor], run: Run) -> bool:
    times: dict[str, list[float]] = defaultdict(list)
    for visitor in visitors:
        for name, found in visitor.times.items():
            times[name] += found
    wrong = [one for visitor in visitors for one in visitor.wrong]
    written = sum(one.written for one in visitors)
    if run.added != written:
        wrong.append(f"{run.added} lines for {written} ballots")
    whole = [one for found in times.values() for one in found]
    print(f"\n{kind}: {len(visitors)} people, {len(NAMES)} players, {run.took:.0f} s, "
          f"{len(whole) / run.took:.1f} requests a second")  # fmt: skip
    print(f"wrong                    {len(wrong):6}", *wrong[:5], sep="\n  " if wrong else "")
    print(f"ballots recorded         {written:6}, of them after a 409: "
          f"{sum(one.conflicts for one in visitors)} conflicts")  # fmt: skip
    for name in sorted(times):
        web_load.show(name, times[name])
    print(f"CPU of a request         {1000 * run.spent / len(whole):6.0f} ms, the server "
          f"{run.memory / 1e6:.0f} MB")  # fmt: skip
    return not wrong and web_load.at(whole, 95) < GOAL


if __name__ == "__main__":
    sys.exit(main())
