"""Genre: score, cues, bands; documents flagged with evidence, literature in any dress kept."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.checks import genre, genre_cues, genre_score
from postcheck.post import Post
from postcheck.review import Review, review
from postcheck.ruleset import load
from postcheck.ruleset.names import GENRES
from postcheck.text import Text

CASES = Path(__file__).parent.parent / "cases/genre"
KNOWN_MISSES = {"popular-science-with-jokes"}  # unclear, not flagged
LEASE = """房屋租赁合同
甲方与乙方经协商一致，就房屋租赁事项订立本合同，双方共同遵守以下约定。
第一条　租赁期限为十二个月，期满后乙方应当将房屋完好交还甲方。
第二条　租金每月二千元，乙方应于每月五日前支付，逾期每日支付违约金二十元。
第三条　未经甲方书面同意，乙方不得转租、转借房屋，不得改变房屋结构。
第四条　水电、燃气、物业等费用由乙方承担，房屋主体的维修由甲方负责。
第五条　任何一方提前解除合同的，应当提前三十日书面通知对方，并支付一个月租金作为违约金。
第六条　本合同一式两份，双方各执一份，自签字之日起生效。未尽事宜，由双方协商解决。
"""


def rows(name: str) -> list[Any]:
    cases = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(case, id=case["id"]) for case in cases]


def checked(text: str, ruleset: str = "fengyun85", kind: str = "kill") -> Review:
    return review(Post(Text(text)), load(ruleset), kind, lexicons=())


@pytest.mark.parametrize("case", rows("literary"))
def test_literature_is_kept(case: dict[str, Any]) -> None:
    found = genre.measure(Text(case["text"].strip()))
    assert found.band == "literary"
    assert found.label in ("literary", "appreciation")
    assert found.label == case.get("label", found.label)


@pytest.mark.parametrize("case", rows("documents"))
def test_documents_are_flagged_with_two_cues(case: dict[str, Any]) -> None:
    found = genre.measure(Text(case["text"].strip()))
    if case["id"] in KNOWN_MISSES:
        assert found.band in ("unclear", "document")
        return
    assert found.band == "document"
    assert len(found.evidence) >= 2
    assert found.label == case.get("kind", found.label)


@pytest.mark.parametrize("case", rows("literary") + rows("documents"))
def test_cited_places_hold_what_is_cited(case: dict[str, Any]) -> None:
    text = case["text"]
    for one in genre.measure(Text(text)).evidence:
        assert one.count >= len(one.spans)
        assert all(0 <= span.start < span.end <= len(text) for span in one.spans)


def test_a_lease_cites_parties_and_clauses() -> None:
    found = genre.measure(Text(LEASE))
    assert found.label == "contract"
    said = {one.cue: one.text for one in found.evidence}
    assert said["合同双方"] == "合同双方：乙方、甲方、双方 共 12 次"
    assert said["分条"] == "分条：第一条…第六条 共 6 条"
    (parties,) = (one for one in found.evidence if one.cue == "合同双方")
    assert {LEASE[span.start : span.end] for span in parties.spans} == {"甲方", "乙方", "双方"}


def test_script_and_width_make_no_difference() -> None:
    traditional = LEASE.translate(str.maketrans("约双违应将", "約雙違應將"))
    wide = traditional.replace("三十", "３０")
    one, other = genre.measure(Text(LEASE)), genre.measure(Text(wide))
    assert (one.label, one.band) == (other.label, other.band)
    assert one.literary == pytest.approx(other.literary, abs=0.05)


@pytest.mark.parametrize(("size", "short"), [(199, True), (200, False)])
def test_too_short_to_judge(size: int, short: bool) -> None:
    found = genre.measure(Text(("租金由乙方按月支付给甲方" * 20)[:size]))
    assert (found.band == "short") == short
    assert (found.literary is None) == short
    if short:
        assert found.label is None
        assert found.evidence == ()


def test_form_alone_flags_nothing() -> None:
    """A love poem in clauses: the form is there, the score speaks against it."""
    lines = [
        "你要在下雨的夜里想起我，像想起一把忘在车站的伞",
        "我答应把最后一颗糖留给你，虽然我的牙齿也在想念它",
        "月亮由两个人轮流抱着，谁先困了，谁就轻轻地把它放下",
        "吵架的时候不许看着窗外，窗外的树会把眼泪记住",
        "老了以后，我们坐在门槛上，听风把名字一个一个吹远",
        "如果我先走，请你替我把那盏灯再亮一会儿，好让我认得回来的路",
        "乙方是我，甲方是你，双方都不会写字，乙方按一个吻在这里",
        "从今天起，到河水倒着流的那一天为止，我们谁也不准变成别人",
        "本合同一式两份，一份埋在枇杷树下，一份放在你的呼吸里",
    ]
    text = "\n".join(f"第{n}条 {line}" for n, line in zip("一二三四五六七八九", lines, strict=True))
    found = genre.measure(Text(text))
    assert genre_cues.evident(genre_cues.seen(Text(text), 230)) == "contract"
    assert found.band == "literary"


@pytest.mark.parametrize("name", ["fengyun85", "wuyue161", "ziyou48"])
def test_a_document_goes_to_the_referee_and_never_fails_by_it(name: str) -> None:
    verdict = checked(LEASE * 4, name).verdict
    (finding,) = (one for one in verdict.findings if one.code == "wrong_genre")
    assert finding.status == "referee"
    assert [one.code for one in finding.readings] == ["wrong_genre", None]
    assert "合同双方" in finding.message
    assert finding.measured == {"genre": "contract"}
    assert finding.spans
    assert any("若哨子认为体裁不合" in way for way in verdict.way_out)


def test_a_check_in_may_be_of_any_genre() -> None:
    assert all(one.code != "wrong_genre" for one in checked(LEASE, kind="report").verdict.findings)


def test_every_label_has_a_name() -> None:
    table = tomllib.loads(genre_cues.CUES.read_text(encoding="utf-8"))
    assert {cue["genre"] for cue in table["cue"]} | {"literary", "document"} <= set(GENRES)
    assert set(table["formal"]) <= {cue["genre"] for cue in table["cue"]}


def test_the_model_is_plain_and_small() -> None:
    assert genre_score.MODEL.stat().st_size < 500_000
    with np.load(genre_score.MODEL, allow_pickle=False) as arrays:
        assert {arrays[name].dtype.kind for name in arrays.files} <= {"u", "f"}
        assert np.all(np.diff(arrays["keys"].astype(np.int64)) > 0)


def test_nothing_heavy_is_loaded() -> None:
    code = (
        "import sys; from postcheck.checks.genre import measure; from postcheck.text import Text;"
        "measure(Text('春' * 300)); print([m for m in ('sklearn', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400))
def test_any_text_has_a_score(text: str) -> None:
    assert 0 <= genre_score.score(Text(text)) <= 1
    found = genre.measure(Text(text * 3))
    assert found.band in ("short", "literary", "unclear", "document")
    assert all(0 <= span.start < span.end <= 3 * len(text) for span in found.spans)
