"""Quotations that the post itself declares: after 诗云, 《…》写道 and their like, or verse in
quotation marks. Dialogue is not quotation: 他说：“…” and 曹操曰：“…” are left alone.
"""

import re
from collections.abc import Iterable
from itertools import pairwise

from postcheck.measure import Hit
from postcheck.post import Span
from postcheck.text import Text

LEAST = 8  # content characters of a declared quotation
_MARKED = re.compile(r"“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|\"([^\"\n]+)\"")
_TITLE = r"《[^《》\n]{1,20}》"
_BOOK = (
    r"诗经|楚辞|论语|孟子|老子|庄子|荀子|孔子|史书|古诗|古书|古人|前人|先贤|古语|老话|俗语|俗话|谚语"
    r"|常言|名言|歌词|书中|书上|书里|文中|诗中|词中"
)
_VERB = r"说道|写道|有言|有云|曾说|曾言|有载|记载|说|云|曰|言"
_LEAD = re.compile(
    rf"(?:{_TITLE}[^，。！？；：\n“”「」『』]{{0,4}}[写说云曰言载道里中][^，。！？；：\n“”「」『』]{{0,4}}"
    rf"|(?:^|[，。！？；：\s”」』])[^，。！？；：\s“”「」『』]{{0,3}}(?:{_BOOK})(?:{_VERB})"
    r"|(?:^|[，。！？；：\s”」』])(?:[子诗词赋歌书经传谚][曰云]|道是)"
    r"|写道|诗云|诗曰|有诗为证|有词为证)[：:，,\s]*$"
)
_AFTER = re.compile(rf"\s*(?:——|—|--|（|\()\s*[^，。！？；\n“”]{{0,12}}{_TITLE}")
_BARE = re.compile(
    r"(?:诗云|诗曰|有诗为证|有词为证|道是)[：:]\s*([^“「『\n][^\n]*?)(?=[。！？\n]|$)"
)
_CLAUSE_END = re.compile(r"[，。！？；、,.!?;\s/]+")
_TALK = re.compile("[了吗呢吧哩么着你您他她它们呀啊哇嘛的]")
_SPEECH = "：:\n，。！？”"
_REACH = 30  # characters in front of a quotation mark that are searched for a lead-in


def declared(text: Text, known: Iterable[Span]) -> list[Hit]:
    """Declared quotations that meet none of the known passages, in order."""
    original = text.original
    spans = [
        Span(*match.span(match.lastindex or 0))
        for match in _MARKED.finditer(original)
        if _is_declared(original, match)
    ]
    spans += [
        Span(*match.span(1)) for match in _BARE.finditer(original) if _is_verse(match.group(1))
    ]
    taken = list(known)
    hits = []
    for span in sorted(spans):
        size = text.folded.position(span.end) - text.folded.position(span.start)
        if size >= LEAST and not any(span.start < o.end and o.start < span.end for o in taken):
            hits.append(Hit(span.start, span.end, "declared"))
            taken.append(span)
    return hits


def _is_declared(original: str, match: re.Match[str]) -> bool:
    before = original[max(0, match.start() - _REACH) : match.start()]
    if _LEAD.search(before) or _AFTER.match(original, match.end()):
        return True
    # a quotation mark behind a colon or at the start of a line opens speech
    spoken = not before or before[-1] in _SPEECH
    return not spoken and _is_verse(match.group(match.lastindex or 0))


def _is_verse(passage: str) -> bool:
    """Two or more clauses of five or seven characters each, none of them plain talk."""
    lengths = [len(clause) for clause in _CLAUSE_END.split(passage.strip()) if clause]
    if len(lengths) < 2 or lengths[0] not in (5, 7) or _TALK.search(passage):
        return False
    return all(a == b for a, b in pairwise(lengths))
