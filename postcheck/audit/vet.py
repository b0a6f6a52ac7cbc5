"""One post vetted: the same function and the same bytes on one machine and on a cluster.

`Plan` is what every process of a run is sent; `opened` makes a `Setting` of it, with the corpora
open, once a process; `vet` gives the `check` JSON object of one post.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Any

import postcheck
from postcheck.checks.lexicon import Lexicon
from postcheck.corpus import manifest
from postcheck.corpus.library import Library, open_library
from postcheck.corpus.pair import Texts, loose
from postcheck.post import Post
from postcheck.report.jsonl import to_json
from postcheck.review import review
from postcheck.ruleset import Ruleset

Json = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What all posts of a run are checked against; plain values that another process can be sent.

    `corpora` by name; empty: none is searched. `kind` None: each post names its own. `people`:
    alias → owner. `boilerplate`: name and text of what is nobody's. `lexicons`: the words that
    referees look for.
    """

    ruleset: Ruleset
    corpora: tuple[str, ...] = ()
    kind: str | None = None
    people: Mapping[str, str] = field(default_factory=dict)
    roster: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    boilerplate: tuple[tuple[str, str], ...] = ()
    lexicons: tuple[Lexicon, ...] = ()


@dataclass(frozen=True)
class Setting:
    """A plan with its texts at hand; on a cluster `library` is the one of the partition."""

    plan: Plan
    library: Library | None = None
    boilerplate: Library | None = None


def opened(plan: Plan) -> Setting:
    """Opens the corpora of a plan; raises `SourceError` where one is missing or damaged."""
    nobodys = Texts([loose(name, text, "免计文字") for name, text in plan.boilerplate])
    return Setting(
        plan,
        library=open_library(plan.corpora) if plan.corpora else None,
        boilerplate=nobodys if plan.boilerplate else None,
    )


def vet(post: Post, setting: Setting) -> Json:
    """The `check` JSON object of a post, sealed. The post or the plan must name its kind."""
    plan = setting.plan
    found = review(
        post,
        plan.ruleset,
        plan.kind or post.kind or "",
        guessed=plan.kind is None and "engine" in post.extra,
        library=setting.library,
        people=plan.people,
        roster=plan.roster,
        excluded=plan.excluded,
        boilerplate=setting.boilerplate,
        lexicons=plan.lexicons,
    )
    return to_json(found)


def stored_states(plan: Plan) -> tuple[str, ...]:
    """The state of each corpus of a plan in the store: other texts, another state."""
    return tuple(manifest.state(manifest.corpus_folder(name)) for name in plan.corpora)


def plan_seal(plan: Plan, states: Sequence[str], *more: str) -> str:
    """SHA-256 of all that a result depends on beside its post: `states` of the corpora, `more`."""
    corpora = list(zip(plan.corpora, states, strict=True))
    facts = postcheck.__version__, plan.ruleset.sha256, plan.ruleset.id, corpora, plan.kind
    lists = sorted(plan.people.items()), plan.roster, plan.excluded, plan.boilerplate, plan.lexicons
    return _digest([facts, lists, more])


def post_seal(post: Post, sealed_plan: str) -> str:
    """SHA-256 of a post and of the plan's seal: equal seals, equal results."""
    values = {one.name: getattr(post, one.name) for one in fields(post)}
    values["text"] = post.text.original
    values["hints"] = None if post.hints is None else post.hints.tobytes().hex()
    values["extra"] = sorted(post.extra.items())
    return _digest([sealed_plan, values])


def _digest(value: object) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return sha256(canonical.encode("ascii")).hexdigest()
