"""The worker processes: one job each, ended when it takes too long, replaced when it breaks."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from drafts import BORROWED, DRAFT
from trials import trials

from postcheck.corpus.store import add
from postcheck.errors import SourceErrors
from postcheck.web.pool import Broken, Busy, Pool, TooLong
from postcheck.web.work import Request, prepare


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    made = Pool(trials, 2, waiting=2, seconds=1.5)
    made.run("add", 1, 1)
    yield made
    made.close()


def test_jobs_run_beside_each_other_and_no_more_wait_than_may(pool: Pool) -> None:
    with ThreadPoolExecutor(5) as threads:
        running = [threads.submit(pool.run, "sleep", 0.5) for _ in range(4)]
        time.sleep(0.1)
        with pytest.raises(Busy):
            pool.run("add", 1, 2)
        assert [one.result() for one in running] == [None] * 4
    assert pool.run("add", 1, 2) == 3


def test_a_job_may_have_less_time_than_others() -> None:
    short = Pool(trials, 1, waiting=2, seconds=30, shorter={"sleep": 0.3})
    try:
        assert short.run("add", 1, 2) == 3
        start = time.monotonic()
        with pytest.raises(TooLong):
            short.run("sleep", 20)
        assert time.monotonic() - start < 10
    finally:
        short.close()


def test_a_job_that_takes_too_long_is_ended_and_the_next_works(pool: Pool) -> None:
    before = {pool.run("pid") for _ in range(4)}
    with pytest.raises(TooLong):
        pool.run("sleep", 60)
    time.sleep(0.1)
    assert pool.run("pid") not in before


def test_a_worker_that_dies_is_replaced(pool: Pool) -> None:
    with pytest.raises(Broken):
        pool.run("die")
    assert pool.run("add", 2, 2) == 4


def test_faults_come_through_and_defects_without_their_text(pool: Pool) -> None:
    with pytest.raises(SourceErrors) as found:
        pool.run("fault")
    assert found.value.errors[0].message == "读不了"
    with pytest.raises(Broken) as broken:
        pool.run("defect", "一句草稿")
    assert "ValueError at" in str(broken.value)
    assert "草稿" not in str(broken.value)


def test_a_worker_sees_a_corpus_that_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path))
    source = tmp_path / "a.jsonl"

    def store(*texts: str) -> None:
        rows = (json.dumps({"id": str(n), "text": text}) for n, text in enumerate(texts))
        source.write_text("\n".join(rows))
        add("site", [str(source)])

    store("另一篇与此无关的文字，写在很久以前的冬天。")
    pool = Pool(partial(prepare, None), 0, waiting=1, seconds=30)
    asked = Request("fengyun85", "report", {"text": DRAFT})

    def quoted() -> Any:
        return json.loads(pool.run("report", asked, "json"))["measures"]["quoted"]["count"]

    try:
        assert quoted() == 0
        store("另一篇与此无关的文字，写在很久以前的冬天。", BORROWED)
        assert quoted() > 30
    finally:
        pool.close()
