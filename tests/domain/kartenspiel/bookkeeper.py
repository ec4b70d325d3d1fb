"""Final scores worked out a second time, from the events of a game alone.

Written from section 11 of the rules and the card ids of section 14; it asks neither the catalog
nor the domain's own scoring.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from domain.kartenspiel.events import (
    Event,
    ObjectiveTaken,
    ShareTaken,
    ShiftMarkerAwarded,
    TrainDispatched,
)

ORDERS = {1: (1, 3), 2: (1, 3), 3: (2, 5), 4: (2, 5), 5: (3, 7), 6: (3, 7), 7: (4, 10)}
"""By the number of an order: the lorries it needs and its VP."""


class Bookkeeper:
    def __init__(self, events: Iterable[Event]) -> None:
        self.trains: dict[int, list[TrainDispatched]] = defaultdict(list)
        self.shares: dict[int, list[str]] = defaultdict(list)
        self.objectives: dict[int, list[str]] = defaultdict(list)
        self.markers: dict[int, list[int]] = defaultdict(list)
        for event in events:
            if isinstance(event, TrainDispatched):
                self.trains[event.seat].append(event)
            elif isinstance(event, ShareTaken):
                self.shares[event.seat].append(event.card)
            elif isinstance(event, ObjectiveTaken):
                self.objectives[event.seat].append(event.card)
            elif isinstance(event, ShiftMarkerAwarded):
                self.markers[event.seat].append(event.marker)

    def categories(self, seat: int) -> tuple[int, int, int, int, int]:
        """Lorries, orders, shares, markers, objectives."""
        numbers = [int(order.split(".")[2]) for order in self._orders(seat)]
        return (
            sum(self._lorry(card) for card in self._lorries(seat)),
            sum(ORDERS[number][1] for number in numbers),
            3 * sum(self._assigned(seat).values()),
            len(self.markers[seat]),
            sum(self._objective(seat, card) for card in self.objectives[seat]),
        )

    def winners(self, seats: int) -> tuple[int, ...]:
        def key(seat: int) -> tuple[int, int]:
            return sum(self.categories(seat)), max(self.markers[seat], default=0)

        best = max(map(key, range(seats)))
        return tuple(seat for seat in range(seats) if key(seat) == best)

    def _orders(self, seat: int) -> list[str]:
        return [train.order for train in self.trains[seat]]

    def _lorries(self, seat: int) -> list[str]:
        return [w.lorry for train in self.trains[seat] for w in train.wagons if w.lorry]

    def _lorry(self, card: str) -> int:
        number = int(card.split(".")[2])
        return 1 if number <= 3 else (2 if number <= 5 else 0)

    def _assigned(self, seat: int) -> Counter[str]:
        owned = Counter(share.split(".")[1] for share in self.shares[seat])
        fulfilled = Counter(order.split(".")[1] for order in self._orders(seat))
        return owned & fulfilled

    def _objective(self, seat: int, card: str) -> int:
        _, kind, *rest = card.split(".")
        if kind == "shift-markers":
            return 3 * (len(self.markers[seat]) // 2)
        if kind == "objectives":
            return len(self.objectives[seat])
        [target] = rest
        if kind == "engine":
            return 2 * sum(train.engine.split(".")[1] == target for train in self.trains[seat])
        if kind == "share":
            return 2 * self._assigned(seat)[target]
        orders = [order for order in self._orders(seat) if order.split(".")[1] == target]
        if kind == "order":
            return 2 * len(orders)
        printed = sum(ORDERS[int(order.split(".")[2])][0] for order in orders)
        return 4 if printed >= 5 else 0
