"""What of a Word document is text, and what is not."""

import io
from pathlib import Path

import openpyxl
import pytest
from docx import Document
from wordfiles import counted, package, par, run

from postcheck.errors import SourceError
from postcheck.readers import read

FIELD = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
BEGIN, SEPARATE, END = (FIELD.format(kind) for kind in ("begin", "separate", "end"))
CODE = "<w:r><w:instrText> HYPERLINK x </w:instrText></w:r>"
BOX = "<wps:txbx><w:txbxContent>{0}</w:txbxContent></wps:txbx>"
VML_BOX = "<w:pict><v:textbox><w:txbxContent>{0}</w:txbxContent></v:textbox></w:pict>"
BOTH = (
    f'<w:r><mc:AlternateContent><mc:Choice Requires="wps">{BOX}</mc:Choice>'
    f"<mc:Fallback>{VML_BOX}</mc:Fallback></mc:AlternateContent></w:r>"
)
NOTE = (
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    f'<w:footnote w:id="1">{par("<w:r><w:footnoteRef/></w:r>", "旧事不提")}</w:footnote>'
)
TABLE = f"<w:tbl><w:tr><w:tc>{par('左')}</w:tc><w:tc>{par('右')}{par('下')}</w:tc></w:tr></w:tbl>"
PARAGRAPHS = [  # name, body, text
    ("runs_are_glued", par("he", "llo", "春"), "hello春"),
    ("a_run_of_one_blank", par("he", " ", "llo"), "he llo"),
    ("paragraphs", par("甲") + par() + par("乙"), "甲\n\n乙"),
    ("cells_are_paragraphs", TABLE + par("完"), "左\n右\n下\n完"),
    ("breaks", par("甲", "<w:r><w:br/><w:cr/></w:r>", "乙"), "甲\v\v乙"),
    ("page_break", par("甲", '<w:r><w:br w:type="page"/></w:r>', "乙"), "甲\f乙"),
    ("tab_and_hyphens", par("<w:r><w:tab/><w:noBreakHyphen/><w:softHyphen/></w:r>"), "\t-\xad"),
    ("symbol", par('<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>'), "\uf0fc"),
    ("new_emoji", par('<w:r><w16se:symEx w16se:char="1F43A"/></w:r>'), "🐺"),
    ("insertion", par("甲", f"<w:ins>{run('乙')}</w:ins>"), "甲乙"),
    ("deletion", par("甲", "<w:del><w:r><w:delText>乙</w:delText></w:r></w:del>"), "甲"),
    ("moved_text_counts_once", par(f"<w:moveFrom>{run('甲')}</w:moveFrom>")
     + par(f"<w:moveTo>{run('甲')}</w:moveTo>"), "\n甲"),
    ("deleted_mark_joins", par("甲", properties="<w:rPr><w:del/></w:rPr>") + par("乙"), "甲乙"),
    ("field", par("第", BEGIN, CODE, SEPARATE, "3", END, "页"), "第3页"),
    ("nested_field", par(BEGIN, BEGIN, CODE, SEPARATE, "暗", END, SEPARATE, "明", END), "明"),
    ("simple_field", par(f'<w:fldSimple w:instr="PAGE">{run("7")}</w:fldSimple>'), "7"),
    ("hyperlink", par(f"<w:hyperlink>{run('入口')}</w:hyperlink>"), "入口"),
    ("content_control", f"<w:sdt><w:sdtContent>{par('控件')}</w:sdtContent></w:sdt>", "控件"),
    ("ruby", par(f"<w:r><w:ruby><w:rt>{run('yè')}</w:rt><w:rubyBase>{run('夜')}</w:rubyBase>"
                 "</w:ruby></w:r>"), "夜"),
    ("equation", par("设", "<m:oMath><m:r><w:t>x</w:t></m:r></m:oMath>"), "设"),
    ("box_once_and_last", par("正文", BOTH.format(par("框"))) + par("后文"), "正文\n后文\n框"),
    ("box_of_old_word", par("正文", f"<w:r>{VML_BOX.format(par('框'))}</w:r>"), "正文\n框"),
    ("box_in_a_box", par("外", BOTH.format(par("中", BOTH.format(par("内"))))), "外\n内\n中"),
    ("unkept_blanks_go", par("<w:r><w:t> 甲 乙 </w:t></w:r>"), "甲 乙"),
    ("line_feed_in_a_run_is_a_blank", par("<w:r><w:t>甲\n乙</w:t></w:r>"), "甲 乙"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "body", "text"), PARAGRAPHS, ids=lambda value: value[:30])
def test_text(read_bytes, name: str, body: str, text: str) -> None:
    post = read_bytes(package(body))
    assert post.text.original == text
    assert post.hints is not None
    assert len(post.hints) == len(text)


def test_hints_are_of_the_run(read_bytes) -> None:
    box = BOTH.format(par(run("“框”", hint=True)))
    inner = run("“", hint=True)[: -len("</w:r>")] + box[len("<w:r>") :]  # the box ends this run
    post = read_bytes(package(par(inner, "“乙”", run("…", hint=True))))
    assert post.text.original == "““乙”…\n“框”"
    assert post.hints is not None
    assert post.hints.tolist() == [1, 0, 0, 0, 1, 0, 1, 1, 1]
    assert counted(post).cjk == 6


def test_hint_goes_on_behind_a_box(read_bytes) -> None:
    box = BOTH[len("<w:r>") : -len("</w:r>")].format(par("框"))
    mixed = f'<w:r><w:rPr><w:rFonts w:hint="eastAsia"/></w:rPr>{box}<w:t>“</w:t></w:r>'
    assert counted(read_bytes(package(par(mixed)))).cjk == 2


def test_footnotes_and_endnotes(read_bytes) -> None:
    endnote = f'<w:endnote w:id="1">{par("尾声")}</w:endnote>'
    data = package(par("正文"), footnotes=NOTE, endnotes=endnote)
    post = read_bytes(data)
    assert post.text.original == "正文\n旧事不提\n尾声"
    assert post.notices == ()
    bare = read_bytes(data, notes=False)
    assert bare.text.original == "正文"
    assert bare.notices == ("文本框 0 个、脚注和尾注 2 条未计入（按选项）",)


def test_the_document_may_leave_notes_out(read_bytes) -> None:
    body = par("正文", BOTH.format(par("框")))
    off = '<w:doNotIncludeSubdocsInStats w:val="{}"/>'
    assert read_bytes(package(body, settings=off.format(1))).text.original == "正文"
    assert read_bytes(package(body, settings=off.format(0))).text.original == "正文\n框"


def test_notices(read_bytes) -> None:
    body = par(
        "<w:del><w:r><w:delText>乙</w:delText></w:r></w:del>",
        "<m:oMath/>",
        run("藏", properties="<w:vanish/>"),
        run("不藏", properties='<w:vanish w:val="0"/>'),
    )
    post = read_bytes(package(body))
    assert post.text.original == "藏不藏"
    assert post.notices == (
        "修订中已删除的内容 1 处未计入",
        "公式 1 个未计入",
        "隐藏文字 1 处已计入",
    )


def test_only_images(read_bytes) -> None:
    picture = "<w:r><w:drawing><a:blip/></w:drawing></w:r>"
    post = read_bytes(package(par(picture, picture) + par(" ")))
    assert post.images_only
    assert post.images == 2
    assert not read_bytes(package(par(picture, "字"))).images_only
    assert not read_bytes(package(par())).images_only


def test_headers_and_dangling_links_are_passed_over(read_bytes) -> None:
    links = '<Relationship Id="x" Type="http://x/image" Target="../NULL"/>'
    files = {"word/header1.xml": "no XML at all", "docProps/app.xml": "<x>9</x>"}
    post = read_bytes(package(par("正文"), links=links, files=files))
    assert post.text.original == "正文"


def test_a_document_of_python_docx(read_bytes) -> None:
    document = Document()
    document.add_heading("夜话", level=1)
    document.add_paragraph("他说 hello，走了。")
    document.add_paragraph("第一件", style="List Number")
    document.add_paragraph("第二件", style="List Number")
    document.add_table(1, 2).cell(0, 1).text = "格子"
    out = io.BytesIO()
    document.save(out)
    post = read_bytes(out.getvalue(), name="夜话.docx")
    assert post.id == "夜话.docx"
    assert post.text.original == "夜话\n他说 hello，走了。\n1.\t第一件\n2.\t第二件\n\n格子"
    assert counted(post).words == 19


def test_a_workbook_under_another_name_is_called_one(tmp_path: Path) -> None:
    path = tmp_path / "post.docx"
    openpyxl.Workbook().save(path)
    with pytest.raises(SourceError, match="这是 Excel 表格"):
        read(str(path))
