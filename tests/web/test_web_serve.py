"""`postcheck serve` as a process: its address, its answers, its end."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import psutil
import pytest
from drafts import FORM, OWN

from postcheck.cli.main import run
from postcheck.cli.serve import _hosts

PROGRAM = "from postcheck.cli.main import main; main()"


def test_it_tells_its_address_answers_and_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--database", "none"]
    server = subprocess.Popen(
        [*command, "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "POSTCHECK_HOME": str(tmp_path)},
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address is not None, line
        body = json.dumps({**FORM, "text": OWN}).encode()
        request = urllib.request.Request(
            f"{address[0]}/check.json", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert json.load(answer)["verdict"]["status"] == "pass"
        workers = psutil.Process(server.pid).children(recursive=True)
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=20)
    finally:
        server.kill()
    assert server.returncode == 0
    assert "POST /check.json 200" in log
    assert OWN[:10] not in log
    assert not psutil.wait_procs(workers, timeout=10)[1]


def test_wrong_choices_are_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path))
    for options, message in (
        (["--corpus", "无此库"], "无此库"),
        (["--workers", "0"], "--workers 0"),
        (["--ruleset", "fengyun99", "--corpus", "none"], "fengyun99"),
        (["--host", "no.such.host.invalid", "--corpus", "none"], "不能在"),
    ):
        assert run(["serve", "--database", "none", "--port", "0", *options]) == 2
        assert message in capsys.readouterr().err


def test_a_missing_library_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "waitress", None)
    assert run(["serve", "--database", "none"]) == 2
    assert "pip install '.[web]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "names", "answers"),
    [
        ("127.0.0.1", (), True),
        ("localhost", (), True),
        ("::1", (), True),
        ("0.0.0.0", (), False),
        ("0.0.0.0", ("forum.example",), True),
    ],
)
def test_by_which_names_it_answers(host: str, names: tuple[str, ...], answers: bool) -> None:
    """On a loopback address by this machine's own names; elsewhere by any, unless told."""
    assert bool(_hosts(host, names)) is answers
    assert set(names) <= set(_hosts(host, names))
