"""Players of our own, which see only their own seat's view and choices.

`random` plays any game; a bot that knows one game lives in that game's folder.
"""

from collections.abc import Mapping

from domain.bots.random_choice import random_choice
from domain.kernel.bots import Bot
from domain.kernel.decider import AnyGame


def bots_for(game: AnyGame) -> Mapping[str, Bot]:
    return {"random": random_choice, **game.bots}


def stand_ins(game: AnyGame) -> tuple[str, ...]:
    """Who can play on for a person: first who does when nobody was chosen."""
    names = bots_for(game)
    best = "greedy" if "greedy" in names else "random"
    return (best, *(name for name in names if name != best))
