"""What a call of `postcheck` gave, and what stands in a folder."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Answer:
    status: int
    out: str
    err: str


Call = Callable[..., Answer]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below `folder` with its bytes, locks left out."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if not name.endswith(".lock"):
                path = Path(place, name)
                found[str(path.relative_to(folder))] = path.read_bytes()
    return found
