"""The import order of DESIGN: a module imports only from rooms above it, hidden ones too."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "postcheck"
ORDER = [
    "data", "errors", "paths", "text", "post", "readers", "corpus", "measure", "checks", "ruleset",
    "judge", "waive", "review", "game", "report", "audit", "web", "cli",
]  # fmt: skip
FREE = {"__init__", "__main__"}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_thresholds" not in path.parts)


def room(dotted: str) -> str:
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                below = PACKAGE.parent.joinpath(*(node.module or "").split("."), alias.name)
                is_module = below.with_suffix(".py").exists() or below.is_dir()
                found.add(f"{node.module}.{alias.name}" if is_module else node.module or "")
    return {name for name in found if name.split(".")[0] == "postcheck"}


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_only_from_above(path: Path) -> None:
    here = room(module_name(path))
    if here in FREE:
        return
    for name in imports(path):
        there = room(name)
        if there in FREE:
            continue
        assert ORDER.index(there) <= ORDER.index(here), f"{module_name(path)} imports {name}"


def test_no_cycles_inside_a_room() -> None:
    graph = {module_name(path): imports(path) for path in MODULES}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail, name))
        if name in done:
            return
        for target in graph.get(name, ()):
            if target in graph and target != name:
                visit(target, (*trail, name))
        done.add(name)

    for name in graph:
        visit(name, ())


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_modules_and_functions_stay_small(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= 400
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{path.name}: {node.name}"
