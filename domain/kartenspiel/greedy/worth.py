"""What a card, a move or a train is worth to a player, in VP as far as one can guess.

The figures are weights of this player's taste, not rules.
"""

from collections.abc import Callable

from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.components import JOKER, Deck
from domain.kartenspiel.deeds import (
    Deliver,
    Effect,
    LoadStored,
    Mine,
    StoreFront,
    TakeEngine,
    TakeLorryFrom,
    TakeOrder,
    TakeWagon,
    TakeWagonFrom,
    Wild,
)
from domain.kartenspiel.greedy.holdings import Holdings
from domain.kartenspiel.view import View
from domain.kernel.seals import Fact

WILD_CHOICE = 1.3
"""Of four cards the best is better than the one on top."""
PLAYED_FOR_NOTHING = 3.0
"""An innovation costs no workers, but can be played only once: what brings little can wait."""


class Worth:
    def __init__(self, view: View, catalog: KartenspielCatalog) -> None:
        self.view, self.catalog = view, catalog
        self.own = Holdings(view, catalog)
        self.tops = {stack.id: stack.top for stack in view.stacks}
        self.left = (view.periods - view.period) / max(view.periods, 1)
        """How much of the game is still to come."""

    def placement(self, area: str, gain: float) -> float:
        return gain + self._marker() if area == self.catalog.marker_area else gain

    def innovation(self, gain: float) -> float:
        return gain * PLAYED_FOR_NOTHING - 1.0

    def deed(self, action: Fact) -> float:
        """A deed that takes one card."""
        if isinstance(action, PlayInnovation):
            return self._effect(action.effect)
        if not isinstance(action, PlaceWorkers):
            return 0.0
        deed = action.action
        if isinstance(deed, Wild):
            return WILD_CHOICE * self._top(deed.stack, None)
        track = deed.track if isinstance(deed, TakeWagon | TakeEngine) else None
        return self._top(action.area, track)

    def card(self, card: str, track: int | None) -> float:
        deck = next(deck for deck, cards in self.catalog.decks.items() if card in cards)
        if deck == "wagons":
            return self._wagon(card, track)
        if deck == "engines":
            return self._engine(card, track)
        plain: dict[Deck, Callable[[str], float]] = {
            "lorries": self._lorry,
            "orders": self._order,
            "shares": self._share,
            "objectives": self._objective,
            "innovations": self._innovation,
        }
        return plain[deck](card)

    def step(self, deed: object) -> float:
        """What the last move or train of a growing deed adds."""
        if isinstance(deed, Mine):
            return self._move(deed)
        return self._train(deed) if isinstance(deed, Deliver) else 0.0

    def _marker(self) -> float:
        """The last one at mining 0/1 gets the shift marker: worth most when others are gone."""
        others = [p for p in self.view.players if p.seat != self.view.seat and not p.passed]
        holder = next(a.last_seat for a in self.view.areas if a.id == self.catalog.marker_area)
        if not others:
            return 0.0 if holder == self.view.seat else 1.2
        return 0.6 / len(others)

    def _effect(self, effect: Effect) -> float:
        if isinstance(effect, TakeLorryFrom):
            return self._top(effect.stack, None)
        if isinstance(effect, TakeWagonFrom):
            return self._top(effect.stack, effect.track)
        if isinstance(effect, TakeEngine):
            return self._top(self.catalog.stacks_of("engines")[0], effect.track)
        deck: Deck = "orders" if isinstance(effect, TakeOrder) else "shares"
        return self._top(self.catalog.stacks_of(deck)[0], None)

    def _top(self, stack: str, track: int | None) -> float:
        card = self.tops.get(stack)
        return self.card(card, track) if card else 0.0

    def _lorry(self, card: str) -> float:
        lorry = self.catalog.lorries[card]
        surplus = len(self.own.unloaded) - len(self.own.empty)
        need = 1.0 if surplus <= 0 else (0.4 if surplus == 1 else -0.4)
        fits = 0.4 if any(self.own.fits(card, wagon) for wagon in self.own.empty) else 0.0
        return (need + fits + 0.4 * lorry.lorries + 0.2 * lorry.vp) * self._in_time(0.3)

    def _wagon(self, card: str, track: int | None) -> float:
        crest = self.catalog.wagons[card].crest
        helps = any(self.own.would_fit(c, crest, track) for c in self.own.homeless)
        blocking = self.own.blocking()
        front = blocking is not None and self.own.would_fit(blocking, crest, track)
        room = 0.9 if len(self.own.empty) < 3 else 0.4
        joker = 0.3 if crest == JOKER else 0.0
        train = 0.2 if track is None else min(0.2 * len(self.own.wagons_on(track)), 0.6)
        need = 2.0 if front else (1.3 if helps else room)
        return (need + joker + train) * self._in_time(0.3)

    def _engine(self, card: str, track: int | None) -> float:
        model = self.catalog.engines[card].model
        tracks = self.own.without_engine() if track is None else [track]
        loaded = max(map(self.own.lorries_on, tracks), default=0)
        same = 0.4 if model in self.own.models() else 0.0
        worth = 0.6 + 0.6 * min(loaded, 3) + same + self.own.aims_at("engine_model", model)
        return worth * self._in_time(0.5 if loaded else 0.1)

    def _order(self, card: str) -> float:
        order, held = self.catalog.orders[card], len(self.own.orders)
        need = 1.4 if held < 2 else (0.8 if held < 4 else 0.2)
        bonus = self.own.order_bonus(order.destination) * 0.4
        if any(self.own.lorries_on(t) >= order.min_lorries for t in self.own.with_engine()):
            return need + bonus + 0.3 * order.vp
        return (need + bonus + 0.12 * order.vp) * self._in_time(0.2)

    def _share(self, card: str) -> float:
        share = self.catalog.shares[card]
        owned = self.own.shares_of(share.destination)
        fulfilled = self.own.fulfilled(share.destination)
        aim = self.own.aims_at("assigned_shares", share.destination)
        if owned < fulfilled:
            return share.vp + aim
        if owned < fulfilled + self.own.held(share.destination):
            return (1.6 + aim / 2) * self._in_time(0.4)
        return 0.9 * self.left

    def _objective(self, card: str) -> float:
        objective = self.catalog.objectives[card]
        target = objective.target or ""
        now = {
            "shift_markers": len(self.own.me.markers) // objective.per,
            "objectives": len(self.own.me.objectives) + 1,
            "engine_model": self.own.delivered_models().count(target),
            "assigned_shares": min(self.own.shares_of(target), self.own.fulfilled(target)),
            "fulfilled_orders": self.own.fulfilled(target),
            "order_lorries": self.own.printed_lorries(target) // (objective.threshold or 1),
        }[objective.kind]
        return objective.vp * min(now, 4) + 1.2 * objective.vp * self.left

    def _innovation(self, card: str) -> float:
        most = self.catalog.innovations[card].max
        return (0.35 * most if most else 1.2) * self._in_time(0.1)

    def _in_time(self, at_the_end: float) -> float:
        """What takes several turns to pay off is worth little in the last shift."""
        return 1.0 if self.left > 0 else at_the_end

    def _move(self, deed: Mine) -> float:
        move = deed.moves[-1]
        if isinstance(move, StoreFront):
            return 0.5 if self.own.blocking() and len(self.own.me.mining_row) > 1 else 0.1
        gone = sum(not isinstance(earlier, LoadStored) for earlier in deed.moves[:-1])
        card = move.lorry if isinstance(move, LoadStored) else self.own.me.mining_row[gone]
        lorry = self.catalog.lorries[card]
        track = self.own.track_of[move.wagon]
        joker = 0.2 if self.catalog.wagons[move.wagon].crest == JOKER else 0.0
        engine = 0.4 if track in self.own.with_engine() else 0.0
        full = 0.15 * min(self.own.lorries_on(track), 3)
        return 0.9 * lorry.lorries + 0.5 * lorry.vp + engine + full - joker

    def _train(self, deed: Deliver) -> float:
        """The order, the single lorries, the bonuses, less what a bigger order could have had."""
        sent = deed.consignments[-1]
        order = self.catalog.orders[sent.order]
        loaded = self.own.lorries_on(sent.track)
        singles = sum(self.catalog.lorries[card].vp for card in self.own.loads_on(sent.track))
        wasted = 0.7 * (loaded - order.min_lorries) if self.left > 0 else 0.0
        bonus = self.own.order_bonus(order.destination) + self.own.engine_bonus(sent.track)
        return order.vp + singles + bonus - wasted
