"""Decoding of saved pages: every encoding, labels that lie, bytes that are broken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postcheck.readers.decode import decode_page

HANS = "　　城门外的风比昨夜更紧，更夫敲过三更，桥上没有一个人。\n他说：“等天亮。”\n"
HANT = "　　城門外的風比昨夜更緊，更夫敲過三更，橋上沒有一個人。\n他說：「等天亮。」\n"
PAGE = "<html><head><meta charset={}><title>帖</title></head><body>{}</body></html>"


@pytest.mark.parametrize("text", [HANS, HANT, PAGE.format("gbk", HANS), "<p>only ASCII</p>"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"]
)
def test_each_encoding(text: str, encoding: str) -> None:
    page = decode_page(text.encode(encoding))
    assert (page.text, page.bad) == (text, 0)


def test_big5() -> None:
    page = decode_page(PAGE.format("big5", HANT).encode("big5hkscs"))
    assert page.text == PAGE.format("big5", HANT)


@pytest.mark.parametrize("label", ["utf-8", "gb2312", "big5", "iso-8859-1", "x-unknown"])
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_a_false_label_in_the_page_is_not_believed(label: str, encoding: str) -> None:
    text = PAGE.format(label, HANS)
    assert decode_page(text.encode(encoding)).text == text


def test_gb2312_means_gb18030() -> None:
    text = PAGE.format("gb2312", HANS + "𠮷镕")
    assert decode_page(text.encode("gb18030")).text == text


def test_the_header_counts_more_than_the_page() -> None:
    short = "<meta charset=big5><p>哨子</p>"
    assert decode_page(short.encode("gb18030"), "gbk").text == short


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_broken_pairs_are_replaced_and_counted(encoding: str) -> None:
    data = HANS.encode(encoding)
    page = decode_page(data + "断在".encode(encoding)[:-1] + b"<br>" + data)
    assert page.text.startswith(HANS)
    assert page.text.endswith("<br>" + HANS)
    assert page.bad == 1


def test_a_replacement_character_of_the_pages_own_is_no_damage() -> None:
    assert decode_page((HANS + "\ufffd").encode()).bad == 0
    assert decode_page((HANS + "\ufffd").encode() + b"\xff").bad == 1


@given(st.binary(max_size=300))
def test_anything_is_read(data: bytes) -> None:
    page = decode_page(data)
    assert page.bad >= 0
    page.text.encode("utf-8")


@given(st.text(alphabet="雨夜更夫敲过三更桥上没有人等天亮，。 \nab<>", min_size=12), st.data())
def test_one_broken_byte_harms_only_its_neighbours(text: str, data: st.DataObject) -> None:
    text = HANS + text
    raw = bytearray(text.encode("gb18030"))
    at = data.draw(st.integers(len(HANS.encode("gb18030")), len(raw)))
    raw[at:at] = b"\xff"
    assert decode_page(bytes(raw)).text.startswith(HANS)
