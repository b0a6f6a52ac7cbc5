"""The outward form of a post: edited, images only, and the code (代号) it is signed with.

Measures: what the reader saw. Does not count: whether a code is missing or somebody else's,
which only the referee of the game knows (fengyun85 杀帖3).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from postcheck.post import Post


@dataclass(frozen=True, slots=True)
class Form:
    edited: bool | None
    images_only: bool
    code: str | None


def measure(post: Post, codes: Sequence[str] = ()) -> Form:
    """`codes`: the ruleset's, longest match first; looked for in title, first and last line."""
    lines = [line for line in post.text.original.splitlines() if line.strip()]
    places = [post.title or "", *lines[:1], *lines[-1:]]
    for place in places:
        for code in sorted(codes, key=len, reverse=True):
            if code in place:
                return Form(post.edited, post.images_only, code)
    return Form(post.edited, post.images_only, None)
