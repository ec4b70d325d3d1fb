"""A player's pit: the cage, the lorries, the private storage and the outstanding orders.

Mining changes nothing else, so a trip is tried on a copy of the pit before it is recorded.
"""

from msgspec import Struct

SpotCubes = tuple[str, ...]


class Pit(Struct):
    level: int
    cage: dict[str, int]
    storage: dict[str, int]
    lorries: dict[str, str | None]
    """The cube on each lorry."""
    outstanding: dict[str, list[SpotCubes]]
    """The cubes on each spot of each outstanding order."""

    def copy(self) -> "Pit":
        return Pit(
            self.level,
            dict(self.cage),
            dict(self.storage),
            dict(self.lorries),
            {order: list(spots) for order, spots in self.outstanding.items()},
        )

    def load(self, lorry: str, color: str) -> None:
        self.lorries[lorry] = None
        self.cage[color] += 1

    def place(self, store: dict[str, int], color: str, order: str, spot: int) -> None:
        store[color] -= 1
        self.outstanding[order][spot] += (color,)

    def store(self, color: str) -> None:
        self.cage[color] -= 1
        self.storage[color] += 1

    def cubes_in_cage(self) -> int:
        return sum(self.cage.values())

    def cubes(self) -> list[str]:
        """Every cube in the pit, orders included."""
        found = [cube for cube in self.lorries.values() if cube]
        for store in (self.cage, self.storage):
            found += [color for color, count in store.items() for _ in range(count)]
        for spots in self.outstanding.values():
            found += [cube for spot in spots for cube in spot]
        return found


def is_filled(printed: str, cubes: SpotCubes, substitute: int) -> bool:
    """One cube of the spot's own color fills it, or as many of any color as a substitute takes."""
    return cubes[:1] == (printed,) or len(cubes) >= substitute
