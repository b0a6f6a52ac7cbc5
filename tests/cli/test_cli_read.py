"""`postcheck read`: one JSON object a post, and what happens when some sources cannot be read."""

import bz2
import json
from pathlib import Path

import pytest

from postcheck.cli.main import run

CASES = Path(__file__).parent.parent / "cases" / "forum"
KEYS = {"id", "source", "floor", "author", "posted_at", "edited", "edited_at", "title", "kind",
        "text", "quotes", "images", "locked", "code"}  # fmt: skip


def test_json_of_a_thread(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["read", "--json", str(CASES / "discuz_x.html")]) == 0
    out, err = capsys.readouterr()
    rows = [json.loads(line) for line in out.splitlines()]
    assert all(row.keys() >= KEYS for row in rows)
    assert [row["text"] is None for row in rows] == [False, False, True, False, False]
    assert rows[1]["quotes"][0]["author"] == "船家"
    assert "缺第 1、3 页" in err


def test_the_rest_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wall = tmp_path / "wall.html"
    wall.write_text("<html><title>登录</title><body>请先登录</body></html>", encoding="utf-8")
    assert run(["read", str(wall), str(CASES / "tieba.html")]) == 3
    out, err = capsys.readouterr()
    assert out.startswith("2楼　舵手　2016-01-02 03:04")
    assert "这是要登录的页面" in err
    assert run(["read", str(wall)]) == 2


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.html").write_bytes((CASES / "phpwind_8.html").read_bytes())
    (tmp_path / "b.csv").write_text("作者,正文\n甲,一句话\n", encoding="utf-8")
    assert run(["read", "--json", str(tmp_path)]) == 0
    ids = [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()]
    assert ids == ["66-tpc", "66-902", "66-903", "b.csv:2"]


def test_every_form_of_an_archive_is_shown_without_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "<page><title>渡口</title><ns>0</ns><revision><text>船还在。</text></revision></page>"
    dump = f"<mediawiki>{page}</mediawiki>".encode()
    (tmp_path / "w.xml").write_bytes(dump)
    (tmp_path / "w.xml.bz2").write_bytes(bz2.compress(dump))
    (tmp_path / "w.ndjson").write_text('{"text": "船还在。"}\n', encoding="utf-8")
    for path in sorted(tmp_path.iterdir()):
        assert run(["read", "--json", str(path)]) == 0
        assert json.loads(capsys.readouterr().out)["text"] == "船还在。"
