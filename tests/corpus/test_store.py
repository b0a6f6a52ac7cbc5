"""Adding, updating, removing, verifying; what is refused and leaves the store as it was."""

import errno
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from seeding import seeds

from postcheck.corpus import build, library, manifest, segment, store, writer
from postcheck.errors import SourceError, SourceErrors

Jsonl = Callable[..., str]
LINES = [
    "渡口的雨总是先落在对岸",
    "船家把蓑衣披好坐在船尾抽烟",
    "灯一盏一盏地暗下去",
    "竹林深处有人说话",
]


def texts(name: str = "board") -> dict[str, str]:
    with library.open_library([name]) as opened:
        documents = [opened.document(doc) for doc in opened.live().tolist()]
    return {document.id: document.text for document in documents}


def counts(report: store.AddReport) -> tuple[int, int, int, int]:
    return report.read, report.new, report.changed, report.same


def test_adding_again_updates_and_keeps(jsonl: Jsonl) -> None:
    a, b, c, d = LINES
    first = jsonl({"id": "a", "text": a}, {"id": "b", "text": b})
    assert counts(store.add("board", [first])) == (2, 2, 0, 0)
    second = jsonl({"id": "b", "text": c}, {"id": "d", "text": d}, {"id": "a", "text": a})
    assert counts(store.add("board", [second])) == (3, 1, 1, 1)
    assert texts() == {"a": a, "b": c, "d": d}
    info = store.info("board")
    assert (info.documents, info.characters) == (3, len(a + c + d))
    assert info.fingerprints == len(a + c + d) - 3 * 4
    with library.open_library(None) as opened:
        assert not seeds(opened, b)


def test_metadata_count_as_content(jsonl: Jsonl) -> None:
    row = {"id": "a", "text": LINES[0]}
    store.add("board", [jsonl(row)])
    assert counts(store.add("board", [jsonl({**row, "title": "雨"})])) == (1, 0, 1, 0)
    assert counts(store.add("board", [jsonl({**row, "title": "雨"})], author="青灯"))[2] == 1
    with library.open_library(None) as opened:
        assert opened.document(int(opened.live()[0])).author == "青灯"


def test_the_later_of_two_with_one_id_wins_and_it_is_said(jsonl: Jsonl) -> None:
    a, b, c, _ = LINES
    rows = [{"id": "x", "text": a}, {"id": "y", "text": b}, {"id": "x", "text": c}]
    report = store.add("board", [jsonl(*rows)])
    assert texts() == {"x": c, "y": b}
    assert [(note.line, note.message) for note in report.skipped] == [
        (3, "编号“x”重复出现，以后一篇为准")
    ]
    report = store.add("board", [jsonl({"id": "x", "text": c}, {"id": "x", "text": a})])
    assert texts() == {"x": a, "y": b}
    assert counts(report) == (2, 0, 1, 0)
    assert report.skipped_count == 1


def test_repeated_ids_across_segments_of_one_add(
    jsonl: Jsonl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build.SegmentBuilder, "full", property(lambda self: True))
    monkeypatch.setattr(writer, "_QUEUE_DOCUMENTS", 1)
    rows = [{"id": str(n % 7), "text": f"第{n}次改写的长一些的文字"} for n in range(40)]
    report = store.add("board", [jsonl(*rows)])
    assert texts() == {str(n % 7): f"第{n}次改写的长一些的文字" for n in range(33, 40)}
    assert [note.message for note in report.skipped[4:]] == [
        "编号“4”重复出现，以后一篇为准",
        "另有 28 篇的编号重复出现，都以后一篇为准",
    ]
    assert store.verify("board") == []


def test_many_adds_stay_few_segments(jsonl: Jsonl, home: Path) -> None:
    for number in range(12):
        store.add("board", [jsonl({"id": str(number), "text": LINES[0] * (number + 1)})])
    folder = home / "corpora" / "board"
    assert len(manifest.load(folder).segments) <= 4
    assert len(list(folder.glob("segment-*"))) <= 4
    assert len(texts()) == 12


def test_what_is_mostly_replaced_is_rewritten(jsonl: Jsonl) -> None:
    for version in range(4):
        rows = [{"id": str(n), "text": f"{LINES[1]}第{version}版第{n}篇"} for n in range(50)]
        store.add("board", [jsonl(*rows)])
    info = store.info("board")
    assert info.documents == 50
    state = manifest.load(manifest.corpus_folder("board"))
    assert sum(entry.files[f"{entry.name}/words"].bytes for entry in state.segments) < 2 * 8 * (
        info.fingerprints
    )


def test_list_and_remove(jsonl: Jsonl, home: Path) -> None:
    for name in ("诗词", "board"):
        store.add(name, [jsonl({"id": "a", "text": LINES[0]})])
    rows, problems = store.list_corpora()
    assert ([info.name for info in rows], problems) == (["board", "诗词"], [])
    folder = home / "corpora" / "board"
    on_disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert store.info("board").bytes == on_disk
    store.remove("board")
    assert store.corpus_names() == ("诗词",)
    assert not folder.exists()
    for call in (store.remove, store.info, store.verify):
        with pytest.raises(SourceError, match="没有名叫“board”的语料"):
            call("board")


@pytest.mark.parametrize("name", ["", "..", "a/b", ".x", "none", "a" * 64, "雨 ", "_x"])
def test_names_that_are_no_folder_names(name: str, jsonl: Jsonl) -> None:
    with pytest.raises(SourceError, match="不可用"):
        store.add(name, [jsonl({"id": "a", "text": "一"})])


def test_an_error_leaves_the_store_as_it_was(jsonl: Jsonl, home: Path, tmp_path: Path) -> None:
    store.add("board", [jsonl({"id": "a", "text": LINES[0]})])
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    good = jsonl({"id": "b", "text": LINES[1]}, name="good.jsonl")
    missing = str(tmp_path / "missing.txt")
    with pytest.raises(SourceErrors) as caught:
        store.add("board", [good, missing])
    assert "没有这个文件或文件夹" in str(caught.value)
    empty = jsonl(name="empty.jsonl")
    with pytest.raises(SourceErrors, match="没有读到任何文章"):
        store.add("board", [empty])
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
    with pytest.raises(SourceErrors):
        store.add("other", [missing])
    assert store.corpus_names() == ("board",)


@pytest.mark.parametrize(
    ("code", "message"), [(errno.ENOSPC, "磁盘满了"), (errno.EACCES, "没有权限")]
)
def test_a_refusing_disk_leaves_the_store_as_it_was(
    code: int, message: str, jsonl: Jsonl, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("board", [jsonl({"id": "a", "text": LINES[0]})])
    before = sorted(home.rglob("*"))

    def refuse(self: build.Output, data: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(build.Output, "write", refuse)
    with pytest.raises(SourceError, match=message):
        store.add("board", [jsonl({"id": "b", "text": LINES[1]})])
    assert sorted(home.rglob("*")) == before
    assert texts() == {"a": LINES[0]}


def test_single_documents_are_removed_all_of_them_or_none(jsonl: Jsonl) -> None:
    rows = [{"id": str(number), "text": line} for number, line in enumerate(LINES)]
    store.add("board", [jsonl(*rows)])
    with pytest.raises(SourceErrors) as error:
        store.remove_documents("board", ["1", "9"])
    assert "9" in str(error.value)
    assert set(texts()) == {"0", "1", "2", "3"}
    assert store.remove_documents("board", ["1", "1", "3"]) == 2
    assert set(texts()) == {"0", "2"}
    assert store.info("board").documents == 2
    with library.open_library(["board"]) as opened:
        assert not seeds(opened, LINES[1])
    assert store.add("board", [jsonl(*rows)]).new == 2
    assert store.verify("board") == []


def test_replacing_removes_what_the_folder_holds_no_more(tmp_path: Path) -> None:
    folder = tmp_path / "posts"
    folder.mkdir()
    for number, line in enumerate(LINES):
        (folder / f"{number}.txt").write_text(line, encoding="utf-8")
    store.add("board", [str(folder)])
    (folder / "0.txt").unlink()
    (folder / "1.txt").write_text(LINES[0], encoding="utf-8")
    report = store.add("board", [str(folder)])
    assert (report.changed, report.removed, len(texts())) == (1, 0, 4)
    report = store.add("board", [str(folder)], replace=True)
    assert (report.same, report.removed) == (3, 1)
    assert texts() == {"1.txt": LINES[0], "2.txt": LINES[2], "3.txt": LINES[3]}


def test_replacing_changes_nothing_where_a_line_cannot_be_read(
    jsonl: Jsonl, tmp_path: Path
) -> None:
    store.add("board", [jsonl(*({"id": line, "text": line} for line in LINES))])
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"id": "new", "text": "新的一篇"}\n{"id": \n', encoding="utf-8")
    with pytest.raises(SourceErrors):
        store.add("board", [str(broken)], replace=True)
    assert set(texts()) == set(LINES)


def test_a_second_writer_is_told_to_wait(jsonl: Jsonl) -> None:
    source = jsonl({"id": "a", "text": LINES[0]})

    def second(*_: int) -> None:
        with pytest.raises(SourceError, match="另一个程序正在写语料“board”"):
            store.add("board", [source])
        with pytest.raises(SourceError, match="另一个程序正在写"):
            store.remove("board")

    rows = jsonl(*({"id": str(n), "text": LINES[1]} for n in range(1000)), name="many.jsonl")
    store.add("board", [source])
    report = store.add("board", [rows], progress=second)
    assert report.new == 1000


@pytest.mark.parametrize("name", [*segment.FILES, "dead"])
def test_verify_finds_one_flipped_byte(name: str, jsonl: Jsonl, home: Path) -> None:
    rows = [{"id": str(n), "text": LINES[n % 4] + str(n)} for n in range(10)]
    store.add("board", [jsonl(*rows)])
    store.add("board", [jsonl({"id": "1", "text": LINES[2]})])
    assert store.verify("board") == []
    [path, *_] = home.rglob(f"{name}*")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)
    [problem] = store.verify("board")
    assert problem.file == str(path)
    assert problem.message == "语料库文件已损坏"
    assert ("corpus rebuild board" in problem.remedy) == (name in segment.INDEX)
    assert ("corpus remove board" in problem.remedy) == (name not in segment.INDEX)


def test_a_shortened_or_missing_file_is_refused(jsonl: Jsonl, home: Path) -> None:
    source = jsonl({"id": "a", "text": LINES[0]})
    store.add("board", [source])
    [words] = home.rglob("words")
    words.write_bytes(words.read_bytes()[:-8])
    for attempt in (
        lambda: library.open_library(None),
        lambda: store.add("board", [jsonl({"id": "b", "text": "二"})]),
    ):
        with pytest.raises(SourceErrors, match=r"words: 语料库文件已损坏 —— 运行 .* rebuild board"):
            attempt()
    words.unlink()
    with pytest.raises(SourceErrors, match="语料库缺了这个文件"):
        library.open_library(None)
    assert [problem.message for problem in store.verify("board")] == ["语料库缺了这个文件"]
    store.remove("board")
    store.add("board", [source])


def test_damage_is_not_merged_away(jsonl: Jsonl, home: Path) -> None:
    for number in range(4):
        store.add("board", [jsonl({"id": str(number), "text": LINES[number]})])
    for path in home.rglob("texts"):
        path.write_bytes(path.read_bytes()[::-1])
    with pytest.raises(SourceErrors, match="texts: 语料库文件已损坏"):
        store.add("board", [jsonl({"id": "5", "text": "第五篇的文字"})])
    assert store.info("board").documents == 4


def change(path: Path, **keys: object) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | keys), encoding="utf-8")


def test_a_damaged_or_foreign_manifest_is_refused(
    jsonl: Jsonl, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = jsonl({"id": "a", "text": LINES[0]})
    store.add("board", [source])
    path = home / "corpora" / "board" / "manifest.json"
    good = path.read_text(encoding="utf-8")

    def refusal(command: str = "remove") -> str:
        with pytest.raises(SourceError) as caught:
            library.open_library(None)
        with pytest.raises(SourceError) as again:
            store.add("board", [source])
        assert caught.value.message == again.value.message
        assert f"corpus {command} board" in caught.value.remedy
        assert [problem.message for problem in store.verify("board")] == [caught.value.message]
        return caught.value.message

    path.write_text(good[:-20], encoding="utf-8")
    assert refusal() == "语料清单损坏，读不懂"
    path.write_text(good.replace('"documents": 1', '"documents": 2'), encoding="utf-8")
    assert refusal() == "语料清单损坏，校验和不符"
    path.write_text(good, encoding="utf-8")
    change(path, format=9)
    assert refusal() == "语料库格式是第 9 版，本程序只认第 1 版"
    path.write_text(good, encoding="utf-8")
    monkeypatch.setattr(manifest, "fold_checksum", lambda: 1)
    assert refusal("rebuild") == "语料库是用另一套折叠表或指纹算法建立的，不能混用"


ADDER = """
import itertools, sys
from postcheck.corpus import store
for number in itertools.count(int(sys.argv[2])):
    store.add("board", [sys.argv[1]], author=f"第{number}次")
    print(number, flush=True)
"""


@contextmanager
def adding(source: str, number: int) -> Iterator[None]:
    """Another process adds the source again and again; on the way out it is killed."""
    command = [sys.executable, "-c", ADDER, source, str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


def test_kill_9_leaves_the_old_or_the_new_state(jsonl: Jsonl) -> None:
    """Every add changes all documents at once: a mixture of two adds would show."""
    rows = [{"id": str(n), "text": f"{LINES[n % 4]}，第{n}篇"} for n in range(60)]
    source = jsonl(*rows)
    random = Random(9)
    for attempt in range(15):
        with adding(source, 1000 * attempt):
            time.sleep(random.uniform(0, 0.1))
        with library.open_library(["board"]) as opened:
            documents = [opened.document(doc) for doc in opened.live().tolist()]
            found = {doc for _, doc, _ in seeds(opened, LINES[0])}
        assert len(documents) == 60
        assert len({document.author for document in documents}) == 1
        assert len(found) == 15
        assert store.verify("board") == []
    store.add("board", [source], author="最后")
    folder = manifest.corpus_folder("board")
    named = {"manifest.json"}
    for entry in manifest.load(folder).segments:
        named |= {path.split("/")[0] for path in entry.files}
    assert {path.name for path in folder.iterdir()} == named


def test_readers_beside_a_writer_see_whole_states(jsonl: Jsonl) -> None:
    source = jsonl(*({"id": str(n), "text": LINES[n % 4]} for n in range(40)))
    seen = set()
    with adding(source, 0):
        for _ in range(300):
            with library.open_library(["board"]) as opened:
                authors = {opened.document(doc).author for doc in opened.live().tolist()}
            assert len(authors) == 1
            seen |= authors
    assert len(seen) > 1
