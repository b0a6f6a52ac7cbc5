"""The builtin rulesets, the strict loader, `extends`, and the documentation of the fields."""

import re
import tomllib
from datetime import time
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postcheck.errors import SourceErrors
from postcheck.paths import builtin
from postcheck.ruleset import Ruleset, ids, load
from postcheck.ruleset.document import line_numbers
from postcheck.ruleset.entries import ENTRIES, SECTIONS
from postcheck.ruleset.ladder import Interval, faults
from postcheck.ruleset.schema import CHECKS, ENTRY_UNITS, TABLES
from postcheck.ruleset.show import sections

HERE = Path(__file__).parent
BAD = HERE / "bad" / "rulesets"
README = HERE.parent / "thresholds" / "README.md"


def test_builtin_ids() -> None:
    assert ids() == ["fengyun85", "wuyue161", "ziyou48"]


@pytest.mark.parametrize("name", ids())
def test_everything_has_a_clause_and_a_paraphrase(name: str) -> None:
    ruleset = load(name)
    for kind in ruleset.kinds.values():
        for part in (kind, *kind.rules, *kind.remedies.values()):
            assert part.clause
            assert part.says
            assert len(part.says) < 80
    for entries in ruleset.entries.values():
        for entry in entries.values():
            assert entry.clause
            assert entry.says


@pytest.mark.parametrize(
    ("name", "report", "kill"),
    [
        ("fengyun85", ("words",), ("words", "cjk")),
        ("ziyou48", ("words", "chars"), ("words", "cjk")),
        ("wuyue161", ("cjk",), ("cjk", "words")),
    ],
)
def test_counts_of_the_clauses(name: str, report: tuple[str, ...], kill: tuple[str, ...]) -> None:
    ruleset = load(name)
    assert ruleset.kinds["report"].counts == report
    assert ruleset.kinds["kill"].counts == kill
    assert ruleset.metric("report") == report[0]
    assert ruleset.metric("kill") == kill[0]


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("fengyun85", "cast.players", 85),
        ("fengyun85", "vote.tie", "later_out"),
        ("fengyun85", "vote.all_equal", "overtime"),
        ("fengyun85", "proxy.until", time(20, 40)),
        ("fengyun85", "iou.due", time(12)),
        ("fengyun85", "iou.min_count", 1200),
        ("fengyun85", "complaint.kill_until_same_round", time(18)),
        ("ziyou48", "cast.players", 48),
        ("ziyou48", "vote.tie", "earlier_out"),
        ("ziyou48", "vote.killed", "half_but_full_in_ties"),
        ("ziyou48", "time.cutoff", time(20, 59, 59)),
        ("ziyou48", "alliance.big_below", 7),
        ("wuyue161", "cast.players", 161),
        ("wuyue161", "proxy.until", time(20)),
        ("wuyue161", "alliance.big_at_most", 11),
        ("wuyue161", "rescue.posts", 3),
        ("wuyue161", "complaint.rewrite_hours_before_end", 8),
        ("wuyue161", "time.cutoff", None),
    ],
)
def test_values_of_the_game(name: str, key: str, value: object) -> None:
    assert load(name).value(key) == value


@pytest.mark.parametrize(("name", "codes"), [("fengyun85", 26), ("ziyou48", 17), ("wuyue161", 47)])
def test_codes_are_all_there_and_differ(name: str, codes: int) -> None:
    found = load(name).codes
    assert len(found) == len(set(found)) == codes


def test_measures_know_their_clauses() -> None:
    ruleset = load("fengyun85")
    assert ruleset.clauses("kill") == {"repeated": "杀帖6", "quoted": "杀帖8", "prior": "杀帖9"}
    assert ruleset.clauses("report")["listed"] == "报道3"
    assert "10%" in ruleset.paraphrases()["杀帖8"]


def test_sha256_is_that_of_the_file() -> None:
    path = builtin("thresholds") / "ziyou48.toml"
    assert load("ziyou48").sha256 == sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("path", sorted(BAD.glob("*.toml")), ids=lambda path: path.stem)
def test_bad_ruleset(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    with pytest.raises(SourceErrors) as caught:
        load(path.name)
    assert f"{caught.value}\n" == path.with_suffix(".err").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("fengyun58", "没有叫“fengyun58”的规则 —— 是不是 fengyun85？"),
        ("???", "没有叫“???”的规则 —— 内置的有 fengyun85、wuyue161、ziyou48"),
        (
            "无此.toml",
            "无此.toml: 没有这个规则文件 —— 内置的规则直接写编号：fengyun85、wuyue161、ziyou48",
        ),
    ],
)
def test_unknown_ruleset(name: str, message: str) -> None:
    with pytest.raises(SourceErrors) as caught:
        load(name)
    assert str(caught.value) == message


def test_no_utf8(tmp_path: Path) -> None:
    path = tmp_path / "坏.toml"
    path.write_bytes("title = '风云'".encode("gb18030"))
    with pytest.raises(SourceErrors, match="不是 UTF-8 编码"):
        load(path)


# -- a new game is a new file ------------------------------------------------------------

HOUSE = """\
extends = "wuyue161"
title = "邻居家的三十人场"
edition = "第一场"

[kill.length]
minimum = 901

[kill.remedy.rewrite]
min_count = 1500

[report.late]
off = true

[kill.repeated]
fresh = true
check = "share"
unit = "%"
of = "repeated"
clause = "家规3"
says = "重复以 5% 为限"
tier = [
    { up_to = 5 },
    { over = 5, code = "repetition", remedies = ["rewrite"] },
]

[vote]
overtime = { value = 30, unit = "分钟", clause = "家规5", says = "平票加时" }
"""


@pytest.fixture
def house(tmp_path: Path) -> Ruleset:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    return load(path)


def test_extends_changes_what_it_says_and_keeps_the_rest(house: Ruleset) -> None:
    base = load("wuyue161")
    kill = {rule.name: rule for rule in house.rules("kill")}
    assert house.id == "house"
    assert house.title == "邻居家的三十人场"
    assert kill["length"].minimum == 901
    assert kill["length"].clause == "杀帖6"
    assert kill["quoted"] == next(rule for rule in base.rules("kill") if rule.name == "quoted")
    assert [tier.span for tier in kill["repeated"].tiers] == [
        Interval(0, True, 5, True),
        Interval(5, False),
    ]
    assert house.kinds["kill"].remedies["rewrite"].min_count == 1500
    assert [rule.name for rule in house.rules("kill")] == [r.name for r in base.rules("kill")]


def test_extends_can_drop_a_rule_and_add_a_value(house: Ruleset) -> None:
    assert "late" not in {rule.name for rule in house.rules("report")}
    assert house.value("vote.overtime") == 30
    assert house.value("vote.tie") == "later_out"
    assert house.sha256 != load("wuyue161").sha256


def test_extends_a_neighbouring_file(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE, encoding="utf-8")
    child = tmp_path / "child.toml"
    child.write_text('extends = "house.toml"\nedition = "第二场"\n', encoding="utf-8")
    assert load(child).value("vote.overtime") == 30


def test_faults_of_both_files_are_shown_with_their_own_lines(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE + "named = 1\n", encoding="utf-8")
    child = tmp_path / "child.toml"
    child.write_text('extends = "house.toml"\nedition = "二"\n[kill.length]\nleast = 1\n', "utf-8")
    with pytest.raises(SourceErrors) as caught:
        load(child)
    assert [(Path(e.file or "").name, e.line) for e in caught.value.errors] == [
        ("child.toml", 4),
        ("house.toml", 28),
    ]


# -- lines and ladders -------------------------------------------------------------------


def test_line_numbers() -> None:
    text = '''title = "一"
[a]  # 表
"字" = 1
list = [
    { x = 1 },
    # 注
    { x = "[" },
]
[[a.rows]]
n = 1
[[a.rows]]
text = """
n = 2
"""
m = 3
'''
    assert line_numbers(text) == {
        ("title",): 1,
        ("a",): 2,
        ("a", "字"): 3,
        ("a", "list"): 4,
        ("a", "list", 0): 5,
        ("a", "list", 1): 7,
        ("a", "rows", 0): 9,
        ("a", "rows", 0, "n"): 10,
        ("a", "rows", 1): 11,
        ("a", "rows", 1, "text"): 12,
        ("a", "rows", 1, "m"): 15,
    }


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), unique_by=lambda cut: cut[0]))
def test_cuts_of_a_line_have_no_faults(cuts: list[tuple[int, bool]]) -> None:
    """Cut anywhere, the border to the left or to the right: always each number once."""
    low, low_in = 0, True
    made = []
    for at, left in sorted(cuts):
        if at > 0:
            made.append(Interval(low, low_in, at, left))
            low, low_in = at, not left
    made.append(Interval(low, low_in))
    assert faults(made) == []
    assert all(sum(one.holds(number) for one in made) == 1 for number in range(40))
    assert all(sum(one.holds(number, 7) for one in made) == 1 for number in range(250))


@given(
    st.lists(
        st.builds(
            Interval,
            st.integers(0, 8),
            st.booleans(),
            st.one_of(st.none(), st.integers(9, 12)),
            st.booleans(),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_faults_are_found(made: list[Interval]) -> None:
    """Halves stand for all that lies between two whole numbers."""
    once = all(sum(one.holds(half, 2) for one in made) == 1 for half in range(60))
    assert (faults(made) == []) == once


# -- the reference of the fields ---------------------------------------------------------


def reference() -> list[str]:
    """The rows that thresholds/README.md must have, from the loader's own tables."""
    rows = []
    for name, fields in (*TABLES.items(), *CHECKS.items()):
        rows.append(f"### {name}")
        for key, field in fields.items():
            must = "必写" if field.required else ""
            rows.append(f"| `{key}` | {field.type} | {must} | {field.doc} |")
    for section, values in ENTRIES.items():
        rows.append(f"### {section}（{SECTIONS[section]}）")
        for key, value in values.items():
            choices = "；".join(f"`{choice}`" for choice in value.choices)
            rows.append(f"| `{key}` | {value.unit} | {choices} | {value.doc} |")
    rows += [f"| {unit} | {kind} |" for unit, kind in ENTRY_UNITS.items()]
    return rows


def test_readme_documents_every_field() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    missing = [row for row in reference() if row not in lines]
    assert missing == [], "add these lines to thresholds/README.md"
    documented = [line for line in lines if line.startswith(("| `", "### "))]
    stale = [line for line in documented if line not in reference()]
    assert stale == [], "these lines of thresholds/README.md say what the loader does not"


def test_examples_of_the_documentation_load(tmp_path: Path) -> None:
    text = (HERE.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in text.split("```toml\n")[1:]]
    whole = [block for block in blocks if block.startswith("extends")]
    assert whole
    for number, block in enumerate(whole):
        path = tmp_path / f"example{number}.toml"
        path.write_text(block, encoding="utf-8")
        load(path)
    for block in blocks:
        tomllib.loads(block)


@pytest.mark.parametrize("name", ids())
def test_what_is_shown_of_a_ruleset_is_chinese(name: str) -> None:
    for section in sections(load(name)):
        for row in section.rows:
            assert not re.search("[a-z]+_[a-z]+|[a-z]{5,}", row.name + row.value), row
