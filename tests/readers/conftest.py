"""Bytes to posts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from postcheck.post import Post
from postcheck.readers import read


@pytest.fixture
def read_bytes(tmp_path: Path) -> Callable[..., Post]:
    """Writes the bytes to a file and reads it as one post."""

    def reading(data: bytes, *, name: str = "post", notes: bool = True) -> Post:
        path = tmp_path / name
        path.write_bytes(data)
        (post,) = read(str(path), notes=notes)
        return post

    return reading
