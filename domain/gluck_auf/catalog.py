"""Glück Auf's components: `catalogs/` read into types and indexed by id."""

import msgspec
from msgspec import Struct

from domain.gluck_auf.components import Content, Element, Order, Space, Tile
from domain.gluck_auf.consistency import check, check_for_new_games
from domain.kernel.catalog import Catalog, Catalogs, texts_of
from domain.kernel.errors import InvalidSetup


class Lorry(Struct, frozen=True):
    color: str
    level: int


NAMES = texts_of(__package__)


class GluckAufCatalog(Catalog):
    def __init__(self, raw: bytes, *, over: bool = False) -> None:
        super().__init__(raw, NAMES, over=over)
        try:
            content = msgspec.convert(self.named, Content, strict=False)
        except msgspec.ValidationError as error:
            raise InvalidSetup(f"the catalog does not fit Glück Auf: {error}") from error
        check(content)
        self._content = content

        self.constants = content.constants.items
        self.colors = {color.id: color for color in content.colors.items}
        self.vehicles = {vehicle.id: vehicle for vehicle in content.vehicles.items}
        self.space_kinds = {kind.id: kind for kind in content.space_kinds.items}
        self.spaces = {space.id: space for space in content.worker_spaces.items}
        self.setups = content.setup_by_player_count.items
        self.base_lorries = {lorry.id: lorry for lorry in content.base_lorries.items}
        self.orders = {order.id: order for order in content.orders.items}
        self.tiles = {tile.id: tile for tile in content.tiles.items}
        self.elements = {element.id: element for element in content.shift_clock.items}
        self.end_game = content.end_game.items
        self.editions = content.rules_editions
        self.lorries = {
            **{base.id: Lorry(base.color, base.level) for base in self.base_lorries.values()},
            **{
                lorry: Lorry(tile.color, tile.level)
                for tile in self.tiles.values()
                for lorry in tile.lorry_ids()
            },
        }

    def check_for_new_games(self) -> None:
        check_for_new_games(self._content)

    def spaces_of(self, kind: str) -> list[Space]:
        return [space for space in self.spaces.values() if space.kind == kind]

    def the_space(self, kind: str) -> Space:
        [space] = self.spaces_of(kind)
        return space


__all__ = ["CATALOG", "Element", "GluckAufCatalog", "Lorry", "Order", "Space", "Tile"]

CATALOGS = Catalogs(__package__, GluckAufCatalog, NAMES)
CATALOG = CATALOGS.newest
