"""Games for the tests of the client."""

import random
from collections.abc import Callable

from schichtbuch_client import Client, OfferedChoice, SeatWish, Turn
from schichtbuch_client.models.opening import GameBegun

PEOPLE = (SeatWish("Anna"), SeatWish("Béla"))
AGAINST_A_BOT = (SeatWish("Anna"), SeatWish("Robot", bot="random"))


def token_of(begun: GameBegun, seat: int = 0) -> str:
    token = begun.seats[seat].token
    assert token is not None
    return token


def by_chance(seed: int) -> Callable[[Turn], OfferedChoice]:
    return random.Random(seed).choice


def first_move(client: Client, begun: GameBegun) -> tuple[int, dict[str, object]]:
    """Whose turn it is, and something to play as it stands."""
    seat = client.game(begun.id).summary().turn
    assert seat is not None
    offered = client.game(begun.id, token_of(begun, seat)).choices()
    return seat, next(choice.action for choice in offered.choices if choice.complete)
