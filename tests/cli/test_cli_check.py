"""`postcheck check`: status, streams, JSON as the contract names it, several files."""

import json
import zlib
from pathlib import Path

import docx
import pytest
from calls import Call, tree
from docx import Document

RULES = ("--ruleset", "fengyun85", "--corpus", "none")
LONG = "渡口的雨总是先落在对岸。船家说那边的山高，云走到那儿就走不动了。"
COUNTS = {"words", "cjk", "non_cjk_words", "chars", "chars_with_spaces", "paragraphs"}
SPAN = {"start", "end"}
SOURCE = SPAN | {"corpus", "doc", "author", "title", "url", "published_at"}
# Every key of the contract: a set names the least keys of an object.
CONTRACT = {
    "post": {"id", "source", "author", "title", "posted_at", "edited", "kind", "sha256"},
    "ruleset": {"id", "edition", "sha256"},
    "counts": COUNTS,
    "measures": {
        *("repeated", "listed", "quoted", "prior"),
        *("language", "genre", "conduct", "form"),
    },
    "rest": {"repeated_listed", "quoted", "prior", "all"},
    "verdict": {"status", "findings", "remedies", "way_out"},
}
FINDING = {"code", "status", "clause", "measured", "limit", "readings", "spans", "message"}
REMEDY = {"code", "min_count", "metric", "clause"}


@pytest.mark.usefixtures("sample")
def test_json_has_every_key_of_the_contract(call: Call) -> None:
    call("corpus", "add", "旧帖", "texts.jsonl")
    answer = call("check", "posts.jsonl", "--ruleset", "fengyun85", "--json")
    results = [json.loads(line) for line in answer.out.splitlines()]
    assert [one["post"]["id"] for one in results] == [
        "good",
        "padded",
        "over-quoted",
        "republished",
    ]
    assert not answer.err
    hits: dict[str, list[dict[str, object]]] = {}
    for one in results:
        assert {*CONTRACT, "text", "version"} <= set(one)
        for key, names in CONTRACT.items():
            assert names <= set(one[key]), key
        for name in ("repeated", "listed", "quoted", "prior"):
            measure = one["measures"][name]
            hits.setdefault(name, []).extend(measure["hits"])
            assert {"count", "hits"} <= set(measure)
        for name in ("quoted", "prior"):
            assert {"count_same", "discounted"} <= set(one["measures"][name])
        assert {"label", "traditional_share"} <= set(one["measures"]["language"])
        assert {"edited", "images_only", "code"} <= set(one["measures"]["form"])
        for finding in one["verdict"]["findings"]:
            assert set(finding) >= FINDING
            assert all({"name", "status"} <= set(reading) for reading in finding["readings"])
        assert all(set(remedy) >= REMEDY for remedy in one["verdict"]["remedies"])
    assert all({*SPAN, "kind", "first"} <= set(hit) for hit in hits["repeated"])
    assert all(set(hit) >= SPAN for hit in hits["listed"])
    for hit in hits["quoted"] + hits["prior"]:
        assert {*SPAN, "kind", "similarity", "same", "source", "also"} <= set(hit)
        assert isinstance(hit["source"], dict)
        assert set(hit["source"]) >= SOURCE
    assert all(hits[name] for name in ("repeated", "quoted", "prior"))


@pytest.mark.usefixtures("sample")
def test_status_is_the_worst_verdict(call: Call, sample: Path) -> None:
    lines = (sample / "posts.jsonl").read_text(encoding="utf-8").splitlines()
    good = json.loads(lines[0])
    (sample / "good.jsonl").write_text(lines[0] + "\n", encoding="utf-8")
    assert call("check", "good.jsonl", *RULES).status == 0
    (sample / "pictures.docx").write_bytes(picture_document(sample))
    pictures = call("check", "pictures.docx", *RULES, "--kind", "kill")
    assert pictures.status == 3
    both = call("check", "good.jsonl", "pictures.docx", *RULES, "--kind", "kill", "--json")
    assert both.status == 3
    assert [json.loads(line)["verdict"]["status"] for line in both.out.splitlines()] == [
        "pass",
        "referee",
    ]
    (sample / "short.txt").write_text(good["text"][:50], encoding="utf-8")
    assert call("check", "pictures.docx", "short.txt", *RULES, "--kind", "kill").status == 1


def picture_document(folder: Path) -> bytes:
    """A .docx that holds one picture and no word."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
        )

    head = (1).to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
    picture += chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + chunk(b"IEND", b"")
    (folder / "scan.png").write_bytes(picture)
    document = docx.Document()
    document.add_picture(str(folder / "scan.png"))
    document.save(str(folder / "made.docx"))
    return (folder / "made.docx").read_bytes()


def test_pictures_are_a_finding_not_zero(call: Call, folder: Path) -> None:
    (folder / "scan.docx").write_bytes(picture_document(folder))
    result = json.loads(call("check", "scan.docx", *RULES, "--kind", "report", "--json").out)
    assert [one["code"] for one in result["verdict"]["findings"]] == ["handwritten"]
    assert result["measures"]["form"]["images_only"] is True


def test_a_post_in_no_chinese_is_a_finding(call: Call, folder: Path) -> None:
    (folder / "draft.txt").write_text("The rain stopped after midnight. " * 200, encoding="utf-8")
    answer = call("check", "draft.txt", *RULES, "--kind", "kill", "--json")
    assert answer.status == 1
    result = json.loads(answer.out)
    assert "wrong_language" in [one["code"] for one in result["verdict"]["findings"]]
    assert result["measures"]["language"]["label"] == "other"


@pytest.mark.parametrize(
    ("encoding", "label"),
    [
        ("gbk", "GBK"),
        ("gb18030", "GBK"),
        ("big5", "Big5"),
        ("utf-16", "UTF-16"),
        ("utf-8-sig", None),
    ],
)
def test_other_encodings_are_read_and_said(
    encoding: str, label: str | None, call: Call, folder: Path
) -> None:
    text = "渡口的雨先落在對岸，船家說那邊山高。" if encoding == "big5" else LONG
    (folder / "draft.txt").write_bytes(text.encode(encoding))
    result = json.loads(call("check", "draft.txt", *RULES, "--kind", "kill", "--json").out)
    assert result["text"] == text
    assert result["notices"] == ([f"按 {label} 编码读入"] if label else [])


def test_standard_input_and_options_fill_in(call: Call) -> None:
    answer = call(
        "check", "-", *RULES, "--kind", "report", "--author", "白鹭",
        "--posted-at", "2026-04-12T21:10", "--json", stdin=LONG.encode(),
    )  # fmt: skip
    post = json.loads(answer.out)["post"]
    assert post["author"] == "白鹭"
    assert post["posted_at"] == "2026-04-12T21:10:00+08:00"
    assert (post["source"], post["kind"]) == ("-", "report")


@pytest.mark.usefixtures("sample")
def test_fail_fast_stops_at_the_first_that_fails(call: Call) -> None:
    answer = call("check", "posts.jsonl", *RULES, "--json", "--fail-fast")
    assert answer.status == 1
    assert [json.loads(line)["post"]["id"] for line in answer.out.splitlines()] == [
        "good",
        "padded",
    ]


@pytest.mark.usefixtures("sample")
def test_the_page_is_written_whole_and_said_on_stderr(call: Call, sample: Path) -> None:
    (sample / "report.html").write_text("旧的报告", encoding="utf-8")
    answer = call("check", "posts.jsonl", *RULES, "--json", "--html", "report.html")
    assert answer.err == "已写 report.html\n"
    assert sorted(tree(sample)) == ["posts.jsonl", "report.html", "texts.jsonl"]
    assert call("verify", "report.html").status == 0


@pytest.mark.usefixtures("sample")
def test_a_failure_on_the_way_leaves_the_old_page(
    call: Call, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sample / "report.html").write_text("旧的报告", encoding="utf-8")

    def broken(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("postcheck.cli.check.render_html", broken)
    assert call("check", "posts.jsonl", *RULES, "--html", "report.html").status == 2
    assert (sample / "report.html").read_text(encoding="utf-8") == "旧的报告"
    assert sorted(tree(sample)) == ["posts.jsonl", "report.html", "texts.jsonl"]


def test_the_word_report_stands_beside_the_page(call: Call, sample: Path) -> None:
    answer = call("check", "posts.jsonl", *RULES, "--html", "a.html", "--docx", "a.docx")
    assert answer.err == "已写 a.html\n已写 a.docx\n"
    assert "第三刀" in [paragraph.text for paragraph in Document("a.docx").paragraphs]


def test_two_reports_in_one_file_are_refused(call: Call, sample: Path) -> None:
    answer = call("check", "posts.jsonl", *RULES, "--html", "a.html", "--docx", "./a.html")
    assert answer.status == 2
    assert "不能写成同一个文件" in answer.err
    assert not (sample / "a.html").exists()


def test_lists_change_what_is_measured(call: Call, folder: Path) -> None:
    names = "、".join(f"玩家{chr(0x4E00 + n)}" for n in range(12))
    (folder / "draft.txt").write_text(f"{LONG}今天的名单是{names}。灌水灌水。", encoding="utf-8")
    (folder / "roster.txt").write_text("# 名单\n" + names.replace("、", "\n"), encoding="utf-8")
    (folder / "words.txt").write_text("灌水\n", encoding="utf-8")
    result = json.loads(
        call("check", "draft.txt", *RULES, "--kind", "kill", "--roster", "roster.txt",
             "--exclude", "words.txt", "--json").out
    )  # fmt: skip
    listed = {
        result["text"][hit["start"] : hit["end"]] for hit in result["measures"]["listed"]["hits"]
    }
    assert any("灌水" in piece for piece in listed)
    assert result["measures"]["listed"]["count"] >= 12 * 3


@pytest.mark.parametrize("people", ['老林 = ["白鹭", "听雪"]\n', '"老林" = ["白鹭", "听雪"]\n'])
@pytest.mark.usefixtures("sample")
def test_aliases_of_one_owner_are_one_author(people: str, call: Call, sample: Path) -> None:
    row = {"id": "1", "text": LONG * 3, "author": "白鹭"}
    (sample / "old.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    (sample / "people.toml").write_text(people, encoding="utf-8")
    (sample / "draft.txt").write_text(LONG, encoding="utf-8")
    call("corpus", "add", "旧帖", "old.jsonl")
    base = ("check", "draft.txt", "--ruleset", "fengyun85", "--kind", "kill", "--author", "听雪")
    measures = json.loads(call(*base, "--json").out)["measures"]
    assert measures["quoted"]["count"] > 0 == measures["prior"]["count"]
    measures = json.loads(call(*base, "--people", "people.toml", "--json").out)["measures"]
    assert measures["prior"]["count"] > 0 == measures["quoted"]["count"]


@pytest.mark.usefixtures("folder")
def test_floors_of_a_file_without_floors_are_not_passed_over_in_silence(call: Call) -> None:
    Path("draft.txt").write_text(LONG, encoding="utf-8")
    answer = call("check", "draft.txt", *RULES, "--kind", "kill", "--floor", "5")
    assert answer.status == 1
    assert answer.err == ("注意：--floor 只对存下的主题有用，这里没有楼层，照样检查：draft.txt\n")
    assert not call("check", "draft.txt", *RULES, "--kind", "kill").err


@pytest.mark.usefixtures("sample")
def test_of_a_table_the_post_without_a_kind_is_named(call: Call) -> None:
    Path("two.jsonl").write_text('{"id": "甲一", "text": "渡口"}\n', encoding="utf-8")
    answer = call("check", "two.jsonl", *RULES)
    assert answer.err.startswith("错误：two.jsonl: 不知道 甲一 是报道还是杀帖 —— ")


@pytest.mark.parametrize(("options", "status"), [((), 2), (("--fail-fast",), 2)])
@pytest.mark.usefixtures("sample")
def test_what_cannot_be_read_does_not_keep_the_rest_from_being_checked(
    options: tuple[str, ...], status: int, call: Call
) -> None:
    whole = call("check", "posts.jsonl", "--ruleset", "fengyun85", "--corpus", "none", "--json")
    rows = Path("posts.jsonl").read_text(encoding="utf-8").splitlines()
    vague = json.dumps({"id": "甲一", "text": "渡口"})
    Path("posts.jsonl").write_text("\n".join(["{坏", *rows, vague, "[]"]), encoding="utf-8")
    files = ("posts.jsonl", "none.txt")
    answer = call("check", *files, *RULES, "--json", "--html", "r.html", *options)
    assert answer.status == status
    assert options or answer.out == whole.out
    assert answer.err.splitlines() == [
        "已写 r.html",
        "错误：posts.jsonl:1: 这一行不是 JSON —— 每行写一个完整的 JSON 对象",
        '错误：posts.jsonl:7: 这一行不是 JSON 对象 —— 写成 {"id": …, "text": …}',
        "错误：none.txt: 没有这个文件 —— 检查路径和文件名",
        "错误：posts.jsonl: 不知道 甲一 是报道还是杀帖 —— 加 --kind report 或 --kind kill",
    ]


@pytest.mark.usefixtures("sample")
def test_posts_that_do_not_say_what_they_are_make_one_message(call: Call) -> None:
    rows = [{"id": f"帖{number}", "text": "渡口"} for number in range(9)]
    Path("nine.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    answer = call("check", "nine.jsonl", *RULES)
    assert answer.err.startswith(
        "错误：nine.jsonl: 不知道 帖0、帖1、帖2、帖3、帖4 等 9 帖是报道还是"
    )
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)


@pytest.mark.usefixtures("sample")
def test_what_no_option_chooses_hides_no_file_that_cannot_be_read(call: Call) -> None:
    row = {"id": "甲一", "text": "渡口", "kind": "kill", "posted_at": "2026-01-01T09:00:00+08:00"}
    Path("one.jsonl").write_text(json.dumps(row), encoding="utf-8")
    answer = call("check", "none.txt", "one.jsonl", *RULES, "--since", "2026-02-01")
    assert [line.split(":")[0] for line in answer.err.splitlines()] == [
        "错误：none.txt",
        "错误：one.jsonl",
    ]
    assert answer.status == 2
