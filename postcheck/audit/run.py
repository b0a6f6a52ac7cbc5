"""One audit on one machine: items in, a line of results.jsonl each, then the tables and pages."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from postcheck.audit import store
from postcheck.audit.pool import Failure, Work, results
from postcheck.audit.pseudonyms import Pseudonyms
from postcheck.audit.rows import row
from postcheck.audit.spark import Cluster, vet_all
from postcheck.audit.texts import Item
from postcheck.audit.totals import Totals
from postcheck.audit.vet import Plan, Setting, opened, plan_seal, post_seal, stored_states, vet
from postcheck.post import Post
from postcheck.report.html import render_page

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
class _Task:
    """A post to be vetted, or a result of an earlier run that lacks its page."""

    page: Path
    post: Post | None = None
    result: Json | None = None


@dataclass(frozen=True)
class _Row:
    number: int
    item: Item
    key: str | None = None
    result: Json | None = None
    broken: str = ""


def run(items: Iterable[Item], order: Order, advance: Callable[[bool], None]) -> Totals:
    """Writes a row for each item, in order, and counts them; the caller holds the lock.

    What an earlier run has found is taken over where neither post nor setting has changed;
    `advance` is told after each row whether it was. Stopping at any point loses no whole row.
    Raises `SourceError` where a corpus cannot be opened.
    """
    plan = order.plan if order.cluster is None else replace(order.plan, corpora=())
    if (library := opened(plan).library) is not None:
        library.close()  # only a look whether it can be: the workers open their own
    totals = Totals()
    earlier = store.Earlier(order.folder)
    whole = False
    work = Work(_start, (plan, order.pseudonyms), _do)
    try:
        with (order.folder / store.RESULTS).open("wb") as file:
            tasks = _tasks(items, order, earlier)
            if order.cluster is not None:
                tasks = _vetted_there(tasks, order, order.cluster)
            for each, found in results(tasks, work, order.jobs):
                made = _finished(each, found, order)
                store.write_line(file, made)
                totals.add(made)
                advance(each.result is not None)
        whole = True
    finally:
        earlier.close(remove=whole)
    store.remove_pages_after(order.folder, totals.rows)
    return totals


def _tasks(
    items: Iterable[Item], order: Order, earlier: store.Earlier
) -> Iterator[tuple[_Row, _Task | None]]:
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
        each = _Row(number, replace(item, post=None), key, result)
        if result is None:
            yield each, _Task(page, post=item.post)
        else:
            yield each, None if _shows(page, result) else _Task(page, result=result)


def _vetted_there(
    tasks: Iterable[tuple[_Row, _Task | None]], order: Order, cluster: Cluster
) -> Iterator[tuple[_Row, _Task | None]]:
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
                result = json.loads(one)
                if order.pseudonyms is not None:
                    result = order.pseudonyms.result(result)
                yield each, replace(task, post=None, result=result)


def _shows(page: Path, result: Json) -> bool:
    """Whether a page is there and carries this very result."""
    try:
        return result["seal"].encode() in page.read_bytes()
    except OSError:
        return False


def _finished(each: _Row, found: Json | Failure | None, order: Order) -> Json:
    item, reason, page = each.item, each.broken or each.item.reason, None
    result = each.result or item.result
    if isinstance(found, Failure):
        reason, result = found.reason, None
    elif found is not None:
        result = found
    if result is not None and result.get("seal"):
        page = store.page_name(each.number)
    made = row(each.number, each.key, item, result, reason, page, order.plan.ruleset)
    if order.pseudonyms is not None:
        made["audit"] = order.pseudonyms.facts(made["audit"])
        if result is not None and not result.get("seal"):
            made = {"audit": made["audit"], **order.pseudonyms.result(result)}
            del made["seal"]
    return made


# -- in a worker -----------------------------------------------------------------------------


class _Worker:
    """What a worker process keeps between tasks."""

    setting: Setting
    pseudonyms: Pseudonyms | None = None


def _start(argument: tuple[Plan, Pseudonyms | None]) -> None:
    plan, _Worker.pseudonyms = argument
    _Worker.setting = opened(plan)


def _do(task: _Task) -> Json:
    """The result of a task; its page stands when it is returned."""
    result = task.result
    if result is None:
        assert task.post is not None
        result = vet(task.post, _Worker.setting)
        if _Worker.pseudonyms is not None:
            result = _Worker.pseudonyms.result(result)
    with store.replaced(task.page) as file:
        file.write(render_page([result]).encode("utf-8", "backslashreplace"))
    return result
