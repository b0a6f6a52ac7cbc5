"""One post through all stages: `review(...)` gives the `Review` that every report renders."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import postcheck
from postcheck.checks import length, prior, quotation, registry
from postcheck.checks.advice import Advice, advise
from postcheck.checks.boilerplate import greyed
from postcheck.checks.disguise import Disguise, disguises
from postcheck.checks.form import Orders
from postcheck.checks.lexicon import Lexicon
from postcheck.corpus.library import Library
from postcheck.corpus.search import Matches, search
from postcheck.judge import Finding, Verdict, judge
from postcheck.measure import Counts, Figures, Measure, Tally, counted
from postcheck.post import Post, Span
from postcheck.ruleset import Ruleset
from postcheck.ruleset.posting import right_to_post
from postcheck.waive import Waiver, without_passages, without_sources

LONGEST = 1_000_000  # characters of one post; more is a book, and takes minutes and gigabytes


@dataclass(frozen=True)
class Review:
    """Everything a report shows of one post; the same values for terminal, JSON and HTML.

    `measures` by name: repeated, listed, quoted, prior.
    `metric` is the count (a field of `Counts`) that the ruleset's shares use for this kind,
    `readings` are the other counts that its lengths may be read by.
    `corpora` are the names of the corpora that were searched. `labels` holds what is no
    number: the JSON objects of language, genre, conduct and form (absent: not measured).
    `disguise`: evidence of disguised copying for the people who judge it; no count, no status.
    `boilerplate`: the names of the texts that are nobody's by the referee's own list.
    `clauses`: measure name → the clause of the ruleset that counts it, e.g. quoted → 杀帖8;
    `paraphrases`: clause → its short paraphrase. Both come from the ruleset.
    `waivers`: what was left out by hand; `before`: the review without them, None: there are none.
    """

    post: Post
    kind: str
    sha256: str  # of the text, UTF-8
    ruleset_id: str
    ruleset_edition: str
    ruleset_sha256: str
    metric: str
    counts: Counts
    measures: Mapping[str, Measure]
    figures: Figures
    verdict: Verdict
    corpora: tuple[str, ...]
    version: str
    readings: tuple[str, ...] = ()
    labels: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    disguise: tuple[Disguise, ...] = ()
    boilerplate: tuple[str, ...] = ()
    clauses: Mapping[str, str] = field(default_factory=dict)
    paraphrases: Mapping[str, str] = field(default_factory=dict)
    kind_guessed: bool = False
    waivers: tuple[Waiver, ...] = ()
    before: "Review | None" = None


_UNKNOWN = {
    "hidden": "论坛没有显示正文，字数与引用都未知，请哨子看原帖裁定",
    "partial": "只看到一部分正文，字数与引用都未知，请哨子看原帖裁定",
    "mixed": "这种页面分不清引用与本人文字，字数与引用都未知，请哨子看原帖裁定",
}


def review(
    post: Post,
    ruleset: Ruleset,
    kind: str,
    *,
    guessed: bool = False,
    library: Library | None = None,
    people: Mapping[str, str] | None = None,
    roster: Sequence[str] = (),
    excluded: Sequence[str] = (),
    boilerplate: Library | None = None,
    waivers: Sequence[Waiver] = (),
    lexicons: Sequence[Lexicon] | None = None,
    number: int | None = None,
) -> Review:
    """Checks and judges one post of `kind` (report or kill); `library` None: no corpus.

    `guessed`: the kind is what the post looks like, nobody has said so; the reports show it.

    `people` maps alias → owner, `roster` names the game's players, `excluded` holds the
    words that the referee leaves out of the count, `boilerplate` texts whose passages are
    nobody's: they are discounted. `waivers`: passages and sources that are left out by hand.
    `lexicons`: words that referees look for; None: ours and those of the home folder. `number`:
    the round in which the post stands; with it a kill post must bear a code that is due.
    """
    matches = search(post.text, library) if library else Matches()
    nobodys = greyed(post.text, boilerplate) if boilerplate else ()
    question = registry.Question(
        post, matches, people or {}, roster, excluded, nobodys, lexicons, number
    )
    before = replace(
        _assess(question, ruleset, kind, ()),
        kind_guessed=guessed,
        corpora=library.names if library else (),
        boilerplate=_names(boilerplate) if boilerplate else (),
    )
    if not waivers:
        return before
    question = replace(question, matches=without_sources(matches, waivers))
    after = _assess(question, ruleset, kind, waivers)
    return replace(
        before,
        measures=after.measures,
        figures=after.figures,
        verdict=after.verdict,
        disguise=after.disguise,
        waivers=tuple(waivers),
        before=before,
    )


def _assess(
    question: registry.Question, ruleset: Ruleset, kind: str, waivers: Sequence[Waiver]
) -> Review:
    """Measures and judges; what was searched is left to the caller."""
    post = question.post
    measures = without_passages(registry.run(question), waivers)
    advice = advise(question, kind, _orders(ruleset, question.round), ruleset.conduct(kind))
    figures = _figures(post, kind, measures, advice)
    verdict = _telling_undated(
        judge(figures, ruleset), question, figures, measures, ruleset, waivers, advice
    )
    verdict = _with_grounds(verdict, advice)
    if post.images_only:
        verdict = _unread(
            verdict, "handwritten", "帖中只有图片，读不出文字，字数与引用都未知，请哨子看图裁定"
        )
    elif post.unknown:
        verdict = _unread(verdict, "too_short", _UNKNOWN[post.unknown])
    elif advice.labels["form"]["text_in_pictures"] and _has(verdict, "too_short"):
        verdict = _unread(
            verdict, "handwritten", "正文很短而帖中有图，文字可能在图里，请哨子看图裁定"
        )
    return Review(
        post=post,
        kind=kind,
        sha256=text_sha256(post.text.original),
        ruleset_id=ruleset.id,
        ruleset_edition=ruleset.edition,
        ruleset_sha256=ruleset.sha256,
        metric=ruleset.metric(kind),
        readings=ruleset.kinds[kind].counts[1:],
        counts=figures.marked.total,
        measures=measures,
        figures=figures,
        verdict=verdict,
        corpora=(),
        version=postcheck.__version__,
        labels=advice.labels,
        disguise=disguises(post.text, measures["quoted"].hits),
        clauses=ruleset.clauses(kind),
        paraphrases=ruleset.paraphrases(),
    )


def _telling_undated(
    verdict: Verdict,
    question: registry.Question,
    figures: Figures,
    measures: Mapping[str, Measure],
    ruleset: Ruleset,
    waivers: Sequence[Waiver],
    advice: Advice,
) -> Verdict:
    """A finding that would not be there without texts of unknown date says so."""
    post, matches = question.post, question.matches
    dated = tuple(one for one in matches.passages if one.document.published_at)
    if len(dated) == len(matches.passages):
        return verdict
    asked = post, Matches(dated, matches.discounted), question.people, question.greyed
    borrowed = {"quoted": quotation.measure(*asked), "prior": prior.measure(*asked)}
    fewer = {**measures, **without_passages(borrowed, waivers)}
    without = judge(_figures(post, figures.kind, fewer, advice), ruleset)
    sure = {(one.clause, one.code, one.status) for one in without.findings}
    findings = tuple(
        one
        if (one.clause, one.code, one.status) in sure
        else replace(one, message=f"{one.message}（只凭日期不明的来源，请核对先后）")
        for one in verdict.findings
    )
    return replace(verdict, findings=findings)


def _has(verdict: Verdict, code: str) -> bool:
    return any(one.code == code for one in verdict.findings)


def _orders(ruleset: Ruleset, number: int | None) -> Orders:
    """What the ruleset asks of the form of a post, in round `number`."""
    return Orders(
        codes=ruleset.codes,
        round=number,
        right=partial(right_to_post, ruleset),
        complaint=ruleset.value("complaint.title") or (),
        first_floor=ruleset.value("form.first_floor") or False,
    )


def _with_grounds(verdict: Verdict, advice: Advice) -> Verdict:
    """A finding that rests on advice says what speaks for it."""
    findings = tuple(
        replace(one, message=f"{one.message}，依据：{advice.grounds[one.code]}")
        if advice.grounds.get(one.code)
        else one
        for one in verdict.findings
    )
    return replace(verdict, findings=findings)


def _names(library: Library) -> tuple[str, ...]:
    return tuple(library.document(int(doc)).id for doc in library.live())


def text_sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _figures(post: Post, kind: str, measures: Mapping[str, Measure], advice: Advice) -> Figures:
    """What the judge is given."""
    spans = {name: tuple(hit.span for hit in counted(one)) for name, one in measures.items()}
    for name in ("quoted", "prior"):
        same = (hit.same_spans or (hit.span,) for hit in counted(measures[name]))
        spans[f"{name}_same"] = tuple(span for stretches in same for span in stretches)
    patterns = (hit for hit in measures["repeated"].hits if hit.pattern)
    spans["repeated_proposed"] = tuple(hit.span for hit in patterns)
    spans["repeated_listed"] = spans["repeated"] + spans["listed"]
    unmarked = length.has_unmarked(post.text.codes, post.hints)
    return Figures(
        kind=kind,
        marked=_tally(post, spans, True),
        unmarked=_tally(post, spans, False) if unmarked else None,
        flags=advice.flags,
        spans={**spans, **advice.spans},
    )


def _tally(post: Post, spans: Mapping[str, tuple[Span, ...]], marked: bool) -> Tally:
    every: Iterable[str] = ("repeated", "listed", "quoted", "prior")
    cuts = {**spans, "all": tuple(span for name in every for span in spans[name])}
    # Many names have the same passages, most of them none: each set is counted once.
    parts = {cut: length.count_part(post, cut, marked=marked) for cut in set(spans.values())}
    rests = {cut: length.count_rest(post, cut, marked=marked) for cut in set(cuts.values())}
    return Tally(
        total=length.count(post.text.codes, post.hints, marked=marked),
        part={name: parts[cut] for name, cut in spans.items()},
        rest={name: rests[cut] for name, cut in cuts.items()},
    )


def _unread(verdict: Verdict, code: str, message: str) -> Verdict:
    """A text that was not seen whole has an unknown length, not length 0 (pictures only, hidden
    by the board, quotes not told apart): nothing but form is judged."""
    known = tuple(one for one in verdict.findings if one.code in ("handwritten", "edited"))
    if any(one.code == "handwritten" for one in known):
        kept = {one.clause for one in known}
        remedies = tuple(one for one in verdict.remedies if one.clause in kept)
        return Verdict("fail", known, remedies)
    unread = Finding(
        code=code,
        status="referee",
        clause="",
        message=message,
    )
    status = "fail" if any(one.status == "fail" for one in known) else "referee"
    findings = (*known, unread)
    return replace(
        verdict, status=status, findings=findings, remedies=(), way_out=(), borderline=()
    )
