"""docs/clauses.md: every clause of the three texts, and what proves it.

`python tests/game/test_clauses.py` writes the page.
"""

import sys
import tomllib
from pathlib import Path

import pytest
import test_fengyun85
import test_more
import test_scenes
import test_wuyue161
import test_ziyou48
from play import PROOFS

MODULES = (test_fengyun85, test_ziyou48, test_wuyue161, test_more)
CLAUSES = tomllib.loads((Path(__file__).parent / "clauses.toml").read_text(encoding="utf-8"))
PAGE = Path(__file__).parents[2] / "docs" / "clauses.md"
HEAD = """\
# 每一条规则由什么证明

由 `python tests/game/test_clauses.py` 生成。三份规则的每一条，自己的话，以及证明它的测试；
帖子的限度由 `tests/test_judge.py` 证明；交给哨子的，程序只记录他的裁定。斜体是 `tests/games` 里的
小场面，写明了所依据的条款。
"""
BY = {"judge": "tests/test_judge.py", "referee": "由哨子定", "outside": "不归程序管"}


def page() -> str:
    assert all(MODULES)
    lines = [HEAD]
    for ruleset, clauses in CLAUSES.items():
        lines += [f"## {ruleset}\n", "| 条款 | 内容 | 证明 |", "|---|---|---|"]
        for clause, about, by in clauses:
            proofs = [f"`{one}`" for one in PROOFS.get((ruleset, clause), [])] or [BY[by]]
            proofs += [
                f"*{one.name}*"
                for one in test_scenes.SCENES
                if one.ruleset == ruleset and clause in one.clauses
            ]
            lines.append(f"| {clause} | {about} | {'<br>'.join(proofs)} |")
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("ruleset", sorted(CLAUSES))
def test_every_clause_of_play_has_a_proof(ruleset: str) -> None:
    missing = [one for one, _, by in CLAUSES[ruleset]
               if by == "play" and (ruleset, one) not in PROOFS]  # fmt: skip
    assert missing == []


def test_every_proof_names_a_clause() -> None:
    known = {(ruleset, one[0]) for ruleset, clauses in CLAUSES.items() for one in clauses}
    assert [one for one in PROOFS if one not in known] == []
    cited = {(one.ruleset, clause) for one in test_scenes.SCENES for clause in one.clauses}
    assert [one for one in cited - known if one[1] != "LEDGER"] == []


def test_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python tests/game/test_clauses.py"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
