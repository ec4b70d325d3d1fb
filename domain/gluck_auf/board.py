"""Glück Auf as text: the game board and every pit, drawn from a view."""

from domain.gluck_auf.view import View
from domain.kernel.catalog import Catalog
from domain.kernel.texts import Language, Row


def draw(view: View, language: Language, catalog: Catalog | None = None) -> list[Row]:
    raise NotImplementedError
