"""The wheel works on its own: installed in a new environment, outside the checkout."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DRAFT = "渡口的雨总是先落在对岸，船家说那边的山高，云走到那儿就走不动了。"


def run(*command: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment that holds nothing but the wheel and its needs."""
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "build", "--outdir", folder / "dist", ROOT, cwd=folder)
    assert built.returncode == 0, built.stderr
    wheel, sdist = next(folder.glob("dist/*.whl")), next(folder.glob("dist/*.tar.gz"))
    assert sdist.stat().st_size > 0
    venv.create(folder / "env")
    tools = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    done = run(
        sys.executable, "-m", "pip", "--python", tools / "python", "install", "--quiet",
        "--no-compile", "--disable-pip-version-check", wheel, cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return tools


def test_an_installed_wheel_works_on_its_own(installed: Path, tmp_path: Path) -> None:
    """One test, so that no second process builds and installs the same again."""
    checks_a_draft(installed, tmp_path)
    runs_the_demo(installed, tmp_path)


def checks_a_draft(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text(DRAFT, encoding="utf-8")
    done = run(
        installed / "postcheck", "check", "draft.txt", "--ruleset", "fengyun85", "--kind", "report",
        "--json", cwd=tmp_path, POSTCHECK_HOME=str(tmp_path / "home"), PYTHONPATH="",
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    result = json.loads(done.stdout)
    assert [one["code"] for one in result["verdict"]["findings"]] == ["too_short"]
    assert result["counts"]["words"] == len(DRAFT)
    (tmp_path / "other.txt").write_text(f"不谈政.治。{DRAFT}", encoding="utf-8")
    done = run(
        installed / "postcheck", "check", "other.txt", "--ruleset", "fengyun85", "--kind", "report",
        "--json", cwd=tmp_path, POSTCHECK_HOME=str(tmp_path / "home"), PYTHONPATH="",
    )  # fmt: skip
    hits = json.loads(done.stdout)["measures"]["conduct"]["hits"]
    assert [(hit["term"], hit["clause"]) for hit in hits] == [("政治", "其他13")]


def runs_the_demo(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "postcheck", "demo", cwd=tmp_path, PYTHONPATH="")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "demo-out" / "report.html").stat().st_size > 0
