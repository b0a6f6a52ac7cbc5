"""JSONL: one post a line."""

import json

import pytest

from postcheck.errors import SourceErrors
from postcheck.readers import read

FULL = {
    "id": "p1", "text": "第一行\n第二行\u2028还是第二行", "author": "渔火", "kind": "kill",
    "title": "江边", "posted_at": "2024-05-01T21:00:00+08:00", "edited": False, "more": [1],
}  # fmt: skip


def posts(tmp_path, *rows: object):
    path = tmp_path / "posts.jsonl"
    lines = (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("\n".join(lines), encoding="utf-8")
    return read(str(path))


def test_all_fields(tmp_path) -> None:
    (post,) = posts(tmp_path, FULL)
    assert (post.id, post.text.original, post.author) == ("p1", FULL["text"], "渔火")
    assert (post.kind, post.title, post.edited) == ("kill", "江边", False)
    assert post.posted_at is not None
    assert post.posted_at.isoformat() == FULL["posted_at"]
    assert post.source.endswith("posts.jsonl")


def test_few_fields_and_blank_lines(tmp_path) -> None:
    first, second = posts(tmp_path, {"id": 7, "text": ""}, "", {"id": "8", "text": "x"}, "")
    assert (first.id, first.text.original, first.kind, first.edited) == ("7", "", None, None)
    assert second.id == "8"


@pytest.mark.parametrize(
    ("given", "read_as"),
    [
        ("2024-05-01", "2024-05-01T00:00:00+08:00"),
        ("2024-05-01 21:30", "2024-05-01T21:30:00+08:00"),
        ("2024-05-01T13:00:00Z", "2024-05-01T13:00:00+00:00"),
    ],
)
def test_a_time_without_zone_is_the_boards(tmp_path, given: str, read_as: str) -> None:
    (post,) = posts(tmp_path, {"id": "1", "text": "x", "posted_at": given})
    assert post.posted_at is not None
    assert post.posted_at.isoformat() == read_as


def test_all_bad_lines_at_once(tmp_path) -> None:
    with pytest.raises(SourceErrors) as caught:
        posts(tmp_path, FULL, {"id": "2"}, "{", {"id": "3", "text": "x"}, [1])
    assert [error.line for error in caught.value.errors] == [2, 3, 5]


@pytest.mark.parametrize("first", ["# 注", "[1]", '", "kind": "kill"}', '"x"', "text"])
def test_a_bad_first_line_makes_no_other_file_of_it(tmp_path, first: str) -> None:
    with pytest.raises(SourceErrors) as caught:
        posts(tmp_path, "", first, FULL)
    assert [error.line for error in caught.value.errors] == [2]


def test_a_wrong_form_does_not_fill_the_screen(tmp_path) -> None:
    with pytest.raises(SourceErrors) as caught:
        posts(tmp_path, *[{"text": "x"}] * 500)
    *named, last = caught.value.errors
    assert [error.line for error in named] == list(range(1, 101))
    assert last.message == "另有 400 行也读不了"
