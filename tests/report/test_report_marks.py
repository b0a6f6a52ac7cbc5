from bs4 import BeautifulSoup
from handmade import review as make
from hypothesis import given, settings
from hypothesis import strategies as st

from postcheck.measure import Hit, Measure
from postcheck.report.diff import CHANGED, SAME, Piece
from postcheck.report.jsonl import to_json
from postcheck.report.marks import marked_text
from postcheck.report.passages import Passage, passages

TEXT = st.text("甲乙丙丁，\n\r\t <&\u200b\u202e😀", min_size=1, max_size=40)
SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 40)), max_size=8)


@settings(deadline=None)
@given(TEXT, SPANS, SPANS)
def test_every_passage_can_be_read_off_its_marks(
    text: str, quoted: list[tuple[int, int]], repeated: list[tuple[int, int]]
) -> None:
    def hits(spans: list[tuple[int, int]], kind: str) -> tuple[Hit, ...]:
        fitting = [(a % len(text), min(a % len(text) + n, len(text))) for a, n in spans]
        return tuple(Hit(a, b, kind) for a, b in sorted(fitting))

    measures = [
        Measure("quoted", hits(quoted, "verbatim")),
        Measure("repeated", hits(repeated, "loop")),
    ]
    found = passages(to_json(make(text, measures)))
    page = BeautifulSoup(f"<pre>{marked_text(text, found, 'p1')}</pre>", "html.parser")
    assert page.get_text() == text
    assert len(page.select("a.n")) == len(quoted) + len(repeated)
    for passage in found:
        marks = page.select(f"mark.k-{passage.group}")
        mine = [one for one in marks if str(passage.number) in str(one["data-h"]).split()]
        assert "".join(one.get_text() for one in mine) == text[passage.start : passage.end]


def test_changed_characters_are_emphasised_where_asked() -> None:
    left = (Piece("甲乙", SAME), Piece("丙丁", CHANGED), Piece("。", SAME))
    one = Passage(1, "shared", 1, 6, left, (), "")
    page = BeautifulSoup(
        str(marked_text("子甲乙丙丁。丑", [one], "a", changes=True)), "html.parser"
    )
    assert page.get_text() == "子甲乙丙丁。丑"
    assert [each.get_text() for each in page.select("mark.k-shared em.ch")] == ["丙丁"]
    assert not BeautifulSoup(str(marked_text("子甲乙丙丁。丑", [one], "a")), "html.parser").em
