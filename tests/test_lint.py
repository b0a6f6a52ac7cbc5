"""What does not add up in the printed rules, and how two rulesets differ."""

from pathlib import Path

import pytest

from postcheck.ruleset import Ruleset, ids, load
from postcheck.ruleset.lint import lint
from postcheck.ruleset.show import diff, sections


@pytest.mark.parametrize(
    ("name", "code", "clause", "words"),
    [
        ("fengyun85", "printed_twice", "人员", "游侠人数印了 59 和 58"),
        ("fengyun85", "parts_sum", "人员", "印作 85 = 21 + 63，加起来是 84"),
        ("fengyun85", "unknown_role", "人员", "提到“联合蛋”"),
        ("fengyun85", "border_gap", "报道5", "引用正好 20%，不在任何一档里"),
        ("fengyun85", "border_gap", "杀帖8", "引用正好 20%，不在任何一档里"),
        ("fengyun85", "border_gap", "杀帖9", "旧文正好 600 字，不在任何一档里"),
        ("ziyou48", "printed_twice", "时间", "印了 20:59:59 和 21:59:59"),
        ("ziyou48", "least_and_rest", "杀帖", "至少 801 字（杀帖），扣除引用后却是 800 字"),
        ("ziyou48", "full_width", "杀帖", "“１”是全角数字"),
        ("wuyue161", "cast_sum", "身份", "= 122，规则写 121"),
        ("wuyue161", "numbering", "身份", "第一部分黑道有 2 个第 3 条"),
        ("wuyue161", "numbering", "代出帖", "第四部分代出帖有 2 个第 3 条"),
        ("wuyue161", "printed_twice", "进程", "印了 2 和 1"),
        ("wuyue161", "printed_twice", "身份2", "印了 3 和 4"),
        ("wuyue161", "unknown_role", "联合", "提到“暗蛋”"),
        ("wuyue161", "unknown_role", "文末", "提到“情侣刺”"),
        ("wuyue161", "border_gap", "报道4", "引用正好 30%，不在任何一档里"),
        ("wuyue161", "border_overlap", "杀帖7(4)", "全文正好 1000 字，引用同时在 10% 和 15%"),
        ("wuyue161", "border_overlap", "杀帖7(4)", "全文正好 2000 字，引用同时在 15% 和 20%"),
        ("wuyue161", "least_and_rest", "杀帖7(2)", "至少 801 字（杀帖6），扣除重复后却是 800 字"),
    ],
)
def test_printed_rules(name: str, code: str, clause: str, words: str) -> None:
    assert any(
        (one.code, one.clause) == (code, clause) and words in one.message
        for one in lint(load(name))
    )


@pytest.mark.parametrize("name", ids())
def test_schedules_add_up_round_by_round(name: str) -> None:
    assert [one for one in lint(load(name)) if one.code in ("schedule", "codes")] == []


def variant(tmp_path: Path, text: str, base: str = "ziyou48") -> Ruleset:
    path = tmp_path / "variant.toml"
    path.write_text(f'extends = "{base}"\nedition = "试"\n{text}', encoding="utf-8")
    return load(path)


ROUNDS = """
[game]
round = [
    { number = 1, votes = 1, vote_out = 1, kills = {}, total = 2, left = 46, clause = "进程" },
    { number = 3, votes = 2, vote_out = 5, kills = {"杀" = 1}, total=6, left=41, clause = "次" },
]
"""
ROLES = """
[game]
role = [
    { name = "联合杀", side = "black", count = 6, codes = ["甲", "乙"], clause = "一", says="杀" },
    { name = "联刺", side = "black", count = 2, codes = ["甲", "丙"], clause = "身", says = "刺" },
    { name = "独刺", side = "black", count = 3, codes = [], clause = "身份", says = "刺" },
    { name = "黑蛋", side = "black", count = 1, codes = [], clause = "身份", says = "蛋" },
    { name = "联剑", side = "white", count = 36, codes = [], clause = "身份", says = "剑" },
    { name = "明蛋", side = "neutral", count = 0, codes = [], clause = "身份", says = "蛋" },
    { name = "飞蛋", side = "neutral", count = 0, codes = [], clause = "身份", says = "蛋" },
    { name = "暗蛋", side = "neutral", count = 0, codes = [], clause = "身份", says = "蛋" },
]
numbering = [{ part = "注意", items = [1, 2, 4], clause = "注意" }]
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ROUNDS, "第 1 轮票出 1 加贴杀 0 是 1，规则写共杀 2"),
        (ROUNDS, "第 2 行写的是第 3 轮"),
        (ROUNDS, "第 3 轮前 46 人，杀 6 应余 40，规则写余 41"),
        (ROUNDS, "进程走完余 41 人，规则写 1 人定胜负"),
        (ROLES, "联合杀 6 人，代号有 2 个"),
        (ROLES, "代号“甲”给了 2 个人"),
        (ROLES, "注意第 2 条之后是第 4 条"),
        ("[cast]\nwhite = { value = 35, unit = '人', clause = '家', says = '白' }\n", "规则写 35"),
        (
            "[cast]\nneutral = { value = 1, unit = '人', clause = '家', says = '中' }\n",
            "各阵营合计 49 人，规则写 48 人",
        ),
    ],
)
def test_broken_sums(tmp_path: Path, text: str, words: str) -> None:
    assert any(words in one.message for one in lint(variant(tmp_path, text)))


def test_a_sound_ruleset_is_clean(tmp_path: Path) -> None:
    text = """
[kill.length]
minimum = 800
printed = []

[time]
cutoff = { value = "20:59:59", unit = "时刻", clause = "时间", says = "过秒不计", printed = [] }
"""
    assert lint(variant(tmp_path, text)) == []


def test_diff_of_a_ruleset_with_itself_is_empty() -> None:
    assert diff(load("wuyue161"), load("wuyue161")) == []


def test_diff_lists_changed_values_with_their_clauses(tmp_path: Path) -> None:
    text = """
[kill.length]
minimum = 901
clause = "家规1"

[report.late]
off = true

[vote]
overtime = { value = 30, unit = "分钟", clause = "家规2", says = "加时" }
"""
    changes = {change.key: change for change in diff(load("ziyou48"), variant(tmp_path, text))}
    assert set(changes) == {"kill.length", "kill.length.rest", "report.late", "vote.overtime"}
    before, after = changes["kill.length"].before, changes["kill.length"].after
    assert before is not None
    assert after is not None
    assert (before.value, before.clause) == ("不少于 801 字", "杀帖")
    assert (after.value, after.clause) == ("不少于 901 字", "家规1")
    assert changes["report.late"].after is None
    assert changes["vote.overtime"].before is None


@pytest.mark.parametrize("name", ids())
def test_sections_show_every_number_with_its_clause(name: str) -> None:
    rows = [row for section in sections(load(name)) for row in section.rows]
    assert len({row.key for row in rows}) == len(rows)
    assert all(row.clause and row.name and row.key for row in rows)


def test_a_newcomer_finds_the_limit_of_quotation() -> None:
    (kill,) = (section for section in sections(load("fengyun85")) if section.title == "杀帖")
    quoted = [row for row in kill.rows if row.name == "引用"]
    assert [(row.value, row.result) for row in quoted] == [
        ("不超过 10%", "pass"),
        ("超过 10%、低于 20%", "over_quoted"),
        ("正好 20%", "over_quoted（referee）"),
        ("超过 20%，扣除后低于 800 字", "not_original"),
        ("超过 20%，扣除后不少于 800 字", "high_similarity（referee）"),
    ]
    assert quoted[2].readings == ("over_quoted", "high_similarity")
    assert {row.clause for row in quoted} == {"杀帖8"}


def test_a_house_ruleset_does_not_repeat_its_base(tmp_path: Path) -> None:
    quiet = lint(variant(tmp_path, ""))
    assert quiet
    assert all(one.inherited for one in quiet)
    changed = lint(
        variant(
            tmp_path, '[cast]\nblack = { value = 13, unit = "人", clause = "人员", says = "改" }\n'
        )
    )
    assert {one.where for one in changed if not one.inherited} == {"cast.black", "cast.players"}
    assert [one for one in changed if one.inherited] == quiet
    assert not any(one.inherited for one in lint(load("ziyou48")))
