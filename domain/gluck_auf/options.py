"""What the options of a game can be (section 13)."""

from typing import TYPE_CHECKING, NamedTuple

from domain.kernel.option_words import OptionWords
from domain.kernel.options import OptionKind, choice

if TYPE_CHECKING:  # the catalog is checked against what stands here
    from domain.gluck_auf.catalog import GluckAufCatalog

STARTING_PLAYER = "starting_player"
WORDS = OptionWords(__package__)


class HouseRule(NamedTuple):
    values: tuple[str, ...]
    """That the rules know."""
    meaning: str


HOUSE_RULES = {
    "second_place_points": HouseRule(
        ("standard", "hungarian"), "The victory points for second places."
    ),
    "scoring_eligibility": HouseRule(
        ("per_element", "any_delivered_order"), "Who takes part in the scoring of an element."
    ),
    "storage_rule": HouseRule(("no_matching_spot", "free"), "When a cube may be put into storage."),
    "substitution_rule": HouseRule(
        ("split_allowed", "same_action"),
        "Whether the two cubes that stand for another come with one action.",
    ),
    "shortage_rule": HouseRule(
        ("optional", "mandatory"),
        "Whether a lorry may stay empty while there are cubes of another color.",
    ),
    "delivered_visibility": HouseRule(("owner", "all"), "Who sees delivered orders."),
    "starting_player_method": HouseRule(
        ("lot", "assigned"), "How the starting player of the first shift is found."
    ),
}
"""The options that every catalog has, each with some or all of these values."""


def option_kinds(catalog: "GluckAufCatalog", players: int | None = None) -> dict[str, OptionKind]:
    kinds = {
        name: choice(HOUSE_RULES[name].meaning if name in HOUSE_RULES else "A house rule.", *values)
        for name, values in catalog.editions.options.items()
    }
    seats = range(players or max(catalog.constants.player_counts))
    said = "The seat that begins; only, and always, with `starting_player_method` `assigned`."
    return {**kinds, STARTING_PLAYER: choice(said, *seats)}
