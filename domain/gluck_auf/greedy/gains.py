"""What each kind of action gains, in VP: tiles, orders, Marks, deliveries and mining trips."""

from collections.abc import Iterable
from functools import cached_property

from domain.gluck_auf.actions.coal_shortage import Fill
from domain.gluck_auf.catalog import GluckAufCatalog, Tile
from domain.gluck_auf.greedy.commitments import (
    BUYING_WORKERS,
    DELIVERY_WORKERS,
    WORKER,
    WORKERS_PER_MARK,
    Commitment,
    Commitments,
)
from domain.gluck_auf.greedy.mining_plan import MiningPlan, Trip
from domain.gluck_auf.greedy.outlook import Outlook
from domain.gluck_auf.view import View

SPARE = 0.7
"""The share of the work saved by a cube that counts if only a later order may need it."""
CERTAINTY = 0.25
"""The share of an order's prize that is only safe once it is delivered."""
SHARED_DELIVERY = 0.25
"""What is left of a delivery's gain if another order of the vehicle will need one as well."""
PRESSING = 1.3
"""How early in a shift deliveries begin to press."""


class Gains:
    def __init__(self, view: View, catalog: GluckAufCatalog) -> None:
        self._view, self._catalog = view, catalog
        self._outlook = Outlook(view, catalog)
        self._commitments = Commitments(self._outlook)
        self._tiles: dict[tuple[str, int, str, int], float] = {}

    def marks(self, more: int) -> float:
        worth, marks = self._outlook.marks_worth, self._outlook.me.marks
        return worth(max(0, marks + more)) - worth(marks)

    def order(self, order_id: str) -> float:
        return self._commitments.worth_of(self._catalog.orders[order_id])

    def tile(self, tile_id: str) -> float:
        tile = self._catalog.tiles[tile_id]
        kind = (tile.color, tile.lorries, tile.side, tile.price)
        if kind not in self._tiles:
            self._tiles[kind] = self._tile(tile)
        return self._tiles[kind]

    def looked_at_tile(self) -> float:
        """The best of those that may be looked at and paid."""
        seen = {space.tile for space in self._view.spaces}
        for player in self._view.players:
            seen.update(player.pit.tiles)
        unseen = [tile for tile in self._catalog.tiles.values() if tile.id not in seen]
        marks = self._outlook.me.marks
        gains = (self.tile(tile.id) if tile.price <= marks else 0.0 for tile in unseen)
        return _best_of(gains, int(self._catalog.the_space("factory_draw").parameter))

    def looked_at_order(self) -> float:
        gains = (self.order(order.id) for order in self._outlook.unseen_orders())
        return _best_of(gains, int(self._catalog.the_space("new_order_draw").parameter))

    def delivery(self, vehicle: str) -> float:
        """Certainty, the majorities of this shift, and a delivery that need not follow later."""
        of_vehicle = [c for c in self._commitments.all if c.order.vehicle == vehicle]
        complete = [c for c in of_vehicle if c.complete()]
        alone = len(complete) == len(of_vehicle)
        saved = WORKER * DELIVERY_WORKERS * (1.0 if alone else SHARED_DELIVERY)
        return saved + sum(self._delivered(c) for c in complete)

    def trip(self, steps: int) -> Trip:
        """A mining trip of at most so many steps, and what it is worth."""
        return self._mining_plan.within(steps)

    def fill(self, tile: Tile) -> Fill:
        """In a shortage: cubes that orders wait for, else none, else any (section 8.2)."""
        supply = dict(self._view.supply)
        own = min(tile.lorries, supply[tile.color])
        supply[tile.color] -= own
        waiting = dict(self._commitments.shortage)
        fill: list[str | None] = []
        for _ in range(tile.lorries - own):
            left = [color for color, count in supply.items() if count > 0]
            needed = [color for color in left if waiting.get(color, 0) > 0]
            must = self._view.options["shortage_rule"] == "mandatory"
            cube = next(iter(needed or (left if must else [])), None)
            if cube:
                supply[cube] -= 1
                waiting[cube] = waiting.get(cube, 0) - 1
            fill.append(cube)
        return tuple(fill)

    @cached_property
    def _mining_plan(self) -> MiningPlan:
        spaces = self._catalog.spaces_of("mining")
        open_here = [
            int(space.parameter)
            for space in spaces
            if len(self._view.players) in space.open_at_player_counts
        ]
        return MiningPlan(self._outlook, self._commitments, max(open_here))

    def _tile(self, tile: Tile) -> float:
        outlook = self._outlook
        own = min(tile.lorries, self._view.supply[tile.color])
        cubes = sum(self._cube(tile.color, at) for at in range(own))
        lorries = tile.lorries - own + own * outlook.emptied(outlook.workers_in_all - 1)
        empty = outlook.empty_gain(tile.color, lorries)
        return cubes + empty + outlook.balance_change(tile.side) + self.marks(-tile.price)

    def _cube(self, color: str, already: int) -> float:
        saved = WORKER * (
            BUYING_WORKERS + self._outlook.facts.lorry_price[color] * WORKERS_PER_MARK
        )
        at_end = 1 / self._catalog.end_game.cubes_per_vp
        if self._commitments.shortage[color] > already:
            hope = max(c.hope for c in self._commitments.all if color in c.order.spots)
            return max(at_end, saved * hope)
        spare = self._commitments.on_lorries[color] + self._commitments.at_hand[color]
        return max(at_end, SPARE * saved * self._outlook.time_left / (1 + spare))

    def _delivered(self, commitment: Commitment) -> float:
        """The later in the shift, the more of what may be lost is at stake."""
        order = commitment.order
        stake = self._outlook.this_scoring(order)
        if self._outlook.last_shift:
            stake += order.vp - self._catalog.end_game.vp_per_outstanding_order
        return CERTAINTY * commitment.prize + self._pressing() * stake

    def _pressing(self) -> float:
        """Workers that the deliveries take, by workers left in the shift."""
        vehicles = {c.order.vehicle for c in self._commitments.all if c.complete()}
        costs = sum(
            space.cost
            for space in self._view.spaces
            if space.kind == "delivery" and self._catalog.spaces[space.id].parameter in vehicles
        )
        return min(1.0, PRESSING * costs / max(1, self._outlook.workers))


def _best_of(gains: Iterable[float], looks: int) -> float:
    """What the best of some looked-at cards may be expected to gain; none need be kept."""
    ranked = sorted(gains, reverse=True)
    if not ranked:
        return 0.0
    among = min(1.0, looks / len(ranked))
    expected, chance = 0.0, 1.0
    for gain in ranked:
        if gain <= 0:
            break
        expected += chance * among * gain
        chance *= 1 - among
    return expected
