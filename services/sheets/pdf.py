"""A sheet as PDF by Typst, with the fonts that it brings: no network, no browser, same bytes."""

from functools import cache
from importlib.resources import files

import msgspec
import typst

from services.sheets.model import Sheet

EPOCH = 0
"""When every PDF was made: the same sheet has the same bytes."""


def pdf(sheet: Sheet) -> bytes:
    return _compiled(sheet)


def picture(sheet: Sheet, dots_per_inch: float = 72) -> bytes:
    """The first page as PNG, to look at."""
    drawn = typst.compile(
        _template(), font_paths=_fonts(), sys_inputs=_inputs(sheet), format="png", ppi=dots_per_inch
    )
    assert drawn is not None, "it was not written to a file"
    return drawn if isinstance(drawn, bytes) else drawn[0]


def _compiled(sheet: Sheet) -> bytes:
    made = typst.compile(
        _template(),
        font_paths=_fonts(),
        sys_inputs=_inputs(sheet),
        format="pdf",
        timestamp=EPOCH,
    )
    assert isinstance(made, bytes), "it was not written to a file"
    return made


def _inputs(sheet: Sheet) -> dict[str, str]:
    return {"sheet": msgspec.json.encode(sheet).decode()}


@cache
def _template() -> bytes:
    return files(__package__).joinpath("sheet.typ").read_bytes()


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)
