"""The first event of every game, made from the action that creates it."""

from domain.kernel.actions import CreateGame
from domain.kernel.catalog import Catalog
from domain.kernel.events import GameCreated


def created(
    action: CreateGame, edition: str, options: dict[str, str], catalog: Catalog
) -> GameCreated:
    names = tuple(seat.name for seat in action.seats)
    return GameCreated(action.game, names, edition, options, catalog.digest, action.rules)
