"""Text files: encodings, and files as they stand."""

import contextlib
import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postcheck.errors import SourceErrors
from postcheck.readers import read
from postcheck.readers.encoding import decode

SIMPLIFIED = "今晚的月色很好，我一个人走在江边，想起许多年前的事。"
TRADITIONAL = "今晚的月色很好，我一個人走在江邊，想起許多年前的事。"
CLASSICAL = "嗟夫！草木无情，有时飘零。人为动物，惟物之灵。"
ENCODED = [
    (SIMPLIFIED, "utf-8", "UTF-8"),
    (SIMPLIFIED, "utf-8-sig", "UTF-8"),
    (SIMPLIFIED, "gbk", "GBK"),
    (SIMPLIFIED[:6], "gbk", "GBK"),
    (CLASSICAL, "gbk", "GBK"),
    (TRADITIONAL, "gbk", "GBK"),
    (SIMPLIFIED + "𠮷", "gb18030", "GBK"),
    (TRADITIONAL, "big5", "Big5"),
    (TRADITIONAL[:7], "big5", "Big5"),
    ("嗰啲嘢" + TRADITIONAL, "big5hkscs", "Big5"),
    (SIMPLIFIED, "utf-16", "UTF-16"),
    (SIMPLIFIED + "\r\n" + SIMPLIFIED, "utf-16-le", "UTF-16"),
    (SIMPLIFIED + "\nok", "utf-16-be", "UTF-16"),
    (SIMPLIFIED, "utf-32", "UTF-32"),
    ("plain ASCII, no more", "ascii", "UTF-8"),
    ("naïve café", "utf-8", "UTF-8"),
    ("Привет", "utf-8", "UTF-8"),
    ("🐺🐺", "utf-8", "UTF-8"),
]


@pytest.mark.parametrize(("text", "encoding", "label"), ENCODED)
def test_encodings(text: str, encoding: str, label: str) -> None:
    decoded = decode(text.encode(encoding), None)
    assert (decoded.text, decoded.label) == (text, label)


@given(st.text(st.sampled_from(SIMPLIFIED + "abc，。\n"), min_size=12))
def test_gbk_is_not_taken_for_big5(text: str) -> None:
    assert decode(text.encode("gbk"), None).text == text


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(SourceErrors):
        assert "\0" not in decode(data, "x").text


def test_a_file_as_it_stands(tmp_path) -> None:
    path = tmp_path / "帖子.md"
    path.write_bytes("\ufeff# 标题\r\n\r\n[b]正文[/b]\r".encode())
    (post,) = read(str(path))
    assert post.text.original == "# 标题\r\n\r\n[b]正文[/b]\r"
    assert (post.id, post.source) == ("帖子.md", str(path))
    assert post.hints is None
    assert post.notices == ()


def test_a_guess_is_told(tmp_path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(SIMPLIFIED.encode("gbk"))
    assert read(str(path))[0].notices == ("按 GBK 编码读入",)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO("天亮了".encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    (post,) = read("-")
    assert (post.text.original, post.id, post.source) == ("天亮了", "-", "-")


def test_the_name_does_not_matter(tmp_path) -> None:
    path = tmp_path / "post.jpg"
    path.write_text("其实是纯文本", encoding="utf-8")
    assert read(str(path))[0].text.original == "其实是纯文本"
    path.write_text('{"id": "1", "text": "其实是表"}\n', encoding="utf-8")
    assert read(str(path))[0].text.original == "其实是表"


@pytest.mark.parametrize("name", ["post.docx", "POST.DOCX", "post.docm", "post.xlsx"])
@pytest.mark.parametrize("content", [b"not a docx at all", "渡口的雨".encode("gbk"), b"\x00\x01P"])
def test_an_office_name_on_other_bytes_is_refused(
    name: str, content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(
        SourceErrors, match=r"里面却不是 (Word 文档|Excel 表格) —— 本是文本就把后缀"
    ):
        read(str(path))


def test_a_web_page_named_as_a_document_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "post.docx"
    path.write_text("<!DOCTYPE html><html><body><p>渡口的雨</p></body></html>", encoding="utf-8")
    assert read(str(path))[0].text.original.strip() == "渡口的雨"


def test_blanks_are_no_sign_of_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "blank.txt"
    path.write_bytes("good\u00a0game".encode())  # C2 A0 would be a frequent character of GBK
    (post,) = read(str(path))
    assert post.text.original == "good\u00a0game"


def test_a_file_of_blanks_is_a_post_without_text(tmp_path: Path) -> None:
    path = tmp_path / "blank.txt"
    path.write_text(" \u3000\n", encoding="utf-8")
    (post,) = read(str(path))
    assert post.text.original == " \u3000\n"
