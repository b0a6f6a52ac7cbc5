"""What a crawl knows, on disk beside its corpus: pages to fetch, pages fetched, posts seen.

One SQLite file; a page and its posts are written in one transaction, so that a crawl that was
stopped at any moment goes on where it was. A text that the board once showed is never lost: what
is hidden, deleted or emptied since keeps its old text, and the earlier version of a rewritten
post stays beside the new one.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Literal

from postcheck.corpus.addresses import site_of
from postcheck.corpus.importers.entry import Entry
from postcheck.corpus.manifest import crawl_file
from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers.threads import Seen
from postcheck.text import Text

CONTINUED = 24 * 3600  # seconds after which a crawl that was stopped is begun anew

Wanted = tuple[str, str, str, str, str]  # key, url, site, kind, thread
Fate = Literal["new", "changed", "same", "kept", "skipped"]

_SCHEMA = """
BEGIN;
CREATE TABLE IF NOT EXISTS runs (run INTEGER PRIMARY KEY, begun REAL NOT NULL, ended REAL);
CREATE TABLE IF NOT EXISTS pages (
    key TEXT PRIMARY KEY, url TEXT NOT NULL, site TEXT NOT NULL, kind TEXT NOT NULL,
    thread TEXT NOT NULL, run INTEGER NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL,
    why TEXT, etag TEXT, modified TEXT, form TEXT, links TEXT NOT NULL DEFAULT '[]');
CREATE INDEX IF NOT EXISTS todo ON pages (state, site, number);
CREATE INDEX IF NOT EXISTS of_thread ON pages (thread, run);
CREATE TABLE IF NOT EXISTS posts (
    id TEXT PRIMARY KEY, page TEXT, thread TEXT, run INTEGER NOT NULL, floor TEXT, facts TEXT,
    entry TEXT, stored INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS of_page ON posts (page);
CREATE INDEX IF NOT EXISTS of_post_thread ON posts (thread, run);
CREATE INDEX IF NOT EXISTS to_store ON posts (stored) WHERE stored = 0;
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class Task:
    """A page to fetch. kind: `seed`, `thread` or `list`; `thread`: what its pages have in common;
    `etag`, `modified`: of the visit before."""

    key: str
    url: str
    site: str
    kind: str
    thread: str
    etag: str | None
    modified: str | None


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that was read: where it was in the end, what it is (`thread` or `list`), the pages
    that it leads to, and the marks by which the server knows it again."""

    key: str
    url: str
    form: str
    links: Sequence[str]
    etag: str | None
    modified: str | None


class State:
    """The file of one corpus, opened by one crawl."""

    def __init__(self, name: str) -> None:
        self.path = crawl_file(name)
        self._db = sqlite3.connect(self.path)
        try:
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.executescript(_SCHEMA)
        except sqlite3.DatabaseError:
            self._db.close()
            raise SourceError("抓取记录损坏，读不懂", remedy="删除这个文件后重新抓取",
                              file=str(self.path)) from None  # fmt: skip
        self.run = 0

    def __enter__(self) -> "State":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._db.close()
        if isinstance(error, sqlite3.Error):
            remedy = "检查磁盘空间；若是损坏了，删除这个文件后重新抓取"
            raise SourceError("抓取记录写不了或已损坏", remedy=remedy,
                              file=str(self.path)) from error  # fmt: skip

    def begin(self) -> bool:
        """Goes on with the run that was stopped not long ago (True), else begins the next."""
        now = time.time()
        with self._db as db:
            last = db.execute("SELECT run, begun, ended FROM runs ORDER BY run DESC").fetchone()
            if last and last[2] is None and 0 <= now - last[1] < CONTINUED:
                self.run = last[0]
                db.execute(
                    "UPDATE pages SET state = 'todo', why = NULL WHERE state IN ('later', 'walled')"
                )
                return True
            db.execute("UPDATE pages SET state = 'old' WHERE state IN ('todo', 'later')")
            self.run = (last[0] if last else 0) + 1
            db.execute("INSERT INTO runs VALUES (?, ?, NULL)", (self.run, now))
        return False

    def end(self) -> None:
        """Ends the run if nothing is left to fetch."""
        if not self.count("todo") + self.count("later"):
            with self._db as db:
                db.execute("UPDATE runs SET ended = ? WHERE run = ?", (time.time(), self.run))

    def want(self, pages: Iterable[Wanted]) -> None:
        """Puts pages on the list, each once a run."""
        with self._db:
            self._want(pages)

    def _want(self, pages: Iterable[Wanted]) -> None:
        (last,) = self._db.execute("SELECT max(number) FROM pages").fetchone()
        for number, page in enumerate(pages, start=(last or 0) + 1):
            self._db.execute(
                "INSERT INTO pages (key, url, site, kind, thread, run, number, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, 'todo')"
                " ON CONFLICT (key) DO UPDATE SET url = excluded.url, kind = excluded.kind,"
                " thread = excluded.thread, run = excluded.run, number = excluded.number,"
                " state = 'todo', why = NULL WHERE run < excluded.run",
                (*page, self.run, number),
            )

    def heads(self) -> list[Task]:
        """The next page of each site."""
        rows = self._db.execute(
            "SELECT key, url, site, kind, thread, etag, modified, min(number) FROM pages"
            " WHERE state = 'todo' GROUP BY site ORDER BY min(number)"
        )
        return [Task(*row[:7]) for row in rows]

    def count(self, state: str) -> int:
        """Pages of this run that are todo, done, failed, skipped, walled or later."""
        (count,) = self._db.execute(
            "SELECT count(*) FROM pages WHERE run = ? AND state = ?", (self.run, state)
        ).fetchone()
        return int(count)

    def pages_of(self, thread: str) -> int:
        """Pages of a thread or list that were put on the list in this run."""
        (count,) = self._db.execute(
            "SELECT count(*) FROM pages WHERE thread = ? AND run = ?", (thread, self.run)
        ).fetchone()
        return int(count)

    def fail(
        self, task: Task, state: Literal["failed", "skipped", "walled", "later"], why: str
    ) -> None:
        """`later`: the run goes on with the next call, which tries again, also what is `walled`;
        the others are for the next run."""
        with self._db as db:
            db.execute("UPDATE pages SET state = ?, why = ? WHERE key = ?", (state, why, task.key))

    def unchanged(self, task: Task) -> tuple[str, list[str], int]:
        """The page is as before: its form, its links, and how many of its posts have text."""
        with self._db as db:
            db.execute("UPDATE pages SET state = 'done', why = NULL WHERE key = ?", (task.key,))
            db.execute("UPDATE posts SET run = ? WHERE page = ?", (self.run, task.key))
        form, links = db.execute(
            "SELECT form, links FROM pages WHERE key = ?", (task.key,)
        ).fetchone()
        (count,) = db.execute(
            "SELECT count(*) FROM posts WHERE page = ? AND entry IS NOT NULL", (task.key,)
        ).fetchone()
        return form, json.loads(links), count

    def is_news(self, ids: Sequence[str]) -> bool:
        """Has one of these posts not been seen in this run?"""
        for id_ in ids:
            found = self._db.execute("SELECT run FROM posts WHERE id = ?", (id_,)).fetchone()
            if found is None or found[0] < self.run:
                return True
        return False

    def done(
        self, task: Task, visit: Visit, posts: Sequence[Post], wanted: Iterable[Wanted]
    ) -> list[Fate]:
        """Writes a page that was read, its posts and the pages that it leads to, in one step."""
        row = visit.form, visit.etag, visit.modified, json.dumps(visit.links)
        with self._db as db:
            fates = [self._keep(post, task) for post in posts]
            self._want(wanted)
            db.execute(
                "UPDATE pages SET state = 'done', why = NULL, form = ?, etag = ?, modified = ?,"
                " links = ? WHERE key = ?",
                (*row, task.key),
            )
            db.execute(
                "UPDATE pages SET state = 'done', run = ? WHERE key = ?", (self.run, visit.key)
            )
            db.execute(
                "INSERT OR IGNORE INTO pages (key, url, site, kind, thread, run, number, state)"
                " VALUES (?, ?, ?, ?, ?, ?, 0, 'done')",
                (visit.key, visit.url, task.site, task.kind, task.thread, self.run),
            )
        return fates

    def _keep(self, post: Post, task: Task) -> Fate:
        found = self._db.execute("SELECT entry FROM posts WHERE id = ?", (post.id,)).fetchone()
        old = Entry(*json.loads(found[0])) if found and found[0] else None
        fate, entry = _fate(post, old)
        if old and entry and old.text not in entry.text:
            self._keep_version(old)
        facts = {key: post.extra[key] for key in ("site", "engine", "thread", "page", "pages")
                 if key in post.extra}  # fmt: skip
        self._db.execute(
            "INSERT INTO posts (id, page, thread, run, floor, facts, entry, stored)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET page = excluded.page,"
            " thread = excluded.thread, run = excluded.run, floor = excluded.floor,"
            " facts = excluded.facts, entry = excluded.entry,"
            " stored = min(stored, excluded.stored)",
            (post.id, task.key, task.thread, self.run, post.floor, json.dumps(facts),
             json.dumps(entry) if entry else None, fate not in ("new", "changed")),
        )  # fmt: skip
        return fate

    def _keep_version(self, old: Entry) -> None:
        """The earlier text of a post that was rewritten, as a document of its own."""
        digest = hashlib.sha256(old.text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        kept = old._replace(id=f"{old.id}@{digest}")
        self._db.execute(
            "INSERT OR IGNORE INTO posts (id, run, entry) VALUES (?, ?, ?)",
            (kept.id, self.run, json.dumps(kept)),
        )

    def unstored(self, *, afresh: bool) -> Iterator[Entry]:
        """What the corpus does not have yet; `afresh`: all, for a corpus that is gone."""
        rows = self._db.execute(
            "SELECT entry FROM posts WHERE entry IS NOT NULL AND (? OR stored = 0)", (afresh,)
        )
        with closing(rows):
            for (entry,) in rows:
                yield Entry(*json.loads(entry))

    def stored(self) -> None:
        with self._db as db:
            db.execute("UPDATE posts SET stored = 1 WHERE stored = 0")

    def vanished(self) -> int:
        """Posts that the board showed once and not in this run, though all of their thread was
        read."""
        (count,) = self._db.execute(
            "SELECT count(*) FROM posts WHERE run < ?1 AND entry IS NOT NULL AND thread IN"
            " (SELECT thread FROM pages WHERE run = ?1 AND kind != 'list' GROUP BY thread"
            "  HAVING min(state) = 'done' AND max(state) = 'done')",
            (self.run,),
        ).fetchone()
        return int(count)

    def missing(self) -> list[str]:
        """Floors and pages that are missing of the threads of this run, a line a thread. What a
        post that the board does not show any more says of pages is out of date."""
        seen = Seen()
        rows = self._db.execute(
            "SELECT floor, facts, run FROM posts WHERE facts IS NOT NULL AND thread IN"
            " (SELECT thread FROM pages WHERE run = ?)",
            (self.run,),
        )
        for floor, written, run in rows:
            facts = json.loads(written)
            if run < self.run:
                facts |= {"page": "", "pages": ""}
            seen.add(Post(Text(""), floor=floor, extra=facts))
        return seen.missing()

    def label(self, thread: str) -> str:
        """The title of a thread, where it was seen, and its address."""
        post = self._db.execute(
            "SELECT entry FROM posts WHERE thread = ? AND entry IS NOT NULL", (thread,)
        ).fetchone()
        page = self._db.execute(
            "SELECT url FROM pages WHERE thread = ? ORDER BY run DESC, number", (thread,)
        ).fetchone()
        title = Entry(*json.loads(post[0])).title if post else None
        return " ".join(part for part in (title, page[0] if page else thread) if part)

    def faults(self) -> list[tuple[str, str, str]]:
        """Pages of this run that were not read: (state, url, why)."""
        rows = self._db.execute(
            "SELECT state, url, why FROM pages WHERE run = ? AND why IS NOT NULL ORDER BY number",
            (self.run,),
        )
        return list(rows)


def _fate(post: Post, old: Entry | None) -> tuple[Fate, Entry | None]:
    """What becomes of a post, and the document that stands for it from now on."""
    text = post.text.original
    if post.unknown == "hidden" or not text.strip():
        return ("kept", old) if old else ("skipped", None)
    if old and post.unknown == "partial" and len(text) < len(old.text):
        return "kept", old
    when = post.posted_at.isoformat() if post.posted_at else None
    entry = Entry(post.id, text, post.author, post.title, post.url, when, post.source)
    if old is None:
        return "new", entry
    entry = entry._replace(
        author=entry.author or old.author,
        published_at=entry.published_at or old.published_at,
        url=old.url if entry.text == old.text else entry.url,
        file=old.file if entry.text == old.text else entry.file,
    )
    return ("same" if entry == old else "changed"), entry


def named(posts: Sequence[Post], url: str) -> list[Post]:
    """Posts with ids that hold across pages: the site and the board's own number; a page of no
    known engine is named by its address."""
    found = []
    for post in posts:
        site = post.extra.get("site") or site_of(url)
        whole = post.extra.get("engine") == "page"
        found.append(replace(post, id=url if whole else f"{site}/{post.id}"))
    return found
