"""Every numbered vector of section 14, and every ruling of section 13, is named by a test."""

import ast
from pathlib import Path

VECTORS = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 24, 25, 26, 27, 28),
    *(30, 31, 32, 34, 36),
)
RULINGS = range(1, 34)


def named() -> set[str]:
    """What the `rulebook` marks of this folder's tests name."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(
                    mark.args[1].value
                    for mark in node.decorator_list
                    if isinstance(mark, ast.Call)
                    and ast.unparse(mark.func) == "pytest.mark.rulebook"
                    and isinstance(mark.args[1], ast.Constant)
                    and isinstance(mark.args[1].value, str)
                )
    return found


def test_every_vector_and_every_ruling_is_named_by_a_test() -> None:
    expected = {
        *(f"no. {number}" for number in VECTORS),
        *(f"13 R-{number:02}" for number in RULINGS),
    }
    assert expected - named() == set()


def test_no_test_names_a_vector_or_a_ruling_that_does_not_exist() -> None:
    assert {where for where in named() if where.startswith("no. ")} == {
        f"no. {number}" for number in VECTORS
    }
    assert {where for where in named() if where.startswith("13 ")} == {
        f"13 R-{number:02}" for number in RULINGS
    }
