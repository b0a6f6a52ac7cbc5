"""What an audit adds up to: rows by status, verdict and comparison; shares by author and round."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
_REASONS = 1000  # that are told apart


def measured(row: Mapping[str, Any]) -> dict[str, int]:
    """Part → characters found; without those that nobody looked for, as quoted and prior where
    no corpus was searched."""
    measures = row.get("measures") or {}
    blind = row.get("corpora") == []
    return {
        name: measures[name]["count"]
        for name in ("repeated", "listed", "quoted", "prior")
        if name in measures
        and not (blind and name in ("quoted", "prior") and not measures[name]["count"])
    }


@dataclass
class Sums:
    """Posts of one author, round or month; counts of characters are in the posts' own metric.

    `parts`: what was found of quoted and prior, with the characters of the posts in which it was
    looked for; one that was looked for in no post is not there.
    """

    posts: int = 0
    total: int = 0
    parts: dict[str, tuple[int, int]] = field(default_factory=dict)
    status: Counter[str] = field(default_factory=Counter)

    def add(self, row: Json) -> None:
        total = row["counts"][row["metric"]]
        self.posts += 1
        self.total += total
        for name, count in measured(row).items():
            if name in ("quoted", "prior"):
                before, of = self.parts.get(name, (0, 0))
                self.parts[name] = before + count, of + total
        self.status[row["verdict"]["status"]] += 1


@dataclass
class Totals:
    """Grows with the number of authors and months, not of posts.

    `proposed`: what the rules give for complaints that have no ruling yet; `reasons`: of rows
    that were not checked, by their status.
    """

    rows: int = 0
    status: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    comparisons: Counter[str] = field(default_factory=Counter)
    proposed: Counter[str] = field(default_factory=Counter)
    authors: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    times: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    reasons: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    seen: set[str] = field(default_factory=set)

    def add(self, row: Json) -> None:
        """Counts a row. A post that several complaints are about counts once among the posts."""
        audit = row["audit"]
        self.rows += 1
        self.status[audit["status"]] += 1
        if "comparison" in audit:
            self.comparisons[audit["comparison"]] += 1
            if audit["ruling"] is None:
                self.proposed[audit["rules"]["outcome"]] += 1
        if row["verdict"] is None:
            found = self.reasons[audit["status"]]
            known = audit["reason"] in found or len(found) < _REASONS
            found[audit["reason"] if known else "其他"] += 1
            return
        subject = audit.get("game", {}).get("subject")
        if subject in self.seen:
            return
        if subject is not None:
            self.seen.add(subject)
        self.verdicts[row["verdict"]["status"]] += 1
        self.authors[row["post"]["author"] or "—"].add(row)
        self.times[_time(row)].add(row)

    @property
    def worst(self) -> str:
        """fail, referee or pass: what the exit status of the command says.

        Of complaints: a ruling differs, or one without ruling is to be upheld; of posts: the
        worst verdict. A row that could not be checked is for people, too, and so is an audit that
        passed over every row: nothing was found fine.
        """
        found = self.comparisons + self.proposed if self.comparisons else self.verdicts
        if found["differs"] + found["upheld"] + found["fail"]:
            return "fail"
        if found["referee"] or self.status["failed"] or not self.status["checked"]:
            return "referee"
        return "pass"


def _time(row: Json) -> str:
    """The round of a game's post, else the month of its time."""
    number = row["audit"].get("game", {}).get("round")
    if number is not None:
        return f"第 {number} 轮"
    if row["audit"].get("game"):
        return "报道"
    return str(row["post"]["posted_at"] or "时间不明")[:7]
