"""`postcheck watch` in a process of its own, while files are saved as editors save them.

Each test ends it as Ctrl+C does, which is its right end: status 0.
"""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from calls import Call
from docx import Document

LINE = "河上没有桥，他每天划一只旧船过去，船头坐着那条不会叫的狗。"
PATIENCE = 30  # seconds for a line that has to come
QUIET = 2.0  # seconds in which no line may come


class Watch:
    """The running command; `line` gives its next line."""

    def __init__(self, folder: Path, *words: str) -> None:
        # A shell starts what runs in its background deaf to Ctrl+C, and that is inherited.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.process = subprocess.Popen(
            [Path(sys.executable).with_name("postcheck"), "watch", *words],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            env={**os.environ, "POSTCHECK_HOME": str(folder / "home"), "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        signal.signal(signal.SIGINT, before)
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def line(self) -> str:
        return self.lines.get(timeout=PATIENCE)

    def stop(self) -> int:
        """Ends it as Ctrl+C does and returns its exit status."""
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


def save(path: Path, paragraphs: int) -> None:
    made = Document()
    for number in range(paragraphs):
        made.add_paragraph(f"{LINE[:-1]}{'甲乙丙丁戊己庚辛'[number % 8]}。")
    made.save(path)


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "草稿.docx"
    save(path, 1)
    return path


@pytest.fixture
def watch(draft: Path) -> Iterator[Watch]:
    running = Watch(draft.parent, draft.name, "--ruleset", "fengyun85", "--kind", "kill")
    try:
        assert "字数 30　不合格（字数不足）　" in running.line()
        yield running
    finally:
        assert running.stop() == 0


def test_each_way_of_saving_is_seen(watch: Watch, draft: Path) -> None:
    save(draft, 2)  # written in place
    assert "字数 30 → 60，" in watch.line()

    new = draft.with_name("~WRD0000.tmp")  # as Word: a new file takes the name of the old
    save(new, 3)
    draft.rename(draft.with_name("~WRL0001.tmp"))
    new.rename(draft)
    draft.with_name("~WRL0001.tmp").unlink()
    assert "字数 60 → 90，" in watch.line()

    new = draft.with_name(".草稿.docx.part")  # as most others: put over the old one
    save(new, 4)
    new.replace(draft)
    assert "字数 90 → 120，" in watch.line()


def test_lock_files_other_files_and_the_same_text_say_nothing(watch: Watch, draft: Path) -> None:
    draft.with_name("~$稿.docx").write_bytes(b"\x05owner")
    save(draft.with_name("别的.docx"), 5)
    save(draft, 1)
    with pytest.raises(queue.Empty):
        watch.lines.get(timeout=QUIET)


def test_a_broken_save_is_said_and_the_next_one_read(watch: Watch, draft: Path) -> None:
    draft.write_bytes(b"PK\x03\x04 half")
    assert "草稿.docx: 文档已损坏" in watch.line()
    draft.unlink()
    assert "没有这个文件" in watch.line()
    save(draft, 2)
    assert "字数 30 → 60，" in watch.line()


def test_what_cannot_be_watched_is_said(call: Call, folder: Path) -> None:
    rules = ("--ruleset", "fengyun85", "--kind", "kill")
    missing = call("watch", "无.docx", *rules)
    assert (missing.status, missing.err) == (
        2,
        "错误：无.docx: 没有这个文件 —— 先存一次草稿，再开始盯\n",
    )
