"""The Word report is read back with python-docx, as Word reads it, and drawn by LibreOffice."""

import io
import re
import subprocess
import zipfile
from pathlib import Path

import pytest
from docx import Document
from docx.document import Document as DocxDocument
from handmade import WALK, hit, review, source, walk
from services import program

from postcheck.measure import Measure
from postcheck.report.docx import write_docx
from postcheck.review import Review

FIRST_OF_TEXT = "正文"


def written(*reviews: Review) -> bytes:
    stream = io.BytesIO()
    write_docx(reviews, stream)
    return stream.getvalue()


def document(*reviews: Review) -> DocxDocument:
    return Document(io.BytesIO(written(*reviews)))


def text_lines(made: DocxDocument) -> list[str]:
    """The lines below 正文 up to the next heading, the legend left out."""
    lines = [(paragraph.style.name, paragraph.text) for paragraph in made.paragraphs]
    start = lines.index(("Heading 2", FIRST_OF_TEXT)) + 1
    end = next(at for at in range(start, len(lines)) if lines[at][0] == "Heading 2")
    return [words for _, words in lines[start:end] if "说明见批注" not in words]


def marked(made: DocxDocument) -> dict[str, str]:
    """Colour → the words that bear it, below the legend."""
    found: dict[str, str] = {}
    for paragraph in made.paragraphs:
        if "说明见批注" in paragraph.text:
            continue
        for run in paragraph.runs:
            if run.font.highlight_color is not None:
                name = run.font.highlight_color.name
                found[name] = found.get(name, "") + run.text
    return found


def comment_texts(made: DocxDocument) -> list[str]:
    return [comment.text for comment in made.comments]


def test_the_text_stands_line_by_line(review: Review) -> None:
    assert text_lines(document(review)) == WALK.split("\n")


def test_each_kind_of_passage_has_its_colour(review: Review) -> None:
    colours = marked(document(review))
    assert colours["TURQUOISE"] == "我没有答话，只买了一碗。"
    assert colours["PINK"] == "甲乙丙、丁戊己、庚辛壬。"
    assert colours["YELLOW"].startswith("远处的山像一块没有磨平的砚台")
    assert colours["BRIGHT_GREEN"] == "夜里我又梦见那座桥，桥下的石狮子张着嘴"
    assert colours["GRAY_25"] == "今年的水来得晚，鱼也来得晚。"


def test_each_counted_passage_has_one_comment_with_source_and_change(review: Review) -> None:
    comments = comment_texts(document(review))
    assert len(comments) == 5
    altered = next(one for one in comments if "河边" in one)
    assert "较早的文字" in altered
    assert "〔峰〕" in altered
    assert "https://example.org/a?b=1&c=2" in altered
    assert not any("一路平安" in one for one in comments), "a coincidence is listed, not accused"


def test_a_comment_covers_just_its_passage(review: Review) -> None:
    body = zipfile.ZipFile(io.BytesIO(written(review))).read("word/document.xml").decode()
    stretch = re.search(r"commentRangeStart[^>]*>(.*?)<w:commentRangeEnd", body, re.DOTALL)
    assert stretch is not None
    assert "".join(re.findall(r"<w:t[^>]*>([^<]*)</w:t>", stretch[1])) in WALK.replace("\n", "")


def test_the_same_review_is_the_same_file(review: Review) -> None:
    assert written(review) == written(walk())


def test_nobody_is_named_as_the_author_of_the_file(review: Review) -> None:
    made = document(review)
    assert made.core_properties.author == "postcheck"
    assert {comment.author for comment in made.comments} == {"postcheck"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", [""]),
        ("一\r\n二\r三\n", ["一", "二", "三", ""]),
        ("山\u200b水\x07铃\ud800头", ["山‹U+200B›水‹U+0007›铃‹U+D800›头"]),
        ("<w:t>&amp;</w:t>]]>", ["<w:t>&amp;</w:t>]]>"]),
        ('{ HYPERLINK "x" } =1+1', ['{ HYPERLINK "x" } =1+1']),
        ("𠮷野家😀", ["𠮷野家😀"]),
    ],
)
def test_any_text_is_plain_text(text: str, shown: list[str]) -> None:
    assert text_lines(document(review_of(text))) == shown


def test_nothing_in_the_file_is_a_field_or_a_link(review: Review) -> None:
    evil = 'HYPERLINK "http://example.org"'
    page = zipfile.ZipFile(io.BytesIO(written(review, review_of(evil))))
    for name in ("word/document.xml", "word/comments.xml", "word/_rels/document.xml.rels"):
        content = page.read(name).decode()
        assert "instrText" not in content
        assert "fldSimple" not in content
        assert 'TargetMode="External"' not in content


def test_passages_that_overlap_keep_both_marks() -> None:
    text = "远处的山像一块没有磨平的砚台，水汽慢慢化开。"
    one = hit(text, "山像一块没有磨平的砚台", "verbatim", source=source("山像一块没有磨平的砚台"))
    two = hit(text, "没有磨平的砚台，水汽", "loop", first=one.span)
    made = document(review_of(text, Measure("quoted", (one,)), Measure("repeated", (two,))))
    assert text_lines(made) == [text]
    assert len(list(made.comments)) == 2


def test_several_posts_begin_with_a_table_of_all(review: Review) -> None:
    made = document(review, review_of("短"))
    assert [row.cells[0].text for row in made.tables[0].rows] == ["帖子", "p1", "p1"]


def test_libreoffice_opens_it(review: Review, tmp_path: Path) -> None:
    office = program("soffice", "libreoffice")
    paper = program("pdftotext")
    (tmp_path / "report.docx").write_bytes(written(review))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    subprocess.run(
        [office, profile, "--headless", "--convert-to", "pdf", "report.docx"],
        cwd=tmp_path, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    drawn = subprocess.run(
        [paper, "report.pdf", "-"], cwd=tmp_path, check=True, capture_output=True, timeout=60
    ).stdout.decode()
    assert "我那天起得早" in drawn
    assert "不合格" in drawn


def review_of(text: str, *measures: Measure) -> Review:
    return review(text, measures)
