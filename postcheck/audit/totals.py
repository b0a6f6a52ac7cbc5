"""What an audit adds up to: rows by status, verdict and comparison; shares by author and round."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
_REASONS = 1000  # that are told apart


@dataclass
class Sums:
    """Posts of one author, round or month; counts of characters are in the posts' own metric."""

    posts: int = 0
    total: int = 0
    quoted: int = 0
    prior: int = 0
    status: Counter[str] = field(default_factory=Counter)

    def add(self, row: Json) -> None:
        measures = row["measures"]
        self.posts += 1
        self.total += row["counts"][row["metric"]]
        self.quoted += measures.get("quoted", {}).get("count", 0)
        self.prior += measures.get("prior", {}).get("count", 0)
        self.status[row["verdict"]["status"]] += 1


@dataclass
class Totals:
    """Grows with the number of authors and months, not of posts.

    `proposed`: what the rules give for complaints that have no ruling yet; `extra`: the names of
    columns that the table of complaints had besides; `reasons`: of rows that were not checked,
    by their status.
    """

    rows: int = 0
    status: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    comparisons: Counter[str] = field(default_factory=Counter)
    proposed: Counter[str] = field(default_factory=Counter)
    authors: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    times: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    extra: dict[str, None] = field(default_factory=dict)
    reasons: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    seen: set[str] = field(default_factory=set)

    def add(self, row: Json) -> None:
        """Counts a row. A post that several complaints are about counts once among the posts."""
        audit = row["audit"]
        self.rows += 1
        self.status[audit["status"]] += 1
        if "comparison" in audit:
            self.extra.update(dict.fromkeys(audit["complaint"]["extra"]))
            self.comparisons[audit["comparison"]] += 1
            if audit["ruling"] is None:
                self.proposed[audit["rules"]["outcome"]] += 1
        if row["verdict"] is None:
            found = self.reasons[audit["status"]]
            known = audit["reason"] in found or len(found) < _REASONS
            found[audit["reason"] if known else "其他"] += 1
            return
        self.verdicts[row["verdict"]["status"]] += 1
        subject = audit.get("game", {}).get("subject")
        if subject in self.seen:
            return
        if subject is not None:
            self.seen.add(subject)
        self.authors[row["post"]["author"] or "—"].add(row)
        self.times[_time(row)].add(row)

    @property
    def worst(self) -> str:
        """fail, referee or pass: what the exit status of the command says.

        Of complaints: a ruling differs, or one without ruling is to be upheld; of posts: the
        worst verdict. A row that could not be checked is for people, too.
        """
        found = self.comparisons + self.proposed if self.comparisons else self.verdicts
        if found["differs"] + found["upheld"] + found["fail"]:
            return "fail"
        if found["referee"] or self.status["failed"]:
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
