"""Every number of RULES.md is named by a test here or in tests/replays, and no other is."""

import ast
import re
from pathlib import Path

from domain import table

TESTS = Path(__file__).parents[2]
NUMBERED = re.compile(r"^\*\*\[([ABC]\d+)\]", re.MULTILINE)
CITED = re.compile(r"\[([A-C]\d+(?:, [A-C]\d+)*)\]")


def sentences() -> set[str]:
    return set(NUMBERED.findall(Path(table.__path__[0], "RULES.md").read_text("utf-8")))


def named() -> set[str]:
    found = set()
    for folder in ("domain/table", "replays"):
        for path in (TESTS / folder).glob("test_*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    found.update(re.findall(r"^test_([abc]\d+)_", node.name))
    return {number.upper() for number in found}


def test_every_sentence_is_named_by_a_test() -> None:
    assert sentences() == {
        *(f"A{number}" for number in range(1, 12)),
        *(f"B{number}" for number in range(1, 8)),
        *(f"C{number}" for number in range(1, 11)),
    }
    assert named() == sentences()


def test_every_sentence_that_code_cites_exists() -> None:
    root = Path(table.__path__[0])
    for path in (*root.rglob("*.py"), *(root.parents[1] / "replays").glob("*.py")):
        cited = {one for many in CITED.findall(path.read_text("utf-8")) for one in many.split(", ")}
        assert cited <= sentences(), path.name
