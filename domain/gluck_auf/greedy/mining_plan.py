"""A mining trip with a plan: the best work steps for every number of steps at once.

A beam search. A leg of the trip is the cage going to a level and loading there, or coming up with
cubes and placing them; each leg is worth something by itself, so that plans with as many steps
can be compared. Only legal steps are ever joined, whatever the options of the game.
"""

from collections.abc import Iterator
from typing import NamedTuple

from domain.gluck_auf.actions.mine import (
    Load,
    MoveCage,
    PlaceFromCage,
    PlaceFromStorage,
    Step,
    Store,
)
from domain.gluck_auf.greedy.commitments import Commitments
from domain.gluck_auf.greedy.outlook import Outlook
from domain.gluck_auf.greedy.spots import Spot, open_spots

BEAM = 6
"""How many plans with as many steps are followed further."""
LOADED = 0.45
"""The share of a spot's worth that is earned when its cube is loaded, before it is placed."""
STORED = 0.06
"""VP of the room that a stored cube leaves in the cage."""
SUBSTITUTES = 1.0
"""VP that the two cubes of a substitute would be worth elsewhere."""
LEFT_OVER = 0.05
"""What is worth less is no reason for a leg."""
BEGUN = 0.08
"""VP of a cage that stands where the next trip will begin."""

Counts = tuple[int, ...]
"""One number for each color."""


class Trip(NamedTuple):
    worth: float
    steps: tuple[Step, ...]
    level: int
    cage: Counts
    storage: Counts
    loaded: Counts
    """How many lorries of each level were emptied, the most useful first."""
    filled: Counts
    """How many empty spots of each color were filled, the worthiest first."""
    halves: int
    """How many half spots were filled."""


class MiningPlan:
    def __init__(self, outlook: Outlook, commitments: Commitments, most_steps: int) -> None:
        self._outlook = outlook
        self._facts = outlook.facts
        self._colors, self._levels = self._facts.colors, self._facts.levels
        self._free_storage = outlook.view.options["storage_rule"] == "free"
        self._spots, self._half_spots = open_spots(outlook, commitments)
        self._lorries = self._full_lorries()
        self._best = self._search(most_steps)

    def within(self, steps: int) -> Trip:
        """The best trip with at most so many steps."""
        trip = max(self._best[: steps + 1], key=lambda trip: trip.worth)
        return self._for_next_time(trip, steps)

    def _search(self, most_steps: int) -> list[Trip]:
        pit = self._outlook.me.pit
        nothing = (0,) * len(self._colors)
        cage = tuple(pit.cage[color] for color in self._colors)
        storage = tuple(pit.storage[color] for color in self._colors)
        stay = Trip(0.0, (), pit.level, cage, storage, nothing, nothing, 0)
        layers: list[dict[object, Trip]] = [{} for _ in range(most_steps + 1)]
        layers[0][()] = stay
        best = [stay] * (most_steps + 1)
        for used, layer in enumerate(layers):
            trips = sorted(layer.values(), key=lambda trip: -trip.worth)[:BEAM]
            if trips:
                best[used] = trips[0]
            for trip in trips:
                for longer in self._longer(trip, most_steps - used):
                    same = layers[len(longer.steps)]
                    if (key := longer[2:]) not in same or same[key].worth < longer.worth:
                        same[key] = longer
        return best

    def _longer(self, trip: Trip, left: int) -> Iterator[Trip]:
        if not left:
            return
        for number in range(len(self._colors)):
            yield from self._load(trip, number, left)
        if any(trip.storage):
            yield from self._place(trip, left, trip.storage, PlaceFromStorage)
        if any(trip.cage):
            up = trip
            if trip.level != self._facts.surface:
                up = trip._replace(
                    level=self._facts.surface, steps=(*trip.steps, MoveCage(self._facts.surface))
                )
                left -= 1
            if left:
                yield from self._place(up, left, trip.cage, PlaceFromCage)
                yield from self._store(up)

    def _load(self, trip: Trip, number: int, left: int) -> Iterator[Trip]:
        """To the level of the color and one, two ... cubes from there."""
        first = trip.loaded[number]
        lorries = self._lorries[number][first:]
        away = trip.level != self._levels[number]
        most = min(len(lorries), self._facts.cage_capacity - sum(trip.cage), left - away)
        steps = (*trip.steps, MoveCage(self._levels[number])) if away else trip.steps
        cage, worth = trip.cage, trip.worth
        for taken, (lorry, cube, emptied) in enumerate(lorries[: max(0, most)], 1):
            gain = emptied + LOADED * self._needed(trip, cage, cube)
            if gain < LEFT_OVER:
                return
            worth += gain
            steps = (*steps, lorry)
            cage = _plus(cage, cube, 1)
            yield trip._replace(
                worth=worth,
                steps=steps,
                level=self._levels[number],
                cage=cage,
                loaded=_plus(trip.loaded, number, taken),
            )

    def _needed(self, trip: Trip, cage: Counts, cube: int) -> float:
        """The worth of the spot that one more cube of this color would go to."""
        waiting = trip.filled[cube] + cage[cube] + trip.storage[cube]
        spots = self._spots[cube]
        return spots[waiting].worth if waiting < len(spots) else 0.0

    def _place(
        self,
        trip: Trip,
        left: int,
        store: Counts,
        place: type[PlaceFromCage] | type[PlaceFromStorage],
    ) -> Iterator[Trip]:
        """The worthiest spot that a cube of the store fits, and what surplus cubes can do."""
        best: Spot | None = None
        for color, count in enumerate(store):
            if count and trip.filled[color] < len(self._spots[color]):
                spot = self._spots[color][trip.filled[color]]
                if best is None or spot.worth > best.worth:
                    best, number = spot, color
        if best:
            placed = trip._replace(
                worth=trip.worth + (1 - LOADED) * best.worth,
                steps=(*trip.steps, place(self._colors[number], best.order, best.at)),
                filled=_plus(trip.filled, number, 1),
            )
            yield _spend(placed, place, number)
        yield from self._use_surplus(trip, left, store, place)

    def _use_surplus(
        self,
        trip: Trip,
        left: int,
        store: Counts,
        place: type[PlaceFromCage] | type[PlaceFromStorage],
    ) -> Iterator[Trip]:
        surplus = [
            color
            for color, count in enumerate(store)
            for _ in range(min(count, self._surplus(trip, color)))
        ]
        if surplus and trip.halves < len(self._half_spots):
            spot = self._half_spots[trip.halves]
            filled = trip._replace(
                worth=trip.worth + spot.worth,
                steps=(*trip.steps, place(self._colors[surplus[0]], spot.order, spot.at)),
                halves=trip.halves + 1,
            )
            yield _spend(filled, place, surplus[0])
        pair = surplus[: self._facts.substitute]
        if left >= len(pair) == self._facts.substitute:
            yield from self._substitute(trip, pair, place)

    def _substitute(
        self, trip: Trip, pair: list[int], place: type[PlaceFromCage] | type[PlaceFromStorage]
    ) -> Iterator[Trip]:
        """Both cubes at once, and only where they complete an order."""
        for color, spots in enumerate(self._spots):
            if color in pair or trip.filled[color] >= len(spots):
                continue
            spot = spots[trip.filled[color]]
            if spot.completing > SUBSTITUTES and not self._covered(trip, color):
                placing = (place(self._colors[cube], spot.order, spot.at) for cube in pair)
                placed = trip._replace(
                    worth=trip.worth + spot.completing - SUBSTITUTES,
                    steps=(*trip.steps, *placing),
                    filled=_plus(trip.filled, color, 1),
                )
                for cube in pair:
                    placed = _spend(placed, place, cube)
                yield placed

    def _covered(self, trip: Trip, color: int) -> bool:
        return bool(trip.cage[color] or trip.storage[color])

    def _surplus(self, trip: Trip, color: int) -> int:
        """Cubes at hand beyond the spots of their color."""
        open_spots = len(self._spots[color]) - trip.filled[color]
        return max(0, trip.cage[color] + trip.storage[color] - open_spots)

    def _store(self, trip: Trip) -> Iterator[Trip]:
        """Section 6.3: only without an empty spot of the color, unless storing is free."""
        for color, count in enumerate(trip.cage):
            no_spot = trip.filled[color] == len(self._spots[color])
            if count and self._surplus(trip, color) and (no_spot or self._free_storage):
                yield trip._replace(
                    worth=trip.worth + STORED,
                    steps=(*trip.steps, Store(self._colors[color])),
                    cage=_plus(trip.cage, color, -1),
                    storage=_plus(trip.storage, color, 1),
                )
                return

    def _for_next_time(self, trip: Trip, steps: int) -> Trip:
        """A step left over takes the cage where the next trip will begin."""
        if len(trip.steps) >= steps or not trip.steps:
            return trip
        room = self._facts.cage_capacity - sum(trip.cage)
        begin = [
            (emptied + self._needed(trip, trip.cage, cube), self._levels[number])
            for number, lorries in enumerate(self._lorries)
            for _, cube, emptied in lorries[trip.loaded[number] :][:1]
        ]
        level = max(begin)[1] if begin and room else self._facts.surface
        if level == trip.level:
            return trip
        return trip._replace(
            worth=trip.worth + BEGUN, steps=(*trip.steps, MoveCage(level)), level=level
        )

    def _full_lorries(self) -> list[list[tuple[Load, int, float]]]:
        """For each level its full lorries, the needed cubes first, and what emptying brings."""
        levels: list[list[tuple[Load, int]]] = [[] for _ in self._colors]
        for lorry, cube in self._outlook.me.pit.lorries.items():
            if cube:
                number = self._facts.numbers[self._facts.catalog.lorries[lorry].color]
                levels[number].append((Load(lorry), self._facts.numbers[cube]))
        return [
            [
                (load, cube, self._emptying(number, taken))
                for taken, (load, cube) in enumerate(
                    sorted(level, key=lambda lorry: not self._spots[lorry[1]])
                )
            ]
            for number, level in enumerate(levels)
        ]

    def _emptying(self, number: int, taken: int) -> float:
        """What one more empty lorry of the color is worth, over the chance it has anyway."""
        color = self._colors[number]
        surely = 1 - self._outlook.emptied(self._outlook.workers_in_all - 1)
        gain = self._outlook.empty_gain
        return gain(color, surely * (taken + 1)) - gain(color, surely * taken)


def _spend(trip: Trip, place: type[PlaceFromCage] | type[PlaceFromStorage], color: int) -> Trip:
    if place is PlaceFromCage:
        return trip._replace(cage=_plus(trip.cage, color, -1))
    return trip._replace(storage=_plus(trip.storage, color, -1))


def _plus(counts: Counts, number: int, more: int) -> Counts:
    changed = list(counts)
    changed[number] += more
    return tuple(changed)
