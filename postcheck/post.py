"""`Post`, `Span`, `Author`: what a reader hands to the checks. Frozen: the text never changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

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


@dataclass(frozen=True, slots=True)
class Author:
    """An alias (马甲) and, where it is known, its owner (真身)."""

    alias: str
    owner: str | None = None

    @property
    def person(self) -> str:
        """Who decides whether two texts are by the same hand: the owner, else the alias."""
        return self.owner or self.alias


@dataclass(frozen=True)
class Post:
    """One check-in or kill post as it was read.

    `text.original` is the text exactly as read; offsets everywhere count its code points.
    In a .docx it is what Word counts: list labels in place, a tab or nothing behind them,
    a table cell a paragraph, text boxes and notes at the end; manual line breaks are
    U+000B and page breaks U+000C.
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
