"""Scripts and styles of the pages, each as one file."""

import re
from itertools import product

import pytest

from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES
from services.web import bundles
from services.web.bundles import PAGES, script_of, styles_of
from services.web.shell import STYLES
from services.web.static_files import FILES, ROOT

LATER = re.compile(r'late\("([^"]+)"\)')


def text(address: str) -> str:
    return bundles._script(address.removeprefix(f"{ROOT}/bundles/")).decode()


def test_every_page_with_a_script_is_known() -> None:
    assert {*PAGES} == {*STYLES} - {"unknown"}


def test_pages_work_over_plain_http_where_browsers_have_no_uuids() -> None:
    assert [name for name, file in FILES.items() if b"randomUUID()" in file] == []


def modules(script: str) -> set[str]:
    return {*re.findall(r'^modules\["([^"]+)"\]', script, re.MULTILINE)}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_comes_as_one_script(page: str) -> None:
    for game, language in product(GAMES, LANGUAGES):
        address = script_of(page, game, language)
        assert address.startswith(f"{ROOT}/bundles/"), "a module is written in a way of its own"
        needed = {PAGES[page], "main.js", f"boards/{game}.js", f"words/{language}.js"}
        assert needed <= modules(text(address))


def test_what_is_there_already_is_not_sent_again() -> None:
    address = script_of("game", "gluck-auf", "de")
    script = text(address)
    for later in {*LATER.findall(script)}:
        part = text(f"{address.removesuffix('.js')}/{later}")
        assert not modules(part) & modules(script)


def test_styles_stand_in_their_order() -> None:
    names = ("style.css", "boards/gluck_auf.css")
    joined = bundles._styles(styles_of(names).removeprefix(f"{ROOT}/bundles/"))
    assert joined == b"".join(FILES[name] for name in names)


@pytest.mark.parametrize(
    "path",
    ["game.chess.de.js", "game.xx.js", "nonsense", "game.de/nothing.js", "a+b.css", "../x.css"],
)
def test_what_is_no_part_of_a_page_is_not_there(path: str) -> None:
    with pytest.raises(KeyError):
        bundles._styles(path) if path.endswith(".css") else bundles._script(path)
