"""The buttons on a passage's card that leave it, or all of its source, out of the count.

They are plain submit buttons of the page's form: the value says what is left out.
"""

import json
from typing import Any

from markupsafe import Markup

from postcheck.report.passages import MEASURES, Passage

_BUTTON = Markup(
    '<button type="submit" form="check" name="waive" value="{value}" class="quiet">{label}</button>'
)


def controls(passage: Passage) -> Markup:
    """The buttons; none where the passage does not count anyway."""
    if passage.group not in MEASURES:
        return Markup("")
    buttons = [_button("这一处不计", measure=passage.group, start=passage.start, end=passage.end)]
    if passage.source:
        source = passage.source
        buttons.append(_button("这个来源都不计", corpus=source["corpus"], doc=source["doc"]))
    return Markup('<p class="waive">{}</p>').format(Markup("").join(buttons))


def _button(label: str, **value: Any) -> Markup:
    return _BUTTON.format(value=json.dumps(value, ensure_ascii=False), label=label)
