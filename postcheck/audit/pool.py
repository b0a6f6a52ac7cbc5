"""Worker processes: posts out, results back in order, whatever becomes of a worker.

Each worker opens the corpora once. No more tasks are under way than a few for each worker, so
memory does not grow with the number of posts. A post that kills its worker (out of memory, a
defect in a library) costs its own row and nothing else.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")
Task = TypeVar("Task")
Result = TypeVar("Result")
_AHEAD = 8  # tasks under way for each worker


@dataclass(frozen=True, slots=True)
class Failure:
    """A task without result; `reason` in Chinese."""

    reason: str


@dataclass(frozen=True)
class Work(Generic[Task, Result]):
    """What a worker does: `start` once, then `do` a task. Both must be importable functions."""

    start: Callable[[Any], None]
    argument: Any
    do: Callable[[Task], Result]


def results(
    tasks: Iterable[tuple[Row, Task | None]], work: Work[Task, Result], jobs: int
) -> Iterator[tuple[Row, Result | Failure | None]]:
    """Each row with what became of its task, in order; `jobs` >= 1 processes. No task: None."""
    source = iter(tasks)
    waiting: deque[tuple[Row, Task | None, Future[Result] | None]] = deque()
    pool = _pool(work, jobs)
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (found := next(source, None)) is not None:
                row, task = found
                waiting.append((row, task, None if task is None else _submit(pool, work, task)))
            if not waiting:
                return
            row, task, future = waiting.popleft()
            try:
                yield row, None if future is None else _outcome(future)
            except BrokenProcessPool:
                # Somebody's task did it; each that was under way is tried by itself.
                pool.shutdown(wait=True)
                for one, again in [(row, task), *(each[:2] for each in waiting)]:
                    yield one, None if again is None else _alone(work, again)
                waiting.clear()
                pool = _pool(work, jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _pool(work: Work[Task, Result], jobs: int) -> ProcessPoolExecutor:
    # Not forked: a progress bar runs in a thread of its own, whose locks a fork would copy.
    return ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_start, initargs=(work,)
    )


def _submit(pool: ProcessPoolExecutor, work: Work[Task, Result], task: Task) -> Future[Result]:
    try:
        return pool.submit(work.do, task)
    except BrokenProcessPool as error:
        broken: Future[Result] = Future()
        broken.set_exception(error)
        return broken


def _outcome(future: Future[Any]) -> Any:
    try:
        return future.result()
    except BrokenProcessPool:
        raise
    except MemoryError:
        return Failure("内存不够")
    except Exception as error:  # noqa: BLE001  one bad post must not end the run
        return broken(f"{type(error).__name__}: {error}")


def broken(error: str) -> Failure:
    """A defect of ours, with what is needed to report it."""
    return Failure(f"程序出错（{' '.join(error.split())[:200]}），请报告这个缺陷")


def _alone(work: Work[Task, Any], task: Task) -> Any:
    with _pool(work, 1) as pool:
        try:
            return _outcome(_submit(pool, work, task))
        except BrokenProcessPool:
            return Failure("检查它的进程意外退出（内存不够，或程序缺陷）")


def _start(work: Work[Task, Result]) -> None:
    """The beginning of a worker: it must not outlive the run, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    threading.Thread(target=_follow_parent, daemon=True).start()
    work.start(work.argument)


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
