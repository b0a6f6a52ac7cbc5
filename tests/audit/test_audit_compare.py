"""The table of comparisons: complaint, verdict, standing and ruling → what follows."""

import pytest

from postcheck.audit.compare import Given, compare, given
from postcheck.audit.standing import Ruled, Standing
from postcheck.audit.words import findings_in, kin, outcome_in
from postcheck.ruleset import load

FENGYUN = load("fengyun85")
ACCEPTED = Standing("accepted")


def result(*findings: str, unknown: str | None = None, edited: bool | None = None) -> dict:  # type: ignore[type-arg]
    """A `check` object; `too_short!` fails, `too_short?` needs the referee."""
    status = {"!": "fail", "?": "referee"}
    return {
        "post": {"unknown": unknown},
        "counts": {"words": 900, "cjk": 880},
        "verdict": {
            "findings": [{"code": one[:-1], "status": status[one[-1]]} for one in findings]
        },
        "measures": {
            **{name: {"count": 0} for name in ("repeated", "listed", "quoted", "prior")},
            "form": {"edited": edited},
            "language": {"label": "zh-Hans"},
            "genre": None,
        },
    }


CASES = [
    # what was complained of, the findings, the outcome, why
    ("too_short", (), "dismissed", "fine"),
    ("too_short", ("too_short!",), "upheld", ""),
    ("too_short", ("too_short?",), "referee", "readings"),
    ("over_quoted", ("not_original!",), "upheld", ""),
    ("not_original", ("high_similarity?",), "referee", "readings"),
    ("too_short", ("over_quoted!",), "dismissed", "otherwise"),
    ("wrong_language", (), "dismissed", "fine"),
    ("wrong_genre", (), "referee", "people"),
    ("insult", (), "referee", "people"),
    ("edited", (), "referee", "people"),
    ("其他", (), "referee", "no_reason"),
    ("其他", ("too_short!",), "referee", "no_reason"),
    ("其他", ("too_short?",), "referee", "no_reason"),
]


@pytest.mark.parametrize(("asked", "findings", "outcome", "why"), CASES)
def test_what_the_rules_give(asked: str, findings: tuple[str, ...], outcome: str, why: str) -> None:
    found = given(FENGYUN, "kill", (asked,), ACCEPTED, result(*findings))
    assert (found.outcome, found.why) == (outcome, why)


def test_what_a_post_has_is_told_beside_a_reason_that_nobody_understands() -> None:
    for standing in (ACCEPTED, Standing("unknown")):
        found = given(FENGYUN, "kill", ("其他",), standing, result("too_short!", "no_code?"))
        assert (found.findings, found.why) == ((), "no_reason")
        assert found.detail == ("too_short", "no_code")
    for outcome in ("upheld", "dismissed"):
        assert compare(FENGYUN, "kill", Ruled(outcome), found) == "referee"


def test_edited_is_decided_once_it_is_known() -> None:
    assert given(FENGYUN, "report", ("edited",), ACCEPTED, result(edited=False)).why == "fine"


@pytest.mark.parametrize(
    ("least", "outcome"), [(880, "dismissed"), (890, "referee"), (901, "upheld")]
)
def test_what_fills_an_iou_has_its_own_length(least: int, outcome: str) -> None:
    found = given(FENGYUN, "kill", ("too_short",), ACCEPTED, result(), least)
    assert found.outcome == outcome


def test_numbers_that_a_ledger_does_not_give_are_not_known() -> None:
    found = result()
    del found["measures"]["quoted"]
    assert given(FENGYUN, "kill", ("over_quoted",), ACCEPTED, found).why == "people"
    assert given(FENGYUN, "kill", ("not_first",), ACCEPTED, found).why == "fine"


@pytest.mark.parametrize(
    ("corpora", "count", "expected"),
    [
        ([], 0, ("referee", "no_corpus")),
        (["诗"], 0, ("dismissed", "not_found")),
        (["诗"], 20, ("dismissed", "fine")),
    ],
)
def test_a_source_that_was_not_found_may_still_be_somewhere(
    corpora: list[str], count: int, expected: tuple[str, str]
) -> None:
    found = {**result(), "corpora": corpora}
    found["measures"]["quoted"]["count"] = count
    gives = given(FENGYUN, "kill", ("over_quoted",), ACCEPTED, found)
    assert (gives.outcome, gives.why) == expected
    # What needs no source is measured all the same.
    assert given(FENGYUN, "kill", ("too_short",), ACCEPTED, found).why == "fine"


def test_refused_whatever_the_post_is_like() -> None:
    late = Standing("refused", "too_late")
    assert given(FENGYUN, "kill", ("too_short",), late, result("too_short!")).outcome == "refused"
    assert given(FENGYUN, "kill", ("too_short",), late, None).outcome == "refused"


def test_unknown_time_matters_only_where_something_would_follow() -> None:
    unknown = Standing("unknown")
    found = given(FENGYUN, "kill", ("too_short",), unknown, result("too_short!"))
    assert (found.outcome, found.why) == ("referee", "no_time")
    assert given(FENGYUN, "kill", ("too_short",), unknown, result()).outcome == "dismissed"


def test_a_text_that_was_not_seen_decides_nothing() -> None:
    found = given(FENGYUN, "kill", ("over_quoted",), ACCEPTED, result(unknown="partial"))
    assert (found.outcome, found.why) == ("referee", "unseen")


UPHELD = Given("upheld", ("over_quoted",))
OTHERWISE = Given("dismissed", ("over_quoted",), "otherwise", ("over_quoted", "not_first"))
COMPARED = [
    (None, UPHELD, "unruled"),
    (Ruled("upheld", "over_quoted"), UPHELD, "agrees"),
    (Ruled("upheld"), UPHELD, "agrees"),
    (Ruled("dismissed", "over_quoted"), UPHELD, "differs"),
    (Ruled("refused"), UPHELD, "differs"),
    (Ruled("upheld", "too_short"), UPHELD, "differs"),
    (Ruled("upheld", "plagiarism"), UPHELD, "referee"),
    (Ruled("upheld", "over_quoted", remedy="rewrite"), UPHELD, "agrees"),
    (Ruled("upheld", "over_quoted", remedy="warn"), UPHELD, "differs"),
    (Ruled("dismissed"), Given("dismissed", (), "fine"), "agrees"),
    (Ruled("dismissed"), Given("refused"), "agrees"),
    (Ruled("dismissed"), Given("dismissed", (), "not_found"), "agrees"),
    (Ruled("upheld", "over_quoted"), Given("dismissed", (), "not_found"), "referee"),
    (Ruled("upheld", "too_short"), Given("refused"), "differs"),
    (Ruled("upheld", "too_short"), Given("dismissed", (), "fine"), "differs"),
    (Ruled("upheld", "too_short"), Given("referee"), "referee"),
    (Ruled("dismissed"), OTHERWISE, "agrees"),
    (Ruled("upheld", "over_quoted"), OTHERWISE, "agrees"),
    (Ruled("upheld", "not_first"), OTHERWISE, "referee"),
    (Ruled("upheld", "too_short"), OTHERWISE, "differs"),
]


@pytest.mark.parametrize(("ruled", "gives", "expected"), COMPARED)
def test_comparison(ruled: Ruled | None, gives: Given, expected: str) -> None:
    assert compare(FENGYUN, "kill", ruled, gives) == expected


@pytest.mark.parametrize(
    ("reason", "codes"),
    [
        ("字数不足", ("too_short",)),
        ("字数不够，而且部分非首发", ("too_short", "partly_not_first")),
        ("非首发", ("not_first",)),
        ("over_quoted, too_short", ("over_quoted", "too_short")),
        ("写得不好", ()),
    ],
)
def test_words_of_reasons(reason: str, codes: tuple[str, ...]) -> None:
    assert findings_in(reason) == codes


@pytest.mark.parametrize(
    ("written", "outcome"),
    [("成立", "upheld"), ("投诉不成立", "dismissed"), ("不受理", "refused"), ("不合格", "upheld"),
     ("帖子合格", "dismissed"), ("UPHELD", "upheld"), ("再议", None)],
)  # fmt: skip
def test_words_of_rulings(written: str, outcome: str | None) -> None:
    assert outcome_in(written) == outcome


def test_kin_is_mutual() -> None:
    assert kin("over_quoted") == kin("not_original") == {
        "over_quoted", "high_similarity", "not_original",
    }  # fmt: skip
    assert kin("too_short") == {"too_short"}
