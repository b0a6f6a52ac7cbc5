"""The documentation is fresh: generated pages, links, and every command and option."""

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType

import click
import pytest

from postcheck.cli.main import cli

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/README.md")]


def load_make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_make", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = load_make()


@pytest.mark.parametrize("name", MAKE.PAGES)
def test_generated_pages_are_fresh(name: str) -> None:
    shown = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert shown == MAKE.PAGES[name](), "run: python docs/make.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def examples() -> list[tuple[str, str]]:
    """Every line of a block that calls postcheck, with the page's name; remarks stand behind two
    spaces, or a sign."""
    return [
        (page.name, re.split(r" [>|#]|  ", line)[0])
        for page in PAGES
        for block in re.findall(r"```(?:sh|text)?\n(.*?)```", page.read_text("utf-8"), re.S)
        for line in block.splitlines()
        if line.startswith("postcheck ")
    ]


@pytest.mark.parametrize(("page", "line"), examples())
def test_examples_use_what_there_is(page: str, line: str) -> None:
    command: click.Command = cli
    for word in shlex.split(line)[1:]:
        if word.startswith("--"):
            names = [name for one in command.params for name in one.opts]
            assert word.partition("=")[0] in names, f"{page}: {line}"
        elif isinstance(command, click.Group):
            inner = command.get_command(click.Context(command), word)
            assert inner is not None, f"{page}: {line}"
            command = inner
