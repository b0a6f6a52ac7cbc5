"""The program as a process of its own: pipes, colour, streams, interrupts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECK = ("check", "posts.jsonl", "--ruleset", "fengyun85", "--corpus", "none")


def start(*words: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from postcheck.cli.main import main; main()", *words],
        input=stdin, env={**os.environ, **env}, capture_output=True, check=False,
    )  # fmt: skip


@pytest.mark.usefixtures("sample")
def test_streams_and_status() -> None:
    done = start(*CHECK)
    assert done.returncode == 1
    assert not done.stderr
    shown = done.stdout.decode("utf-8")
    assert shown.count("判定：") == 4
    assert "\x1b" not in shown  # piped: no colour
    assert start("check", "none.txt").stdout == b""


@pytest.mark.usefixtures("sample")
def test_output_is_utf8_in_a_plain_locale() -> None:
    done = start(*CHECK, "--json", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert [json.loads(line)["post"]["id"] for line in done.stdout.decode("utf-8").splitlines()]


def test_a_lone_surrogate_in_a_name_ends_nothing() -> None:
    done = start("count", os.fsdecode(b"\xff.txt"))
    assert done.returncode == 2
    assert "没有这个文件" in done.stderr.decode("utf-8")


@pytest.mark.usefixtures("sample")
def test_a_reader_that_goes_away_is_no_fault() -> None:
    call = f"{sys.executable} -c 'from postcheck.cli.main import main; main()' {' '.join(CHECK)}"
    done = subprocess.run(["bash", "-c", f"{call} | head -n 1"], capture_output=True, check=False)
    assert done.stdout.decode("utf-8").startswith("风云发帖检查")
    assert not done.stderr


@pytest.mark.parametrize("closed", ["| head -n 1", "| true", ">&-"])
@pytest.mark.parametrize("form", ["", "--json"])
@pytest.mark.usefixtures("sample")
def test_reports_are_whole_when_nobody_reads_the_screen(form: str, closed: str) -> None:
    """The status is the verdict's where files were asked for, else 0: never a false 1."""
    call = f"{sys.executable} -c 'from postcheck.cli.main import main; main()'"
    check = f"{call} {' '.join(CHECK)} {form}"
    wanted = f"{check} --html r.html --docx r.docx {closed}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", wanted], capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.decode("utf-8") == "已写 r.html\n已写 r.docx\n"
    page = Path("r.html").read_text(encoding="utf-8")
    assert all(name in page for name in ("good", "padded", "over-quoted", "republished"))
    assert Path("r.docx").stat().st_size > 5000
    if closed != ">&-":
        bare = f"{check} {closed}; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", bare], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.usefixtures("folder")
def test_a_comparison_is_whole_when_nobody_reads_the_screen() -> None:
    Path("a.txt").write_text("渡口的雨总是先落在对岸。\n" * 2000, encoding="utf-8")
    call = f"{sys.executable} -c 'from postcheck.cli.main import main; main()'"
    wanted = f"{call} compare a.txt a.txt --html r.html | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", wanted], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "渡口的雨" in Path("r.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("folder")
def test_a_full_disk_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from postcheck.cli.main import main; main()", "rules", "list"],
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.decode("utf-8").startswith("错误：磁盘满了")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.usefixtures("folder")
def test_a_defect_is_one_line_and_no_verdict() -> None:
    """An error nobody thought of must not look like status 1, a post that fails."""
    program = (
        "import postcheck.cli.main as m\n"
        "def broken(words): raise ZeroDivisionError('x')\n"
        "m.run = broken\n"
        "m.main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.decode("utf-8").startswith("错误：程序出错（ZeroDivisionError: x，")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.usefixtures("sample")
def test_colour_on_a_terminal_and_none_with_no_color() -> None:
    assert "\x1b[" in on_a_terminal(*CHECK)
    assert "\x1b[" not in on_a_terminal(*CHECK, NO_COLOR="1")


def on_a_terminal(*words: str, **env: str) -> str:
    """What the program writes to a pseudo-terminal of 80 columns."""
    import pty

    main, side = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **env}
    if "NO_COLOR" not in env:
        settings.pop("NO_COLOR", None)
    with subprocess.Popen(
        [sys.executable, "-c", "from postcheck.cli.main import main; main()", *words],
        stdout=side, env=settings,
    ):  # fmt: skip
        os.close(side)
        pieces = []
        while True:
            try:
                piece = os.read(main, 65536)
            except OSError:  # the other side is closed
                break
            if not piece:
                break
            pieces.append(piece)
    os.close(main)
    return b"".join(pieces).decode("utf-8")
