"""Draws a moment: the viewer's own boards, run without a browser, and made a PNG if one is wanted.

It runs in a confined process (`made.py` starts it): the boards believe what they are given, and
fonts and images are code of others.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

import msgspec
import quickjs
import resvg_py
from msgspec import Struct

from domain.kernel.texts import LANGUAGES, Language
from domain.registry import GAMES
from services.web.picture.linking import linked
from services.web.static_files import FILES

Format: TypeAlias = Literal["svg", "png"]
WIDTH = 1600
"""Pixels; it is 840 high then."""
FAMILY = "Source Sans Pro"
WEIGHTS = ("Regular", "Semibold", "Bold")
MEMORY = 128 * 1024**2
"""Bytes for the boards; a picture takes a tenth of it."""
STACK = 1024**2
DRAW = "picture/draw.js"


class Facts(Struct, frozen=True):
    """A moment as somebody sees it."""

    game: str
    language: Language
    at: str
    sentence: str
    view: Any
    before: Any
    """The view that changes are seen against."""
    catalog: Any


def drawn(facts: bytes, kind: Format, width: int = WIDTH) -> bytes:
    """`facts` as JSON."""
    text = svg_text(facts)
    return png(text, width) if kind == "png" else text.encode()


def svg_text(facts: bytes) -> str:
    wanted = msgspec.json.decode(facts, type=Facts)
    engine = quickjs.Context()
    engine.set_memory_limit(MEMORY)
    engine.set_max_stack_size(STACK)
    engine.eval(_script(wanted.game, wanted.language))
    engine.set("sheets", engine.parse_json(_sheets(wanted.game)))
    engine.set("facts", engine.parse_json(facts.decode()))
    # As JSON, because a text that the engine keeps in pieces cannot be handed over.
    text = engine.eval(f'JSON.stringify(modules["{DRAW}"].draw(board, words, sheets, facts))')
    return msgspec.json.decode(str(text), type=str)


def png(svg: str, width: int = WIDTH) -> bytes:
    """With letters of our own: a server need not have any, and all of them draw the same."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=_is_common(svg),
            font_files=_fonts(),
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def _is_common(text: str) -> bool:
    """Whether our letters have it all; else those of the system may, but they take long to load."""
    return all(letter < "\u0530" or "\u2010" <= letter < "\u2400" for letter in text)


@cache
def _fonts() -> list[str]:
    folder = files("font_source_sans_pro").joinpath("files")
    return [str(folder.joinpath(f"{FAMILY.replace(' ', '')}-{weight}.ttf")) for weight in WEIGHTS]


@cache
def _script(game: str, language: Language) -> str:
    board, folder = f"boards/{game}.js", game.replace("-", "_")
    spoken = ["words/en.js", f"words/{language}.js", f"boards/{folder}/words/{language}.js"]
    script = linked(FILES, [DRAW, board, *spoken])
    words = ", ".join(f'...Object.values(modules["{name}"])[0]' for name in spoken)
    return f'{script}\nconst {{ board }} = modules["{board}"];\nconst words = {{ {words} }};'


@cache
def _sheets(game: str) -> str:
    names = (
        "style.css",
        "board.css",
        f"boards/{game.replace('-', '_')}.css",
        "picture/picture.css",
    )
    return msgspec.json.encode([FILES[name].decode() for name in names]).decode()


def _prepare(games: Mapping[str, Any]) -> None:
    """Before a process is forked off for each picture, so that none of them does it again."""
    for game in games:
        _sheets(game)
        for language in LANGUAGES:
            _script(game, language)


_prepare(GAMES)
