"""Characters that a reader cannot see, or that steer a terminal or a page; the reports show them.

Control and format characters (escape sequences, bidi overrides), lone surrogates,
noncharacters, invisible letters, line and paragraph separators. Tab, line feed and carriage
return are left alone; so is a joiner inside an emoji.
"""

import re

HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u08e2"
    "\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    "|(?<![\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d"
    "|(?<=[\u3400-\u9fff])[\ufe00-\ufe0f]"
)


def name(char: str) -> str:
    """`U+202E`."""
    return f"U+{ord(char):04X}"


def named(text: str) -> str:
    """The text with its hidden characters by name."""
    return HIDDEN.sub(lambda match: f"‹{name(match[0])}›", text)


def show(text: str) -> str:
    """One printable line: hidden characters by name, line ends as ↵, tabs as a space."""
    text = text.replace("\r\n", "↵").replace("\n", "↵").replace("\r", "↵").replace("\t", " ")
    return named(text)
