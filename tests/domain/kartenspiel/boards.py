"""Boards of Red with many lorries, wagons, engines and orders, whichever come."""

import random
from collections.abc import Sequence

from domain.kartenspiel import KARTENSPIEL
from tests.domain.kartenspiel.situations import RED, Situation

CATALOG = KARTENSPIEL.catalog


def board(
    luck: random.Random,
    *,
    row: int,
    storage: int,
    wagons: int,
    engines: int = 0,
    orders: int = 0,
    innovations: Sequence[str] = (),
) -> Situation:
    """Red has so many of each, whichever come."""
    game = Situation()
    game.innovations(RED, *innovations)
    lorries = luck.sample(list(CATALOG.lorries), row + storage)
    game.row(RED, *lorries[:row]).storage(RED, *lorries[row:])
    for wagon in luck.sample(list(CATALOG.wagons), wagons):
        game.wagons(RED, luck.choice(CATALOG.wagon_tracks[CATALOG.wagons[wagon].crest]), wagon)
    for track in luck.sample(list(CATALOG.tracks), engines):
        model = luck.choice("ab")
        game.engine(RED, track, f"engine.{model}.{track}")
    game.orders(RED, *luck.sample(list(CATALOG.orders), orders))
    return game


def payable_only(game: Situation, areas: Sequence[str]) -> Situation:
    """Red has one card of two workers; everything else is too dear."""
    game.hand_only(RED, "06")
    for area in game.state.areas:
        game.priced(area, 2 if area in areas else 9)
    return game
