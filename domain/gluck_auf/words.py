"""The speaker: players, spaces, cards and cubes put into the words of one language (section 1)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from domain.gluck_auf.catalog import CATALOG, GluckAufCatalog, Space
from domain.gluck_auf.languages import ORDINALS, PHRASES
from domain.kernel.catalog import Catalog
from domain.kernel.seals import Fact, Sealed
from domain.kernel.texts import Count, Language


class Speaker:
    """Fills the gaps of a language's phrases. Ids that the catalog lacks are said as they are."""

    def __init__(
        self, language: Language, names: Sequence[str] = (), catalog: Catalog | None = None
    ) -> None:
        self.language, self.names = language, names
        self.catalog = catalog if isinstance(catalog, GluckAufCatalog) else CATALOG
        self.phrases = PHRASES[language]

    def __call__(self, phrase: str, **gaps: object) -> str:
        filled = {gap: Count(v) if isinstance(v, int) else v for gap, v in gaps.items()}
        return self.phrases[phrase].format(**filled)

    def gaps(self, event: Fact) -> dict[str, object]:
        """What an event's own fields put into the gaps of its sentence."""
        found: dict[str, object] = {}
        for field in event.__struct_fields__:
            value = getattr(event, field)
            word = GAP_WORDS.get(field)
            if word and value is not None:
                found[field.removesuffix("_id")] = word(self, value)
            elif isinstance(value, int):
                found[field] = value
        return found

    def player(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else self("player", number=seat + 1)

    def players(self, seats: Iterable[int]) -> str:
        *others, last = map(self.player, seats)
        return self("and", others=", ".join(others), last=last) if others else last

    def per_player(self, values: Iterable[object]) -> str:
        return ", ".join(f"{self.player(seat)} {value}" for seat, value in enumerate(values))

    def color(self, color: str) -> str:
        return self.catalog.colors[color].names[self.language]

    def cube(self, color: str | None) -> str:
        return self("none") if color is None else self.color(color)

    def cubes(self, counts: Mapping[str, int]) -> str:
        return ", ".join(f"{count} {self.color(color)}" for color, count in counts.items())

    def vehicle(self, vehicle: str) -> str:
        """Hungarian writes common nouns small inside a phrase; the catalog has them as titles."""
        name = self.catalog.vehicles[vehicle].names[self.language]
        return name.lower() if self.language == "hu" else name

    def element(self, element: str) -> str:
        return self.catalog.elements[element].names[self.language]

    def area(self, kind: str) -> str:
        return self.catalog.space_kinds[kind.removesuffix("_draw")].names[self.language]

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
        ordinal = ORDINALS[self.language].get(level, f"{level}.")
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
        return ": " + "; ".join(map(card, cards)) if cards is not UNSET and cards else ""

    def edition(self, edition: str) -> str:
        return self.phrases.get(f"edition.{edition}", edition)

    def house_rules(self, edition: str, options: Mapping[str, str]) -> list[str]:
        """The options that were set over the edition's own."""
        printed = self.catalog.editions.presets.get(edition, {})
        return [
            self.phrases.get(f"option.{option}.{value}", f"{option}: {value}")
            for option, value in options.items()
            if printed.get(option) != value
        ]


GAP_WORDS: dict[str, Callable[[Speaker, Any], str]] = {
    **dict.fromkeys(
        ("player", "next_player", "first_player", "starting_player", "displaced_player"),
        Speaker.player,
    ),
    "space_id": Speaker.space,
    "tile_id": Speaker.tile,
    "order_id": Speaker.order,
    "color": Speaker.color,
}
