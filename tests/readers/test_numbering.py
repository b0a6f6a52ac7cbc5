"""Automatic labels: spelled numbers, levels, restarts, styles."""

import pytest
from wordfiles import counted, package, par

from postcheck.readers.numerals import spell, spell_custom

SPELLED = {
    "decimal": {0: "0", 7: "7", 120: "120"},
    "decimalZero": {3: "03", 12: "12"},
    "upperRoman": {4: "IV", 1994: "MCMXCIV", 40_000: "40000"},
    "lowerRoman": {9: "ix"},
    "upperLetter": {1: "A", 26: "Z", 27: "AA", 53: "AAA", 781: "A"},
    "lowerLetter": {2: "b"},
    "ordinal": {1: "1st", 2: "2nd", 11: "11th", 23: "23rd", 113: "113th"},
    "chineseCounting": {1: "一", 10: "十", 19: "十九", 20: "二十", 99: "九十九", 100: "一〇〇"},
    "chineseCountingThousand": {
        10: "十", 11: "十一", 100: "一百", 101: "一百零一", 110: "一百一十", 1001: "一千零一",
        1010: "一千零一十", 2345: "二千三百四十五", 10_000: "一万", 10_010: "一万零一十",
        30_200: "三万零二百", 21_000: "二万一千",
    },
    "chineseLegalSimplified": {1: "壹", 10: "壹拾", 105: "壹佰零伍"},
    "ideographLegalTraditional": {20: "貳拾"},
    "japaneseCounting": {10: "十", 100: "百", 111: "百十一", 1234: "千二百三十四", 203: "二百三"},
    "ideographDigital": {10: "一〇", 305: "三〇五"},
    "ideographTraditional": {1: "甲", 10: "癸", 11: "11"},
    "ideographZodiac": {1: "子", 12: "亥", 13: "13"},
    "ideographZodiacTraditional": {1: "甲子", 60: "癸亥", 61: "甲子"},
    "decimalEnclosedCircle": {1: "①", 20: "⑳", 21: "21"},
    "decimalEnclosedCircleChinese": {10: "⑩"},
    "decimalEnclosedParen": {2: "⑵"},
    "decimalEnclosedFullstop": {3: "⒊"},
    "ideographEnclosedCircle": {10: "㊉"},
    "decimalFullWidth": {12: "１２"},
    "numberInDash": {5: "- 5 -"},
    "aiueo": {1: "ｱ", 46: "ﾝ", 47: "ｱ"},
    "none": {4: ""},
    "hebrew1": {4: "4"},
}  # fmt: skip


@pytest.mark.parametrize("form", SPELLED)
def test_spelled(form: str) -> None:
    assert {number: spell(number, form) for number in SPELLED[form]} == SPELLED[form]


def test_custom_forms_are_padded() -> None:
    assert spell_custom(7, "001, 002, 003, ...") == "007"
    assert spell_custom(1234, "01, 02") == "1234"


def level(at: int, text: str, form: str = "decimal", start: int = 1, more: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def lists(*levels: str, nums: str = "") -> str:
    first = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    return f'<w:abstractNum w:abstractNumId="0">{"".join(levels)}</w:abstractNum>{first}{nums}'


def item(text: str, at: int = 0, num: int = 1) -> str:
    numbers = f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{num}"/></w:numPr>'
    return par(*([text] if text else []), properties=numbers)


def labels(read_bytes, body: str, numbering: str, styles: str = "") -> list[str]:
    """What stands before the 文 of every paragraph."""
    post = read_bytes(package(body, numbering=numbering, styles=styles))
    return [line.split("文")[0] for line in post.text.original.split("\n")]


def test_levels_restart_below_a_higher_one(read_bytes) -> None:
    numbering = lists(level(0, "第%1章", "chineseCountingThousand"), level(1, "%1.%2"))
    body = "".join(item("文", at) for at in (0, 1, 1, 0, 1))
    found = labels(read_bytes, body, numbering.replace("%1.%2", "（%2）"))
    assert found == ["第一章\t", "（1）\t", "（2）\t", "第二章\t", "（1）\t"]


def test_restart_can_be_switched_off(read_bytes) -> None:
    on = lists(level(0, "%1."), level(1, "%2)", more='<w:lvlRestart w:val="0"/>'))
    body = "".join(item("文", at) for at in (0, 1, 0, 1))
    assert labels(read_bytes, body, on) == ["1.\t", "1)\t", "2.\t", "2)\t"]


def test_legal_numbers_are_decimal(read_bytes) -> None:
    numbering = lists(
        level(0, "%1", "chineseCounting"), level(1, "%1.%2", more="<w:isLgl/>"), level(2, "%1-%3")
    )
    body = item("文") + item("文", 1) + item("文", 2)
    assert labels(read_bytes, body, numbering) == ["一\t", "1.1\t", "一-1\t"]


def test_suffixes(read_bytes) -> None:
    numbering = lists(
        level(0, "%1、", more='<w:suff w:val="nothing"/>'),
        level(1, "%2", more='<w:suff w:val="space"/>'),
        level(2, ""),
    )
    body = item("文") + item("文", 1) + item("文", 2)
    assert labels(read_bytes, body, numbering) == ["1、", "1 ", ""]


def test_an_empty_paragraph_takes_a_number_and_shows_none(read_bytes) -> None:
    body = item("文") + item("") + item("文")
    assert labels(read_bytes, body, lists(level(0, "%1."))) == ["1.\t", "", "3.\t"]


def test_nums_of_one_list_go_on_counting_unless_overridden(read_bytes) -> None:
    nums = (
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="5"/></w:lvlOverride></w:num>'
    )
    body = "".join(item("文", num=num) for num in (1, 2, 3, 3, 1))
    found = labels(read_bytes, body, lists(level(0, "%1."), nums=nums))
    assert found == ["1.\t", "2.\t", "5.\t", "6.\t", "7.\t"]


def test_a_style_brings_its_list_and_level(read_bytes) -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="a"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr>'
        '</w:pPr></w:style><w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="a"/>'
        "</w:style>"
    )
    numbering = lists(level(0, "%1."), level(1, "(%2)", more='<w:pStyle w:val="a"/>'))
    styled = par("文", properties='<w:pStyle w:val="b"/>')
    off = par("文", properties='<w:pStyle w:val="b"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    assert labels(read_bytes, styled + off, numbering, styles) == ["(1)\t", ""]


def test_another_list_keeps_the_level_of_the_style(read_bytes) -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="a"><w:pPr><w:numPr><w:ilvl w:val="1"/>'
        '<w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    nums = '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>'
    numbering = lists(level(0, "%1."), level(1, "(%2)"), nums=nums)
    body = par("文", properties='<w:pStyle w:val="a"/><w:numPr><w:numId w:val="2"/></w:numPr>')
    assert labels(read_bytes, body, numbering, styles) == ["(1)\t"]


def test_styles_in_a_circle_end(read_bytes) -> None:
    styles = (
        '<w:style w:styleId="a"><w:basedOn w:val="b"/></w:style>'
        '<w:style w:styleId="b"><w:basedOn w:val="a"/></w:style>'
    )
    body = par("文", properties='<w:pStyle w:val="a"/>')
    assert labels(read_bytes, body, lists(level(0, "%1.")), styles) == [""]


def test_numbering_styles_are_followed(read_bytes) -> None:
    numbering = (
        '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="s"/></w:abstractNum>'
        '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' + lists(level(0, "%1)"))
    )
    styles = (
        '<w:style w:type="numbering" w:styleId="s"><w:pPr><w:numPr><w:numId w:val="1"/>'
        "</w:numPr></w:pPr></w:style>"
    )
    assert labels(read_bytes, item("文", num=2), numbering, styles) == ["1)\t"]


def test_circled_labels_follow_their_own_hint_else_the_mark(read_bytes) -> None:
    fonts = '<w:rPr><w:rFonts w:hint="{}"/></w:rPr>'
    numbers = '<w:numPr><w:ilvl w:val="{}"/><w:numId w:val="1"/></w:numPr>'
    own = level(0, "%1", "decimalEnclosedCircle").replace("</w:lvl>", "{}</w:lvl>")
    numbering = lists(own.format(fonts.format("default")), level(1, "%2", "decimalEnclosedCircle"))
    mark = fonts.format("eastAsia")
    first = par("文", properties=numbers.format(0) + mark)
    second = par("文", properties=numbers.format(1) + mark)
    post = read_bytes(package(first + second, numbering=numbering))
    assert post.text.original == "①\t文\n①\t文"
    assert counted(post).cjk == 3


def test_numbers_and_levels_out_of_range(read_bytes) -> None:
    numbering = lists(level(0, "%1%9", "upperRoman", start=99_999_999_999))
    body = item("文") + item("文", at=77) + item("文", num=9)
    assert labels(read_bytes, body, numbering) == ["2147483647\t", "", ""]
