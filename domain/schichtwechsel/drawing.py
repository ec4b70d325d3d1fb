"""The pen: a speaker that also knows how players are drawn."""

from collections.abc import Iterable

from domain.kernel.catalog import Catalog
from domain.kernel.layout import clip, joined
from domain.kernel.names import shown
from domain.kernel.texts import Language, Row, Span
from domain.schichtwechsel.view import View
from domain.schichtwechsel.words import Speaker

NAME_WIDTH = 14


class Pen(Speaker):
    def __init__(self, view: View, language: Language, catalog: Catalog | None) -> None:
        super().__init__(language, [shown(player.name) for player in view.players], catalog)

    def name(self, seat: int) -> Span:
        return Span(clip(self.player(seat), NAME_WIDTH), f"seat{seat}")

    def owners(self, seats: Iterable[int]) -> Row:
        return joined(([self.name(seat)] for seat in seats), ", ")
