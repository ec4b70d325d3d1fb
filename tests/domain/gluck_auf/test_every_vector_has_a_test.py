"""Every numbered vector of section 15, and every ruling of section 12, is named by a test."""

import ast
from pathlib import Path

BY_THE_RULEBOOKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14)
DERIVED = (
    *(16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31, 32, 33, 34, 36, 37, 39),
    *(40, 41, 42, 43, 44, 46),
)
NOT_A_RULE = {33, 34}
RULINGS = tuple(number for number in range(1, 36) if number not in NOT_A_RULE)


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
        *(f"15.1 no. {number}" for number in BY_THE_RULEBOOKS),
        *(f"15.2 no. {number}" for number in DERIVED),
        *(f"12 R{number}" for number in RULINGS),
    }
    assert expected - named() == set()


def test_no_test_names_a_vector_that_does_not_exist() -> None:
    vectors = {where for where in named() if where.startswith("15")}
    assert vectors == {
        *(f"15.1 no. {number}" for number in BY_THE_RULEBOOKS),
        *(f"15.2 no. {number}" for number in DERIVED),
    }
