"""What the options of a game can be."""

from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kernel.options import OptionKind, choice

RANDOM = "random"


def option_kinds(catalog: KartenspielCatalog) -> dict[str, OptionKind]:
    seats = range(catalog.players.max)
    return {
        "start_player": choice("The seat that begins, or `random`.", RANDOM, *seats),
        "colors": OptionKind("list", "The color of every seat.", tuple(catalog.colors)),
    }
