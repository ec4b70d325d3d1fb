"""The speaker: players, spaces, cards and cubes put into the words of one language (section 1)."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import UNSET

from domain.gluck_auf.catalog import CATALOG, GluckAufCatalog, Space
from domain.gluck_auf.components import Color, Element, SpaceKind, Vehicle
from domain.gluck_auf.options import WORDS
from domain.kernel import telling
from domain.kernel.seals import UNKNOWN, Sealed
from domain.kernel.texts import sentences

Named = Color | Element | SpaceKind | Vehicle


class Speaker(telling.Speaker[GluckAufCatalog]):
    """Ids that the catalog lacks are said as they are."""

    built_in = CATALOG
    all_phrases = sentences(__package__, "phrases")

    def per_player(self, values: Iterable[object]) -> str:
        return ", ".join(f"{self.player(seat)} {value}" for seat, value in enumerate(values))

    def _name(self, named: Named | None, otherwise: str) -> str:
        return self.called(named.names if named else None, otherwise)

    def color(self, color: str) -> str:
        return self._name(self.catalog.colors.get(color), color)

    def cube(self, color: str | None) -> str:
        return self("none") if color is None else self.color(color)

    def cubes(self, counts: Mapping[str, int]) -> str:
        return ", ".join(f"{count} {self.color(color)}" for color, count in counts.items())

    def vehicle(self, vehicle: str) -> str:
        """Some languages write common nouns small inside a phrase; the catalog has titles."""
        name = self._name(self.catalog.vehicles.get(vehicle), vehicle)
        return name.lower() if self("vehicle.inside_a_phrase") == "lower case" else name

    def element(self, element: str) -> str:
        return self._name(self.catalog.elements.get(element), element)

    def area(self, kind: str) -> str:
        return self._name(self.catalog.space_kinds.get(kind.removesuffix("_draw")), kind)

    def space(self, space_id: str) -> str:
        space = self.catalog.spaces.get(space_id)
        if space is None:
            return self.phrases.get(f"space.{space_id}", space_id)
        return self(f"space.{space.kind}", kind=self.area(space.kind), **self.parameter(space))

    def parameter(self, space: Space) -> dict[str, object]:
        if space.kind == "delivery":
            return {"vehicle": self.vehicle(str(space.parameter))}
        return {"number": int(space.parameter)}

    def level(self, level: int) -> str:
        color = next((c for c in self.catalog.colors.values() if c.level == level), None)
        if color is None:
            return self("surface")
        ordinal = self.phrases.get(f"ordinal.{level}", f"{level}.")
        return self("level", ordinal=ordinal, color=self.color(color.id))

    def order(self, order_id: str) -> str:
        order = self.catalog.orders.get(order_id)
        if order is None:
            return self("order.unknown", id=order_id)
        spots = ", ".join(map(self.color, order.spots))
        return self("order", vehicle=self.vehicle(order.vehicle), spots=spots, vp=order.vp)

    def tile(self, tile_id: str) -> str:
        tile = self.catalog.tiles.get(tile_id)
        if tile is None:
            return tile_id
        color, side = self.color(tile.color), self(tile.side)
        return self("tile", color=color, lorries=tile.lorries, side=side)

    def orders(self, orders: Iterable[str]) -> str:
        return ", ".join(map(self.order, orders))

    def shown(self, cards: Sealed[tuple[str, ...]], card: Callable[[str], str]) -> str:
        """The cards, for a reader who may see them; else nothing."""
        if cards is UNSET or not cards or UNKNOWN in cards:
            return ""
        return ": " + "; ".join(map(card, cards))

    def edition(self, edition: str) -> str:
        return self.phrases.get(f"edition.{edition}", edition)

    def house_rules(self, edition: str, options: Mapping[str, str]) -> list[str]:
        """The options that were set over the edition's own."""
        printed = self.catalog.editions.presets.get(edition, {})
        return [
            self.phrases.get(f"option.{option}.{value}") or WORDS.told(option, value, self.language)
            for option, value in options.items()
            if printed.get(option) != value
        ]


Speaker.gap_words = {
    **dict.fromkeys(
        ("player", "next_player", "first_player", "starting_player", "displaced_player"),
        Speaker.player,
    ),
    "space_id": Speaker.space,
    "tile_id": Speaker.tile,
    "order_id": Speaker.order,
    "color": Speaker.color,
}
Speaker.gap_names = {field: field.removesuffix("_id") for field in Speaker.gap_words}
