"""The way out: how many own characters are missing, or how many to cut, so that a rule passes.

Exact by construction: every number named here has been put through the rule again, under all
readings. An own character is a Chinese one: it adds 1 to every count, to the total and to all
remainders. Cutting n characters of a part takes n from the total and from the part; its
remainder stays.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from postcheck.judge import wording
from postcheck.judge.outcome import apart, counts_of, outcomes, rest_of, views
from postcheck.measure import METRICS, Counts, Figures, Tally
from postcheck.ruleset.ladder import Interval
from postcheck.ruleset.names import PARTS
from postcheck.ruleset.rules import Kind, Rule

# What one Chinese character adds to.
CHARACTER_COUNTS = ("words", "cjk", "chars", "chars_with_spaces")
_NUMBERS = ("length", "rest", "share")
FLAGS = {
    "edited": "不要再编辑，另跟一帖重新报道",
    "handwritten": "改用文字重新报道",
    "withdrawn": "撤回不能收回；当轮结束前请与哨子联系",
    "late": "请尽快交出，并与哨子联系",
    "missing": "请尽快交出，并与哨子联系",
    "no_code": "补上本人的代号",
    "banned_content": "删去条文禁止的内容",
    "code_not_due": "核对代号和轮次；代出帖的请与哨子说明",
    "mixed_script": "把繁体字改成简体",
    "language": "改用条文要求的文字",
    "genre": "改写成条文收的体裁",
}


def way_out(rule: Rule, kind: Kind, figures: Figures, clause: str) -> tuple[str, ...]:
    """What to do about a rule that is not met under every reading: one sentence, or none."""
    if rule.check == "conduct":
        return (f"看标出的用语，该改的改写（{clause}）",)
    if rule.check in ("flag", "label"):
        doubt = "若哨子认为体裁不合，" if rule.of == "genre" and not figures.flags.genre else ""
        return (f"{doubt}{FLAGS[rule.of or '']}（{clause}）",)
    ways = []
    more = shortage(rule, kind, figures)
    if more is not None:
        reached = getattr(figures.marked.total, kind.counts[0]) + more
        length = f"（全文 {reached} 字）" if len(rule.bands) > 1 else ""
        ways.append((f"再写 {more} 字原创{length}", _goal(rule, kind, figures, more)))
    less = surplus(rule, kind, figures)
    if less is not None:
        after = outcomes(rule, kind, with_less(figures, rule.of or "", less))
        ways.append((f"删去{PARTS[rule.of or '']} {less} 字", wording.goal(rule, after[0])))
    if len({goal for _, goal in ways}) == 1:
        ways = [("，或".join(act for act, _ in ways), ways[0][1])]
    text = "；或".join(f"{act}，{goal}" for act, goal in ways)
    return (f"{text}（{clause}）",) if ways else ()


def together(rules: Sequence[Rule], kind: Kind, figures: Figures) -> tuple[str, ...]:
    """What own characters do about all the rules at once, and what they do after cuts: one
    sentence, or none."""
    many = sum(rule.check in _NUMBERS for rule in rules) > 1
    more = _enough(kind, figures)
    said = [f"一共再写 {more} 字原创就都够了"] if many and more else []
    cuts, left = {}, figures
    for rule in rules:
        if rule.check == "share":
            whole: int = getattr(counts_of(figures.marked, rule.of), kind.counts[0])
            cuts[rule.of or ""] = _excess(rule, kind, figures) or whole
    for part, less in cuts.items():
        left = with_less(left, part, less)
    rest = _enough(kind, left)
    if rest and (more is None or rest < more):
        cut = "、".join(f"{PARTS[part]} {less} 字" for part, less in cuts.items())
        said.append(f"先删去{cut}，再写 {rest} 字")
    start = "以上要再写的不必相加：" if many else "也可以"
    return (start + "；或".join(said),) if said else ()


def _enough(kind: Kind, figures: Figures) -> int | None:
    """The own characters with which every rule about numbers passes; None where none do."""
    numbers = [rule for rule in kind.rules if rule.check in _NUMBERS]
    broken = _broken(kind, figures)
    needed = [shortage(rule, kind, figures) for rule in numbers if rule.name in broken]
    more = max((count for count in needed if count is not None), default=0)
    after = _broken(kind, with_more(figures, more))
    return None if after & {rule.name for rule in numbers} else more


def _goal(rule: Rule, kind: Kind, figures: Figures, more: int) -> str:
    """What `more` own characters reach, and by which reading only just."""
    after = outcomes(rule, kind, with_more(figures, more))
    before = apart(outcomes(rule, kind, with_more(figures, more - 1)))
    name, last = next((name, one) for name, one in before if one.hit is not None)
    reached = next((one for one in after if one.view.reading == last.view.reading), after[0])
    if last.gauge == "rest" and reached.gauge == "total":
        reached = replace(reached, gauge="rest", span=Interval(rule.rest_minimum))
    goal = wording.goal(rule, reached)
    band = last.view.reading[3]
    if len(before) == 1 or (band and band in name):
        return goal
    by = wording.reading(name)
    return f"{goal}（{by}，也成立）" if by else goal


def shortage(rule: Rule, kind: Kind, figures: Figures) -> int | None:
    """The fewest own characters that make the rule pass under every reading."""
    return _fewest(rule, kind, figures, with_more, _shortages(rule, kind, figures))


def surplus(rule: Rule, kind: Kind, figures: Figures) -> int | None:
    """The fewest characters of a share's part to cut so that the rule passes.

    None where no cut does, or where the cut would break another rule.
    """
    count = _excess(rule, kind, figures)
    if count is None:
        return None
    after = with_less(figures, rule.of or "", count)
    return None if _broken(kind, after) - _broken(kind, figures) else count


def _excess(rule: Rule, kind: Kind, figures: Figures) -> int | None:
    """The same, whatever the cut does to other rules."""
    if rule.check != "share":
        return None
    part = rule.of or ""

    def cut(figures: Figures, count: int) -> Figures:
        return with_less(figures, part, count)

    return _fewest(rule, kind, figures, cut, _surpluses(rule, kind, figures))


def with_more(figures: Figures, count: int) -> Figures:
    """The figures after `count` own characters were added."""
    return _changed(figures, lambda tally: _with_more(tally, count))


def with_less(figures: Figures, part: str, count: int) -> Figures:
    """The figures after `count` characters of `part` were cut out.

    Of an altered passage the differing characters go first: the worst case.
    """
    return _changed(figures, lambda tally: _with_less(tally, part, count))


def _with_more(tally: Tally, count: int) -> Tally:
    rest = {name: _add(counts, count) for name, counts in tally.rest.items()}
    return Tally(_add(tally.total, count), tally.part, rest)


def _with_less(tally: Tally, part: str, count: int) -> Tally:
    same = f"{part}_same"
    parts, rests = dict(tally.part), dict(tally.rest)
    whole_part, whole_rest = counts_of(tally, part), rest_of(tally, part)
    for name, counts in tally.rest.items():
        if name not in (part, "all"):
            rests[name] = _add(counts, -count)
    parts[part] = _add(whole_part, -count)
    if same in parts:
        parts[same] = _each(min, parts[same], parts[part])
        rests[same] = _each(max, _add(rest_of(tally, same), -count), whole_rest)
    return Tally(_add(tally.total, -count), parts, rests)


def _fewest(
    rule: Rule,
    kind: Kind,
    figures: Figures,
    change: Callable[[Figures, int], Figures],
    candidates: Iterator[int],
) -> int | None:
    """The smallest candidate with which every reading passes.

    Where a reading begins to pass, one of its numbers has just crossed a border of a tier or a
    band; so the smallest number that passes is among the candidates.
    """
    for count in sorted({count for count in candidates if count > 0}):
        if all(one.hit is None for one in outcomes(rule, kind, change(figures, count))):
            return count
    return None


def _shortages(rule: Rule, kind: Kind, figures: Figures) -> Iterator[int]:
    """Numbers of own characters that bring some reading to a border."""
    for view in views(rule, kind, figures):
        for border in _lengths(rule):
            for number in (view.total, view.rest, view.share_total):
                yield from _around(border - number)
        for percent in _percents(rule):
            for part in (view.share_part, view.share_whole):
                if percent > 0:
                    yield from _around(-(-100 * part // percent) - view.share_total)


def _surpluses(rule: Rule, kind: Kind, figures: Figures) -> Iterator[int]:
    """Numbers of cut characters that bring some reading to a border; all of them last."""
    for view in views(rule, kind, figures):
        for border in _lengths(rule):
            yield from _around(view.share_total - border)
        for percent in _percents(rule):
            for part in (view.share_part, view.share_whole):
                if percent < 100:
                    excess = 100 * part - percent * view.share_total
                    yield from _around(-(-excess // (100 - percent)))
        yield view.share_whole


def _around(count: int) -> tuple[int, int, int]:
    return count - 1, count, count + 1


def _lengths(rule: Rule) -> set[int]:
    """All borders of the rule that are numbers of characters."""
    spans = [band.total for band in rule.bands] + [tier.rest for tier in rule.tiers]
    if rule.check == "rest":
        spans += [tier.span for tier in rule.tiers]
    exempt = rule.exemption.rest_minimum if rule.exemption is not None else 0
    return _borders(spans) | {rule.minimum, rule.rest_minimum, exempt}


def _percents(rule: Rule) -> set[int]:
    return _borders([tier.span for tier in rule.tiers]) if rule.check == "share" else set()


def _borders(spans: list[Interval]) -> set[int]:
    return {border for span in spans for border in (span.low, span.high) if border is not None}


def _broken(kind: Kind, figures: Figures) -> set[str]:
    """The names of the rules that are not met under every reading."""
    return {
        rule.name
        for rule in kind.rules
        if any(outcome.hit is not None for outcome in outcomes(rule, kind, figures))
    }


def _changed(figures: Figures, change: Callable[[Tally], Tally]) -> Figures:
    unmarked = None if figures.unmarked is None else change(figures.unmarked)
    return replace(figures, marked=change(figures.marked), unmarked=unmarked)


def _add(counts: Counts, count: int) -> Counts:
    """`count` Chinese characters more or fewer, never below 0."""
    return replace(
        counts,
        **{name: max(0, getattr(counts, name) + count) for name in CHARACTER_COUNTS},
    )


def _each(choose: Callable[[int, int], int], one: Counts, other: Counts) -> Counts:
    return Counts(*(choose(getattr(one, name), getattr(other, name)) for name in METRICS))
