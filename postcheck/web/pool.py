"""Heavy work in a few processes of its own, so that the live count never waits for it.

A process is given one job at a time and is ended when that takes too long or when it breaks; a
new one takes its place. The workers are nicer than the server: a count goes first.
"""

import os
import queue
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import BoundedSemaphore, Lock
from types import MappingProxyType
from typing import Any

from postcheck.errors import SourceError, SourceErrors

Jobs = Callable[[str, tuple[Any, ...]], Any]  # a job's name and its arguments → its result
_NICE = 5
_START = 60  # seconds until a new process has read what it needs


class Busy(Exception):
    """As many jobs wait already as may wait."""


class TooLong(Exception):
    """The job took longer than it may; its process was ended."""


class Broken(Exception):
    """The process died, or the job has a defect; the message says where and holds no text."""


class Pool:
    """`prepare` is called once in each process and gives what does the jobs.

    `workers` 0: jobs run here, one after the other. `waiting` jobs may stand in line;
    `seconds` is the longest that one may run, and the longest that one may wait; `shorter`: the
    longest that jobs of these names may run.
    """

    def __init__(
        self,
        prepare: Callable[[], Jobs],
        workers: int,
        *,
        waiting: int,
        seconds: float,
        shorter: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        self._prepare = prepare
        self._seconds = seconds
        self._shorter = shorter
        self._places = BoundedSemaphore(workers + waiting)
        self._idle: queue.LifoQueue[_Worker] = queue.LifoQueue()
        self._here = None if workers else prepare()
        self._lock = Lock()
        for _ in range(workers):
            self._idle.put(_Worker(prepare))

    def run(self, job: str, *arguments: Any) -> Any:
        """The job's result. Raises Busy, TooLong, Broken, and SourceErrors of the job's own."""
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            return self._run(job, arguments)
        finally:
            self._places.release()

    def _run(self, job: str, arguments: tuple[Any, ...]) -> Any:
        if self._here is not None:
            with self._lock:
                return self._here(job, arguments)
        try:
            worker = self._idle.get(timeout=self._seconds)
        except queue.Empty:
            raise Busy from None
        try:
            done, result = worker.ask(job, arguments, self._shorter.get(job, self._seconds))
        except (TooLong, Broken):
            worker.end()
            worker = _Worker(self._prepare)
            raise
        finally:
            self._idle.put(worker)
        if done == "fault":
            raise SourceErrors([SourceError(message, remedy=remedy) for message, remedy in result])
        if done == "defect":
            raise Broken(result)
        return result

    def close(self) -> None:
        """Ends the processes that are idle; those at work end with their job's asker."""
        while True:
            try:
                self._idle.get_nowait().end()
            except queue.Empty:
                return


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, prepare: Callable[[], Jobs]) -> None:
        context = get_context("spawn")  # the server has threads: a fork could lock up
        self._pipe, theirs = context.Pipe()
        self._ready = False
        self._process: BaseProcess = context.Process(
            target=_serve, args=(theirs, prepare), daemon=True
        )
        self._process.start()
        theirs.close()

    def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> tuple[str, Any]:
        try:
            if not self._ready:
                if not self._pipe.poll(_START):
                    raise Broken("worker did not start")
                self._ready = bool(self._pipe.recv())
            self._pipe.send((job, arguments))
            if not self._pipe.poll(seconds):
                raise TooLong
            answer: tuple[str, Any] = self._pipe.recv()
        except (EOFError, OSError):
            raise Broken("worker died") from None
        return answer

    def end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def _serve(pipe: Connection, prepare: Callable[[], Jobs]) -> None:
    """The life of a worker: one job after the other, until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us
    if hasattr(os, "nice"):
        os.nice(_NICE)
    with suppress(EOFError, OSError):  # the server has gone, or ends us
        jobs = prepare()
        pipe.send(True)
        while True:
            pipe.send(_answer(jobs, *pipe.recv()))


def _answer(jobs: Jobs, job: str, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", jobs(job, arguments)
    except SourceErrors as found:
        return "fault", [(one.message, one.remedy) for one in found.errors]
    except Exception as error:  # noqa: BLE001
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
        return "defect", f"{type(error).__name__} at {place}"
