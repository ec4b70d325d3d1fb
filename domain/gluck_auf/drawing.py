"""The pen: coal, lorries, tiles, orders and players as pieces of a drawn line.

A cube is the first letters of its color's name, as many as tell all colors apart, so that the
board can be read without colors.
"""

from collections.abc import Sequence

from domain.gluck_auf.pit import is_filled
from domain.gluck_auf.view import View
from domain.gluck_auf.words import Speaker
from domain.kernel.catalog import Catalog
from domain.kernel.layout import clip, pad, spaced
from domain.kernel.names import shown
from domain.kernel.texts import Language, Row, Span

NAME_WIDTH = 14


class Pen(Speaker):
    def __init__(self, view: View, language: Language, catalog: Catalog | None) -> None:
        super().__init__(language, [shown(player.name) for player in view.players], catalog)
        self.letters = _telling_apart([self.color(color) for color in self.catalog.colors])
        orders, vehicles = self.catalog.orders.values(), map(self.vehicle, self.catalog.vehicles)
        self.vehicle_width = max(map(len, vehicles), default=0)
        self.spots = max((len(order.spots) for order in orders), default=0)

    def name(self, seat: int, width: int = NAME_WIDTH) -> Span:
        return Span(clip(self.player(seat), width), f"seat{seat}")

    def initials(self, color: str) -> str:
        return self.color(color)[: self.letters].capitalize()

    def coal(self, color: str) -> Span:
        return Span(self.initials(color), color)

    def coals(self, counts: dict[str, int]) -> list[Span]:
        return [self.coal(color) for color, count in counts.items() for _ in range(count)]

    def lorry(self, cube: str | None) -> Span:
        if cube is None:
            return Span(f"[{' ' * self.letters}]", "dim")
        return Span(f"[{self.initials(cube)}]", cube)

    def tile_card(self, tile_id: str) -> Row:
        """Color, one box per lorry, side, price."""
        tile = self.catalog.tiles.get(tile_id)
        if tile is None:
            return [Span(tile_id)]
        widest = max(len(self.color(color)) for color in self.catalog.colors)
        sides = max(len(self(f"board.{side}")) for side in ("light", "dark"))
        lorries = f"[{' ' * self.letters}]" * tile.lorries
        return [
            Span(self.color(tile.color).ljust(widest), tile.color),
            Span(f" {lorries.ljust(2 * self.letters + 4)} "),
            Span(self(f"board.{tile.side}").ljust(sides)),
            Span(" " + self("board.price", number=tile.price)),
        ]

    def order_card(self, order_id: str) -> Row:
        """Vehicle, the color of each spot, VP."""
        order = self.catalog.orders.get(order_id)
        if order is None:
            return [Span(self.order(order_id))]
        spots = spaced(map(self.coal, order.spots))
        return self._order(order.vehicle, spots, self.spots * (self.letters + 1) - 1, order.vp)

    def order_in_work(self, order_id: str, cubes: Sequence[tuple[str, ...]]) -> Row:
        """The same with the state of each spot."""
        order = self.catalog.orders[order_id]
        marks = [self._mark(*spot) for spot in zip(order.spots, cubes, strict=True)]
        spots = spaced(
            Span(self.initials(color) + mark, color)
            for color, mark in zip(order.spots, marks, strict=True)
        )
        row = self._order(order.vehicle, spots, self.spots * (self.letters + 2) - 1, order.vp)
        return [*row, Span(" ✓", "alert")] if set(marks) == {"●"} else row

    def _order(self, vehicle: str, spots: Row, width: int, vp: int) -> Row:
        name = Span(self.vehicle(vehicle).ljust(self.vehicle_width) + " ")
        return [name, *pad(spots, width), Span(" " + self("board.vp", vp=f"{vp:>2}"))]

    def _mark(self, printed: str, cubes: tuple[str, ...]) -> str:
        if not cubes:
            return "○"
        substitute = self.catalog.constants.substitute_cubes_per_spot
        return "●" if is_filled(printed, cubes, substitute) else "◐"


def _telling_apart(names: list[str]) -> int:
    """How many letters it takes until no two names begin alike."""
    longest = max(map(len, names))
    lengths = range(1, longest + 1)
    return next((n for n in lengths if len({name[:n] for name in names}) == len(names)), longest)
