"""Whatever a file holds: a status from 0 to 3, one line an error, JSON that parses."""

import json
import random
from pathlib import Path

import pytest
from badfiles import document
from calls import Call
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SAMPLE = Path(__file__).parents[2] / "corpora" / "sample"
CHECK = ("check", "draft", "--ruleset", "wuyue161", "--kind", "kill", "--corpus", "none")
CALLS = [("count", "draft", "--json"), (*CHECK, "--json"), CHECK]
ODD = "渡口的雨，“好”。\n\r\t\u3000\u200b\ufeff\x0b\x1b\u2028\u202e①…—aZ9😀é한𠀀\u0301"
contents = st.one_of(
    st.binary(max_size=80),
    st.text(st.sampled_from(ODD), max_size=200).map(str.encode),
    st.text(max_size=80).map(lambda text: text.encode("gb18030")),
    st.builds(
        lambda text, kind: json.dumps({"id": "1", "text": text, "kind": kind}).encode(),
        st.text(max_size=60), st.sampled_from(["kill", "report", None]),
    ),
)  # fmt: skip


def holds(call: Call, words: tuple[str, ...]) -> None:
    answer = call(*words)
    assert answer.status in (0, 1, 2, 3)
    lines = [line for line in answer.out.split("\n") if line]
    assert "--json" not in words or all(json.loads(line) for line in lines)
    if answer.status == 2:  # what can be read of a damaged table is checked all the same
        assert answer.err
        assert all(line.startswith("错误：") for line in answer.err.splitlines())
    else:
        assert not answer.err
        assert lines


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=contents, words=st.sampled_from(CALLS))
def test_any_content(data: bytes, words: tuple[str, ...], call: Call) -> None:
    Path("draft").write_bytes(data)
    holds(call, words)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_documents_and_tables(seed: int, call: Call) -> None:
    dice = random.Random(seed)
    for whole in (document(), (SAMPLE / "posts.jsonl").read_bytes()[:4000]):
        for _ in range(6):
            data = bytearray(whole)
            for _ in range(dice.randint(1, 4)):
                data[dice.randrange(len(data))] = dice.randrange(256)
            Path("draft").write_bytes(data[: dice.choice([None, dice.randrange(len(data))])])
            holds(call, dice.choice(CALLS))
