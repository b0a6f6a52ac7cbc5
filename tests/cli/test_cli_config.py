"""`postcheck.toml` and `config show`: found upwards, applied, beaten by the command line."""

import json
from pathlib import Path

import pytest
from calls import Call

DRAFT = "渡口的雨总是先落在对岸，船家说那边的山高。"
SETTINGS = """\
[check]
ruleset = "fengyun85"
kind = "report"
corpus = ["none"]
json = true
posted-at = 2026-04-12T21:10:00
roster = "roster.txt"

[corpus.add]
author = "白鹭"
"""


@pytest.fixture
def below(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder two levels below one with settings and a roster, a draft in it."""
    (folder / "postcheck.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "roster.txt").write_text("听雪\n", encoding="utf-8")
    place = folder / "round1" / "posts"
    place.mkdir(parents=True)
    (place / "draft.txt").write_text(DRAFT, encoding="utf-8")
    monkeypatch.chdir(place)
    return place


def test_values_of_a_parent_apply(call: Call, below: Path) -> None:
    result = json.loads(call("check", "draft.txt").out)
    assert result["ruleset"]["id"] == "fengyun85"
    assert result["post"]["kind"] == "report"
    assert result["post"]["posted_at"] == "2026-04-12T21:10:00+08:00"
    assert result["corpora"] == []


def test_the_command_line_beats_the_file(call: Call, below: Path) -> None:
    answer = call("check", "draft.txt", "--ruleset", "ziyou48", "--kind", "kill")
    result = json.loads(answer.out)
    assert (result["ruleset"]["id"], result["post"]["kind"]) == ("ziyou48", "kill")


def test_settings_of_a_command_inside_a_group(call: Call, below: Path) -> None:
    assert call("corpus", "add", "旧帖", "draft.txt").status == 0
    (below / "draft.txt").write_text(DRAFT * 45, encoding="utf-8")
    result = json.loads(call("check", "draft.txt", "--corpus", "旧帖", "--author", "白鹭").out)
    assert result["measures"]["prior"]["count"] > 0


def test_the_nearest_file_counts_alone(call: Call, below: Path) -> None:
    (below / "postcheck.toml").write_text("[check]\nkind = 'kill'\n", encoding="utf-8")
    answer = call("check", "draft.txt")
    assert answer.status == 2
    assert "缺少选项 --ruleset" in answer.err


def test_another_commands_table_does_no_harm(call: Call, below: Path) -> None:
    assert call("count", "draft.txt").status == 0


def test_show_names_values_and_origin(call: Call, folder: Path, below: Path) -> None:
    plain = call("config", "show").out
    assert plain.startswith(f"设置文件：{folder / 'postcheck.toml'}\n[count]\n")
    assert "\nkind = report\n" in plain
    lines = call("config", "show", "--origin").out.splitlines()
    assert f"kind = report    # {folder / 'postcheck.toml'}:3" in lines
    assert f"author = 白鹭    # {folder / 'postcheck.toml'}:10" in lines
    assert "fail-fast = false    # 默认" in lines
    assert f"roster = {folder / 'roster.txt'}    # {folder / 'postcheck.toml'}:7" in lines


def test_show_without_a_file(call: Call) -> None:
    answer = call("config", "show")
    assert answer.out.startswith("设置文件：无\n")
    assert not answer.err


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[corpus.ad]\nauthor = "白鹭"\n', 1, "[corpus] 没有 ad 这一项，是不是 add？"),
        ('[corpus.add]\nautor = "白鹭"\n', 2, "[corpus.add] 没有 autor 这一项，是不是 author？"),
        ('[corpus]\nadd = "白鹭"\n', 2, "[corpus] 没有 add 这一项"),
        ('[[check]]\nkind = "kill"\n', None, "check 不能单独写"),
        ('[check]\nkind = "kill"\nkind = "report"\n', 3, "同一个键写了两次"),
        ("[check]\nfail-fast = 1\n", 2, "[check] fail-fast 的写法不对"),
        ('[check]\ncorpus = ["旧帖", 1]\n', 2, "[check] corpus 的写法不对"),
    ],
)
def test_faults_name_file_and_line(
    text: str, line: int | None, said: str, call: Call, folder: Path
) -> None:
    (folder / "postcheck.toml").write_text(text, encoding="utf-8")
    answer = call("config", "show")
    assert answer.status == 2
    assert not answer.out
    place = f"postcheck.toml:{line}: " if line else "postcheck.toml: "
    assert f"{place}{said}" in answer.err
    assert answer.err.count("\n") == 1
