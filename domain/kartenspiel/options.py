"""What the options of a game can be."""

from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kernel.option_words import OptionWords
from domain.kernel.options import OptionKind, choice

RANDOM = "random"


START_PLAYER, COLORS = "start_player", "colors"
WORDS = OptionWords(__package__)


def option_kinds(catalog: KartenspielCatalog, players: int | None = None) -> dict[str, OptionKind]:
    seats = range(players or catalog.players.max)
    return {
        START_PLAYER: choice("The seat that begins, or `random`.", RANDOM, *seats),
        COLORS: OptionKind("list", "The color of every seat.", tuple(catalog.colors)),
    }
