"""The games this project knows, by the name they bear in files and over HTTP."""

from domain.gluck_auf import GLUCK_AUF
from domain.kartenspiel import KARTENSPIEL
from domain.kernel.decider import AnyGame
from domain.schichtwechsel import SCHICHTWECHSEL

GAMES: dict[str, AnyGame] = {game.name: game for game in (GLUCK_AUF, KARTENSPIEL, SCHICHTWECHSEL)}
