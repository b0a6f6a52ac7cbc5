"""What is missing of a thread: floors that no page has, pages that were not saved."""

import re
from collections.abc import Iterable

from postcheck.post import Post

_NAMED = {"楼主": 1, "樓主": 1, "沙发": 2, "沙發": 2, "板凳": 3, "地板": 4}
_DIGITS = re.compile(r"\d{1,6}")
_SHOWN = 9

Thread = tuple[str, str]  # site or engine, number


class Seen:
    """Floors and pages by thread, collected as the posts go by."""

    def __init__(self) -> None:
        self._floors: dict[Thread, set[int]] = {}
        self._pages: dict[Thread, set[int]] = {}
        self._last: dict[Thread, int] = {}

    def add(self, post: Post) -> None:
        facts = post.extra
        if "thread" not in facts:
            return
        thread = facts.get("site") or facts.get("engine", ""), facts["thread"]
        number = floor_number(post.floor)
        if number is not None:
            self._floors.setdefault(thread, set()).add(number)
        page, last = facts.get("page", ""), facts.get("pages", "")
        if _DIGITS.fullmatch(page):
            self._pages.setdefault(thread, set()).add(int(page))
        if _DIGITS.fullmatch(last):
            self._last[thread] = max(self._last.get(thread, 0), int(last))

    def missing(self) -> list[str]:
        """A line a thread of which something is missing between what was read."""
        lines = []
        for thread in sorted(self._floors.keys() | self._last.keys()):
            floors = self._floors.get(thread, set())
            pages = self._pages.get(thread, set())
            gaps = _gaps(floors, range(min(floors, default=1), max(floors, default=0) + 1))
            left = _gaps(pages, range(1, self._last.get(thread, 0) + 1)) if pages else []
            said = [f"缺第 {_listed(left)} 页"] if left else []
            said += [f"缺 {_listed(gaps)} 楼"] if gaps else []
            if said:
                lines.append(f"主题 {thread[1]}：{'，'.join(said)}")
        return lines


def floor_number(written: str | None) -> int | None:
    """楼主 is 1, 沙发 2; `5#` and `5楼` are 5. None: no number in it."""
    if written is None:
        return None
    for name, number in _NAMED.items():
        if written.startswith(name):
            return number
    found = _DIGITS.search(written)
    return int(found.group()) if found else None


def _gaps(seen: set[int], wanted: Iterable[int]) -> list[int]:
    return [number for number in wanted if number not in seen]


def _listed(numbers: list[int]) -> str:
    shown = "、".join(str(number) for number in numbers[:_SHOWN])
    return shown if len(numbers) <= _SHOWN else f"{shown} 等 {len(numbers)} 个"
