"""Which cards a player can use now, and how they can be paid (6.1, 6.2)."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement
from typing import NamedTuple

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel.components import Item, Mode
from domain.schichtwechsel.course import Frame
from domain.schichtwechsel.drafts import Walk, grows_on, several_inputs, walk_card
from domain.schichtwechsel.params import NOTHING, Params
from domain.schichtwechsel.state import State

ITEMS: tuple[Item, ...] = ("white", "player", "coin")


def held(state: State, seat: int) -> dict[Item, int]:
    player = state.players[seat]
    return {"white": player.white, "player": player.player_stone, "coin": player.coins}


def accepted(state: State, cost: tuple[Item, ...], payment: tuple[Item, ...]) -> bool:
    """Whether every entry of the cost is paid with exactly one item that it accepts.

    It can be if for any items there are no more entries that accept none of them than there is
    paid besides them (Hall).
    """
    accepts = state.catalog.accepts
    if len(cost) == len(payment) == 1:  # the usual case, without looking for ways
        return payment[0] in accepts[cost[0]]
    return len(cost) == len(payment) and all(
        sum(set(others).isdisjoint(accepts[entry]) for entry in cost)
        <= sum(item not in others for item in payment)
        for count in range(1, len(ITEMS) + 1)
        for others in combinations(ITEMS, count)
    )


def refuse_payment(
    state: State, seat: int, costs: Sequence[tuple[Item, ...]], payment: tuple[Item, ...]
) -> None:
    """Refused unless it is at hand and pays one of the costs."""
    purse = held(state, seat)
    for item in payment:
        if purse[item] < payment.count(item):
            raise RuleViolation("cannot_pay", item=item)
    if not any(accepted(state, cost, payment) for cost in costs):
        raise RuleViolation("payment_mismatch", cost=", ".join(costs[0]))


def payments(state: State, seat: int, cost: tuple[Item, ...]) -> list[tuple[Item, ...]]:
    """Every way to pay, the cheapest first."""
    purse = held(state, seat)
    if len(cost) == 1:
        return [(item,) for item in ITEMS if purse[item] and item in state.catalog.accepts[cost[0]]]
    ways = combinations_with_replacement(ITEMS, len(cost))
    return [
        way
        for way in ways
        if all(way.count(item) <= purse[item] for item in way) and accepted(state, cost, way)
    ]


def is_used_up(state: State, card: str) -> bool:
    uses = state.catalog.cards[card].uses_per_round
    return uses is not None and len(state.card_payments.get(card, ())) >= uses


def own_card_used_up(state: State, seat: int) -> bool:
    used = len(state.players[seat].own_card_payments)
    return used >= state.switches.own_card_uses_per_round


def own_mode(state: State) -> Mode:
    own = state.catalog.own_card
    return Mode("", "special", own.cost, own.effects)


def own_frame(params: Params) -> Frame:
    """With the own card only rail steps can be said."""
    return Frame(params, sayable=frozenset({"steps"}))


class Usable(NamedTuple):
    card: str
    mode: str | None
    payments: list[tuple[Item, ...]]
    complete: bool
    """Without saying anything more."""
    grows_on: bool


def usable_cards(state: State, seat: int) -> Iterator[Usable]:
    """Every card and mode that can be paid and would do something, or could be told more."""
    for card in state.cards:
        if is_used_up(state, card):
            continue
        modes: list[str | None] = [mode.id for mode in state.catalog.cards[card].modes]
        for mode in modes or [None]:
            printed = state.catalog.card_mode(card, mode)
            yield from _usable(state, seat, card, mode, printed)


def usable_own_card(state: State, seat: int) -> Iterator[Usable]:
    if not own_card_used_up(state, seat):
        yield from _usable(state, seat, state.catalog.own_card.id, None, own_mode(state))


def _usable(
    state: State, seat: int, card: str, mode: str | None, printed: Mode
) -> Iterator[Usable]:
    ways = payments(state, seat, printed.cost)
    if not ways:
        return
    walker = CardWalker(state, seat, card, printed)
    walk = walker(NOTHING)
    more = grows_on(walker, walk, deep=walker.deep)
    if walk.complete or more:
        yield Usable(card, mode, ways, walk.complete, more)


def can_act(state: State, seat: int) -> bool:
    """Whether any card can be used at all."""
    either = chain(usable_cards(state, seat), usable_own_card(state, seat))
    return next(either, None) is not None


class CardWalker:
    def __init__(self, state: State, seat: int, card: str, printed: Mode) -> None:
        self._state, self._seat, self._card, self._printed = state, seat, card, printed
        self.deep = several_inputs(state.catalog, printed.effects)

    def __call__(self, params: Params) -> Walk:
        own = self._card == self._state.catalog.own_card.id
        frame = own_frame(params) if own else Frame(params)
        return walk_card(self._state, self._seat, self._card, self._printed, frame)
