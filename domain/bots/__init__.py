"""Players of our own, which see only their own seat's view and choices.

`random` plays any game; a bot that knows one game lives in that game's folder.
"""

from collections.abc import Mapping

from domain.bots.random_choice import random_choice
from domain.kernel.bots import Bot
from domain.kernel.decider import AnyGame


def bots_for(game: AnyGame) -> Mapping[str, Bot]:
    return {"random": random_choice, **game.bots}
