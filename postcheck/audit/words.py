"""The words of complaints and rulings, read from `words.toml`: what they mean as codes."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_REASON_PARTS = re.compile(r"[\s,，、;；/+]+")


@cache
def table(section: str) -> dict[str, Any]:
    """One section of `words.toml`."""
    content = Path(__file__).with_name("words.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(content)[section]
    return found


def findings_in(reason: str) -> tuple[str, ...]:
    """The codes of findings that a reason names, in Chinese or as codes, each once, in order.

    A word inside a longer one that is known (非首发 in 部分非首发) does not count.
    """
    codes = [part for part in _REASON_PARTS.split(reason) if part in table("findings")]
    if codes:
        return tuple(dict.fromkeys(codes))
    places: dict[int, str] = {}
    left = reason
    for word, code in _longest_first("findings"):
        while (at := left.find(word)) >= 0:
            places[at] = code
            left = left[:at] + "\0" * len(word) + left[at + len(word) :]
    return tuple(dict.fromkeys(places[at] for at in sorted(places)))


def outcome_in(written: str) -> str | None:
    """upheld, dismissed or refused; None where the words do not say."""
    for word, code in _longest_first("outcomes"):
        if word in written.lower():
            return code
    return None


@cache
def _longest_first(section: str) -> tuple[tuple[str, str], ...]:
    pairs = [(word, code) for code, words in table(section).items() for word in words]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


def kin(code: str) -> frozenset[str]:
    """The findings that a complaint of `code` covers, itself included."""
    groups = table("kin")["groups"]
    return frozenset(next((group for group in groups if code in group), [code]))
