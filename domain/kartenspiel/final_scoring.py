"""What a player's cards are worth if the game ends now: categories A to E (section 11)."""

from collections.abc import Sequence

from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.components import ObjectiveCard, ObjectiveKind
from domain.kartenspiel.events import (
    Assignment,
    ObjectiveLine,
    PlayerScored,
    ScoredCard,
    SharesAssigned,
)
from domain.kartenspiel.player_board import Player


class Estate:
    """What is left of a player's cards after the preparation of 11.1."""

    def __init__(
        self, catalog: KartenspielCatalog, player: Player, markers: Sequence[int] = ()
    ) -> None:
        """`markers` are those that come on top of the player's own."""
        self.catalog = catalog
        self.markers = [*player.markers, *markers]
        self.objectives = player.objectives
        self.lorries = [
            catalog.lorries[card]
            for train in player.delivered
            for card in train.lorry_cards()
            if catalog.lorries[card].lorries == 1
        ]
        self.engines = [catalog.engines[train.engine] for train in player.delivered]
        self.orders = [catalog.orders[train.order] for train in player.delivered]
        self.pairs = self._assign(player.shares)
        assigned = {pair.share for pair in self.pairs}
        self.shares = [catalog.shares[share] for share in player.shares if share in assigned]
        self.unassigned = [share for share in player.shares if share not in assigned]

    def _assign(self, shares: Sequence[str]) -> list[Assignment]:
        """The i-th share of a destination goes to its i-th fulfilled order (11.2)."""
        pairs = []
        for destination in self.catalog.destinations:
            own = [s for s in shares if self.catalog.shares[s].destination == destination]
            orders = [order.id for order in self.orders if order.destination == destination]
            pairs += [Assignment(*pair) for pair in zip(own, orders, strict=False)]
        return pairs

    def shares_assigned(self, seat: int) -> SharesAssigned:
        return SharesAssigned(seat, tuple(self.pairs), tuple(self.unassigned))

    def highest_marker(self) -> int | None:
        return max(self.markers, default=None)

    def scored(self, seat: int) -> PlayerScored:
        lines = tuple(self._line(self.catalog.objectives[card]) for card in self.objectives)
        tokens = [self.catalog.markers[number] for number in self.markers]
        lorries = sum(card.vp for card in self.lorries)
        orders = sum(card.vp for card in self.orders)
        shares = sum(card.vp for card in self.shares)
        markers = sum(token.vp for token in tokens)
        objectives = sum(line.vp for line in lines)
        return PlayerScored(
            seat,
            lorries,
            orders,
            shares,
            markers,
            objectives,
            lines,
            total=lorries + orders + shares + markers + objectives,
            cards=(
                *(ScoredCard("lorries", card.id, card.vp) for card in self.lorries),
                *(ScoredCard("orders", card.id, card.vp) for card in self.orders),
                *(ScoredCard("shares", card.id, card.vp) for card in self.shares),
                *(ScoredCard("markers", token.id, token.vp) for token in tokens),
            ),
        )

    def _line(self, card: ObjectiveCard) -> ObjectiveLine:
        """How much the player has of what the objective counts, and what that brings (11.4)."""
        count = self._count(card.kind, card.target)
        if card.threshold is not None:
            return ObjectiveLine(card.id, count, card.vp if count >= card.threshold else 0)
        return ObjectiveLine(card.id, count, card.vp * (count // card.per))

    def _count(self, kind: ObjectiveKind, target: str | None) -> int:
        if kind == "shift_markers":
            return len(self.markers)
        if kind == "objectives":
            return len(self.objectives)
        if kind == "engine_model":
            return sum(engine.model == target for engine in self.engines)
        if kind == "assigned_shares":
            return sum(share.destination == target for share in self.shares)
        fulfilled = [order for order in self.orders if order.destination == target]
        if kind == "fulfilled_orders":
            return len(fulfilled)
        return sum(order.min_lorries for order in fulfilled)
