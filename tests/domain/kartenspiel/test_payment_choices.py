"""A payment is offered in one spelling: the cheapest as it would be laid card by card."""

import pytest

from domain.kartenspiel.actions.payment import purse
from domain.kartenspiel.deeds import Payment
from domain.kartenspiel.payment_choices import Purse, one_card_more
from tests.domain.kartenspiel.situations import RED, Situation


def card_by_card(game: Situation, required: int) -> set[Payment]:
    """Every payment that drafts can grow into."""
    grown: set[Payment] = set()
    open_: list[Payment] = [()]
    while open_:
        payment = open_.pop()
        if sum(paid.value for paid in payment) == required:
            grown.add(payment)
        else:
            open_ += one_card_more(game.state, RED, payment, required)
    return grown


@pytest.mark.parametrize("required", range(1, 9))
def test_the_cheapest_payment_is_one_of_those_that_drafts_grow_into(required: int) -> None:
    game = Situation(2).innovations(RED, "innovation.worker-1-3.1", "innovation.worker-1-5.1")
    assert len(purse(game.state, RED)) > 4
    assert Purse(game.state, RED, 9).cheapest(required) in card_by_card(game, required)
