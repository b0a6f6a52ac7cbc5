"""Plain text: .txt and .md, taken as it stands."""

from pathlib import PurePath

from postcheck.post import Post
from postcheck.readers.encoding import Decoded
from postcheck.text import Text


def read(decoded: Decoded, source: str) -> Post:
    """The whole file as one post; its id is the file's name."""
    return Post(
        text=Text(decoded.text),
        source=source,
        id=PurePath(source).name,
        notices=encoding_notices(decoded),
    )


def encoding_notices(decoded: Decoded) -> tuple[str, ...]:
    """Says so where the encoding had to be guessed."""
    if decoded.label == "UTF-8":
        return ()
    return (f"按 {decoded.label} 编码读入",)
