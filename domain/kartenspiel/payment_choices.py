"""How an area may be paid: the cheapest way at once, every way card by card (section 6)."""

from collections.abc import Sequence

from domain.kartenspiel.actions.payment import Payable, cheapest, purse, sums
from domain.kartenspiel.deeds import Payment, WorkerValue
from domain.kartenspiel.state import State


class Purse:
    """What a seat can pay with, and how it can pay any total up to a limit."""

    def __init__(self, state: State, seat: int, limit: int) -> None:
        cards = purse(state, seat)
        self._order = {card.card: at for at, card in enumerate(cards)}
        self._cheapest = cheapest(cards, limit, spare_innovations=True)
        self._ways = _ways(cards, limit)

    def cheapest(self, required: int) -> Payment:
        """In the order of the purse, as it would be laid card by card."""
        return tuple(sorted(self._cheapest[required], key=lambda paid: self._order[paid.card]))

    def has_others(self, required: int) -> bool:
        return self._ways[required] > 1


def _ways(cards: Sequence[Payable], limit: int) -> list[int]:
    """In how many ways each total from 0 to the limit can be paid."""
    ways = [1] + [0] * limit
    for card in cards:
        for total in range(limit, 0, -1):
            values = range(card.least, min(card.most, total) + 1)
            ways[total] += sum(ways[total - value] for value in values)
    return ways


def one_card_more(state: State, seat: int, payment: Payment, required: int) -> list[Payment]:
    """The payment with another card, where the rest of the purse can still make it exact.

    Cards are laid in the order of the purse, so that no payment is offered in two spellings.
    """
    cards = purse(state, seat)
    laid = {paid.card for paid in payment}
    first = 1 + max((at for at, card in enumerate(cards) if card.card in laid), default=-1)
    missing = required - sum(paid.value for paid in payment)
    longer = []
    for at in range(first, len(cards)):
        later = sums(cards[at + 1 :])
        for value in range(cards[at].least, min(cards[at].most, missing) + 1):
            if later >> (missing - value) & 1:
                longer.append((*payment, WorkerValue(cards[at].card, value)))
    return longer
