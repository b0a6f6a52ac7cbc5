"""`Post`, `Span`, `Author`: what a reader hands to the checks. Frozen: the text never changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

import numpy as np
import numpy.typing as npt

from postcheck.text import Text

# One byte a character: does the run carry Word's `w:hint="eastAsia"` (1) or not (0)?
Hints = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range of code points in the original text of a post, 0 <= start <= end."""

    start: int
    end: int


def spans_object(spans: Iterable[Span]) -> list[dict[str, int]]:
    """Spans as the JSON of the reports writes them."""
    return [{"start": span.start, "end": span.end} for span in spans]


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted block of a forum post, apart from the author's own text; `author`: of whom."""

    author: str | None
    text: str


# Why the length of `Post.text` proves nothing: the board hid all of it, or a part of it, or the
# view of the board (the archiver) does not tell what is quoted from what is the author's own.
Unknown = Literal["hidden", "partial", "mixed"]


@dataclass(frozen=True, slots=True)
class Post:
    """One check-in or kill post as it was read.

    `text.original` is the text exactly as read; offsets everywhere count its code points.
    In a .docx it is what Word counts: list labels in place, a tab or nothing behind them,
    a table cell a paragraph, text boxes and notes at the end; manual line breaks are
    U+000B and page breaks U+000C. Of a forum post it is the author's own text alone.

    `unknown` None: `text` is all there is, and may be measured. Otherwise no verdict may rest on
    its length or on what is copied in it; where it is "hidden" the text is empty because nobody
    saw it, which is not a length of 0.
    """

    text: Text
    source: str = ""
    id: str = ""
    author: str | None = None
    title: str | None = None
    posted_at: datetime | None = None
    edited: bool | None = None
    kind: str | None = None  # "report" (报道) or "kill" (杀帖)
    hints: Hints | None = None  # None: plain text, nobody knows
    images_only: bool = False
    notices: tuple[str, ...] = ()  # what the reader left out or assumed, in Chinese
    extra: Mapping[str, str] = field(default_factory=dict)
    unknown: Unknown | None = None
    floor: str | None = None  # as the board writes it: 楼主, 沙发, 5#, 5楼
    edited_at: datetime | None = None
    quotes: tuple[Quote, ...] = ()
    images: int = 0  # pictures of the post's own, smilies left out
    locked: int = 0  # blocks that the board shows only to some (回复可见, 积分, 密码)
    code: str | None = None  # 代号, where the post names one
    url: str | None = None
