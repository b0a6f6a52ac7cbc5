"""One rule under every reading: views of the figures in, outcomes out. Integers only."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from postcheck.measure import Counts, Figures, Flags, Tally
from postcheck.ruleset.ladder import ANY, Interval
from postcheck.ruleset.rules import Band, Exemption, Kind, Rule, Tier

MATCHED = ("quoted", "prior")  # parts whose passages may be altered
_NONE = Counts()


@dataclass(frozen=True, slots=True)
class View:
    """The numbers of one post under one reading, for one rule.

    `reading`: count, passages, punctuation, band or exemption; "" where there is no choice.
    `total`, `part`, `rest` are in `metric`; `share_total`, `share_part` in the kind's first
    count, which shares use. `share_whole`: the part with altered passages counted whole.
    """

    reading: tuple[str, str, str, str]
    metric: str
    total: int
    part: int
    rest: int
    share_total: int = 0
    share_part: int = 0
    share_whole: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows under one reading.

    `gauge`: total, rest, share, flag, label or conduct, i.e. which number was compared. `tier`:
    the step that it lies in, None where there is nothing to find. `span`: that step's borders.
    """

    view: View
    gauge: str
    tier: Tier | None
    span: Interval = ANY

    @property
    def hit(self) -> Tier | None:
        """The tier, if it does not pass."""
        return self.tier if self.tier is not None and self.tier.code is not None else None

    @property
    def result(self) -> tuple[str | None, str]:
        """Code and status: what readings must agree on."""
        return (None, "pass") if self.hit is None else (self.hit.code, self.hit.status)


def outcomes(rule: Rule, kind: Kind, figures: Figures) -> tuple[Outcome, ...]:
    """The outcome under each reading, the first reading first; at least one."""
    return tuple(
        outcome
        for view in views(rule, kind, figures)
        for outcome in _evaluate(rule, view, figures.flags)
    )


def views(rule: Rule, kind: Kind, figures: Figures) -> Iterator[View]:
    """All readings of the figures that can matter to the rule.

    Lengths and remainders: every count of the clause. Altered passages: whole, then identical
    characters only, where that is another number. Punctuation: marked, then unmarked.
    """
    if rule.check in ("flag", "label", "conduct"):
        yield View(("", "", "", ""), kind.counts[0], 0, 0, 0)
        return
    metrics = kind.counts if _counts_matter(rule, figures.flags) else kind.counts[:1]
    tallies = [("marked_punctuation", figures.marked)]
    if figures.unmarked is not None:
        tallies.append(("unmarked_punctuation", figures.unmarked))
    parts = [("whole", rule.of)]
    if rule.of in MATCHED and any(_differs(tally, rule.of) for _, tally in tallies):
        parts.append(("identical_only", f"{rule.of}_same"))
    for metric, (passages, part), (marks, tally) in product(metrics, parts, tallies):
        reading = (metric, passages, marks, "")
        yield _view(reading, tally, kind.counts[0], rule, part)


def apart(found: tuple[Outcome, ...]) -> list[tuple[str, Outcome]]:
    """The outcomes with the names of their readings, less the choices that change nothing.

    One entry: all readings agree. The first reading stays the first.
    """
    kept, shown = list(found), []
    for choice in range(4):
        alike: dict[tuple[str, ...], list[Outcome]] = {}
        for one in kept:
            reading = one.view.reading
            alike.setdefault(reading[:choice] + reading[choice + 1 :], []).append(one)
        if any(len({one.result for one in group}) > 1 for group in alike.values()):
            shown.append(choice)
        else:
            kept = [group[0] for group in alike.values()]
    return [("+".join(one.view.reading[choice] for choice in shown), one) for one in kept]


def _view(
    reading: tuple[str, str, str, str], tally: Tally, share: str, rule: Rule, part: str | None
) -> View:
    metric = reading[0]
    cut, rest = counts_of(tally, part), rest_of(tally, part)
    return View(
        reading=reading,
        metric=metric,
        total=getattr(tally.total, metric),
        part=getattr(cut, metric),
        rest=getattr(rest, metric),
        share_total=getattr(tally.total, share),
        share_part=getattr(cut, share),
        share_whole=getattr(counts_of(tally, rule.of), share),
    )


def counts_of(tally: Tally, name: str | None) -> Counts:
    """The counts of a part; without one of its own, `…_same` is the whole part."""
    if name is None:
        return _NONE
    found = tally.part.get(name)
    return found if found is not None else tally.part.get(name.removesuffix("_same"), _NONE)


def rest_of(tally: Tally, name: str | None) -> Counts:
    """The counts of what remains without a part; a part not measured takes nothing away."""
    if name is None:
        return tally.total
    found = tally.rest.get(name)
    return found if found is not None else tally.rest.get(name.removesuffix("_same"), tally.total)


def _differs(tally: Tally, part: str) -> bool:
    """Whether the identical characters alone are another number than the whole passages."""
    same = f"{part}_same"
    return any(read(tally, same) != read(tally, part) for read in (counts_of, rest_of))


def _counts_matter(rule: Rule, flags: Flags) -> bool:
    """Whether a length or a remainder decides, not only a share."""
    if rule.check != "share" or any(tier.rest != ANY for tier in rule.tiers):
        return True
    return rule.exemption is not None and flags.label("genre") in rule.exemption.genres


def _evaluate(rule: Rule, view: View, flags: Flags) -> list[Outcome]:
    match rule.check:
        case "flag":
            return [Outcome(view, "flag", rule.on_hit if getattr(flags, rule.of or "") else None)]
        case "label":
            return [Outcome(view, "label", _label(rule, flags))]
        case "conduct":
            found = not set(rule.categories).isdisjoint(flags.conduct)
            return [Outcome(view, "conduct", rule.on_hit if found else None)]
        case "length":
            return [_length(rule, view)]
        case "rest":
            return [_on_ladder(rule.bands[0], view, flags, "rest")]
        case "share":
            return _share(rule, view, flags)
    raise ValueError(rule.check)


def _label(rule: Rule, flags: Flags) -> Tier | None:
    """What follows from a label that is refused; a guess goes to the referee."""
    label, hit = flags.label(rule.of or ""), rule.on_hit
    bad = label in rule.refused or bool(rule.allowed and label not in rule.allowed)
    if label is None or not bad or hit is None or hit.code is None:
        return None
    if getattr(flags, rule.of or "") is not None:
        return hit
    return replace(hit, status="referee", readings=(hit.code, "pass"), remedies=())


def _length(rule: Rule, view: View) -> Outcome:
    if view.total < rule.minimum:
        return Outcome(view, "total", rule.on_hit, Interval(0, True, rule.minimum))
    if rule.of is not None and view.rest < rule.rest_minimum:
        return Outcome(view, "rest", rule.on_hit, Interval(0, True, rule.rest_minimum))
    return Outcome(view, "total", None, Interval(rule.minimum))


def _share(rule: Rule, view: View, flags: Flags) -> list[Outcome]:
    """One outcome, or one for each of two bands where the total lies in both.

    Where the genre is a guess and would exempt the post, both with and without it.
    """
    exempt = rule.exemption
    bands = [band for band in rule.bands if band.total.holds(view.share_total)]
    found = [_on_ladder(band, view, flags, "share") for band in bands]
    if exempt is None or flags.label("genre") not in exempt.genres:
        return found
    if flags.genre is not None:
        return [_exempt(rule, exempt, view)]
    if len(found) == 1:
        found = [replace(found[0], view=_named(found[0].view, "not_exempt"))]
    return [*found, _exempt(rule, exempt, _named(view, "exempt"))]


def _named(view: View, name: str) -> View:
    return replace(view, reading=(*view.reading[:3], name))


def _exempt(rule: Rule, exempt: Exemption, view: View) -> Outcome:
    """The share does not matter as long as enough remains."""
    if view.part == 0 or view.rest >= exempt.rest_minimum:
        return Outcome(view, "rest", None, Interval(exempt.rest_minimum))
    assert rule.on_hit is not None
    hit = replace(rule.on_hit, clause=exempt.clause)
    return Outcome(view, "rest", hit, Interval(0, True, exempt.rest_minimum))


def _on_ladder(band: Band, view: View, flags: Flags, gauge: str) -> Outcome:
    """The tier that holds the view; nothing to find where the part is empty."""
    view = _named(view, band.name)
    for tier in band.tiers:
        if tier.whole and tier.span.holds(100 * view.share_whole, view.share_total):
            return Outcome(view, gauge, tier, tier.span)
    if (view.part if gauge == "rest" else view.share_part) == 0:
        return Outcome(view, gauge, None)
    number, per = (view.rest, 1) if gauge == "rest" else (100 * view.share_part, view.share_total)
    for tier in band.tiers:
        if not tier.whole and tier.span.holds(number, per) and _fits(tier, view, flags):
            return Outcome(view, gauge, tier, tier.span)
    raise ValueError(f"no tier holds {view}")


def _fits(tier: Tier, view: View, flags: Flags) -> bool:
    stylistic = {True: "yes", False: "no", None: "unknown"}[flags.stylistic_repetition]
    return tier.rest.holds(view.rest) and tier.stylistic in (None, stylistic)
