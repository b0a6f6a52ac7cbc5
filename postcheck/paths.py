"""Where things live: the data beside the code, and the user's own folder."""

import os
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).parent


def builtin(kind: str) -> Path:
    """The folder `thresholds` or `corpora`: inside an installed package, else beside it."""
    packed = _PACKAGE / f"_{kind}"
    return packed if packed.is_dir() else _PACKAGE.parent / kind


def home() -> Path:
    """The folder of the embedded store: $POSTCHECK_HOME, else the platform's data folder."""
    chosen = os.environ.get("POSTCHECK_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("postcheck", False))
