"""A referee's own list: greyed with its reason, counted neither as quoted nor as prior."""

from collections.abc import Sequence

import pytest

from postcheck.checks import prior, quotation
from postcheck.checks.boilerplate import greyed
from postcheck.corpus.library import Document, Library
from postcheck.corpus.pair import Texts, loose
from postcheck.corpus.search import search
from postcheck.measure import Hit, Measure, counted
from postcheck.post import Post
from postcheck.text import Text

RULES = "本轮贴杀请在晚九点以前发到楼里，帖末写明自己的代号，逾时不候，谢绝争辩。"
SIGNATURE = "扁舟一叶听潮生"
OPENING = "各位看官请坐稳，铜锣一响，第三轮的杀局便由在下开场。"
STORY = "老渔夫把补好的网晾在篱笆上，海风一吹，整个院子都是盐的味道。"
OTHERS = Document("board", "d1", "闲云", "旧帖", None, None, f"{OPENING}{STORY}{RULES}")
VERSE = Document("poems", "p1", "古人", None, None, None,
                 "扁舟一叶听潮生，\n白鹭双飞向晚晴。")  # fmt: skip


def list_of(*texts: str) -> Library:
    return Texts([loose(f"{number}.txt", text) for number, text in enumerate(texts)])


def measures(text: str, listed: Library, author: str = "白芷") -> tuple[Measure, Measure]:
    post = Post(Text(text), id="p9", author=author)
    matches = search(post.text, Texts([OTHERS, VERSE]))
    nobodys = greyed(post.text, listed)
    return (
        quotation.measure(post, matches, {}, nobodys),
        prior.measure(post, matches, {}, nobodys),
    )


def parts(text: str, hits: Sequence[Hit]) -> list[str]:
    return [text[hit.start : hit.end].strip("，。—\n") for hit in hits]


@pytest.mark.parametrize("author", ["白芷", "闲云"])
def test_listed_passages_are_greyed_and_not_counted(author: str) -> None:
    text = f"{OPENING}我先说件小事。{STORY}说完了。{RULES}"
    quoted, own = measures(text, list_of(RULES, OPENING), author)
    assert parts(text, counted(quoted) + counted(own)) == [STORY.rstrip("。")]
    assert [hit.why for hit in quoted.discounted] == ["boilerplate", "boilerplate"]
    assert own.discounted == ()
    assert [hit.source.doc for hit in quoted.discounted if hit.source] == ["1.txt", "0.txt"]


def test_without_a_list_they_count() -> None:
    text = f"{OPENING}我先说件小事。{STORY}说完了。{RULES}"
    hits = counted(measures(text, list_of())[0])
    assert parts(text, hits) == [part.strip("。") for part in (OPENING, STORY, RULES)]


def test_one_passage_that_goes_on_behind_the_listed_part_is_cut() -> None:
    text = f"{OPENING}{STORY}"
    quoted, _ = measures(text, list_of(OPENING))
    assert parts(text, counted(quoted)) == [STORY.rstrip("。")]


def test_an_edited_template_is_still_the_template() -> None:
    text = f"我先说件小事。{RULES.replace('晚九点', '晚上九点').replace('楼里', '帖下')}"
    quoted, _ = measures(text, list_of(RULES))
    assert counted(quoted) == ()
    assert [hit.kind for hit in quoted.discounted] == ["altered"]


def test_a_signature_of_one_line_of_verse() -> None:
    text = f"船家收了桨，天就黑了。\n——{SIGNATURE}"
    assert parts(text, counted(measures(text, list_of())[0])) == [SIGNATURE]
    quoted, _ = measures(text, list_of(f"代号另附\n{SIGNATURE}\n"))
    assert counted(quoted) == ()
    assert parts(text, quoted.discounted) == [SIGNATURE]


def test_a_listed_line_inside_a_clause_is_not_the_line() -> None:
    text = f"我们说{SIGNATURE}的时候并不知道"
    assert greyed(Text(text), list_of(SIGNATURE)) == ()


def test_listed_text_is_no_declared_quotation() -> None:
    text = f"《规则》写道：“{RULES}”"
    assert [hit.kind for hit in measures(text, list_of())[0].hits if hit.kind == "declared"] == []
    assert measures(text, list_of(RULES))[0].hits == ()


@pytest.mark.parametrize("text", ["", "。。。", "各位"])
def test_nothing_to_grey(text: str) -> None:
    assert greyed(Text(text), list_of(RULES, "", "\n\n")) == ()
