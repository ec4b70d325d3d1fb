"""What a catalog means to the greedy player, found out once for each catalog that is played on."""

from functools import lru_cache

from domain.gluck_auf.catalog import Element, GluckAufCatalog, Order


class CatalogFacts:
    def __init__(self, catalog: GluckAufCatalog) -> None:
        self.catalog = catalog
        self.colors = tuple(catalog.colors)
        self.levels = tuple(color.level for color in catalog.colors.values())
        self.numbers = {color: number for number, color in enumerate(self.colors)}
        self.surface = catalog.constants.surface_level
        self.cage_capacity = catalog.constants.cage_capacity
        self.substitute = catalog.constants.substitute_cubes_per_spot
        self.order_elements = {id_: self._elements(order) for id_, order in catalog.orders.items()}
        """The elements for which a delivered order counts, and with how many spots."""
        self.empty_elements = {color: self._empty_elements(color) for color in self.colors}
        self.lorry_elements = {
            id_: [element.id for element in self.empty_elements[lorry.color]]
            for id_, lorry in catalog.lorries.items()
        }
        self.lorry_price = self._lorry_prices()
        """Marks for each color."""

    def _elements(self, order: Order) -> list[tuple[Element, int]]:
        found = []
        for element in self.catalog.elements.values():
            if element.group == "coal" and element.key in order.spots:
                found.append((element, order.spots.count(element.key)))
            elif element.group == "vehicle" and element.key == order.vehicle:
                found.append((element, len(order.spots)))
        return found

    def _empty_elements(self, color: str) -> list[Element]:
        elements = self.catalog.elements.values()
        return [e for e in elements if e.group == "empty" and e.key == color]

    def _lorry_prices(self) -> dict[str, float]:
        """The cheapest of the color; a color that no tile has is as dear as any."""
        prices: dict[str, list[float]] = {color: [] for color in self.colors}
        for tile in self.catalog.tiles.values():
            prices[tile.color].append(tile.price / max(1, tile.lorries))
        dearest = max((price for known in prices.values() for price in known), default=0.0)
        return {color: min(known, default=dearest) for color, known in prices.items()}


@lru_cache(maxsize=16)
def facts_of(catalog: GluckAufCatalog) -> CatalogFacts:
    return CatalogFacts(catalog)
