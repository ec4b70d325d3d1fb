"""What a sheet of paper says, before anybody decides how it looks."""

from typing import TypeAlias

from msgspec import Struct


class Grid(Struct, frozen=True, tag="grid"):
    """A table with a line per row."""

    heads: list[str]
    rows: list[list[str]]
    caption: str = ""
    columns: int = 1
    """Side by side on the paper."""


class Card(Struct, frozen=True, tag="card"):
    """A box to cut out, with a code to the table and lines to fill in by hand."""

    title: str
    subtitle: str
    heads: list[str]
    rows: list[list[str]]
    code: str
    """A QR code as SVG."""
    address: str
    """Where the code leads."""


class Poster(Struct, frozen=True, tag="poster"):
    """A code that can be read from afar."""

    text: str
    code: str
    address: str


class Words(Struct, frozen=True, tag="words"):
    text: str
    is_heading: bool = False


Part: TypeAlias = Grid | Card | Poster | Words


class Sheet(Struct, frozen=True):
    title: str
    subtitle: str
    language: str
    parts: list[Part]
    is_wide: bool = False
    """Whether the paper lies on its side."""

    @property
    def rows(self) -> int:
        return sum(len(part.rows) for part in self.parts if isinstance(part, Grid | Card))
