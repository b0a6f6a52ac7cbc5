from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from handmade import review as make
from handmade import walk

from postcheck import __version__
from postcheck.errors import SourceError
from postcheck.report import html, verify
from postcheck.report.html import render_html
from postcheck.report.jsonl import to_json
from postcheck.report.verify import differences, read_results, verify_html

Save = Callable[[str], str]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def write(page: str) -> str:
        path = tmp_path / "报告.html"
        path.write_bytes(page.encode("utf-8"))
        return str(path)

    return write


def test_a_report_as_written_is_genuine(save: Save) -> None:
    found = verify_html(save(render_html([walk(), make("桥\ud800头\r\n\u202e\0</script>")])))
    assert found.genuine
    assert found.reasons


def test_line_ends_changed_in_transfer_do_no_harm(save: Save) -> None:
    assert verify_html(save(render_html([walk()]).replace("\n", "\r\n"))).genuine


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('<td class="num">168</td>', '<td class="num">868</td>', "页面与内嵌的结果不一致"),
        ("不合格</span></h2>", "合格</span></h2>", "页面与内嵌的结果不一致"),
        ("</body>", "<p>另批合格</p></body>", "页面与内嵌的结果不一致"),
        ('"status": "fail"', '"status": "pass"', "结果被改动过"),
        ('"words": 168', '"words": 868', "结果被改动过"),
        ('"text": "我那天起得早', '"text": "我那天起得晚', "正文被改动过"),
    ],
)
def test_one_change_and_it_is_not(save: Save, old: str, new: str, reason: str) -> None:
    page = render_html([walk()])
    assert old in page
    found = verify_html(save(page.replace(old, new, 1)))
    assert not found.genuine
    assert reason in "".join(found.reasons)


def test_a_text_that_was_exchanged_with_its_seal_kept_up(save: Save) -> None:
    other = replace(walk(), sha256="0" * 64)
    found = verify_html(save(render_html([other])))
    assert not found.genuine
    assert "正文" in found.reasons[0]


def test_another_version_is_named_and_only_the_seals_are_checked(
    save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html, "__version__", "9.9.9")
    path = save(render_html([walk()]))
    monkeypatch.undo()
    found = verify_html(path)
    assert (found.genuine, found.other_version) == (False, "9.9.9")
    assert __version__ in found.reasons[0]
    assert "页面没有比较" in found.reasons[0]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda page: "",
        lambda page: "<html><body>别的页面</body></html>",
        lambda page: page[: len(page) // 2],
        lambda page: page[: page.index("</script>") - 200],
        lambda page: page.replace(html.CARRIER, html.CARRIER + "x"),
        lambda page: page.replace('"results"', '"result"'),
        lambda page: html.CARRIER + '{"version": "0.1.0", "results": [1]}</script>',
        lambda page: html.CARRIER + '{"version": "0.1.0", "results": [{"text": 1}]}</script>',
        lambda page: html.CARRIER + "[" * 100_000 + "</script>",
        lambda page: html.CARRIER + '{"version": 1, "results": []}</script>',
    ],
)
def test_no_whole_report_is_a_source_error(save: Save, spoil: Callable[[str], str]) -> None:
    with pytest.raises(SourceError) as caught:
        verify_html(save(spoil(render_html([walk()]))))
    assert "报告" in caught.value.message


def test_a_sealed_result_with_parts_missing_is_a_source_error(save: Save) -> None:
    result = to_json(walk())
    del result["measures"]
    result["seal"] = verify.seal(result)
    page = html.CARRIER + html.json_line({"version": __version__, "results": [result]})
    with pytest.raises(SourceError, match="残缺"):
        verify_html(save(page + "</script>"))


@pytest.mark.parametrize("name", ["没有.html", "."])
def test_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError, match="读不到"):
        verify_html(str(tmp_path / name))


def test_bytes_of_another_kind(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes("报告".encode("gb18030"))
    with pytest.raises(SourceError, match="UTF-8"):
        verify_html(str(tmp_path / "a.html"))


def test_the_carried_results_can_be_checked_anew(save: Save) -> None:
    (carried,) = read_results(save(render_html([walk()])))
    assert carried == to_json(walk())
    assert differences(carried, to_json(walk())) == ()
    other = replace(make(carried["text"]), ruleset_sha256="cd" * 32)
    assert differences(carried, to_json(other)) == (
        "规则文件不同",
        "重复由 12 变为 0",
        "罗列由 12 变为 0",
        "引用由 26 变为 0",
        "旧文由 19 变为 0",
        "判定由不合格变为合格",
    )
