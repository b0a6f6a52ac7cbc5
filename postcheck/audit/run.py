"""One audit on one machine: items in, a line of results.jsonl each, and a row for the tables."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from postcheck.audit import store, worker
from postcheck.audit.pool import Failure, Work, results
from postcheck.audit.pseudonyms import Pseudonyms
from postcheck.audit.rows import NOTHING, row
from postcheck.audit.spark import Cluster, vet_all
from postcheck.audit.texts import Item
from postcheck.audit.totals import Totals
from postcheck.audit.vet import Plan, opened, plan_seal, post_seal, stored_states
from postcheck.audit.worker import Done, Task, done
from postcheck.report.jsonl import json_line

Json = dict[str, Any]
CHUNK = 100_000  # posts that a cluster is given at a time: they pass through this machine's memory


@dataclass(frozen=True)
class Order:
    """What a run does: `jobs` processes write into `folder`; `pseudonyms` None: names stay.

    With a `cluster` posts are vetted there, and only the pages are made here.
    """

    plan: Plan
    folder: Path
    jobs: int = 1
    pseudonyms: Pseudonyms | None = None
    cluster: Cluster | None = None


@dataclass(frozen=True)
class _Row:
    """`kept`: what an earlier run has found; `broken`: why the cluster has found nothing."""

    number: int
    item: Item
    key: str | None = None
    kept: Done | None = None
    broken: str = ""


def run(
    items: Iterable[Item],
    order: Order,
    keep: Callable[[Json], None],
    advance: Callable[[bool], None],
) -> Totals:
    """Writes a line for each item, in order, and counts them; the caller holds the lock.

    `keep` is given each row without texts and places. What an earlier run has found is taken over
    where neither post nor setting has changed; `advance` is told after each row whether it was.
    Stopping at any point loses no whole row. Raises `SourceError` where a corpus cannot be opened.
    """
    plan = order.plan if order.cluster is None else replace(order.plan, corpora=())
    if (library := opened(plan).library) is not None:
        library.close()  # only a look whether it can be: the workers open their own
    totals = Totals()
    earlier = store.Earlier(order.folder)
    whole = False
    work = Work(worker.start, (plan, order.pseudonyms), worker.do)
    try:
        with (order.folder / store.RESULTS).open("wb") as file:
            tasks = _tasks(items, order, earlier)
            if order.cluster is not None:
                tasks = _vetted_there(tasks, order, order.cluster)
            for each, found in results(tasks, work, order.jobs):
                made, rest = _finished(each, found, order)
                store.write_line(file, made["audit"], rest)
                totals.add(made)
                keep(made)
                advance(each.kept is not None)
        whole = True
    finally:
        earlier.close(remove=whole)
    store.remove_pages_after(order.folder, totals.rows)
    return totals


def _tasks(
    items: Iterable[Item], order: Order, earlier: store.Earlier
) -> Iterator[tuple[_Row, Task | None]]:
    hidden = () if order.pseudonyms is None else (order.pseudonyms.seal(),)
    far = order.cluster
    states = [one.state for one in far.corpora] if far else stored_states(order.plan)
    sealed = plan_seal(order.plan, states, *hidden)
    for number, item in enumerate(items, 1):
        if item.post is None:
            yield _Row(number, item), None
            continue
        key = post_seal(item.post, sealed)
        page = order.folder / store.page_name(number)
        result = earlier.find(key) if len(earlier) else None
        # The post itself has done its work once it is sealed and sent.
        each = _Row(number, replace(item, post=None), key, done(result) if result else None)
        if each.kept is None:
            yield each, Task(page, item.post)
        else:
            yield each, None if _shows(page, each.kept) else Task(page, line=each.kept.line)


def _vetted_there(
    tasks: Iterable[tuple[_Row, Task | None]], order: Order, cluster: Cluster
) -> Iterator[tuple[_Row, Task | None]]:
    """The tasks with the results of the cluster in place of the posts."""
    every = iter(tasks)
    while chunk := list(islice(every, CHUNK)):
        posts = [task.post for _, task in chunk if task is not None and task.post is not None]
        found = vet_all(cluster, order.plan, posts) if posts else iter(())
        for each, task in chunk:
            if task is None or task.post is None:
                yield each, task
            elif isinstance(one := next(found), Failure):
                yield replace(each, broken=one.reason), None
            else:
                yield each, Task(task.page, line=one, plain=True)


def _shows(page: Path, kept: Done) -> bool:
    """Whether a page is there and carries this very result."""
    try:
        return kept.brief["seal"].encode() in page.read_bytes()
    except OSError:
        return False


def _finished(each: _Row, found: Done | Failure | None, order: Order) -> tuple[Json, str]:
    """The row without texts and places, and the line of its result."""
    item, reason = each.item, each.broken or each.item.reason
    result = found or each.kept
    if isinstance(result, Failure):
        reason, result = result.reason, None
    elif result is None and item.result is not None:
        result = done(item.result)
    sealed = result is not None and "seal" in result.brief
    page = store.page_name(each.number) if sealed else None
    brief = result.brief if result is not None else None
    made = row(each.number, each.key, item, brief, reason, page, order.plan.ruleset)
    if order.pseudonyms is not None:
        made["audit"] = order.pseudonyms.facts(made["audit"])
        if result is not None and not sealed:
            hidden = order.pseudonyms.result(item.result or {})
            del hidden["seal"]
            result = done(hidden)
            made = {"audit": made["audit"], **result.brief}
    return made, result.line if result is not None else json_line(NOTHING)
