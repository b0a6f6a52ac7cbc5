"""What is missing of a thread."""

import pytest

from postcheck.post import Post
from postcheck.readers.threads import Seen, floor_number
from postcheck.text import Text


@pytest.mark.parametrize(
    ("written", "number"),
    [("楼主", 1), ("樓主", 1), ("沙发", 2), ("沙發", 2), ("板凳", 3), ("地板", 4),
     ("5#", 5), ("12楼", 12), ("楼主#", 1), ("推荐", None),
     (None, None)],
)  # fmt: skip
def test_floors(written: str | None, number: int | None) -> None:
    assert floor_number(written) == number


def missing(*posts: tuple[str, str, str]) -> list[str]:
    seen = Seen()
    for floor, page, pages in posts:
        extra = {"thread": "77", "site": "bbs.example.org", "page": page, "pages": pages}
        seen.add(Post(Text(""), floor=floor, extra=extra))
    return seen.missing()


def test_a_whole_thread_misses_nothing() -> None:
    assert missing(("楼主", "1", "2"), ("沙发", "1", "2"), ("3#", "2", "2")) == []


def test_floors_and_pages_that_are_missing() -> None:
    assert missing(("楼主", "1", "3"), ("4#", "1", "3")) == ["主题 77：缺第 2、3 页，缺 2、3 楼"]


def test_a_later_page_alone_misses_the_pages_before_it() -> None:
    assert missing(("31#", "3", "3"), ("32#", "3", "3")) == ["主题 77：缺第 1、2 页"]


def test_long_lists_are_cut() -> None:
    assert missing(("1#", "", ""), ("20#", "", "")) == [
        "主题 77：缺 2、3、4、5、6、7、8、9、10 等 18 个 楼"
    ]
