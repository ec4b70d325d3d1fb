"""The outstanding orders: what is missing, the work still in them, and the hope to deliver them."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from domain.gluck_auf.catalog import Order
from domain.gluck_auf.greedy.outlook import Outlook
from domain.gluck_auf.pit import SpotCubes, is_filled

WORKER = 2.8
"""VP that a worker earns on average: what it costs to use one."""
STEPS_PER_WORKER = 7.0
"""Work steps of a mining action, and of one more worker for a dear space, on average."""
PLACING_STEPS, LOADING_STEPS = 0.85, 1.7
"""Steps for a cube, each with its share of the ways of the cage."""
BUYING_WORKERS = 0.35
"""Workers for a cube that lies on no lorry yet: tiles have one or two lorries."""
WORKERS_PER_MARK = 0.2
DELIVERY_WORKERS = 0.8
"""An order often shares its delivery with another of its vehicle."""
NO_HOPE, FULL_HOPE, HOPE_FOR_MORE = 0.75, 1.25, 3.5
"""Workers left, by the effort of all orders: so few leave no hope, so many hope for all of them,
and only very many for one order more."""
CROWDED = 0.08
"""How much each order that is not complete yet takes from the wish for another."""


class Commitment(Struct):
    """An order, held or thought of, and what is still to be done for it."""

    order: Order
    empty: list[int]
    """Spots without a cube."""
    half: list[int]
    """Spots with the first cube of a substitute."""
    prize: float = 0.0
    effort: float = 0.0
    """Workers it still takes."""
    hope: float = 1.0
    """How likely the workers left suffice for it."""
    uncovered: int = 0
    """Empty spots for which the pit has no cube."""

    def complete(self) -> bool:
        return not self.empty and not self.half


class Commitments:
    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        pit = outlook.me.pit
        self.at_hand = Counter(pit.cage) + Counter(pit.storage)
        self.on_lorries = Counter(cube for cube in pit.lorries.values() if cube)
        self.shortage: Counter[str] = Counter()
        """Cubes that outstanding orders need and the pit lacks."""
        self.effort = 0.0
        held = [self._held(order, spots) for order, spots in pit.outstanding.items()]
        self.all = sorted(held, key=self._promise, reverse=True)
        for commitment in self.all:
            self._commit(commitment)

    def worth_of(self, order: Order) -> float:
        """VP that one more order promises, with what the others leave of the cubes."""
        thought_of = Commitment(order, list(range(len(order.spots))), [])
        self._estimate(thought_of, Counter(self.at_hand), Counter(self.on_lorries))
        thought_of.hope = self._hope(self.effort + thought_of.effort + 1, HOPE_FOR_MORE)
        gained = thought_of.hope * (thought_of.prize - WORKER * thought_of.effort)
        if gained > 0:
            gained /= 1 + CROWDED * sum(not held.complete() for held in self.all)
        left_over = self.outlook.catalog.end_game.vp_per_outstanding_order
        return gained + (1 - thought_of.hope) * left_over

    def _held(self, order_id: str, cubes: Sequence[SpotCubes]) -> Commitment:
        order = self.outlook.catalog.orders[order_id]
        substitute = self.outlook.facts.substitute
        unfilled = [
            at
            for at, printed in enumerate(order.spots)
            if not is_filled(printed, cubes[at], substitute)
        ]
        return Commitment(
            order,
            [at for at in unfilled if not cubes[at]],
            [at for at in unfilled if cubes[at]],
        )

    def _promise(self, commitment: Commitment) -> float:
        """What an order brings per worker: the most promising one gets its cubes first."""
        self._estimate(commitment, Counter(self.at_hand), Counter(self.on_lorries))
        return commitment.prize / (commitment.effort + 0.5)

    def _commit(self, commitment: Commitment) -> None:
        self._estimate(commitment, self.at_hand, self.on_lorries, self.shortage)
        self.effort += commitment.effort
        commitment.hope = self._hope(self.effort, FULL_HOPE)

    def _estimate(
        self,
        commitment: Commitment,
        at_hand: Counter[str],
        on_lorries: Counter[str],
        shortage: Counter[str] | None = None,
    ) -> None:
        """Prize and effort; cubes are taken from what is at hand and on lorries."""
        steps, bought = PLACING_STEPS * len(commitment.half), 0.0
        price = self.outlook.facts.lorry_price
        commitment.uncovered = 0
        for spot in commitment.empty:
            color = commitment.order.spots[spot]
            steps += PLACING_STEPS
            if at_hand[color] > 0:
                at_hand[color] -= 1
                continue
            steps += LOADING_STEPS
            if on_lorries[color] > 0:
                on_lorries[color] -= 1
                continue
            bought += BUYING_WORKERS + price[color] * WORKERS_PER_MARK
            commitment.uncovered += 1
            if shortage is not None:
                shortage[color] += 1
        commitment.effort = DELIVERY_WORKERS + steps / STEPS_PER_WORKER + bought
        in_time = commitment.effort < self.outlook.workers
        gain = self.outlook.order_gain(commitment.order, this_shift=in_time)
        commitment.prize = commitment.order.vp + gain

    def _hope(self, effort: float, full: float) -> float:
        workers = self.outlook.workers_in_all
        return min(1.0, max(0.0, (workers / effort - NO_HOPE) / (full - NO_HOPE)))
