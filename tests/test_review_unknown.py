"""A post whose text the board did not show has an unknown length, not length 0."""

import pytest

from postcheck.post import Post, Unknown
from postcheck.review import review
from postcheck.ruleset import load
from postcheck.text import Text

LONG = "城门外的风比昨夜更紧，更夫敲过三更，桥上没有一个人。他收起伞，数着石阶走上去。"


@pytest.mark.parametrize("unknown", ["hidden", "partial", "mixed"])
@pytest.mark.parametrize("ruleset", ["fengyun85", "ziyou48", "wuyue161"])
@pytest.mark.parametrize("kind", ["report", "kill"])
def test_unseen_text_is_for_the_referee(unknown: Unknown, ruleset: str, kind: str) -> None:
    post = Post(Text("" if unknown == "hidden" else LONG), unknown=unknown)
    verdict = review(post, load(ruleset), kind).verdict
    assert verdict.status == "referee"
    assert [one.status for one in verdict.findings] == ["referee"]
    assert "未知" in verdict.findings[0].message
    assert not verdict.remedies


def test_an_edit_that_was_seen_still_counts() -> None:
    post = Post(Text(LONG), unknown="partial", edited=True)
    verdict = review(post, load("fengyun85"), "report").verdict
    assert verdict.status == "fail"
    assert [one.code for one in verdict.findings] == ["edited", "too_short"]
