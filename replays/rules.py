"""The rules and the catalog that a log was written under, and no others."""

from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.kernel.versions import UnknownVersion, check_version
from domain.registry import GAMES
from replays.entry import Creation


class UnknownRules(Exception):
    """The game, or the version of its rules, is not known here."""


class UnknownCatalog(Exception):
    """The game is played on a catalog that is not at hand."""


def game_of(creation: Creation) -> AnyGame:
    game = GAMES.get(creation.action.game)
    if game is None:
        raise UnknownRules(f"the rules {creation.action.game!r} are not known here")
    try:
        check_version(game.name, game.newest_rules, creation.action.rules)
    except UnknownVersion as error:
        raise UnknownRules(str(error)) from error
    return game


def catalog_of(game: AnyGame, creation: Creation, own: bytes = b"") -> Catalog:
    """The one that entry 1 names: `own`, which came with the log, or one that we have shipped.

    InvalidSetup if `own` is no catalog of this game.
    """
    found: Catalog | None = game.read_catalog(own) if own else game.catalogs.find(creation.catalog)
    if found is None or found.digest != creation.catalog:
        raise UnknownCatalog(f"the catalog {creation.catalog} is not at hand")
    return found
