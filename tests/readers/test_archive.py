"""Archives: every form, names in GBK, damage passed over, nothing followed outside."""

import bz2
import csv
import gzip
import json
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest

from postcheck.errors import SourceError
from postcheck.post import Post
from postcheck.readers import archive

CASES = Path(__file__).parent.parent / "cases" / "forum"
PAGE = (CASES / "discuz_6.html").read_text(encoding="utf-8")
TEXT = "雨是从酉时开始下的，先是几滴。"


class Faults:
    def __init__(self) -> None:
        self.errors: list[str] = []
        self.skipped: list[str] = []
        self.remedies: list[str] = []

    def error(self, error: SourceError) -> None:
        self.errors.append(error.message)

    def skip(self, note: SourceError) -> None:
        self.skipped.append(note.message)
        self.remedies.append(note.remedy)


def read(path: Path) -> tuple[list[Post], Faults]:
    faults = Faults()
    return list(archive.documents(str(path), faults)), faults


def rows(post: Post) -> tuple[str, str | None, str | None, str]:
    return post.id, post.author, post.title, post.text.original


def test_tables_that_number_their_rows_alike_lose_none(tmp_path: Path) -> None:
    for name, text in (("a.csv", "船还在。"), ("b.csv", "灯灭了。"), ("c.csv", "船还在。")):
        (tmp_path / name).write_text(f"编号,正文\n1,{text}\n", encoding="utf-8")
    posts, _ = read(tmp_path)
    assert {post.text.original for post in posts} == {"船还在。", "灯灭了。"}
    assert [post.id.partition("@")[0] for post in posts] == ["1"] * 3
    assert len({post.id for post in posts}) == 2


def test_what_may_hold_texts_is_passed_over_with_what_to_do(tmp_path: Path) -> None:
    for name in ("旧.rar", "稿.doc", "图.png"):
        (tmp_path / name).write_bytes(b"x")
    posts, faults = read(tmp_path)
    assert not posts
    assert faults.skipped[0].startswith("跳过 3 个不认识的文件")
    assert faults.remedies == ["压缩包请先解压；文档请另存为 .docx 或 .txt"]


def test_a_folder_of_everything(tmp_path: Path) -> None:
    (tmp_path / "旧文").mkdir()
    (tmp_path / "旧文" / "一.txt").write_bytes(TEXT.encode("gb18030"))
    (tmp_path / "page.php").write_bytes(PAGE.encode("gb18030"))
    (tmp_path / "b.png").write_bytes(b"\x89PNG")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.txt").write_text("不读", encoding="utf-8")
    posts, faults = read(tmp_path)
    assert [post.id for post in posts] == ["33-21", "33-22", "旧文/一.txt"]
    assert posts[2].title == "一"
    assert faults.skipped == ["跳过 1 个不认识的文件：.png 1 个"]
    assert faults.errors == []


class GbkName(zipfile.ZipInfo):
    def _encodeFilenameFlags(self) -> tuple[bytes, int]:
        return self.filename.encode("gb18030"), 0


def test_a_zip_with_names_in_gbk(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(GbkName("旧文/二.md"), TEXT)
        made.writestr("../outside.txt", TEXT)
        made.writestr("bomb.txt", b"0" * 40_000_000)
        made.writestr("c.html", PAGE)
    posts, faults = read(path)
    assert [post.id for post in posts] == ["旧文/二.md", "33-21", "33-22"]
    assert faults.errors == ["文件名指向压缩包之外，不读", "像压缩炸弹（解开后大得异常），不读"]


def test_a_damaged_zip(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.txt", TEXT * 99)
        made.writestr("b.txt", TEXT)
    data = bytearray(path.read_bytes())
    data[60:70] = b"\xff" * 10
    path.write_bytes(data)
    posts, faults = read(path)
    assert len(faults.errors) == 1
    assert [post.id for post in posts] in ([], ["b.txt"])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030"])
@pytest.mark.parametrize("mark", [",", "\t"])
def test_csv(tmp_path: Path, encoding: str, mark: str) -> None:
    path = tmp_path / ("a.tsv" if mark == "\t" else "a.csv")
    with path.open("w", encoding=encoding, newline="") as file:
        made = csv.writer(file, delimiter=mark)
        made.writerow(["题目", "作者", "内容", "发帖时间"])
        made.writerow(["夜", "甲", "第一行\n第二行", "2020-1-2 03:04"])
        made.writerow(["=cmd()", "乙", "=1+1", ""])
        made.writerow(["空", "丙", "", ""])
    posts, faults = read(path)
    assert [rows(post)[1:] for post in posts] == [
        ("甲", "夜", "第一行\n第二行"),
        ("乙", "=cmd()", "=1+1"),
    ]
    assert posts[0].posted_at == datetime.fromisoformat("2020-01-02T03:04:00+08:00")
    assert faults.skipped == ["这一行没有正文"]


def test_a_table_without_a_column_of_text(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("甲,乙\n1,2\n", encoding="utf-8")
    posts, faults = read(tmp_path / "a.csv")
    assert (posts, faults.errors) == ([], ["没有正文那一列，只有：甲、乙"])


def test_xlsx(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in ([], ["编号", "作者", "正文", "时间"], [7, "甲", TEXT, datetime(2020, 1, 2, 3, 4)]):
        sheet.append(row)
    book.save(tmp_path / "a.xlsx")
    posts, _ = read(tmp_path / "a.xlsx")
    assert [rows(post) for post in posts] == [("7", "甲", None, TEXT)]
    with zipfile.ZipFile(tmp_path / "a.xlsx", "a", zipfile.ZIP_DEFLATED) as made:
        made.writestr("xl/media/bomb.xml", b"0" * 40_000_000)
    assert read(tmp_path / "a.xlsx")[1].errors == ["像压缩炸弹（解开后大得异常），不读"]
    (tmp_path / "b.xlsx").write_bytes(b"PK\x03\x04 no")
    assert read(tmp_path / "b.xlsx")[1].errors == ["不是完好的 .xlsx 文件"]


def test_jsonl_gz_with_threads_and_a_bad_line(tmp_path: Path) -> None:
    thread = {
        "ID": 9, "主题": "渡口", "元数据": {"发帖时间": "20200102 03:04:05"},
        "回复": [{"楼ID": "1", "回复": TEXT, "扩展字段": '{"回复人": "甲"}'},
                 {"楼ID": "2", "回复": "嗯"}],
    }  # fmt: skip
    lines = [json.dumps(thread, ensure_ascii=False), "{", '{"id": 1, "text": "一"}', ""]
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    posts, faults = read(tmp_path / "a.jsonl.gz")
    assert [post.id for post in posts] == ["9-1", "9-2", "1"]
    assert (posts[0].author, posts[0].title) == ("甲", "渡口")
    assert faults.errors == ["这一行不是 JSON 对象"]
    data = (tmp_path / "a.jsonl.gz").read_bytes()
    (tmp_path / "b.jsonl.gz").write_bytes(data[:-20])
    assert read(tmp_path / "b.jsonl.gz")[1].errors[-1] == "gzip 压缩数据不完整或已损坏"


def test_json_of_poems(tmp_path: Path) -> None:
    poem = {"author": "李白", "title": "静夜思", "paragraphs": ["床前明月光，", "疑是地上霜。"]}
    (tmp_path / "a.json").write_text(json.dumps([poem]), encoding="utf-8")
    posts, _ = read(tmp_path / "a.json")
    assert rows(posts[0]) == ("a.json:1", "李白", "静夜思", "床前明月光，\n疑是地上霜。")


CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
)
PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<metadata><dc:title>渡口</dc:title><dc:creator>船家</dc:creator></metadata><manifest>"
    '<item id="b" href="two.xhtml"/><item id="a" href="ch%201.xhtml"/></manifest>'
    '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
)


def test_epub(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.epub", "w") as book:
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("OEBPS/book.opf", PACKAGE)
        book.writestr("OEBPS/ch 1.xhtml", "<html><body><h1>一</h1><p>水退了</p></body></html>")
    posts, faults = read(tmp_path / "a.epub")
    assert [rows(post) for post in posts] == [("a.epub#1", "船家", "渡口 一", "一\n水退了")]
    assert faults.errors == ["书里缺这一章，或它大得异常"]
    with zipfile.ZipFile(tmp_path / "c.epub", "w") as book:
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("OEBPS/book.opf", PACKAGE)
        book.writestr("OEBPS/ch 1.xhtml", "<html><body><p>水退了</p></body></html>")
        many = "".join(f"<p><b a{at}>字</p>" for at in range(150_000))
        book.writestr("OEBPS/two.xhtml", f"<html><body>{many}</body></html>")
    start = time.process_time()
    posts, faults = read(tmp_path / "c.epub")
    assert time.process_time() - start < 5
    assert [post.text.original for post in posts] == ["水退了"]
    assert faults.errors == ["网页里有成百个没有关上的标签，不读"]
    (tmp_path / "b.epub").write_bytes(b"PK")
    assert read(tmp_path / "b.epub")[1].errors == ["不是完好的 EPUB，或加了保护"]


def warc(packed: bool) -> tuple[bytes, list[int]]:
    out, starts = b"", []
    for number, (kind, body) in enumerate(
        [
            ("text/html; charset=gbk", PAGE),
            ("image/png", "x"),
            ("text/html", PAGE),
            ("text/html", "请先登录"),
        ]
    ):
        page = body.replace("tid=33", f"tid={number}").encode("gb18030")
        http = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + page
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://bbs.example.org/{number}\r\n"
            f"Content-Type: application/http\r\nContent-Length: {len(http)}\r\n\r\n"
        )
        record = head.encode() + http + b"\r\n\r\n"
        starts.append(len(out))
        out += gzip.compress(record) if packed else record
    return out, starts


FIRST, THIRD = ["0-21", "0-22"], ["2-21", "2-22"]


@pytest.mark.parametrize("packed", [True, False])
def test_warc(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    path.write_bytes(warc(packed)[0])
    posts, faults = read(path)
    assert [post.id for post in posts] == [f"bbs.example.org/{one}" for one in FIRST + THIRD]
    assert posts[0].url == "http://bbs.example.org/0"
    assert faults.errors == ["这是要登录的页面，不是帖子"]
    assert faults.skipped == []


def damage(data: bytes, at: int) -> bytes:
    return data[:at] + bytes(byte ^ 0x55 for byte in data[at : at + 30]) + data[at + 30 :]


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (lambda data, starts: damage(data, starts[0] + 200), THIRD),
        (lambda data, starts: damage(data, starts[2] + 200), FIRST),
        (lambda data, starts: data[: starts[2] + 300], FIRST),
        (lambda data, starts: data[5:], THIRD),
    ],
    ids=["first", "third", "cut", "head"],
)
def test_a_damaged_record_is_passed_over(
    tmp_path: Path, change: Callable[[bytes, list[int]], bytes], left: list[str]
) -> None:
    (tmp_path / "a.warc.gz").write_bytes(change(*warc(packed=True)))
    posts, faults = read(tmp_path / "a.warc.gz")
    assert [post.id for post in posts] == [f"bbs.example.org/{one}" for one in left]
    assert "记录已损坏" in faults.errors[0]


def test_warc_gzipped_as_a_whole_and_lengths_that_lie(tmp_path: Path) -> None:
    plain = warc(packed=False)[0]
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(plain))
    assert len(read(tmp_path / "a.warc.gz")[0]) == 4
    at = plain.index(b"Content-Length: ")
    end = plain.index(b"\r\n", at)
    (tmp_path / "b.warc").write_bytes(plain[:at] + b"Content-Length: 9999999" + plain[end:])
    posts, faults = read(tmp_path / "b.warc")
    assert [post.id for post in posts] == [f"bbs.example.org/{one}" for one in THIRD]
    assert faults.errors == ["第 0 字节处的记录已损坏，略过", "这是要登录的页面，不是帖子"]


def test_the_mime_charset_beats_the_pages_own(tmp_path: Path) -> None:
    (tmp_path / "a.mhtml").write_bytes(
        b"From: <Saved by a browser>\r\nSnapshot-Content-Location: https://bbs.example.org/t\r\n"
        b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=X\r\n\r\n"
        b"--X\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n"
        b"Content-Location: https://bbs.example.org/t\r\n\r\n" + PAGE.encode() + b"\r\n"
        b"--X\r\nContent-Type: image/png\r\n\r\nx\r\n--X--\r\n"
    )
    posts, _ = read(tmp_path / "a.mhtml")
    assert [post.id for post in posts] == ["bbs.example.org/33-21", "bbs.example.org/33-22"]
    assert posts[0].text.original.startswith("雪下了一夜")


def test_memory_does_not_grow_with_the_archive(tmp_path: Path) -> None:
    with (tmp_path / "a.jsonl").open("w", encoding="utf-8") as file:
        for number in range(3_000):
            file.write(json.dumps({"id": number, "text": TEXT * 20}) + "\n")
    tracemalloc.start()
    count = sum(1 for _ in archive.documents(str(tmp_path / "a.jsonl"), Faults()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 3_000
    assert peak < 2_000_000


WIKI = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/"><siteinfo/>
<page><title>渡口</title><ns>0</ns><id>7</id><revision><id>1</id>
<timestamp>2020-01-02T03:04:05Z</timestamp><text>{{信息|a={{b}}}}'''渡口'''是[[河流|河]]边的[[码头]]。
== 歷史 ==
* 旧事&lt;ref&gt;某书&lt;/ref&gt;一件。[[File:a.jpg|thumb|图]][[分类:渡口]]
{| class="x"
| 表
|}</text></revision></page>
<page><title>津</title><ns>0</ns><id>8</id><redirect title="渡口"/><revision/></page>
<page><title>讨论</title><ns>1</ns><id>9</id><revision><text>闲话</text></revision></page>
</mediawiki>"""


@pytest.mark.parametrize("name", ["a.xml", "a.xml.bz2"])
def test_a_wiki_dump(tmp_path: Path, name: str) -> None:
    data = WIKI.encode()
    (tmp_path / name).write_bytes(bz2.compress(data) if name.endswith("bz2") else data)
    posts, faults = read(tmp_path / name)
    assert [rows(post) for post in posts] == [
        (f"{name}#7", None, "渡口", "渡口是河边的码头。\n歷史\n旧事一件。")
    ]
    assert faults.errors == []
    (tmp_path / "b.xml").write_bytes(data[:-300])
    assert [post.title for post in read(tmp_path / "b.xml")[0]] == ["渡口"]
    (tmp_path / "c.xml").write_text("<a><b/></a>", encoding="utf-8")
    assert read(tmp_path / "c.xml")[1].errors == ["不认识这种 XML"]


def test_a_very_large_text_comes_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_PIECE", 100_000)
    monkeypatch.setattr(archive, "_SHORT_PIECE", 5_000)
    text = (TEXT * 40 + "\n") * 5 + "\n"
    (tmp_path / "a.txt").write_bytes(text.encode("gb18030") * 40)
    posts, _ = read(tmp_path / "a.txt")
    assert "".join(post.text.original for post in posts) == text * 40
    assert [post.id for post in posts] == [f"a.txt#{n}" for n in range(1, len(posts) + 1)]
    assert len(posts) > 10
    assert all(post.text.original.endswith("\n\n") for post in posts)


def test_a_page_that_breaks_off_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE[: PAGE.rindex("</table>")], encoding="utf-8")
    posts, faults = read(tmp_path / "a.html")
    assert [post.id for post in posts] == ["33-21", "33-22"]
    assert faults.errors == ["网页不完整，末尾可能缺帖"]


def test_what_a_browser_keeps_beside_a_page_is_no_source(tmp_path: Path) -> None:
    kept = {"题_files/frame.html": "<html><body>广告一则</body></html>", "题_files/a.js": "1",
            "题.files/b.htm": "<html><body>广告</body></html>", "x_files/a.txt": TEXT}  # fmt: skip
    for name, text in {"题.html": PAGE, **kept}.items():
        (tmp_path / "存" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "存" / name).write_text(text, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as made:
        for path in sorted((tmp_path / "存").rglob("*.*")):
            if path.is_file():
                made.write(path, path.relative_to(tmp_path))
    for source, above in ((tmp_path / "存", ""), (tmp_path / "b.zip", "存/")):
        posts, faults = read(source)
        assert sorted(post.id for post in posts) == ["33-21", "33-22", f"{above}x_files/a.txt"]
        assert faults.skipped == []


def test_no_such_source() -> None:
    with pytest.raises(SourceError, match="没有这个文件或文件夹"):
        list(archive.documents("/nowhere/at/all", Faults()))
