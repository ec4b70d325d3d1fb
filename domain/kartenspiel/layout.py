"""Rows of the board: cells of a width, text at both ends, paragraphs that wrap."""

from textwrap import wrap

from domain.kernel.layout import BOARD_WIDTH, clip
from domain.kernel.texts import Row, Span


def cell(text: str, width: int, role: str = "") -> Span:
    """Exactly this wide."""
    return Span(clip(text, width).ljust(width), role)


def number(text: str, width: int, role: str = "") -> Span:
    return Span(clip(text, width).rjust(width), role)


def paragraph(label: str, text: str, indent: int, width: int) -> list[Row]:
    """A label and its text, which goes on under itself where it is long."""
    lines = wrap(text, BOARD_WIDTH - indent - width, break_long_words=True) or [""]
    first: Row = [Span(" " * indent), cell(label, width, "dim"), Span(lines[0])]
    return [first, *([Span(" " * (indent + width) + line)] for line in lines[1:])]
