"""Paying an area: worker cards and worker innovations that add up exactly (section 6)."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.deeds import Payment, WorkerValue
from domain.kartenspiel.player_board import Player, holds
from domain.kartenspiel.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import UNKNOWN


class Payable(NamedTuple):
    """A card that can be laid down as workers, from its least to its most."""

    card: str
    least: int
    most: int
    innovation: bool


def payable(catalog: KartenspielCatalog, card: str) -> Payable | None:
    """None for a card that is no worker. An innovation that cannot be named may be any."""
    worker = catalog.workers.get(card)
    if worker:
        return Payable(card, worker.value, worker.value, innovation=False)
    innovation = catalog.innovations.get(card)
    if innovation and innovation.min is not None and innovation.max is not None:
        return Payable(card, innovation.min, innovation.max, innovation=True)
    return Payable(card, 1, catalog.widest, innovation=True) if card == UNKNOWN else None


def purse(state: State, seat: int) -> list[Payable]:
    """Everything that the seat can pay with, the dearest worker cards first, innovations last."""
    player = state.players[seat]
    cards = (*player.workers, *player.innovations)
    found = [paid for card in cards if (paid := payable(state.catalog, card))]
    return sorted(found, key=lambda paid: (paid.innovation, -paid.most, paid.card))


def sums(cards: Iterable[Payable]) -> int:
    """The totals that can be paid with some of the cards, as bits of a number."""
    made = 1
    for card in cards:
        with_it = 0
        for value in range(card.least, card.most + 1):
            with_it |= made << value
        made |= with_it
    return made


def refuse_strange_cards(state: State, player: Player, payment: Payment) -> None:
    for laid in payment:
        card = payable(state.catalog, laid.card)
        if card is None or laid.card == UNKNOWN:
            raise RuleViolation("unknown_card", card=laid.card)
        hand = player.innovations if card.innovation else player.workers
        if not holds(hand, laid.card):
            raise RuleViolation("card_not_in_hand", card=laid.card)


def refuse_wrong_values(state: State, payment: Payment) -> None:
    cards = [laid.card for laid in payment]
    for card in cards:
        if cards.count(card) > 1:
            raise RuleViolation("duplicate_card", card=card)
    for laid in payment:
        paid = payable(state.catalog, laid.card)
        if paid and not paid.least <= laid.value <= paid.most:
            raise RuleViolation(
                "value_out_of_range", card=laid.card, least=paid.least, most=paid.most
            )


def refuse_wrong_total(state: State, area: str, payment: Payment) -> None:
    """An area that this number of players leaves out has a price too; another name has none."""
    card = state.catalog.action_cards.get(area)
    if area in state.areas:
        required = state.required(area)
    elif card:
        required = card.printed_workers + 1
    else:
        return
    total = sum(laid.value for laid in payment)
    if total != required:
        raise RuleViolation("wrong_total", n=required, total=total)


Rank = tuple[int, int, tuple[str, ...], tuple[int, ...]]


def cheapest(cards: Iterable[Payable], most: int, *, spare_innovations: bool) -> list[Payment]:
    """For every total from 0 to `most` the best way to pay it; empty where there is none.

    Fewest cards are best, then the lowest ids (15.5). Innovations are lost when they are laid, so
    a player is spared them first of all.
    """
    best: dict[int, Rank] = {0: (0, 0, (), ())}
    for card in sorted(cards, key=lambda paid: paid.card):
        lost = card.innovation and spare_innovations
        for total, (innovations, count, ids, values) in list(best.items()):
            for value in range(card.least, min(card.most, most - total) + 1):
                rank = (innovations + lost, count + 1, (*ids, card.card), (*values, value))
                if total + value not in best or rank < best[total + value]:
                    best[total + value] = rank
    return [
        tuple(map(WorkerValue, best[total][2], best[total][3])) if total in best else ()
        for total in range(most + 1)
    ]
