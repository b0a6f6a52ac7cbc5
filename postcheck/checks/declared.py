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
_WHO = (
    r"诗经|楚辞|论语|孟子|老子|庄子|荀子|孔子|子|诗|词|赋|歌|书|经|传|史书|古诗|古书|古人|前人|先贤"
    r"|古语|老话|俗语|俗话|谚语|谚|常言|名言|歌词|书中|书上|书里|文中|诗中|词中"
)
_VERB = r"说道|写道|有言|有云|曾说|曾言|中说|里说|上说|有载|记载|云|曰|言|说|道|写"
_LEAD = re.compile(
    rf"(?:{_TITLE}[^，。！？；\n“”「」『』]{{0,8}}|(?:^|[，。！？；：\s”」』])"
    rf"[^，。！？；：\s“”「」『』]{{0,6}}?(?:{_WHO})(?:{_VERB}))[：:，,\s]*$"
    r"|(?:写道|诗云|诗曰|有诗为证|有词为证|道是|所谓)[：:，,\s]*$"
)
_AFTER = re.compile(rf"\s*(?:——|—|--|（|\()\s*[^，。！？；\n“”]{{0,12}}{_TITLE}")
_BARE = re.compile(
    r"(?:诗云|诗曰|有诗为证|有词为证|道是)[：:]\s*([^“「『\n][^\n]*?)(?=[。！？\n]|$)"
)
_CLAUSE_END = re.compile(r"[，。！？；、,.!?;\s/]+")
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
    inside = match.group(match.lastindex or 0)
    if _LEAD.search(before) or _is_verse(inside):
        return True
    return bool(_AFTER.match(original, match.end()))


def _is_verse(passage: str) -> bool:
    """Two or more clauses of five or seven characters each."""
    lengths = [len(clause) for clause in _CLAUSE_END.split(passage.strip()) if clause]
    return len(lengths) > 1 and lengths[0] in (5, 7) and all(a == b for a, b in pairwise(lengths))
