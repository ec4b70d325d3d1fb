"""What code, refusals, catalogs and tests cite of a rules document is there, under that name."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.registry import GAMES
from services.api.http.links import rule_link
from services.web.rules_document import rules_document

ROOT = Path(__file__).parents[2]
NUMBER = r"\d+(?:\.\d+)*"
SECTIONS = re.compile(rf"\bsections? ({NUMBER}(?:(?:,? and |,? to |, ){NUMBER})*)", re.IGNORECASE)
DOTTED = re.compile(r"(?<![\w.])\d+\.\d+(?:\.\d+)*(?![\w%])")
LABEL = re.compile(r"\b(?:R-?|TV-|V-|I)\d+\b")


def cited(text: str) -> set[str]:
    """Sections by their number, rulings, vectors and invariants by their label."""
    numbers = {number for found in SECTIONS.findall(text) for number in re.findall(NUMBER, found)}
    return numbers | set(DOTTED.findall(text)) | set(LABEL.findall(text))


def explained(path: Path) -> Iterator[str]:
    """The docstrings and comments of a module."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield " ".join((ast.get_docstring(node) or "").split())
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def sources(room: str, game: str) -> list[Path]:
    return sorted((ROOT / room / game.replace("-", "_")).rglob("*.py"))


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


@cache
def marks() -> list[tuple[str, str]]:
    """What the `rulebook` marks of all tests name: a game, and where in its document."""
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    return [
        (ast.literal_eval(node.args[0]), ast.literal_eval(node.args[1]))
        for source in sources
        if "mark.rulebook(" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rulebook"
    ]


def marked(game: str) -> set[str]:
    """A mark begins with an anchor, like `15.1.5` or `R-05`; words may follow."""
    return {where.split()[0] for of, where in marks() if of == game.replace("-", "_")}


def numbered(game: str, title: str) -> set[str]:
    """The anchors within a section, except of what says of itself that it is no rule."""
    sections = re.split(r"(?=<h2 )", rules_document(game).article)
    [section] = [one for one in sections if re.match(rf"<h2[^>]*>(<a[^>]*>)?\d+\. {title}", one)]
    parts = re.findall(r'<(?:p|li|tr) id="([^"]+)">(.*?)</(?:p|li|tr)>', section, re.DOTALL)
    return {anchor for anchor, text in parts if "Not a rule." not in text}


def test_citations_are_found() -> None:
    assert cited("a look (sections 5.3, 5.8), rules, section 6; storing is 6.3") == {
        *("5.3", "5.8", "6", "6.3")
    }
    assert cited("sections 9 to 11 and 21 (R-27 and 15.5), R31, I1, TV-04; 4 of 5") == {
        *("9", "11", "21", "R-27", "15.5", "R31", "I1", "TV-04")
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_code_cites_exists(game: str) -> None:
    paths = sources("domain", game)
    wrong = {
        path.name: missing
        for path in paths
        if (missing := set().union(*map(cited, explained(path))) - rules_document(game).anchors)
    }
    assert wrong == {}
    assert len([path for path in paths if any(map(cited, explained(path)))]) > 15


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_a_refusal_cites_exists(game: str) -> None:
    anchors = rules_document(game).anchors
    for code, refusal in GAMES[game].refusals.items():
        assert cited(f"section {refusal.section}") <= anchors, code
        assert rule_link(game, refusal.section).partition("#")[2] in anchors, code


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_the_catalog_cites_exists(game: str) -> None:
    for text in strings(GAMES[game].catalog.named):
        said = {number for found in SECTIONS.findall(text) for number in re.findall(NUMBER, found)}
        assert said | set(re.findall(r"\bT?[RV]-\d+\b", text)) <= rules_document(game).anchors, text


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_a_test_is_marked_with_exists(game: str) -> None:
    assert marked(game) - rules_document(game).anchors == set()


@pytest.mark.parametrize("title", ["Test vectors", "Rulings"])
@pytest.mark.parametrize("game", GAMES)
def test_every_vector_and_every_ruling_is_named_by_a_test(game: str, title: str) -> None:
    expected = numbered(game, title)
    assert len(expected) > 25
    assert expected - marked(game) == set()
