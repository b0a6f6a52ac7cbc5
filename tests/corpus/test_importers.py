"""What a corpus can be filled from, and what each importer makes of it."""

import gzip
import io
import json
import os
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from docx import Document

from postcheck.corpus import library, store
from postcheck.corpus.importers import entry, read_source
from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.errors import SourceError, SourceErrors
from postcheck.readers import archive, container

BAD = Path(__file__).parent.parent / "bad" / "corpus"
EXPECTED = tomllib.loads((BAD / "expected.toml").read_text(encoding="utf-8"))
PROSE = "船家老秦说，那边的山高，云走到那儿就走不动了，于是把一身的水都卸下来。"


def read(source: str, form: str | None = None) -> tuple[list[Entry], list[str]]:
    entries, skipped, failed = read_all(source, form)
    assert not failed
    return entries, skipped


def read_all(source: str, form: str | None = None) -> tuple[list[Entry], list[str], list[str]]:
    """The documents, what was left out, what could not be read."""
    notes = Notes()
    entries = list(read_source(source, form, notes))
    told = ([note.layout() for note in each] for each in (notes.skipped, notes.errors))
    return entries, *told


READ_OF_BAD = {"lines.jsonl": 1, "gbk.jsonl": 1, "cut.jsonl.gz": 1}  # documents to be had


@pytest.mark.parametrize("name", sorted(set(EXPECTED) - set(READ_OF_BAD)))
def test_broken_sources(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to be had of them: the store stays as it was."""
    monkeypatch.chdir(BAD)
    with pytest.raises(SourceErrors) as caught:
        store.add("board", [name])
    assert [error.layout() for error in caught.value.errors] == EXPECTED[name]
    assert store.corpus_names() == ()


@pytest.mark.parametrize("name", sorted(set(EXPECTED) - {"missing.txt"}))
def test_the_rest_is_imported_beside_broken_sources(
    name: str, jsonl: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = jsonl({"id": "a good one", "text": PROSE})
    monkeypatch.chdir(BAD)
    report = store.add("board", [name, good])
    assert [error.layout() for error in report.failed] == EXPECTED[name]
    assert [(row.source, row.new, row.failed) for row in report.sources] == [
        (name, READ_OF_BAD.get(name, 0), len(EXPECTED[name])),
        (good, 1, 0),
    ]
    with library.open_library(["board"]) as opened:
        texts = [opened.document(doc).text for doc in opened.live().tolist()]
    assert PROSE in texts


def test_only_so_many_errors_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("x\n" * 1000, encoding="utf-8")
    with pytest.raises(SourceErrors) as caught:
        store.add("board", [str(path)])
    assert len(caught.value.errors) == 201
    assert caught.value.errors[-1].message == "另有 800 处错误没有列出"


@pytest.mark.parametrize("name", ["texts.jsonl", "texts.jsonl.gz", "texts.ndjson"])
def test_json_lines(name: str, tmp_path: Path) -> None:
    rows = [
        {"id": "a", "text": PROSE, "author": "青灯", "title": "渡口", "url": "u", "floor": 3},
        {"id": 7, "text": "", "author": None, "title": "", "published_at": "2019-05-02"},
        {"id": "c", "text": "\U00020000𠮷", "published_at": "2019-05-02T20:15:00Z"},
    ]
    data = "﻿" + "\n\n".join(json.dumps(row) for row in rows)
    opener = gzip.open if name.endswith(".gz") else open
    with opener(tmp_path / name, "wt", encoding="utf-8", newline="\r\n") as file:
        file.write(data)
    entries, _ = read(str(tmp_path / name))
    source = str(tmp_path / name)
    assert entries == [
        Entry("a", PROSE, "青灯", "渡口", "u", None, source, 1),
        Entry("7", "", None, None, None, "2019-05-02T00:00:00+08:00", source, 3),
        Entry("c", "\U00020000𠮷", None, None, None, "2019-05-02T20:15:00+00:00", source, 5),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_text_file_in_any_encoding(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "渡口.txt"
    path.write_bytes(PROSE.encode(encoding))
    entries, _ = read(str(path))
    assert entries == [Entry("渡口.txt", PROSE, title="渡口", file=str(path))]


FILES = {
    "b/二.md": PROSE.encode(),
    "a.txt": PROSE.encode("gb18030"),
    "b/图.jpg": b"\xff\xd8\xff",
    "b/.hidden.txt": PROSE.encode(),
    "空.txt": b" \n",
    "乱.txt": b"\x00\x01\x02\xff" * 40,
}
EMPTY, BINARY = "空.txt: 文件里没有文字", "乱.txt: 这是二进制文件，不是文本"


def test_a_folder(tmp_path: Path) -> None:
    for name, data in FILES.items():
        path = tmp_path / "旧文" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    source = str(tmp_path / "旧文")
    entries, skipped, failed = read_all(source)
    assert [(each.id, each.title, each.text) for each in entries] == [
        ("a.txt", "a", PROSE),
        ("b/二.md", "二", PROSE),
    ]
    assert skipped == [f"{source}/{EMPTY}", f"{source}: 跳过 1 个不认识的文件：.jpg 1 个"]
    assert failed == [f"{source}/{BINARY}"]


def test_a_folder_with_names_in_gbk(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode("渡口.txt".encode("gbk"))).write_text(PROSE, encoding="utf-8")
    store.add("board", [str(tmp_path)])
    with library.open_library(["board"]) as opened:
        document = opened.document(0)
    assert (document.id, document.title) == ("渡口.txt", "渡口")


def test_a_zip_gives_the_same_documents_as_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "旧文.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in FILES.items():
            archive.writestr(name, data)
    entries, skipped, failed = read_all(str(path))
    assert sorted((each.id, each.title, each.text) for each in entries) == [
        ("a.txt", "a", PROSE),
        ("b/二.md", "二", PROSE),
    ]
    assert skipped == [f"{path}/{EMPTY}", f"{path}: 跳过 1 个不认识的文件：.jpg 1 个"]
    assert failed == [f"{path}/{BINARY}"]


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_zip_names_without_a_mark(encoding: str, tmp_path: Path) -> None:
    class Unmarked(zipfile.ZipInfo):
        def _encodeFilenameFlags(self) -> tuple[bytes, int]:
            return self.filename.encode(encoding), self.flag_bits

    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        archive.writestr(Unmarked("渡口/雨.txt"), PROSE)
    entries, _ = read(str(tmp_path / "z.zip"))
    assert [(each.id, each.title) for each in entries] == [("渡口/雨.txt", "雨")]


def test_zip_names_that_leave_the_folder_are_not_read(tmp_path: Path) -> None:
    names = ["../a.txt", "/b.txt", "x/../../c.txt", "C:\\d.txt", "..\\e.txt"]
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        for name in [*names, "good.txt"]:
            archive.writestr(name, PROSE)
    entries, _, failed = read_all(str(tmp_path / "z.zip"))
    assert [each.id for each in entries] == ["good.txt"]
    assert len(failed) == len(names)
    assert all("文件名指向压缩包之外，不读" in fault for fault in failed)


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "_SMALL", 1 << 20)
    monkeypatch.setattr(container, "MOST_UNPACKED", 5 << 22)
    with zipfile.ZipFile(tmp_path / "z.zip", "w", zipfile.ZIP_DEFLATED) as made:
        for number in range(9):
            made.writestr(f"{number}.txt", b"0" * (1 << 22))
        made.writestr("a.txt", PROSE)
    entries, _, failed = read_all(str(tmp_path / "z.zip"))
    assert entries == []
    assert [message.partition(": ")[2].partition(" ——")[0] for message in failed] == [
        *["像压缩炸弹（解开后大得异常），不读"] * 5,
        "压缩包解开后超过 16 GB，不再往下读",
    ]


def test_zips_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "旧文").mkdir()
    with zipfile.ZipFile(tmp_path / "旧文" / "z.zip", "w") as made:
        made.writestr("渡口/雨.txt", PROSE)
    entries, _ = read(str(tmp_path))
    assert [(each.id, each.title) for each in entries] == [("旧文/z.zip/渡口/雨.txt", "雨")]


def test_a_text_with_a_few_bad_bytes_is_read_and_told(tmp_path: Path) -> None:
    data = (PROSE * 9).encode("gb18030")
    (tmp_path / "a.txt").write_bytes(data + "断".encode("gb18030")[:1] + b"\n" + data)
    entries, skipped = read(str(tmp_path / "a.txt"))
    assert entries[0].text.startswith(PROSE * 9)
    assert skipped == [f"{tmp_path}/a.txt: 有 1 处坏字节，以 � 代替"]
    (tmp_path / "b.txt").write_bytes(bytes(range(128, 256)) * 9)
    assert "也许不是文本" in read_all(str(tmp_path / "b.txt"))[2][0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030", "utf-16"])
def test_texts_with_blank_lines_between(encoding: str, tmp_path: Path) -> None:
    text = f"{PROSE}\n雨停了。\n\n\n　　{PROSE}\r\n\r\n"
    (tmp_path / "a.txt").write_bytes(text.encode(encoding))
    report = store.add("board", [str(tmp_path / "a.txt")], split=True)
    assert report.new == 2
    with library.open_library(["board"]) as opened:
        documents = [opened.document(doc) for doc in opened.live().tolist()]
    assert [(each.id, each.text) for each in documents] == [
        ("a.txt#1", f"{PROSE}\n雨停了。"),
        ("a.txt#2", f"　　{PROSE}"),
    ]


def test_a_text_of_any_size_is_read_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_PIECE", 100_000)
    monkeypatch.setattr(archive, "_SHORT_PIECE", 5_000)
    for name in ("a.txt", "z.zip"):
        text = (PROSE * 40 + "\n") * 40
        if name == "a.txt":
            (tmp_path / name).write_text(text, encoding="gb18030")
        else:
            with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as made:
                made.writestr("a.txt", text.encode("gb18030"))
        entries, _ = read(str(tmp_path / name))
        assert "".join(each.text for each in entries) == text
        assert len(entries) == 1


def test_json_lines_of_other_peoples_form(tmp_path: Path) -> None:
    thread = {"ID": 5, "主题": "渡口", "回复": [{"楼ID": "1", "回复": PROSE}]}
    for name, row in (("a.jsonl", thread), ("b.jsonl", {"title": "渡口", "content": PROSE})):
        (tmp_path / name).write_text(json.dumps(row, ensure_ascii=False), encoding="utf-8")
        entries, _ = read(str(tmp_path / name))
        assert [(each.title, each.text) for each in entries] == [("渡口", PROSE)]


def test_a_zip_with_a_password(tmp_path: Path) -> None:
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", PROSE)
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.find(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(SourceErrors, match=r"a\.txt: 文件加了密码 —— 解压后再导入"):
        store.add("board", [str(path)])


def test_a_word_document(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph(PROSE)
    document.save(str(tmp_path / "渡口.docx"))
    entries, _ = read(str(tmp_path / "渡口.docx"))
    assert [(each.id, each.text.strip()) for each in entries] == [("渡口.docx", PROSE)]


def test_a_long_document(jsonl: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "MOST_CHARACTERS", 10)
    with pytest.raises(SourceErrors, match="1: 一篇有 11 字，超过上限 10 字 —— 拆成几篇再导入"):
        store.add("board", [jsonl({"id": "a", "text": "字" * 11})])


def test_an_unknown_format(jsonl: Callable[..., str]) -> None:
    with pytest.raises(SourceError, match="不认识格式“csv” —— 可用的格式：chinese-poetry、jsonl"):
        store.add("board", [jsonl({"id": "a", "text": "一"})], format="csv")


COLLECTION = {
    "quantangshi/poet.tang.0.json": [
        {"author": "王之渙", "title": "登鸛雀樓", "id": "u-1", "tags": [],
         "paragraphs": ["白日依山盡，黃河入海流。", "欲窮千里目，更上一層樓。"]},
        {"author": "佚名", "title": "", "id": None, "paragraphs": ["住在綠池邊，朝朝學採蓮。"]},
        {"author": "某", "title": "存目", "id": "u-3", "paragraphs": []},
    ],
    "quantangshi/authors.tang.json": [{"name": "王之渙", "desc": "并州人", "id": "u-9"}],
    "quantangshi/error/poet.tang.0.json": [{"author": "某", "paragraphs": ["□□"], "id": "u-4"}],
    "strains/json/poet.tang.0.json": [{"id": "u-1", "strains": ["仄仄平平仄"]}],
    "rank/poet/poet.tang.rank.0.json": [{"author": "王之渙", "title": "登鸛雀樓", "baidu": 1}],
    "songci/ci.song.0.json": [
        {"author": "李煜", "rhythmic": "相见欢", "paragraphs": ["无言独上西楼。"]}],
    "wudaishici/nantang/poetrys.json": [
        {"rhythmic": "应天长", "title": "应天长·一钩初月", "author": "李璟",
         "paragraphs": ["一钩初月临妆镜。"], "notes": ["初月--新月"]},
    ],
    "shijing/shijing.json": [
        {"title": "关雎", "chapter": "国风", "section": "周南",
         "content": ["关关雎鸠，在河之洲。"]},
    ],
    "lunyu/lunyu.json": [{"chapter": "学而篇", "paragraphs": ["子曰：学而时习之。", "有子曰"]}],
    "caocaoshiji/caocao.json": [{"title": "观沧海", "paragraphs": ["东临碣石，以观沧海。"]}],
    "nalanxingde/纳兰性德诗集.json": [
        {"title": "长相思", "author": "纳兰性德", "para": ["山一程，水一程"]}],
    "youmengying/youmengying.json": [{"content": "读经宜冬，其神专也。", "comment": ["某曰"]}],
    "sishuwujing/daxue.json": {"chapter": "大學", "paragraphs": ["大學之道，在明明德。"]},
    "mengxue/guwenguanzhi.json": {
        "title": "古文觀止", "abstract": ["選本"],
        "content": [{"title": "卷一", "content": [
            {"chapter": "鄭伯", "author": "先秦：左丘明 ", "paragraphs": ["初，鄭武公娶於申。"]},
            {"chapter": "曹劌", "author": "先秦：左丘明", "paragraphs": ["十年春，齊師伐我。"]}]}],
    },
    "mengxue/dizigui.json": {"title": "弟子規", "author": "李毓秀", "content": [
        {"chapter": "總敘", "paragraphs": ["弟子規 聖人訓"]}]},
    "new/odd.json": {"何物": 1},
    "new/broken.json": "坏",
}  # fmt: skip
WORKS = [
    ("u-1", "王之渙", "登鸛雀樓", "白日依山盡，黃河入海流。\n欲窮千里目，更上一層樓。"),
    ("quantangshi/poet.tang.0.json#1", "佚名", None, "住在綠池邊，朝朝學採蓮。"),
    ("songci/ci.song.0.json#0", "李煜", "相见欢", "无言独上西楼。"),
    ("wudaishici/nantang/poetrys.json#0", "李璟", "应天长·一钩初月", "一钩初月临妆镜。"),
    ("shijing/shijing.json#0", None, "诗经·国风·周南·关雎", "关关雎鸠，在河之洲。"),
    ("lunyu/lunyu.json#0", None, "论语·学而篇", "子曰：学而时习之。\n有子曰"),
    ("caocaoshiji/caocao.json#0", "曹操", "观沧海", "东临碣石，以观沧海。"),
    ("nalanxingde/纳兰性德诗集.json#0", "纳兰性德", "长相思", "山一程，水一程"),
    ("youmengying/youmengying.json#0", "张潮", "幽梦影", "读经宜冬，其神专也。"),
    ("sishuwujing/daxue.json#0", None, "大學", "大學之道，在明明德。"),
    ("mengxue/guwenguanzhi.json#0", "先秦：左丘明", "古文觀止·卷一·鄭伯", "初，鄭武公娶於申。"),
    ("mengxue/guwenguanzhi.json#1", "先秦：左丘明", "古文觀止·卷一·曹劌", "十年春，齊師伐我。"),
    ("mengxue/dizigui.json#0", "李毓秀", "弟子規·總敘", "弟子規 聖人訓"),
]
LEFT_OUT = [
    "quantangshi/poet.tang.0.json: 1 条没有正文，跳过",
    "new/odd.json: 没有认出作品，跳过",
    "new/broken.json: 不是 JSON，跳过",
    "跳过 1 个文件：作者小传，不是作品",
    "跳过 1 个文件：集子自己剔除的存疑条目，不是作品",
    "跳过 1 个文件：平仄格律，不是作品",
    "跳过 1 个文件：搜索热度排名，不是作品",
    "跳过 1 个文件：软件包说明，不是作品",
]


def collection(root: Path, form: str) -> str:
    """The little collection as a package folder, its `dist` folder, or a tarball."""
    package = {"package.json": {"name": "chinese-poetry"}}
    files = {**package, **{f"dist/{name}": tree for name, tree in COLLECTION.items()}}
    data = {
        name: b"{" if tree == "坏" else json.dumps(tree, ensure_ascii=False).encode()
        for name, tree in files.items()
    }
    if form == "tgz":
        with tarfile.open(root / "p.tgz", "w:gz") as archive:
            for name, content in data.items():
                member = tarfile.TarInfo(f"package/{name}")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        return str(root / "p.tgz")
    for name, content in data.items():
        path = root / "package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return str(root / "package") if form == "package" else str(root / "package" / "dist")


@pytest.mark.parametrize("form", ["tgz", "package", "dist"])
def test_chinese_poetry(form: str, tmp_path: Path) -> None:
    source = collection(tmp_path, form)
    entries, skipped = read(source, form="chinese-poetry")
    assert sorted(
        (each.id, each.author or "", each.title or "", each.text) for each in entries
    ) == (sorted((id_, author or "", title or "", text) for id_, author, title, text in WORKS))
    expected = LEFT_OUT[:-1] if form == "dist" else LEFT_OUT
    assert sorted(note.removeprefix(source).lstrip("/: ") for note in skipped) == sorted(expected)


def test_chinese_poetry_is_added(tmp_path: Path) -> None:
    report = store.add("verse", [collection(tmp_path, "tgz")], format="chinese-poetry")
    assert (report.read, report.new, report.skipped_count) == (13, 13, 8)
    with library.open_library(["verse"]) as opened:
        assert len(opened.live()) == 13


def test_what_is_no_chinese_poetry(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "p.tgz").write_bytes(b"\x1f\x8b nothing")
    with pytest.raises(SourceErrors, match="这里没有 chinese-poetry 的诗文 —— 先运行 npm pack"):
        store.add("verse", [str(tmp_path / "empty")], format="chinese-poetry")
    with pytest.raises(SourceErrors, match=r"不是完整的 \.tgz 文件"):
        store.add("verse", [str(tmp_path / "p.tgz")], format="chinese-poetry")
