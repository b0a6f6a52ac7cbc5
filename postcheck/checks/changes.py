"""What was changed in an altered passage: words replaced, put in and left out, and how often.

Post and source are aligned by content characters along the identical stretches that the hit
carries; what lies between two of them is an edit. Characters are then made words by counting:
王→李 and 明→红 that always stand around one 小 are 王小明→李小红, and 他高兴→她开心 is parted
where 他→她 also occurs by itself.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from postcheck.text import Folded, Text

ANCHOR = 4  # identical characters in a row that are looked up in the source as they are
REACH = 60  # characters that may be left out in one place; the source goes on after more
OFTEN = 3  # times after which what always stands beside a character belongs to its word
_KNOWN = 200  # of the most frequent replacements that longer ones are looked through for
_MOST = 100_000_000  # cells of an alignment
_LONGEST = 4  # characters of a word that is so made of one

Stretch = tuple[int, int]
Block = tuple[int, int, int]  # position in the post's passage, in the source's, length


@dataclass(frozen=True, slots=True)
class Edit:
    """Content characters start..end of the post's passage for old_start..old_end of the source's.

    One of the two may be empty: put in, or left out.
    """

    start: int
    end: int
    old_start: int
    old_end: int

    @property
    def replaces(self) -> bool:
        return self.start < self.end and self.old_start < self.old_end

    def __bool__(self) -> bool:
        return self.start < self.end or self.old_start < self.old_end


@dataclass(frozen=True, slots=True)
class Change:
    """`old` of the source became `new` in the post, `count` times; either may be empty."""

    old: str
    new: str
    count: int


class Trace:
    """The alignment of one passage with its source: `blocks` (identical) and `edits`."""

    def __init__(self, own: str, theirs: str, same: Iterable[Stretch]) -> None:
        self.own, self.theirs = Text(own), Text(theirs)
        self.new, self.old = self.own.folded.string(), self.theirs.folded.string()
        position = self.own.folded.position
        stretches = [(position(start), position(end)) for start, end in same]
        self._keys = [-1] * len(self.new)  # of the identical characters their code points
        for start, end in stretches:
            self._keys[start:end] = map(ord, self.new[start:end])
        anchors = list(_anchors(self.new, self.old, stretches))
        covered = bytearray(len(self.old))
        for _, j, length in anchors:
            covered[j : j + length] = b"\1" * length
        self.blocks: list[Block] = []
        self.edits: list[Edit] = []
        at, old_at = 0, 0
        for i, j, length in anchors:
            self._between(at, i, old_at, j, covered)
            self.blocks.append((i, j, length))
            at, old_at = i + length, j + length
        self._between(at, len(self.new), old_at, len(self.old), covered)
        self.edits = [edit for edit in self.edits if not self._moved(edit)]

    def _between(
        self, start: int, end: int, old_start: int, old_end: int, taken: bytearray
    ) -> None:
        """The edits of a range between two anchors, and the short stretches in it."""
        edge = start == 0 or end == len(self.new)
        size, old_size = end - start, old_end - old_start
        jump = not 0 <= old_size <= size + REACH or any(taken[old_start:old_end])
        jump = jump or size * old_size > _MOST
        if jump or (edge and start == end):  # moved, or the source goes on beside the passage
            old_end = old_start
        keys, old_keys = self._keys[start:end], list(map(ord, self.old[old_start:old_end]))
        for step in LCSseq.opcodes(keys, old_keys):
            i, j = start + step.src_start, old_start + step.dest_start
            if step.tag == "equal":
                self.blocks.append((i, j, step.src_end - step.src_start))
                continue
            edit = Edit(i, start + step.src_end, j, old_start + step.dest_end)
            last = self.edits[-1] if self.edits else None
            if last and (last.end, last.old_end) == (edit.start, edit.old_start):
                self.edits[-1] = replace(last, end=edit.end, old_end=edit.old_end)
            else:
                self.edits.append(edit)

    def _moved(self, edit: Edit) -> bool:
        """Whether what was put in stands elsewhere in the source, or the other way round."""
        old, new = self.pair(edit)
        if len(new) >= ANCHOR and not old and new in self.old:
            self.blocks.append((edit.start, self.old.index(new), len(new)))
            return True
        return len(old) >= ANCHOR and not new and old in self.new

    def pair(self, edit: Edit) -> tuple[str, str]:
        """The folded characters of an edit: (old, new)."""
        return self.old[edit.old_start : edit.old_end], self.new[edit.start : edit.end]

    def shown(self, edit: Edit) -> tuple[str, str]:
        """The characters of an edit as they are written, without what is not content."""
        return (
            _written(self.theirs, self.theirs.folded, edit.old_start, edit.old_end),
            _written(self.own, self.own.folded, edit.start, edit.end),
        )

    def beside(self, edit: Edit, way: int) -> str:
        """The identical character right before (-1) or behind (1) an edit, in its clause."""
        at = edit.end if way > 0 else edit.start - 1
        old_at = edit.old_end if way > 0 else edit.old_start - 1
        if not (0 <= at < len(self.new) and 0 <= old_at < len(self.old)):
            return ""
        if edit.old_start < edit.old_end:
            offsets, near, there = self.theirs.folded.offsets, old_at - way, old_at
        else:
            offsets, near, there = self.own.folded.offsets, at - way, at
        touching = abs(int(offsets[there]) - int(offsets[near])) == 1
        return self.old[old_at] if touching and self.new[at] == self.old[old_at] else ""


def _anchors(new: str, old: str, stretches: Iterable[Stretch]) -> Iterator[Block]:
    """The long identical stretches where they stand in the source, nearest to the last one."""
    shift = 0
    for start, end in stretches:
        passage = new[start:end]
        if end - start < ANCHOR:
            continue
        expected = max(0, start + shift)
        if not old.startswith(passage, expected):
            before = old.rfind(passage, 0, expected + end - start)
            behind = old.find(passage, expected)
            if max(before, behind) < 0:
                continue
            near = before >= 0 and (behind < 0 or expected - before < behind - expected)
            expected = before if near else behind
        shift = expected - start
        yield start, expected, end - start


def _written(text: Text, folded: Folded, start: int, end: int) -> str:
    return "".join(text.original[int(at)] for at in folded.offsets[start:end])


def changes(traces: Iterable[Trace]) -> tuple[Change, ...]:
    """The changes of some passages of one source together, the most frequent first."""
    found = words(list(traces))
    count = Counter(trace.pair(edit) for trace, edit in found)
    shown: dict[tuple[str, str], tuple[str, str]] = {}
    for trace, edit in found:
        shown.setdefault(trace.pair(edit), trace.shown(edit))
    return tuple(
        Change(*shown[pair], times)
        for pair, times in sorted(count.items(), key=lambda item: (-item[1], "" in item[0]))
    )


Found = list[tuple[Trace, Edit]]


def words(traces: list[Trace]) -> Found:
    """All edits, put together and parted into words, in order."""
    found = [(trace, edit) for trace in traces for edit in trace.edits]
    return _lengthened(_parted(_joined(found)))


def _joined(found: Found) -> Found:
    """Two replacements around one identical character are one, unless one occurs without."""
    alone = Counter(trace.pair(edit) for trace, edit in found)
    pairs = [_around(*one, *other) for one, other in pairwise(found)]
    together = Counter(trace.pair(whole) for (trace, _), whole in zip(found, pairs, strict=False)
                       if whole)  # fmt: skip
    kept: Found = []
    for index, (trace, edit) in enumerate(found):
        whole = pairs[index - 1] if index else None
        if whole and kept[-1][1].old_end == whole.old_end - _size(edit) - 1:
            most = max(alone[trace.pair(edit)], alone[trace.pair(found[index - 1][1])])
            if 2 * together[trace.pair(whole)] > most:
                kept[-1] = (trace, replace(kept[-1][1], end=edit.end, old_end=edit.old_end))
                continue
        kept.append((trace, edit))
    return kept


def _size(edit: Edit) -> int:
    return edit.old_end - edit.old_start


def _around(trace: Trace, edit: Edit, other: Trace, following: Edit) -> Edit | None:
    """Both edits as one, if they replace and one character of a clause lies between them.

    马灯→灯笼 comes as a character left out before 灯 and one put in behind it.
    """
    split = (edit.start < edit.end) != (following.start < following.end)
    crossed = split and (_size(edit) > 0) != (_size(following) > 0)
    if trace is not other or not ((edit.replaces and following.replaces) or crossed):
        return None
    if (following.start - edit.end, following.old_start - edit.old_end) != (1, 1):
        return None
    if not (trace.beside(edit, 1) and trace.beside(following, -1)):
        return None
    return replace(edit, end=following.end, old_end=following.old_end)


def _parted(found: Found) -> Found:
    """Edits that hold a more frequent one are cut around it."""
    count = Counter(trace.pair(edit) for trace, edit in found if edit.replaces)
    known = [pair for pair, times in count.most_common(_KNOWN) if times > 1]
    kept: Found = []
    for trace, edit in found:
        todo = [edit]
        while todo:
            part = _trimmed(trace, todo.pop())
            pair = trace.pair(part)
            held = (each for each in known if count[each] > count[pair] and _holds(pair, each))
            inner = next(held, None) if part.replaces else None
            if inner is None:
                kept += [(trace, part)] if part else []
            else:
                todo += reversed(_cut(part, pair, inner))
    return kept


def _holds(pair: tuple[str, str], inner: tuple[str, str]) -> bool:
    """Whether `inner` stands in both sides, at the same end or long enough to be meant."""
    (old, new), (a, b) = pair, inner
    if (a, b) == pair:
        return False
    if (old.startswith(a) and new.startswith(b)) or (old.endswith(a) and new.endswith(b)):
        return True
    return min(len(a), len(b)) > 1 and a in old and b in new


def _cut(edit: Edit, pair: tuple[str, str], inner: tuple[str, str]) -> list[Edit]:
    """An edit in three: before, `inner`, behind; some may be empty."""
    at_end = pair[0].endswith(inner[0]) and pair[1].endswith(inner[1])
    old, new = (
        edit_start + (whole.rfind(part) if at_end else whole.find(part))
        for edit_start, whole, part in zip((edit.old_start, edit.start), pair, inner, strict=True)
    )
    old_end, end = old + len(inner[0]), new + len(inner[1])
    return [
        Edit(edit.start, new, edit.old_start, old),
        Edit(new, end, old, old_end),
        Edit(end, edit.end, old_end, edit.old_end),
    ]


def _trimmed(trace: Trace, edit: Edit) -> Edit:
    """Without the characters that both sides begin or end with."""
    old, new = trace.pair(edit)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Edit(edit.start + head, edit.end - tail, edit.old_start + head, edit.old_end - tail)


def _lengthened(found: Found) -> Found:
    """One character for another grows by what stands beside it every time: 小 in 小明→小红."""
    places: dict[tuple[str, str], list[int]] = {}
    for index, (trace, edit) in enumerate(found):
        places.setdefault(trace.pair(edit), []).append(index)
    for pair, each in places.items():
        if len(each) < OFTEN or min(map(len, pair)) != 1:
            continue
        for way in (-1, 1, -1, 1):
            beside = {found[index][0].beside(found[index][1], way) for index in each}
            longest = max(map(len, found[each[0]][0].pair(found[each[0]][1])))
            if len(beside) == 1 and "" not in beside and longest < _LONGEST:
                for index in each:
                    found[index] = (found[index][0], _grown(found[index][1], way))
    return found


def _grown(edit: Edit, way: int) -> Edit:
    if way > 0:
        return replace(edit, end=edit.end + 1, old_end=edit.old_end + 1)
    return replace(edit, start=edit.start - 1, old_start=edit.old_start - 1)
