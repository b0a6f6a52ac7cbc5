"""Crawling threads, boards and lists of addresses into a corpus.

    crawl("board", ["https://bbs.example.org/thread-77-1-1.html"])

What a page is shows when it is read: posts make it a page of a thread, whose other pages are
followed; links to threads make it a board's list, whose threads are read; anything else is a text
of its own. Every page is on the disk before the next is asked for, so a crawl can be stopped at
any moment and goes on where it was.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from itertools import chain

from filelock import FileLock, Timeout

from postcheck.corpus import addresses, store
from postcheck.corpus.addresses import Link, Place, site_of
from postcheck.corpus.crawlstate import State, Task, Visit, Wanted, named
from postcheck.corpus.fetch import Fetcher
from postcheck.corpus.importers.entry import check_length
from postcheck.corpus.manifest import MANIFEST, corpora_folder, corpus_folder
from postcheck.corpus.network import LONGEST, Answer, NotRead
from postcheck.errors import SourceError, SourceErrors
from postcheck.post import Post
from postcheck.readers.forum import read_page

MOST_PAGES = 2000  # of one thread or list: pagination that does not end is cut off
LIMIT = 20_000  # pages of one call
_A_LIST = 3  # links to threads that make a page of unknown address a list
_WALLS = 10  # pages in a row that are no posts, after which a site is left alone
_COMMIT = 200  # pages after which the corpus takes what was read


@dataclass(frozen=True)
class Options:
    """`delay`: seconds between two requests to one site; `longest`: that one may take in all;
    `limit`: pages of this call."""

    cookies: CookieJar | None = None
    delay: float = 2
    longest: float = LONGEST
    allow_private: bool = False
    sites: Sequence[str] = ()  # further ones that may be asked
    limit: int = LIMIT
    most_pages: int = MOST_PAGES
    sleep: Callable[[float], None] = time.sleep


@dataclass
class CrawlReport:
    """What a crawl did. `pages`: read, unchanged (304), failed, skipped, later; `posts`: read,
    new, changed, same, kept (hidden now, the old text stays), skipped (no text); `threads`: the
    same for each thread by its title or address; `vanished`: posts that the board does not show
    any more; `missing`: floors and pages, a line a thread; `left`: pages still to fetch."""

    corpus: str
    continued: bool = False
    pages: Counter[str] = field(default_factory=Counter)
    posts: Counter[str] = field(default_factory=Counter)
    threads: dict[str, Counter[str]] = field(default_factory=dict)
    vanished: int = 0
    missing: list[str] = field(default_factory=list)
    faults: list[SourceError] = field(default_factory=list)
    notes: list[SourceError] = field(default_factory=list)
    left: int = 0

    @property
    def whole(self) -> bool:
        """Was everything read that was asked for?"""
        return not self.faults and not self.left


Progress = Callable[[int, int], None]  # pages done, pages known


def crawl(
    name: str,
    seeds: Sequence[str],
    options: Options | None = None,
    progress: Progress = lambda done, known: None,
) -> CrawlReport:
    """Reads `seeds` and what belongs to them into corpus `name`.

    Raises SourceErrors: an address that is none, another crawl into this corpus, a damaged store.
    """
    options = options or Options()
    sites = {*map(_seed_site, seeds), *options.sites}
    corpus_folder(name)
    report = CrawlReport(name)
    fetcher = Fetcher(
        sites,
        cookies=options.cookies,
        delay=options.delay,
        longest=options.longest,
        allow_private=options.allow_private,
        sleep=options.sleep,
    )
    with _alone(name), State(name) as state, fetcher:
        report.continued = state.begin()
        state.want(_wanted(url, "seed", addresses.place_of(url)) for url in seeds)
        job = _Crawl(state, fetcher, options, report)
        try:
            job.run(progress)
        finally:
            _store(name, state)
        state.end()
        _finish(state, fetcher, report)
    return report


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Holds the crawl of a corpus, until the end of the process at the latest."""
    path = corpora_folder() / f".{name}.crawl.lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(path, timeout=0):
            yield
    except Timeout:
        raise SourceError(
            f"另一个程序正在往语料“{name}”抓取", remedy="等它结束后再运行一次"
        ) from None


def _seed_site(url: str) -> str:
    try:
        return site_of(url)
    except ValueError:
        raise SourceError(
            f"不是网址：{url[:200]}", remedy="写成 https://… 的样子，不带用户名和密码"
        ) from None


def _wanted(url: str, kind: str, place: Place | None, thread: str = "") -> Wanted:
    """What `State.want` takes. Without a `thread` the address says which one it is."""
    site = site_of(url)
    own = f"{site} {place.kind} {place.number}" if place else url
    return addresses.key_of(url), url, site, kind, thread or own


class _Crawl:
    """One call: takes pages from the list until it is empty."""

    def __init__(
        self, state: State, fetcher: Fetcher, options: Options, report: CrawlReport
    ) -> None:
        self.state = state
        self.fetcher = fetcher
        self.options = options
        self.report = report
        self.walls: Counter[str] = Counter()  # site → pages in a row that were no posts

    def run(self, progress: Progress) -> None:
        for visited in range(1, self.options.limit + 1):
            task = self._next()
            if task is None:
                return
            try:
                self._visit(task)
                self.walls[task.site] = 0
            except NotRead as fault:
                if fault.passing:
                    self.state.fail(task, "later", fault.why)
                else:
                    apart = fault.outside and task.kind != "seed"
                    self.state.fail(task, "skipped" if apart else "failed", fault.why)
            except SourceErrors as errors:
                self._unreadable(task, errors.errors[0])
            if visited % _COMMIT == 0:
                _store(self.report.corpus, self.state)
            progress(visited, visited + self.state.count("todo"))

    def _next(self) -> Task | None:
        """The page that can be had soonest; of those that are as near, the first."""
        heads = [task for task in self.state.heads() if task.site not in self.fetcher.closed]
        now = time.monotonic()
        waits = [max(0, self.fetcher.ready(task.site) - now) for task in heads]
        return heads[waits.index(min(waits))] if heads else None

    def _unreadable(self, task: Task, error: SourceError) -> None:
        """A wall, a captcha, an error page: after many in a row the site is left alone."""
        self.state.fail(task, "walled", error.message)
        self.walls[task.site] += 1
        if self.walls[task.site] >= _WALLS:
            why = f"接连 {_WALLS} 页都没有帖子（{error.message}），先不再取"
            self.fetcher.closed[task.site] = why

    def _visit(self, task: Task) -> None:
        answer = self.fetcher.fetch(task.url, task.etag, task.modified)
        if answer.status == 304:
            form, urls, count = self.state.unchanged(task)
            self.state.want(self._followed(task, form, urls))
            self.report.pages["unchanged"] += 1
            self._count(task, Counter(read=count, same=count))
            return
        place = addresses.place_of(answer.url)
        found = addresses.links(answer.data, answer.charset, answer.url)
        onward = [link.url for link in found if _same_whole(link, place, answer.url)]
        threads = [link.url for link in found if link.inside and _is_thread(link)]
        listed = threads and task.kind != "thread"
        if listed and place and place.kind == "list":
            self._done(task, answer, "list", [], [*threads, *onward])
            return
        many = task.kind == "list" or len(threads) >= _A_LIST
        maybe_list = bool(listed and not place and many)
        posts = self._posts(answer, must=not maybe_list)
        plain = all(post.extra.get("engine") == "page" for post in posts)
        if plain and maybe_list:
            self._done(task, answer, "list", [], [*threads, *onward])
        elif plain and (task.kind != "seed" or place):
            raise NotRead("认不出帖子：不是论坛的页面，或是论坛换了样子")
        else:
            self._thread(task, answer, posts, [] if plain else onward)

    def _posts(self, answer: Answer, *, must: bool) -> list[Post]:
        """The posts of a page; a wall is an error only where there `must` be posts."""
        try:
            posts = read_page(
                answer.data, answer.url, declared=answer.charset, url=answer.url, bulk=True
            )
        except SourceErrors:
            if must:
                raise
            return []
        return named(posts, answer.url)

    def _thread(self, task: Task, answer: Answer, posts: list[Post], urls: list[str]) -> None:
        """A page of a thread, or a text of its own. One that shows only what was seen before
        leads nowhere: boards answer so to a page behind the last."""
        again = not self.state.is_news([post.id for post in posts])
        self._done(task, answer, "thread", posts, [] if again else urls)

    def _done(
        self, task: Task, answer: Answer, form: str, posts: list[Post], urls: list[str]
    ) -> None:
        headers = answer.headers
        visit = Visit(
            key=addresses.key_of(answer.url),
            url=answer.url,
            form=form,
            links=urls,
            etag=headers.get("etag"),
            modified=headers.get("last-modified"),
        )
        posts = [post for post in posts if self._fits(post)]
        fates = self.state.done(task, visit, posts, self._followed(task, form, urls))
        self.report.pages["read"] += 1
        self._count(task, Counter([*fates, *("read" for _ in fates)]))

    def _fits(self, post: Post) -> bool:
        try:
            check_length(post.text.original, post.source, None)
        except SourceError as error:
            self.report.notes.append(error)
            return False
        return True

    def _followed(self, task: Task, form: str, urls: Sequence[str]) -> list[Wanted]:
        """What a page leads to. Of one thread or list only so many pages."""
        wanted: list[Wanted] = []
        left = self.options.most_pages - self.state.pages_of(task.thread)
        for url in urls:
            place = addresses.place_of(url)
            if form == "list" and place and place.kind == "thread":
                wanted.append(_wanted(url, "thread", place))
            elif left > 0:
                left -= 1
                wanted.append(_wanted(url, form, place, task.thread))
            else:
                message = f"页数超过 {self.options.most_pages}，后面的不取"
                self.report.notes.append(SourceError(message, file=task.url))
                break
        return wanted

    def _count(self, task: Task, counts: Counter[str]) -> None:
        self.report.posts.update(counts)
        if counts.total():
            self.report.threads.setdefault(task.thread, Counter()).update(counts, pages=1)


def _is_thread(link: Link) -> bool:
    return link.place is not None and link.place.kind == "thread"


def _same_whole(link: Link, place: Place | None, url: str) -> bool:
    """Is the link another page of the same thread or list? Where the address does not say which
    one that is, a link that says 下一页 is followed."""
    if site_of(link.url) != site_of(url):
        return False
    if place is None:
        return link.onward and link.place is None
    return link.place is not None and link.place.whole == place.whole


def _store(name: str, state: State) -> None:
    """Puts what was read into the corpus; all of it if the corpus was removed meanwhile."""
    gone = not (corpus_folder(name) / MANIFEST).exists()
    entries = state.unstored(afresh=gone)
    first = next(entries, None)
    if first is not None:
        store.append(name, chain([first], entries))
        state.stored()


def _finish(state: State, fetcher: Fetcher, report: CrawlReport) -> None:
    for name in ("failed", "skipped", "later"):
        report.pages[name] = state.count(name)
    report.pages["failed"] += state.count("walled")
    for kind, url, why in state.faults():
        (report.notes if kind == "skipped" else report.faults).append(SourceError(why, file=url))
    report.faults += [SourceError(why, file=site) for site, why in fetcher.closed.items()]
    report.left = state.count("todo") + state.count("later")
    report.vanished = state.vanished()
    report.missing = state.missing()
    report.threads = {state.label(key): counts for key, counts in report.threads.items()}
