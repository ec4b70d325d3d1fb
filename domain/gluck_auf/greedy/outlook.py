"""What one seat can tell of the game from its view: time left, majorities, balance, Marks.

Everything is measured in VP that the seat may expect at the end of the game.
"""

from collections import Counter
from collections.abc import Iterable
from math import exp

from domain.gluck_auf.catalog import Element, GluckAufCatalog, Order
from domain.gluck_auf.greedy.catalog_facts import facts_of
from domain.gluck_auf.view import PlayerView, View

RIVALS_OUTSTANDING = 0.4
"""How much an outstanding order of somebody else counts as if it were delivered."""
GROWTH = 0.7
"""Spots that everybody will deliver for each element in a shift."""
LORRY_EMPTIED = 0.8
"""How likely a lorry is emptied when there is time enough for it."""
WORKERS_TO_EMPTY = 4.0
"""With this many workers left there is time enough."""
CLOSE_RACE, OPEN_RACE = 0.5, 1.2
"""By how many spots or lorries a majority may still shift, at the end and at the start."""
MARK_IN_USE = 0.6
"""VP of a Mark for which there is still a tile to buy, over what it brings at the end."""
MARKS_OF_USE = 16.0
"""Marks beyond about this many find no tile to buy before long."""
LAST_PURCHASES = 0.3
"""The share of the game before whose end Marks lose their use."""
BALANCE_LATER = 0.6
"""How much less an imbalance matters at the start, when other tiles are still to come."""


class Outlook:
    def __init__(self, view: View, catalog: GluckAufCatalog) -> None:
        assert view.seat is not None, "a bot plays for a seat"
        self.view, self.catalog, self.facts = view, catalog, facts_of(catalog)
        self.me = view.players[view.seat]
        self.rivals = [player for player in view.players if player.seat != view.seat]
        self.shift = max(1, view.period)
        setup, shifts = catalog.setups[len(view.players)], catalog.constants.shifts
        self.workers = self.me.workers
        self.workers_in_all = self.workers + (shifts - self.shift) * setup.workers_per_player
        self.time_left = self.workers_in_all / (shifts * setup.workers_per_player)
        self._shift_left = self.workers / setup.workers_per_player
        self.last_shift = self.shift == shifts
        self._second_place = setup.second_place_scored
        self._second_points = view.options["second_place_points"]
        self._spread = CLOSE_RACE + OPEN_RACE * self.time_left
        self._expected: dict[tuple[str, float], float] = {}
        self._count_elements()

    def scorings(self, element: Element, *, this_shift: bool = True) -> int:
        """How often the element will still be scored."""
        first = self.shift if this_shift else self.shift + 1
        return sum(after >= first for after in element.scored_after_shifts)

    def majority_gain(self, element: Element, more: float) -> float:
        """VP that a scoring of the element brings more when the seat's count grows by so many."""
        count = self.counts[element.id]
        return self._scoring(element, count + more) - self._scoring(element, count)

    def empty_gain(self, color: str, more: float) -> float:
        """What so many more empty lorries of the color bring in the scorings to come."""
        return sum(
            self.scorings(element) * self.majority_gain(element, more)
            for element in self.facts.empty_elements[color]
        )

    def order_gain(self, order: Order, *, this_shift: bool) -> float:
        """What the order, once delivered, brings in the scorings to come."""
        gain = 0.0
        for element, spots in self.facts.order_elements[order.id]:
            if scorings := self.scorings(element, this_shift=this_shift):
                gain += scorings * self.majority_gain(element, spots)
        return gain

    def this_scoring(self, order: Order) -> float:
        """What the order brings in the scoring of this very shift, if delivered before."""
        return sum(
            self.majority_gain(element, spots)
            for element, spots in self.facts.order_elements[order.id]
            if self.shift in element.scored_after_shifts
        )

    def emptied(self, workers: float | None = None) -> float:
        """How likely a full lorry is empty in the end."""
        left = self.workers_in_all if workers is None else workers
        return LORRY_EMPTIED * min(1.0, max(0.0, left - 1) / WORKERS_TO_EMPTY)

    def marks_worth(self, marks: int) -> float:
        """The first Marks are worth most; all count a little at the end."""
        of_use = MARKS_OF_USE * (1 - exp(-marks / MARKS_OF_USE))
        usable = min(1.0, self.time_left / LAST_PURCHASES)
        return marks / self.catalog.end_game.marks_per_vp + MARK_IN_USE * usable * of_use

    def balance_change(self, side: str) -> float:
        """VP for the balance of light and dark when a tile of this side comes to the pit."""
        sides = [self.catalog.tiles[tile].side for tile in self.me.pit.tiles]
        before = sides.count("light") - sides.count("dark")
        after = before + (1 if side == "light" else -1)
        certainty = 1 - BALANCE_LATER * self.time_left
        vp = self.catalog.end_game.vp_per_tile_of_imbalance
        return certainty * (abs(after) - abs(before)) * vp

    def _scoring(self, element: Element, count: float) -> float:
        """The VP one scoring of the element may be expected to bring with such a count."""
        if count <= 0:
            return 0.0
        known = self._expected.get((element.id, count))
        if known is None:
            known = self._expected[element.id, count] = self._places(element, count)
        return known

    def _places(self, element: Element, count: float) -> float:
        ahead = [
            1 / (1 + exp(-(count - rival + 0.5) / self._spread))
            for rival in self.rival_counts[element.id]
        ]
        first = 1.0
        for chance in ahead:
            first *= chance
        expected = first * element.first
        if self._second_place:
            second = sum(first / chance * (1 - chance) for chance in ahead)
            expected += second * element.second[self._second_points]
        return expected

    def _count_elements(self) -> None:
        average = self._average_unseen_order()
        self.counts = self._counts(self.me, average, 0.0)
        counted = [self._counts(rival, average, RIVALS_OUTSTANDING) for rival in self.rivals]
        elements = self.catalog.elements
        self.rival_counts = {id_: [counts[id_] for counts in counted] for id_ in elements}

    def _counts(
        self, player: PlayerView, average: dict[str, float], outstanding: float
    ) -> dict[str, float]:
        growth, elements = GROWTH * self._shift_left, self.catalog.elements
        counts = {id_: 0.0 if e.group == "empty" else growth for id_, e in elements.items()}
        if player.delivered is None:
            for id_, spots in average.items():
                counts[id_] += player.delivered_count * spots
        self._add_orders(counts, player.delivered or (), 1.0)
        if outstanding:
            self._add_orders(counts, player.pit.outstanding, outstanding)
        emptied, elements_of = self.emptied(), self.facts.lorry_elements
        for lorry, cube in player.pit.lorries.items():
            for id_ in elements_of[lorry]:
                counts[id_] += emptied if cube else 1.0
        return counts

    def _add_orders(self, counts: dict[str, float], orders: Iterable[str], weight: float) -> None:
        elements = self.facts.order_elements
        for id_ in orders:
            for element, spots in elements[id_]:
                counts[element.id] += weight * spots

    def unseen_orders(self) -> list[Order]:
        """In the stack, or face down before somebody else."""
        seen = {space.order for space in self.view.spaces} | set(self.view.display)
        for player in self.view.players:
            seen.update(player.pit.outstanding)
            seen.update(player.delivered or ())
        return [order for order in self.catalog.orders.values() if order.id not in seen]

    def _average_unseen_order(self) -> dict[str, float]:
        unseen = self.unseen_orders()
        total: Counter[str] = Counter()
        elements = self.facts.order_elements
        for order in unseen:
            for element, spots in elements[order.id]:
                total[element.id] += spots
        return {id_: spots / len(unseen) for id_, spots in total.items()}
